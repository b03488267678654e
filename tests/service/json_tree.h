/**
 * Parsed JSON for tests, by jansson: the other opinion on what the service reads and writes.
 *
 * A place is a JSON pointer (RFC 6901): "" is the whole, "/players/black/name" a member.
 */
#ifndef TEST_JSON_TREE_H
#define TEST_JSON_TREE_H

#include "random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;

enum tree_kind {
    TREE_NONE, /* the pointer leads nowhere */
    TREE_OBJECT,
    TREE_ARRAY,
    TREE_STRING,
    TREE_NUMBER, /* a whole one */
    TREE_REAL,
    TREE_TRUE,
    TREE_FALSE,
    TREE_NULL
};

/** Parses any value, strictly; fails the test with the text where it is no JSON. tree_free. */
struct json_t *tree_parse(const char *text, size_t length);

/** The same, NULL where it is no JSON; with `twice`, a key may stand twice in an object. */
struct json_t *tree_try(const char *text, size_t length, bool twice);

void tree_free(struct json_t *tree);

bool tree_equal(const struct json_t *a, const struct json_t *b);

/** What is at a place. */
enum tree_kind tree_kind(const struct json_t *tree, const char *pointer);

/** The value at a place, which must be of that kind. */
const char *tree_string(const struct json_t *tree, const char *pointer);
int64_t tree_number(const struct json_t *tree, const char *pointer);

/** How many members or elements there are at a place. */
size_t tree_size(const struct json_t *tree, const char *pointer);

/** Fails the test unless the value at a place is this JSON, given with ' for ". */
void tree_check(const struct json_t *tree, const char *pointer, const char *expected);

/** Fails the test unless the object at a place has exactly these members, in this order. */
void tree_check_members(const struct json_t *tree, const char *pointer, const char *names);

/* --- walking, for those who write a tree again ------------------------------------------- */

/** The i-th element of an array or member of an object, and its name there. */
const struct json_t *tree_child(const struct json_t *tree, size_t index, const char **name);

/** A random tree of every kind but reals, with hostile strings; not deeper than `depth`. */
struct json_t *tree_random(struct random *random, int depth);

/** Random text, well-formed UTF-8 without NUL, at most 60 bytes. @return its length */
size_t tree_random_text(struct random *random, char text[64]);

#endif
