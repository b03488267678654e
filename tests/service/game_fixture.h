/** Games that are put together by hand, without a database. */
#ifndef TEST_GAME_FIXTURE_H
#define TEST_GAME_FIXTURE_H

#include "domain/game.h"

/**
 * Creates a game, which must be possible.
 *
 * @param position  that its opening begins from; NULL: as it is in the setup
 */
struct game game_fixture(struct game_setup setup, const char *position, int64_t now_ms);

/** Plays a transcript, the creator's placements and the AI's, each of which takes so long. */
void game_fixture_play(struct game *game, const char *transcript, int64_t each_ms);

#endif
