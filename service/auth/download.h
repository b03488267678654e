/** Fetches one small document over verified TLS. The only file that knows libcurl. */
#ifndef REVERSID_AUTH_DOWNLOAD_H
#define REVERSID_AUTH_DOWNLOAD_H

#include "base/text.h"

enum { DOWNLOAD_WHY_SIZE = 256 };

struct download {
    const char *url;     /* https only */
    const char *ca_file; /* whom to trust instead of what the system trusts; "" for the latter */
    int ms_max;          /* for all of it */
    size_t bytes_max;
};

/** Whether it is an address that can be fetched: https, with a host. */
bool download_is_url(const char *url);

/** Once, before any thread is there that downloads. */
void download_begin(void);

/**
 * Fetches a document. Nothing but status 200 will do; redirects are not followed.
 *
 * @param body       what came; cleared first
 * @param max_age_s  of Cache-Control; -1: not said
 * @param why        on failure: a sentence for the log
 *
 * Blocks for ms_max at most.
 */
bool download_run(const struct download *download, struct text *body, long *max_age_s,
                  char why[DOWNLOAD_WHY_SIZE]);

#endif
