#include "http/target.h"

#include <string.h>
#include <strings.h>

/** Decodes in place, leaving a NUL at the end. False: a broken escape, no UTF-8, or a NUL. */
static bool decode(char *text, bool plus_is_blank, struct http_value *value)
{
    char *out = text;
    for (const char *in = text; *in; in++) {
        char character = *in;
        if (character == '%') {
            int high = text_hex_value(in[1]);
            int low = high < 0 ? -1 : text_hex_value(in[2]);
            if (low < 0)
                return false;
            character = (char)(high << 4 | low);
            in += 2;
        } else if (character == '+' && plus_is_blank) {
            character = ' ';
        }
        *out++ = character;
    }
    *out = '\0';
    *value = (struct http_value){text, (size_t)(out - text)};
    return text_is_utf8(value->data, value->length);
}

static struct result parse_path(char *path, struct http_target *target, struct problem *problem)
{
    target->segment_count = 0;
    if (*path == '\0')
        return OK;
    for (char *segment = path; segment;) {
        char *slash = strchr(segment, '/');
        if (slash)
            *slash = '\0';
        if (*segment == '\0' || target->segment_count == HTTP_SEGMENTS_MAX)
            return fail(ERROR_ROUTE_NOT_FOUND);
        if (!decode(segment, false, &target->segments[target->segment_count]))
            return fail_with(problem, ERROR_INVALID_PATH,
                             "Part %d of the path holds a broken percent escape, or is no UTF-8.",
                             target->segment_count + 1);
        target->segment_count++;
        segment = slash ? slash + 1 : NULL;
    }
    return OK;
}

static struct result parse_parameter(char *text, struct http_query_parameter *parameter,
                                     struct problem *problem)
{
    char *equals = strchr(text, '=');
    char *value = equals ? equals + 1 : text + strlen(text);
    if (equals)
        *equals = '\0';
    if (!decode(text, true, &parameter->name) || !decode(value, true, &parameter->value))
        return fail_with(problem, ERROR_INVALID_QUERY,
                         "A query parameter holds a broken percent escape, or is no UTF-8.");
    return OK;
}

static struct result parse_query(char *query, struct http_target *target, struct problem *problem)
{
    target->query_count = 0;
    for (char *part = query; part;) {
        char *ampersand = strchr(part, '&');
        if (ampersand)
            *ampersand = '\0';
        if (*part != '\0') {
            if (target->query_count == HTTP_QUERY_MAX)
                return fail_with(problem, ERROR_INVALID_QUERY,
                                 "At most %d query parameters are taken.", HTTP_QUERY_MAX);
            TRY(parse_parameter(part, &target->query[target->query_count], problem));
            target->query_count++;
        }
        part = ampersand ? ampersand + 1 : NULL;
    }
    return OK;
}

/** Where the path begins in an absolute form; the text itself in origin form; NULL: neither. */
static char *skip_authority(char *text)
{
    if (*text == '/')
        return text;
    if (strncasecmp(text, "http://", 7) != 0 && strncasecmp(text, "https://", 8) != 0)
        return NULL;
    char *authority = strchr(text, ':') + 3;
    char *path = authority + strcspn(authority, "/?");
    return path == authority ? NULL : path;
}

struct result http_target_parse(char *text, struct http_target *target, struct problem *problem)
{
    char *path = skip_authority(text);
    if (!path || strchr(path, '#'))
        return fail_with(problem, ERROR_INVALID_REQUEST, "The request target is not a path.");
    char *query = strchr(path, '?');
    if (query)
        *query++ = '\0';
    TRY(parse_path(*path == '/' ? path + 1 : path, target, problem));
    return parse_query(query, target, problem);
}
