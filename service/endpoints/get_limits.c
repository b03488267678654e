#include "auth/id_token.h"
#include "base/limits.h"
#include "domain/challenge.h"
#include "domain/seek.h"
#include "domain/words.h"
#include "endpoints/endpoint.h"
#include "names/name.h"
#include "store/accounts.h"

static void write_rows(struct json_writer *writer, const struct config *config)
{
#define LIMITS(group)                                                                              \
    json_member(writer, #group);                                                                   \
    json_begin_object(writer);
#define LIMITS_END json_end(writer);
#define LIMIT(name, value) json_member_number(writer, #name, value);
#include "endpoints/limits.def"
#undef LIMITS
#undef LIMITS_END
#undef LIMIT
}

static void write_reviews(struct json_writer *writer)
{
    json_member(writer, "reviews");
    json_begin_array(writer);
    for (int i = 0; words_review_strength[i]; i++) {
        const struct study_budget *budget = study_budget_of((enum study_strength)i);
        json_begin_object(writer);
        json_member_string(writer, "strength", words_review_strength[i]);
        json_member_number(writer, "nodes", (int64_t)budget->nodes_max);
        json_member_number(writer, "depth", budget->depth_max);
        json_member_number(writer, "exact_empties", budget->exact_empties_max);
        json_end(writer);
    }
    json_end(writer);
}

static void write_rate(struct json_writer *writer, const char *bucket, int64_t with_token,
                       int64_t without_token)
{
    json_begin_object(writer);
    json_member_string(writer, "bucket", bucket);
    json_member_number(writer, "quota", with_token);
    json_member_number(writer, "quota_without_token", without_token);
    json_member_number(writer, "window_seconds", 60);
    json_end(writer);
}

struct result ep_get_limits(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    const struct config *config = ((struct endpoint *)worker)->services->config;
    TRY(http_query_only(request, names));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    write_rows(&writer, config);
    write_reviews(&writer);
    json_member(&writer, "rates");
    json_begin_array(&writer);
    write_rate(&writer, "reads", config->rate_read, config->rate_read_anonymous);
    write_rate(&writer, "moves", config->rate_move, 0);
    write_rate(&writer, "creation", config->rate_create, config->rate_create_anonymous);
    write_rate(&writer, "engine", config->rate_engine, config->rate_engine_anonymous);
    json_end(&writer);
    json_end(&writer);
    return OK;
}
