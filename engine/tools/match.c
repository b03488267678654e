/**
 * `reversi match`: two engines play each other from balanced openings, each opening with both
 * colours, and the CPU time of both is accounted.
 */
#include "command.h"
#include "external.h"
#include "measure.h"
#include "player.h"
#include "reversi/balanced.h"
#include "splitmix.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 64 << 20,
    ANSWER_S_MAX = 60, /* unless --timeout says otherwise */
    /* Before the games that count, where a side has an allotment. */
    WARM_UP_GAMES = 2,
    WARM_UP_DEPTH = 6
};

/* How much a ply more multiplies the CPU time, as a rule. */
static const double PLY_COST = 1.8;
/* How much the latest game counts, once there are enough, in the estimate of what a depth costs. */
static const double COST_WEIGHT = 0.1;

/** How deep a side looks: as it was told, or as deep as fits the CPU seconds a game. */
enum allotment { ALLOTMENT_NONE, ALLOTMENT_SECONDS, ALLOTMENT_EQUAL };

/** One of the two that play. */
struct side {
    const char *name;
    bool is_external;
    struct external external;
    struct player player;
    struct rev_search_context *context; /* of ours */
    enum allotment allotment;
    double allotted_s; /* a game, for ALLOTMENT_SECONDS */
    double warm_up_s;  /* CPU seconds of the last game before those that count */
    double cost;       /* log of the CPU seconds of a game at depth 0, as estimated */
    long cost_games;   /* that the estimate rests on */
    double game_s;     /* CPU seconds of this game; of an external side, once it is over */
    double cpu_s;      /* of the games that count */
    struct measure_series moves; /* CPU seconds a move in those games; only of ours */
};

struct match {
    struct side sides[2];
    long games;
    uint64_t seed;
    double answer_s_max;
    bool verbose;
    int *openings;           /* in the order in which they are played */
    long played;             /* games that count */
    int wins, draws, losses; /* of the first side */
    long discs;
    double pair_score;  /* sum over the openings of the first side's share of both games, 0..1 */
    double pair_square; /* and of its square */
};

/** How a game went. */
struct outcome {
    struct rev_game game;
    int black;    /* which of the sides played black */
    int resigned; /* which of them gave the game up; -1: none did */
};

static bool parse_side(const char *word, struct side *side)
{
    side->name = word;
    side->is_external = external_parse(word, &side->external);
    if (side->is_external || player_parse(word, &side->player))
        return true;
    if (strncmp(word, "cpu=", 4) != 0)
        return false;
    char *end;
    side->player = player_paced(WARM_UP_DEPTH);
    side->allotment = strcmp(word + 4, "equal") == 0 ? ALLOTMENT_EQUAL : ALLOTMENT_SECONDS;
    side->allotted_s = strtod(word + 4, &end);
    return side->allotment == ALLOTMENT_EQUAL || (*end == '\0' && side->allotted_s > 0);
}

static bool parse_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds > 0 && *seconds < INT_MAX / 1000;
}

static bool parse_options(int argc, char **argv, struct match *match)
{
    long number;
    /* From one opening sides that look to a fixed depth play one game each way: more would count it
     * again. */
    long games_max = 2L * rev_balanced_count();
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--verbose") == 0) {
            match->verbose = true;
            continue;
        }
        if (i + 1 == argc)
            return false;
        const char *option = argv[i];
        const char *value = argv[++i];
        if (strcmp(option, "--games") == 0 && command_number(value, 1, games_max, &number))
            match->games = number + number % 2;
        else if (strcmp(option, "--seed") == 0 && command_number(value, 0, LONG_MAX, &number))
            match->seed = (uint64_t)number;
        else if (strcmp(option, "--timeout") != 0 || !parse_seconds(value, &match->answer_s_max))
            return false;
    }
    return true;
}

/**
 * How deep a side with an allotment looks in the next game, so that after it the CPU time of all
 * its games comes to what is wanted.
 */
static double allot(const struct side *side, const struct side *other, long played)
{
    double wanted_s = side->allotment == ALLOTMENT_SECONDS ? side->allotted_s
                      : played == 0                        ? other->warm_up_s
                                                           : other->cpu_s / (double)played;
    double owed_s = wanted_s * (double)(played + 1) - side->cpu_s;
    owed_s = fmin(fmax(owed_s, wanted_s / 2), wanted_s * 2);
    double depth = (log(fmax(owed_s, 1e-6)) - side->cost) / log(PLY_COST);
    return fmin(fmax(depth, 1), PLAYER_DEPTH_MAX);
}

/** Learns from a game what a depth costs. */
static void learn_cost(struct side *side)
{
    double cost = log(fmax(side->game_s, 1e-6)) - side->player.depth * log(PLY_COST);
    side->cost_games++;
    side->cost += (cost - side->cost) * fmax(1 / (double)side->cost_games, COST_WEIGHT);
}

static bool begin_game(struct match *match, const struct rev_game *opening)
{
    for (int i = 0; i < 2; i++) {
        struct side *side = &match->sides[i];
        if (side->allotment != ALLOTMENT_NONE && side->cost_games > 0)
            side->player.depth = allot(side, &match->sides[1 - i], match->played);
        if (side->is_external && !external_begin_game(&side->external, opening))
            return false;
        if (side->allotment != ALLOTMENT_NONE)
            rev_search_context_keep(side->context, true);
        side->game_s = side->is_external ? -peer_cpu_seconds(&side->external.peer) : 0;
    }
    return true;
}

/** The side whose turn it is chooses; its move may be anything. */
static bool choose(struct side *side, const struct rev_game *game, uint64_t *random, int *square)
{
    if (side->is_external)
        return external_choose(&side->external, game->now.turn, square);
    double begin = measure_cpu_seconds();
    *square = player_choose(&side->player, side->context, game, random, NULL).square;
    double seconds = measure_cpu_seconds() - begin;
    side->game_s += seconds;
    return measure_add(&side->moves, seconds);
}

/** Tells both of a move, and of the pass that it forced. */
static bool tell(struct match *match, const struct side *mover, const struct rev_ply *ply)
{
    enum rev_color color = (enum rev_color)ply->color;
    for (int i = 0; i < 2; i++) {
        struct side *side = &match->sides[i];
        if (!side->is_external)
            continue;
        if (!external_played(&side->external, color, ply->square, side == mover))
            return false;
        if (ply->passed &&
            !external_played(&side->external, rev_other(color), REV_NO_SQUARE, false))
            return false;
    }
    return true;
}

static void blame_move(struct side *side, const struct rev_game *game, int square)
{
    char position[REV_POSITION_TEXT_SIZE];
    char name[REV_SQUARE_TEXT_SIZE];
    rev_position_write(&game->now, position);
    if (square != REV_NO_SQUARE)
        rev_square_write(square, name);
    peer_blame(&side->external.peer, "played %s, which is illegal in '%s'",
               square == REV_NO_SQUARE ? "a pass" : name, position);
}

/** Plays a game on to its end, or until a side gives it up. */
static bool play_out(struct match *match, struct outcome *outcome, uint64_t random[2])
{
    struct rev_game *game = &outcome->game;
    while (!game->over) {
        int index = game->now.turn == REV_BLACK ? outcome->black : 1 - outcome->black;
        struct side *side = &match->sides[index];
        int square;
        if (!choose(side, game, &random[index], &square))
            return false;
        if (square == EXTERNAL_RESIGNS) {
            outcome->resigned = index;
            return true;
        }
        if (rev_game_play(game, square) != REV_MOVE_PLAYED) {
            blame_move(side, game, square);
            return false;
        }
        if (!game->over && !tell(match, side, &game->plies[game->ply - 1]))
            return false;
    }
    return true;
}

/** Plays one game. False: a side is at fault, and the game does not count. */
static bool play_game(struct match *match, int opening, int black, struct outcome *outcome)
{
    uint64_t random[2];
    *outcome = (struct outcome){.black = black, .resigned = -1};
    rev_balanced_game(opening, &outcome->game);
    for (int i = 0; i < 2; i++) {
        random[i] = match->seed + (uint64_t)(2 * match->played + i);
        random[i] = splitmix_next(&random[i]);
    }
    if (!begin_game(match, &outcome->game) || !play_out(match, outcome, random))
        return false;
    for (int i = 0; i < 2; i++) {
        struct side *side = &match->sides[i];
        if (side->is_external)
            side->game_s += peer_cpu_seconds(&side->external.peer);
    }
    return true;
}

/** Games that do not count, where a side has to learn how deep it may look. */
static bool warm_up(struct match *match)
{
    bool needed =
        match->sides[0].allotment != ALLOTMENT_NONE || match->sides[1].allotment != ALLOTMENT_NONE;
    for (int i = 0; needed && i < WARM_UP_GAMES; i++) {
        struct outcome outcome;
        if (!play_game(match, match->openings[rev_balanced_count() - 1], i % 2, &outcome))
            return false;
        for (int j = 0; j < 2; j++) {
            struct side *side = &match->sides[j];
            side->warm_up_s = side->game_s;
            side->moves.count = 0;
            side->cost_games = 0; /* the depth before this game may have been far from right */
            learn_cost(side);
        }
    }
    return true;
}

static void print_game(const struct match *match, const struct outcome *outcome)
{
    const struct rev_game *game = &outcome->game;
    char transcript[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(game, transcript);
    printf("game %ld, black %s: %s ", match->played, match->sides[outcome->black].name, transcript);
    if (outcome->resigned < 0)
        printf("%d-%d", rev_game_discs(game, REV_BLACK), rev_game_discs(game, REV_WHITE));
    else
        printf("%s resigned", outcome->resigned == outcome->black ? "black" : "white");
    printf(", CPU s %.3f %.3f\n", match->sides[0].game_s, match->sides[1].game_s);
    fflush(stdout);
}

/** How many discs the first side won by. Who gives a game up leaves the other all squares. */
static int margin_of(const struct outcome *outcome)
{
    if (outcome->resigned >= 0)
        return outcome->resigned == 0 ? -REV_SCORE_MAX : REV_SCORE_MAX;
    int margin =
        rev_game_discs(&outcome->game, REV_BLACK) - rev_game_discs(&outcome->game, REV_WHITE);
    return outcome->black == 0 ? margin : -margin;
}

/** Counts a finished game. @return the first side's score: 1, 0.5 or 0 */
static double count_game(struct match *match, const struct outcome *outcome)
{
    int margin = margin_of(outcome);
    match->played++;
    match->wins += margin > 0;
    match->draws += margin == 0;
    match->losses += margin < 0;
    match->discs += margin;
    for (int i = 0; i < 2; i++) {
        match->sides[i].cpu_s += match->sides[i].game_s;
        learn_cost(&match->sides[i]);
    }
    if (match->verbose)
        print_game(match, outcome);
    return margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
}

static bool play_all(struct match *match)
{
    if (!warm_up(match))
        return false;
    for (long pair = 0; pair < match->games / 2; pair++) {
        double score = 0;
        for (int black = 0; black < 2; black++) {
            struct outcome outcome;
            if (!play_game(match, match->openings[pair], black, &outcome))
                return false;
            score += count_game(match, &outcome) / 2;
        }
        match->pair_score += score;
        match->pair_square += score * score;
    }
    return true;
}

/** The openings in an order that the seed decides. NULL: out of memory. */
static int *shuffled_openings(uint64_t seed)
{
    int count = rev_balanced_count();
    int *order = malloc((size_t)count * sizeof *order);
    for (int i = 0; order && i < count; i++) {
        int at = (int)(splitmix_next(&seed) % (uint64_t)(i + 1));
        order[i] = order[at];
        order[at] = i;
    }
    return order;
}

static void print_costs(struct side *side, long played)
{
    printf("%s: %.3f CPU seconds a game", side->name, side->cpu_s / (double)played);
    if (!side->is_external) {
        measure_sort(side->moves.samples, side->moves.count);
        printf("; %zu moves, CPU ms a move: median %.3f, p99 %.3f, most %.3f", side->moves.count,
               1e3 * measure_quantile(side->moves.samples, side->moves.count, 0.5),
               1e3 * measure_quantile(side->moves.samples, side->moves.count, 0.99),
               1e3 * measure_quantile(side->moves.samples, side->moves.count, 1));
    }
    putchar('\n');
}

/**
 * The error bar is that of the mean over openings, not over games: the two games from one opening
 * are not independent.
 */
static void print_result(struct match *match)
{
    if (match->played == 0)
        return;
    double games = (double)match->played;
    printf("%s - %s: +%d =%d -%d in %ld games, score %.1f %%", match->sides[0].name,
           match->sides[1].name, match->wins, match->draws, match->losses, match->played,
           100 * (match->wins + 0.5 * match->draws) / games);
    double pairs = floor(games / 2);
    if (pairs > 1) {
        double mean = match->pair_score / pairs;
        double variance = (match->pair_square - pairs * mean * mean) / (pairs - 1);
        printf(" +- %.1f (95 %%)", 196 * sqrt(fmax(variance, 0) / pairs));
    }
    printf(", %+.2f discs a game\n", (double)match->discs / games);
    for (int i = 0; i < 2; i++)
        print_costs(&match->sides[i], match->played);
}

static bool start_sides(struct match *match)
{
    bool started = true;
    for (int i = 0; i < 2; i++) {
        struct side *side = &match->sides[i];
        if (side->is_external)
            started = external_start(&side->external, match->answer_s_max) && started;
        else
            started = (side->context = command_context(TABLE_BYTES)) && started;
    }
    return started;
}

static void report_faults(struct match *match)
{
    for (int i = 0; i < 2; i++) {
        const struct side *side = &match->sides[i];
        if (side->is_external && side->external.peer.fault[0])
            fprintf(stderr, "reversi: game %ld: %s %s\n", match->played + 1, side->name,
                    side->external.peer.fault);
    }
}

static int run(struct match *match)
{
    bool good = match->openings && start_sides(match) && play_all(match);
    print_result(match);
    fflush(stdout);
    report_faults(match);
    for (int i = 0; i < 2; i++) {
        if (match->sides[i].is_external)
            external_stop(&match->sides[i].external);
        rev_search_context_free(match->sides[i].context);
        free(match->sides[i].moves.samples);
    }
    return good ? COMMAND_OK : COMMAND_FAILED;
}

int command_match(int argc, char **argv)
{
    struct match match = {.games = 100, .seed = 1, .answer_s_max = ANSWER_S_MAX};
    if (argc < 2 || !parse_side(argv[0], &match.sides[0]) ||
        !parse_side(argv[1], &match.sides[1]) ||
        (match.sides[0].allotment == ALLOTMENT_EQUAL &&
         match.sides[1].allotment == ALLOTMENT_EQUAL) ||
        !parse_options(argc - 2, argv + 2, &match))
        return COMMAND_USAGE;
    match.openings = shuffled_openings(match.seed);
    if (!match.openings)
        fprintf(stderr, "reversi: out of memory\n");
    int status = run(&match);
    free(match.openings);
    return status;
}
