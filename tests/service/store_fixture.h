/** What the tests of the store share: stores, and games of every shape. */
#ifndef TEST_STORE_FIXTURE_H
#define TEST_STORE_FIXTURE_H

#include "random.h"
#include "store/store.h"

/** A store on the test's database, as the service's role. Free it with store_free. */
struct store *fixture_store(void);

/** The same on any database, with so long for a statement. The URL must live as long. */
struct store *fixture_store_at(const char *url, int statement_ms_max);

/** Flushes, which must succeed. */
void fixture_flush(struct store *store);

/** A random id; never one that another test has. */
struct uuid fixture_id(struct random *random);

/** A game of a player against the AI: standard, live, nothing played, a seat for black. */
struct game fixture_game(struct random *random, const struct uuid *player);

/** A game with every field drawn from what the table allows: any opening, length, ending. */
struct game fixture_any_game(struct random *random);

/** Plays random legal moves, at most `plies`, and ends the game by discs where it is over. */
void fixture_play(struct random *random, struct game *game, int plies);

/** Inserts, which must find no such game. */
void fixture_insert(struct store *store, const struct game *game);

/** Loads a game that must exist. */
struct game fixture_load(struct store *store, const struct uuid *id);

/** Whether a player is stored, seen by another connection. */
bool fixture_has_player(const struct uuid *id);

/** Fails the test unless all fields of the two are the same. */
void fixture_equal(const struct game *a, const struct game *b);

/** Now, for times of games: whole milliseconds. */
int64_t fixture_now(void);

#endif
