/**
 * What happens without a request: a thread with a connection of its own that runs jobs now and
 * then.
 *
 * A job must be harmless when several replicas run it at the same moment.
 */
#ifndef REVERSID_JOBS_SWEEPER_H
#define REVERSID_JOBS_SWEEPER_H

#include "store/store.h"

struct sweeper;

struct sweeper_job {
    int period_ms; /* from the end of one run to the beginning of the next; the first is at once */
    /**
     * Does a bounded piece of what there is to do, which must not take long beside other jobs'
     * periods. A failed flush waits for the next run.
     *
     * @return  whether more is left: the next run is then SWEEPER_AGAIN_MS away, if not sooner
     */
    bool (*run)(void *context, struct store *store);
    void *context;
};

/**
 * Starts the thread.
 *
 * @param jobs  must outlive the sweeper
 * @return      NULL: no thread
 */
struct sweeper *sweeper_start(const struct store_options *store, const struct sweeper_job *jobs,
                              int job_count);

/** Waits for the job that runs, ends the thread, frees all. NULL is fine. */
void sweeper_stop(struct sweeper *sweeper);

#endif
