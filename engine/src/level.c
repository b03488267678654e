#include "reversi/level.h"

#include <string.h>

enum {
    HUNDREDTHS = 100, /* of a disc */
    /*
     * From so few empties on a level that solves gets to the end: of some 1,000 positions with 20
     * from all kinds of games none took two fifths of this. docs/STRENGTH.md has what it costs.
     */
    SOLVED_EMPTIES = 20,
    SOLVED_NODES_MAX = 400000000,
    END_CONFIDENCE = 95,                /* percent */
    CARELESS_ERROR = 1000 * HUNDREDTHS, /* hides every difference of values */
    LATE_LOSS = 2 * HUNDREDTHS, /* for each empty square: errors shrink as the board fills */
    FORCED_DEPTH = 4            /* enough to say how a forced move stands */
};

/** What a level searches, and how it chooses among what it found. */
struct level_row {
    const char *name;
    int depth_max; /* 0: the budget alone decides */
    uint64_t nodes_max;
    int exact_empties_max;
    int end_empties_max;      /* from so many on, the end is searched with END_CONFIDENCE */
    uint64_t exact_nodes_max; /* replaces nodes_max from exact_empties_max on */
    int choices;              /* moves that are valued and chosen from */
    int choices_empties_min;  /* with fewer empties only the best move is played */
    int error_max;            /* each value is misjudged by up to so many hundredths either way */
    int careless_percent;     /* how often it takes any move that loss_max allows */
    int loss_max;             /* a move that loses more hundredths by its value is not played */
};

static const struct level_row levels[REV_LEVEL_COUNT] = {
    [REV_LEVEL_EASY] = {.name = "easy",
                        .depth_max = 2,
                        .nodes_max = 1000,
                        .choices = REV_ROOT_MOVES_MAX,
                        .careless_percent = 92,
                        .error_max = 400,
                        .loss_max = 3200},
    [REV_LEVEL_MEDIUM] = {.name = "medium",
                          .depth_max = 3,
                          .nodes_max = 100000,
                          .exact_empties_max = 8,
                          .exact_nodes_max = 200000,
                          .choices = 4,
                          .choices_empties_min = 9,
                          .error_max = 200,
                          .loss_max = 300},
    [REV_LEVEL_HARD] = {.name = "hard",
                        .nodes_max = 7000000,
                        .exact_empties_max = 21,
                        .end_empties_max = 25,
                        .exact_nodes_max = 24000000,
                        .choices = 3,
                        .choices_empties_min = 48,
                        .error_max = 40,
                        .loss_max = 40},
};

/** A step of the splitmix64 generator: well mixed from any state. */
static uint64_t random_next(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

/** What is random in a move follows from the seed and the position, not from how it was reached. */
static uint64_t random_start(const struct rev_position *position, uint64_t seed)
{
    uint64_t state = seed;
    state = random_next(&state) ^ position->black;
    state = random_next(&state) ^ position->white;
    return random_next(&state) ^ (uint64_t)position->turn;
}

/** -limit..limit, evenly. */
static int random_within(uint64_t *state, int limit)
{
    uint64_t width = 2 * (uint64_t)limit + 1;
    return (int)(random_next(state) % width) - limit;
}

const char *rev_level_name(enum rev_level level)
{
    return levels[level].name;
}

bool rev_level_parse(const char *name, size_t length, enum rev_level *level)
{
    for (int i = 0; i < REV_LEVEL_COUNT; i++) {
        if (strlen(levels[i].name) == length && memcmp(levels[i].name, name, length) == 0) {
            *level = (enum rev_level)i;
            return true;
        }
    }
    return false;
}

/** The centre of the original opening: nothing can be searched there, any square will do. */
static struct rev_level_move play_centre(const struct rev_game *game, uint64_t seed)
{
    uint64_t state = random_start(&game->now, seed);
    int skip = (int)(random_next(&state) % (uint64_t)rev_count(game->legal));
    uint64_t rest = game->legal;
    while (skip-- > 0)
        rest &= rest - 1;
    return (struct rev_level_move){.square = __builtin_ctzll(rest), .nodes = 1};
}

static struct rev_limits level_limits(const struct level_row *row, uint64_t legal, int empties,
                                      const atomic_bool *cancel)
{
    struct rev_limits limits = {.nodes_max = row->nodes_max,
                                .depth_max = row->depth_max,
                                .exact_empties_max = row->exact_empties_max,
                                .whole_iterations = true,
                                .cancel = cancel};
    if (empties >= row->choices_empties_min)
        limits.best_moves = row->choices;
    if (empties <= row->exact_empties_max)
        limits.nodes_max = row->exact_nodes_max;
    else if (empties <= row->end_empties_max) {
        limits.exact_empties_max = row->end_empties_max;
        limits.confidence = END_CONFIDENCE;
    }
    if (empties <= row->exact_empties_max && empties <= SOLVED_EMPTIES)
        limits.nodes_max = SOLVED_NODES_MAX;
    bool forced = (legal & (legal - 1)) == 0;
    if (forced && empties > row->exact_empties_max &&
        (limits.depth_max == 0 || limits.depth_max > FORCED_DEPTH))
        limits.depth_max = FORCED_DEPTH;
    return limits;
}

/** The index of the move that the level takes for the best. */
static int choose(const struct level_row *row, const struct rev_result *result, int empties,
                  uint64_t state)
{
    int chosen = 0;
    int chosen_value = 0;
    int error_max = row->error_max;
    int loss_max = row->loss_max < LATE_LOSS * empties ? row->loss_max : LATE_LOSS * empties;
    if ((int)(random_next(&state) % 100) < row->careless_percent)
        error_max = CARELESS_ERROR;
    for (int i = 0; i < result->move_count; i++) {
        const struct rev_root_move *move = &result->moves[i];
        if (move->bound || move->hundredths < result->moves[0].hundredths - loss_max)
            break;
        int value = move->hundredths + random_within(&state, error_max);
        if (i == 0 || value > chosen_value) {
            chosen = i;
            chosen_value = value;
        }
    }
    return chosen;
}

struct rev_level_move rev_level_play(struct rev_search_context *context,
                                     const struct rev_game *game, enum rev_level level,
                                     uint64_t seed, const atomic_bool *cancel)
{
    if (game->over)
        return (struct rev_level_move){.square = REV_NO_SQUARE};
    if (rev_game_in_centre(game))
        return play_centre(game, seed);

    const struct level_row *row = &levels[level];
    int empties = 64 - rev_count(game->now.black | game->now.white);
    struct rev_limits limits = level_limits(row, game->legal, empties, cancel);
    struct rev_result result;
    rev_search(context, rev_position_board(&game->now), &limits, &result);
    int chosen = 0;
    if (limits.best_moves > 1)
        chosen = choose(row, &result, empties, random_start(&game->now, seed));
    const struct rev_root_move *move = &result.moves[chosen];
    return (struct rev_level_move){
        .square = move->square, .score = move->score, .exact = move->exact, .nodes = result.nodes};
}

struct rev_level_move rev_level_fallback(const struct rev_game *game)
{
    if (game->over)
        return (struct rev_level_move){.square = REV_NO_SQUARE};
    if (rev_game_in_centre(game))
        return play_centre(game, 0);
    struct rev_board board = rev_position_board(&game->now);
    struct rev_level_move best = {.square = REV_NO_SQUARE};
    int best_value = 0;
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        int value = -rev_evaluate(rev_play(board, square, rev_flips(board, square)));
        best.nodes++;
        if (best.square == REV_NO_SQUARE || value > best_value) {
            best.square = square;
            best_value = value;
        }
    }
    best.score = best_value / HUNDREDTHS;
    return best;
}
