#include "bitboard.h"
#include "worker.h"

/* A cheap stand-in until fitted. */
int evaluate_board(uint64_t own, uint64_t opp)
{
    uint64_t om = bitboard_moves(own, opp), pm = bitboard_moves(opp, own);
    if (!(om | pm))
        return final_score(own, opp) * HUNDREDTHS;
    int s = 100 * (rev_count(om) - rev_count(pm));
    s += 900 * (rev_count(own & 0x8100000000000081) - rev_count(opp & 0x8100000000000081));
    s -= 300 * (rev_count(own & 0x0042000000004200) - rev_count(opp & 0x0042000000004200));
    return s > 6400 ? 6400 : s < -6400 ? -6400 : s;
}
