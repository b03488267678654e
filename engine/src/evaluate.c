/* The evaluation of whole boards, for whoever keeps no features. */
#include "bitboard.h"
#include "feature.h"
#include "worker.h"

static int evaluate_mover(uint64_t own, uint64_t opp)
{
    struct features features;
    features_set(&features, own, opp);
    return features_evaluate(&features, rev_count(own | opp));
}

int evaluate_board(uint64_t own, uint64_t opp)
{
    if (bitboard_moves(own, opp))
        return evaluate_mover(own, opp);
    if (bitboard_moves(opp, own))
        return -evaluate_mover(opp, own);
    return final_score(own, opp) * HUNDREDTHS;
}
