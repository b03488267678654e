/** Games and positions as JSON, as the contract's schemas have them. */
#ifndef REVERSID_JSON_GAME_H
#define REVERSID_JSON_GAME_H

#include "domain/match.h"
#include "json/writer.h"

/** A game as one caller sees it. */
struct game_view {
    const struct game *game;
    const struct rev_game *shown;  /* the position shown: game->rules, or an earlier one */
    const struct meeting *meeting; /* of its players; as game_can_rematch takes it */
    int seats;                     /* the caller's */
    int played_from;               /* placements after this ply are `played`; -1: none */
    int64_t now_ms;
    const char *public_url; /* put before links; "" leaves them relative */
};

/** Schema Game. */
void json_game(struct json_writer *writer, const struct game_view *view);

/** Schema MoveList. */
void json_move_list(struct json_writer *writer, const struct game *game);

/** Schema GameExport. */
void json_game_export(struct json_writer *writer, const struct game *game);

/** The members of schema LegalMoves, into an object that is open. */
void json_position_members(struct json_writer *writer, const struct rev_game *position);

/** An array of schema LegalMove. */
void json_legal_moves(struct json_writer *writer, const struct rev_game *position);

/** Schema Seat: who plays. @param rating  in thousandths; 0: none is shown */
void json_seat(struct json_writer *writer, const struct seat *seat, int rating);

/** The members rated, unrated_reason, staked and stake, into an open object: what a game, and so
 * its whole match, is played for, however it ends. */
void json_game_terms(struct json_writer *writer, const struct game *game);

/** A square, "f5". */
void json_square(struct json_writer *writer, int square);

/** A colour's word, or null for a side that there is not. */
void json_member_color(struct json_writer *writer, const char *name, bool present,
                       enum rev_color color);

#endif
