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

/**
 * Reads ?ids=, which must be there: at most GAMES_PER_REQUEST_MAX.
 *
 * @param me  which of them are `me`, whose id is yet unknown; NULL: none may be
 *
 * Errors: INVALID_QUERY.
 */
FALLIBLE struct result page_read_ids(struct http_request *request, struct uuid *ids, bool *me,
                                     int *count);

/**
 * Reads what a cursor holds behind the hash that binds it to its list: the operation, the path and
 * all other parameters of the query but `limit` and `from_rank`, which say only where a page begins
 * or ends. It is no secret; what is read must be looked at as any other input.
 *
 * @param length  of what was read; 0: there is no cursor
 *
 * Errors: INVALID_QUERY, for another list's as well.
 */
FALLIBLE struct result page_read_cursor(struct http_request *request, uint8_t *bytes,
                                        size_t capacity, size_t *length);

/** Refuses a cursor for what it holds. */
FALLIBLE struct result page_refuse_cursor(struct http_request *request);

/** Writes the member next_cursor with these bytes, for the list that the request asks for. */
void page_write_cursor(const struct http_request *request, struct json_writer *writer,
                       const uint8_t *bytes, size_t length);

/** The same with a time and an id: the page after their item follows. */
void page_write_next(const struct http_request *request, struct json_writer *writer,
                     int64_t time_ms, const struct uuid *id);

/** How many of a list's `count` items the page shows. */
int page_shown(const struct page *page, const struct page_rows *rows, int count);

/** Writes the member next_cursor of such a list: where the page after it begins, or null. */
void page_write_end(const struct http_request *request, struct json_writer *writer,
                    const struct page *page, const struct page_rows *rows);

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
