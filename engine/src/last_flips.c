#include "last_flips.h"

/* The mover's discs of a line behind its empty square and before it; the nearest one decides. */
#define BEHIND(at, own) ((own) >> (at) >> 1)
#define BEFORE(at, own) ((own) & ((1u << (at)) - 1))
#define FLIPS_BEHIND(at, own) (BEHIND(at, own) ? __builtin_ctz(BEHIND(at, own) | 0x100u) : 0)
#define FLIPS_BEFORE(at, own)                                                                      \
    (BEFORE(at, own) ? (at) + __builtin_clz(BEFORE(at, own) | 1u) - 32 : 0)

#define TWICE(at, own) (2 * (FLIPS_BEHIND(at, own) + FLIPS_BEFORE(at, own)))
#define TWICE_4(at, own)                                                                           \
    TWICE(at, own), TWICE(at, (own) + 1u), TWICE(at, (own) + 2u), TWICE(at, (own) + 3u)
#define TWICE_16(at, own)                                                                          \
    TWICE_4(at, own), TWICE_4(at, (own) + 4u), TWICE_4(at, (own) + 8u), TWICE_4(at, (own) + 12u)
#define TWICE_64(at, own)                                                                          \
    TWICE_16(at, own), TWICE_16(at, (own) + 16u), TWICE_16(at, (own) + 32u),                       \
        TWICE_16(at, (own) + 48u)
#define LINE(at)                                                                                   \
    {                                                                                              \
        TWICE_64(at, 0u), TWICE_64(at, 64u), TWICE_64(at, 128u), TWICE_64(at, 192u)                \
    }

const uint8_t rev_last_flips[8][256] = {LINE(0), LINE(1), LINE(2), LINE(3),
                                        LINE(4), LINE(5), LINE(6), LINE(7)};

/* Both halves of a line through a square: the squares to the right of its file, to the left. */
#define RIGHT_OF(s) (UINT64_C(0x0101010101010101) * (UINT64_C(0xfe) << ((s)&7) & 0xff))
#define LEFT_OF(s) (UINT64_C(0x0101010101010101) * ((UINT64_C(1) << ((s)&7)) - 1))
#define RISING(s)                                                                                  \
    ((UINT64_C(0x0102040810204080) << (s)&LEFT_OF(s)) |                                            \
     (UINT64_C(0x0102040810204080) >> (63 - (s)) & RIGHT_OF(s)))
#define FALLING(s)                                                                                 \
    ((UINT64_C(0x8040201008040200) << (s)&RIGHT_OF(s)) |                                           \
     (UINT64_C(0x0040201008040201) >> (63 - (s)) & LEFT_OF(s)))

#define DIAGONALS(s)                                                                               \
    {                                                                                              \
        RISING(s), FALLING(s)                                                                      \
    }
#define DIAGONALS_OF_ROW(s)                                                                        \
    DIAGONALS(s), DIAGONALS(s + 1), DIAGONALS(s + 2), DIAGONALS(s + 3), DIAGONALS(s + 4),          \
        DIAGONALS(s + 5), DIAGONALS(s + 6), DIAGONALS(s + 7)

const uint64_t rev_diagonals[64][2] = {
    DIAGONALS_OF_ROW(0),  DIAGONALS_OF_ROW(8),  DIAGONALS_OF_ROW(16), DIAGONALS_OF_ROW(24),
    DIAGONALS_OF_ROW(32), DIAGONALS_OF_ROW(40), DIAGONALS_OF_ROW(48), DIAGONALS_OF_ROW(56),
};
