/* Bringing the schema up to what this program was built with. Runs on a connection of its own, as
   the schema's owner, in plain blocking calls: nothing else happens meanwhile. */

#include "store/store.h"

#include <libpq-fe.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIGRATION(version, name) extern const unsigned char sql_migration_##name[];
#include "store/migrations.def"
#undef MIGRATION
extern const unsigned char sql_grants[];

static const struct migration {
    int version;
    const char *name;
    const unsigned char *sql;
} migrations[] = {
#define MIGRATION(version, name) {version, #name, sql_migration_##name},
#include "store/migrations.def"
#undef MIGRATION
};

enum { MIGRATION_COUNT = sizeof migrations / sizeof migrations[0] };

/* Keeps migrators apart. Any number that nothing else of ours uses. */
#define MIGRATE_LOCK "1380276787"

struct migrator {
    PGconn *connection;
    void (*report)(const char *sentence);
    char *why;
    size_t why_size;
};

int store_schema_built(void)
{
    return migrations[MIGRATION_COUNT - 1].version;
}

__attribute__((format(printf, 2, 3))) static void report(const struct migrator *migrator,
                                                         const char *format, ...)
{
    char sentence[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (migrator->report)
        migrator->report(sentence);
}

/** Notes the server's complaint as the reason, on one line. Always false. */
static bool complain(const struct migrator *migrator, const char *doing)
{
    snprintf(migrator->why, migrator->why_size, "%s: %s", doing,
             PQerrorMessage(migrator->connection));
    for (char *at = migrator->why; *at; at++)
        if (*at == '\n')
            *at = at[1] ? ' ' : '\0';
    return false;
}

/**
 * Runs a statement with text parameters, or several statements without any.
 *
 * @param value  gets the first column of the first row as a number; may be NULL
 */
static bool execute(const struct migrator *migrator, const char *sql, const char *const *values,
                    int count, int *value)
{
    PGresult *result =
        values ? PQexecParams(migrator->connection, sql, count, NULL, values, NULL, NULL, 0)
               : PQexec(migrator->connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (value)
        *value = PQntuples(result) > 0 ? atoi(PQgetvalue(result, 0, 0)) : 0;
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static bool run(const struct migrator *migrator, const char *sql)
{
    return execute(migrator, sql, NULL, 0, NULL);
}

static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

static bool connect_and_lock(struct migrator *migrator, const char *url)
{
    const char *const keywords[] = {"fallback_application_name", "connect_timeout",
                                    "target_session_attrs",      "dbname",
                                    "client_encoding",           NULL};
    const char *const values[] = {"reversid migrate", "10", "read-write", url, "UTF8", NULL};
    migrator->connection = PQconnectdbParams(keywords, values, 1);
    if (PQstatus(migrator->connection) != CONNECTION_OK)
        return complain(migrator, "connecting to the database");
    PQsetNoticeReceiver(migrator->connection, ignore_notice, NULL);
    if (!run(migrator, "SELECT pg_advisory_lock(" MIGRATE_LOCK ")"))
        return complain(migrator, "waiting for another migrator");
    return true;
}

static bool read_version(const struct migrator *migrator, int *version)
{
    int exists;
    if (!execute(migrator, "SELECT count(to_regclass('schema_versions'))", NULL, 0, &exists))
        return complain(migrator, "looking for the schema's version");
    *version = 0;
    if (exists && !execute(migrator, "SELECT max(version) FROM schema_versions", NULL, 0, version))
        return complain(migrator, "reading the schema's version");
    return true;
}

static bool refuse_newer(const struct migrator *migrator, int version)
{
    if (version <= store_schema_built())
        return true;
    snprintf(
        migrator->why, migrator->why_size,
        "the database's schema is version %d, newer than version %d, which this program knows: "
        "use the program that made it",
        version, store_schema_built());
    return false;
}

/** One migration and the row that says so: both or neither. */
static bool apply(const struct migrator *migrator, const struct migration *migration)
{
    char doing[128], version[16];
    snprintf(doing, sizeof doing, "migration %d, %s", migration->version, migration->name);
    snprintf(version, sizeof version, "%d", migration->version);
    const char *const values[] = {version, migration->name};
    bool done = run(migrator, "BEGIN") && run(migrator, (const char *)migration->sql) &&
                execute(migrator, "INSERT INTO schema_versions (version, name) VALUES ($1, $2)",
                        values, 2, NULL) &&
                run(migrator, "COMMIT");
    if (!done)
        return complain(migrator, doing);
    report(migrator, "applied %s", doing);
    return true;
}

static bool grant(const struct migrator *migrator, const char *service)
{
    if (!execute(migrator, "SELECT set_config('reversid.service_role', $1, false)", &service, 1,
                 NULL) ||
        !run(migrator, (const char *)sql_grants))
        return complain(migrator, "granting the use of the schema");
    report(migrator, "the role %s may use the schema", service);
    return true;
}

static bool migrate(struct migrator *migrator, const char *url, const char *service)
{
    int version = 0;
    if (!connect_and_lock(migrator, url) || !read_version(migrator, &version) ||
        !refuse_newer(migrator, version))
        return false;
    for (int i = 0; i < MIGRATION_COUNT; i++)
        if (migrations[i].version > version && !apply(migrator, &migrations[i]))
            return false;
    report(migrator, "the schema is at version %d", store_schema_built());
    return !service || grant(migrator, service);
}

bool store_migrate(const char *url, const char *service, void (*report_to)(const char *sentence),
                   char *why, size_t why_size)
{
    struct migrator migrator = {.report = report_to, .why = why, .why_size = why_size};
    bool migrated = migrate(&migrator, url, service);
    PQfinish(migrator.connection); /* releases the lock and rolls back what is open */
    return migrated;
}
