/**
 * The transposition table: what was found out about positions during one search, or during those
 * of one game.
 *
 * Invariants
 *  1. An entry counts only while its generation is the table's. Starting a search takes a new
 *     generation, so the table is logically empty without being cleared; unless the table is kept.
 *  2. Where an entry is put depends on the entries of the current generation alone. Together with
 *     1: what earlier searches left behind changes nothing.
 *  3. lower <= value of the position <= upper, as far as the entry's depth vouches for it.
 */
#ifndef REVERSI_TABLE_H
#define REVERSI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TABLE_BYTES_MIN = 1 << 16,
    TABLE_WAYS = 4,  /* entries of one bucket, which is one line of the cache */
    TABLE_MOVES = 2, /* best moves kept */
    /*
     * Depths: below TABLE_DEPTH_END plies of a search that ends in evaluations, with bounds in
     * hundredths. From there on the search went to the end of the game, with bounds in discs: the
     * higher the surer, and proved at TABLE_DEPTH_EXACT.
     */
    TABLE_DEPTH_END = 64,
    TABLE_DEPTH_EXACT = 69
};

struct table_entry {
    uint64_t tag;  /* 48 bits of the position's key, and the generation */
    int16_t lower; /* INT16_MIN: none is known */
    int16_t upper; /* INT16_MAX likewise */
    uint8_t depth;
    uint8_t cost;               /* the work that the entry saves: what is kept is the costly */
    uint8_t moves[TABLE_MOVES]; /* best squares, the newest first; else REV_NO_SQUARE */
};

struct table_bucket {
    _Alignas(64) struct table_entry entries[TABLE_WAYS];
};

/*
 * Positions a few plies from the end are too many to be kept, and soon forgotten they pay all the
 * same, as long as the table stays in the cache of one core.
 */
enum { TABLE_SHALLOW_ENTRIES = 1 << 14 };

struct table_shallow_entry {
    uint64_t tag;
    int8_t lower; /* proved, in discs */
    int8_t upper;
    uint8_t move; /* best square */
};

/* A third of the positions that the midgame evaluates it has evaluated not long before. */
enum { TABLE_VALUES = 1 << 14 };

/** What has been made of a position's static value (feature.h). */
struct table_value {
    uint64_t key;
    int32_t sum;   /* of the patterns' weights */
    int32_t value; /* with the quadrants; whoever stores marks what is not made yet */
};

struct table {
    struct table_bucket *buckets;
    struct table_shallow_entry *shallow;
    struct table_value *values;
    uint64_t mask; /* number of buckets - 1 */
    uint16_t generation;
    bool kept;
    uint8_t age; /* of a kept table; added to the cost of what is stored, for the young to stay */
};

/** False: out of memory. The size is rounded down to a power of two, and up to TABLE_BYTES_MIN. */
bool table_init(struct table *table, size_t bytes);
void table_release(struct table *table);

/** Starts a search: makes the table logically empty, unless it is kept. */
void table_begin(struct table *table);

/** Makes the table logically empty, and from now on keeps from search to search what is found. */
void table_keep(struct table *table, bool keep);

/** A set as a number times a factor, modulo 2^64 - 1. */
static inline uint64_t table_times(uint64_t set, uint64_t factor)
{
    unsigned __int128 product = (unsigned __int128)set * factor;
    uint64_t low = (uint64_t)product;
    uint64_t sum = low + (uint64_t)(product >> 64); /* 2^64 is 1 there */
    return sum + (sum < low);
}

/**
 * A position's key. Its low bits choose the place in a table, its upper 48 are compared: in the
 * small tables two positions are mistaken for one another about once in 2^62 pairs, in a table of
 * 1,024 buckets once in 2^58, and from 4 MiB on once in 2^64.
 *
 * No board is worse than another. The factors are prime to 2^64 - 1, so that multiplying by them
 * loses nothing: whatever one side has, two different sets of the other's give two different keys.
 * (Only a full set counts as an empty one; there the game is over.) Every square reaches every bit
 * of the key, since what it adds is the factor rotated. And with one side's discs fixed, sets of
 * the other's that differ in fewer than 16 squares differ in the bits that are looked at, even in
 * the smallest table: the factors were chosen for that.
 */
static inline uint64_t table_key(uint64_t own, uint64_t opp)
{
    return table_times(own, UINT64_C(0xbff5c070d7d5e5f5)) ^
           table_times(opp, UINT64_C(0xbb9ed960a9151991));
}

static inline void table_prefetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[key & table->mask]);
}

static inline uint64_t table_tag(const struct table *table, uint64_t key)
{
    return (key & ~UINT64_C(0xffff)) | table->generation;
}

/** NULL: nothing is known. The entry may change with the next store. */
static inline const struct table_entry *table_find(const struct table *table, uint64_t key)
{
    const struct table_entry *entry = table->buckets[key & table->mask].entries;
    uint64_t tag = table_tag(table, key);
    for (int i = 0; i < TABLE_WAYS; i++) {
        if (entry[i].tag == tag)
            return &entry[i];
    }
    return NULL;
}

/** What a search found out: its window alpha..beta and the result, which failed soft. */
struct table_finding {
    int depth;
    int alpha;
    int beta; /* alpha < beta */
    int score;
    int move;       /* the best one */
    uint64_t nodes; /* that it took */
};

/**
 * Records a finding. What a search to the end has found gives way only to what is as sure or surer;
 * what the midgame has found gives way to whatever comes later, a shallower finding too, which in
 * its iterative deepening is rare: to keep the deeper one costs 1.3 % more nodes.
 */
void table_store(struct table *table, uint64_t key, const struct table_finding *finding);

/** The one place where a position may be in the small table. */
static inline struct table_shallow_entry *table_shallow(const struct table *table, uint64_t key)
{
    return &table->shallow[key % TABLE_SHALLOW_ENTRIES];
}

/** The one place where the static value of a position may be. It stays right from search to search.
 */
static inline struct table_value *table_value(const struct table *table, uint64_t key)
{
    return &table->values[key % TABLE_VALUES];
}

static inline void table_prefetch_value(const struct table *table, uint64_t key)
{
    __builtin_prefetch(table_value(table, key));
}

static inline void table_shallow_store(struct table_shallow_entry *entry, uint64_t tag, int alpha,
                                       int score, int move)
{
    if (entry->tag != tag) {
        entry->tag = tag;
        entry->lower = INT8_MIN;
        entry->upper = INT8_MAX;
    }
    if (score > alpha)
        entry->lower = (int8_t)score;
    else
        entry->upper = (int8_t)score;
    entry->move = (uint8_t)move;
}

#endif
