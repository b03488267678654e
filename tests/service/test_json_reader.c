/**
 * The strict reader: what it takes, and the code and place of each thing that it refuses.
 */
#include "base/limits.h"
#include "base/text.h"
#include "suite.h"
#include "json/reader.h"

#include <stdio.h>
#include <string.h>

/** Reads a body from a block of its own size, so that a read past the end is seen. */
static struct result read_body(const char *body, size_t length, struct problem *problem,
                               struct json_in *root)
{
    char *copy = malloc(length ? length : 1);
    memcpy(copy, body, length);
    struct result result = json_read(copy, length, problem, root);
    free(copy);
    return result;
}

/** A body that must be read. */
static struct json_in good(const char *body, struct problem *problem)
{
    struct json_in root = {0};
    struct result result = read_body(body, strlen(body), problem, &root);
    ck_assert_msg(!failed(result), "%s: %s", body, problem->detail);
    ck_assert(root.present);
    return root;
}

static void check_refused(struct result result, const struct problem *problem, enum error_code code,
                          const char *pointer)
{
    ck_assert_str_eq(failed(result) ? error_slug(result.code) : "", error_slug(code));
    ck_assert(problem->has_pointer == (pointer != NULL));
    ck_assert_str_eq(problem->pointer, pointer ? pointer : "");
    ck_assert(problem->detail[0] != '\0' && text_is_utf8(problem->detail, strlen(problem->detail)));
}

/* --- the body as a whole --------------------------------------------------------------------- */

#define BODY(text) text, sizeof(text) - 1

static const struct {
    const char *body;
    size_t length;
    enum error_code code;
    const char *pointer; /* NULL: none */
} bad_bodies[] = {
    {BODY(""), ERROR_INVALID_JSON, ""},
    {BODY(" "), ERROR_INVALID_JSON, ""},
    {BODY("{"), ERROR_INVALID_JSON, ""},
    {BODY("}"), ERROR_INVALID_JSON, ""},
    {BODY("{} {}"), ERROR_INVALID_JSON, ""},
    {BODY("{}x"), ERROR_INVALID_JSON, ""},
    {BODY("{'a':1}"), ERROR_INVALID_JSON, ""},
    {BODY("{a:1}"), ERROR_INVALID_JSON, ""},
    {BODY("{1:1}"), ERROR_INVALID_JSON, ""},
    {BODY("\xef\xbb\xbf{}"), ERROR_INVALID_JSON, ""},
    {BODY("{/**/}"), ERROR_INVALID_JSON, ""},

    /* another root */
    {BODY("[]"), ERROR_INVALID_FIELD, ""},
    {BODY("1"), ERROR_INVALID_FIELD, ""},
    {BODY("\"a\""), ERROR_INVALID_FIELD, ""},
    {BODY("null"), ERROR_INVALID_FIELD, ""},

    /* where the text goes wrong */
    {BODY("{\"a\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":,\"b\":1}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\" 1}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":1,}"), ERROR_INVALID_JSON, ""},
    {BODY("{\"a\":1 \"b\":2}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":tru}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":1,\"b\":[1,2,x]}"), ERROR_INVALID_JSON, "/b/2"},
    {BODY("{\"b\":[1,,2]}"), ERROR_INVALID_JSON, "/b/1"},
    {BODY("{\"b\":[{},{\"c\":[[0],[1,!]]}]}"), ERROR_INVALID_JSON, "/b/1/c/1/1"},
    {BODY("{\"a\":[1,2],\"b\":{\"c\":3},\"d\":?}"), ERROR_INVALID_JSON, "/d"},
    {BODY("{\"a\":[1}"), ERROR_INVALID_JSON, "/a/0"},
    {BODY("{\"a\":\"[,{\\\"}\",\"b\":-}"), ERROR_INVALID_JSON, "/b"},
    {BODY("{\"a/b~c\":!}"), ERROR_INVALID_JSON, "/a~1b~0c"},
    {BODY("{\"\":!}"), ERROR_INVALID_JSON, "/"},
    {BODY("{\"\\u0061\\/\\\"\":!}"), ERROR_INVALID_JSON, "/a~1\""},

    /* cut short */
    {BODY("{\"a"), ERROR_INVALID_JSON, ""},
    {BODY("{\"a\""), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"b"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"b\\"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":1"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":[1,2"), ERROR_INVALID_JSON, "/a/1"},

    /* numbers */
    {BODY("{\"a\":01}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":+1}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":.5}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":1.}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":1e}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":0x1}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":NaN}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":-Infinity}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":9223372036854775808}"), ERROR_INVALID_FIELD, "/a"},
    {BODY("{\"a\":-9223372036854775809}"), ERROR_INVALID_FIELD, "/a"},
    {BODY("{\"a\":[0,1e999]}"), ERROR_INVALID_FIELD, "/a/1"},

    /* strings */
    {BODY("{\"a\":\"\n\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"\\x\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"\\u12g4\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"\\ud800\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"\\udc00\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"\\ud800\\u0041\"}"), ERROR_INVALID_JSON, "/a"},
    {BODY("{\"a\":\"\\u0000\"}"), ERROR_INVALID_UTF8, "/a"},
    {BODY("{\"a\\u0000\":1}"), ERROR_INVALID_UTF8, ""},
    {BODY("{\"a\":\"\xff\"}"), ERROR_INVALID_UTF8, "/a"},
    {BODY("{\"a\":[\"b\",\"\xc3\"]}"), ERROR_INVALID_UTF8, "/a/1"},
    {BODY("{\"a\xff\":1}"), ERROR_INVALID_UTF8, ""},
    {BODY("{\"a\":\"\xed\xa0\x80\"}"), ERROR_INVALID_UTF8, "/a"},
    {BODY("{\"a\":\"\xc0\xaf\"}"), ERROR_INVALID_UTF8, "/a"},
    {BODY("{\"a\":\"\0\"}"), ERROR_INVALID_UTF8, "/a"},
    {BODY("{}\0"), ERROR_INVALID_UTF8, ""},
    {BODY("\0"), ERROR_INVALID_UTF8, ""},
    {BODY("\xff{}"), ERROR_INVALID_UTF8, ""},

    /* keys that stand twice */
    {BODY("{\"a\":[1,18446744073709551616]}"), ERROR_INVALID_FIELD, "/a/1"},
    {BODY("{\"a\":{\"b\":1e400}}"), ERROR_INVALID_FIELD, "/a/b"},
    {BODY("{\"a\":1,\"a\":1}"), ERROR_DUPLICATE_KEY, "/a"},
    {BODY("{\"a\":1,\"b\":2,\"a\":null}"), ERROR_DUPLICATE_KEY, "/a"},
    {BODY("{\"a\":1,\"\\u0061\":2}"), ERROR_DUPLICATE_KEY, "/a"},
    {BODY("{\"o\":{\"k\":1,\"k\":2}}"), ERROR_DUPLICATE_KEY, "/o/k"},
    {BODY("{\"p\":[{},{\"k\":1,\"k\":1}]}"), ERROR_DUPLICATE_KEY, "/p/1/k"},
    {BODY("{\"a/b\":1,\"a\\/b\":2}"), ERROR_DUPLICATE_KEY, "/a~1b"},
};

START_TEST(a_bad_body_is_refused_with_its_code_and_place)
{
    for (size_t i = 0; i < sizeof bad_bodies / sizeof bad_bodies[0]; i++) {
        struct problem problem = {0};
        struct json_in root = {0};
        struct result result = read_body(bad_bodies[i].body, bad_bodies[i].length, &problem, &root);
        ck_assert_msg(failed(result), "%s", bad_bodies[i].body);
        ck_assert_msg(result.code == bad_bodies[i].code, "%s: %s, not %s", bad_bodies[i].body,
                      error_slug(result.code), error_slug(bad_bodies[i].code));
        const char *pointer = problem.has_pointer ? problem.pointer : "(none)";
        const char *expected = bad_bodies[i].pointer ? bad_bodies[i].pointer : "(none)";
        ck_assert_msg(strcmp(pointer, expected) == 0, "%s: at %s, not %s", bad_bodies[i].body,
                      pointer, expected);
        ck_assert_ptr_null(root.value);
        ck_assert(!root.present);
    }
}
END_TEST

START_TEST(a_body_that_is_an_object_is_read)
{
    static const char *const bodies[] = {
        "{}",
        " \t\r\n{ } \n",
        "{\"a\":1}",
        "{\"a\":-0,\"b\":1.5e-3,\"c\":9223372036854775807,\"d\":-9223372036854775808}",
        "{\"a\":\"\\ud83d\\ude00\\b\\f\\n\\r\\t\\\"\\\\\\/\"}",
        "{\"\xc3\xa9\":\"\xf0\x9f\x98\x80\"}",
        "{\"\":{\"\":[]}}",
        "{\"a\":{\"k\":1},\"b\":{\"k\":1}}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct problem problem = {0};
        JSON_IN_CLEANUP struct json_in root = good(bodies[i], &problem);
        ck_assert_str_eq(root.pointer, "");
    }
}
END_TEST

/** {"a":[[…]]} of so many levels, with text in the innermost. */
static size_t nest(char *body, int levels, const char *innermost)
{
    strcpy(body, "{\"a\":");
    for (int i = 1; i < levels; i++)
        strcat(body, "[");
    strcat(body, innermost);
    for (int i = 1; i < levels; i++)
        strcat(body, "]");
    strcat(body, "}");
    return strlen(body);
}

START_TEST(nesting_is_bounded)
{
    char body[4 * JSON_BODY_DEPTH_MAX + 64];
    struct problem problem = {0};
    nest(body, JSON_BODY_DEPTH_MAX, "\"[{[{ \\\" [[\"");
    struct json_in root = good(body, &problem);
    json_release(&root);
    size_t length = nest(body, JSON_BODY_DEPTH_MAX + 1, "0");
    check_refused(read_body(body, length, &problem, &root), &problem, ERROR_INVALID_JSON, NULL);
    /* Wide is not deep. */
    root = good("{\"a\":[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],{},{},{},{}]}",
                &problem);
    json_release(&root);
}
END_TEST

START_TEST(a_hundred_thousand_brackets_are_refused_whatever_stands_before_them)
{
    enum { COUNT = 100000 };
    static const char *const beginnings[] = {"", "{\"a\":", "]]]]]]]]", "\xff", "}}}}{\"a\":\""};
    char *body = malloc(COUNT + 64);
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        struct problem problem = {0};
        struct json_in root = {0};
        size_t begin = strlen(beginnings[i]);
        memcpy(body, beginnings[i], begin);
        memset(body + begin, i % 2 ? '[' : '{', COUNT);
        body[begin + COUNT] = (char)0xff;
        ck_assert(failed(read_body(body, begin + COUNT, &problem, &root)));
        ck_assert(failed(read_body(body, begin + COUNT + 1, &problem, &root)));
    }
    free(body);
}
END_TEST

START_TEST(releasing_nothing_is_fine)
{
    struct json_in root = {0};
    json_release(&root);
}
END_TEST

/* --- members --------------------------------------------------------------------------------- */

START_TEST(only_known_members_pass)
{
    static const char *const names[] = {"a", "b", NULL}, *const none[] = {NULL};
    struct problem problem = {0};
    JSON_IN_CLEANUP struct json_in root = good("{\"b\":1,\"a\":null}", &problem);
    ck_assert(!failed(json_only(&root, names)));
    check_refused(json_only(&root, none), &problem, ERROR_UNKNOWN_FIELD, "/b");
    JSON_IN_CLEANUP struct json_in other = good("{\"a\":1,\"A~/\":null}", &problem);
    check_refused(json_only(&other, names), &problem, ERROR_UNKNOWN_FIELD, "/A~0~1");
    JSON_IN_CLEANUP struct json_in empty = good("{}", &problem);
    ck_assert(!failed(json_only(&empty, none)));
}
END_TEST

/** Values of every type, each under its own name; `null` counts as absent. */
static const char every_type[] =
    "{\"object\":{\"in\":1},\"array\":[{},{\"x\":2}],\"string\":\"t\\u0065xt\",\"empty\":\"\","
    "\"whole\":7,\"real\":7.0,\"true\":true,\"false\":false,\"null\":null}";

static const char *const type_names[] = {"object", "array", "string", "empty", "whole",
                                         "real",   "true",  "false",  NULL};

/** Calls a getter for a member of every type: it takes those in `fits` and refuses all others. */
static void check_types(struct result (*get)(const struct json_in *object, const char *name,
                                             enum json_need need),
                        const char *fits)
{
    for (int i = 0; type_names[i]; i++) {
        struct problem problem = {0};
        JSON_IN_CLEANUP struct json_in root = good(every_type, &problem);
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/%s", type_names[i]);
        struct result result = get(&root, type_names[i], JSON_REQUIRED);
        if (strstr(fits, type_names[i]))
            ck_assert_msg(!failed(result), "%s", type_names[i]);
        else
            check_refused(result, &problem, ERROR_INVALID_FIELD, pointer);
    }
    static const char *const absent[] = {"null", "nothing", "nul", "nulls"};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        struct problem problem = {0};
        JSON_IN_CLEANUP struct json_in root = good(every_type, &problem);
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/%s", absent[i]);
        ck_assert(!failed(get(&root, absent[i], JSON_OPTIONAL)));
        check_refused(get(&root, absent[i], JSON_REQUIRED), &problem, ERROR_MISSING_FIELD, pointer);
        ck_assert(!json_has(&root, absent[i]));
    }
}

static struct result get_object(const struct json_in *object, const char *name, enum json_need need)
{
    struct json_in member = {.present = true};
    TRY(json_get_object(object, name, need, &member));
    ck_assert(member.present == json_has(object, name));
    ck_assert_ptr_eq(member.problem, object->problem);
    return OK;
}

static struct result get_array(const struct json_in *object, const char *name, enum json_need need)
{
    struct json_in member = {.present = true};
    TRY(json_get_array(object, name, need, 2, &member));
    ck_assert(member.present == json_has(object, name));
    return OK;
}

static struct result get_string(const struct json_in *object, const char *name, enum json_need need)
{
    const char *text = "before";
    size_t length = 42;
    struct result result = json_get_string(object, name, need, &text, &length);
    if (failed(result) || !json_has(object, name)) {
        ck_assert_str_eq(text, "before");
        ck_assert_uint_eq(length, 42);
        return result;
    }
    ck_assert_str_eq(text, strcmp(name, "empty") == 0 ? "" : "text");
    ck_assert_uint_eq(length, strlen(text));
    return OK;
}

static struct result get_integer(const struct json_in *object, const char *name,
                                 enum json_need need)
{
    int64_t number = 42;
    struct result result = json_get_integer(object, name, need, INT64_MIN, INT64_MAX, &number);
    ck_assert_int_eq(number, !failed(result) && json_has(object, name) ? 7 : 42);
    return result;
}

static struct result get_bool(const struct json_in *object, const char *name, enum json_need need)
{
    bool yes = true, no = false;
    struct result result = json_get_bool(object, name, need, &yes);
    ck_assert(failed(json_get_bool(object, name, need, &no)) == failed(result));
    bool given = !failed(result) && json_has(object, name);
    ck_assert(yes == (!given || strcmp(name, "true") == 0));
    ck_assert(no == (given && strcmp(name, "true") == 0));
    return result;
}

static struct result get_choice(const struct json_in *object, const char *name, enum json_need need)
{
    static const char *const words[] = {"tex", "text", "", "texts", NULL};
    int choice = 42;
    struct result result = json_get_choice(object, name, need, words, &choice);
    bool given = !failed(result) && json_has(object, name);
    ck_assert_int_eq(choice, !given ? 42 : strcmp(name, "empty") == 0 ? 2 : 1);
    return result;
}

START_TEST(each_type_is_taken_as_itself_alone)
{
    check_types(get_object, "object");
    check_types(get_array, "array");
    check_types(get_string, "string empty");
    check_types(get_integer, "whole");
    check_types(get_bool, "true false");
    check_types(get_choice, "string empty");
}
END_TEST

START_TEST(a_whole_number_keeps_within_its_range)
{
    static const struct {
        int64_t min, max;
        bool fits;
    } ranges[] = {{7, 7, true}, {0, 7, true}, {7, 9, true}, {8, 9, false}, {0, 6, false}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        struct problem problem = {0};
        JSON_IN_CLEANUP struct json_in root = good("{\"o\":{\"n\":7}}", &problem);
        struct json_in inner = {0};
        int64_t number = 42;
        ck_assert(!failed(json_get_object(&root, "o", JSON_REQUIRED, &inner)));
        struct result result =
            json_get_integer(&inner, "n", JSON_REQUIRED, ranges[i].min, ranges[i].max, &number);
        ck_assert_int_eq(number, ranges[i].fits ? 7 : 42);
        if (ranges[i].fits)
            ck_assert(!failed(result));
        else
            check_refused(result, &problem, ERROR_INVALID_FIELD, "/o/n");
    }
}
END_TEST

START_TEST(a_word_that_is_not_on_the_list_is_answered_with_the_list)
{
    static const char *const words[] = {"black", "white", "random", NULL};
    static const char *const bodies[] = {"{\"c\":\"Black\"}", "{\"c\":\"blac\"}",
                                         "{\"c\":\"blacks\"}", "{\"c\":\"\"}",
                                         "{\"c\":\"black, white\"}"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct problem problem = {0};
        JSON_IN_CLEANUP struct json_in root = good(bodies[i], &problem);
        int choice = 42;
        check_refused(json_get_choice(&root, "c", JSON_REQUIRED, words, &choice), &problem,
                      ERROR_INVALID_FIELD, "/c");
        ck_assert_str_eq(problem.detail, "Must be one of: black, white, random.");
        ck_assert_int_eq(choice, 42);
    }
}
END_TEST

START_TEST(elements_of_an_array_are_objects_with_places_of_their_own)
{
    struct problem problem = {0};
    JSON_IN_CLEANUP struct json_in root =
        good("{\"a/b\":[{\"x\":1},7,null,[],{\"x\":true}]}", &problem);
    struct json_in array = {0}, element = {0};
    int64_t number = 0;
    check_refused(json_get_array(&root, "a/b", JSON_REQUIRED, 4, &array), &problem,
                  ERROR_INVALID_FIELD, "/a~1b");
    ck_assert(!failed(json_get_array(&root, "a/b", JSON_REQUIRED, 5, &array)));
    ck_assert_uint_eq(json_count(&array), 5);
    ck_assert(!failed(json_element(&array, 0, &element)));
    ck_assert_str_eq(element.pointer, "/a~1b/0");
    ck_assert(!failed(json_get_integer(&element, "x", JSON_REQUIRED, 0, 9, &number)));
    ck_assert_int_eq(number, 1);
    for (size_t i = 1; i < 4; i++) {
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/a~1b/%zu", i);
        check_refused(json_element(&array, i, &element), &problem, ERROR_INVALID_FIELD, pointer);
    }
    ck_assert(!failed(json_element(&array, 4, &element)));
    check_refused(json_get_integer(&element, "x", JSON_REQUIRED, 0, 9, &number), &problem,
                  ERROR_INVALID_FIELD, "/a~1b/4/x");
    static const char *const none[] = {NULL};
    check_refused(json_only(&element, none), &problem, ERROR_UNKNOWN_FIELD, "/a~1b/4/x");
}
END_TEST

START_TEST(a_refusal_of_one_s_own_names_the_member)
{
    struct problem problem = {0};
    JSON_IN_CLEANUP struct json_in root = good("{\"o\":{\"m\":1}}", &problem);
    struct json_in inner = {0};
    ck_assert(!failed(json_get_object(&root, "o", JSON_REQUIRED, &inner)));
    check_refused(json_refuse(&inner, "m", "%d is %s.", 1, "too few"), &problem,
                  ERROR_INVALID_FIELD, "/o/m");
    ck_assert_str_eq(problem.detail, "1 is too few.");
}
END_TEST

START_TEST(a_place_too_long_to_name_is_cut_between_characters)
{
    for (size_t size = 1; size < 500; size++) {
        char body[2048] = "{\"", name[1600] = "";
        static const char *const none[] = {NULL};
        struct problem problem = {0};
        for (size_t i = 0; i < size; i++)
            strcat(name, i % 3 == 0 ? "\xe2\x82\xac" : i % 3 == 1 ? "~" : "/");
        strcat(strcat(body, name), "\":1}");
        JSON_IN_CLEANUP struct json_in root = good(body, &problem);
        struct result result = json_only(&root, none);
        ck_assert_int_eq(result.code, ERROR_UNKNOWN_FIELD);
        size_t length = strlen(problem.pointer);
        ck_assert_uint_lt(length, JSON_IN_POINTER_SIZE);
        ck_assert(size < 100 || length > JSON_IN_POINTER_SIZE - 6);
        ck_assert(text_is_utf8(problem.pointer, length));
        for (const char *at = strchr(problem.pointer, '~'); at; at = strchr(at + 1, '~'))
            ck_assert(at[1] == '0' || at[1] == '1');
    }
}
END_TEST

/* --- written again --------------------------------------------------------------------------- */

START_TEST(a_value_is_written_again_compactly_as_long_as_it_fits)
{
    static const char compact[] = "{\"b\":[1,true,null,\"\xc3\xa9\\n\"],\"a\":{}}";
    char text[sizeof compact], small[sizeof compact - 1];
    struct problem problem = {0};
    JSON_IN_CLEANUP struct json_in root =
        good("{\"m\": { \"b\" : [ 1, true , null, \"\\u00e9\\n\" ] , \"a\" : { } } }", &problem);
    struct json_in member = {0};
    ck_assert(!failed(json_get_object(&root, "m", JSON_REQUIRED, &member)));
    ck_assert(!failed(json_compact(&member, text, sizeof text)));
    ck_assert_str_eq(text, compact);
    check_refused(json_compact(&member, small, sizeof small), &problem, ERROR_INVALID_FIELD, "/m");
}
END_TEST

START_TEST(a_number_is_written_again_in_as_few_digits_as_are_exact)
{
    static const char *const exact[][2] = {
        {"{\"m\":{\"x\":0.1}}", "{\"x\":0.1}"},
        {"{\"m\":{\"x\":-2.50}}", "{\"x\":-2.5}"},
        {"{\"m\":{\"x\":0.30000000000000004}}", "{\"x\":0.30000000000000004}"},
        {"{\"m\":{\"x\":9007199254740993}}", "{\"x\":9007199254740993}"},
    };
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        char text[64];
        struct problem problem = {0};
        JSON_IN_CLEANUP struct json_in root = good(exact[i][0], &problem);
        struct json_in member = {0};
        ck_assert(!failed(json_get_object(&root, "m", JSON_REQUIRED, &member)));
        ck_assert(!failed(json_compact(&member, text, sizeof text)));
        ck_assert_str_eq(text, exact[i][1]);
    }
}
END_TEST

static void fingerprint_of(const char *body, uint8_t digest[SHA256_SIZE])
{
    struct problem problem = {0};
    JSON_IN_CLEANUP struct json_in root = good(body, &problem);
    json_fingerprint(&root, "own", digest);
}

START_TEST(a_fingerprint_depends_on_the_content_alone)
{
    static const char *const same[] = {
        "{\"a\":1,\"b\":{\"x\":[1,2],\"y\":\"\xc3\xa9\"}}",
        "{\"b\":{\"y\":\"\\u00e9\",\"x\":[1,2]},\"a\":1}",
        "{\"a\":1,\"b\":{\"x\":[1,2],\"y\":\"\xc3\xa9\",\"z\":null},\"c\":null,\"own\":null}",
        " { \"a\" : 1 ,\n\"b\" : { \"x\":[ 1 , 2 ], \"y\":\"\\u00E9\" } } ",
    };
    static const char *const others[] = {
        "{\"a\":2,\"b\":{\"x\":[1,2],\"y\":\"\xc3\xa9\"}}",
        "{\"a\":1,\"b\":{\"x\":[2,1],\"y\":\"\xc3\xa9\"}}",
        "{\"a\":1,\"b\":{\"x\":[1,2],\"y\":\"e\"}}",
        "{\"a\":\"1\",\"b\":{\"x\":[1,2],\"y\":\"\xc3\xa9\"}}",
        "{\"a\":1,\"b\":{\"x\":[1,2]}}",
        "{\"a\":1,\"b\":{\"x\":[1,2,null],\"y\":\"\xc3\xa9\"}}",
        "{}",
    };
    uint8_t first[SHA256_SIZE], digest[SHA256_SIZE];
    fingerprint_of(same[0], first);
    for (size_t i = 1; i < sizeof same / sizeof same[0]; i++) {
        fingerprint_of(same[i], digest);
        ck_assert_mem_eq(digest, first, sizeof first);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        fingerprint_of(others[i], digest);
        ck_assert_mem_ne(digest, first, sizeof first);
    }
}
END_TEST

START_TEST(in_the_caller_s_own_data_a_null_counts)
{
    uint8_t without[SHA256_SIZE], with[SHA256_SIZE];
    fingerprint_of("{\"own\":{}}", without);
    fingerprint_of("{\"own\":{\"a\":null}}", with);
    ck_assert_mem_ne(with, without, sizeof with);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_reader");
    TCase *tcase = tcase_create("json_reader");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_bad_body_is_refused_with_its_code_and_place);
    tcase_add_test(tcase, a_body_that_is_an_object_is_read);
    tcase_add_test(tcase, nesting_is_bounded);
    tcase_add_test(tcase, a_hundred_thousand_brackets_are_refused_whatever_stands_before_them);
    tcase_add_test(tcase, releasing_nothing_is_fine);
    tcase_add_test(tcase, only_known_members_pass);
    tcase_add_test(tcase, each_type_is_taken_as_itself_alone);
    tcase_add_test(tcase, a_whole_number_keeps_within_its_range);
    tcase_add_test(tcase, a_word_that_is_not_on_the_list_is_answered_with_the_list);
    tcase_add_test(tcase, elements_of_an_array_are_objects_with_places_of_their_own);
    tcase_add_test(tcase, a_refusal_of_one_s_own_names_the_member);
    tcase_add_test(tcase, a_place_too_long_to_name_is_cut_between_characters);
    tcase_add_test(tcase, a_value_is_written_again_compactly_as_long_as_it_fits);
    tcase_add_test(tcase, a_number_is_written_again_in_as_few_digits_as_are_exact);
    tcase_add_test(tcase, a_fingerprint_depends_on_the_content_alone);
    tcase_add_test(tcase, in_the_caller_s_own_data_a_null_counts);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
