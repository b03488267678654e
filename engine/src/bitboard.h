/**
 * Flips and mobility as inline functions, for code that asks for them millions of times.
 *
 * Which instructions they use is settled by the options that the including file is compiled with:
 * AVX-512 (F, VL, CD), else AVX2, else portable C. All three give the same results. Only files that
 * are compiled once for each kernel (kernel.h) may include this header.
 */
#ifndef REVERSI_BITBOARD_H
#define REVERSI_BITBOARD_H

#include "reversi/board.h"

#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512CD__)
#define BITBOARD_AVX512 1
#define BITBOARD_VECTOR 1
#elif defined(__AVX2__)
#define BITBOARD_VECTOR 1
#endif

#ifdef BITBOARD_VECTOR
#include <immintrin.h>
#endif

/** Squares that a horizontal or diagonal line can cross: all but the a and h files. */
#define BITBOARD_INNER_FILES UINT64_C(0x7e7e7e7e7e7e7e7e)

/**
 * For each square the squares that a queen could reach on an empty board, one word a direction:
 * rising square numbers first (e, sw, s, se), then falling (w, ne, n, nw).
 */
extern const uint64_t rev_rays[64][8];

#ifdef BITBOARD_VECTOR

/* One lane a line: e-w, sw-ne, s-n, se-nw, in the order of rev_rays. */
#define BITBOARD_STEPS(n) _mm256_set_epi64x(9 * (n), 8 * (n), 7 * (n), 1 * (n))

static inline uint64_t bitboard_join(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

/** set | (a & b) */
static inline __m256i bitboard_or_and(__m256i set, __m256i a, __m256i b)
{
#ifdef BITBOARD_AVX512
    return _mm256_ternarylogic_epi64(set, a, b, 0xf8);
#else
    return _mm256_or_si256(set, _mm256_and_si256(a, b));
#endif
}

/**
 * As rev_moves, on bare sets. In every direction a run of discs to be flanked grows from the
 * mover's discs by one, two, four and six squares; a move is an empty square behind a run.
 */
static inline uint64_t bitboard_moves(uint64_t own, uint64_t opp)
{
    const __m256i one = BITBOARD_STEPS(1), two = BITBOARD_STEPS(2);
    const __m256i inner_files =
        _mm256_set_epi64x((int64_t)BITBOARD_INNER_FILES, -1, (int64_t)BITBOARD_INNER_FILES,
                          (int64_t)BITBOARD_INNER_FILES);
    __m256i mover = _mm256_set1_epi64x((int64_t)own);
    __m256i inner = _mm256_and_si256(_mm256_set1_epi64x((int64_t)opp), inner_files);

    __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(mover, one));
    __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(mover, one));
    up = bitboard_or_and(up, inner, _mm256_sllv_epi64(up, one));
    down = bitboard_or_and(down, inner, _mm256_srlv_epi64(down, one));
    __m256i pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, one));
    __m256i pairs_down = _mm256_srlv_epi64(pairs_up, one);
    up = bitboard_or_and(up, pairs_up, _mm256_sllv_epi64(up, two));
    down = bitboard_or_and(down, pairs_down, _mm256_srlv_epi64(down, two));
    up = bitboard_or_and(up, pairs_up, _mm256_sllv_epi64(up, two));
    down = bitboard_or_and(down, pairs_down, _mm256_srlv_epi64(down, two));

    __m256i ends = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    return bitboard_join(ends) & ~(own | opp);
}

#else

/**
 * The squares just behind runs of up to six `inner` squares that start next to an `own` square, in
 * one direction and its opposite.
 */
static inline uint64_t bitboard_ends(uint64_t own, uint64_t inner, int step)
{
    uint64_t up = inner & (own << step);
    uint64_t down = inner & (own >> step);
    up |= inner & (up << step);
    down |= inner & (down >> step);
    uint64_t pairs_up = inner & (inner << step);
    uint64_t pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return up << step | down >> step;
}

/** As rev_moves, on bare sets. */
static inline uint64_t bitboard_moves(uint64_t own, uint64_t opp)
{
    uint64_t inner = opp & BITBOARD_INNER_FILES;
    uint64_t ends = bitboard_ends(own, inner, 1) | bitboard_ends(own, opp, 8) |
                    bitboard_ends(own, inner, 7) | bitboard_ends(own, inner, 9);
    return ends & ~(own | opp);
}

#endif

/*
 * Flips. On each ray the first square that is not the opponent's decides: if it is the mover's, all
 * squares before it turn. On rising rays it is the lowest such bit, on falling rays the highest.
 */

#if defined(BITBOARD_AVX512)

/** As rev_flips, on bare sets. Requires square in 0..63, empty. */
static inline uint64_t bitboard_flips(uint64_t own, uint64_t opp, int square)
{
    const __m256i all = _mm256_set1_epi64x(-1);
    const __m256i top = _mm256_set1_epi64x(INT64_MIN);
    __m256i rising = _mm256_load_si256((const __m256i *)&rev_rays[square][0]);
    __m256i falling = _mm256_load_si256((const __m256i *)&rev_rays[square][4]);
    __m256i mover = _mm256_set1_epi64x((int64_t)own);
    __m256i other = _mm256_set1_epi64x((int64_t)opp);

    /* Adding one to other | ~rising carries into the lowest blocker; & mover & rising. */
    __m256i carried = _mm256_sub_epi64(_mm256_ternarylogic_epi64(other, rising, rising, 0xf3), all);
    __m256i end_up = _mm256_ternarylogic_epi64(carried, mover, rising, 0x80);
    /* end - 1, and 0 where there is no end */
    __m256i below_end = _mm256_min_epu64(_mm256_add_epi64(end_up, all), end_up);

    __m256i blockers = _mm256_andnot_si256(other, falling);
    __m256i end_down =
        _mm256_and_si256(mover, _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(blockers)));
    __m256i above_end =
        _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end_down, end_down));

    __m256i flips = _mm256_and_si256(below_end, rising);
    return bitboard_join(bitboard_or_and(flips, above_end, falling));
}

#elif defined(BITBOARD_VECTOR)

/** As rev_flips, on bare sets. Requires square in 0..63, empty. */
static inline uint64_t bitboard_flips(uint64_t own, uint64_t opp, int square)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i rising = _mm256_load_si256((const __m256i *)&rev_rays[square][0]);
    __m256i falling = _mm256_load_si256((const __m256i *)&rev_rays[square][4]);
    __m256i mover = _mm256_set1_epi64x((int64_t)own);
    __m256i other = _mm256_set1_epi64x((int64_t)opp);

    __m256i blockers = _mm256_andnot_si256(other, rising);
    __m256i lowest = _mm256_and_si256(blockers, _mm256_sub_epi64(zero, blockers));
    __m256i end_up = _mm256_and_si256(lowest, mover);
    /* end - 1, and 0 where there is no end */
    __m256i below_end = _mm256_sub_epi64(_mm256_add_epi64(end_up, _mm256_set1_epi64x(-1)),
                                         _mm256_cmpeq_epi64(end_up, zero));

    /* Without a leading-zero count: the highest blocker casts a shadow on all squares behind it. */
    __m256i shadow = _mm256_andnot_si256(other, falling);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, BITBOARD_STEPS(1)));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, BITBOARD_STEPS(2)));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, BITBOARD_STEPS(4)));
    __m256i highest = _mm256_andnot_si256(_mm256_srlv_epi64(shadow, BITBOARD_STEPS(1)), shadow);
    __m256i end_down = _mm256_and_si256(highest, mover);
    __m256i above_end = _mm256_sub_epi64(zero, _mm256_add_epi64(end_down, end_down));

    __m256i flips = _mm256_and_si256(below_end, rising);
    return bitboard_join(bitboard_or_and(flips, above_end, falling));
}

#else

static inline uint64_t bitboard_flips_rising(uint64_t own, uint64_t opp, uint64_t ray)
{
    /* The carry of the addition stops at the lowest square of the ray that is not opp's. */
    uint64_t end = ((opp | ~ray) + 1) & own & ray;
    return (end - (end != 0)) & ray;
}

static inline uint64_t bitboard_flips_falling(uint64_t own, uint64_t opp, uint64_t ray)
{
    /* a1 as a stand-in keeps the count defined; it ends the ray truly or lies outside it. */
    uint64_t blockers = (ray & ~opp) | 1;
    uint64_t end = (UINT64_C(1) << 63 >> __builtin_clzll(blockers)) & own & ray;
    return -(end << 1) & ray;
}

/** As rev_flips, on bare sets. Requires square in 0..63, empty. */
static inline uint64_t bitboard_flips(uint64_t own, uint64_t opp, int square)
{
    const uint64_t *rays = rev_rays[square];
    return bitboard_flips_rising(own, opp, rays[0]) | bitboard_flips_rising(own, opp, rays[1]) |
           bitboard_flips_rising(own, opp, rays[2]) | bitboard_flips_rising(own, opp, rays[3]) |
           bitboard_flips_falling(own, opp, rays[4]) | bitboard_flips_falling(own, opp, rays[5]) |
           bitboard_flips_falling(own, opp, rays[6]) | bitboard_flips_falling(own, opp, rays[7]);
}

#endif

#endif
