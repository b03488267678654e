/**
 * Bodies from any bytes: what is taken is JSON as jansson reads it, within the reader's own bounds;
 * what is refused is refused with a place that is there.
 */
#include "base/limits.h"
#include "base/text.h"
#include "domain/words.h"
#include "fuzz.h"
#include "json/reader.h"

#include <jansson.h>
#include <string.h>

/* --- places ---------------------------------------------------------------------------------- */

/** A pointer is empty or a row of tokens, each "/" and characters, "~" only as "~0" and "~1". */
static void require_pointer(const char *pointer)
{
    FUZZ_REQUIRE(strlen(pointer) < JSON_IN_POINTER_SIZE);
    FUZZ_REQUIRE(text_is_utf8(pointer, strlen(pointer)));
    FUZZ_REQUIRE(*pointer == '\0' || *pointer == '/');
    for (const char *at = strchr(pointer, '~'); at; at = strchr(at + 1, '~'))
        FUZZ_REQUIRE(at[1] == '0' || at[1] == '1');
}

/** Takes a token off a pointer and unescapes it. */
static const char *next_token(const char *pointer, char token[JSON_IN_POINTER_SIZE])
{
    for (pointer++; *pointer && *pointer != '/'; pointer++)
        *token++ = *pointer != '~' ? *pointer : *++pointer == '0' ? '~' : '/';
    *token = '\0';
    return pointer;
}

/** Whether a pointer leads somewhere; `missing`: but for its last token, which leads nowhere. */
static bool leads(const json_t *value, const char *pointer, bool missing)
{
    char token[JSON_IN_POINTER_SIZE];
    while (value && *pointer) {
        pointer = next_token(pointer, token);
        if (missing && *pointer == '\0')
            return json_is_object(value) &&
                   (!json_object_get(value, token) || json_is_null(json_object_get(value, token)));
        value = json_is_object(value) ? json_object_get(value, token)
                                      : json_array_get(value, strtoul(token, NULL, 10));
    }
    return value && !missing;
}

/** Whether a place had room for all of its tokens. */
static bool is_whole(const char *pointer)
{
    return strlen(pointer) < JSON_IN_POINTER_SIZE - 6;
}

static void require_problem(const struct problem *problem)
{
    FUZZ_REQUIRE(problem->detail[0] != '\0');
    FUZZ_REQUIRE(text_is_utf8(problem->detail, strlen(problem->detail)));
    require_pointer(problem->pointer);
}

/* --- what endpoints do with a body ----------------------------------------------------------- */

static struct result read_opponent(const struct json_in *body)
{
    static const char *const fields[] = {"type", "level", NULL};
    static const char *const types[] = {"ai", "local", NULL};
    struct json_in opponent;
    int type = 0, level = 0;
    TRY(json_get_object(body, "opponent", JSON_REQUIRED, &opponent));
    TRY(json_only(&opponent, fields));
    TRY(json_get_choice(&opponent, "type", JSON_REQUIRED, types, &type));
    if (type == 1 && json_has(&opponent, "level"))
        return json_refuse(&opponent, "level", "A local game has no level.");
    return json_get_choice(&opponent, "level", JSON_OPTIONAL, words_level, &level);
}

/** As POST /v1/games. */
static struct result read_game(const struct json_in *body)
{
    static const char *const fields[] = {"opponent", "opening",  "position",
                                         "seed",     "metadata", NULL};
    const char *text = NULL;
    char metadata[GAME_METADATA_SIZE];
    struct json_in object;
    size_t length = 0;
    int64_t seed = 0;
    int opening = 0;
    TRY(json_only(body, fields));
    TRY(read_opponent(body));
    TRY(json_get_choice(body, "opening", JSON_OPTIONAL, words_opening, &opening));
    TRY(json_get_string(body, "position", JSON_OPTIONAL, &text, &length));
    FUZZ_REQUIRE(!text || (strlen(text) == length && text_is_utf8(text, length)));
    TRY(json_get_integer(body, "seed", JSON_OPTIONAL, 0, SEED_MAX, &seed));
    FUZZ_REQUIRE(seed >= 0 && seed <= SEED_MAX);
    TRY(json_get_object(body, "metadata", JSON_OPTIONAL, &object));
    if (object.present)
        TRY(json_compact(&object, metadata, sizeof metadata));
    FUZZ_REQUIRE(!object.present || strlen(metadata) < sizeof metadata);
    return OK;
}

/** As POST /v1/positions/analysis. */
static struct result read_positions(const struct json_in *body)
{
    static const char *const fields[] = {"positions", "depth", "exact", NULL};
    static const char *const inner[] = {"position", "transcript", "opening", NULL};
    struct json_in array, element;
    const char *text = NULL;
    size_t length = 0;
    int64_t depth = 1;
    bool exact = false;
    TRY(json_only(body, fields));
    TRY(json_get_integer(body, "depth", JSON_OPTIONAL, 1, 60, &depth));
    TRY(json_get_bool(body, "exact", JSON_OPTIONAL, &exact));
    TRY(json_get_array(body, "positions", JSON_REQUIRED, POSITIONS_PER_REQUEST_MAX, &array));
    for (size_t i = 0; i < json_count(&array); i++) {
        TRY(json_element(&array, i, &element));
        TRY(json_only(&element, inner));
        TRY(json_get_string(&element, "transcript", JSON_REQUIRED, &text, &length));
    }
    return OK;
}

static void try_endpoint(const struct json_in *body,
                         struct result (*read)(const struct json_in *body))
{
    struct problem *problem = body->problem;
    *problem = (struct problem){0};
    struct result result = read(body);
    if (!failed(result))
        return;
    require_problem(problem);
    FUZZ_REQUIRE(problem->has_pointer);
    if (is_whole(problem->pointer))
        FUZZ_REQUIRE(leads(body->value, problem->pointer, result.code == ERROR_MISSING_FIELD));
}

/** Serialised and read again it is the same. */
static void try_again(const struct json_in *body)
{
    static char text[4 * BODY_BYTES_MAX];
    uint8_t before[SHA256_SIZE], after[SHA256_SIZE];
    struct problem problem = {0};
    struct json_in again = {0};
    if (failed(json_compact(body, text, sizeof text)))
        return;
    FUZZ_REQUIRE(!failed(json_read(text, strlen(text), &problem, &again)));
    json_fingerprint(body, NULL, before);
    json_fingerprint(&again, NULL, after);
    FUZZ_REQUIRE(memcmp(before, after, sizeof before) == 0);
    json_release(&again);
}

/* --- the reader beside jansson --------------------------------------------------------------- */

static int depth_of(json_t *value)
{
    int deepest = 0;
    const char *name;
    size_t index;
    json_t *child;
    json_object_foreach(value, name, child)
    {
        int depth = depth_of(child);
        deepest = depth > deepest ? depth : deepest;
    }
    json_array_foreach(value, index, child)
    {
        int depth = depth_of(child);
        deepest = depth > deepest ? depth : deepest;
    }
    return json_is_object(value) || json_is_array(value) ? deepest + 1 : 0;
}

/** The verdict that jansson and the bounds lead to. */
static bool is_acceptable(const char *body, size_t size)
{
    json_t *value = json_loadb(body, size, JSON_REJECT_DUPLICATES, NULL);
    bool fits =
        json_is_object(value) && depth_of(value) <= JSON_BODY_DEPTH_MAX && text_is_utf8(body, size);
    json_decref(value);
    return fits;
}

static void require_duplicate(const char *body, size_t size, const char *pointer)
{
    json_t *value = json_loadb(body, size, JSON_DECODE_ANY, NULL);
    if (value && is_whole(pointer))
        FUZZ_REQUIRE(*pointer != '\0' && leads(value, pointer, false));
    json_decref(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *body = (const char *)data;
    struct problem problem = {0};
    struct json_in root = {0};
    struct result result = json_read(body, size, &problem, &root);
    FUZZ_REQUIRE(failed(result) == !is_acceptable(body, size));
    if (failed(result)) {
        require_problem(&problem);
        if (result.code == ERROR_DUPLICATE_KEY)
            require_duplicate(body, size, problem.pointer);
        return 0;
    }
    try_endpoint(&root, read_game);
    try_endpoint(&root, read_positions);
    try_again(&root);
    json_release(&root);
    return 0;
}
