#include "domain/words.h"
#include "endpoints/ladder.h"
#include "endpoints/page.h"
#include "endpoints/player.h"
#include "json/terms.h"

static const char *const results[] = {"lost", "drawn", "won"};

void ladder_write_entry(struct json_writer *writer, const struct rating_entry *entry)
{
    json_begin_object(writer);
    json_member_id(writer, "game_id", &entry->game);
    player_write_name(writer, "opponent", &entry->opponent, entry->opponent_name);
    json_member_string(writer, "result", results[entry->score / ELO_DREW]);
    json_member_number(writer, "before", elo_shown(entry->before));
    json_member_number(writer, "after", elo_shown(entry->after));
    json_member_time(writer, "rated_at", entry->rated_ms);
    json_end(writer);
}

static void answer(struct http_request *request, enum ladder ladder,
                   const struct rating_entries *list, const struct page *page)
{
    int shown = page_shown(page, &list->rows, list->count);
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member_string(&writer, "ladder", words_ladder[ladder]);
    json_member(&writer, "items");
    json_begin_array(&writer);
    for (int i = 0; i < shown; i++)
        ladder_write_entry(&writer, &list->entries[i]);
    json_end(&writer);
    page_write_end(request, &writer, page, &list->rows);
    json_end(&writer);
}

struct result ep_list_rating_history(struct http_request *request, void *worker)
{
    static const char *const names[] = {"ladder", "limit", "cursor", NULL};
    struct endpoint *endpoint = worker;
    struct rating_entries *list = http_request_alloc(request, sizeof *list);
    struct path_player player;
    enum ladder ladder;
    struct page page;
    TRY(http_query_only(request, names));
    TRY(ladder_query(request, &ladder));
    TRY(page_read_counted(request, &page));
    TRY(player_ask(request, endpoint, "id", &player));
    store_ask_rating_entries(endpoint->store, &player.id, ladder, (int)page.after.time_ms,
                             (int)page.limit + 1, list);
    TRY(ep_flush(request, endpoint));
    TRY(player_check(request, endpoint, &player));
    answer(request, ladder, list, &page);
    return OK;
}
