#include "domain/chips.h"
#include "store/meeting_row.h"

#include <stdio.h>
#include <string.h>

/* The columns of a meeting in the order in which every statement gives them. */
enum meeting_column {
    MEETING_A_BLOCKS,
    MEETING_B_BLOCKS,
    MEETING_A_KIND, /* a side's two columns follow each other */
    MEETING_A_CHIPS,
    MEETING_B_KIND,
    MEETING_B_CHIPS,
    MEETING_COLUMN_COUNT
};

/** Reads a side's kind and chips. */
static void read_side(struct row *row, int column, struct meeting_side *side)
{
    static const struct chips none_yet;
    size_t length;
    if (column_is_null(row, column))
        return;
    const char *kind = column_text(row, column, &length);
    side->is_there = strcmp(kind, "erased") != 0;
    side->has_account = strcmp(kind, "signed-in") == 0;
    side->chips =
        column_is_null(row, column + 1) ? chips_balance(&none_yet) : column_int8(row, column + 1);
}

void meeting_row_read(struct row *row, int column, struct meeting *meeting)
{
    memset(meeting, 0, sizeof *meeting);
    meeting->is_known = !column_is_null(row, column + MEETING_A_BLOCKS);
    if (!meeting->is_known)
        return;
    meeting->sides[0].blocks = column_bool(row, column + MEETING_A_BLOCKS);
    meeting->sides[1].blocks = column_bool(row, column + MEETING_B_BLOCKS);
    read_side(row, column + MEETING_A_KIND, &meeting->sides[0]);
    read_side(row, column + MEETING_B_KIND, &meeting->sides[1]);
}

static bool read_meeting(const PGresult *answer, void *place, char why[WHY_SIZE])
{
    struct row row = {answer, 0, false};
    meeting_row_read(&row, 0, place);
    if (row.bad)
        snprintf(why, WHY_SIZE, "what two players are to each other is impossible");
    return !row.bad;
}

void store_ask_meeting(struct store *store, const struct uuid *a, const struct uuid *b,
                       struct meeting *meeting)
{
    *meeting = (struct meeting){0};
    ask_begin(store, STATEMENT_get_meeting, read_meeting, meeting);
    parameter_uuid(store, a);
    parameter_uuid(store, b);
}
