#include "base/limits.h"
#include "store/connection.h"

#include <assert.h>
#include <stdio.h>

static bool read_blocked(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    *(bool *)place = column_bool(&row, 0);
    return !row.bad;
}

void store_ask_blocked(struct store *store, const struct uuid *a, const struct uuid *b,
                       bool *blocked)
{
    ask_begin(store, STATEMENT_get_blocked, read_blocked, blocked);
    parameter_uuid(store, a);
    parameter_uuid(store, b);
}

/* The columns of a block in the order in which every statement gives them. */
enum block_column { BLOCK_PLAYER, BLOCK_NAME, BLOCK_CREATED_AT };

static void read_row(struct row *row, struct block *block)
{
    block->player = column_uuid(row, BLOCK_PLAYER);
    column_text_copy(row, BLOCK_NAME, block->name, sizeof block->name);
    block->created_ms = column_time(row, BLOCK_CREATED_AT);
}

static bool read_block(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct block_found *found = place;
    struct row row = {answer, 0, false};
    found->found = PQntuples(answer) > 0;
    if (found->found)
        read_row(&row, &found->block);
    if (row.bad)
        snprintf(why, WHY_SIZE, "the row of a block is impossible");
    return !row.bad;
}

void store_ask_block(struct store *store, const struct uuid *player, const struct uuid *blocked,
                     struct block_found *block)
{
    block->found = false;
    ask_begin(store, STATEMENT_get_block, read_block, block);
    parameter_uuid(store, player);
    parameter_uuid(store, blocked);
}

static bool read_blocks(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct block_list *list = place;
    for (struct row row = {answer, 0, false}; row.number < PQntuples(answer); row.number++) {
        struct block *block = &list->blocks[list->count];
        row.bad = false;
        read_row(&row, block);
        if (row.bad)
            leave_out_id(why, "the block of", &block->player);
        list->count += !row.bad;
        page_rows_note(&list->rows, &row, !row.bad, BLOCK_CREATED_AT, BLOCK_PLAYER);
    }
    return true;
}

void store_ask_blocks(struct store *store, const struct uuid *player,
                      const struct page_cursor *after, int limit, struct block_list *blocks)
{
    assert(limit >= 0 && limit <= STORE_PAGE_MAX);
    blocks->count = 0;
    blocks->rows = (struct page_rows){0};
    ask_begin(store, STATEMENT_list_blocks, read_blocks, blocks);
    parameter_uuid(store, player);
    parameter_time(store, after->time_ms ? after->time_ms : TIME_LAST);
    parameter_uuid(store, &after->id);
    parameter_int8(store, limit);
}

void store_ask_block_count(struct store *store, const struct uuid *player, int *count)
{
    ask_begin(store, STATEMENT_count_blocks, read_count, count);
    parameter_uuid(store, player);
}

static bool read_added(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    (void)why;
    struct row row = {answer, 0, false};
    *(bool *)place = column_int8(&row, 0) > 0;
    return !row.bad;
}

void store_ask_insert_block(struct store *store, const struct uuid *player,
                            const struct block *block, bool *added)
{
    ask_begin(store, STATEMENT_insert_block, read_added, added);
    parameter_uuid(store, player);
    parameter_uuid(store, &block->player);
    parameter_text(store, block->name);
    parameter_time(store, block->created_ms);
    parameter_int8(store, BLOCKS_MAX);
}

void store_ask_delete_block(struct store *store, const struct uuid *player,
                            const struct uuid *blocked)
{
    ask_begin(store, STATEMENT_delete_block, read_nothing, NULL);
    parameter_uuid(store, player);
    parameter_uuid(store, blocked);
}
