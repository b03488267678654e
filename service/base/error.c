#include "base/error.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct {
    int status;
    const char *slug;
    const char *sentence;
} rows[ERROR_CODE_COUNT] = {
    [ERROR_NONE] = {200, "", ""},
#define ERROR(name, status, slug, sentence) [ERROR_##name] = {status, slug, sentence},
#include "base/errors.def"
#undef ERROR
};

int error_status(enum error_code code)
{
    assert(code > ERROR_NONE && code < ERROR_CODE_COUNT);
    return rows[code].status;
}

const char *error_slug(enum error_code code)
{
    assert(code > ERROR_NONE && code < ERROR_CODE_COUNT);
    return rows[code].slug;
}

const char *error_sentence(enum error_code code)
{
    assert(code > ERROR_NONE && code < ERROR_CODE_COUNT);
    return rows[code].sentence;
}

enum error_code error_by_slug(const char *slug)
{
    for (int code = ERROR_NONE + 1; code < ERROR_CODE_COUNT; code++)
        if (strcmp(rows[code].slug, slug) == 0)
            return (enum error_code)code;
    return ERROR_NONE;
}

static void write_detail(struct problem *problem, const char *format, va_list arguments)
{
    int wanted = vsnprintf(problem->detail, sizeof problem->detail, format, arguments);
    if (wanted >= (int)sizeof problem->detail) {
        size_t length = strlen(problem->detail);
        problem->detail[text_utf8_prefix(problem->detail, length, length)] = '\0';
    }
}

struct result fail_with(struct problem *problem, enum error_code code, const char *format, ...)
{
    if (problem) {
        va_list arguments;
        va_start(arguments, format);
        write_detail(problem, format, arguments);
        va_end(arguments);
    }
    return fail(code);
}

struct result fail_at(struct problem *problem, enum error_code code, const char *pointer,
                      const char *format, ...)
{
    if (problem) {
        size_t length = strlen(pointer);
        length = text_utf8_prefix(pointer, length, sizeof problem->pointer - 1);
        memcpy(problem->pointer, pointer, length);
        problem->pointer[length] = '\0';
        va_list arguments;
        va_start(arguments, format);
        write_detail(problem, format, arguments);
        va_end(arguments);
    }
    return fail(code);
}
