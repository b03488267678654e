/**
 * `reversi label`: gives positions the value that a search finds, for fitting and measuring.
 *
 * The positions come from games: of each game every position within the stated numbers of empty
 * squares, or one in so many. With `--aside N` so many random plies are played on from each first,
 * so that positions are valued that good play would not reach. A line has the position and the
 * value in discs for the side to move, with empty squares to the winner. Positions keep their
 * order, so that a file can be gone on with.
 */
#include "append.h"
#include "command.h"
#include "measure.h"
#include "reversi/search.h"
#include "samples.h"
#include "splitmix.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 1 << 20,
    BATCH = 1024, /* positions between two writes */
    THREADS_MAX = 64,
    COUNT_MAX = 1000000000,
    REPORT_SECONDS = 10
};

struct plan {
    const char *games;
    const char *out;
    long depth;
    long exact_empties;
    long empties_min;
    long empties_max;
    long every;
    long aside;
    long seed;
    long threads;
};

/** A batch that threads share out among themselves. */
struct batch {
    const struct plan *plan;
    const struct rev_board *boards;
    double *values;
    size_t count;
    atomic_size_t next;
    atomic_bool failed;
};

/** Plays random plies on. False: the game ended on the way. */
static bool step_aside(struct rev_board *board, long plies, uint64_t *random)
{
    while (plies-- > 0) {
        uint64_t moves = rev_moves(*board);
        if (!moves) {
            *board = rev_pass(*board);
            moves = rev_moves(*board);
        }
        if (!moves)
            return false;
        for (int skip = splitmix_below(random, rev_count(moves)); skip > 0; skip--)
            moves &= moves - 1;
        int square = __builtin_ctzll(moves);
        *board = rev_play(*board, square, rev_flips(*board, square));
    }
    return rev_moves(*board) || rev_moves(rev_pass(*board));
}

/** Keeps the positions that the plan asks for, in place. */
static void select_positions(const struct plan *plan, struct samples *samples)
{
    uint64_t random = (uint64_t)plan->seed;
    size_t kept = 0;
    for (size_t i = 0; i < samples->count; i++) {
        struct sample sample = samples->items[i];
        int empties = 64 - rev_count(sample.board.own | sample.board.opp);
        if (empties - plan->aside < plan->empties_min ||
            empties - plan->aside > plan->empties_max ||
            splitmix_below(&random, (int)plan->every) != 0)
            continue;
        if (step_aside(&sample.board, plan->aside, &random))
            samples->items[kept++] = sample;
    }
    samples->count = kept;
}

static double value_of(struct rev_search_context *context, const struct plan *plan,
                       struct rev_board board)
{
    bool passes = rev_moves(board) == 0;
    struct rev_limits limits = {.depth_max = (int)plan->depth,
                                .exact_empties_max = (int)plan->exact_empties};
    struct rev_result result;
    rev_search(context, passes ? rev_pass(board) : board, &limits, &result);
    double value = result.moves[0].hundredths / 100.0;
    return passes ? -value : value;
}

static void *label_some(void *argument)
{
    struct batch *batch = argument;
    struct rev_search_context *context = command_context(TABLE_BYTES);
    if (!context)
        atomic_store(&batch->failed, true);
    size_t i;
    while (context && (i = atomic_fetch_add(&batch->next, 1)) < batch->count)
        batch->values[i] = value_of(context, batch->plan, batch->boards[i]);
    rev_search_context_free(context);
    return NULL;
}

static bool label_batch(struct batch *batch)
{
    pthread_t threads[THREADS_MAX];
    long started = 0;
    while (started < batch->plan->threads &&
           pthread_create(&threads[started], NULL, label_some, batch) == 0)
        started++;
    for (long i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return started > 0 && !batch->failed;
}

static void write_position(struct rev_board board, char text[REV_POSITION_TEXT_SIZE])
{
    rev_position_write(&(struct rev_position){board.own, board.opp, REV_BLACK}, text);
}

static bool write_batch(struct append *out, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        char text[REV_POSITION_TEXT_SIZE];
        write_position(batch->boards[i], text);
        fprintf(out->file, "%s %.2f\n", text, batch->values[i]);
    }
    return append_flush(out);
}

/** How far an earlier run got. */
struct progress {
    const struct samples *samples;
    size_t done;
};

/** A line has to be what this run would write as well. */
static bool is_next(void *context, const char *line)
{
    enum { LENGTH = REV_POSITION_TEXT_SIZE - 1 };
    struct progress *progress = context;
    char text[REV_POSITION_TEXT_SIZE];
    if (progress->done == progress->samples->count)
        return false;
    write_position(progress->samples->items[progress->done++].board, text);
    return strncmp(line, text, LENGTH) == 0 && line[LENGTH] == ' ';
}

static bool label_all(const struct plan *plan, const struct samples *samples, struct append *out,
                      size_t done)
{
    static struct rev_board boards[BATCH];
    static double values[BATCH];
    double began = measure_wall_seconds();
    double reported = began;
    size_t first = done;
    while (done < samples->count) {
        struct batch batch = {.plan = plan, .boards = boards, .values = values};
        while (batch.count < BATCH && done + batch.count < samples->count) {
            boards[batch.count] = samples->items[done + batch.count].board;
            batch.count++;
        }
        if (!label_batch(&batch) || !write_batch(out, &batch))
            return false;
        done += batch.count;
        double now = measure_wall_seconds();
        if (now - reported < REPORT_SECONDS)
            continue;
        reported = now;
        double speed = (double)(done - first) / (now - began);
        fprintf(stderr, "%zu of %zu positions, %.1f a second, about %.0f s left\n", done,
                samples->count, speed, (double)(samples->count - done) / speed);
    }
    return true;
}

static bool label_file(const struct plan *plan, const struct samples *samples)
{
    struct append out;
    struct progress progress = {.samples = samples};
    bool good = append_open(&out, plan->out, is_next, &progress) &&
                label_all(plan, samples, &out, progress.done);
    good = append_close(&out) && good;
    if (good)
        printf("%zu positions\n", samples->count);
    return good;
}

static bool read_options(int argc, char **argv, struct plan *plan)
{
    if (argc < 2 || argc % 2 != 0)
        return false;
    plan->games = argv[0];
    plan->out = argv[1];
    const struct {
        const char *name;
        long *value;
        long minimum, maximum;
    } options[] = {{"--depth", &plan->depth, 1, 60},
                   {"--exact", &plan->exact_empties, 0, 60},
                   {"--empties-min", &plan->empties_min, 0, 60},
                   {"--empties-max", &plan->empties_max, 0, 60},
                   {"--every", &plan->every, 1, COUNT_MAX},
                   {"--aside", &plan->aside, 0, 60},
                   {"--seed", &plan->seed, 0, 1L << 62},
                   {"--threads", &plan->threads, 1, THREADS_MAX}};
    for (int i = 2; i < argc; i += 2) {
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

int command_label(int argc, char **argv)
{
    struct plan plan = {.depth = 8,
                        .exact_empties = 16,
                        .empties_min = 10,
                        .empties_max = 50,
                        .every = 10,
                        .seed = 1,
                        .threads = 1};
    if (!read_options(argc, argv, &plan))
        return COMMAND_USAGE;
    struct samples samples = {.later = 1};
    bool good = samples_read_games(&samples, plan.games);
    if (good && samples.bad_lines > 0)
        fprintf(stderr, "reversi: %zu of the %zu lines of %s are no games\n", samples.bad_lines,
                samples.lines, plan.games);
    good = good && (samples.lines == 0 || samples.bad_lines < samples.lines);
    if (good) {
        select_positions(&plan, &samples);
        good = label_file(&plan, &samples);
    }
    samples_release(&samples);
    return good ? COMMAND_OK : COMMAND_FAILED;
}
