/* Players, their tokens, and what becomes of guests that nobody uses. */

#include "base/limits.h"
#include "database.h"
#include "store/accounts.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { HOUR_S = 3600, HOUR_MS = HOUR_S * 1000 };

struct guest {
    struct player player;
    struct token_key token;
    int64_t expires_ms;
};

/** A guest, not stored yet. */
static struct guest guest_of(struct random *random)
{
    struct guest guest = {.player = {.id = fixture_id(random), .name = "Ann Ж"}};
    guest.token.player = guest.player.id;
    for (int i = 0; i < SHA256_SIZE; i++)
        guest.token.hash[i] = (uint8_t)random_next(random);
    return guest;
}

static struct guest new_guest(struct random *random, struct store *store, int life_s)
{
    struct guest guest = guest_of(random);
    store_ask_new_guest(store, &guest.player, &guest.token, life_s, &guest.expires_ms);
    fixture_flush(store);
    return guest;
}

static struct caller call(struct store *store, const struct token_key *token)
{
    struct caller caller;
    store_ask_caller(store, token, &caller);
    fixture_flush(store);
    return caller;
}

START_TEST(a_new_guest_is_known_by_its_token)
{
    struct random random = random_for("a_new_guest_is_known_by_its_token");
    struct store *store = fixture_store();
    struct guest guest = new_guest(&random, store, HOUR_S);
    struct caller caller = call(store, &guest.token);
    ck_assert(caller.known);
    ck_assert(!caller.expired);
    ck_assert(uuid_equal(&caller.player.id, &guest.player.id));
    ck_assert_int_eq(caller.player.kind, PLAYER_GUEST);
    ck_assert_str_eq(caller.player.name, guest.player.name);
    ck_assert_int_eq(caller.expires_ms, guest.expires_ms);
    ck_assert_int_eq(caller.expires_ms - caller.player.created_ms, HOUR_MS);
    ck_assert_int_le(caller.player.created_ms, caller.now_ms);
    ck_assert_int_lt(llabs(caller.now_ms - fixture_now()), 60000);
    store_free(store);
}
END_TEST

START_TEST(another_hash_or_another_player_is_not_known)
{
    struct random random = random_for("another_hash_or_another_player_is_not_known");
    struct store *store = fixture_store();
    struct guest guest = new_guest(&random, store, HOUR_S);
    struct guest other = new_guest(&random, store, HOUR_S);
    struct token_key token = guest.token;
    token.hash[SHA256_SIZE - 1] ^= 1;
    ck_assert(!call(store, &token).known);
    token = guest.token;
    token.player = other.player.id;
    ck_assert(!call(store, &token).known);
    store_free(store);
}
END_TEST

START_TEST(a_token_expires_and_can_be_extended_but_not_shortened)
{
    struct random random = random_for("a_token_expires_and_can_be_extended_but_not_shortened");
    struct store *store = fixture_store();
    struct guest guest = new_guest(&random, store, -1);
    struct caller caller = call(store, &guest.token);
    ck_assert(caller.known && caller.expired);

    int64_t later_ms = fixture_now() + HOUR_MS;
    store_ask_extend_token(store, &guest.token, guest.expires_ms, later_ms);
    store_ask_extend_token(store, &guest.token, later_ms, later_ms - 1);
    fixture_flush(store);
    caller = call(store, &guest.token);
    ck_assert(caller.known && !caller.expired);
    ck_assert_int_eq(caller.expires_ms, later_ms);
    store_free(store);
}
END_TEST

START_TEST(a_token_is_not_extended_past_an_end_that_it_was_set_meanwhile)
{
    struct random random =
        random_for("a_token_is_not_extended_past_an_end_that_it_was_set_meanwhile");
    struct store *store = fixture_store();
    struct guest guest = new_guest(&random, store, 2 * HOUR_S);
    int64_t read_ms = guest.expires_ms;
    struct player claimed = guest.player;
    strcpy(claimed.name, "Claimed");
    char subject[64];
    snprintf(subject, sizeof subject, "claims %" PRIu64, random_next(&random));
    store_ask_claim_guest(store, &claimed, subject);
    store_ask_extend_token(store, &guest.token, read_ms, read_ms + HOUR_MS);
    fixture_flush(store);
    struct caller caller = call(store, &guest.token);
    ck_assert_int_gt(caller.expires_ms, caller.now_ms);
    ck_assert_int_le(caller.expires_ms, caller.now_ms + GUEST_TOKEN_GRACE_S * 1000);

    guest = new_guest(&random, store, 2 * HOUR_S);
    read_ms = guest.expires_ms;
    store_ask_end_guest_token(store, &guest.token);
    store_ask_extend_token(store, &guest.token, read_ms, read_ms + HOUR_MS);
    fixture_flush(store);
    ck_assert(call(store, &guest.token).expired);
    store_free(store);
}
END_TEST

START_TEST(a_guest_whose_token_cannot_be_stored_is_not_stored)
{
    struct random random = random_for("a_guest_whose_token_cannot_be_stored_is_not_stored");
    struct store *store = fixture_store();
    struct guest guest = guest_of(&random);
    guest.player.name[0] = '\0'; /* which the table refuses */
    store_ask_new_guest(store, &guest.player, &guest.token, HOUR_S, &guest.expires_ms);
    ck_assert_int_eq(store_flush(store).code, ERROR_INTERNAL);
    ck_assert_ptr_nonnull(strstr(store_why(store), "insert_guest"));
    ck_assert(!fixture_has_player(&guest.player.id));
    ck_assert(!call(store, &guest.token).known);
    store_free(store);
}
END_TEST

/** Deletes what expired before a time, to the last. */
static void delete_all_before(struct store *store, int64_t time_ms)
{
    enum { LIMIT = 100 };
    int expired;
    do {
        store_ask_delete_stale_guests(store, time_ms, LIMIT, &expired);
        fixture_flush(store);
    } while (expired == LIMIT);
}

START_TEST(a_guest_goes_with_its_last_token_unless_it_has_games)
{
    struct random random = random_for("a_guest_goes_with_its_last_token_unless_it_has_games");
    struct store *store = fixture_store();
    struct guest idle = new_guest(&random, store, -HOUR_S - 1);
    struct guest valid = new_guest(&random, store, HOUR_S);
    struct guest black = new_guest(&random, store, -HOUR_S - 1);
    struct guest white = new_guest(&random, store, -HOUR_S - 1);
    struct guest recent = new_guest(&random, store, -HOUR_S);
    struct game game = fixture_game(&random, &black.player.id);
    fixture_insert(store, &game);
    game = fixture_game(&random, &white.player.id);
    struct seat seat = game.seats[REV_BLACK];
    game.seats[REV_BLACK] = game.seats[REV_WHITE];
    game.seats[REV_WHITE] = seat;
    fixture_insert(store, &game);

    delete_all_before(store, recent.expires_ms);
    ck_assert(!fixture_has_player(&idle.player.id));
    ck_assert(fixture_has_player(&recent.player.id));
    ck_assert(fixture_has_player(&valid.player.id));
    ck_assert(fixture_has_player(&black.player.id));
    ck_assert(fixture_has_player(&white.player.id));
    ck_assert(!call(store, &black.token).known);
    ck_assert(call(store, &recent.token).known);
    ck_assert(call(store, &valid.token).known);
    store_free(store);
}
END_TEST

START_TEST(a_guest_with_another_token_stays)
{
    struct random random = random_for("a_guest_with_another_token_stays");
    struct store *store = fixture_store();
    struct guest guest = new_guest(&random, store, -HOUR_S);
    char id[UUID_TEXT_SIZE];
    uuid_write(&guest.player.id, id);
    database_change("INSERT INTO tokens VALUES ('%s', decode(repeat('00', 32), 'hex'), now(), "
                    "now() + interval '1 hour')",
                    id);
    delete_all_before(store, fixture_now());
    ck_assert(fixture_has_player(&guest.player.id));
    ck_assert(!call(store, &guest.token).known);
    store_free(store);
}
END_TEST

START_TEST(deleting_keeps_to_its_limit)
{
    enum { YEARS_S = 20 * 365 * 24 * HOUR_S };
    struct random random = random_for("deleting_keeps_to_its_limit");
    struct store *store = fixture_store();
    int64_t long_ago_ms = 0;
    for (int i = 0; i < 5; i++)
        long_ago_ms = new_guest(&random, store, -YEARS_S).expires_ms;
    int first, second, third;
    store_ask_delete_stale_guests(store, long_ago_ms + 1, 3, &first);
    store_ask_delete_stale_guests(store, long_ago_ms + 1, 3, &second);
    store_ask_delete_stale_guests(store, long_ago_ms + 1, 3, &third);
    fixture_flush(store);
    ck_assert_int_eq(first, 3);
    ck_assert_int_eq(second, 2);
    ck_assert_int_eq(third, 0);
    store_free(store);
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_players");
    TCase *tests = tcase_create("players");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_new_guest_is_known_by_its_token);
    tcase_add_test(tests, another_hash_or_another_player_is_not_known);
    tcase_add_test(tests, a_token_expires_and_can_be_extended_but_not_shortened);
    tcase_add_test(tests, a_token_is_not_extended_past_an_end_that_it_was_set_meanwhile);
    tcase_add_test(tests, a_guest_whose_token_cannot_be_stored_is_not_stored);
    tcase_add_test(tests, a_guest_goes_with_its_last_token_unless_it_has_games);
    tcase_add_test(tests, a_guest_with_another_token_stays);
    tcase_add_test(tests, deleting_keeps_to_its_limit);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
