#include "base/limits.h"
#include "endpoints/account.h"
#include "endpoints/block.h"
#include "endpoints/page.h"
#include "endpoints/settings.h"

/* The time in cursors: games go by their ids alone, which do not change while they are handed out.
 */
enum { EXPORT_BEGUN = 1 };

/** What one answer holds. */
struct takeout {
    struct ep_caller caller;
    struct profile_found own;
    struct page page;
    bool is_first;
    char subject[IDENTITY_SUBJECT_SIZE];
    char settings[SETTINGS_SIZE];
    struct text sessions;
    struct text journals;
    struct text offers;
    struct text analyses;
    struct block_list blocks;
};

static void release(struct takeout *takeout)
{
    text_release(&takeout->sessions);
    text_release(&takeout->journals);
    text_release(&takeout->offers);
    text_release(&takeout->analyses);
}

#define EXPORT_CLEANUP __attribute__((cleanup(release)))

/** Asks for what stands in the first answer only. */
static struct result look_up_person(struct http_request *request, struct endpoint *endpoint,
                                    struct takeout *takeout)
{
    struct store *store = endpoint->store;
    const struct uuid *player = &takeout->caller.token.player;
    store_ask_profile(store, player, &takeout->own);
    store_ask_identity_of(store, player, takeout->subject);
    store_ask_settings(store, player, takeout->settings);
    store_ask_sessions(store, player, EXPORT_ENTRIES_MAX, &takeout->sessions);
    store_ask_journals(store, player, EXPORT_ENTRIES_MAX, &takeout->journals);
    store_ask_offers(store, player, EXPORT_ENTRIES_MAX, &takeout->offers);
    store_ask_my_analyses(store, player, EXPORT_ENTRIES_MAX, &takeout->analyses);
    return ep_flush(request, endpoint);
}

/** The caller first: all else is too much to be asked for anybody. */
static struct result look_up(struct http_request *request, struct endpoint *endpoint,
                             struct takeout *takeout)
{
    TRY(ep_ask_caller(request, endpoint, &takeout->caller));
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &takeout->caller));
    return takeout->is_first ? look_up_person(request, endpoint, takeout) : OK;
}

/** All that a player has blocked, page by page. */
static struct result write_blocks(struct http_request *request, struct endpoint *endpoint,
                                  struct json_writer *writer, struct takeout *takeout)
{
    struct page page = {.limit = PAGE_SIZE_MAX};
    struct block_list *blocks = &takeout->blocks;
    json_member(writer, "blocks");
    json_begin_array(writer);
    do {
        store_ask_blocks(endpoint->store, &takeout->caller.token.player, &page.after,
                         PAGE_SIZE_MAX + 1, blocks);
        TRY(ep_flush(request, endpoint));
        for (int i = 0; i < page_shown(&page, &blocks->rows, blocks->count); i++)
            block_write(writer, &blocks->blocks[i]);
        page.after = blocks->rows.before;
    } while (blocks->rows.count > PAGE_SIZE_MAX);
    json_end(writer);
    return OK;
}

/** What stands in the first answer only. */
static struct result write_person(struct http_request *request, struct endpoint *endpoint,
                                  struct json_writer *writer, struct takeout *takeout)
{
    struct settings settings = settings_parse(takeout->settings);
    json_member(writer, "player");
    takeout->own.profile.player = takeout->caller.answer.player;
    account_write_profile(writer, &takeout->own.profile);
    json_member(writer, "settings");
    settings_write(writer, &settings);
    json_member(writer, "identity");
    if (takeout->subject[0]) {
        json_begin_object(writer);
        json_member_string(writer, "provider", "google");
        json_member_string(writer, "subject", takeout->subject);
        json_end(writer);
    } else
        json_put_null(writer);
    json_member_raw(writer, "access", takeout->sessions.data);
    json_member_raw(writer, "journals", takeout->journals.data);
    json_member_raw(writer, "offers", takeout->offers.data);
    json_member_raw(writer, "analyses", takeout->analyses.data);
    return write_blocks(request, endpoint, writer, takeout);
}

/** Games, as many as one answer holds. */
static struct result write_games(struct http_request *request, struct endpoint *endpoint,
                                 struct json_writer *writer, struct takeout *takeout)
{
    const struct uuid *player = &takeout->caller.token.player;
    GAME_LIST_CLEANUP struct game_list games = {0};
    store_ask_player_games_by_id(endpoint->store, player, &takeout->page.after.id, EXPORT_GAMES_MAX,
                                 &games);
    TRY(ep_flush(request, endpoint));
    ep_log_impossible(request, &games);
    json_member(writer, "games");
    json_begin_array(writer);
    for (int i = 0; i < games.count; i++)
        ep_write_game(writer, endpoint, &games.games[i], &games.meetings[i],
                      game_seats_of(&games.games[i], player), games.now_ms);
    json_end(writer);
    if (games.count + games.impossible_count == EXPORT_GAMES_MAX) {
        struct page_cursor next = page_after(&games, EXPORT_GAMES_MAX - 1, PAGE_BY_CREATED);
        page_write_next(request, writer, EXPORT_BEGUN, &next.id);
    } else
        json_member_null(writer, "next_cursor");
    return OK;
}

struct result ep_export_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {"cursor", NULL};
    struct endpoint *endpoint = worker;
    EXPORT_CLEANUP struct takeout takeout = {0};
    TRY(http_query_only(request, names));
    TRY(page_read(request, &takeout.page));
    takeout.is_first = takeout.page.after.time_ms == 0;
    TRY(look_up(request, endpoint, &takeout));
    http_response_header(request, "Cache-Control", "no-store");
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    if (takeout.is_first)
        TRY(write_person(request, endpoint, &writer, &takeout));
    TRY(write_games(request, endpoint, &writer, &takeout));
    json_member_time(&writer, "exported_at", takeout.caller.answer.now_ms);
    json_end(&writer);
    return OK;
}
