#include "auth/download.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

struct progress {
    const struct download *download;
    struct text *body;
    long max_age_s;
};

bool download_is_url(const char *url)
{
    CURLU *parts = curl_url();
    char *scheme = NULL;
    bool is_https = parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
                    curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                    strcasecmp(scheme, "https") == 0;
    curl_free(scheme);
    curl_url_cleanup(parts);
    return is_https;
}

void download_begin(void)
{
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != 0)
        abort();
}

/** Fewer bytes taken than given make libcurl give up. */
static size_t take_body(char *bytes, size_t size, size_t count, void *argument)
{
    struct progress *progress = argument;
    if (progress->body->length + size * count > progress->download->bytes_max)
        return 0;
    text_append(progress->body, bytes, size * count);
    return size * count;
}

/** Reads max-age out of the directives of Cache-Control. */
static long max_age_of(const char *value, const char *end)
{
    static const char wanted[] = "max-age=";
    while (value < end) {
        while (value < end && (*value == ' ' || *value == ',' || *value == '\t'))
            value++;
        const char *from = value;
        while (value < end && *value != ',')
            value++;
        size_t length = (size_t)(value - from), digits = 0;
        if (length < sizeof wanted || strncasecmp(from, wanted, sizeof wanted - 1) != 0)
            continue;
        long seconds = 0;
        for (from += sizeof wanted - 1; digits < 9 && *from >= '0' && *from <= '9'; digits++)
            seconds = seconds * 10 + (*from++ - '0');
        return digits > 0 ? seconds : -1;
    }
    return -1;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *argument)
{
    static const char name[] = "cache-control:";
    struct progress *progress = argument;
    size_t length = size * count;
    if (length > sizeof name && strncasecmp(bytes, name, sizeof name - 1) == 0)
        progress->max_age_s = max_age_of(bytes + sizeof name - 1, bytes + length);
    return length;
}

static void set_options(CURL *curl, struct progress *progress, char error[CURL_ERROR_SIZE])
{
    const struct download *download = progress->download;
    curl_easy_setopt(curl, CURLOPT_URL, download->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    if (download->ca_file[0]) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, download->ca_file);
        curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)download->ms_max);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, progress);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, progress);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
}

bool download_run(const struct download *download, struct text *body, long *max_age_s,
                  char why[DOWNLOAD_WHY_SIZE])
{
    char error[CURL_ERROR_SIZE] = "";
    struct progress progress = {download, body, -1};
    long status = 0;
    text_clear(body);
    CURL *curl = curl_easy_init();
    if (!curl) {
        snprintf(why, DOWNLOAD_WHY_SIZE, "libcurl cannot begin");
        return false;
    }
    set_options(curl, &progress, error);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (code != CURLE_OK)
        snprintf(why, DOWNLOAD_WHY_SIZE, "%s", error[0] ? error : curl_easy_strerror(code));
    else if (status != 200)
        snprintf(why, DOWNLOAD_WHY_SIZE, "it answered %ld", status);
    curl_easy_cleanup(curl);
    *max_age_s = progress.max_age_s;
    return code == CURLE_OK && status == 200;
}
