/**
 * Names whose keys were made by older rules get those of today's.
 */
#include "database.h"
#include "jobs/names.h"
#include "names/name.h"
#include "store/accounts.h"
#include "store_fixture.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Stores somebody under a name, who has one key of it only, by the first rules: the one with a
 *  number, or one that nothing is made of where the number is negative. */
static struct uuid old_holder(struct random *random, struct store *store, const char *text, int key)
{
    static const uint8_t other[SHA256_SIZE] = {1};
    struct player player = {.id = fixture_id(random), .kind = PLAYER_SIGNED_IN};
    struct name name;
    char subject[64];
    bool done;
    ck_assert(name_remake(text, &name));
    ck_assert_int_lt(key, name.key_count);
    strcpy(player.name, text);
    snprintf(subject, sizeof subject, "subject of %s", text);
    store_ask_begin(store);
    store_ask_add_identity(store, subject, &player.id);
    store_ask_take_name(store, key < 0 ? other : name.keys[key], &player.id, "folded", 0);
    store_ask_add_account(store, &player, subject);
    store_ask_commit(store, &done);
    fixture_flush(store);
    ck_assert(done);
    return player.id;
}

/** A number that a question about a player's rows gives. */
static int ask(const char *what, const struct uuid *player)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(player, id);
    return database_number("SELECT %s FROM names WHERE player_id = '%s'", what, id);
}

static bool is_taken(struct store *store, const char *text, const struct uuid *player)
{
    struct name name;
    bool taken;
    ck_assert(name_remake(text, &name));
    store_ask_name_taken(store, name.keys, name.key_count, player, &taken);
    fixture_flush(store);
    return taken;
}

START_TEST(a_name_gets_the_keys_that_it_has_today)
{
    struct random random = random_for("a_name_gets_the_keys_that_it_has_today");
    struct store *store = fixture_store();
    struct uuid alice = old_holder(&random, store, "Alice", -1), nobody = fixture_id(&random);
    ck_assert(!is_taken(store, "ALlCE", &nobody));
    ck_assert(!names_run(NULL, store));
    ck_assert(is_taken(store, "ALlCE", &nobody));
    ck_assert(!is_taken(store, "Alice", &alice));
    ck_assert_int_eq(ask("min(scheme)", &alice), name_scheme);
    ck_assert_int_eq(ask("count(*) FILTER (WHERE folded = 'alice')", &alice), 1);
    ck_assert_int_eq(ask("count(folded)", &alice), 1);
    int rows = ask("count(*)", &alice);
    ck_assert(!names_run(NULL, store));
    ck_assert_int_eq(ask("count(*)", &alice), rows);
    store_free(store);
}
END_TEST

START_TEST(names_that_look_alike_only_since_today_both_stay)
{
    struct random random = random_for("names_that_look_alike_only_since_today_both_stay");
    struct store *store = fixture_store();
    struct uuid first = old_holder(&random, store, "magnus", 0);
    struct uuid second = old_holder(&random, store, "\u039cAGNUS", 0); /* a Greek M */
    ck_assert(!names_run(NULL, store));
    ck_assert_int_eq(ask("min(scheme)", &first), name_scheme);
    ck_assert_int_eq(ask("min(scheme)", &second), name_scheme);
    ck_assert_int_eq(ask("count(folded)", &first), 1);
    ck_assert_int_eq(ask("count(folded)", &second), 1);
    store_free(store);
}
END_TEST

START_TEST(a_name_that_is_no_more_has_no_keys_made)
{
    struct random random = random_for("a_name_that_is_no_more_has_no_keys_made");
    struct store *store = fixture_store();
    struct uuid gone = old_holder(&random, store, "Gone", 0);
    bool done;
    struct player player = {.id = gone, .name = "Gone"};
    store_ask_begin(store);
    store_ask_retire_names(store, &gone);
    store_ask_erase_player(store, &player, NULL, NULL);
    store_ask_commit(store, &done);
    fixture_flush(store);
    ck_assert(done);
    ck_assert(!names_run(NULL, store));
    ck_assert_int_eq(ask("count(*)", &gone), 0);
    ck_assert(is_taken(store, "Gone", &gone));
    store_free(store);
}
END_TEST

START_TEST(more_than_a_page_of_them_is_done_page_by_page)
{
    struct random random = random_for("more_than_a_page_of_them_is_done_page_by_page");
    struct store *store = fixture_store();
    struct uuid last;
    for (int i = 0; i < STORE_PAGE_MAX + 1; i++) {
        char text[32];
        snprintf(text, sizeof text, "Paige %d", 200 + i);
        last = old_holder(&random, store, text, 0);
    }
    ck_assert(names_run(NULL, store));
    ck_assert(!names_run(NULL, store));
    ck_assert_int_eq(database_number("SELECT count(*) FROM names"
                                     " WHERE player_id IS NOT NULL AND scheme < %d",
                                     name_scheme),
                     0);
    ck_assert_int_gt(ask("count(*)", &last), 1);
    store_free(store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("names");
    TCase *tcase = tcase_create("names");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_name_gets_the_keys_that_it_has_today);
    tcase_add_test(tcase, names_that_look_alike_only_since_today_both_stay);
    tcase_add_test(tcase, a_name_that_is_no_more_has_no_keys_made);
    tcase_add_test(tcase, more_than_a_page_of_them_is_done_page_by_page);
    suite_add_tcase(suite, tcase);
    return database_suite_run(suite);
}
