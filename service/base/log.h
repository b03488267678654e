/**
 * One line an event on standard error, as key=value pairs or JSON.
 *
 * Values are escaped, so nothing from outside can forge a line. Secrets are never passed in; what
 * looks like a token is hidden all the same.
 */
#ifndef REVERSID_BASE_LOG_H
#define REVERSID_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR, LOG_OFF };

/** Set once, before threads start. */
void log_configure(enum log_level level, bool json);

bool log_enabled(enum log_level level);

/** A pair of an event; made by the functions below. */
struct log_field {
    const char *key;
    const char *string; /* NULL: `number` counts */
    int64_t number;
};

static inline struct log_field log_string(const char *key, const char *value)
{
    return (struct log_field){key, value ? value : "", 0};
}

static inline struct log_field log_number(const char *key, int64_t value)
{
    return (struct log_field){key, 0, value};
}

/**
 * Writes one line with time, level, event and the fields, in a single write.
 *
 *     LOG(LOG_INFO, "request", log_string("id", id), log_number("status", 200));
 */
void log_event(enum log_level level, const char *event, const struct log_field *fields,
               int field_count);

#define LOG(level, event, ...)                                                                     \
    do {                                                                                           \
        if (log_enabled(level)) {                                                                  \
            const struct log_field log_fields_[] = {__VA_ARGS__};                                  \
            log_event(level, event, log_fields_,                                                   \
                      (int)(sizeof(log_fields_) / sizeof(log_fields_[0])));                        \
        }                                                                                          \
    } while (0)

#endif
