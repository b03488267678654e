/*
 * Invariants, under `lock`: `busy` counts the flights of `flights` and the claims on their way to
 * become one; it never exceeds at_once.
 */
#include "jobs/studies.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "domain/review.h"
#include "domain/words.h"
#include "jobs/flight.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

struct studies {
    struct hub *hub;
    struct flights *flights;
    int at_once;
    pthread_mutex_t lock;
    int busy;
    bool others_wait; /* as of the last look */
    struct studies_figures figures;
};

/** A study on its way; between two of its steps, too. */
struct work_on {
    struct flight flight;
    struct studies *studies;
    struct study_key key; /* also read by the sweeper */
    struct study study;
    struct rev_game played; /* of a review: the whole game */
    int64_t taken_steady_ms;
    struct rev_result result; /* of the present step */
};

/* --- room and figures ------------------------------------------------------------------------ */

static bool enter(struct studies *studies)
{
    pthread_mutex_lock(&studies->lock);
    bool room = studies->busy < studies->at_once;
    studies->busy += room;
    pthread_mutex_unlock(&studies->lock);
    return room;
}

static void leave(struct studies *studies)
{
    pthread_mutex_lock(&studies->lock);
    studies->busy--;
    pthread_mutex_unlock(&studies->lock);
}

static void count(struct studies *studies, uint64_t *figure)
{
    pthread_mutex_lock(&studies->lock);
    ++*figure;
    pthread_mutex_unlock(&studies->lock);
}

static void note_waiting(struct studies *studies, bool others_wait)
{
    pthread_mutex_lock(&studies->lock);
    studies->others_wait = others_wait;
    pthread_mutex_unlock(&studies->lock);
}

static bool do_others_wait(struct studies *studies)
{
    pthread_mutex_lock(&studies->lock);
    bool others_wait = studies->others_wait;
    pthread_mutex_unlock(&studies->lock);
    return others_wait;
}

void studies_figures(struct studies *studies, struct studies_figures *figures)
{
    pthread_mutex_lock(&studies->lock);
    *figures = studies->figures;
    pthread_mutex_unlock(&studies->lock);
}

static void report(enum log_level level, const char *event, const struct study *study)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&study->key.id, id);
    LOG(level, event, log_string("study", id),
        log_string("strength",
                   study_is_review(study) ? words_review_strength[study->key.strength] : "own"),
        log_number("step", study->step), log_number("nodes", (int64_t)study->nodes));
}

/* --- thinking -------------------------------------------------------------------------------- */

/** The played move of a review's step, searched as deep as the best one was if the nodes allow. */
static struct rev_root_move search_played(const struct rev_game *before, int square,
                                          struct rev_limits limits,
                                          struct rev_search_context *context,
                                          struct rev_result *found)
{
    struct rev_root_move played = {.square = square, .line_length = 1};
    struct rev_game after = *before;
    struct rev_result result = {0};
    played.line[0] = (uint8_t)square;
    rev_game_play(&after, square);
    if (after.over) {
        played.score = review_final_score(&after, before->now.turn);
        played.exact = true;
        return played;
    }
    if (!found->exact)
        limits.depth_max = found->depth > 1 ? found->depth - 1 : 1;
    rev_search(context, rev_position_board(&after.now), &limits, &result);
    found->nodes += result.nodes;
    if (result.confidence < found->confidence)
        found->confidence = result.confidence; /* of what is told of the two */
    const struct rev_root_move *reply = &result.moves[0];
    played.score = after.now.turn == before->now.turn ? reply->score : -reply->score;
    played.exact = reply->exact;
    for (int i = 0; i < reply->line_length && played.line_length < REV_LINE_MAX; i++)
        played.line[played.line_length++] = reply->line[i];
    return played;
}

static void think_of_move(struct work_on *work, const struct rev_limits *limits,
                          struct rev_search_context *context)
{
    struct rev_game before = work->played;
    int ply = study_first_ply(&work->played) + work->study.step;
    int square = work->played.plies[ply].square;
    rev_game_rewind(&before, ply);
    rev_search(context, rev_position_board(&before.now), limits, &work->result);
    if (work->result.moves[0].square == square || flight_is_cancelled(&work->flight))
        return;
    const struct rev_root_move *known = review_find_value(&work->result, square);
    struct rev_root_move played =
        known ? *known : search_played(&before, square, *limits, context, &work->result);
    review_add_played(&work->result, &played);
}

static void think(struct flight *flight, struct rev_search_context *context)
{
    struct work_on *work = (struct work_on *)flight;
    struct rev_limits limits = study_limits(&work->study);
    struct rev_game game;
    limits.cancel = &flight->task.cancel;
    work->result = (struct rev_result){0};
    if (study_is_review(&work->study))
        think_of_move(work, &limits, context);
    else if (study_position(&work->study, work->study.step, &game) && !game.over &&
             !rev_game_in_centre(&game))
        rev_search(context, rev_position_board(&game.now), &limits, &work->result);
}

/* --- from step to step ----------------------------------------------------------------------- */

static void signal_change(struct studies *studies, const struct study_key *key)
{
    struct uuid topic = study_topic(key);
    hub_signal(studies->hub, &topic);
}

/** Puts the study down: nobody works on it here any more. */
static void put_down(struct work_on *work)
{
    struct studies *studies = work->studies;
    flight_end(&work->flight);
    leave(studies);
}

/** Gives the claim back where it still stands, so that another replica need not wait for its end.
 */
static void break_off(struct work_on *work, struct store *store)
{
    bool released = false;
    store_ask_release_study(store, &work->study.key, work->study.claim, &released);
    if (!failed(store_flush(store)) && released)
        signal_change(work->studies, &work->study.key);
    count(work->studies, &work->studies->figures.broken_off);
    put_down(work);
}

static void send(struct work_on *work, struct store *store)
{
    if (!flight_send(&work->flight))
        break_off(work, store); /* the service stops */
}

/** Saves the step that was thought about. False: it was not, the claim is gone or the database is.
 */
static bool save(struct work_on *work, struct store *store, int lease_ms)
{
    struct study next = work->study;
    bool saved = false;
    study_advance(&next, &work->result);
    store_ask_save_study(store, &next, work->study.step, &work->result, lease_ms, &saved);
    if (failed(store_flush(store)))
        LOG(LOG_WARNING, "study-not-saved", log_string("why", store_why(store)));
    if (!saved)
        return false;
    work->study = next;
    return true;
}

static void end(struct work_on *work, uint64_t *figure)
{
    count(work->studies, figure);
    put_down(work);
}

static void land(struct flight *flight, struct store *store)
{
    struct work_on *work = (struct work_on *)flight;
    struct studies *studies = work->studies;
    if (flight_is_cancelled(flight)) {
        break_off(work, store);
        return;
    }
    bool steps_back =
        clock_steady_ms() - work->taken_steady_ms >= STUDY_TURN_MS && do_others_wait(studies);
    if (!save(work, store, steps_back ? 0 : STUDY_LEASE_MS)) {
        end(work, &studies->figures.dropped);
        return;
    }
    /* Counted before anybody hears of it. */
    bool is_open = study_is_open(&work->study);
    count(studies, &studies->figures.steps);
    if (!is_open) {
        count(studies, &studies->figures.done);
        report(LOG_INFO, "study-done", &work->study);
    }
    signal_change(studies, &work->study.key);
    if (is_open && !steps_back) {
        send(work, store);
        return;
    }
    put_down(work);
    studies_take(studies, store);
}

/* --- taking up ------------------------------------------------------------------------------- */

static struct work_on *work_new(struct studies *studies, const struct study *study)
{
    struct work_on *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    work->studies = studies;
    work->key = study->key;
    work->study = *study;
    work->study.claim++;
    work->study.attempt++;
    work->taken_steady_ms = clock_steady_ms();
    work->flight.topic = study_topic(&study->key);
    work->flight.version = work->study.claim;
    work->flight.think = think;
    work->flight.land = land;
    work->flight.task.caller = study->caller;
    work->flight.task.cost = STUDY_TURN_MS;
    work->flight.task.background = true;
    return work;
}

/** Gives up a study that was claimed too often without getting on. */
static void give_up(struct studies *studies, struct store *store, const struct study *study)
{
    bool given_up = false;
    store_ask_fail_study(store, study, &given_up);
    if (failed(store_flush(store)) || !given_up)
        return;
    report(LOG_ERROR, "study-given-up", study);
    count(studies, &studies->figures.given_up);
    signal_change(studies, &study->key);
}

/** Claims a study and loads what it needs. False: it is another's, or cannot be had now. */
static bool claim(struct store *store, const struct study *study, struct work_on *work)
{
    bool claimed = false;
    struct game_found game = {.found = true};
    store_ask_claim_study(store, study, STUDY_LEASE_MS, &claimed);
    if (study_is_review(study))
        store_ask_game(store, &study->key.id, &game);
    if (failed(store_flush(store)) || !claimed || !game.found)
        return false;
    work->played = game.game.rules;
    return true;
}

/** Takes a study up; the place for it is the caller's, and goes with it where that succeeds. */
static bool take(struct studies *studies, struct store *store, const struct study *study)
{
    if (study->attempt >= STUDY_ATTEMPTS_MAX) {
        give_up(studies, store, study);
        return false;
    }
    struct work_on *work = work_new(studies, study);
    if (!work || !claim(store, study, work)) {
        free(work);
        return false;
    }
    signal_change(studies, &study->key);
    flight_enter(studies->flights, &work->flight);
    send(work, store);
    return true;
}

/** Puts a study out of the way that cannot be read; reported once, by whoever did. */
static void set_aside(struct store *store, const struct study_key *key)
{
    const int64_t away_ms = (int64_t)IMPOSSIBLE_GAME_DAYS * 24 * 60 * 60 * 1000;
    char id[UUID_TEXT_SIZE];
    bool was_set_aside = false;
    store_ask_set_aside_study(store, key, away_ms, &was_set_aside);
    if (failed(store_flush(store)) || !was_set_aside)
        return;
    uuid_write(&key->id, id);
    LOG(LOG_ERROR, "impossible-study", log_string("id", id));
}

void studies_take(struct studies *studies, struct store *store)
{
    struct study_list *due = malloc(sizeof *due);
    int taken = 0;
    if (!due)
        return;
    store_ask_studies_due(store, studies->at_once + 1, due);
    if (failed(store_flush(store)))
        due->count = due->impossible_count = 0;
    for (int i = 0; i < due->impossible_count; i++)
        set_aside(store, &due->impossible[i]);
    for (int i = 0; i < due->count && enter(studies); i++) {
        if (!take(studies, store, &due->studies[i]))
            leave(studies);
        taken++;
    }
    note_waiting(studies, taken < due->count);
    free(due);
}

/* --- claims that go on ----------------------------------------------------------------------- */

struct claims {
    int count;
    struct study_key keys[STORE_STUDIES_MAX];
    int claims[STORE_STUDIES_MAX];
};

static void note_claim(struct flight *flight, void *context)
{
    const struct work_on *work = (const struct work_on *)flight;
    struct claims *claims = context;
    assert(claims->count < STORE_STUDIES_MAX);
    claims->keys[claims->count] = work->key;
    claims->claims[claims->count++] = flight->version;
}

/** Renews the claims of what is on its way; what is no longer ours, or was deleted, stops. */
static void renew(struct studies *studies, struct store *store)
{
    struct claims claims = {0};
    bool renewed[STORE_STUDIES_MAX];
    flights_visit(studies->flights, note_claim, &claims);
    if (claims.count == 0)
        return;
    for (int i = 0; i < claims.count; i++) {
        renewed[i] = false;
        store_ask_renew_study(store, &claims.keys[i], claims.claims[i], STUDY_LEASE_MS,
                              &renewed[i]);
    }
    if (failed(store_flush(store)))
        return;
    for (int i = 0; i < claims.count; i++) {
        struct uuid topic = study_topic(&claims.keys[i]);
        if (!renewed[i])
            flights_cancel(studies->flights, &topic, claims.claims[i] + 1);
    }
}

/** Looks how much there is to do. */
static void look(struct studies *studies, struct store *store)
{
    const struct uuid nobody = {{0}};
    struct study_load load;
    store_ask_study_load(store, &nobody, &load);
    if (failed(store_flush(store)))
        return;
    pthread_mutex_lock(&studies->lock);
    studies->figures.queued = load.queued;
    studies->figures.running = load.running;
    pthread_mutex_unlock(&studies->lock);
}

bool studies_sweep(void *context, struct store *store)
{
    struct studies *studies = context;
    renew(studies, store);
    studies_take(studies, store);
    look(studies, store);
    return false;
}

void studies_cancel(struct studies *studies, const struct study_key *key)
{
    struct uuid topic = study_topic(key);
    flights_cancel(studies->flights, &topic, INT_MAX);
}

/* --- life ------------------------------------------------------------------------------------ */

struct studies *studies_new(const struct studies_options *options)
{
    assert(options->at_once < STORE_STUDIES_MAX);
    struct studies *studies = calloc(1, sizeof *studies);
    if (!studies)
        return NULL;
    studies->hub = options->hub;
    studies->at_once = options->at_once;
    studies->flights =
        flights_new(&(struct flights_options){options->ai, options->workers, options->store_of});
    pthread_mutex_init(&studies->lock, NULL);
    if (studies->flights)
        return studies;
    studies_free(studies);
    return NULL;
}

void studies_free(struct studies *studies)
{
    if (!studies)
        return;
    flights_free(studies->flights);
    pthread_mutex_destroy(&studies->lock);
    free(studies);
}
