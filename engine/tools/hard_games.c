/**
 * `reversi hard-games`: whole games that are hard on an implementation of the rules, as a fixture
 * for tests. They are played by simple players who bring such games about, and chosen so that
 * wipe-outs, early ends, many passes and ordinary games come in equal numbers, none twice. The same
 * arguments print the same games.
 */
#include "command.h"
#include "splitmix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES_DEFAULT = 240, SEED_DEFAULT = 1 };

enum kind { KIND_WIPE_OUT, KIND_EARLY_END, KIND_MANY_PASSES, KIND_ORDINARY, KIND_COUNT };

/** Any move is as likely. */
static int random_worth(const struct rev_game *game, int square)
{
    (void)game;
    (void)square;
    return 0;
}

/** The more discs turn the better: leads to wipe-outs. */
static int greedy_worth(const struct rev_game *game, int square)
{
    return rev_count(rev_game_flips(game, square));
}

/** The fewer replies the better: leads to passes and early ends. */
static int strangling_worth(const struct rev_game *game, int square)
{
    struct rev_board board = rev_position_board(&game->now);
    uint64_t flips = rev_game_flips(game, square);
    return -rev_count(rev_moves(rev_play(board, square, flips)));
}

typedef int move_worth(const struct rev_game *game, int square);

static move_worth *const players[] = {random_worth, greedy_worth, strangling_worth};

enum { PLAYER_COUNT = sizeof players / sizeof players[0] };

/** One of the best moves by their worth, each as likely. */
static int choose(const struct rev_game *game, move_worth *worth, uint64_t *random)
{
    int best = 0;
    uint64_t ties = 0;
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        int value = worth(game, square);
        if (ties && value < best)
            continue;
        if (value > best)
            ties = 0;
        best = value;
        ties |= rev_bit(square);
    }
    for (uint64_t skip = splitmix_next(random) % (uint64_t)rev_count(ties); skip > 0; skip--)
        ties &= ties - 1;
    return __builtin_ctzll(ties);
}

static void play_game(struct rev_game *game, uint64_t *random)
{
    move_worth *black = players[splitmix_next(random) % PLAYER_COUNT];
    move_worth *white = players[splitmix_next(random) % PLAYER_COUNT];
    rev_game_init(game, REV_OPENING_STANDARD, NULL);
    while (!game->over)
        (void)rev_game_play(game,
                            choose(game, game->now.turn == REV_BLACK ? black : white, random));
}

static int count_passes(const struct rev_game *game)
{
    int passes = 0;
    for (int i = 0; i < game->ply; i++)
        passes += game->plies[i].passed;
    return passes;
}

static enum kind kind_of(const struct rev_game *game)
{
    enum { EARLY_EMPTIES = 6, MANY_PASSES = 5 };
    int black = rev_game_discs(game, REV_BLACK);
    int white = rev_game_discs(game, REV_WHITE);
    if (black == 0 || white == 0)
        return KIND_WIPE_OUT;
    if (64 - black - white >= EARLY_EMPTIES)
        return KIND_EARLY_END;
    return count_passes(game) >= MANY_PASSES ? KIND_MANY_PASSES : KIND_ORDINARY;
}

/** What a game is remembered by, never 0. Two that share it count as one, so one is left out. */
static uint64_t fingerprint_of(const struct rev_game *game)
{
    uint64_t fingerprint = 0;
    for (int i = 0; i < game->ply; i++) {
        uint64_t state = fingerprint + (uint64_t)game->plies[i].square;
        fingerprint = splitmix_next(&state);
    }
    return fingerprint | 1;
}

/** The games that were printed: an open hash table with twice as many places as games, at least. */
struct seen {
    uint64_t *places;
    uint64_t mask;
};

/** Notes a game. False: it was there before. */
static bool note(struct seen *seen, const struct rev_game *game)
{
    uint64_t fingerprint = fingerprint_of(game);
    uint64_t at = fingerprint >> 32 & seen->mask;
    while (seen->places[at] && seen->places[at] != fingerprint)
        at = (at + 1) & seen->mask;
    if (seen->places[at])
        return false;
    seen->places[at] = fingerprint;
    return true;
}

static void print_game(const struct rev_game *game)
{
    char transcript[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(game, transcript);
    printf("%s %d %d %d\n", transcript, rev_game_discs(game, REV_BLACK),
           rev_game_discs(game, REV_WHITE), count_passes(game));
}

static void print_games(long games, uint64_t random, struct seen *seen)
{
    long printed[KIND_COUNT] = {0};
    for (long total = 0; total < games / KIND_COUNT * KIND_COUNT;) {
        struct rev_game game;
        play_game(&game, &random);
        enum kind kind = kind_of(&game);
        if (printed[kind] == games / KIND_COUNT || !note(seen, &game))
            continue;
        print_game(&game);
        printed[kind]++;
        total++;
    }
}

int command_hard_games(int argc, char **argv)
{
    enum { GAMES_MAX = 100 * 1000 };
    long games = GAMES_DEFAULT, seed = SEED_DEFAULT;
    if (argc > 2 || (argc > 0 && !command_number(argv[0], KIND_COUNT, GAMES_MAX, &games)) ||
        (argc > 1 && !command_number(argv[1], 0, INT32_MAX, &seed)))
        return COMMAND_USAGE;

    printf("# reversi hard-games %ld %ld: transcript, black discs, white discs, passes\n", games,
           seed);
    struct seen seen = {.mask = 1};
    while (seen.mask < 2 * (uint64_t)games)
        seen.mask = 2 * seen.mask + 1;
    seen.places = calloc(seen.mask + 1, sizeof *seen.places);
    if (!seen.places) {
        fprintf(stderr, "reversi: out of memory\n");
        return COMMAND_FAILED;
    }
    print_games(games, (uint64_t)seed, &seen);
    free(seen.places);
    return COMMAND_OK;
}
