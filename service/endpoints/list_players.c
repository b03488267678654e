#include "base/limits.h"
#include "endpoints/account.h"
#include "endpoints/page.h"
#include "names/name.h"

#include <stdio.h>
#include <string.h>

/* Behind every name that begins with what stands before it: the last character that there is. */
#define LAST_CHARACTER "\xf4\x8f\xbf\xbf"

/* Behind that very name, and before all others: no name has it. */
#define NEXT_CHARACTER "\x01"

enum { MATCH_EXACT, MATCH_PREFIX };

struct query {
    struct uuid ids[STORE_PAGE_MAX];
    bool me[STORE_PAGE_MAX]; /* which of them are who asks */
    int id_count;
    bool by_name;
    int match;
    int64_t limit;
    char from[NAME_FOLDED_SIZE + 1];
    char until[NAME_FOLDED_SIZE + sizeof LAST_CHARACTER];
    struct names_found names;
    struct profile_list profiles;
};

/** Reads what a cursor holds: the folded name that the page before ended with, which begins with
 *  what is looked for as all of the list do. */
static struct result read_cursor(struct http_request *request, const char *wanted,
                                 struct query *query)
{
    uint8_t bytes[NAME_FOLDED_SIZE];
    size_t length, least = strlen(wanted);
    TRY(page_read_cursor(request, bytes, NAME_FOLDED_SIZE - 1, &length));
    if (length == 0)
        return OK;
    if (length < least || memcmp(bytes, wanted, least) != 0 ||
        !text_is_utf8((const char *)bytes, length))
        return page_refuse_cursor(request);
    snprintf(query->from, sizeof query->from, "%.*s" NEXT_CHARACTER, (int)length,
             (const char *)bytes);
    return OK;
}

static struct result read_name(struct http_request *request, struct query *query)
{
    static const char *const matches[] = {"exact", "prefix", NULL};
    struct http_value name = http_query(request, "name");
    char folded[NAME_FOLDED_SIZE];
    query->by_name = true;
    query->limit = PAGE_SIZE_DEFAULT;
    TRY(ep_query_choice(request, "match", matches, &query->match));
    TRY(ep_query_number(request, "limit", 1, PAGE_SIZE_MAX, &query->limit));
    if (!name_fold(name.data, name.length, folded) || folded[0] == '\0')
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "name",
                        "name must be a name, or how one begins.");
    strcpy(query->from, folded);
    snprintf(query->until, sizeof query->until, "%s%s", folded,
             query->match == MATCH_PREFIX ? LAST_CHARACTER : NEXT_CHARACTER);
    return read_cursor(request, folded, query);
}

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"ids", "name", "match", "limit", "cursor", NULL};
    static const char *const of_names[] = {"match", "limit", "cursor", NULL};
    TRY(http_query_only(request, names));
    bool by_ids = http_query(request, "ids").data, by_name = http_query(request, "name").data;
    if (by_ids == by_name)
        return fail_for(&request->problem, ERROR_INVALID_QUERY, by_ids ? "name" : "ids",
                        "Give either ids or name.");
    if (by_name)
        return read_name(request, query);
    for (int i = 0; of_names[i]; i++)
        if (http_query(request, of_names[i]).data)
            return fail_for(&request->problem, ERROR_INVALID_QUERY, of_names[i],
                            "%s goes with name only.", of_names[i]);
    return page_read_ids(request, query->ids, query->me, &query->id_count);
}

/** Puts the caller's id where `me` stands. */
static struct result name_caller(struct http_request *request, const struct ep_caller *caller,
                                 struct query *query)
{
    for (int i = 0; i < query->id_count; i++) {
        if (query->me[i] && caller->anonymous)
            return ep_refuse_anonymous(request);
        if (query->me[i])
            query->ids[i] = caller->token.player;
    }
    return OK;
}

static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             struct query *query)
{
    struct ep_caller caller;
    struct names_found *names = &query->names;
    TRY(ep_ask_caller(request, endpoint, &caller));
    TRY(name_caller(request, &caller, query));
    if (query->by_name)
        store_ask_names(endpoint->store, query->from, query->until, (int)query->limit + 1, names);
    else
        store_ask_profiles(endpoint->store, query->ids, query->id_count, &query->profiles);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (!query->by_name)
        return OK;
    const struct page asked = {.limit = query->limit};
    query->id_count = page_shown(&asked, &names->read, names->count);
    if (query->id_count == 0)
        return OK;
    memcpy(query->ids, names->players, (size_t)query->id_count * sizeof *query->ids);
    store_ask_profiles(endpoint->store, query->ids, query->id_count, &query->profiles);
    return ep_flush(request, endpoint);
}

static void write_next(const struct http_request *request, struct json_writer *writer,
                       const struct query *query)
{
    if (!query->by_name || query->names.read.count <= query->limit) {
        json_member_null(writer, "next_cursor");
        return;
    }
    const char *before = query->names.before;
    page_write_cursor(request, writer, (const uint8_t *)before, strlen(before));
}

struct result ep_list_players(struct http_request *request, void *worker)
{
    struct query *query = http_request_alloc(request, sizeof *query);
    TRY(read_query(request, query));
    TRY(look_up(request, worker, query));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < query->id_count; i++)
        for (int j = 0; j < query->profiles.count; j++)
            if (uuid_equal(&query->profiles.profiles[j].player.id, &query->ids[i]))
                account_write_profile(&writer, &query->profiles.profiles[j]);
    json_end(&writer);
    write_next(request, &writer, query);
    json_end(&writer);
    return OK;
}
