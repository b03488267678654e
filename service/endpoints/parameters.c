#include "base/text.h"
#include "domain/words.h"
#include "endpoints/endpoint.h"

#include <string.h>

static struct result refuse_range(struct http_request *request, enum error_code code,
                                  const char *name, int64_t min, int64_t max)
{
    return fail_for(&request->problem, code, name, "%s must be a whole number from %lld to %lld.",
                    name, (long long)min, (long long)max);
}

static struct result read_number(struct http_request *request, enum error_code code,
                                 const char *name, struct http_value text, int64_t min, int64_t max,
                                 int64_t *value)
{
    uint64_t number;
    if (!text_parse_number(text.data, text.length, (uint64_t)max, &number) || (int64_t)number < min)
        return refuse_range(request, code, name, min, max);
    *value = (int64_t)number;
    return OK;
}

struct result ep_query_number(struct http_request *request, const char *name, int64_t min,
                              int64_t max, int64_t *value)
{
    struct http_value text = http_query(request, name);
    return text.data ? read_number(request, ERROR_INVALID_QUERY, name, text, min, max, value) : OK;
}

struct result ep_path_number(struct http_request *request, const char *name, int64_t min,
                             int64_t max, int64_t *value)
{
    return read_number(request, ERROR_INVALID_PATH, name, http_param(request, name), min, max,
                       value);
}

struct result ep_path_id(struct http_request *request, const char *what, struct uuid *id)
{
    struct http_value text = http_param(request, "id");
    if (uuid_parse(text.data, text.length, id))
        return OK;
    return fail_for(&request->problem, ERROR_INVALID_PATH, "id", "The %s's id must be a UUID.",
                    what);
}

struct result ep_query_choice(struct http_request *request, const char *name,
                              const char *const *words, int *choice)
{
    struct http_value text = http_query(request, name);
    if (!text.data)
        return OK;
    int index = words_index(words, text.data, text.length);
    if (index >= 0) {
        *choice = index;
        return OK;
    }
    char list[PROBLEM_DETAIL_SIZE / 2];
    words_list(words, list, sizeof list);
    return fail_for(&request->problem, ERROR_INVALID_QUERY, name, "%s must be one of: %s.", name,
                    list);
}

struct result ep_query_bool(struct http_request *request, const char *name, bool *value)
{
    static const char *const words[] = {"false", "true", NULL};
    int choice = *value;
    TRY(ep_query_choice(request, name, words, &choice));
    *value = choice;
    return OK;
}

struct result ep_no_fields(struct http_request *request)
{
    static const char *const none[] = {NULL};
    JSON_IN_CLEANUP struct json_in body = {0};
    if (request->body_length == 0)
        return OK;
    TRY(json_read(request->body, request->body_length, &request->problem, &body));
    return json_only(&body, none);
}
