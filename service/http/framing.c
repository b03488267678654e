#include "http/framing.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

/* More digits than any length that is taken, fewer than would overflow. */
enum { CONTENT_LENGTH_DIGITS_MAX = 18 };

static bool is_token_character(unsigned char character)
{
    if (character >= '0' && character <= '9')
        return true;
    if ((character | 0x20) >= 'a' && (character | 0x20) <= 'z')
        return true;
    return character != '\0' && strchr("!#$%&'*+-.^_`|~", character) != NULL;
}

bool http_is_token(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_token_character((unsigned char)text[i]))
            return false;
    return length > 0;
}

/** Visible ASCII: what a request target may hold. */
static bool is_visible(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f)
            return false;
    return length > 0;
}

static bool parse_version(const char *text, size_t length, int *minor)
{
    static const char prefix[] = "HTTP/1.";
    size_t digit = sizeof prefix - 1;
    if (length != digit + 1 || memcmp(text, prefix, digit) != 0)
        return false;
    *minor = text[digit] - '0';
    return *minor == 0 || *minor == 1;
}

struct result http_request_line_parse(const char *line, size_t length,
                                      struct http_request_line *parsed, struct problem *problem)
{
    const char *end = line + length;
    const char *target = memchr(line, ' ', length);
    const char *version = target ? memchr(target + 1, ' ', (size_t)(end - target - 1)) : NULL;
    if (!version)
        return fail_with(problem, ERROR_INVALID_REQUEST,
                         "The request line is not METHOD, target and version, one blank between.");
    *parsed = (struct http_request_line){.method = line,
                                         .method_length = (size_t)(target - line),
                                         .target = target + 1,
                                         .target_length = (size_t)(version - target - 1)};
    if (!http_is_token(parsed->method, parsed->method_length))
        return fail_with(problem, ERROR_INVALID_REQUEST, "The method is not a token.");
    if (!is_visible(parsed->target, parsed->target_length))
        return fail_with(problem, ERROR_INVALID_REQUEST,
                         "The request target holds characters that must be percent-encoded.");
    if (!parse_version(version + 1, (size_t)(end - version - 1), &parsed->minor_version))
        return fail_with(problem, ERROR_INVALID_REQUEST, "The version must be HTTP/1.0 or 1.1.");
    return OK;
}

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

/** No control characters but the tab; bytes from 0x80 on are allowed and mean nothing to us. */
static bool is_field_value(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char character = (unsigned char)text[i];
        if ((character < ' ' && character != '\t') || character == 0x7f)
            return false;
    }
    return true;
}

static struct result parse_field(char *line, size_t length, struct http_field *field,
                                 struct problem *problem)
{
    char *colon = memchr(line, ':', length);
    if (!colon || !http_is_token(line, (size_t)(colon - line)))
        return fail_with(problem, ERROR_INVALID_REQUEST,
                         "A header line does not begin with a name and a colon.");
    char *value = colon + 1, *end = line + length;
    while (value < end && is_blank(*value))
        value++;
    while (end > value && is_blank(end[-1]))
        end--;
    if (!is_field_value(value, (size_t)(end - value)))
        return fail_with(problem, ERROR_INVALID_REQUEST,
                         "A header value holds a control character.");
    *colon = '\0';
    *end = '\0';
    *field = (struct http_field){line, value, (size_t)(end - value)};
    return OK;
}

struct result http_fields_parse(char *block, size_t length, struct http_field *fields, int *count,
                                struct problem *problem)
{
    *count = 0;
    for (char *line = block, *end = block + length;;) {
        char *feed = memchr(line, '\n', (size_t)(end - line));
        if (!feed || feed == line || feed[-1] != '\r')
            return fail_with(problem, ERROR_INVALID_REQUEST,
                             "A header line does not end with CR LF.");
        size_t line_length = (size_t)(feed - 1 - line);
        if (line_length == 0 && feed + 1 == end)
            return OK;
        if (*count == HTTP_FIELDS_MAX)
            return fail_with(problem, ERROR_HEADERS_TOO_LARGE, "At most %d headers are taken.",
                             HTTP_FIELDS_MAX);
        TRY(parse_field(line, line_length, &fields[*count], problem));
        ++*count;
        line = feed + 1;
    }
}

const struct http_field *http_field_find(const struct http_field *fields, int count,
                                         const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcasecmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

/** The only field of that name. False: there are several; *found is NULL if there is none. */
static bool find_single(const struct http_field *fields, int count, const char *name,
                        const struct http_field **found)
{
    *found = http_field_find(fields, count, name);
    if (!*found)
        return true;
    int after = (int)(*found - fields) + 1;
    return !http_field_find(fields + after, count - after, name);
}

static struct result check_host(const struct http_field *fields, int count, int minor_version,
                                struct problem *problem)
{
    const struct http_field *host;
    if (!find_single(fields, count, "Host", &host) || (!host && minor_version > 0))
        return fail_for(problem, ERROR_INVALID_REQUEST, "Host", "There must be exactly one Host.");
    if (host && strpbrk(host->value, " \t,/\\@?#\"<>{}|^`"))
        return fail_for(problem, ERROR_INVALID_REQUEST, "Host", "Host is no host name and port.");
    return OK;
}

static struct result read_length(const struct http_field *field, struct http_framing *framing,
                                 struct problem *problem)
{
    size_t length = field->value_length;
    if (length == 0 || strspn(field->value, "0123456789") != length)
        return fail_for(problem, ERROR_INVALID_REQUEST, "Content-Length",
                        "Content-Length is not a number.");
    if (length > CONTENT_LENGTH_DIGITS_MAX)
        return fail_for(problem, ERROR_BODY_TOO_LARGE, "Content-Length",
                        "The body is larger than anything that is taken.");
    framing->has_length = true;
    for (size_t i = 0; i < length; i++)
        framing->content_length = framing->content_length * 10 + (uint64_t)(field->value[i] - '0');
    return OK;
}

static struct result check_body(const struct http_field *fields, int count,
                                struct http_framing *framing, struct problem *problem)
{
    const struct http_field *length, *coding;
    if (!find_single(fields, count, "Content-Length", &length))
        return fail_for(problem, ERROR_INVALID_REQUEST, "Content-Length",
                        "There is more than one Content-Length.");
    if (!find_single(fields, count, "Transfer-Encoding", &coding) ||
        (coding && strcasecmp(coding->value, "chunked") != 0))
        return fail_for(problem, ERROR_INVALID_REQUEST, "Transfer-Encoding",
                        "The only transfer coding that is taken is chunked, once.");
    if (coding && (length || framing->minor_version == 0))
        return fail_for(problem, ERROR_INVALID_REQUEST, "Transfer-Encoding",
                        "Transfer-Encoding comes with Content-Length or in HTTP/1.0.");
    framing->chunked = coding != NULL;
    return length ? read_length(length, framing, problem) : OK;
}

struct result http_framing_check(const struct http_field *fields, int count, int minor_version,
                                 struct http_framing *framing, struct problem *problem)
{
    struct http_framing checked = {.minor_version = minor_version};
    TRY(check_host(fields, count, minor_version, problem));
    TRY(check_body(fields, count, &checked, problem));
    const struct http_field *expect = http_field_find(fields, count, "Expect");
    checked.expects_continue = expect && strcasecmp(expect->value, "100-continue") == 0;
    *framing = checked;
    return OK;
}

struct result http_head_parse(char *text, size_t length, struct http_head *head,
                              struct problem *problem)
{
    char *feed = memchr(text, '\n', length);
    head->field_count = 0;
    if (!feed || feed == text || feed[-1] != '\r')
        return fail_with(problem, ERROR_INVALID_REQUEST,
                         "The request line does not end with CR LF.");
    TRY(http_request_line_parse(text, (size_t)(feed - 1 - text), &head->line, problem));
    char *block = feed + 1;
    TRY(http_fields_parse(block, length - (size_t)(block - text), head->fields, &head->field_count,
                          problem));
    return http_framing_check(head->fields, head->field_count, head->line.minor_version,
                              &head->framing, problem);
}

size_t http_head_length(const char *text, size_t length)
{
    const char *end = text + length;
    for (const char *feed = memchr(text, '\n', length); feed;
         feed = memchr(feed + 1, '\n', (size_t)(end - feed - 1))) {
        if (feed + 1 < end && feed[1] == '\n')
            return (size_t)(feed + 2 - text);
        if (feed + 2 < end && feed[1] == '\r' && feed[2] == '\n')
            return (size_t)(feed + 3 - text);
    }
    return 0;
}
