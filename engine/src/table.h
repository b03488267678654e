/**
 * The transposition table: what was found out about positions during one search.
 *
 * Invariants
 *  1. An entry counts only while its generation is the table's. Starting a search takes a new
 *     generation, so the table is logically empty without being cleared.
 *  2. Where an entry is put depends on the entries of the current generation alone. Together with
 *     1: what earlier searches left behind changes nothing.
 *  3. lower <= value of the position <= upper, at the entry's depth. Depths from
 *     TABLE_DEPTH_EXACT on are proofs in discs; smaller ones are estimates in hundredths.
 */
#ifndef REVERSI_TABLE_H
#define REVERSI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TABLE_WAYS = 4,        /* entries of one bucket, which is one line of the cache */
    TABLE_DEPTH_EXACT = 64 /* plus the number of empty squares */
};

struct table_entry {
    uint64_t key;
    int16_t lower;
    int16_t upper;
    uint8_t depth;
    uint8_t move; /* best square; REV_NO_SQUARE where none is known */
    uint16_t generation;
};

struct table_bucket {
    _Alignas(64) struct table_entry entries[TABLE_WAYS];
};

struct table {
    struct table_bucket *buckets;
    uint64_t mask; /* number of buckets - 1 */
    uint16_t generation;
};

/** False: out of memory. The size is rounded down to a power of two. */
bool table_init(struct table *table, size_t bytes);
void table_release(struct table *table);

/** Makes the table logically empty. */
void table_begin(struct table *table);

/**
 * A position's key. All 64 bits are compared, so two positions of a search are mistaken for one
 * another about once in 2^64 comparisons.
 */
static inline uint64_t table_key(uint64_t own, uint64_t opp)
{
    unsigned __int128 product =
        (unsigned __int128)(own ^ UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    uint64_t folded = (uint64_t)(product >> 64) ^ (uint64_t)product;
    product = (unsigned __int128)(folded ^ opp ^ UINT64_C(0xa0761d6478bd642f)) *
              UINT64_C(0xe7037ed1a0b428db);
    folded = (uint64_t)(product >> 64) ^ (uint64_t)product;
    return folded ^ own * UINT64_C(0x8ebc6af09c88c6e3);
}

static inline void table_prefetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[key & table->mask]);
}

/** NULL: nothing is known. The entry may change with the next store. */
static inline const struct table_entry *table_find(const struct table *table, uint64_t key)
{
    const struct table_entry *entry = table->buckets[key & table->mask].entries;
    for (int i = 0; i < TABLE_WAYS; i++) {
        if (entry[i].key == key && entry[i].generation == table->generation)
            return &entry[i];
    }
    return NULL;
}

/**
 * Records the outcome of a search with the window alpha..beta that failed soft to `score`.
 * Requires alpha < beta.
 */
void table_store(struct table *table, uint64_t key, int depth, int alpha, int beta, int score,
                 int move);

#endif
