#include "endpoints/page.h"
#include "endpoints/player.h"

static const char *const states[] = {"all", "live", "finished", NULL};
enum { STATE_ALL, STATE_LIVE, STATE_FINISHED };

struct result ep_list_player_games(struct http_request *request, void *worker)
{
    static const char *const names[] = {"state", "limit", "cursor", NULL};
    struct endpoint *endpoint = worker;
    GAME_LIST_CLEANUP struct game_list list = {0};
    struct path_player player;
    struct page page;
    int state = STATE_ALL;
    TRY(http_query_only(request, names));
    TRY(ep_query_choice(request, "state", states, &state));
    TRY(page_read(request, &page));
    page.showing = state == STATE_LIVE ? MY_GAMES_LIVE : MY_GAMES_ALL;
    TRY(player_ask(request, endpoint, "id", &player));
    store_ask_public_games(endpoint->store,
                           &(struct public_games_query){
                               .player = player.id,
                               .live = state != STATE_FINISHED,
                               .finished = state != STATE_LIVE,
                               .after = page.after,
                               .limit = (int)page.limit + 1,
                           },
                           &list);
    TRY(ep_flush(request, endpoint));
    TRY(player_check(request, endpoint, &player));
    struct uuid caller = ep_player(&player.caller);
    return page_answer(request, endpoint, &list, &page, PAGE_BY_UPDATED, &caller);
}
