#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/ladder.h"

/** How many of a page's first rows have the page's rank. */
static int count_sharing(const struct ladder_page *page)
{
    int count = 0;
    while (count < page->count && page->rows[count].rank == page->rank)
        count++;
    return count;
}

struct result ep_get_ladder_rank(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct ladder_page *page = http_request_alloc(request, sizeof *page);
    struct ep_caller caller;
    enum ladder ladder;
    int64_t rank;
    TRY(http_query_only(request, names));
    TRY(ladder_read_name(request, &ladder));
    TRY(ep_path_number(request, "rank", 1, LADDER_RANK_MAX, &rank));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_ladder_from_rank(endpoint->store, ladder, rank, PAGE_SIZE_DEFAULT, page);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (page->read.count == 0)
        return fail_with(&request->problem, ERROR_RANK_NOT_FOUND,
                         "Ranked players on this ladder: %lld.", (long long)page->total);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "ladder", words_ladder[ladder]);
    json_member_number(&writer, "rank", page->rank);
    json_member_number(&writer, "sharing", page->sharing);
    ladder_write_rows(&writer, page, count_sharing(page));
    json_member_number(&writer, "total", page->total);
    json_member_time(&writer, "as_of", page->now_ms);
    json_end(&writer);
    return OK;
}
