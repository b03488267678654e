#include "jobs/standings.h"

#include "domain/settle.h"

#include <string.h>

bool standings_are_needed(const struct game_change *change)
{
    struct uuid players[2];
    enum ladder ladder;
    return settle_players(change, players, &ladder) > 0;
}

struct result standings_settle(struct store *store, struct game_change *change, int64_t now_ms)
{
    struct uuid players[2];
    struct standing standings[2];
    enum ladder ladder;
    int count = settle_players(change, players, &ladder);
    if (count == 0)
        return OK;
    for (int i = 0; i < count; i++)
        store_ask_standing(store, &players[i], ladder, &standings[i]);
    TRY(store_flush(store));
    return settle_change(change, standings, now_ms);
}

void standings_ask_two(struct store *store, const struct uuid *a, const struct uuid *b,
                       enum ladder ladder, struct standing *standings)
{
    bool ascending = memcmp(a->bytes, b->bytes, sizeof a->bytes) < 0;
    store_ask_standing(store, ascending ? a : b, ladder, &standings[0]);
    store_ask_standing(store, ascending ? b : a, ladder, &standings[1]);
}
