/** Pages: limit, opaque keyset cursor, and how a page of games is answered. */
#ifndef REVERSID_ENDPOINTS_PAGE_H
#define REVERSID_ENDPOINTS_PAGE_H

#include "endpoints/endpoint.h"

struct page {
    int64_t limit;
    struct page_cursor after;    /* zero time: from the start */
    enum my_games_state showing; /* games that time has made other ones of are left out */
};

/** Reads ?limit= and ?cursor=. Errors: INVALID_QUERY. */
FALLIBLE struct result page_read(struct http_request *request, struct page *page);

/** The same of a list whose items are counted: the cursor's time is a count. */
FALLIBLE struct result page_read_counted(struct http_request *request, struct page *page);

/** Reads ?ids=, which must be there: at most GAMES_PER_REQUEST_MAX. Errors: INVALID_QUERY. */
FALLIBLE struct result page_read_ids(struct http_request *request, struct uuid *ids, int *count);

/** Writes the member next_cursor: the page after an item with this time and id follows. */
void page_write_next(struct json_writer *writer, int64_t time_ms, const struct uuid *id);

/** What a list is ordered by, and so what its cursors hold. */
enum page_key { PAGE_BY_CREATED, PAGE_BY_UPDATED, PAGE_BY_URGENCY };

/** Where what follows a row of a list begins. The rows are those of the list's games, and in
 * between those that no game can have. */
struct page_cursor page_after(const struct game_list *list, int row, enum page_key key);

/**
 * Does to the games of a list what time has done and answers with them. One item more than the page
 * holds tells that another page follows; what the list had to leave out leaves its page shorter,
 * and is logged. Without a page (NULL) all are shown and none follows.
 *
 * @param player  whose seats `you` shows; nil: nobody's
 *
 * Errors: those of the flush.
 */
FALLIBLE struct result page_answer(struct http_request *request, struct endpoint *endpoint,
                                   struct game_list *list, const struct page *page,
                                   enum page_key key, const struct uuid *player);

#endif
