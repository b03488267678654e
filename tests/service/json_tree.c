#include "json_tree.h"

#include <check.h>
#include <jansson.h>
#include <string.h>

struct json_t *tree_try(const char *text, size_t length, bool twice)
{
    return json_loadb(text, length, JSON_DECODE_ANY | (twice ? 0 : JSON_REJECT_DUPLICATES), NULL);
}

struct json_t *tree_parse(const char *text, size_t length)
{
    json_t *tree = tree_try(text, length, false);
    ck_assert_msg(tree != NULL, "no JSON: %.*s", (int)length, text);
    return tree;
}

void tree_free(struct json_t *tree)
{
    json_decref(tree);
}

bool tree_equal(const struct json_t *a, const struct json_t *b)
{
    return json_equal(a, b);
}

/** Takes one token off a pointer and unescapes it. */
static const char *next_token(const char *pointer, char token[256])
{
    size_t length = 0;
    for (pointer++; *pointer && *pointer != '/'; pointer++) {
        char character = *pointer;
        if (character == '~')
            character = *++pointer == '0' ? '~' : '/';
        ck_assert_uint_lt(length, 255);
        token[length++] = character;
    }
    token[length] = '\0';
    return pointer;
}

static const json_t *step(const json_t *value, const char *token)
{
    if (json_is_object(value))
        return json_object_get(value, token);
    bool is_index = *token && strspn(token, "0123456789") == strlen(token) &&
                    (*token != '0' || token[1] == '\0');
    return json_is_array(value) && is_index ? json_array_get(value, strtoul(token, NULL, 10))
                                            : NULL;
}

static const json_t *at(const json_t *tree, const char *pointer)
{
    char token[256];
    while (tree && *pointer) {
        if (*pointer != '/')
            return NULL;
        pointer = next_token(pointer, token);
        tree = step(tree, token);
    }
    return tree;
}

enum tree_kind tree_kind(const struct json_t *tree, const char *pointer)
{
    const json_t *value = at(tree, pointer);
    return value ? (enum tree_kind)(TREE_OBJECT + (int)json_typeof(value)) : TREE_NONE;
}

const char *tree_string(const struct json_t *tree, const char *pointer)
{
    ck_assert_msg(tree_kind(tree, pointer) == TREE_STRING, "%s is no string", pointer);
    return json_string_value(at(tree, pointer));
}

int64_t tree_number(const struct json_t *tree, const char *pointer)
{
    ck_assert_msg(tree_kind(tree, pointer) == TREE_NUMBER, "%s is no whole number", pointer);
    return json_integer_value(at(tree, pointer));
}

size_t tree_size(const struct json_t *tree, const char *pointer)
{
    const json_t *value = at(tree, pointer);
    ck_assert_msg(json_is_object(value) || json_is_array(value), "%s has no members", pointer);
    return json_is_object(value) ? json_object_size(value) : json_array_size(value);
}

void tree_check(const struct json_t *tree, const char *pointer, const char *expected)
{
    char text[4096];
    size_t length = strlen(expected);
    ck_assert_uint_lt(length, sizeof text);
    for (size_t i = 0; i < length; i++)
        text[i] = expected[i] == '\'' ? '"' : expected[i];
    json_t *wanted = tree_parse(text, length);
    const json_t *value = at(tree, pointer);
    char *found = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    ck_assert_msg(value && json_equal(value, wanted), "%s is %s, not %s", pointer,
                  found ? found : "not there", expected);
    free(found);
    json_decref(wanted);
}

void tree_check_members(const struct json_t *tree, const char *pointer, const char *names)
{
    char found[4096] = "";
    const char *name;
    json_t *value, *object = (json_t *)at(tree, pointer);
    ck_assert_msg(json_is_object(object), "%s is no object", pointer);
    json_object_foreach(object, name, value)
    {
        strcat(found, *found ? " " : "");
        strcat(found, name);
    }
    ck_assert_str_eq(found, names);
}

const struct json_t *tree_child(const struct json_t *tree, size_t index, const char **name)
{
    *name = NULL;
    if (json_is_array(tree))
        return json_array_get(tree, index);
    void *member = json_object_iter((json_t *)tree);
    for (; member && index > 0; index--)
        member = json_object_iter_next((json_t *)tree, member);
    *name = json_object_iter_key(member);
    return json_object_iter_value(member);
}

size_t tree_random_text(struct random *random, char text[64])
{
    static const char *const pieces[] = {"a",
                                         "B",
                                         "0",
                                         " ",
                                         "\"",
                                         "\\",
                                         "/",
                                         "\b",
                                         "\f",
                                         "\n",
                                         "\r",
                                         "\t",
                                         "\x01",
                                         "\x1f",
                                         "\x7f",
                                         "<",
                                         "</",
                                         "&",
                                         "'",
                                         "\\u0000",
                                         "\xc2\x80",
                                         "\xc3\xa9",
                                         "\xe2\x80\xa8",
                                         "\xef\xbf\xbf",
                                         "\xf0\x9f\x98\x80",
                                         "\xf4\x8f\xbf\xbf",
                                         "\xef\xbb\xbf",
                                         "{",
                                         "]",
                                         ",",
                                         ":",
                                         "null"};
    text[0] = '\0';
    for (int count = random_below(random, 9); count > 0; count--)
        strcat(text, pieces[random_below(random, sizeof pieces / sizeof pieces[0])]);
    return strlen(text);
}

static json_t *random_leaf(struct random *random)
{
    static const json_int_t extremes[] = {0,   1,         -1,        9,         10,
                                          -10, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN,
                                          99,  100,       -999999,   1000000000};
    char text[64];
    switch (random_below(random, 6)) {
    case 0:
        return json_true();
    case 1:
        return json_false();
    case 2:
        return json_null();
    case 3:
        return json_integer(extremes[random_below(random, sizeof extremes / sizeof extremes[0])]);
    case 4:
        return json_integer((json_int_t)random_next(random) >> random_below(random, 64));
    default:
        return json_stringn(text, tree_random_text(random, text));
    }
}

struct json_t *tree_random(struct random *random, int depth)
{
    int kind = depth > 0 ? random_below(random, 3) : 2;
    if (kind == 2)
        return random_leaf(random);
    json_t *tree = kind == 0 ? json_object() : json_array();
    for (int i = 0, count = random_below(random, 6); i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d", i);
        json_t *child = tree_random(random, depth - 1);
        if (kind == 0)
            json_object_set_new(tree, name, child);
        else
            json_array_append_new(tree, child);
    }
    return tree;
}
