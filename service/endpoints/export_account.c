#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/account.h"
#include "endpoints/block.h"
#include "endpoints/challenge.h"
#include "endpoints/chips.h"
#include "endpoints/ladder.h"
#include "endpoints/page.h"
#include "endpoints/settings.h"
#include "endpoints/study.h"
#include "endpoints/token.h"
#include "json/seek.h"
#include "json/study.h"

/* The time in cursors: games go by their ids alone, which do not change while they are handed out.
 */
enum { EXPORT_BEGUN = 1 };

/** What one answer holds. */
struct takeout {
    struct http_request *request;
    struct endpoint *endpoint;
    struct ep_caller caller;
    struct profile_found own;
    struct page page;
    bool is_first;
    char subject[IDENTITY_SUBJECT_SIZE];
    char settings[SETTINGS_SIZE];
    struct standing standing;
    struct personal_token_list tokens;
    struct text access;
};

static void release(struct takeout *takeout)
{
    text_release(&takeout->access);
}

#define EXPORT_CLEANUP __attribute__((cleanup(release)))

static const struct uuid *player_of(const struct takeout *takeout)
{
    return &takeout->caller.token.player;
}

static struct result flush(struct takeout *takeout)
{
    return ep_flush(takeout->request, takeout->endpoint);
}

/** Asks for what stands in the first answer only, but for what comes in pages. */
static struct result look_up_person(struct takeout *takeout)
{
    struct store *store = takeout->endpoint->store;
    const struct uuid *player = player_of(takeout);
    store_ask_profile(store, player, &takeout->own);
    store_ask_identity_of(store, player, takeout->subject);
    store_ask_settings(store, player, takeout->settings);
    store_ask_sessions(store, player, EXPORT_ENTRIES_MAX, &takeout->access);
    store_ask_personal_tokens(store, player, &takeout->tokens);
    store_ask_standing(store, player, LADDER_LIVE, &takeout->standing);
    return flush(takeout);
}

/** The caller first: all else is too much to be asked for anybody. */
static struct result look_up(struct takeout *takeout)
{
    TRY(ep_ask_caller(takeout->request, takeout->endpoint, &takeout->caller));
    TRY(flush(takeout));
    TRY(ep_check_caller(takeout->request, takeout->endpoint, &takeout->caller));
    return takeout->is_first ? look_up_person(takeout) : OK;
}

/* --- what comes in pages ------------------------------------------------------------------- */

/** A list of the first answer. */
struct part {
    const char *name;
    /** Asks for the page after a cursor, one item more than it holds, and writes it. */
    struct result (*write_page)(struct takeout *takeout, struct json_writer *writer, int which,
                                const struct page_cursor *after, struct page_rows *rows);
    int which; /* of several lists of the same things */
};

enum { ASKED_MAX = PAGE_SIZE_MAX + 1 };

static const struct page full_page = {.limit = PAGE_SIZE_MAX};

static struct result write_blocks(struct takeout *takeout, struct json_writer *writer, int which,
                                  const struct page_cursor *after, struct page_rows *rows)
{
    struct block_list *list = http_request_alloc(takeout->request, sizeof *list);
    (void)which;
    store_ask_blocks(takeout->endpoint->store, player_of(takeout), after, ASKED_MAX, list);
    TRY(flush(takeout));
    for (int i = 0; i < page_shown(&full_page, &list->rows, list->count); i++)
        block_write(writer, &list->blocks[i]);
    *rows = list->rows;
    return OK;
}

static struct result write_ratings(struct takeout *takeout, struct json_writer *writer, int ladder,
                                   const struct page_cursor *after, struct page_rows *rows)
{
    struct rating_entries *list = http_request_alloc(takeout->request, sizeof *list);
    store_ask_rating_entries(takeout->endpoint->store, player_of(takeout), (enum ladder)ladder,
                             (int)after->time_ms, ASKED_MAX, list);
    TRY(flush(takeout));
    for (int i = 0; i < page_shown(&full_page, &list->rows, list->count); i++)
        ladder_write_entry(writer, &list->entries[i]);
    *rows = list->rows;
    return OK;
}

static struct result write_chips(struct takeout *takeout, struct json_writer *writer, int which,
                                 const struct page_cursor *after, struct page_rows *rows)
{
    struct chip_rows *list = http_request_alloc(takeout->request, sizeof *list);
    (void)which;
    store_ask_chip_rows(takeout->endpoint->store, player_of(takeout), (int)after->time_ms,
                        ASKED_MAX, list);
    TRY(flush(takeout));
    if (takeout->standing.has_account && list->rows.count == 0 && after->time_ms == 0)
        list->entries[list->count++] = chips_first_entry(&takeout->caller.answer.player);
    for (int i = 0; i < page_shown(&full_page, &list->rows, list->count); i++)
        chips_write_entry(writer, &list->entries[i]);
    *rows = list->rows;
    return OK;
}

static struct result write_challenges(struct takeout *takeout, struct json_writer *writer,
                                      int which, const struct page_cursor *after,
                                      struct page_rows *rows)
{
    CHALLENGE_LIST_CLEANUP struct challenge_list list = {0};
    (void)which;
    store_ask_kept_challenges(takeout->endpoint->store, player_of(takeout), after, ASKED_MAX,
                              &list);
    TRY(flush(takeout));
    for (int i = 0; i < page_shown(&full_page, &list.rows, list.count); i++)
        challenge_write(writer, takeout->endpoint, &list.challenges[i], player_of(takeout),
                        list.now_ms);
    *rows = list.rows;
    return OK;
}

static struct result write_seeks(struct takeout *takeout, struct json_writer *writer, int which,
                                 const struct page_cursor *after, struct page_rows *rows)
{
    SEEK_LIST_CLEANUP struct seek_list list = {0};
    (void)which;
    store_ask_kept_seeks(takeout->endpoint->store, player_of(takeout), after, ASKED_MAX, &list);
    TRY(flush(takeout));
    for (int i = 0; i < page_shown(&full_page, &list.rows, list.count); i++) {
        struct seek_view view = {&list.seeks[i], *player_of(takeout), list.now_ms};
        json_seek(writer, &view);
    }
    *rows = list.rows;
    return OK;
}

static struct result write_studies(struct takeout *takeout, struct json_writer *writer,
                                   int are_reviews, const struct page_cursor *after,
                                   struct page_rows *rows)
{
    STUDY_PAGE_CLEANUP struct study_page list = {0};
    store_ask_kept_studies(takeout->endpoint->store, player_of(takeout), are_reviews, after,
                           ASKED_MAX, &list);
    TRY(flush(takeout));
    for (int i = 0; i < page_shown(&full_page, &list.rows, list.count); i++) {
        const struct study *study = &list.studies[i];
        if (are_reviews)
            json_asked_review(writer, study);
        else if (!json_asked_analysis(writer, study, study_expires_ms(study)))
            return fail(ERROR_INTERNAL);
    }
    *rows = list.rows;
    return OK;
}

/** The latest entries of a list. */
static struct result write_part(struct takeout *takeout, struct json_writer *writer,
                                const struct part *part)
{
    struct page_cursor after = {0};
    bool more = true;
    json_member(writer, part->name);
    json_begin_array(writer);
    for (int left = EXPORT_ENTRIES_MAX; more && left > 0; left -= PAGE_SIZE_MAX) {
        struct page_rows rows;
        TRY(part->write_page(takeout, writer, part->which, &after, &rows));
        more = rows.count > PAGE_SIZE_MAX;
        after = rows.before;
    }
    json_end(writer);
    return OK;
}

static struct result write_parts(struct takeout *takeout, struct json_writer *writer)
{
    static const struct part histories[LADDER_COUNT] = {
        [LADDER_LIVE] = {"live", write_ratings, LADDER_LIVE},
        [LADDER_CORRESPONDENCE] = {"correspondence", write_ratings, LADDER_CORRESPONDENCE},
    };
    static const struct part parts[] = {
        {"chip_entries", write_chips, 0}, {"challenges", write_challenges, 0},
        {"seeks", write_seeks, 0},        {"analyses", write_studies, false},
        {"reviews", write_studies, true}, {"blocks", write_blocks, 0},
    };
    json_member(writer, "rating_history");
    json_begin_object(writer);
    for (int ladder = 0; ladder < LADDER_COUNT; ladder++)
        TRY(write_part(takeout, writer, &histories[ladder]));
    json_end(writer);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        TRY(write_part(takeout, writer, &parts[i]));
    return OK;
}

/* --- the answer ---------------------------------------------------------------------------- */

static void write_identity(struct json_writer *writer, const struct takeout *takeout)
{
    json_member(writer, "identity");
    if (!takeout->subject[0]) {
        json_put_null(writer);
        return;
    }
    json_begin_object(writer);
    json_member_string(writer, "provider", "google");
    json_member_string(writer, "subject", takeout->subject);
    json_end(writer);
}

static void write_tokens(struct json_writer *writer, const struct takeout *takeout)
{
    json_member_raw(writer, "access", takeout->access.data);
    json_member(writer, "tokens");
    json_begin_array(writer);
    for (int i = 0; i < takeout->tokens.count; i++) {
        json_begin_object(writer);
        token_write_members(writer, &takeout->tokens.tokens[i]);
        json_end(writer);
    }
    json_end(writer);
}

/** What stands in the first answer only. */
static struct result write_person(struct json_writer *writer, struct takeout *takeout)
{
    struct settings settings = settings_parse(takeout->settings);
    json_member(writer, "player");
    takeout->own.profile.player = takeout->caller.answer.player;
    account_write_profile(writer, &takeout->own.profile);
    json_member(writer, "settings");
    settings_write(writer, &settings);
    write_identity(writer, takeout);
    write_tokens(writer, takeout);
    json_member(writer, "chips");
    if (takeout->standing.has_account)
        chips_write(writer, &takeout->standing.chips, takeout->caller.answer.now_ms);
    else
        json_put_null(writer);
    return write_parts(takeout, writer);
}

/** Games, as many as one answer holds. */
static struct result write_games(struct json_writer *writer, struct takeout *takeout)
{
    const struct uuid *player = player_of(takeout);
    struct endpoint *endpoint = takeout->endpoint;
    GAME_LIST_CLEANUP struct game_list games = {0};
    store_ask_player_games_by_id(endpoint->store, player, &takeout->page.after.id, EXPORT_GAMES_MAX,
                                 &games);
    TRY(flush(takeout));
    ep_log_impossible(takeout->request, &games);
    json_member(writer, "games");
    json_begin_array(writer);
    for (int i = 0; i < games.count; i++)
        ep_write_game(writer, endpoint, &games.games[i], &games.meetings[i],
                      game_seats_of(&games.games[i], player), games.now_ms);
    json_end(writer);
    if (games.count + games.impossible_count == EXPORT_GAMES_MAX) {
        struct page_cursor next = page_after(&games, EXPORT_GAMES_MAX - 1, PAGE_BY_CREATED);
        page_write_next(takeout->request, writer, EXPORT_BEGUN, &next.id);
    } else
        json_member_null(writer, "next_cursor");
    return OK;
}

struct result ep_export_account(struct http_request *request, void *worker)
{
    static const char *const names[] = {"cursor", NULL};
    EXPORT_CLEANUP struct takeout takeout = {.request = request, .endpoint = worker};
    TRY(http_query_only(request, names));
    TRY(page_read(request, &takeout.page));
    takeout.is_first = takeout.page.after.time_ms == 0;
    TRY(look_up(&takeout));
    http_response_header(request, "Cache-Control", "no-store");
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    if (takeout.is_first)
        TRY(write_person(&writer, &takeout));
    TRY(write_games(&writer, &takeout));
    json_member_time(&writer, "exported_at", takeout.caller.answer.now_ms);
    json_end(&writer);
    return OK;
}
