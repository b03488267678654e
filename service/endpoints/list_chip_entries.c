#include "domain/words.h"
#include "endpoints/chips.h"
#include "endpoints/page.h"
#include "json/terms.h"

void chips_write_entry(struct json_writer *writer, const struct chip_row *row)
{
    json_begin_object(writer);
    json_member_number(writer, "seq", row->seq);
    json_member_string(writer, "kind", words_chip_kind[row->entry.kind]);
    json_member_number(writer, "amount", row->entry.amount);
    json_member_number(writer, "aside", row->entry.aside);
    json_member_number(writer, "balance", row->entry.balance);
    json_member_id(writer, "game_id", &row->game);
    json_member_time(writer, "at", row->entered_ms);
    json_end(writer);
}

static void answer(struct http_request *request, const struct chip_rows *list,
                   const struct page *page)
{
    int shown = page_shown(page, &list->rows, list->count);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < shown; i++)
        chips_write_entry(&writer, &list->entries[i]);
    json_end(&writer);
    page_write_end(request, &writer, page, &list->rows);
    json_end(&writer);
}

struct chip_row chips_first_entry(const struct player *player)
{
    return (struct chip_row){
        .seq = 1,
        .entry = {.kind = CHIP_START, .amount = CHIPS_START, .balance = CHIPS_START},
        .entered_ms = player->created_ms,
    };
}

struct result ep_list_chip_entries(struct http_request *request, void *worker)
{
    static const char *const names[] = {"limit", "cursor", NULL};
    struct endpoint *endpoint = worker;
    struct chip_rows *list = http_request_alloc(request, sizeof *list);
    struct ep_caller caller;
    struct page page;
    TRY(http_query_only(request, names));
    TRY(page_read_counted(request, &page));
    TRY(ep_ask_caller(request, endpoint, &caller));
    store_ask_chip_rows(endpoint->store, &caller.token.player, (int)page.after.time_ms,
                        (int)page.limit + 1, list);
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    if (caller.answer.player.kind != PLAYER_SIGNED_IN)
        return fail(ERROR_ACCOUNT_NEEDED);
    if (list->rows.count == 0 && page.after.time_ms == 0)
        list->entries[list->count++] = chips_first_entry(&caller.answer.player);
    answer(request, list, &page);
    return OK;
}
