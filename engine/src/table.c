#include "table.h"

#include "reversi/board.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE_BYTES = 2 << 20 };

/* A search later, an entry has to save four times the work to be kept. */
enum { AGE_STEP = 2, AGE_MAX = UINT8_MAX - 64 };

bool table_init(struct table *table, size_t bytes)
{
    size_t count = TABLE_BYTES_MIN / sizeof(struct table_bucket);
    while (count <= bytes / (2 * sizeof(struct table_bucket)))
        count *= 2;
    size_t size = count * sizeof(struct table_bucket);
    size_t alignment = size < HUGE_PAGE_BYTES ? _Alignof(struct table_bucket) : HUGE_PAGE_BYTES;
    table->buckets = aligned_alloc(alignment, size);
    if (!table->buckets)
        return false;
#ifdef MADV_HUGEPAGE
    /* Every access is to a page of its own; a refusal costs time, nothing else. */
    if (size >= HUGE_PAGE_BYTES)
        (void)madvise(table->buckets, size, MADV_HUGEPAGE);
#endif
    size_t shallow_size = TABLE_SHALLOW_ENTRIES * sizeof *table->shallow;
    table->shallow = aligned_alloc(_Alignof(struct table_bucket), shallow_size);
    table->values = calloc(TABLE_VALUES, sizeof *table->values);
    if (!table->shallow || !table->values) {
        table_release(table);
        return false;
    }
    memset(table->shallow, 0, shallow_size);
    memset(table->buckets, 0, size);
    table->mask = count - 1;
    table->generation = 0;
    table->kept = false;
    table->age = 0;
    return true;
}

void table_release(struct table *table)
{
    free(table->buckets);
    free(table->shallow);
    free(table->values);
    table->buckets = NULL;
    table->shallow = NULL;
    table->values = NULL;
}

void table_begin(struct table *table)
{
    if (table->kept) {
        table->age += table->age < AGE_MAX ? AGE_STEP : 0;
        return;
    }
    table->age = 0;
    table->generation++;
    if (table->generation == 0) {
        memset(table->buckets, 0, (table->mask + 1) * sizeof(struct table_bucket));
        memset(table->shallow, 0, TABLE_SHALLOW_ENTRIES * sizeof *table->shallow);
        table->generation = 1;
    }
}

void table_keep(struct table *table, bool keep)
{
    table->kept = false;
    table_begin(table);
    table->kept = keep;
}

/** The entry of this tag if there is one, else a free one, else the cheapest. */
static struct table_entry *place(struct table *table, uint64_t key, uint64_t tag)
{
    struct table_entry *entries = table->buckets[key & table->mask].entries;
    struct table_entry *victim = NULL;
    for (int i = 0; i < TABLE_WAYS; i++) {
        struct table_entry *entry = &entries[i];
        /* Entries of a generation fill a bucket from the left: what follows a free one is free. */
        if (entry->tag == tag || (uint16_t)entry->tag != table->generation)
            return entry;
        if (!victim || entry->cost < victim->cost)
            victim = entry;
    }
    return victim;
}

static void add_move(struct table_entry *entry, int move)
{
    if (entry->moves[0] == move)
        return;
    entry->moves[1] = entry->moves[0];
    entry->moves[0] = (uint8_t)move;
}

void table_store(struct table *table, uint64_t key, const struct table_finding *finding)
{
    uint64_t tag = table_tag(table, key);
    struct table_entry *entry = place(table, key, tag);
    bool known = entry->tag == tag;
    if (known && entry->depth > finding->depth && entry->depth >= TABLE_DEPTH_END)
        return;
    if (!known)
        *entry = (struct table_entry){.tag = tag, .moves = {REV_NO_SQUARE, REV_NO_SQUARE}};
    if (!known || entry->depth != finding->depth) {
        entry->depth = (uint8_t)finding->depth;
        entry->lower = INT16_MIN;
        entry->upper = INT16_MAX;
    }
    int cost = 63 - __builtin_clzll(finding->nodes | 1) + table->age;
    if (cost > entry->cost)
        entry->cost = (uint8_t)cost;
    if (finding->score > finding->alpha)
        add_move(entry, finding->move);
    if (finding->score < finding->beta && finding->score < entry->upper)
        entry->upper = (int16_t)finding->score;
    if (finding->score > finding->alpha && finding->score > entry->lower)
        entry->lower = (int16_t)finding->score;
}
