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

/** Copies text into a field of fixed size, never cutting a character in two. */
static void fill(char *field, size_t size, const char *text)
{
    size_t length = text_utf8_prefix(text, strlen(text), size - 1);
    memcpy(field, text, length);
    field[length] = '\0';
}

static void __attribute__((format(printf, 2, 0)))
fill_detail(struct problem *problem, const char *format, va_list arguments)
{
    char detail[2 * PROBLEM_DETAIL_SIZE];
    vsnprintf(detail, sizeof detail, format, arguments);
    fill(problem->detail, sizeof problem->detail, detail);
}

struct result fail_with(struct problem *problem, enum error_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill_detail(problem, format, arguments);
    va_end(arguments);
    return fail(code);
}

struct result fail_at(struct problem *problem, enum error_code code, const char *pointer,
                      const char *format, ...)
{
    fill(problem->pointer, sizeof problem->pointer, pointer);
    problem->has_pointer = true;
    va_list arguments;
    va_start(arguments, format);
    fill_detail(problem, format, arguments);
    va_end(arguments);
    return fail(code);
}

struct result fail_for(struct problem *problem, enum error_code code, const char *parameter,
                       const char *format, ...)
{
    fill(problem->parameter, sizeof problem->parameter, parameter);
    va_list arguments;
    va_start(arguments, format);
    fill_detail(problem, format, arguments);
    va_end(arguments);
    return fail(code);
}
