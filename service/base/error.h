/**
 * How a fallible function says what went wrong.
 *
 * Every code is a row of errors.def: its HTTP status, its slug (stable, part of the API), and a
 * sentence. A function returns a `struct result`, which the compiler insists on looking at; what is
 * particular to one case (which field, which value) goes to a `struct problem` where one is at
 * hand.
 */
#ifndef REVERSID_BASE_ERROR_H
#define REVERSID_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

enum error_code {
    ERROR_NONE = 0,
#define ERROR(name, status, slug, sentence) ERROR_##name,
#include "base/errors.def"
#undef ERROR
    ERROR_CODE_COUNT
};

struct result {
    enum error_code code;
};

/** Marks a function whose result must be looked at. */
#define FALLIBLE __attribute__((warn_unused_result))

#define OK ((struct result){ERROR_NONE})

static inline struct result fail(enum error_code code)
{
    return (struct result){code};
}

static inline bool failed(struct result result)
{
    return result.code != ERROR_NONE;
}

/** Leaves the function with the call's result unless it is OK. The only macro that changes flow. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        struct result try_result_ = (call);                                                        \
        if (failed(try_result_))                                                                   \
            return try_result_;                                                                    \
    } while (0)

enum { PROBLEM_DETAIL_SIZE = 512, PROBLEM_POINTER_SIZE = 256, PROBLEM_PARAMETER_SIZE = 64 };

/** What is particular to one failure; empty strings where there is nothing to add. */
struct problem {
    char detail[PROBLEM_DETAIL_SIZE];       /* a sentence, UTF-8 */
    char pointer[PROBLEM_POINTER_SIZE];     /* JSON pointer into the request's body */
    bool has_pointer;                       /* the empty pointer names the body as a whole */
    char parameter[PROBLEM_PARAMETER_SIZE]; /* the path part, query parameter or header at fault */
};

/** The HTTP status of a code. Requires code != ERROR_NONE. */
int error_status(enum error_code code);

/** The stable slug of a code, as in `"code": "illegal-move"`. */
const char *error_slug(enum error_code code);

/** The sentence that holds for every case of a code. */
const char *error_sentence(enum error_code code);

/** The code with this slug, or ERROR_NONE. */
enum error_code error_by_slug(const char *slug);

/**
 * Fails with a detail: fills the problem (truncating at a character boundary) and returns the code.
 */
FALLIBLE struct result fail_with(struct problem *problem, enum error_code code, const char *format,
                                 ...) __attribute__((format(printf, 3, 4)));

/** The same, naming the place in the request's body by a JSON pointer ("": the whole body). */
FALLIBLE struct result fail_at(struct problem *problem, enum error_code code, const char *pointer,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));

/** The same, naming the path part, query parameter or header that is at fault. */
FALLIBLE struct result fail_for(struct problem *problem, enum error_code code,
                                const char *parameter, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
