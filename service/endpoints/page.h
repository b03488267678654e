/** Pages of games: limit, opaque keyset cursor, and how a page is answered. */
#ifndef REVERSID_ENDPOINTS_PAGE_H
#define REVERSID_ENDPOINTS_PAGE_H

#include "endpoints/endpoint.h"

struct page {
    int64_t limit;
    struct game_cursor after; /* zero time: from the start */
};

/** Reads ?limit= and ?cursor=. Errors: INVALID_QUERY. */
FALLIBLE struct result page_read(struct http_request *request, struct page *page);

/** What a list is ordered by, and so what its cursors hold. */
enum page_key { PAGE_BY_CREATED, PAGE_BY_UPDATED, PAGE_BY_URGENCY };

/**
 * Answers with a list. One item more than the page holds tells that another page follows; without a
 * page (NULL) all are shown and none follows.
 *
 * @param player  whose seats `you` shows; nil: nobody's
 */
void page_answer(struct http_request *request, struct endpoint *endpoint,
                 const struct game_list *list, const struct page *page, enum page_key key,
                 const struct uuid *player);

#endif
