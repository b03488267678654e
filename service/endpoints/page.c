#include "endpoints/page.h"

#include "base/limits.h"
#include "domain/deadline.h"

#include <assert.h>
#include <string.h>

enum { HASH_BYTES = 4, CURSOR_BYTES = 8 + 16, CURSOR_BYTES_MAX = 1536 };

/** What binds a cursor to its list, so that another one's is refused: its pages would be wrong, and
 *  nobody would see it. */
static void hash_list(const struct http_request *request, uint8_t hash[HASH_BYTES])
{
    static const char *const except[] = {"cursor", "limit", "from_rank", NULL};
    uint8_t digest[SHA256_SIZE];
    http_query_hash(request, except, digest);
    memcpy(hash, digest, HASH_BYTES);
}

struct result page_refuse_cursor(struct http_request *request)
{
    return fail_for(&request->problem, ERROR_INVALID_QUERY, "cursor",
                    "cursor must be the next_cursor of the page before, and all else but limit as "
                    "it was there.");
}

struct result page_read_cursor(struct http_request *request, uint8_t *bytes, size_t capacity,
                               size_t *length)
{
    uint8_t all[HASH_BYTES + CURSOR_BYTES_MAX], hash[HASH_BYTES];
    struct http_value cursor = http_query(request, "cursor");
    size_t decoded;
    *length = 0;
    if (!cursor.data)
        return OK;
    hash_list(request, hash);
    if (!crypto_base64url_decode(cursor.data, cursor.length, all, sizeof all, &decoded) ||
        decoded <= HASH_BYTES || decoded - HASH_BYTES > capacity ||
        memcmp(all, hash, HASH_BYTES) != 0)
        return page_refuse_cursor(request);
    *length = decoded - HASH_BYTES;
    memcpy(bytes, all + HASH_BYTES, *length);
    return OK;
}

void page_write_cursor(const struct http_request *request, struct json_writer *writer,
                       const uint8_t *bytes, size_t length)
{
    uint8_t all[HASH_BYTES + CURSOR_BYTES_MAX];
    char text[BASE64URL_LENGTH(sizeof all) + 1];
    assert(length > 0 && length <= CURSOR_BYTES_MAX);
    hash_list(request, all);
    memcpy(all + HASH_BYTES, bytes, length);
    crypto_base64url(all, HASH_BYTES + length, text);
    json_member_string(writer, "next_cursor", text);
}

static bool cursor_parse(const uint8_t bytes[CURSOR_BYTES], struct page_cursor *cursor)
{
    uint64_t time_ms = 0;
    for (int i = 0; i < 8; i++)
        time_ms = time_ms << 8 | bytes[i];
    /* Later than any time of ours by far, and still far from what the database cannot hold. */
    if (time_ms == 0 || time_ms >> 48 != 0)
        return false;
    cursor->time_ms = (int64_t)time_ms;
    memcpy(cursor->id.bytes, bytes + 8, sizeof cursor->id.bytes);
    return true;
}

struct result page_read(struct http_request *request, struct page *page)
{
    uint8_t bytes[CURSOR_BYTES];
    size_t length;
    *page = (struct page){.limit = PAGE_SIZE_DEFAULT};
    TRY(ep_query_number(request, "limit", 1, PAGE_SIZE_MAX, &page->limit));
    TRY(page_read_cursor(request, bytes, sizeof bytes, &length));
    if (length > 0 && (length != sizeof bytes || !cursor_parse(bytes, &page->after)))
        return page_refuse_cursor(request);
    return OK;
}

static struct result refuse_ids(struct http_request *request)
{
    return fail_for(&request->problem, ERROR_INVALID_QUERY, "ids",
                    "ids must be 1 to %d UUIDs separated by commas.", GAMES_PER_REQUEST_MAX);
}

struct result page_read_ids(struct http_request *request, struct uuid *ids, bool *me, int *count)
{
    *count = 0;
    for (const char *at = http_query(request, "ids").data;; at++) {
        size_t length = strcspn(at, ",");
        if (*count == GAMES_PER_REQUEST_MAX)
            return refuse_ids(request);
        bool is_me = me && length == 2 && memcmp(at, "me", 2) == 0;
        if (!is_me && !uuid_parse(at, length, &ids[*count]))
            return refuse_ids(request);
        if (me)
            me[*count] = is_me;
        (*count)++;
        at += length;
        if (*at == '\0')
            return OK;
    }
}

struct result page_read_counted(struct http_request *request, struct page *page)
{
    TRY(page_read(request, page));
    return page->after.time_ms <= INT32_MAX ? OK : page_refuse_cursor(request);
}

void page_write_next(const struct http_request *request, struct json_writer *writer,
                     int64_t time_ms, const struct uuid *id)
{
    uint8_t bytes[CURSOR_BYTES];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)time_ms >> (56 - 8 * i));
    memcpy(bytes + 8, id->bytes, sizeof id->bytes);
    page_write_cursor(request, writer, bytes, sizeof bytes);
}

int page_shown(const struct page *page, const struct page_rows *rows, int count)
{
    return rows->count > page->limit && rows->has_last ? count - 1 : count;
}

void page_write_end(const struct http_request *request, struct json_writer *writer,
                    const struct page *page, const struct page_rows *rows)
{
    if (rows->count > page->limit)
        page_write_next(request, writer, rows->before.time_ms, &rows->before.id);
    else
        json_member_null(writer, "next_cursor");
}

static int64_t key_of(const struct game *game, enum page_key key)
{
    return key == PAGE_BY_CREATED   ? game->created_ms
           : key == PAGE_BY_UPDATED ? game->updated_ms
                                    : game_urgency_ms(game);
}

static int64_t key_of_impossible(const struct impossible_game *game, enum page_key key)
{
    return key == PAGE_BY_CREATED   ? game->created_ms
           : key == PAGE_BY_UPDATED ? game->updated_ms
                                    : game->urgency_ms;
}

/** How many of a list's first rows were left out. */
static int left_out(const struct game_list *list, int rows)
{
    int count = 0;
    while (count < list->impossible_count && list->impossible[count].row < rows)
        count++;
    return count;
}

struct page_cursor page_after(const struct game_list *list, int row, enum page_key key)
{
    int before = left_out(list, row);
    if (left_out(list, row + 1) > before)
        return (struct page_cursor){key_of_impossible(&list->impossible[before], key),
                                    list->impossible[before].id};
    const struct game *game = &list->games[row - before];
    return (struct page_cursor){key_of(game, key), game->id};
}

/** Whether a game that was listed still is what the list shows, now that it is settled. */
static bool fits(const struct game *game, int seats, enum my_games_state showing)
{
    if (showing == MY_GAMES_LIVE)
        return game->status == GAME_LIVE;
    if (showing == MY_GAMES_MY_TURN)
        return game->status == GAME_LIVE && (seats & 1 << game->rules.now.turn);
    return true;
}

static void write_items(struct json_writer *writer, const struct endpoint *endpoint,
                        const struct game_list *list, int shown, enum my_games_state showing,
                        const struct uuid *player)
{
    json_begin_array(writer);
    for (int i = 0; i < shown; i++) {
        const struct game *game = &list->games[i];
        int seats = game_seats_of(game, player);
        if (fits(game, seats, showing))
            ep_write_game(writer, endpoint, game, &list->meetings[i], seats, list->now_ms);
    }
    json_end(writer);
}

struct result page_answer(struct http_request *request, struct endpoint *endpoint,
                          struct game_list *list, const struct page *page, enum page_key key,
                          const struct uuid *player)
{
    int rows = list->count + list->impossible_count;
    int shown = page && rows > page->limit ? (int)page->limit : rows;
    /* By what was listed, before time does anything to it: the next page goes on in that order. */
    struct page_cursor next =
        shown < rows ? page_after(list, shown - 1, key) : (struct page_cursor){0};
    shown -= left_out(list, shown);
    ep_log_impossible(request, list);
    TRY(deadlines_settle_list(endpoint->services->deadlines, endpoint->store, list));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    json_member(&writer, "items");
    write_items(&writer, endpoint, list, shown, page ? page->showing : MY_GAMES_ALL, player);
    if (next.time_ms == 0)
        json_member_null(&writer, "next_cursor");
    else
        page_write_next(request, &writer, next.time_ms, &next.id);
    json_member_time(&writer, "server_time", list->now_ms);
    json_end(&writer);
    return OK;
}
