#include "jobs/pairing.h"

#include "base/limits.h"
#include "base/log.h"
#include "domain/settle.h"
#include "jobs/standings.h"

#include <string.h>

/* Two players' seeks in one flush, with both counts, the game and its match, both stakes, the
   meeting with their names, and the transaction. */
_Static_assert(2 * SEEKS_OPEN_MAX + 2 + 3 + 2 + 4 + 2 <= STORE_ASK_MAX, "a pairing fits one flush");
_Static_assert((int)SEEKS_SWEEP_PAGE <= (int)STORE_ASK_MAX, "so does what their players have");

/** What is known of two players when a pairing is decided on. */
struct prospect {
    struct seekers seekers;                 /* ascending by player; read before the rest */
    struct seek_list seeks;                 /* all that they have open, ascending by id */
    struct standing standings[SEEKERS_MAX]; /* ascending by player */
    bool blocked;
};

void pairing_tell(const struct pairing *pairing, const struct seek *seek)
{
    hub_signal(pairing->hub, &seek->id);
    hub_signal(pairing->hub, &seek->player);
}

static struct result reload(struct store *store, struct seek_found *seek)
{
    struct uuid id = seek->seek.id;
    store_ask_seek(store, &id, seek);
    TRY(store_flush(store));
    return seek->found ? OK : fail(ERROR_SEEK_NOT_FOUND);
}

static struct seek *seek_in(const struct seek_list *list, const struct uuid *id)
{
    for (int i = 0; i < list->count; i++)
        if (uuid_equal(&list->seeks[i].id, id))
            return &list->seeks[i];
    return NULL;
}

static bool depends_on_standings(const struct seek *seek)
{
    return seek->terms.rated || seek->terms.staked;
}

/** Reads what the decision rests on. The counts come first: what changes after them is noticed. */
static struct result look(struct store *store, const struct seek *a, const struct seek *b,
                          struct prospect *prospect)
{
    bool ascending = memcmp(a->player.bytes, b->player.bytes, sizeof a->player.bytes) < 0;
    struct uuid players[] = {ascending ? a->player : b->player, ascending ? b->player : a->player};
    prospect->seekers.count = SEEKERS_MAX;
    for (int i = 0; i < SEEKERS_MAX; i++)
        prospect->seekers.seekers[i].player = players[i];
    standings_ask_two(store, &players[0], &players[1], terms_ladder(&a->terms),
                      prospect->standings);
    store_ask_seekers(store, &prospect->seekers);
    store_ask_seeks_of(store, players, SEEKERS_MAX, &prospect->seeks);
    store_ask_blocked(store, &players[0], &players[1], &prospect->blocked);
    return store_flush(store);
}

static void ask_standing(struct store *store, const struct seek *seek, struct standing *standing)
{
    store_ask_standing(store, &seek->player, terms_ladder(&seek->terms), standing);
}

/** The player can no longer pay for what the seek asks. */
static bool is_short(const struct seek *seek, const struct standing *standing)
{
    return terms_check_stake(&seek->terms, false, standing).code == ERROR_CHIPS_SHORT;
}

/** Withdraws a seek that can become no game any more, if nobody was faster. */
static struct result withdraw(const struct pairing *pairing, struct store *store,
                              const struct seek *seek, enum seek_withdrawal reason, int64_t now_ms)
{
    struct seek next;
    bool saved = false;
    seek_withdraw(seek, reason, now_ms, &next);
    store_ask_begin(store);
    store_ask_change_seek(store, &next);
    store_ask_commit(store, &saved);
    TRY(store_flush(store));
    if (saved)
        pairing_tell(pairing, &next);
    return OK;
}

/**
 * Takes over into a seek what became of its player since it was made, so that nobody finds it in
 * vain again.
 *
 * @param stands  false: it had to be withdrawn
 */
static struct result refresh(const struct pairing *pairing, struct store *store,
                             const struct prospect *prospect, struct seek *seek, bool *stands)
{
    int index = uuid_equal(&prospect->standings[0].player, &seek->player) ? 0 : 1;
    const struct standing *standing = &prospect->standings[index];
    int64_t now_ms = prospect->seeks.now_ms;
    bool renewed;
    *stands = standing->is_there && !failed(terms_check_stake(&seek->terms, false, standing));
    if (!standing->is_there)
        return withdraw(pairing, store, seek, WITHDRAWN_ACCOUNT_DELETED, now_ms);
    if (!*stands)
        return withdraw(pairing, store, seek, WITHDRAWN_CHIPS_SHORT, now_ms);
    if (!depends_on_standings(seek) || !seek_refresh(seek, standing))
        return OK;
    store_ask_renew_seek(store, seek, &renewed);
    return store_flush(store);
}

/** Makes of all the players' seeks what the pairing makes of them. */
static struct result decide(struct seek *a, struct seek *b, struct seek_list *seeks,
                            struct game_change *change)
{
    struct game_setup setup;
    struct seek next_a, next_b;
    int64_t now_ms = seeks->now_ms;
    seek_pair(a, b, now_ms, &next_a, &next_b, &setup);
    TRY(game_begin(&setup, now_ms, change));
    for (int i = 0; i < seeks->count; i++) {
        struct seek *seek = &seeks->seeks[i], withdrawn;
        if (seek == a || seek == b)
            continue;
        seek_withdraw(seek, WITHDRAWN_OTHER_PAIRED, now_ms, &withdrawn);
        *seek = withdrawn;
    }
    *a = next_a;
    *b = next_b;
    return OK;
}

static struct result save(struct store *store, const struct prospect *prospect,
                          struct game_change *change, bool *saved)
{
    const struct store_terms terms = {.meeting = true};
    store_ask_begin(store);
    for (int i = 0; i < prospect->seekers.count; i++)
        store_ask_advance_seeker(store, &prospect->seekers.seekers[i]);
    for (int i = 0; i < prospect->seeks.count; i++)
        store_ask_change_seek(store, &prospect->seeks.seeks[i]);
    store_ask_change(store, change, &terms);
    store_ask_commit(store, saved);
    return store_flush(store);
}

/** Pairs two seeks, if that can still be done. */
static struct result pair(const struct pairing *pairing, struct store *store,
                          const struct seek *mine, const struct seek *candidate, bool *saved)
{
    struct prospect prospect = {0};
    struct game_change change;
    struct result result = look(store, mine, candidate, &prospect);
    struct seek *a = seek_in(&prospect.seeks, &mine->id);
    struct seek *b = seek_in(&prospect.seeks, &candidate->id);
    bool fits = !failed(result) && !prospect.blocked && a && b &&
                prospect.seeks.count <= 2 * SEEKS_OPEN_MAX;
    for (int i = 0; fits && !failed(result) && i < 2; i++)
        result = refresh(pairing, store, &prospect, i == 0 ? a : b, &fits);
    fits = fits && !failed(result) && seek_fits(a, b, prospect.seeks.now_ms);
    if (fits)
        result = decide(a, b, &prospect.seeks, &change);
    if (fits && !failed(result))
        result = settle_change(&change, prospect.standings, prospect.seeks.now_ms);
    if (fits && !failed(result))
        result = save(store, &prospect, &change, saved);
    if (*saved && !failed(result)) {
        turns_follow(pairing->turns, store, &change);
        for (int i = 0; i < prospect.seeks.count; i++)
            pairing_tell(pairing, &prospect.seeks.seeks[i]);
    }
    seek_list_release(&prospect.seeks);
    return result;
}

/**
 * Whom to try: the longest waiting first. Whoever missed that one stands among many who want it,
 * and tries another than they do.
 */
static const struct seek *choose(const struct seek_list *candidates, const struct seek *seek,
                                 int tries)
{
    unsigned spread = (unsigned)seek->id.bytes[14] << 8 | seek->id.bytes[15];
    unsigned index = tries == 0 ? 0 : (spread + (unsigned)tries) % (unsigned)candidates->count;
    return &candidates->seeks[index];
}

struct result pairing_try(const struct pairing *pairing, struct store *store,
                          struct seek_found *seek)
{
    for (int tries = 0; tries < COMPARE_AND_SET_TRIES; tries++) {
        SEEK_LIST_CLEANUP struct seek_list candidates = {0};
        struct standing standing = {0};
        bool saved = false;
        if (seek_status_at(&seek->seek, seek->now_ms) != SEEK_OPEN)
            return OK;
        store_ask_seek_candidates(store, &seek->seek, SEEK_CANDIDATES_MAX, &candidates);
        if (seek->seek.terms.staked)
            ask_standing(store, &seek->seek, &standing);
        TRY(store_flush(store));
        if (is_short(&seek->seek, &standing)) {
            TRY(withdraw(pairing, store, &seek->seek, WITHDRAWN_CHIPS_SHORT, seek->now_ms));
            TRY(reload(store, seek));
            continue;
        }
        if (candidates.count == 0)
            return OK;
        struct result result =
            pair(pairing, store, &seek->seek, choose(&candidates, &seek->seek, tries), &saved);
        /* Where one of the two is short of chips, another candidate may have them. */
        bool again = result.code == ERROR_DATABASE_UNAVAILABLE ||
                     result.code == ERROR_CHIPS_SHORT || result.code == ERROR_ACCOUNT_NEEDED;
        if (failed(result) && !again)
            return result;
        TRY(reload(store, seek));
    }
    return OK;
}

/* --- those that nobody asks for, and that nobody fits ----------------------------------------- */

static struct result withdraw_short(const struct pairing *pairing, struct store *store,
                                    const struct seek_list *seeks)
{
    struct standing standings[SEEKS_SWEEP_PAGE];
    for (int i = 0; i < seeks->count; i++)
        ask_standing(store, &seeks->seeks[i], &standings[i]);
    TRY(store_flush(store));
    for (int i = 0; i < seeks->count; i++)
        if (is_short(&seeks->seeks[i], &standings[i]))
            TRY(withdraw(pairing, store, &seeks->seeks[i], WITHDRAWN_CHIPS_SHORT, seeks->now_ms));
    return OK;
}

bool pairing_sweep(void *context, struct store *store)
{
    struct pairing_sweep *sweep = context;
    SEEK_LIST_CLEANUP struct seek_list seeks = {0};
    store_ask_staked_seeks(store, &sweep->after, SEEKS_SWEEP_PAGE, &seeks);
    struct result result = store_flush(store);
    /* The last row is looked at once more: it may be one that was left out of the list. */
    bool more = !failed(result) && seeks.rows.count == SEEKS_SWEEP_PAGE;
    sweep->after = more ? seeks.rows.before.id : (struct uuid){0};
    if (!failed(result))
        result = withdraw_short(&sweep->pairing, store, &seeks);
    if (failed(result))
        LOG(LOG_WARNING, "seeks-failed", log_string("why", store_why(store)));
    return more;
}
