/*
 * Wiring only: configuration, database, AI, workers, server, signals; and the same in reverse.
 */
#include "base/config.h"
#include "base/descriptors.h"
#include "base/limits.h"
#include "base/log.h"
#include "endpoints/endpoint.h"
#include "jobs/deadlines.h"
#include "jobs/departures.h"
#include "jobs/housekeeping.h"
#include "jobs/ladders.h"
#include "jobs/names.h"
#include "jobs/pairing.h"
#include "jobs/sweeper.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define WHY_SIZE 512

/* In the order of the sweepers that run them. */
enum {
    JOB_HEARTBEAT,
    JOB_DEADLINES,
    JOB_TURNS,
    JOB_STUDIES,
    JOB_LADDERS,
    JOB_HOUSEKEEPING,
    JOB_NAMES,
    JOB_DEPARTURES,
    JOB_SEEKS,
    JOB_COUNT
};

/* What must happen in time has a sweeper of its own: the sign of life waits for no deadlines,
   however many there are, they wait for nothing else, and turns and studies do not wait for what
   may take long and has time. */
enum { SWEEPER_HEARTBEAT, SWEEPER_DEADLINES, SWEEPER_THINKING, SWEEPER_CLEARING, SWEEPER_COUNT };

/** Everything that runs, for starting and stopping it in order. */
struct service {
    struct config config;
    struct store_options store;
    struct services services;
    struct http_server *server;
    struct endpoint no_worker; /* for endpoints that run on HTTP threads */
    atomic_int reads;          /* that HTTP threads ask for themselves */
    atomic_bool stopping;      /* requests in flight wait for what is thought about */
    struct departures departures;
    struct pairing_sweep seeks;
    struct heartbeat *heartbeat;
    struct sweeper_job jobs[JOB_COUNT];
    struct sweeper *sweepers[SWEEPER_COUNT];
};

static int complain(const char *why)
{
    fprintf(stderr, "reversid: %s\n", why);
    return EXIT_FAILURE;
}

static int print_usage(FILE *out)
{
    fputs("usage: reversid [serve | migrate | --help | --version]\n\n"
          "  serve      serve requests (the default)\n"
          "  migrate    bring the database's schema up to date\n\n"
          "Settings, from the environment:\n\n",
          out);
    config_help(out);
    return out == stdout ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void say(const char *sentence)
{
    printf("reversid: %s\n", sentence);
}

static int migrate(const struct config *config)
{
    char why[WHY_SIZE];
    const char *url = config->migrate_url[0] ? config->migrate_url : config->database_url;
    const char *role = config->service_role[0] ? config->service_role : NULL;
    if (!url[0])
        return complain("set REVERSID_MIGRATE_URL or DATABASE_URL to say which database");
    return store_migrate(url, role, say, why, sizeof why) ? EXIT_SUCCESS : complain(why);
}

/** Reads what all replicas share. */
static bool read_secrets(struct service *service, char *why)
{
    struct store *store = store_new(&service->store);
    store_ask_secret(store, "idempotency", service->services.idempotency_secret);
    store_ask_secret(store, "identities", service->services.identity_secret);
    store_ask_secret(store, "tokens", service->services.tokens.check);
    store_ask_secret(store, "sessions", service->services.tokens.next);
    bool read = !failed(store_flush(store));
    if (!read)
        snprintf(why, WHY_SIZE, "the database's secrets cannot be read: %s", store_why(store));
    store_free(store);
    return read;
}

/** Refuses a database whose schema is not the one that this program was built for. */
static bool check_schema(const struct service *service, char *why)
{
    struct store *store = store_new(&service->store);
    int version = 0;
    struct result result = store_schema_version(store, &version);
    bool fits = !failed(result) && version == store_schema_built();
    if (failed(result))
        snprintf(why, WHY_SIZE, "the database cannot be reached: %s", store_why(store));
    else if (version < store_schema_built())
        snprintf(why, WHY_SIZE,
                 "the database's schema is at version %d, this program needs %d: run `reversid "
                 "migrate`",
                 version, store_schema_built());
    else if (!fits)
        snprintf(why, WHY_SIZE,
                 "the database's schema is at version %d, newer than the %d that this program "
                 "knows",
                 version, store_schema_built());
    store_free(store);
    return fits;
}

static void *begin_worker(void *context)
{
    struct service *service = context;
    struct endpoint *endpoint = calloc(1, sizeof *endpoint);
    if (!endpoint)
        abort();
    endpoint->services = &service->services;
    endpoint->store = store_new(&service->store);
    return endpoint;
}

static void end_worker(void *state)
{
    struct endpoint *endpoint = state;
    store_free(endpoint->store);
    free(endpoint);
}

static struct store *store_of(void *worker)
{
    return ((struct endpoint *)worker)->store;
}

static int cores(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : (int)online;
}

/** Thinkers ask this. The workers are there before anybody can ask for thinking. */
static bool requests_run(void *context)
{
    const struct service *service = context;
    return !atomic_load_explicit(&service->stopping, memory_order_relaxed) &&
           (!workers_idle(service->services.workers) ||
            atomic_load_explicit(&service->reads, memory_order_relaxed) > 0);
}

/* --- what HTTP threads do beside HTTP: they read games for many requests at once ----------------
 */

struct local {
    struct endpoint endpoint;
    struct work connect; /* a worker makes the reader's connection, which takes its time */
};

static void connect_reader(struct work *work, void *state)
{
    struct local *local = (struct local *)((char *)work - offsetof(struct local, connect));
    (void)state;
    reader_connect(local->endpoint.reader);
}

static void *begin_local(void *context)
{
    struct service *service = context;
    struct local *local = calloc(1, sizeof *local);
    if (!local)
        abort();
    local->endpoint.services = &service->services;
    local->endpoint.reader = reader_new(&service->store);
    local->endpoint.store = reader_store(local->endpoint.reader);
    local->connect.run = connect_reader;
    return local;
}

static void end_local(void *state)
{
    struct local *local = state;
    reader_free(local->endpoint.reader);
    free(local);
}

static bool local_ready(void *state)
{
    struct local *local = state;
    bool connect;
    bool ready = reader_ready(local->endpoint.reader, &connect);
    if (connect)
        (void)workers_submit(local->endpoint.services->workers, &local->connect, WORK_ACCEPTED);
    return ready;
}

static int local_socket(void *state)
{
    return reader_socket(((struct local *)state)->endpoint.reader);
}

static void local_pull(void *state)
{
    reader_pull(((struct local *)state)->endpoint.reader);
}

static bool local_push(void *state)
{
    return reader_push(((struct local *)state)->endpoint.reader);
}

static void local_abandon(void *state)
{
    reader_abandon(((struct local *)state)->endpoint.reader);
}

static const struct http_local local_hooks = {
    .begin = begin_local,
    .end = end_local,
    .ready = local_ready,
    .socket = local_socket,
    .pull = local_pull,
    .push = local_push,
    .abandon = local_abandon,
};

static int thinkers(const struct config *config)
{
    return config->ai_workers ? (int)config->ai_workers : cores();
}

/** As many again for what is thought about in the background: each works on one study. */
static int background_thinkers(const struct config *config)
{
    int count = thinkers(config);
    return count < STORE_STUDIES_MAX ? count : STORE_STUDIES_MAX - 1;
}

static int http_threads(const struct config *config)
{
    return config->http_threads ? (int)config->http_threads : (cores() + 1) / 2;
}

/** Fits connections and streams into the limit of open files: fewer rather than no service. */
static bool reserve_descriptors(struct config *config, char *why)
{
    int64_t fixed = OPEN_FILES_SPARE + config->request_workers + 5 * http_threads(config);
    int64_t connections = config->connections, streams = config->streams;
    int64_t room = descriptors_reserve(fixed, &config->connections, &config->streams);
    if (room < OPEN_FILES_ROOM_MIN) {
        snprintf(why, WHY_SIZE,
                 "the limit of open files (ulimit -Hn) is too low: at least %" PRId64 " are needed",
                 fixed + OPEN_FILES_ROOM_MIN);
        return false;
    }
    if (config->connections < connections || config->streams < streams)
        LOG(LOG_WARNING, "open-files-limit", log_number("connections", config->connections),
            log_number("streams", config->streams),
            log_number("needed", fixed + connections + streams));
    return true;
}

static bool start_workers(struct service *service)
{
    const struct config *config = &service->config;
    struct services *services = &service->services;
    services->reads = &service->reads;
    services->hub = hub_new();
    services->relay = relay_start(&service->store, services->hub);
    services->ai = ai_start(&(struct ai_options){
        .threads = thinkers(config),
        .short_threads = 1,
        .background_threads = background_thinkers(config),
        .queue_max = (size_t)config->ai_queue,
        .table_bytes = (size_t)config->ai_table_mib << 20,
        .is_wanted = requests_run,
        .context = service,
    });
    services->workers = workers_start(&(struct workers_options){
        .name = "request",
        .count = (int)config->request_workers,
        .queue_max = (size_t)config->request_queue,
        .begin = begin_worker,
        .end = end_worker,
        .context = service,
    });
    if (!services->relay || !services->ai || !services->workers)
        return false;
    services->turns = turns_new(&(struct turns_options){
        .ai = services->ai,
        .workers = services->workers,
        .hub = services->hub,
        .store_of = store_of,
    });
    services->studies = studies_new(&(struct studies_options){
        .ai = services->ai,
        .workers = services->workers,
        .hub = services->hub,
        .store_of = store_of,
        .at_once = background_thinkers(config),
    });
    service->heartbeat = heartbeat_new();
    if (!services->turns || !services->studies || !service->heartbeat)
        return false;
    services->deadlines = deadlines_new(service->heartbeat, services->turns);
    return services->deadlines;
}

static void keys_fetched(void *context)
{
    struct service *service = context;
    hub_wake(service->services.hub, &ep_keys_topic);
}

/** What is wrong here would refuse everybody who signs in, and tell nobody but them. */
static bool check_sign_in(const struct config *config, char *why)
{
    if (config->google_client_ids[0] && !id_token_are_client_ids(config->google_client_ids))
        snprintf(why, WHY_SIZE,
                 "REVERSID_GOOGLE_CLIENT_IDS is \"%.100s\"; it must be client ids with commas "
                 "between them, or empty where nobody is to sign in",
                 config->google_client_ids);
    else if (!keys_is_url(config->google_jwks_url))
        snprintf(why, WHY_SIZE,
                 "REVERSID_GOOGLE_JWKS_URL is \"%.100s\"; it must be an address that begins with "
                 "https://",
                 config->google_jwks_url);
    else if (config->google_ca_file[0] && !keys_is_ca_file(config->google_ca_file))
        snprintf(
            why, WHY_SIZE,
            "REVERSID_GOOGLE_CA_FILE is \"%.100s\"; it must be a PEM file that can be read and "
            "has a certificate, or empty to trust whom the system trusts",
            config->google_ca_file);
    else
        return true;
    return false;
}

/** Without client ids nobody can sign in, and there is no need of keys. */
static bool start_keys(struct service *service)
{
    const struct config *config = &service->config;
    if (!config->google_client_ids[0])
        return true;
    service->services.keys = keys_start(&(struct keys_options){
        .url = config->google_jwks_url,
        .ca_file = config->google_ca_file,
        .fetched = keys_fetched,
        .context = service,
    });
    return service->services.keys;
}

static bool start_sweepers(struct service *service)
{
    static const int first_jobs[SWEEPER_COUNT + 1] = {
        [SWEEPER_HEARTBEAT] = JOB_HEARTBEAT, [SWEEPER_DEADLINES] = JOB_DEADLINES,
        [SWEEPER_THINKING] = JOB_TURNS,      [SWEEPER_CLEARING] = JOB_HOUSEKEEPING,
        [SWEEPER_COUNT] = JOB_COUNT,
    };
    struct services *services = &service->services;
    service->departures.deadlines = services->deadlines;
    service->departures.turns = services->turns;
    service->departures.hub = services->hub;
    services->departures = &service->departures;
    service->seeks.pairing = (struct pairing){services->turns, services->hub};
    const struct sweeper_job jobs[JOB_COUNT] = {
        [JOB_HEARTBEAT] = {HEARTBEAT_MS, heartbeat_run, service->heartbeat},
        [JOB_DEADLINES] = {DEADLINES_SWEEP_MS, deadlines_sweep, services->deadlines},
        [JOB_TURNS] = {TURNS_SWEEP_MS, turns_sweep, services->turns},
        [JOB_STUDIES] = {STUDIES_SWEEP_MS, studies_sweep, services->studies},
        [JOB_LADDERS] = {LADDERS_MS, ladders_run, NULL},
        [JOB_HOUSEKEEPING] = {HOUSEKEEPING_MS, housekeeping_run, NULL},
        [JOB_NAMES] = {HOUSEKEEPING_MS, names_run, NULL},
        [JOB_DEPARTURES] = {DEPARTURES_MS, departures_run, &service->departures},
        [JOB_SEEKS] = {SEEKS_SWEEP_MS, pairing_sweep, &service->seeks},
    };
    memcpy(service->jobs, jobs, sizeof jobs);
    for (int i = 0; i < SWEEPER_COUNT; i++) {
        service->sweepers[i] = sweeper_start(&service->store, &service->jobs[first_jobs[i]],
                                             first_jobs[i + 1] - first_jobs[i]);
        if (!service->sweepers[i])
            return false;
    }
    return true;
}

static bool start_server(struct service *service, char *why)
{
    const struct config *config = &service->config;
    struct http_local local = local_hooks;
    local.context = service;
    service->no_worker.services = &service->services;
    struct http_server_options options = {
        .listen = config->listen,
        .threads = http_threads(config),
        .routes = endpoint_routes,
        .route_count = endpoint_route_count,
        .workers = service->services.workers,
        .no_worker = &service->no_worker,
        .local = local,
        .connections_max = (int)config->connections,
        .connections_per_address_max = (int)config->connections_per_address,
        .streams_max = (int)config->streams,
        .streams_per_client_max = (int)config->streams_per_client,
        .rates = {[RATE_READ] = (int)config->rate_read,
                  [RATE_MOVE] = (int)config->rate_move,
                  [RATE_CREATE] = (int)config->rate_create,
                  [RATE_ENGINE] = (int)config->rate_engine},
        .rates_anonymous = {[RATE_READ] = (int)config->rate_read_anonymous,
                            [RATE_MOVE] = (int)config->rate_move, /* all of them get 401 */
                            [RATE_CREATE] = (int)config->rate_create_anonymous,
                            [RATE_ENGINE] = (int)config->rate_engine_anonymous},
        .is_token = ep_is_token,
        .token_secrets = &service->services.tokens,
        .request_ms_max = (int)config->request_ms,
        .idle_ms_max = (int)config->idle_ms,
        .stall_ms_max = HTTP_STREAM_STALL_MS,
        .cors_origins = config->cors_origins,
        .trusted_proxies = config->trusted_proxies,
        .access_log = true,
    };
    service->server = http_server_start(&options, why, WHY_SIZE);
    return service->server != NULL;
}

/** Requests in flight are answered first; what thinks is told to stop; then the connections close.
 */
static void stop(struct service *service)
{
    struct services *services = &service->services;
    atomic_store(&service->stopping, true);
    if (service->server)
        http_server_stop(service->server, (int)service->config.grace_ms);
    for (int i = 0; i < SWEEPER_COUNT; i++)
        sweeper_stop(service->sweepers[i]);
    if (services->ai)
        ai_stop(services->ai);
    keys_stop(services->keys);
    workers_stop(services->workers);
    ai_free(services->ai);
    http_server_free(service->server);
    deadlines_free(services->deadlines);
    heartbeat_free(service->heartbeat);
    turns_free(services->turns);
    studies_free(services->studies);
    relay_stop(services->relay);
    hub_free(services->hub);
}

/** Signals come by a descriptor, to this thread alone: no handler interrupts anything. */
static int block_signals(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

static void wait_for_signal(int descriptor)
{
    struct signalfd_siginfo info;
    while (read(descriptor, &info, sizeof info) != sizeof info)
        continue;
    LOG(LOG_INFO, "stopping", log_number("signal", info.ssi_signo));
}

static int serve(struct service *service)
{
    char why[WHY_SIZE] = "threads cannot be started";
    const struct config *config = &service->config;
    if (!config->database_url[0])
        return complain("DATABASE_URL is not set: scripts/run makes a private database");
    size_t url_length = strlen(config->public_url);
    if (url_length > PUBLIC_URL_LENGTH_MAX ||
        (url_length > 0 && config->public_url[url_length - 1] == '/'))
        return complain("REVERSID_PUBLIC_URL must be an address without a slash at its end, as in "
                        "https://reversi.example");
    if (!check_sign_in(config, why))
        return complain(why);
    service->store = (struct store_options){
        .url = config->database_url,
        .statement_ms_max = (int)config->statement_ms,
        .connect_ms_max = (int)config->connect_ms,
        .application_name = "reversid",
    };
    if (!reserve_descriptors(&service->config, why))
        return complain(why);
    if (!check_schema(service, why) || !read_secrets(service, why))
        return complain(why);
    int signals = block_signals();
    bool started = start_workers(service) && start_keys(service) && start_sweepers(service) &&
                   start_server(service, why);
    if (started) {
        printf("reversid: listening on %s\n", http_server_url(service->server));
        fflush(stdout);
        wait_for_signal(signals);
    } else
        complain(why);
    stop(service);
    close(signals);
    return started ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    static struct service service = {.services = {.version = REVERSID_VERSION}};
    char why[WHY_SIZE];
    const char *command = argc > 1 ? argv[1] : "serve";
    if (argc > 2 || strcmp(command, "--help") == 0)
        return print_usage(argc > 2 ? stderr : stdout);
    if (strcmp(command, "--version") == 0)
        return printf("reversid %s\n", REVERSID_VERSION) < 0;
    if (!config_read(&service.config, why, sizeof why))
        return complain(why);
    service.services.config = &service.config;
    log_configure((enum log_level)service.config.log_level, service.config.log_format == 1);
    char unknown[64];
    if (config_unknown(unknown, sizeof unknown))
        LOG(LOG_WARNING, "unknown-setting", log_string("name", unknown));
    if (strcmp(command, "migrate") == 0)
        return migrate(&service.config);
    if (strcmp(command, "serve") == 0)
        return serve(&service);
    return print_usage(stderr);
}
