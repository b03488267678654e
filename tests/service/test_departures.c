/**
 * What others see of a player's departure is signalled when it happens, so that whoever waits for
 * it does not find out only by looking again; and what the player asked the engine for goes along.
 */
#include "base/limits.h"
#include "database.h"
#include "jobs/departures.h"
#include "store/accounts.h"
#include "store_fixture.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { TOLD_MAX = 100 };

static struct random randomness;
static struct store *store;
static struct departures departures;
static struct uuid told[TOLD_MAX];
static int told_count;

static void note(void *context, const struct uuid *topic)
{
    (void)context;
    ck_assert_int_lt(told_count, TOLD_MAX);
    told[told_count++] = *topic;
}

static bool was_told(const struct uuid *topic)
{
    for (int i = 0; i < told_count; i++)
        if (uuid_equal(&told[i], topic))
            return true;
    return false;
}

static void begin(void)
{
    randomness = random_for("departures");
    store = fixture_store();
    departures = (struct departures){.hub = hub_new()};
    hub_tell(departures.hub, note, NULL);
    told_count = 0;
    database_run(database_url(DATABASE_OWNER),
                 "DELETE FROM departures; DELETE FROM studies; DELETE FROM games");
}

static void end(void)
{
    hub_free(departures.hub);
    store_free(store);
}

/** Somebody who is erased, and whose games another takes over (NULL: nobody). Stored. */
static void leave(const struct uuid *player, const struct uuid *heir)
{
    char sql[512], id[UUID_TEXT_SIZE], other[UUID_TEXT_SIZE + 2] = "NULL", text[UUID_TEXT_SIZE];
    uuid_write(player, id);
    if (heir) {
        uuid_write(heir, text);
        snprintf(other, sizeof other, "'%s'", text);
        snprintf(sql, sizeof sql, "INSERT INTO players VALUES ('%s', 'guest', 'Heir', now())",
                 text);
        database_run(database_url(DATABASE_OWNER), sql);
    }
    snprintf(sql, sizeof sql,
             "INSERT INTO players VALUES ('%s', 'erased', 'Deleted player', now()); "
             "INSERT INTO departures (player_id, successor, created_at, lease_until) "
             "VALUES ('%s', %s, now(), now())",
             id, id, other);
    database_run(database_url(DATABASE_OWNER), sql);
}

/** An open challenge between two players. Stored. */
static struct uuid challenge_between(const struct uuid *maker, const struct uuid *target)
{
    struct challenge challenge = {.id = fixture_id(&randomness),
                                  .maker = *maker,
                                  .maker_name = "Ann",
                                  .target = *target,
                                  .target_name = "Ben",
                                  .metadata = "{}"};
    bool added;
    challenge_begin(&challenge, fixture_now());
    store_ask_add_challenge(store, &challenge, &added);
    fixture_flush(store);
    ck_assert(added);
    return challenge.id;
}

/** An open seek of a player. Stored. */
static struct uuid seek_of(const struct uuid *player)
{
    struct seek seek = {.id = fixture_id(&randomness),
                        .player = *player,
                        .player_name = "Ann",
                        .guest = true,
                        .rating_min = RATING_MIN,
                        .rating_max = RATING_MAX};
    bool added;
    seek_begin(&seek, fixture_now());
    store_ask_begin(store);
    store_ask_add_seek(store, &seek);
    store_ask_commit(store, &added);
    fixture_flush(store);
    ck_assert(added);
    return seek.id;
}

static void insert_study(const struct study *study)
{
    bool inserted = false;
    store_ask_insert_study(store, study, &inserted);
    fixture_flush(store);
    ck_assert(inserted);
}

/** An analysis that counts in the share of a player, or else of an address with the same id. */
static struct study_key analysis_for(const struct uuid *caller, bool has_token)
{
    const struct study_budget budget = {1000, 10, 10};
    struct rev_game game;
    struct study study;
    struct uuid id = fixture_id(&randomness);
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    study_of_positions(&study, &id, &game, 1, &budget, fixture_now());
    study.caller = *caller;
    study.has_token = has_token;
    insert_study(&study);
    return study.key;
}

/** A review that a player asked for, open or done. */
static struct study_key review_for(const struct uuid *caller, bool done)
{
    struct game game = fixture_game(&randomness, caller);
    struct study study;
    fixture_play(&randomness, &game, 3);
    study_of_game(&study, &game, STUDY_QUICK, fixture_now());
    study.caller = *caller;
    study.has_token = true;
    if (done) {
        study.status = STUDY_DONE;
        study.step = study.steps;
    }
    insert_study(&study);
    return study.key;
}

static struct study_found load_study(const struct study_key *key)
{
    struct study_found found;
    store_ask_study(store, key, &found);
    fixture_flush(store);
    return found;
}

static bool study_was_told(const struct study_key *key)
{
    struct uuid topic = study_topic(key);
    return was_told(&topic);
}

/** A game that is over, in which a player offers another a rematch. Stored. */
static struct uuid rematch_offer(const struct uuid *player, const struct uuid *other)
{
    struct game game = fixture_game(&randomness, player);
    game.seats[REV_WHITE] = game.seats[REV_BLACK];
    game.seats[REV_WHITE].player = *other;
    fixture_play(&randomness, &game, REV_PLY_MAX);
    game.rematch_by = game.rematch_first = SEATS_BLACK;
    fixture_insert(store, &game);
    return game.id;
}

START_TEST(who_waits_for_what_ends_with_a_player_is_told)
{
    struct uuid ann = fixture_id(&randomness), ben = fixture_id(&randomness),
                cho = fixture_id(&randomness), dan = fixture_id(&randomness);
    struct uuid made = challenge_between(&ann, &ben), received = challenge_between(&cho, &ann);
    struct uuid seek = seek_of(&ann), offered = rematch_offer(&ann, &dan);
    leave(&ann, NULL);
    ck_assert(!departures_run(&departures, store));
    ck_assert(was_told(&made) && was_told(&ben));
    ck_assert(was_told(&received) && was_told(&cho));
    ck_assert(was_told(&seek));
    ck_assert(was_told(&offered) && was_told(&dan));
}
END_TEST

START_TEST(nobody_is_told_of_what_had_ended)
{
    struct uuid ann = fixture_id(&randomness), ben = fixture_id(&randomness);
    struct uuid made = challenge_between(&ann, &ben), seek = seek_of(&ann);
    database_run(database_url(DATABASE_OWNER),
                 "UPDATE challenges SET status = 'cancelled', version = 2 WHERE status = 'open';"
                 "UPDATE seeks SET status = 'withdrawn', withdrawn_reason = 'by-player', "
                 "version = 2 WHERE status = 'open'");
    leave(&ann, NULL);
    ck_assert(!departures_run(&departures, store));
    ck_assert(!was_told(&made) && !was_told(&ben) && !was_told(&seek));
}
END_TEST

START_TEST(who_plays_on_under_another_name_is_seen_to)
{
    struct uuid guest = fixture_id(&randomness), heir = fixture_id(&randomness);
    struct game game = fixture_game(&randomness, &guest);
    fixture_insert(store, &game);
    leave(&guest, &heir);
    ck_assert(!departures_run(&departures, store));
    ck_assert(was_told(&game.id) && was_told(&heir));
    struct game moved = fixture_load(store, &game.id);
    ck_assert(uuid_equal(&moved.seats[REV_BLACK].player, &heir));
}
END_TEST

START_TEST(what_an_erased_player_asked_the_engine_for_ends)
{
    struct uuid ann = fixture_id(&randomness), ben = fixture_id(&randomness);
    struct study_key own = analysis_for(&ann, true), wanted = review_for(&ann, false);
    struct study_key done = review_for(&ann, true), other = analysis_for(&ben, true);
    struct study_key anonymous = analysis_for(&ann, false);
    leave(&ann, NULL);
    ck_assert(!departures_run(&departures, store));
    ck_assert(!load_study(&own).found && study_was_told(&own));
    ck_assert(load_study(&wanted).found && !study_was_told(&wanted)); /* it is the game's */
    ck_assert(load_study(&done).found && !study_was_told(&done));
    ck_assert(load_study(&other).found && load_study(&anonymous).found);
}
END_TEST

START_TEST(more_than_one_statement_deletes_are_all_deleted)
{
    struct uuid ann = fixture_id(&randomness);
    char left[16];
    (void)analysis_for(&ann, true);
    database_run(database_url(DATABASE_OWNER),
                 "INSERT INTO studies SELECT (jsonb_populate_record(original, "
                 "jsonb_build_object('id', gen_random_uuid()))).* "
                 "FROM studies AS original, generate_series(1, 250)");
    hub_tell(departures.hub, NULL, NULL);
    leave(&ann, NULL);
    ck_assert(!departures_run(&departures, store));
    database_value(database_url(DATABASE_OWNER), "SELECT count(*) FROM studies", left, sizeof left);
    ck_assert_str_eq(left, "0");
}
END_TEST

/** A game of a player's that is over. Stored. */
static struct game finished_game(const struct uuid *player)
{
    struct game game = fixture_game(&randomness, player);
    fixture_play(&randomness, &game, REV_PLY_MAX);
    strcpy(game.metadata, "{\"note\":\"mine\"}");
    fixture_insert(store, &game);
    return game;
}

/** Copies a game so often, each changed a second later than the one before, every other with the
 *  colours exchanged. */
static void copy_game(const struct game *game, int count)
{
    struct game copy = *game;
    for (int i = 0; i < count; i++) {
        struct seat black = copy.seats[REV_BLACK];
        copy.id = fixture_id(&randomness);
        copy.updated_ms += 1000;
        copy.seats[REV_BLACK] = copy.seats[REV_WHITE];
        copy.seats[REV_WHITE] = black;
        fixture_insert(store, &copy);
    }
}

START_TEST(seats_in_more_games_than_one_statement_renames_are_all_renamed_once)
{
    enum { COPIES = 2 * DEPARTURE_SEATS + 100 };
    struct uuid ann = fixture_id(&randomness);
    struct game game = finished_game(&ann);
    char id[UUID_TEXT_SIZE];
    uuid_write(&ann, id);
    copy_game(&game, COPIES);
    leave(&ann, NULL);
    ck_assert(!departures_run(&departures, store));
    ck_assert_int_eq(
        database_number("SELECT count(*) FROM games WHERE '%s' IN (black_player, white_player) AND "
                        "'Deleted player' IN (black_name, white_name) AND metadata = '{}' "
                        "AND version = %d",
                        id, game.version + 1),
        COPIES + 1);
}
END_TEST

static int rename_page(const struct uuid *player, struct page_cursor *after)
{
    struct renamed_seats renamed;
    store_ask_rename_seats(store, player, player, "Nobody", after, 2, &renamed);
    fixture_flush(store);
    int count = renamed.games.count;
    if (renamed.last.time_ms)
        *after = renamed.last;
    left_things_release(&renamed.games);
    return count;
}

START_TEST(a_page_of_seats_begins_behind_the_one_before)
{
    struct uuid ann = fixture_id(&randomness);
    struct page_cursor after = {0};
    struct game game = finished_game(&ann);
    char id[UUID_TEXT_SIZE];
    uuid_write(&ann, id);
    copy_game(&game, 4);
    database_change("UPDATE games SET updated_at = '2026-01-01' WHERE updated_at > "
                    "(SELECT min(updated_at) FROM games) + interval '2.5 seconds'");
    ck_assert_int_eq(rename_page(&ann, &after), 2);
    database_change("UPDATE games SET black_name = 'Ann' WHERE black_name = 'Nobody'");
    database_change("UPDATE games SET white_name = 'Ann' WHERE white_name = 'Nobody'");
    ck_assert_int_eq(rename_page(&ann, &after), 2);
    ck_assert_int_eq(rename_page(&ann, &after), 1);
    ck_assert_int_eq(rename_page(&ann, &after), 0);
    ck_assert_int_eq(database_number("SELECT count(*) FROM games WHERE version = 2 AND '%s' IN "
                                     "(black_player, white_player)",
                                     id),
                     5);
    after.time_ms = 0;
    ck_assert_int_eq(rename_page(&ann, &after), 2);
    ck_assert_int_eq(rename_page(&ann, &after), 0);
}
END_TEST

START_TEST(what_a_guest_asked_the_engine_for_is_the_heirs)
{
    struct uuid guest = fixture_id(&randomness), heir = fixture_id(&randomness);
    struct study_key keys[] = {analysis_for(&guest, true), review_for(&guest, false),
                               review_for(&guest, true)};
    leave(&guest, &heir);
    ck_assert(!departures_run(&departures, store));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct study_found found = load_study(&keys[i]);
        ck_assert(found.found && uuid_equal(&found.study.caller, &heir));
        ck_assert(study_was_told(&keys[i]));
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("departures");
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 300);
    tcase_add_checked_fixture(cases, begin, end);
    tcase_add_test(cases, who_waits_for_what_ends_with_a_player_is_told);
    tcase_add_test(cases, nobody_is_told_of_what_had_ended);
    tcase_add_test(cases, who_plays_on_under_another_name_is_seen_to);
    tcase_add_test(cases, what_an_erased_player_asked_the_engine_for_ends);
    tcase_add_test(cases, more_than_one_statement_deletes_are_all_deleted);
    tcase_add_test(cases, seats_in_more_games_than_one_statement_renames_are_all_renamed_once);
    tcase_add_test(cases, a_page_of_seats_begins_behind_the_one_before);
    tcase_add_test(cases, what_a_guest_asked_the_engine_for_is_the_heirs);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
