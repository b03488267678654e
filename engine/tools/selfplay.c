/**
 * `reversi selfplay`: games of the engine against itself, for fitting the evaluation.
 *
 * A game begins loosely: a number of plies are chosen by the static evaluation with a random error,
 * whose size differs from game to game, so that openings of all kinds come up. Then every move is
 * searched, and from a stated number of empty squares on the ending is played perfectly. A line is
 * what samples.h reads, the game's number in its place. A game depends on the plan, the
 * evaluation's weights and its number alone; those that the file already holds are not played
 * again. That they are games of this plan is seen from the first of them, which is.
 */
#include "append.h"
#include "command.h"
#include "measure.h"
#include "reversi/search.h"
#include "splitmix.h"
#include "value.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 1 << 20,
    LINE_SIZE = 1024, /* of a line; those of 60 values with four digits have not half as much */
    GAMES_MAX = 100000000,
    THREADS_MAX = 64,
    LOOSE_PLIES_MIN = 6,
    EARLY_PERCENT = 75, /* of the games are loose for up to EARLY_PLIES_MAX plies only */
    EARLY_PLIES_MAX = 20,
    LATE_PLIES_MAX = 46,
    /* The random error of a value while play is loose: from 2 to 16 discs either way. */
    LOOSE_ERROR_MIN = 200,
    LOOSE_ERROR_DOUBLINGS = 3,
    REPORT_SECONDS = 10
};

struct plan {
    const char *path;
    long games;
    long seed;
    long depth;
    long exact_empties;
    long threads;
};

/** Shared by the threads; everything but the plan is guarded by the lock. */
struct run {
    struct plan plan;
    pthread_mutex_t lock;
    struct append file;
    bool checked; /* the file's first game is one of the plan's */
    bool *played; /* by game number */
    long next;
    long left_at_start;
    long done;
    double began;
    double reported;
    bool failed;
};

/** The best move by the static value of what it leads to, each misjudged by up to `error`. */
static int choose_loosely(const struct rev_game *game, int error, uint64_t *random)
{
    struct rev_board board = rev_position_board(&game->now);
    int best_square = REV_NO_SQUARE;
    int best = 0;
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        int value = splitmix_below(random, 2 * error + 1) -
                    rev_evaluate(rev_play(board, square, rev_flips(board, square)));
        if (best_square == REV_NO_SQUARE || value > best) {
            best_square = square;
            best = value;
        }
    }
    return best_square;
}

static void play_loosely(struct rev_game *game, uint64_t *random)
{
    int plies_max = splitmix_below(random, 100) < EARLY_PERCENT ? EARLY_PLIES_MAX : LATE_PLIES_MAX;
    int plies = LOOSE_PLIES_MIN + splitmix_below(random, plies_max - LOOSE_PLIES_MIN + 1);
    int error = LOOSE_ERROR_MIN << splitmix_below(random, LOOSE_ERROR_DOUBLINGS + 1);
    while (game->ply < plies && !game->over)
        rev_game_play(game, choose_loosely(game, error, random));
}

static int empties_of(const struct rev_game *game)
{
    return 64 - rev_count(game->now.black | game->now.white);
}

/** What a game leaves behind. */
struct outcome {
    struct rev_game game;
    int from;                /* the ply up to which it was played loosely */
    int searched;            /* plies from there on of which the search told a value */
    int values[REV_PLY_MAX]; /* hundredths, for black */
};

/** Plays a game out as the plan says. */
static void play_game(struct rev_search_context *context, const struct plan *plan, long number,
                      struct outcome *outcome)
{
    struct rev_game *game = &outcome->game;
    uint64_t random = (uint64_t)plan->seed * UINT64_C(0x632be59bd9b4e019) + (uint64_t)number;
    splitmix_next(&random);
    rev_game_init(game, REV_OPENING_STANDARD, NULL);
    play_loosely(game, &random);
    outcome->from = game->ply;
    outcome->searched = 0;
    while (!game->over) {
        struct rev_limits limits = {.depth_max = (int)plan->depth,
                                    .exact_empties_max = (int)plan->exact_empties};
        struct rev_result result;
        rev_search(context, rev_position_board(&game->now), &limits, &result);
        int value = result.moves[0].hundredths;
        int plies = 1;
        if (empties_of(game) <= plan->exact_empties)
            plies = result.moves[0].line_length; /* a solved game follows its line to the end */
        else
            outcome->values[outcome->searched++] = game->now.turn == REV_BLACK ? value : -value;
        for (int i = 0; i < plies; i++)
            rev_game_play(game, result.moves[0].line[i]);
    }
}

/** Black's discs minus white's, empty squares to the winner. */
static int margin_of(const struct rev_game *game)
{
    return value_final((struct rev_board){game->now.black, game->now.white});
}

/** Takes the next game that has to be played; -1: there is none. */
static long take_game(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->next < run->plan.games && run->played[run->next])
        run->next++;
    long number = !run->failed && run->next < run->plan.games ? run->next++ : -1;
    pthread_mutex_unlock(&run->lock);
    return number;
}

static void report(struct run *run)
{
    double now = measure_wall_seconds();
    if (now - run->reported < REPORT_SECONDS)
        return;
    run->reported = now;
    double speed = (double)run->done / (now - run->began);
    if (!append_flush(&run->file))
        run->failed = true;
    fprintf(stderr, "%ld of %ld games, %.1f a second, about %.0f s left\n", run->done,
            run->left_at_start, speed, (double)(run->left_at_start - run->done) / speed);
}

/** The line that tells of a game, without its end. */
static void describe(const struct outcome *outcome, long number, char line[LINE_SIZE])
{
    char text[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(&outcome->game, text);
    int at = snprintf(line, LINE_SIZE, "%s %d %d %ld", text, margin_of(&outcome->game),
                      outcome->from, number);
    for (int i = 0; i < outcome->searched; i++)
        at +=
            snprintf(line + at, LINE_SIZE - (size_t)at, "%c%d", i ? ',' : ' ', outcome->values[i]);
}

static void write_game(struct run *run, const struct outcome *outcome, long number)
{
    char line[LINE_SIZE];
    describe(outcome, number, line);
    pthread_mutex_lock(&run->lock);
    fprintf(run->file.file, "%s\n", line);
    if (!append_good(&run->file))
        run->failed = true;
    run->done++;
    report(run);
    pthread_mutex_unlock(&run->lock);
}

static void *play_games(void *argument)
{
    struct run *run = argument;
    struct rev_search_context *context = command_context(TABLE_BYTES);
    long number;
    while (context && (number = take_game(run)) >= 0) {
        struct outcome outcome;
        play_game(context, &run->plan, number, &outcome);
        write_game(run, &outcome, number);
    }
    if (!context) {
        pthread_mutex_lock(&run->lock);
        run->failed = true;
        pthread_mutex_unlock(&run->lock);
    }
    rev_search_context_free(context);
    return NULL;
}

/** Whether the plan has this game under this number: it is played again. */
static bool is_of_plan(const struct plan *plan, long number, const char *line)
{
    struct rev_search_context *context = command_context(TABLE_BYTES);
    struct outcome outcome;
    char expected[LINE_SIZE];
    if (!context)
        return false;
    play_game(context, plan, number, &outcome);
    rev_search_context_free(context);
    describe(&outcome, number, expected);
    return strcmp(line, expected) == 0;
}

/** Marks a game that the file holds. */
static bool note_played(void *context, const char *line)
{
    struct run *run = context;
    long number;
    if (sscanf(line, "%*s %*d %*d %ld", &number) != 1 || number < 0)
        return false;
    if (!run->checked && !is_of_plan(&run->plan, number, line))
        return false;
    run->checked = true;
    if (number < run->plan.games && !run->played[number]) {
        run->played[number] = true;
        run->left_at_start--;
    }
    return true;
}

static bool open_run(struct run *run)
{
    run->left_at_start = run->plan.games;
    run->played = calloc((size_t)run->plan.games, sizeof *run->played);
    bool good = run->played && append_open(&run->file, run->plan.path, note_played, run);
    run->began = run->reported = measure_wall_seconds();
    return good;
}

static void run_threads(struct run *run)
{
    pthread_t threads[THREADS_MAX];
    long started = 0;
    while (started < run->plan.threads &&
           pthread_create(&threads[started], NULL, play_games, run) == 0)
        started++;
    if (started == 0)
        run->failed = true;
    for (long i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static bool read_options(int argc, char **argv, struct plan *plan)
{
    if (argc % 2 != 1)
        return false;
    plan->path = argv[0];
    const struct {
        const char *name;
        long *value;
        long minimum, maximum;
    } options[] = {{"--games", &plan->games, 1, GAMES_MAX},
                   {"--seed", &plan->seed, 0, 1L << 62},
                   {"--depth", &plan->depth, 1, 60},
                   {"--exact", &plan->exact_empties, 1, 30},
                   {"--threads", &plan->threads, 1, THREADS_MAX}};
    for (int i = 1; i < argc; i += 2) {
        bool good = false;
        for (size_t o = 0; o < sizeof options / sizeof options[0]; o++) {
            if (strcmp(argv[i], options[o].name) == 0)
                good = command_number(argv[i + 1], options[o].minimum, options[o].maximum,
                                      options[o].value);
        }
        if (!good)
            return false;
    }
    return true;
}

int command_selfplay(int argc, char **argv)
{
    struct run run = {
        .plan = {.games = 1000, .seed = 1, .depth = 6, .exact_empties = 14, .threads = 1},
        .lock = PTHREAD_MUTEX_INITIALIZER};
    if (!read_options(argc, argv, &run.plan))
        return COMMAND_USAGE;
    if (open_run(&run))
        run_threads(&run);
    else
        run.failed = true;
    if (!append_close(&run.file))
        run.failed = true;
    free(run.played);
    return run.failed ? COMMAND_FAILED : COMMAND_OK;
}
