#include "json/reader.h"

#include "base/limits.h"
#include "base/text.h"
#include "domain/words.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Appends a reference token, escaped as RFC 6901 says; a place too deep to name is cut. */
static void append_token(char *pointer, const char *token)
{
    size_t length = strlen(pointer);
    char escaped[2] = {0};
    if (length + 1 < JSON_IN_POINTER_SIZE)
        pointer[length++] = '/';
    for (; *token && length + 2 < JSON_IN_POINTER_SIZE; token++) {
        escaped[0] = *token;
        const char *piece = *token == '~' ? "~0" : *token == '/' ? "~1" : escaped;
        length += (size_t)snprintf(pointer + length, JSON_IN_POINTER_SIZE - length, "%s", piece);
    }
    pointer[text_utf8_prefix(pointer, length, length)] = '\0';
}

static void place_member(const struct json_in *object, const char *name, char *pointer)
{
    memcpy(pointer, object->pointer, JSON_IN_POINTER_SIZE);
    append_token(pointer, name);
}

struct result json_refuse(const struct json_in *object, const char *name, const char *format, ...)
{
    char pointer[JSON_IN_POINTER_SIZE], reason[PROBLEM_DETAIL_SIZE];
    place_member(object, name, pointer);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return fail_at(object->problem, ERROR_INVALID_FIELD, pointer, "%s", reason);
}

/** How deeply brackets nest outside strings: looked at before parsing, so that depth costs nothing.
 */
static bool is_too_deep(const char *body, size_t length)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        char character = body[i];
        if (in_string) {
            if (character == '\\')
                i++;
            else if (character == '"')
                in_string = false;
        } else if (character == '"')
            in_string = true;
        else if (character == '{' || character == '[')
            depth++;
        else if ((character == '}' || character == ']') && depth > 0)
            depth--;
        if (depth > JSON_BODY_DEPTH_MAX)
            return true;
    }
    return false;
}

/** An object or array that is open at some place of the text, and where in it that place is. */
struct level {
    bool array;
    size_t index;    /* of the element, in an array */
    const char *key; /* of the member, in an object: its spelling with quotes; NULL between them */
    size_t key_length;
};

/** Where the string that begins at `at` ends: at its closing quote, or where the text ends. */
static size_t string_end(const char *body, size_t length, size_t at)
{
    for (at++; at < length && body[at] != '"'; at++)
        if (body[at] == '\\')
            at++;
    return at < length ? at : length;
}

/** Takes note of what a character outside strings opens, closes or separates. */
static void step(struct level *levels, int *depth, char character, bool *expect_key)
{
    struct level *top = *depth > 0 ? &levels[*depth - 1] : NULL;
    if (character == '{' || character == '[')
        levels[(*depth)++] = (struct level){.array = character == '['};
    else if ((character == '}' || character == ']') && top)
        (*depth)--;
    else if (character == ',' && top) {
        top->index++;
        top->key = NULL;
    }
    *expect_key = character == '{' || (character == ',' && top && !top->array);
}

/** Appends a key as it is spelt in the text; nothing where that is what the text is refused for. */
static void append_key(char *pointer, const char *key, size_t length)
{
    json_t *text = json_loadb(key, length, JSON_DECODE_ANY, NULL);
    if (text)
        append_token(pointer, json_string_value(text));
    json_decref(text);
}

/**
 * Names the place of the text at an offset by a JSON pointer, as well as the text before it allows.
 * Requires !is_too_deep.
 */
static void locate(const char *body, size_t length, size_t offset, char *pointer)
{
    struct level levels[JSON_BODY_DEPTH_MAX];
    int depth = 0;
    bool expect_key = false;
    for (size_t at = 0; at < length && at < offset; at++) {
        if (body[at] == '"') {
            size_t end = string_end(body, length, at);
            if (expect_key && end < length) {
                levels[depth - 1].key = body + at;
                levels[depth - 1].key_length = end - at + 1;
            }
            expect_key = false;
            at = end;
        } else if (strchr("{}[],", body[at]))
            step(levels, &depth, body[at], &expect_key);
    }
    pointer[0] = '\0';
    for (int i = 0; i < depth; i++) {
        char index[24];
        snprintf(index, sizeof index, "%zu", levels[i].index);
        if (levels[i].array)
            append_token(pointer, index);
        else if (levels[i].key)
            append_key(pointer, levels[i].key, levels[i].key_length);
    }
}

static struct result refuse_syntax(struct problem *problem, const char *body, size_t length,
                                   const json_error_t *error)
{
    char pointer[JSON_IN_POINTER_SIZE];
    bool cut = json_error_code(error) == json_error_premature_end_of_input;
    size_t after = (size_t)error->position;
    /* The place is before the last character of what offends: a bracket there did not count. */
    locate(body, length, cut || after == 0 ? after : after - 1, pointer);
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return fail_at(problem, ERROR_DUPLICATE_KEY, pointer, "Line %d, column %d: %s.",
                       error->line, error->column, error->text);
    case json_error_invalid_utf8:
    case json_error_null_byte_in_key:
    case json_error_null_character:
        return fail_at(problem, ERROR_INVALID_UTF8, pointer,
                       "Line %d, column %d: this text holds a NUL or half a character.",
                       error->line, error->column);
    case json_error_numeric_overflow:
        return fail_at(
            problem, ERROR_INVALID_FIELD, pointer,
            "Whole numbers have 64 bits here, others are doubles: this one is too large.");
    default:
        return fail_at(problem, ERROR_INVALID_JSON, pointer, "Line %d, column %d: %s.", error->line,
                       error->column, error->text);
    }
}

/** The text stops being UTF-8, or holds a NUL, at an offset. */
static struct result refuse_bytes(struct problem *problem, const char *body, size_t offset)
{
    char pointer[JSON_IN_POINTER_SIZE];
    locate(body, offset, offset, pointer);
    return fail_at(problem, ERROR_INVALID_UTF8, pointer, "Byte %zu is not UTF-8, or is a NUL.",
                   offset + 1);
}

struct result json_read(const char *body, size_t length, struct problem *problem,
                        struct json_in *root)
{
    if (length == 0)
        return fail_at(problem, ERROR_INVALID_JSON, "",
                       "The body is empty; a JSON object is expected.");
    if (is_too_deep(body, length))
        return fail_with(problem, ERROR_INVALID_JSON, "Nested more than %d levels deep.",
                         JSON_BODY_DEPTH_MAX);
    size_t sound = text_utf8_prefix(body, length, length);
    if (sound < length)
        return refuse_bytes(problem, body, sound);
    json_error_t error;
    json_t *value = json_loadb(body, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!value)
        return refuse_syntax(problem, body, length, &error);
    if (!json_is_object(value)) {
        json_decref(value);
        return fail_at(problem, ERROR_INVALID_FIELD, "", "The body must be a JSON object.");
    }
    *root = (struct json_in){.value = value, .present = true, .problem = problem};
    return OK;
}

void json_release(struct json_in *root)
{
    json_decref(root->value);
    root->value = NULL;
}

struct result json_only(const struct json_in *object, const char *const *names)
{
    const char *name;
    json_t *value;
    json_object_foreach(object->value, name, value)
    {
        if (words_index(names, name, strlen(name)) >= 0)
            continue;
        char pointer[JSON_IN_POINTER_SIZE];
        place_member(object, name, pointer);
        return fail_at(object->problem, ERROR_UNKNOWN_FIELD, pointer,
                       "This field is not known here.");
    }
    return OK;
}

/** Looks a member up. `found` is NULL for an absent one that need not be there. */
static struct result find(const struct json_in *object, const char *name, enum json_need need,
                          json_t **found)
{
    json_t *value = json_object_get(object->value, name);
    if (value && !json_is_null(value)) {
        *found = value;
        return OK;
    }
    *found = NULL;
    if (need == JSON_OPTIONAL)
        return OK;
    char pointer[JSON_IN_POINTER_SIZE];
    place_member(object, name, pointer);
    return fail_at(object->problem, ERROR_MISSING_FIELD, pointer, "This field is required.");
}

bool json_has(const struct json_in *object, const char *name)
{
    json_t *value = json_object_get(object->value, name);
    return value && !json_is_null(value);
}

static void enter(const struct json_in *object, const char *name, json_t *value,
                  struct json_in *member)
{
    *member = (struct json_in){.value = value, .present = true, .problem = object->problem};
    place_member(object, name, member->pointer);
}

struct result json_get_object(const struct json_in *object, const char *name, enum json_need need,
                              struct json_in *member)
{
    json_t *value;
    TRY(find(object, name, need, &value));
    if (value && !json_is_object(value))
        return json_refuse(object, name, "Must be an object.");
    if (value)
        enter(object, name, value, member);
    else
        *member = (struct json_in){.problem = object->problem};
    return OK;
}

struct result json_get_array(const struct json_in *object, const char *name, enum json_need need,
                             size_t count_max, struct json_in *member)
{
    json_t *value;
    TRY(find(object, name, need, &value));
    if (value && !json_is_array(value))
        return json_refuse(object, name, "Must be an array.");
    if (value && json_array_size(value) > count_max)
        return json_refuse(object, name, "Must have at most %zu elements.", count_max);
    if (value)
        enter(object, name, value, member);
    else
        *member = (struct json_in){.problem = object->problem};
    return OK;
}

struct result json_get_string(const struct json_in *object, const char *name, enum json_need need,
                              const char **text, size_t *length)
{
    json_t *value;
    TRY(find(object, name, need, &value));
    if (!value)
        return OK;
    if (!json_is_string(value))
        return json_refuse(object, name, "Must be a string.");
    *text = json_string_value(value);
    *length = json_string_length(value);
    return OK;
}

struct result json_get_integer(const struct json_in *object, const char *name, enum json_need need,
                               int64_t min, int64_t max, int64_t *number)
{
    json_t *value;
    TRY(find(object, name, need, &value));
    if (!value)
        return OK;
    if (!json_is_integer(value))
        return json_refuse(object, name, "Must be a whole number.");
    int64_t candidate = json_integer_value(value);
    if (candidate < min || candidate > max)
        return json_refuse(object, name, "Must be from %lld to %lld.", (long long)min,
                           (long long)max);
    *number = candidate;
    return OK;
}

struct result json_get_bool(const struct json_in *object, const char *name, enum json_need need,
                            bool *flag)
{
    json_t *value;
    TRY(find(object, name, need, &value));
    if (!value)
        return OK;
    if (!json_is_boolean(value))
        return json_refuse(object, name, "Must be true or false.");
    *flag = json_is_true(value);
    return OK;
}

struct result json_get_choice(const struct json_in *object, const char *name, enum json_need need,
                              const char *const *words, int *choice)
{
    const char *text = NULL;
    size_t length = 0;
    TRY(json_get_string(object, name, need, &text, &length));
    if (!text)
        return OK;
    int index = words_index(words, text, length);
    if (index >= 0) {
        *choice = index;
        return OK;
    }
    char list[PROBLEM_DETAIL_SIZE / 2];
    words_list(words, list, sizeof list);
    return json_refuse(object, name, "Must be one of: %s.", list);
}

struct result json_get_choices(const struct json_in *object, const char *name, enum json_need need,
                               const char *const *words, unsigned *chosen)
{
    struct json_in list;
    unsigned found = 0;
    char known[PROBLEM_DETAIL_SIZE / 2], place[24];
    TRY(json_get_array(object, name, need, 32, &list));
    if (!list.present)
        return OK;
    for (size_t i = 0; i < json_count(&list); i++) {
        json_t *word = json_array_get(list.value, i);
        int index = json_is_string(word)
                        ? words_index(words, json_string_value(word), json_string_length(word))
                        : -1;
        if (index < 0) {
            words_list(words, known, sizeof known);
            snprintf(place, sizeof place, "%zu", i);
            return json_refuse(&list, place, "Must be one of: %s.", known);
        }
        found |= 1u << index;
    }
    *chosen = found;
    return OK;
}

size_t json_count(const struct json_in *array)
{
    return json_array_size(array->value);
}

struct result json_element(const struct json_in *array, size_t index, struct json_in *element)
{
    char name[24];
    snprintf(name, sizeof name, "%zu", index);
    json_t *value = json_array_get(array->value, index);
    if (!json_is_object(value))
        return json_refuse(array, name, "Must be an object.");
    enter(array, name, value, element);
    return OK;
}

/** Whether text means the very value that it was made from. */
static bool says_the_same(const char *text, size_t length, json_t *value)
{
    json_t *again = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    bool same = again && json_equal(again, value);
    json_decref(again);
    return same;
}

struct result json_compact(const struct json_in *in, char *text, size_t size)
{
    /* Fifteen digits write 0.1 as people do; where a number needs more, all have seventeen. */
    size_t length = json_dumpb(in->value, text, size - 1, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (length <= size - 1 && !says_the_same(text, length, in->value))
        length = json_dumpb(in->value, text, size - 1, JSON_COMPACT);
    if (length == 0 || length > size - 1)
        return fail_at(in->problem, ERROR_INVALID_FIELD, in->pointer,
                       "Must be at most %zu bytes long when serialised.", size - 1);
    text[length] = '\0';
    return OK;
}

/** A copy that shares what it keeps. New. */
static json_t *without_nulls(json_t *object, const char *verbatim)
{
    json_t *copy = json_object(), *value;
    const char *name;
    json_object_foreach(object, name, value)
    {
        bool as_it_is = !json_is_object(value) || (verbatim && strcmp(name, verbatim) == 0);
        if (json_is_null(value))
            continue;
        if (json_object_set_new(copy, name,
                                as_it_is ? json_incref(value) : without_nulls(value, verbatim)))
            abort(); /* out of memory */
    }
    return copy;
}

void json_fingerprint(const struct json_in *object, const char *verbatim,
                      uint8_t digest[SHA256_SIZE])
{
    json_t *asked = without_nulls(object->value, verbatim);
    char *text = json_dumps(asked, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(asked);
    if (!text)
        abort();
    crypto_sha256(text, strlen(text), digest);
    free(text);
}
