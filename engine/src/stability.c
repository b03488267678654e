#include "stability.h"

#define FILES_A_H UINT64_C(0x8181818181818181)
#define ROWS_1_8 UINT64_C(0xff000000000000ff)
#define BORDER (FILES_A_H | ROWS_1_8)

/* For each direction: squares whose line cannot turn them, because it is full or ends at them. */
struct closed_lines {
    uint64_t row;
    uint64_t column;
    uint64_t rising;  /* a8 to h1: steps of 7 */
    uint64_t falling; /* a1 to h8: steps of 9 */
};

static uint64_t closed_rows(uint64_t taken)
{
    uint64_t full = taken & taken >> 4;
    full &= full >> 2;
    full &= full >> 1;
    return (full & UINT64_C(0x0101010101010101)) * 0xff | FILES_A_H;
}

static uint64_t closed_columns(uint64_t taken)
{
    uint64_t full = taken & (taken >> 32 | taken << 32);
    full &= full >> 16 | full << 48;
    full &= full >> 8 | full << 56;
    return full | ROWS_1_8;
}

/*
 * Diagonals by doubling: `up` keeps the squares from which 1, then 2, then 4 steps on are taken or
 * beyond the board, `down` the same the other way. The constants are the squares from which so many
 * steps leave the board.
 */
static uint64_t closed_rising(uint64_t taken)
{
    uint64_t up = taken & (BORDER | taken >> 7);
    uint64_t down = taken & (BORDER | taken << 7);
    up &= UINT64_C(0xffff030303030303) | up >> 14;
    down &= UINT64_C(0xc0c0c0c0c0c0ffff) | down << 14;
    up &= UINT64_C(0xffffffff0f0f0f0f) | up >> 28;
    down &= UINT64_C(0xf0f0f0f0ffffffff) | down << 28;
    return (up & down) | BORDER;
}

static uint64_t closed_falling(uint64_t taken)
{
    uint64_t up = taken & (BORDER | taken >> 9);
    uint64_t down = taken & (BORDER | taken << 9);
    up &= UINT64_C(0xffffc0c0c0c0c0c0) | up >> 18;
    down &= UINT64_C(0x030303030303ffff) | down << 18;
    up &= UINT64_C(0xfffffffff0f0f0f0) | up >> 36;
    down &= UINT64_C(0x0f0f0f0fffffffff) | down << 36;
    return (up & down) | BORDER;
}

uint64_t stable_discs(uint64_t own, uint64_t opp)
{
    uint64_t taken = own | opp;
    const struct closed_lines closed = {closed_rows(taken), closed_columns(taken),
                                        closed_rising(taken), closed_falling(taken)};
    uint64_t stable = own & closed.row & closed.column & closed.rising & closed.falling;
    uint64_t before = 0;
    /* A stable disc protects its neighbours along their common line. */
    while (stable != before) {
        before = stable;
        uint64_t row = closed.row | stable << 1 | stable >> 1;
        uint64_t column = closed.column | stable << 8 | stable >> 8;
        uint64_t rising = closed.rising | stable << 7 | stable >> 7;
        uint64_t falling = closed.falling | stable << 9 | stable >> 9;
        stable |= own & row & column & rising & falling;
    }
    return stable;
}
