/**
 * Studies: long analyses and reviews of games, worked on in the background of the pool, one step
 * after the other.
 *
 * A study is claimed before it is worked on, and the claim renewed meanwhile; each step is saved
 * under the number of that claim, so of two who work on the same one only one gets anywhere. What a
 * service that was killed had claimed is due again when its lease is over, and goes on with the
 * step that it was at. After STUDY_ATTEMPTS_MAX claims in which it did not get on it is given up.
 *
 * A replica works on as many as it has threads for; the others wait in the database, longest
 * waiting first. One that was worked on for a while goes to the end while others wait.
 */
#ifndef REVERSID_JOBS_STUDIES_H
#define REVERSID_JOBS_STUDIES_H

#include "ai/ai.h"
#include "base/workers.h"
#include "domain/study.h"
#include "events/hub.h"
#include "store/store.h"

struct studies;

struct studies_options {
    struct ai *ai;
    struct workers *workers;
    struct hub *hub;
    /** The store of a worker, given the worker's state. */
    struct store *(*store_of)(void *worker);
    int at_once; /* studies that are worked on; at most STORE_STUDIES_MAX */
};

/** NULL: out of memory. */
struct studies *studies_new(const struct studies_options *options);

/** After the workers and the pool have stopped. NULL is fine. */
void studies_free(struct studies *studies);

/**
 * Takes up studies that are due, as far as there are threads for them. For whoever has queued one,
 * so that it need not wait for the sweeper.
 */
void studies_take(struct studies *studies, struct store *store);

/** A sweeper's job, with the studies as its context: renews claims, and takes up what is due. */
bool studies_sweep(void *studies, struct store *store);

/** Stops working on a study here; what was thought of its present step is dropped. */
void studies_cancel(struct studies *studies, const struct study_key *key);

/** What this replica has done, and what all have to do as of the last sweep. */
struct studies_figures {
    int queued, running;                          /* of all replicas */
    uint64_t done, given_up, broken_off, dropped; /* of this one: studies; the last: results */
    uint64_t steps;                               /* saved */
};

void studies_figures(struct studies *studies, struct studies_figures *figures);

#endif
