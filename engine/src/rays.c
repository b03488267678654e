#include "bitboard.h"

/* The squares of every row that lie to the right or to the left of the square's own file. */
#define RIGHT_OF(s) (UINT64_C(0x0101010101010101) * (UINT64_C(0xfe) << ((s)&7) & 0xff))
#define LEFT_OF(s) (UINT64_C(0x0101010101010101) * ((UINT64_C(1) << ((s)&7)) - 1))
#define ROW_OF(s) (UINT64_C(0xff) << ((s)&56))

#define EAST(s) (UINT64_C(0xfe) << (s)&ROW_OF(s))
#define SOUTH_WEST(s) (UINT64_C(0x0102040810204080) << (s)&LEFT_OF(s))
#define SOUTH(s) (UINT64_C(0x0101010101010100) << (s))
#define SOUTH_EAST(s) (UINT64_C(0x8040201008040200) << (s)&RIGHT_OF(s))
#define WEST(s) (((UINT64_C(1) << (s)) - 1) & ROW_OF(s))
#define NORTH_EAST(s) (UINT64_C(0x0102040810204080) >> (63 - (s)) & RIGHT_OF(s))
#define NORTH(s) (UINT64_C(0x0080808080808080) >> (63 - (s)))
#define NORTH_WEST(s) (UINT64_C(0x0040201008040201) >> (63 - (s)) & LEFT_OF(s))

#define RAYS(s)                                                                                    \
    {                                                                                              \
        EAST(s), SOUTH_WEST(s), SOUTH(s), SOUTH_EAST(s), WEST(s), NORTH_EAST(s), NORTH(s),         \
            NORTH_WEST(s)                                                                          \
    }
#define RAYS_OF_ROW(s)                                                                             \
    RAYS(s), RAYS(s + 1), RAYS(s + 2), RAYS(s + 3), RAYS(s + 4), RAYS(s + 5), RAYS(s + 6),         \
        RAYS(s + 7)

/* Aligned, so that the vector kernels load half a row at once. */
_Alignas(64) const uint64_t rev_rays[64][8] = {
    RAYS_OF_ROW(0),  RAYS_OF_ROW(8),  RAYS_OF_ROW(16), RAYS_OF_ROW(24),
    RAYS_OF_ROW(32), RAYS_OF_ROW(40), RAYS_OF_ROW(48), RAYS_OF_ROW(56),
};
