#include "base/limits.h"
#include "domain/challenge.h"
#include "domain/seek.h"
#include "domain/words.h"
#include "endpoints/endpoint.h"

static void write_analysis(struct json_writer *writer)
{
    json_member(writer, "analysis");
    json_begin_object(writer);
    json_member_number(writer, "depth_max", ANALYSIS_DEPTH_MAX);
    json_member_number(writer, "nodes_max", ANALYSIS_NODES_MAX);
    json_member_number(writer, "nodes_default", ANALYSIS_NODES_DEFAULT);
    json_member_number(writer, "exact_empties_max", EXACT_EMPTIES_MAX);
    json_end(writer);
}

static void write_background(struct json_writer *writer)
{
    json_member(writer, "background");
    json_begin_object(writer);
    json_member_number(writer, "depth_max", STUDY_DEPTH_MAX);
    json_member_number(writer, "position_nodes_max", STUDY_POSITION_NODES_MAX);
    json_member_number(writer, "nodes_max", STUDY_NODES_MAX);
    json_member_number(writer, "exact_empties_max", STUDY_EXACT_EMPTIES_MAX);
    json_member_number(writer, "open_max", STUDIES_OF_CALLER_MAX);
    json_member_number(writer, "open_in_all_max", STUDIES_MAX);
    json_member_number(writer, "analysis_kept_days", ANALYSIS_DAYS);
    json_end(writer);
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

static void write_opponents(struct json_writer *writer)
{
    json_member(writer, "opponents");
    json_begin_object(writer);
    json_member_number(writer, "challenges_open_max", CHALLENGES_OPEN_MAX);
    json_member_number(writer, "challenges_open_to_one_max", CHALLENGES_OPEN_TO_ONE_MAX);
    json_member_number(writer, "challenge_hours", CHALLENGE_HOURS);
    json_member_number(writer, "challenge_correspondence_days", CHALLENGE_CORRESPONDENCE_DAYS);
    json_member_number(writer, "challenge_kept_days", ENDED_CHALLENGE_DAYS);
    json_member_number(writer, "seeks_open_max", SEEKS_OPEN_MAX);
    json_member_number(writer, "seek_life_seconds", SEEK_LIFE_S);
    json_member_number(writer, "seek_correspondence_life_hours", SEEK_CORRESPONDENCE_LIFE_HOURS);
    json_member_number(writer, "seek_kept_hours", ENDED_SEEK_HOURS);
    json_member_number(writer, "blocks_max", BLOCKS_MAX);
    json_member_number(writer, "snapshot_max", EVENTS_SNAPSHOT_MAX);
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
    json_member_number(&writer, "body_bytes_max", BODY_BYTES_MAX);
    json_member_number(&writer, "uri_bytes_max", HTTP_TARGET_BYTES_MAX);
    json_member_number(&writer, "header_bytes_max", HTTP_HEAD_BYTES_MAX);
    json_member_number(&writer, "json_depth_max", JSON_BODY_DEPTH_MAX);
    json_member_number(&writer, "metadata_bytes_max", GAME_METADATA_SIZE - 1);
    json_member_number(&writer, "idempotency_key_length_max", IDEMPOTENCY_KEY_LENGTH_MAX);
    json_member_number(&writer, "page_items_default", PAGE_SIZE_DEFAULT);
    json_member_number(&writer, "page_items_max", PAGE_SIZE_MAX);
    json_member_number(&writer, "ids_max", GAMES_PER_REQUEST_MAX);
    json_member_number(&writer, "positions_max", POSITIONS_PER_REQUEST_MAX);
    json_member_number(&writer, "wait_seconds_max", WAIT_S_MAX);
    json_member_number(&writer, "stream_heartbeat_seconds", STREAM_HEARTBEAT_MS / 1000);
    json_member_number(&writer, "streams_per_client_max", config->streams_per_client);
    write_analysis(&writer);
    write_background(&writer);
    write_reviews(&writer);
    write_opponents(&writer);
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
