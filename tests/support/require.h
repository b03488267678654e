/**
 * An assertion for loops of millions: Check's own each write to a file, this one only when it
 * fails.
 */
#ifndef TEST_REQUIRE_H
#define TEST_REQUIRE_H

#include <check.h>

#define REQUIRE(property)                                                                          \
    do {                                                                                           \
        if (!(property))                                                                           \
            ck_abort_msg("does not hold: %s", #property);                                          \
    } while (0)

/** With a message as printf takes it, to tell which of many cases it was. */
#define REQUIRE_MSG(property, ...)                                                                 \
    do {                                                                                           \
        if (!(property))                                                                           \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

#endif
