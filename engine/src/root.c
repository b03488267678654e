/* The root of a search: iterations, windows, and what is told about each move. */
#include "bitboard.h"
#include "endgame.h"
#include "moves.h"
#include "symmetry.h"
#include "worker.h"

#include <string.h>

enum {
    CHECK_INTERVAL = 2048,   /* nodes between two looks at the budget */
    BEGIN_PERCENT_MAX = 40,  /* of the budget: later no iteration begins */
    MIDGAME_CONFIDENCE = 73, /* percent; as search.h says */
    /* So many plies before the end the iterations stop and the solver begins: the first where it is
     * known that it will, so that they only prepare the order of moves; the second where iterations
     * are all there is until then. */
    SOLVE_LEAD_PLANNED = 10,
    SOLVE_DEPTH_MAX = 12,
    SOLVE_LEAD_OPEN = 8,
    /* Half of the first window around the value of the iteration before, in hundredths. Values at
     * the end are even: theirs lets in one alone. */
    WINDOW_MIDGAME = 400,
    WINDOW_END = 100
};

/* From how many empty squares on a search to the end first runs with less than certainty, which
 * costs little and finds the window and the order of moves for the next; by endgame_level. */
static const int prepared_empties[TABLE_DEPTH_EXACT - TABLE_DEPTH_END] = {16, 64, 64, 22, 28};

/**
 * One move of the root, or several that symmetries of the position turn into one another, and what
 * is known about it: the first of them is searched and stands for the others.
 */
struct root_move {
    struct move move;
    int equals; /* how many they are, itself included */
    int score;  /* hundredths */
    bool exact;
    bool bound;
    struct line line;
};

struct root {
    struct worker worker;
    int wanted;         /* moves that get a value of their own */
    bool outcomes_only; /* at the end it matters who wins, not by how much */
    bool has_leader;
    struct root_move leader; /* the best of the running iteration, when one move is wanted */
    unsigned symmetries;     /* of the position, as symmetries_of has them */
    int count;
    struct root_move moves[REV_ROOT_MOVES_MAX];
};

bool worker_check(struct worker *worker)
{
    if (worker->stopped)
        return true;
    if (worker->pause.call)
        worker->pause.call(worker->pause.argument);
    if (worker->cancel && atomic_load_explicit(worker->cancel, memory_order_relaxed))
        worker->stopped = worker->cancelled = true;
    if (worker->nodes_max && worker->nodes >= worker->nodes_max)
        worker->stopped = true;
    worker->check_at = worker->stopped ? 0 : worker->nodes + CHECK_INTERVAL;
    if (worker->nodes_max && worker->check_at > worker->nodes_max)
        worker->check_at = worker->nodes_max;
    return worker->stopped;
}

static void line_join(struct line *line, int square, const struct line *rest)
{
    line->length = 1 + rest->length;
    line->squares[0] = (uint8_t)square;
    memcpy(line->squares + 1, rest->squares, (size_t)rest->length);
}

/** Whether a depth stands for searches to the end, in discs (table.h). */
static bool to_end(int depth)
{
    return depth >= TABLE_DEPTH_END;
}

/** The depth that is left after a move. */
static int depth_after(int depth)
{
    return to_end(depth) ? depth : depth - 1;
}

static int unit(int depth)
{
    return to_end(depth) ? HUNDREDTHS : 1;
}

static int null_window(struct worker *worker, uint64_t own, uint64_t opp, int depth, int alpha)
{
    return to_end(depth) ? endgame_null_window(worker, own, opp, alpha)
                         : midgame_null_window(worker, own, opp, depth, alpha);
}

static void order_full_width(struct worker *worker, struct move_list *list, uint64_t key)
{
    const struct table_entry *entry = table_find(worker->table, key);
    int hash_move = entry ? entry->moves[0] : REV_NO_SQUARE;
    for (int i = 0; i < list->count; i++) {
        struct move *move = &list->moves[i];
        worker->nodes++;
        move->order =
            move->square == hash_move ? SCORE_INFINITE : -evaluate_board(move->own, move->opp);
    }
}

/**
 * Principal variation search in the window alpha..beta. The table only orders here, so that the
 * line is always whole.
 */
static int search_full_width(struct worker *worker, uint64_t own, uint64_t opp, int depth,
                             int alpha, int beta, struct line *line)
{
    line->length = 0;
    if (depth == 0 || alpha + 1 >= beta)
        return null_window(worker, own, opp, depth, alpha);
    uint64_t nodes_before = worker->nodes++;
    if (worker_stopped(worker))
        return 0;
    uint64_t legal = bitboard_moves(own, opp);
    if (!legal) {
        if (bitboard_moves(opp, own))
            return -search_full_width(worker, opp, own, depth, -beta, -alpha, line);
        return final_score(own, opp) * (to_end(depth) ? 1 : HUNDREDTHS);
    }

    uint64_t key = table_key(own, opp);
    struct move_list list;
    move_list_fill(&list, own, opp, legal);
    order_full_width(worker, &list, key);
    int next_depth = depth_after(depth);
    int best = -SCORE_INFINITE;
    int best_square = REV_NO_SQUARE;
    int floor = alpha;
    for (int i = 0; i < list.count && best < beta; i++) {
        const struct move *move = move_list_pick(&list, i);
        struct line rest = {0};
        int score = SCORE_INFINITE;
        if (i > 0)
            score = -null_window(worker, move->own, move->opp, next_depth, -floor - 1);
        if (score > floor && (i == 0 || score < beta))
            score =
                -search_full_width(worker, move->own, move->opp, next_depth, -beta, -floor, &rest);
        if (worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_square = move->square;
        }
        if (score > floor) {
            floor = score;
            line_join(line, move->square, &rest);
        }
    }
    table_store(worker->table, key,
                &(struct table_finding){.depth = depth,
                                        .alpha = alpha,
                                        .beta = beta,
                                        .score = best,
                                        .move = best_square,
                                        .nodes = worker->nodes - nodes_before});
    return best;
}

/** What a further move has to beat to be among the wanted ones, given those already searched. */
static int root_floor(const struct root *root, int searched, int alpha)
{
    for (int i = 0; i < searched; i++) {
        const struct root_move *move = &root->moves[i];
        int better = 0;
        for (int j = 0; j < searched; j++) {
            const struct root_move *other = &root->moves[j];
            if (!other->bound &&
                (other->score > move->score || (other->score == move->score && j < i)))
                better += other->equals;
        }
        if (!move->bound && better < root->wanted && better + move->equals >= root->wanted)
            return move->score;
    }
    return alpha;
}

/** 1, 0, -1 for a win, a draw, a loss. */
static int outcome(int score)
{
    return (score > 0) - (score < 0);
}

/** Values one root move in the window low..high of hundredths. */
static void search_root_move(struct root *root, struct root_move *root_move, int depth, int low,
                             int high, bool probe_first)
{
    int floor = low / unit(depth);
    int beta = high / unit(depth);
    const struct move *move = &root_move->move;
    struct worker *worker = &root->worker;
    struct line rest = {0};
    int next_depth = depth_after(depth);
    int score = SCORE_INFINITE;
    if (probe_first)
        score = -null_window(worker, move->own, move->opp, next_depth, -floor - 1);
    if (score > floor && !worker->stopped)
        score = -search_full_width(worker, move->own, move->opp, next_depth, -beta, -floor, &rest);
    if (worker->stopped)
        return;
    root_move->score = score * unit(depth);
    root_move->exact = depth == TABLE_DEPTH_EXACT && score > floor && score < beta;
    root_move->bound = score <= floor;
    if (root->outcomes_only && to_end(depth)) {
        /* A loss is a loss, however little is known of it. */
        root_move->bound = score <= floor && score >= 0;
        root_move->exact = depth == TABLE_DEPTH_EXACT && !root_move->bound;
        root_move->score = outcome(score) * HUNDREDTHS;
    }
    line_join(&root_move->line, move->square, &rest);
}

/** Values first, falling; then the bounds, falling; equals keep their order. */
static void sort_root(struct root *root)
{
    for (int i = 1; i < root->count; i++) {
        struct root_move moving = root->moves[i];
        int at = i;
        for (; at > 0; at--) {
            const struct root_move *before = &root->moves[at - 1];
            bool in_order =
                before->bound == moving.bound ? before->score >= moving.score : moving.bound;
            if (in_order)
                break;
            root->moves[at] = *before;
        }
        root->moves[at] = moving;
    }
}

/**
 * Searches every root move to one depth in the window alpha..beta of hundredths, best first
 * afterwards. Once as many as are wanted have reached beta, the others are left alone.
 */
static void iterate_window(struct root *root, int depth, int alpha, int beta)
{
    int searched = 0;
    for (int i = 0; i < root->count; i++) {
        struct root_move *move = &root->moves[i];
        int floor = root_floor(root, i, alpha);
        if (floor >= beta) {
            move->exact = false;
            move->bound = true;
            move->score = floor;
            continue;
        }
        search_root_move(root, move, depth, floor, beta, searched >= root->wanted);
        if (root->worker.stopped)
            return;
        searched += move->equals;
        if (root->wanted == 1 && !move->bound) {
            root->leader = *move;
            root->has_leader = true;
        }
    }
    sort_root(root);
}

/** The window opens where the value left it, and more widely each time. */
static void iterate_aspiring(struct root *root, int depth, int width)
{
    const int limit = (REV_SCORE_MAX + 1) * HUNDREDTHS;
    int center = root->moves[0].score / (2 * HUNDREDTHS) * (2 * HUNDREDTHS);
    int alpha = center - width;
    int beta = center + width;
    for (;;) {
        if (alpha < -limit)
            alpha = -limit;
        if (beta > limit)
            beta = limit;
        iterate_window(root, depth, alpha, beta);
        int score = root->moves[0].score;
        if (root->worker.stopped || (score > alpha && score < beta))
            return;
        width *= 2;
        if (width > limit) { /* an unstable value must not send the window to and fro for ever */
            alpha = -limit;
            beta = limit;
        } else if (score <= alpha) {
            beta = alpha + unit(depth);
            alpha = score - width;
        } else {
            alpha = beta - unit(depth);
            beta = score + width;
        }
    }
}

/** The leader goes first, and of the others no more is claimed than that they are not better. */
static void put_leader_first(struct root *root)
{
    int at = 0;
    while (root->moves[at].move.square != root->leader.move.square)
        at++;
    memmove(&root->moves[1], &root->moves[0], (size_t)at * sizeof root->moves[0]);
    root->moves[0] = root->leader;
    for (int i = 1; i < root->count; i++) {
        struct root_move *other = &root->moves[i];
        other->exact = false;
        other->bound = true;
        if (other->score > root->leader.score)
            other->score = root->leader.score;
    }
}

/**
 * After a stop in mid-iteration the finished one counts, except for what this one knows better: the
 * values that it proved, and a move that beats the finished one's best.
 */
static void restore(struct root *root, const struct root_move *finished, int depth)
{
    bool proved_several = depth == TABLE_DEPTH_EXACT && root->wanted > 1 && !root->outcomes_only;
    if (proved_several) {
        sort_root(root); /* the moves that it did not come to are as they were */
        return;
    }
    memcpy(root->moves, finished, sizeof root->moves);
    if (!root->has_leader)
        return;
    if (root->leader.move.square != finished[0].move.square) {
        put_leader_first(root);
    } else if (root->leader.exact) {
        root->moves[0] = root->leader;
        sort_root(root);
    }
}

/** One deeper iteration, or none of it: false once the search has been stopped. */
static bool iterate(struct root *root, int depth)
{
    struct root_move finished[REV_ROOT_MOVES_MAX];
    memcpy(finished, root->moves, sizeof finished);
    root->has_leader = false;
    root->worker.end_depth = depth;
    const int limit = (REV_SCORE_MAX + 1) * HUNDREDTHS;
    if (to_end(depth) && root->outcomes_only)
        iterate_window(root, depth, -HUNDREDTHS, HUNDREDTHS);
    else if (root->wanted > 1)
        iterate_window(root, depth, -limit, limit);
    else
        iterate_aspiring(root, depth, to_end(depth) ? WINDOW_END : WINDOW_MIDGAME);
    if (root->worker.stopped)
        restore(root, finished, depth);
    return !root->worker.stopped;
}

/** The least depth (table.h) that is as sure as `confidence` percent. */
static int end_depth(int confidence)
{
    int depth = confidence == 0 ? TABLE_DEPTH_EXACT : TABLE_DEPTH_END;
    while (depth < TABLE_DEPTH_EXACT && endgame_level(depth)->percent < confidence)
        depth++;
    return depth;
}

/** What a shallow search short of the end must clear to be believed, as worker.h has it. */
static int midgame_margin(const struct rev_limits *limits)
{
    int confidence = limits->midgame_confidence ? limits->midgame_confidence : MIDGAME_CONFIDENCE;
    int depth = end_depth(confidence);
    return depth == TABLE_DEPTH_EXACT ? 0 : endgame_level(depth)->deviations;
}

/** Where the symmetries of the position take a square. */
static uint64_t images(unsigned symmetries, int square)
{
    uint64_t set = 0;
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        if (symmetries >> s & 1)
            set |= rev_bit(symmetry_square(s, square));
    }
    return set;
}

/** Of moves that symmetries turn into one another, only that to the lowest square. */
static void fill_root(struct root *root, struct rev_board board)
{
    struct move_list list;
    move_list_fill(&list, board.own, board.opp, bitboard_moves(board.own, board.opp));
    root->symmetries = symmetries_of(board.own, board.opp);
    for (int i = 0; i < list.count; i++) {
        const struct move *move = &list.moves[i];
        uint64_t equals = images(root->symmetries, move->square);
        if (__builtin_ctzll(equals) == move->square)
            root->moves[root->count++] =
                (struct root_move){.move = *move, .equals = rev_count(equals)};
    }
}

/** The root's moves valued by what they lead to at once: an answer that no limit can prevent. */
static void root_init(struct root *root, struct table *table, struct rev_board board,
                      const struct rev_limits *limits)
{
    memset(root, 0, sizeof *root);
    root->worker = (struct worker){.table = table,
                                   .nodes = 1,
                                   .nodes_max = limits->nodes_max,
                                   .whole_iterations = limits->whole_iterations,
                                   .probe_margin = midgame_margin(limits),
                                   .cancel = limits->cancel};
    root->outcomes_only = limits->outcomes_only;
    root->wanted = limits->best_moves > 1 ? limits->best_moves : 1;
    fill_root(root, board);
    for (int i = 0; i < root->count; i++) {
        struct root_move *root_move = &root->moves[i];
        const struct move *move = &root_move->move;
        root->worker.nodes++;
        root_move->score = -evaluate_board(move->own, move->opp);
        line_join(&root_move->line, move->square, &(struct line){0});
    }
    sort_root(root);
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

/** Whether an iteration that is begun now is likely to be finished: each takes about as much as all
 *  before it. */
static bool may_finish(const struct worker *worker)
{
    return !worker->whole_iterations || worker->nodes_max == 0 ||
           worker->nodes < worker->nodes_max / 100 * BEGIN_PERCENT_MAX;
}

/** The plies of the last midgame iteration, and whether the solver follows it. */
static int plan_depth(const struct rev_limits *limits, int empties, bool *solve)
{
    bool deep_enough = limits->depth_max >= empties;
    *solve = empties <= limits->exact_empties_max || deep_enough || limits->depth_max == 0;
    int depth = limits->depth_max;
    if (empties <= limits->exact_empties_max || deep_enough)
        depth = min(empties - SOLVE_LEAD_PLANNED, SOLVE_DEPTH_MAX);
    else if (depth == 0)
        depth = empties - SOLVE_LEAD_OPEN;
    return min(depth, empties - 1);
}

static int rounded_discs(int hundredths)
{
    int half = hundredths < 0 ? -HUNDREDTHS / 2 : HUNDREDTHS / 2;
    return (hundredths + half) / HUNDREDTHS;
}

static void report_image(const struct root_move *from, int symmetry, struct rev_root_move *to)
{
    to->square = symmetry_square(symmetry, from->move.square);
    to->score = rounded_discs(from->score);
    to->hundredths = from->score;
    to->exact = from->exact;
    to->bound = from->bound;
    to->line_length = from->line.length;
    for (int i = 0; i < from->line.length; i++)
        to->line[i] = (uint8_t)symmetry_square(symmetry, from->line.squares[i]);
}

/** A move and all that are equal to it. */
static void report_move(const struct root_move *from, unsigned symmetries,
                        struct rev_result *result)
{
    uint64_t reported = 0;
    for (int s = 0; s < SYMMETRY_COUNT; s++) {
        uint64_t bit = rev_bit(symmetry_square(s, from->move.square));
        if (!(symmetries >> s & 1) || reported & bit)
            continue;
        report_image(from, s, &result->moves[result->move_count++]);
        reported |= bit;
    }
}

/** Values the root moves at the end of the game, ever more surely, as long as the budget allows. */
static void search_to_end(struct root *root, int confidence, int empties, struct rev_result *result)
{
    int last = end_depth(confidence);
    for (int depth = TABLE_DEPTH_END; depth <= last; depth++) {
        if (depth < last && empties < prepared_empties[depth - TABLE_DEPTH_END])
            continue;
        if (!iterate(root, depth))
            return;
        result->depth = empties;
        result->exact = depth == TABLE_DEPTH_EXACT;
        result->confidence = result->exact ? 100 : endgame_level(depth)->percent;
    }
}

void search_root(struct table *table, const struct rev_pause *pause, struct rev_board board,
                 const struct rev_limits *limits, struct rev_result *result)
{
    struct root root;
    table_begin(table);
    root_init(&root, table, board, limits);
    root.worker.pause = *pause;
    memset(result, 0, sizeof *result);
    int empties = 64 - rev_count(board.own | board.opp);
    bool solve;
    int depth_last = plan_depth(limits, empties, &solve);
    bool planned = empties <= limits->exact_empties_max; /* iterations only prepare the end */
    if (root.count > 0) {
        result->depth = 1;
        bool running = !worker_check(&root.worker);
        for (int depth = 2; running && depth <= depth_last; depth++) {
            running = (planned || may_finish(&root.worker)) && iterate(&root, depth);
            if (running)
                result->depth = depth;
        }
        if (running && solve && (planned || may_finish(&root.worker)))
            search_to_end(&root, limits->confidence, empties, result);
    }
    for (int i = 0; i < root.count; i++)
        report_move(&root.moves[i], root.symmetries, result);
    result->cancelled = root.worker.cancelled;
    result->nodes = root.worker.nodes;
}
