/**
 * Reads a JSON body strictly: well-formed UTF-8, no NUL, no duplicate keys, bounded depth, no
 * unknown fields, exact types. Each failure names its place by a JSON pointer in the problem.
 *
 *     TRY(json_read(request->body, request->body_length, &request->problem, &body));
 *     TRY(json_only(&body, fields));
 *     TRY(json_get_object(&body, "opponent", JSON_REQUIRED, &opponent));
 *
 * Values are borrowed from the document, which lives until json_release.
 */
#ifndef REVERSID_JSON_READER_H
#define REVERSID_JSON_READER_H

#include "base/crypto.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t; /* jansson's */

enum { JSON_IN_POINTER_SIZE = 192 };

/** A value of the document with its place; present is false for an optional one that is absent. */
struct json_in {
    struct json_t *value; /* borrowed from the document; the root owns it */
    bool present;
    char pointer[JSON_IN_POINTER_SIZE];
    struct problem *problem; /* borrowed */
};

/** Whether a field must be there. An explicit null counts as absent. */
enum json_need { JSON_OPTIONAL, JSON_REQUIRED };

/**
 * Parses a body whose root must be an object.
 *
 * Errors: INVALID_UTF8, INVALID_JSON, DUPLICATE_KEY, INVALID_FIELD.
 */
FALLIBLE struct result json_read(const char *body, size_t length, struct problem *problem,
                                 struct json_in *root);

/** Gives back the document of a root. A zeroed one is fine. */
void json_release(struct json_in *root);
#define JSON_IN_CLEANUP __attribute__((cleanup(json_release)))

/** Refuses (UNKNOWN_FIELD) a member that is not in the list, which ends with NULL. */
FALLIBLE struct result json_only(const struct json_in *object, const char *const *names);

/* Each takes a member of an object: MISSING_FIELD where it is required and absent, INVALID_FIELD
   for another type or value. On success of an absent one the output is untouched (for objects and
   arrays: present is false). */

FALLIBLE struct result json_get_object(const struct json_in *object, const char *name,
                                       enum json_need need, struct json_in *member);
FALLIBLE struct result json_get_array(const struct json_in *object, const char *name,
                                      enum json_need need, size_t count_max,
                                      struct json_in *member);
FALLIBLE struct result json_get_string(const struct json_in *object, const char *name,
                                       enum json_need need, const char **text, size_t *length);
FALLIBLE struct result json_get_integer(const struct json_in *object, const char *name,
                                        enum json_need need, int64_t min, int64_t max,
                                        int64_t *number);
FALLIBLE struct result json_get_bool(const struct json_in *object, const char *name,
                                     enum json_need need, bool *value);

/**
 * Takes a member that is one of several words.
 *
 * @param words   ends with NULL
 * @param choice  index of the word
 */
FALLIBLE struct result json_get_choice(const struct json_in *object, const char *name,
                                       enum json_need need, const char *const *words, int *choice);

/**
 * Takes a member that is a list of words, each one of several.
 *
 * @param words   ends with NULL; at most 32
 * @param chosen  bit 1 << index of each word that the list has
 */
FALLIBLE struct result json_get_choices(const struct json_in *object, const char *name,
                                        enum json_need need, const char *const *words,
                                        unsigned *chosen);

/** True if the object has this member (and it is not null). */
bool json_has(const struct json_in *object, const char *name);

/** How many elements an array has. */
size_t json_count(const struct json_in *array);

/** An element of an array, which must be an object. Requires index < json_count. */
FALLIBLE struct result json_element(const struct json_in *array, size_t index,
                                    struct json_in *element);

/**
 * Serialises a value compactly.
 *
 * @return  INVALID_FIELD if it would be longer than `size` - 1 bytes
 */
FALLIBLE struct result json_compact(const struct json_in *value, char *text, size_t size);

/**
 * SHA-256 of what an object asks for: blanks, the order of members, and members that are null make
 * no difference, here and in the objects in it.
 *
 * @param verbatim  a member that is the caller's own data, in which a null says something; or NULL
 */
void json_fingerprint(const struct json_in *object, const char *verbatim,
                      uint8_t digest[SHA256_SIZE]);

/** Fails with INVALID_FIELD at a member of the object, with a reason. */
FALLIBLE struct result json_refuse(const struct json_in *object, const char *name,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
