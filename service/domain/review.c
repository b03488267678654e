#include "domain/review.h"

#include <assert.h>

static const struct rev_root_move *find(const struct rev_result *result, int square)
{
    for (int i = 0; i < result->move_count; i++)
        if (result->moves[i].square == square)
            return &result->moves[i];
    return NULL;
}

const struct rev_root_move *review_find_value(const struct rev_result *result, int square)
{
    const struct rev_root_move *move = find(result, square);
    return move && !move->bound ? move : NULL;
}

void review_add_played(struct rev_result *result, const struct rev_root_move *played)
{
    assert(result->move_count > 0);
    struct rev_root_move *best = &result->moves[0], *second = &result->moves[1];
    *second = *played;
    if (best->exact && second->score > best->score)
        second->score = best->score; /* it was not searched to the end */
    if (second->score >= best->score && (second->exact || !best->exact)) {
        struct rev_root_move other = *best;
        *best = *second;
        *second = other;
    }
    result->move_count = 2;
}

int review_final_score(const struct rev_game *game, enum rev_color color)
{
    int black, white;
    game_discs_empties_to_winner(game, game_winner_by_discs(game), &black, &white);
    return color == REV_BLACK ? black - white : white - black;
}

/** Fills in the values. False: the played move is not among them. */
static bool value(const struct rev_result *result, int square, struct reviewed_move *move)
{
    const struct rev_root_move *played = find(result, square);
    if (!played)
        return false;
    move->best = &result->moves[0];
    move->before = move->best->score;
    move->after = played->score;
    move->lost = move->before - move->after;
    move->exact = move->best->exact && played->exact;
    move->confidence = result->confidence;
    move->depth = result->depth;
    return move->lost >= 0;
}

/** Values the next move of the game that `at` has come to. */
static bool value_move(const struct rev_game *at, int square, const struct rev_result *result,
                       struct reviewed_move *move)
{
    *move = (struct reviewed_move){
        .index = at->ply,
        .color = at->now.turn,
        .empties = 64 - rev_count(at->now.black | at->now.white),
        .choices = result ? rev_count(at->legal) : 0,
    };
    return !result || value(result, square, move);
}

static void add(struct review *review, const struct reviewed_move *move)
{
    struct review_side *side = &review->sides[move->color];
    bool is_choice = move->choices > 1;
    side->moves++;
    side->choices += is_choice;
    side->best += is_choice && move->lost == 0;
    side->lost += move->lost;
    if (!move->exact)
        review->exact_from = -1;
    else if (review->exact_from < 0)
        review->exact_from = move->empties;
}

bool review_build(const struct rev_game *played, const struct rev_result *results, int count,
                  uint64_t withheld, struct review *review)
{
    struct rev_game at = *played;
    int first = study_first_ply(played);
    if (first + count > played->ply)
        return false;
    rev_game_rewind(&at, 0);
    *review = (struct review){.count = first + count, .exact_from = -1};
    for (int i = 0; i < review->count; i++) {
        bool is_valued = i >= first && !(withheld >> i & 1);
        const struct rev_result *result = is_valued ? &results[i - first] : NULL;
        int square = played->plies[i].square;
        if (!value_move(&at, square, result, &review->moves[i]))
            return false;
        add(review, &review->moves[i]);
        rev_game_play(&at, square);
    }
    return true;
}

int review_accuracy(const struct review_side *side)
{
    return side->choices > 0 ? (200 * side->best + side->choices) / (2 * side->choices) : -1;
}
