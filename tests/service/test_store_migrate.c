/* Bringing a database to the schema of this program, and what the service's role may do then. */

#include "database.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WHY_SIZE = 512 };

static char name[64];
static char owner_url[512], service_url[512];

/** Each test has an empty database. */
static void make_empty(void)
{
    snprintf(name, sizeof name, "test_migrate_%d", (int)getpid());
    database_create(name);
    database_url_of(DATABASE_OWNER, name, owner_url, sizeof owner_url);
    database_url_of(DATABASE_SERVICE, name, service_url, sizeof service_url);
}

static void drop(void)
{
    database_drop(name);
}

static int sentences;

static void count_sentence(const char *sentence)
{
    ck_assert_str_ne(sentence, "");
    sentences++;
}

static bool migrate(char why[WHY_SIZE])
{
    sentences = 0;
    why[0] = '\0';
    return store_migrate(owner_url, database_role_name(DATABASE_SERVICE), count_sentence, why,
                         WHY_SIZE);
}

static void migrate_or_fail(void)
{
    char why[WHY_SIZE];
    bool migrated = migrate(why);
    ck_assert_msg(migrated, "%s", why);
}

static int version_seen_by_service(void)
{
    struct store *store = fixture_store_at(service_url, 20000);
    int version = -1;
    struct result result = store_schema_version(store, &version);
    ck_assert_msg(!failed(result), "%s", store_why(store));
    store_free(store);
    return version;
}

static void expect_value(const char *sql, const char *expected)
{
    char value[256];
    database_value(owner_url, sql, value, sizeof value);
    ck_assert_str_eq(value, expected);
}

START_TEST(an_empty_database_has_version_0_and_gets_this_programs)
{
    ck_assert_int_eq(version_seen_by_service(), 0);
    migrate_or_fail();
    ck_assert_int_ge(sentences, store_schema_built());
    ck_assert_int_eq(version_seen_by_service(), store_schema_built());
}
END_TEST

START_TEST(migrating_again_changes_nothing)
{
    migrate_or_fail();
    int first = sentences;
    database_run(owner_url, "CREATE TABLE before AS SELECT * FROM schema_versions");
    migrate_or_fail();
    ck_assert_int_eq(sentences, first - store_schema_built());
    expect_value("SELECT count(*) FROM (TABLE before EXCEPT TABLE schema_versions) AS lost", "0");
    expect_value("SELECT count(*) FROM (TABLE schema_versions EXCEPT TABLE before) AS more", "0");
}
END_TEST

static void *run_migrate(void *migrated)
{
    char why[WHY_SIZE];
    *(bool *)migrated = store_migrate(owner_url, NULL, NULL, why, sizeof why);
    return NULL;
}

START_TEST(migrators_at_once_apply_each_migration_once)
{
    enum { MIGRATORS = 4 };
    pthread_t threads[MIGRATORS];
    bool migrated[MIGRATORS];
    char built[16];
    for (int i = 0; i < MIGRATORS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_migrate, &migrated[i]), 0);
    for (int i = 0; i < MIGRATORS; i++) {
        pthread_join(threads[i], NULL);
        ck_assert(migrated[i]);
    }
    snprintf(built, sizeof built, "%d", store_schema_built());
    expect_value("SELECT count(*) FROM schema_versions", built);
}
END_TEST

START_TEST(a_newer_schema_is_refused)
{
    char why[WHY_SIZE];
    migrate_or_fail();
    database_run(owner_url, "INSERT INTO schema_versions VALUES (9999, 'from_the_future')");
    ck_assert(!migrate(why));
    ck_assert_ptr_nonnull(strstr(why, "9999"));
    ck_assert_ptr_nonnull(strstr(why, "newer"));
    ck_assert_int_eq(version_seen_by_service(), 9999);
}
END_TEST

START_TEST(a_migration_that_fails_leaves_nothing_behind)
{
    char why[WHY_SIZE];
    database_run(owner_url, "CREATE VIEW games AS SELECT 1"); /* in the way of the third */
    ck_assert(!migrate(why));
    ck_assert_ptr_nonnull(strstr(why, "migration 3, games"));
    expect_value("SELECT max(version) FROM schema_versions", "2");
    database_run(owner_url, "DROP VIEW games");
    migrate_or_fail();
    ck_assert_int_eq(version_seen_by_service(), store_schema_built());
}
END_TEST

START_TEST(the_services_role_uses_the_schema_and_cannot_change_it)
{
    static const char *const refused[] = {
        "CREATE TABLE mine (id integer)",
        "ALTER TABLE games ADD COLUMN mine integer",
        "DROP TABLE tokens",
        "TRUNCATE games",
        "CREATE INDEX ON games (seed)",
        "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "INSERT INTO schema_versions VALUES (9999, 'mine')",
        "DELETE FROM schema_versions",
    };
    static const char *const granted[] = {
        "SELECT * FROM games",
        "UPDATE games SET version = version",
        "DELETE FROM games",
        "DELETE FROM tokens",
        "DELETE FROM players",
        "SELECT * FROM schema_versions",
        "SELECT * FROM ladder_standings",
    };
    char sqlstate[6];
    migrate_or_fail();
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        database_sqlstate(service_url, refused[i], sqlstate);
        ck_assert_msg(strcmp(sqlstate, "42501") == 0, "%s: SQLSTATE %s", refused[i], sqlstate);
    }
    for (size_t i = 0; i < sizeof granted / sizeof granted[0]; i++) {
        database_sqlstate(service_url, granted[i], sqlstate);
        ck_assert_msg(strcmp(sqlstate, "00000") == 0, "%s: SQLSTATE %s", granted[i], sqlstate);
    }
}
END_TEST

START_TEST(a_role_that_owns_or_does_not_exist_is_refused)
{
    char why[WHY_SIZE];
    ck_assert(!store_migrate(owner_url, database_role_name(DATABASE_OWNER), NULL, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "may create tables"));
    ck_assert(!store_migrate(owner_url, "nobody\"; DROP TABLE games; --", NULL, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "does not exist"));
    expect_value("SELECT count(to_regclass('games'))", "1");
}
END_TEST

START_TEST(a_server_that_cannot_be_reached_is_said)
{
    char why[WHY_SIZE];
    ck_assert(!store_migrate("host=/nowhere dbname=x", NULL, NULL, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "connecting"));
}
END_TEST

START_TEST(every_table_view_column_and_index_of_ours_is_commented)
{
    migrate_or_fail();
    expect_value("SELECT coalesce(string_agg(relname, ' '), '') FROM pg_class"
                 " WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')"
                 " AND obj_description(oid, 'pg_class') IS NULL",
                 "");
    expect_value(
        "SELECT coalesce(string_agg(relname || '.' || attname, ' '), '')"
        " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
        " WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0"
        " AND NOT attisdropped AND col_description(attrelid, attnum) IS NULL",
        "");
    expect_value("SELECT coalesce(string_agg(indexrelid::regclass::text, ' '), '') FROM pg_index"
                 " WHERE NOT indisprimary AND indrelid IN"
                 "   (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)"
                 " AND obj_description(indexrelid, 'pg_class') IS NULL",
                 "");
}
END_TEST

/* A move must not write into any index, or tables would grow with every move (0003_games.sql). */
START_TEST(a_move_without_the_ai_is_a_heap_only_update)
{
    static const char *const changing[] = {"version", "branch",  "turn",       "moves",
                                           "move_by", "used_ms", "updated_at", "turn_started_at"};
    migrate_or_fail();
    for (size_t i = 0; i < sizeof changing / sizeof changing[0]; i++) {
        char sql[512];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM pg_index WHERE indrelid = 'games'::regclass"
                 " AND pg_get_indexdef(indexrelid) ~ '\\y%s\\y'",
                 changing[i]);
        expect_value(sql, "0");
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("store_migrate");
    TCase *tests = tcase_create("migrate");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, make_empty, drop);
    tcase_add_test(tests, an_empty_database_has_version_0_and_gets_this_programs);
    tcase_add_test(tests, migrating_again_changes_nothing);
    tcase_add_test(tests, migrators_at_once_apply_each_migration_once);
    tcase_add_test(tests, a_newer_schema_is_refused);
    tcase_add_test(tests, a_migration_that_fails_leaves_nothing_behind);
    tcase_add_test(tests, the_services_role_uses_the_schema_and_cannot_change_it);
    tcase_add_test(tests, a_role_that_owns_or_does_not_exist_is_refused);
    tcase_add_test(tests, a_server_that_cannot_be_reached_is_said);
    tcase_add_test(tests, every_table_view_column_and_index_of_ours_is_commented);
    tcase_add_test(tests, a_move_without_the_ai_is_a_heap_only_update);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return database_suite_run(suite());
}
