#include "table.h"

#include <stdlib.h>
#include <string.h>

bool table_init(struct table *table, size_t bytes)
{
    size_t count = 1;
    while (count * 2 * sizeof(struct table_bucket) <= bytes)
        count *= 2;
    size_t size = count * sizeof(struct table_bucket);
    table->buckets = aligned_alloc(_Alignof(struct table_bucket), size);
    if (!table->buckets)
        return false;
    memset(table->buckets, 0, size);
    table->mask = count - 1;
    table->generation = 0;
    return true;
}

void table_release(struct table *table)
{
    free(table->buckets);
    table->buckets = NULL;
}

void table_begin(struct table *table)
{
    table->generation++;
    if (table->generation == 0) {
        memset(table->buckets, 0, (table->mask + 1) * sizeof(struct table_bucket));
        table->generation = 1;
    }
}

/** The entry of this key if there is one, else a free one, else the shallowest. */
static struct table_entry *place(struct table *table, uint64_t key)
{
    struct table_entry *entries = table->buckets[key & table->mask].entries;
    struct table_entry *victim = NULL;
    for (int i = 0; i < TABLE_WAYS; i++) {
        struct table_entry *entry = &entries[i];
        /* Entries of a generation fill a bucket from the left: what follows a free one is free. */
        if (entry->generation != table->generation || entry->key == key)
            return entry;
        if (!victim || entry->depth < victim->depth)
            victim = entry;
    }
    return victim;
}

void table_store(struct table *table, uint64_t key, int depth, int alpha, int beta, int score,
                 int move)
{
    struct table_entry *entry = place(table, key);
    bool known = entry->generation == table->generation && entry->key == key;
    if (known && entry->depth >= TABLE_DEPTH_EXACT && depth < TABLE_DEPTH_EXACT)
        return;
    if (!known || entry->depth != depth) {
        entry->key = key;
        entry->generation = table->generation;
        entry->depth = (uint8_t)depth;
        entry->lower = INT16_MIN;
        entry->upper = INT16_MAX;
    }
    entry->move = (uint8_t)move;
    if (score < beta && score < entry->upper)
        entry->upper = (int16_t)score;
    if (score > alpha && score > entry->lower)
        entry->lower = (int16_t)score;
}
