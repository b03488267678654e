/* Challenges, seeks and blocks as they are stored: round trips, who wins a race, lists, deletion.
 */

#include "base/limits.h"
#include "database.h"
#include "store_fixture.h"
#include "suite.h"

#include <string.h>

enum { HOUR_MS = 3600 * 1000, DAY_MS = 24 * HOUR_MS };

static struct terms any_terms(struct random *random)
{
    struct terms terms = {.visibility = (enum game_visibility)random_below(random, 2),
                          .rated = random_below(random, 2)};
    static const int lengths[] = {0, 1, 3, 5};
    terms.wins_needed = lengths[random_below(random, 4)];
    terms.opening = (enum game_opening)random_below(random, OPENING_POSITION);
    terms.clock.kind = (enum clock_kind)random_below(random, CLOCK_KIND_COUNT);
    terms.clock.on_timeout = (enum timeout_policy)random_below(random, TIMEOUT_POLICY_COUNT);
    if (terms.clock.kind == CLOCK_PER_MOVE)
        terms.clock.amount = 5 + random_below(random, 596);
    if (terms.clock.kind == CLOCK_CORRESPONDENCE)
        terms.clock.amount = 1 + random_below(random, 14);
    return terms;
}

static void any_bytes(struct random *random, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)random_next(random);
}

/** An open challenge of a player, to another or (nil) to whoever comes. Its columns are random. */
static struct challenge challenge_of(struct random *random, const struct uuid *maker,
                                     const struct uuid *target)
{
    struct challenge challenge = {.id = fixture_id(random),
                                  .maker = *maker,
                                  .maker_name = "Ann Ж",
                                  .target = *target,
                                  .color = (enum color_wish)random_below(random, COLOR_WISH_COUNT),
                                  .seed = random_next(random) >> 11,
                                  .guests = random_below(random, 2),
                                  .metadata = "{\"a\":[1,\"Ж\"]}",
                                  .terms = any_terms(random)};
    uint8_t bytes[INVITATION_CODE_LENGTH];
    any_bytes(random, bytes, sizeof bytes);
    any_bytes(random, challenge.fingerprint, sizeof challenge.fingerprint);
    if (random_below(random, 3) == 0) {
        challenge.terms.opening = OPENING_POSITION;
        challenge.terms.position =
            (struct rev_position){.black = UINT64_C(1) << 27, .white = UINT64_C(1) << 28};
    }
    if (uuid_is_nil(target))
        invitation_code_make(bytes, challenge.code);
    else
        strcpy(challenge.target_name, "Ben");
    challenge_begin(&challenge, fixture_now());
    return challenge;
}

static bool add_challenge(struct store *store, const struct challenge *challenge)
{
    bool added;
    store_ask_add_challenge(store, challenge, &added);
    fixture_flush(store);
    return added;
}

static struct challenge_found load_challenge(struct store *store, const struct uuid *id)
{
    struct challenge_found found;
    store_ask_challenge(store, id, id, &found);
    fixture_flush(store);
    return found;
}

static bool change_challenge(struct store *store, const struct challenge *challenge)
{
    bool committed;
    store_ask_begin(store);
    store_ask_change_challenge(store, challenge);
    store_ask_commit(store, &committed);
    fixture_flush(store);
    return committed;
}

static void same_challenge(const struct challenge *a, const struct challenge *b)
{
    ck_assert(uuid_equal(&a->id, &b->id));
    ck_assert_int_eq(a->version, b->version);
    ck_assert_int_eq(a->status, b->status);
    ck_assert(uuid_equal(&a->maker, &b->maker));
    ck_assert_str_eq(a->maker_name, b->maker_name);
    ck_assert(uuid_equal(&a->target, &b->target));
    ck_assert_str_eq(a->target_name, b->target_name);
    ck_assert_str_eq(a->code, b->code);
    ck_assert(terms_match(&a->terms, &b->terms));
    ck_assert_int_eq(a->terms.visibility, b->terms.visibility);
    ck_assert_int_eq(a->color, b->color);
    ck_assert_uint_eq(a->seed, b->seed);
    ck_assert_int_eq(a->guests, b->guests);
    ck_assert_str_eq(a->metadata, b->metadata);
    ck_assert_mem_eq(a->fingerprint, b->fingerprint, sizeof a->fingerprint);
    ck_assert(uuid_equal(&a->taken_by, &b->taken_by));
    ck_assert_int_eq(a->reason, b->reason);
    ck_assert_int_eq(a->created_ms, b->created_ms);
    ck_assert_int_eq(a->updated_ms, b->updated_ms);
    ck_assert_int_eq(a->expires_ms, b->expires_ms);
}

START_TEST(a_challenge_comes_back_as_it_was_by_id_and_by_code)
{
    struct random random = random_for("a_challenge_comes_back_as_it_was");
    struct store *store = fixture_store();
    static const struct uuid nobody;
    for (int i = 0; i < 100; i++) {
        struct uuid maker = fixture_id(&random), target = fixture_id(&random);
        struct challenge challenge = challenge_of(&random, &maker, i % 2 ? &target : &nobody), next;
        bool replay;
        ck_assert(add_challenge(store, &challenge));
        struct challenge_found found = load_challenge(store, &challenge.id);
        ck_assert(found.found && found.now_ms > 0);
        same_challenge(&found.challenge, &challenge);
        if (i % 2) {
            enum decline_reason reason = (enum decline_reason)(i / 2 % DECLINE_REASON_COUNT);
            ck_assert(!failed(
                challenge_decline(&challenge, &target, reason, fixture_now(), &next, &replay)));
        } else {
            store_ask_challenge_by_code(store, challenge.code, &nobody, &found);
            fixture_flush(store);
            same_challenge(&found.challenge, &challenge);
            ck_assert(!failed(challenge_cancel(&challenge, &maker, fixture_now(), &next, &replay)));
        }
        ck_assert(change_challenge(store, &next));
        found = load_challenge(store, &challenge.id);
        same_challenge(&found.challenge, &next);
    }
    struct uuid none = fixture_id(&random);
    ck_assert(!load_challenge(store, &none).found);
    store_free(store);
}
END_TEST

START_TEST(an_id_or_a_code_is_given_once)
{
    struct random random = random_for("an_id_or_a_code_is_given_once");
    struct store *store = fixture_store();
    static const struct uuid nobody;
    struct uuid maker = fixture_id(&random);
    struct challenge first = challenge_of(&random, &maker, &nobody);
    struct challenge same_id = challenge_of(&random, &maker, &nobody);
    struct challenge same_code = challenge_of(&random, &maker, &nobody);
    same_id.id = first.id;
    strcpy(same_code.code, first.code);
    ck_assert(add_challenge(store, &first));
    ck_assert(!add_challenge(store, &same_id));
    ck_assert(!add_challenge(store, &same_code));
    ck_assert(!load_challenge(store, &same_code.id).found);
    struct challenge_found found;
    store_ask_challenge_by_code(store, same_id.code, &nobody, &found);
    fixture_flush(store);
    ck_assert(!found.found);
    store_free(store);
}
END_TEST

START_TEST(a_challenge_ends_once_and_not_after_its_time)
{
    struct random random = random_for("a_challenge_ends_once");
    struct store *store = fixture_store();
    static const struct uuid nobody;
    struct uuid maker = fixture_id(&random);
    struct challenge open = challenge_of(&random, &maker, &nobody), next;
    struct challenge late = challenge_of(&random, &maker, &nobody), late_next;
    bool replay;
    late.expires_ms = fixture_now() - 1;
    ck_assert(add_challenge(store, &open) && add_challenge(store, &late));
    ck_assert(!failed(challenge_cancel(&open, &maker, open.created_ms, &next, &replay)));
    ck_assert(change_challenge(store, &next));
    ck_assert(!change_challenge(store, &next));
    ck_assert(
        !failed(challenge_cancel(&late, &maker, late.created_ms - DAY_MS, &late_next, &replay)));
    ck_assert(!change_challenge(store, &late_next));
    ck_assert_int_eq(load_challenge(store, &late.id).challenge.status, CHALLENGE_OPEN);
    store_free(store);
}
END_TEST

START_TEST(a_challenge_and_its_game_stand_or_fall_together)
{
    struct random random = random_for("a_challenge_and_its_game_stand_or_fall_together");
    struct store *store = fixture_store();
    static const struct uuid nobody;
    for (int taken = 0; taken < 2; taken++) {
        struct uuid maker = fixture_id(&random);
        struct challenge challenge = challenge_of(&random, &maker, &nobody), next;
        struct challenge_taker taker = {fixture_id(&random), "Ben"};
        static const struct meeting friends = {true, {{.is_there = true}, {.is_there = true}}};
        struct game_setup setup;
        struct game_change change;
        const struct store_terms terms = {0};
        bool replay, committed;
        challenge.terms.wins_needed = 3;
        challenge.terms.rated = challenge.terms.staked = false; /* neither has an account */
        ck_assert(add_challenge(store, &challenge));
        ck_assert(!failed(
            challenge_accept(&challenge, &taker, &friends, fixture_now(), &next, &setup, &replay)));
        ck_assert(!failed(game_begin(&setup, fixture_now(), &change)));
        if (taken) /* the game's id is in use already */
            fixture_insert(store, &change.game);
        store_ask_begin(store);
        store_ask_change_challenge(store, &next);
        store_ask_change(store, &change, &terms);
        store_ask_commit(store, &committed);
        fixture_flush(store);
        struct match_found match;
        store_ask_match(store, &challenge.id, &match);
        fixture_flush(store);
        ck_assert_int_eq(committed, !taken);
        ck_assert_int_eq(match.found, !taken);
        ck_assert_int_eq(load_challenge(store, &challenge.id).challenge.status,
                         taken ? CHALLENGE_OPEN : CHALLENGE_ACCEPTED);
    }
    store_free(store);
}
END_TEST

static int page_of(struct store *store, const struct challenge_query *query, struct uuid *ids)
{
    struct challenge_list list;
    store_ask_challenges(store, query, &list);
    fixture_flush(store);
    int count = list.count;
    ck_assert_int_gt(list.now_ms, 0);
    for (int i = 0; i < count; i++)
        ids[i] = list.challenges[i].challenge.id;
    challenge_list_release(&list);
    return count;
}

static void add_block(struct store *store, const struct uuid *player, const struct uuid *blocked,
                      bool wanted)
{
    struct block block = {*blocked, "Ben", fixture_now()};
    bool added;
    store_ask_insert_block(store, player, &block, &added);
    fixture_flush(store);
    ck_assert_int_eq(added, wanted);
}

START_TEST(lists_show_open_ones_of_each_direction_latest_first)
{
    enum { COUNT = 2 * CHALLENGES_OPEN_TO_ONE_MAX + 2 };
    struct random random = random_for("lists_show_open_ones");
    struct store *store = fixture_store();
    struct uuid me = fixture_id(&random), other = fixture_id(&random), ids[STORE_PAGE_MAX];
    struct challenge made[COUNT];
    /* The expired ones first: there is room for no more than the others. */
    for (int i = COUNT - 1; i >= 0; i--) {
        bool incoming = i % 2;
        made[i] = challenge_of(&random, incoming ? &other : &me, incoming ? &me : &other);
        made[i].created_ms = made[i].updated_ms = fixture_now() - (int64_t)(i / 2) * 1000;
        if (i >= COUNT - 2)
            made[i].expires_ms = fixture_now() - 1;
        ck_assert(add_challenge(store, &made[i]));
    }
    struct challenge further = challenge_of(&random, &me, &other);
    ck_assert(!add_challenge(store, &further));
    struct challenge_query query = {.player = me, .incoming = true, .outgoing = true, .limit = 3};
    int count = 0, found;
    do {
        found = page_of(store, &query, ids + count);
        count += found;
        for (int i = 0; i < COUNT; i++)
            if (found > 0 && uuid_equal(&made[i].id, &ids[count - 1]))
                query.after = (struct page_cursor){made[i].updated_ms, made[i].id};
    } while (found == query.limit);
    ck_assert_int_eq(count, COUNT - 2);
    for (int i = 0; i < count; i++)
        ck_assert(uuid_equal(&ids[i], &made[i].id) || uuid_equal(&ids[i], &made[i ^ 1].id));
    query = (struct challenge_query){.player = me, .incoming = true, .limit = STORE_PAGE_MAX};
    ck_assert_int_eq(page_of(store, &query, ids), (COUNT - 2) / 2);
    add_block(store, &me, &other, true);
    ck_assert_int_eq(page_of(store, &query, ids), 0);
    query.outgoing = true;
    ck_assert_int_eq(page_of(store, &query, ids), (COUNT - 2) / 2);
    struct challenge_count counted;
    store_ask_challenge_count(store, &me, &other, &counted);
    fixture_flush(store);
    ck_assert_int_eq(counted.open, (COUNT - 2) / 2);
    ck_assert_int_eq(counted.to_target, (COUNT - 2) / 2);
    store_free(store);
}
END_TEST

START_TEST(what_changed_or_expired_since_a_time_is_found)
{
    struct random random = random_for("what_changed_or_expired_since");
    struct store *store = fixture_store();
    struct uuid me = fixture_id(&random), other = fixture_id(&random);
    int64_t now_ms = fixture_now();
    struct challenge old = challenge_of(&random, &me, &other), expired = old, fresh = old;
    old.updated_ms = old.created_ms = now_ms - DAY_MS;
    expired = old;
    expired.id = fixture_id(&random);
    expired.expires_ms = now_ms - 1000;
    fresh.id = fixture_id(&random);
    ck_assert(add_challenge(store, &old) && add_challenge(store, &expired));
    ck_assert(add_challenge(store, &fresh));
    const struct uuid *sides[] = {&me, &other};
    for (int i = 0; i < 2; i++) {
        struct challenge_list list;
        store_ask_challenges_changed(store, sides[i], now_ms - 5000, STORE_PAGE_MAX, &list);
        fixture_flush(store);
        ck_assert_int_eq(list.count, 2);
        ck_assert(uuid_equal(&list.challenges[0].challenge.id, &fresh.id));
        ck_assert(uuid_equal(&list.challenges[1].challenge.id, &expired.id));
        challenge_list_release(&list);
    }
    store_free(store);
}
END_TEST

/* --- seeks ------------------------------------------------------------------------------- */

static struct seek seek_of(struct random *random, const struct uuid *player,
                           const struct terms *terms)
{
    struct seek seek = {.id = fixture_id(random),
                        .player = *player,
                        .player_name = "Ann Ж",
                        .guest = random_below(random, 2),
                        .terms = *terms,
                        .color = WISH_RANDOM,
                        .seed = random_next(random) >> 11,
                        .rating = 1200,
                        .rating_min = RATING_MIN,
                        .rating_max = RATING_MAX};
    any_bytes(random, seek.fingerprint, sizeof seek.fingerprint);
    seek_begin(&seek, fixture_now());
    return seek;
}

/** Terms that few other seeks here have. */
static struct terms own_terms(struct random *random)
{
    struct terms terms = {
        .clock = {CLOCK_PER_MOVE, 5 + random_below(random, 596), TIMEOUT_FORFEIT}};
    return terms;
}

static bool add_seek(struct store *store, const struct seek *seek)
{
    bool committed;
    store_ask_begin(store);
    store_ask_add_seek(store, seek);
    store_ask_commit(store, &committed);
    fixture_flush(store);
    return committed;
}

static bool change_seek(struct store *store, const struct seek *seek)
{
    bool committed;
    store_ask_begin(store);
    store_ask_change_seek(store, seek);
    store_ask_commit(store, &committed);
    fixture_flush(store);
    return committed;
}

static struct seek_found load_seek(struct store *store, const struct uuid *id)
{
    struct seek_found found;
    store_ask_seek(store, id, &found);
    fixture_flush(store);
    return found;
}

static void same_seek(const struct seek *a, const struct seek *b)
{
    ck_assert(uuid_equal(&a->id, &b->id));
    ck_assert_int_eq(a->version, b->version);
    ck_assert_int_eq(a->status, b->status);
    ck_assert_int_eq(a->withdrawal, b->withdrawal);
    ck_assert(uuid_equal(&a->player, &b->player));
    ck_assert_str_eq(a->player_name, b->player_name);
    ck_assert_int_eq(a->guest, b->guest);
    ck_assert(terms_match(&a->terms, &b->terms));
    ck_assert_int_eq(a->terms.visibility, b->terms.visibility);
    ck_assert_int_eq(a->color, b->color);
    ck_assert_uint_eq(a->seed, b->seed);
    ck_assert_int_eq(a->rating, b->rating);
    ck_assert_int_eq(a->rating_min, b->rating_min);
    ck_assert_int_eq(a->rating_max, b->rating_max);
    ck_assert_mem_eq(a->fingerprint, b->fingerprint, sizeof a->fingerprint);
    ck_assert(uuid_equal(&a->game, &b->game));
    ck_assert_int_eq(a->created_ms, b->created_ms);
    ck_assert_int_eq(a->updated_ms, b->updated_ms);
    ck_assert_int_eq(a->alive_until_ms, b->alive_until_ms);
}

START_TEST(a_seek_comes_back_as_it_was_and_ends_once)
{
    struct random random = random_for("a_seek_comes_back_as_it_was");
    struct store *store = fixture_store();
    for (int i = 0; i < 50; i++) {
        struct uuid player = fixture_id(&random);
        struct terms terms = any_terms(&random);
        struct seek seek = seek_of(&random, &player, &terms), next;
        seek.color = (enum color_wish)random_below(&random, COLOR_WISH_COUNT);
        ck_assert(add_seek(store, &seek));
        ck_assert(!add_seek(store, &seek));
        struct seek_found found = load_seek(store, &seek.id);
        ck_assert(found.found && found.now_ms > 0);
        same_seek(&found.seek, &seek);
        seek_withdraw(&seek, (enum seek_withdrawal)(i % SEEK_WITHDRAWAL_COUNT), fixture_now(),
                      &next);
        if (i % 2) {
            next.status = SEEK_PAIRED;
            next.withdrawal = WITHDRAWN_NOT;
            next.game = fixture_id(&random);
        }
        ck_assert(change_seek(store, &next));
        ck_assert(!change_seek(store, &next));
        found = load_seek(store, &seek.id);
        same_seek(&found.seek, &next);
    }
    store_free(store);
}
END_TEST

START_TEST(a_seek_lives_on_while_it_is_open_and_alive)
{
    struct random random = random_for("a_seek_lives_on");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random);
    struct terms terms = own_terms(&random);
    struct seek seek = seek_of(&random, &player, &terms), dead = seek, next;
    bool renewed;
    dead.id = fixture_id(&random);
    dead.alive_until_ms = fixture_now() - 1;
    ck_assert(add_seek(store, &seek) && add_seek(store, &dead));
    int64_t later_ms = seek.alive_until_ms + 7;
    seek.alive_until_ms = later_ms;
    store_ask_renew_seek(store, &seek, &renewed);
    fixture_flush(store);
    ck_assert(renewed);
    seek.alive_until_ms = later_ms - 5;
    seek.rating += 17;
    store_ask_renew_seek(store, &seek, &renewed);
    fixture_flush(store);
    ck_assert_int_eq(load_seek(store, &seek.id).seek.alive_until_ms, later_ms);
    ck_assert_int_eq(load_seek(store, &seek.id).seek.rating, seek.rating);
    store_ask_renew_seek(store, &dead, &renewed);
    fixture_flush(store);
    ck_assert(!renewed);
    seek_withdraw(&dead, WITHDRAWN_CHIPS_SHORT, fixture_now(), &next);
    ck_assert(!change_seek(store, &next));
    seek_withdraw(&seek, WITHDRAWN_BY_PLAYER, fixture_now(), &next);
    ck_assert(change_seek(store, &next));
    store_ask_renew_seek(store, &seek, &renewed);
    fixture_flush(store);
    ck_assert(!renewed);
    store_free(store);
}
END_TEST

static int seq_of(struct store *store, const struct uuid *player)
{
    struct seekers seekers = {.count = 1, .seekers = {{.player = *player, .seq = -1}}};
    store_ask_seekers(store, &seekers);
    fixture_flush(store);
    return seekers.seekers[0].seq;
}

static bool advance(struct store *store, const struct uuid *player, int seq)
{
    bool committed;
    struct seeker seeker = {*player, seq};
    store_ask_begin(store);
    store_ask_advance_seeker(store, &seeker);
    store_ask_commit(store, &committed);
    fixture_flush(store);
    return committed;
}

START_TEST(a_players_count_goes_up_by_one_for_whoever_knew_it)
{
    struct random random = random_for("a_players_count_goes_up");
    struct store *store = fixture_store();
    struct uuid player = fixture_id(&random), other = fixture_id(&random);
    add_block(store, &player, &other, true);
    ck_assert_int_eq(seq_of(store, &player), 0);
    ck_assert(!advance(store, &player, 1));
    ck_assert(advance(store, &player, 0));
    ck_assert(!advance(store, &player, 0));
    ck_assert_int_eq(seq_of(store, &player), 1);
    ck_assert(advance(store, &player, 1));
    add_block(store, &player, &other, false);
    ck_assert_int_eq(seq_of(store, &player), 2);
    struct uuid third = fixture_id(&random);
    add_block(store, &player, &third, true);
    ck_assert_int_eq(seq_of(store, &player), 3);
    ck_assert(!advance(store, &player, 2));
    store_free(store);
}
END_TEST

/** Whether the second of two seeks is found for the first. */
static bool finds(struct store *store, const struct seek *seek, const struct seek *other)
{
    struct seek_list list;
    bool found = false;
    store_ask_seek_candidates(store, seek, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    for (int i = 0; i < list.count; i++) {
        ck_assert(seek_fits(seek, &list.seeks[i], list.now_ms));
        found |= uuid_equal(&list.seeks[i].id, &other->id);
    }
    seek_list_release(&list);
    return found;
}

START_TEST(candidates_are_those_that_fit)
{
    struct random random = random_for("candidates_are_those_that_fit");
    struct store *store = fixture_store();
    int found = 0;
    for (int i = 0; i < 300; i++) {
        struct uuid players[] = {fixture_id(&random), fixture_id(&random)};
        struct terms terms = own_terms(&random);
        terms.rated = random_below(&random, 2);
        struct seek a = seek_of(&random, &players[0], &terms);
        struct seek b = seek_of(&random, &players[random_below(&random, 8) > 0], &terms);
        a.color = (enum color_wish)random_below(&random, COLOR_WISH_COUNT);
        b.color = (enum color_wish)random_below(&random, COLOR_WISH_COUNT);
        b.rating_min = a.rating - 1 + random_below(&random, 4);
        a.rating_max = b.rating - 1 + random_below(&random, 4);
        switch (random_below(&random, 12)) {
        case 0:
            b.terms.clock.on_timeout = TIMEOUT_AUTOPLAY;
            break;
        case 1:
            b.terms.opening = OPENING_ORIGINAL;
            break;
        case 2:
            b.terms.wins_needed = 5;
            break;
        case 3:
            b.terms.rated = !b.terms.rated;
            break;
        case 4:
            b.alive_until_ms = fixture_now() - 1;
            break;
        case 5:
            b.status = SEEK_WITHDRAWN;
            b.version = 2;
            break;
        default:
            break;
        }
        ck_assert(add_seek(store, &a) && add_seek(store, &b));
        bool wanted = seek_fits(&a, &b, fixture_now());
        ck_assert_int_eq(finds(store, &a, &b), wanted);
        found += wanted;
    }
    ck_assert_int_gt(found, 25);
    store_free(store);
}
END_TEST

START_TEST(blocks_either_way_hide_seeks_and_are_seen_by_both)
{
    struct random random = random_for("blocks_either_way_hide_seeks");
    struct store *store = fixture_store();
    for (int way = 0; way < 2; way++) {
        struct uuid ann = fixture_id(&random), ben = fixture_id(&random);
        struct terms terms = own_terms(&random);
        struct seek a = seek_of(&random, &ann, &terms), b = seek_of(&random, &ben, &terms);
        struct seek_list list;
        const struct page_cursor start = {0};
        bool blocked;
        ck_assert(add_seek(store, &a) && add_seek(store, &b));
        ck_assert(finds(store, &a, &b) && finds(store, &b, &a));
        store_ask_blocked(store, &ann, &ben, &blocked);
        fixture_flush(store);
        ck_assert(!blocked);
        add_block(store, way ? &ann : &ben, way ? &ben : &ann, true);
        ck_assert(!finds(store, &a, &b) && !finds(store, &b, &a));
        store_ask_blocked(store, &ann, &ben, &blocked);
        store_ask_open_seeks(store, &ann, &start, STORE_PAGE_MAX, &list);
        fixture_flush(store);
        ck_assert(blocked);
        for (int i = 0; i < list.count; i++)
            ck_assert(!uuid_equal(&list.seeks[i].player, &ben));
        seek_list_release(&list);
        store_ask_delete_block(store, way ? &ann : &ben, way ? &ben : &ann);
        store_ask_blocked(store, &ann, &ben, &blocked);
        fixture_flush(store);
        ck_assert(!blocked && finds(store, &a, &b));
    }
    store_free(store);
}
END_TEST

START_TEST(a_players_seeks_are_listed_open_ones_and_changed_ones)
{
    struct random random = random_for("a_players_seeks_are_listed");
    struct store *store = fixture_store();
    struct uuid players[] = {fixture_id(&random), fixture_id(&random)};
    struct terms terms = own_terms(&random);
    int64_t now_ms = fixture_now();
    struct seek seeks[6];
    for (int i = 0; i < 6; i++) {
        seeks[i] = seek_of(&random, &players[i % 2], &terms);
        seeks[i].created_ms = seeks[i].updated_ms = now_ms - (int64_t)i * HOUR_MS;
        if (i >= 4)
            seeks[i].alive_until_ms = now_ms - 1000;
        ck_assert(add_seek(store, &seeks[i]));
    }
    struct seek_list list;
    store_ask_seeks_of(store, players, 2, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 4);
    for (int i = 1; i < list.count; i++)
        ck_assert_int_lt(memcmp(&list.seeks[i - 1].id, &list.seeks[i].id, sizeof seeks[0].id), 0);
    seek_list_release(&list);
    const struct page_cursor after = {seeks[0].created_ms, seeks[0].id}, start = {0};
    store_ask_my_seeks(store, &players[0], &start, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 2);
    ck_assert(uuid_equal(&list.seeks[0].id, &seeks[0].id));
    seek_list_release(&list);
    store_ask_my_seeks(store, &players[0], &after, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 1);
    ck_assert(uuid_equal(&list.seeks[0].id, &seeks[2].id));
    seek_list_release(&list);
    store_ask_seeks_changed(store, &players[0], now_ms - 5000, STORE_PAGE_MAX, &list);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 2);
    ck_assert(uuid_equal(&list.seeks[0].id, &seeks[0].id));
    ck_assert(uuid_equal(&list.seeks[1].id, &seeks[4].id));
    seek_list_release(&list);
    store_free(store);
}
END_TEST

/* --- players, blocks, deletion ----------------------------------------------------------- */

START_TEST(blocks_are_listed_latest_first_and_counted)
{
    struct random random = random_for("blocks_are_listed_latest_first");
    struct store *store = fixture_store();
    struct uuid me = fixture_id(&random), others[5];
    static struct block_list list;
    struct block_found found;
    int count;
    for (int i = 0; i < 5; i++) {
        bool added;
        others[i] = fixture_id(&random);
        struct block block = {others[i], "Ben Ж", fixture_now() - (int64_t)i * 1000};
        store_ask_insert_block(store, &me, &block, &added);
        fixture_flush(store);
    }
    struct page_cursor after = {0};
    for (int i = 0; i < 5; i++) {
        store_ask_blocks(store, &me, &after, 1, &list);
        store_ask_block_count(store, &me, &count);
        store_ask_block(store, &me, &others[i], &found);
        fixture_flush(store);
        ck_assert_int_eq(list.count, 1);
        ck_assert_int_eq(count, 5);
        ck_assert(uuid_equal(&list.blocks[0].player, &others[i]));
        ck_assert_str_eq(list.blocks[0].name, "Ben Ж");
        ck_assert(found.found && found.block.created_ms == list.blocks[0].created_ms);
        after = (struct page_cursor){list.blocks[0].created_ms, others[i]};
    }
    store_ask_blocks(store, &me, &after, 1, &list);
    store_ask_block(store, &others[0], &me, &found);
    fixture_flush(store);
    ck_assert_int_eq(list.count, 0);
    ck_assert(!found.found);
    store_free(store);
}
END_TEST

START_TEST(another_player_is_found_by_id)
{
    struct random random = random_for("another_player_is_found_by_id");
    struct store *store = fixture_store();
    struct player player = {fixture_id(&random), PLAYER_GUEST, "Ann Ж", fixture_now()};
    struct token_key token = {.player = player.id};
    struct uuid none = fixture_id(&random);
    struct player_found found, missing;
    int64_t expires_ms;
    store_ask_new_guest(store, &player, &token, DAY_MS / 1000, &expires_ms);
    store_ask_player(store, &player.id, &found);
    store_ask_player(store, &none, &missing);
    fixture_flush(store);
    ck_assert(found.found && !missing.found);
    ck_assert(uuid_equal(&found.player.id, &player.id));
    ck_assert_int_eq(found.player.kind, PLAYER_GUEST);
    ck_assert_str_eq(found.player.name, player.name);
    store_free(store);
}
END_TEST

START_TEST(what_ended_long_ago_is_deleted_and_no_more)
{
    struct random random = random_for("what_ended_long_ago_is_deleted");
    struct store *store = fixture_store();
    static const struct uuid nobody;
    struct uuid player = fixture_id(&random);
    struct terms terms = own_terms(&random);
    const int64_t long_ago_ms = INT64_C(1000000000000); /* 2001: no other test's */
    struct challenge challenges[3];
    struct seek seeks[3];
    for (int i = 0; i < 3; i++) {
        challenges[i] = challenge_of(&random, &player, &nobody);
        challenges[i].expires_ms = long_ago_ms + i;
        seeks[i] = seek_of(&random, &player, &terms);
        seeks[i].alive_until_ms = long_ago_ms + i;
        ck_assert(add_challenge(store, &challenges[i]) && add_seek(store, &seeks[i]));
    }
    int wanted[] = {1, 1, 0};
    for (int round = 0; round < 3; round++) {
        int deleted_challenges, deleted_seeks;
        store_ask_delete_ended_challenges(store, long_ago_ms + 2, 1, &deleted_challenges);
        store_ask_delete_ended_seeks(store, long_ago_ms + 2, 1, &deleted_seeks);
        fixture_flush(store);
        ck_assert_int_eq(deleted_challenges, wanted[round]);
        ck_assert_int_eq(deleted_seeks, wanted[round]);
    }
    for (int i = 0; i < 3; i++) {
        struct challenge_found by_code;
        ck_assert_int_eq(load_challenge(store, &challenges[i].id).found, i == 2);
        ck_assert_int_eq(load_seek(store, &seeks[i].id).found, i == 2);
        store_ask_challenge_by_code(store, challenges[i].code, &nobody, &by_code);
        fixture_flush(store);
        ck_assert_int_eq(by_code.found, i == 2);
    }
    /* Its code is free again. */
    struct challenge again = challenge_of(&random, &player, &nobody);
    strcpy(again.code, challenges[0].code);
    ck_assert(add_challenge(store, &again));
    store_free(store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_opponents");
    TCase *tcase = tcase_create("store_opponents");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, a_challenge_comes_back_as_it_was_by_id_and_by_code);
    tcase_add_test(tcase, an_id_or_a_code_is_given_once);
    tcase_add_test(tcase, a_challenge_ends_once_and_not_after_its_time);
    tcase_add_test(tcase, a_challenge_and_its_game_stand_or_fall_together);
    tcase_add_test(tcase, lists_show_open_ones_of_each_direction_latest_first);
    tcase_add_test(tcase, what_changed_or_expired_since_a_time_is_found);
    tcase_add_test(tcase, a_seek_comes_back_as_it_was_and_ends_once);
    tcase_add_test(tcase, a_seek_lives_on_while_it_is_open_and_alive);
    tcase_add_test(tcase, a_players_count_goes_up_by_one_for_whoever_knew_it);
    tcase_add_test(tcase, candidates_are_those_that_fit);
    tcase_add_test(tcase, blocks_either_way_hide_seeks_and_are_seen_by_both);
    tcase_add_test(tcase, a_players_seeks_are_listed_open_ones_and_changed_ones);
    tcase_add_test(tcase, blocks_are_listed_latest_first_and_counted);
    tcase_add_test(tcase, another_player_is_found_by_id);
    tcase_add_test(tcase, what_ended_long_ago_is_deleted_and_no_more);
    suite_add_tcase(suite, tcase);
    return database_suite_run(suite);
}
