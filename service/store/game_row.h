/** A game as a row of the table `games`, both ways. For this folder only. */
#ifndef REVERSID_STORE_GAME_ROW_H
#define REVERSID_STORE_GAME_ROW_H

#include "store/connection.h"

/** The columns of a game in the order in which every statement gives and takes them. */
enum game_column {
    GAME_ID,
    GAME_CREATOR,
    GAME_CREATED_AT,
    GAME_OPENING,
    GAME_START_POSITION,
    GAME_VISIBILITY,
    GAME_BLACK_KIND, /* a seat's four columns follow each other */
    GAME_BLACK_PLAYER,
    GAME_BLACK_NAME,
    GAME_BLACK_LEVEL,
    GAME_WHITE_KIND,
    GAME_WHITE_PLAYER,
    GAME_WHITE_NAME,
    GAME_WHITE_LEVEL,
    GAME_SEED,
    GAME_METADATA,
    GAME_FINGERPRINT,
    GAME_CLOCK,
    GAME_CLOCK_AMOUNT,
    GAME_ON_TIMEOUT,
    GAME_MATCH_ID, /* a match's columns are all null in a single game */
    GAME_WINS_NEEDED,
    GAME_GAME_NUMBER,
    GAME_BLACK_WINS,
    GAME_WHITE_WINS,
    GAME_AWAITED,
    GAME_AWAITED_UNTIL,
    GAME_RATED,
    GAME_UNRATED_REASON,
    GAME_STAKE,
    GAME_BLACK_RATING,
    GAME_WHITE_RATING,
    GAME_HELPED,
    GAME_SEEDED,
    GAME_VERSION, /* from here on what commands change */
    GAME_BRANCH,
    GAME_STATUS,
    GAME_WINNER,
    GAME_REASON,
    GAME_TURN,
    GAME_MOVES,
    GAME_MOVE_BY,
    GAME_USED_MS,
    GAME_UPDATED_AT,
    GAME_TURN_STARTED_AT,
    GAME_AI_LEASE_UNTIL,
    GAME_AI_ATTEMPT,
    GAME_AI_WAITS,
    GAME_HINTS,
    GAME_DEADLINE_AT,
    GAME_ADJUSTED_MS,
    GAME_OUTAGE_SEQ,
    GAME_BLACK_MISSES,
    GAME_WHITE_MISSES,
    GAME_DRAW_BY,
    GAME_DRAW_PLY,
    GAME_REMATCH_BY,
    GAME_REMATCH_FIRST,
    GAME_DRAW_SPENT,
    GAME_REMATCH_WITHDRAWN,
    GAME_REMATCH_DECLINED,
    GAME_BLACK_RATED_FROM, /* the four are all null unless it was rated */
    GAME_BLACK_RATED_TO,
    GAME_WHITE_RATED_FROM,
    GAME_WHITE_RATED_TO,
    GAME_COLUMN_COUNT
};

/** Adds the columns that are settled when a game is created as parameters. */
void game_row_settled(struct store *store, const struct game *game);

/** Adds the columns that commands change as parameters. */
void game_row_changing(struct store *store, const struct game *game);

/**
 * Reads a row and replays its moves.
 *
 * @return  false: no game can have that row; `why` says what is wrong with it
 */
bool game_row_read(struct row *row, struct game *game, char why[WHY_SIZE]);

#endif
