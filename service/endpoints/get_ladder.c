#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/ladder.h"
#include "endpoints/page.h"

/** Which page is wanted. */
struct query {
    enum ladder ladder;
    int64_t limit;
    int64_t from_rank;
    bool has_cursor;
    struct ladder_cursor cursor;
};

static struct result read_query(struct http_request *request, struct query *query)
{
    static const char *const names[] = {"cursor", "from_rank", "limit", NULL};
    *query = (struct query){.limit = PAGE_SIZE_DEFAULT, .from_rank = 1};
    TRY(http_query_only(request, names));
    TRY(ladder_read_name(request, &query->ladder));
    TRY(ep_query_number(request, "limit", 1, PAGE_SIZE_MAX, &query->limit));
    TRY(ep_query_number(request, "from_rank", 1, LADDER_RANK_MAX, &query->from_rank));
    TRY(ladder_read_cursor(request, &query->cursor, &query->has_cursor));
    if (query->has_cursor && http_query(request, "from_rank").data)
        return fail_for(&request->problem, ERROR_INVALID_QUERY, "from_rank",
                        "A page begins after a cursor or from a rank, not both.");
    return OK;
}

static void answer(struct http_request *request, const struct query *query,
                   const struct ladder_page *page)
{
    const struct page asked = {.limit = query->limit};
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "ladder", words_ladder[query->ladder]);
    ladder_write_rows(&writer, page, page_shown(&asked, &page->read, page->count));
    json_member_number(&writer, "total", page->total);
    if (page->read.count > query->limit)
        ladder_write_next(request, &writer, page);
    else
        json_member_null(&writer, "next_cursor");
    json_member_time(&writer, "as_of", page->now_ms);
    json_end(&writer);
}

struct result ep_get_ladder(struct http_request *request, void *worker)
{
    struct endpoint *endpoint = worker;
    struct ladder_page *page = http_request_alloc(request, sizeof *page);
    struct ep_caller caller;
    struct query query;
    TRY(read_query(request, &query));
    TRY(ep_ask_caller(request, endpoint, &caller));
    if (query.has_cursor)
        store_ask_ladder_after(endpoint->store, query.ladder, &query.cursor, (int)query.limit + 1,
                               page);
    else
        store_ask_ladder_from_rank(endpoint->store, query.ladder, query.from_rank,
                                   (int)query.limit + 1, page);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    answer(request, &query, page);
    return OK;
}
