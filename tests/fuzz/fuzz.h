/**
 * What every fuzzer shares.
 */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/**
 * Hands one input to the code under test. The bytes lie in a block of exactly `size`, so that a
 * read past the end is seen by the address sanitizer.
 *
 * @return  0
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Stops with a message where a property does not hold: a finding like any crash. */
#define FUZZ_REQUIRE(property)                                                                     \
    do {                                                                                           \
        if (!(property)) {                                                                         \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #property);          \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
