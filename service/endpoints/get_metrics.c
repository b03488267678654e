#include "endpoints/endpoint.h"

#include <inttypes.h>

static void write_metric(struct text *out, const char *name, const char *type, const char *help,
                         uint64_t value)
{
    text_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %" PRIu64 "\n", name, help, name, type, name,
                value);
}

static void write_requests(struct text *out, const struct http_server_figures *figures)
{
    static const char *const methods[HTTP_METHOD_COUNT] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    text_puts(out, "# HELP reversid_http_requests_total Requests answered.\n"
                   "# TYPE reversid_http_requests_total counter\n");
    for (int method = 0; method < HTTP_METHOD_COUNT; method++)
        for (int class = 1; class <= 5; class ++)
            if (figures->requests[method][class] > 0)
                text_printf(
                    out, "reversid_http_requests_total{method=\"%s\",class=\"%dxx\"} %" PRIu64 "\n",
                    methods[method], class, figures->requests[method][class]);
}

static void write_durations(struct text *out, const struct http_server_figures *figures)
{
    static const char name[] = "reversid_http_request_duration_seconds";
    uint64_t count = figures->duration_buckets[HTTP_DURATION_BUCKETS - 1];
    text_printf(out, "# HELP %s From a request's arrival to its answer.\n# TYPE %s histogram\n",
                name, name);
    for (int i = 0; i < HTTP_DURATION_BUCKETS - 1; i++)
        text_printf(out, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
                    (double)http_duration_bounds_us[i] / 1e6, figures->duration_buckets[i]);
    text_printf(out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, count);
    text_printf(out, "%s_sum %.6f\n%s_count %" PRIu64 "\n", name,
                (double)figures->duration_us_sum / 1e6, name, count);
}

static void write_ai(struct text *out, const struct ai_figures *ai)
{
    write_metric(out, "reversid_ai_threads", "gauge", "Threads that think.", (uint64_t)ai->threads);
    write_metric(out, "reversid_ai_running", "gauge", "Tasks thought about now.",
                 (uint64_t)ai->running);
    write_metric(out, "reversid_ai_background", "gauge",
                 "Of these, tasks thought about in the background.", (uint64_t)ai->background);
    write_metric(out, "reversid_ai_queued", "gauge", "Tasks that wait for a thread.", ai->queued);
    write_metric(out, "reversid_ai_finished_total", "counter", "Tasks thought through.",
                 ai->finished);
    write_metric(out, "reversid_ai_cancelled_total", "counter",
                 "Tasks that nobody needed any more.", ai->cancelled);
    write_metric(out, "reversid_ai_refused_total", "counter", "Tasks refused: the queue was full.",
                 ai->refused);
}

static void write_turns(struct text *out, const struct turns_figures *turns)
{
    write_metric(out, "reversid_ai_turns_taken_over_total", "counter",
                 "Turns of the AI taken over here, since nobody had carried them out in time.",
                 turns->taken_over);
    write_metric(out, "reversid_ai_fallbacks_total", "counter",
                 "Simple moves played here for the AI: its own could not be had.",
                 turns->fallbacks);
}

static void write_studies(struct text *out, const struct studies_figures *studies)
{
    write_metric(out, "reversid_studies_queued", "gauge",
                 "Long analyses and reviews that wait, of all replicas.",
                 (uint64_t)studies->queued);
    write_metric(out, "reversid_studies_running", "gauge",
                 "Those that are worked on, of all replicas.", (uint64_t)studies->running);
    write_metric(out, "reversid_studies_done_total", "counter", "Studies that were finished here.",
                 studies->done);
    write_metric(out, "reversid_studies_failed_total", "counter", "Studies that were given up.",
                 studies->given_up);
    write_metric(out, "reversid_studies_cancelled_total", "counter",
                 "Studies that were broken off here: deleted, lost, or the service stopped.",
                 studies->broken_off);
    write_metric(out, "reversid_study_steps_total", "counter", "Results that were saved.",
                 studies->steps);
    write_metric(out, "reversid_study_results_dropped_total", "counter",
                 "Results that were not saved: another claim, or no database.", studies->dropped);
}

static void write_relay(struct text *out, const struct relay_figures *relay)
{
    write_metric(out, "reversid_hints_told_total", "counter",
                 "Topics that other replicas were told of.", relay->told);
    write_metric(out, "reversid_hints_heard_total", "counter",
                 "Topics that other replicas told of.", relay->heard);
    write_metric(out, "reversid_hints_dropped_total", "counter",
                 "Topics that nobody was told of: too many at once, or no database.",
                 relay->dropped);
}

static void write_departures(struct text *out, const struct departures_figures *departures)
{
    write_metric(out, "reversid_departures_finished_total", "counter",
                 "Players who are gone of whom nothing was left to do.", departures->finished);
    write_metric(out, "reversid_departures_put_aside_total", "counter",
                 "Games and steps of departures that could not be done; tried again later.",
                 departures->put_aside);
}

struct result ep_get_metrics(struct http_request *request, void *worker)
{
    const struct services *services = ((struct endpoint *)worker)->services;
    struct text *out = &request->response.body;
    struct http_server_figures http;
    struct ai_figures ai;
    struct turns_figures turns;
    struct studies_figures studies;
    struct relay_figures relay;
    struct departures_figures departures;
    http_server_figures(http_request_server(request), &http);
    ai_figures(services->ai, &ai);
    turns_figures(services->turns, &turns);
    studies_figures(services->studies, &studies);
    relay_figures(services->relay, &relay);
    departures_figures(services->departures, &departures);
    request->response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    write_requests(out, &http);
    write_durations(out, &http);
    write_metric(out, "reversid_connections_open", "gauge", "Connections.",
                 (uint64_t)http.connections_open);
    write_metric(out, "reversid_requests_in_flight", "gauge", "Requests being handled.",
                 (uint64_t)http.requests_in_flight);
    write_metric(out, "reversid_requests_parked", "gauge", "Requests that wait without a thread.",
                 (uint64_t)http.requests_parked);
    write_metric(out, "reversid_streams_open", "gauge", "Event streams.",
                 (uint64_t)http.streams_open);
    write_metric(out, "reversid_requests_queued", "gauge", "Requests that wait for a worker.",
                 workers_queued(services->workers));
    write_ai(out, &ai);
    write_turns(out, &turns);
    write_studies(out, &studies);
    write_relay(out, &relay);
    write_departures(out, &departures);
    return OK;
}
