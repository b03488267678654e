#include "feature.h"

struct features rev_feature_steps[64];

void features_init(void)
{
    struct pattern_lane lanes[LANES_USED];
    patterns_lanes(lanes);
    for (int lane = 0; lane < LANES_USED; lane++) {
        int power = 1;
        for (int i = 0; i < lanes[lane].length; i++) {
            rev_feature_steps[lanes[lane].squares[i]].lanes[lane] = (int16_t)power;
            power *= 3;
        }
    }
}
