#include "database.h"

#include "store/store.h"

#include <check.h>
#include <libpq-fe.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { URL_SIZE = 512, NAME_SIZE = 64, SQL_SIZE = 2048 };

static char server_urls[DATABASE_ROLE_COUNT][URL_SIZE]; /* of the server's own database */
static char urls[DATABASE_ROLE_COUNT][URL_SIZE];
static char role_names[DATABASE_ROLE_COUNT][NAME_SIZE];
static char database_name[NAME_SIZE];

/* The script that runs a server of our own: tests/support/database. */
static struct {
    pid_t pid;
    FILE *commands;
    FILE *answers;
} server;

__attribute__((noreturn)) static void give_up(const char *why)
{
    fprintf(stderr, "test database: %s\n", why);
    exit(1);
}

/** Reads the URLs that the server has once it is ready. */
static void await_ready(void)
{
    if (fscanf(server.answers, " ready %511s %511s %511s", server_urls[DATABASE_SERVICE],
               server_urls[DATABASE_OWNER], server_urls[DATABASE_ADMIN]) != DATABASE_ROLE_COUNT)
        give_up("tests/support/database did not start one");
}

__attribute__((noreturn)) static void become_server(int commands, int answers)
{
    const char *source = getenv("REVERSID_SOURCE");
    char script[1024];
    snprintf(script, sizeof script, "%s/tests/support/database", source ? source : ".");
    dup2(commands, STDIN_FILENO);
    dup2(answers, STDOUT_FILENO);
    for (int file = STDERR_FILENO + 1; file < 64; file++)
        close(file);
    execl(script, script, (char *)NULL);
    perror(script);
    _exit(1);
}

static void start_server(void)
{
    int commands[2], answers[2];
    if (pipe(commands) != 0 || pipe(answers) != 0)
        give_up("no pipes");
    server.pid = fork();
    if (server.pid == 0)
        become_server(commands[0], answers[1]);
    close(commands[0]);
    close(answers[1]);
    server.commands = fdopen(commands[1], "w");
    server.answers = fdopen(answers[0], "r");
    await_ready();
}

static bool take_environment(void)
{
    static const char *const names[DATABASE_ROLE_COUNT] = {
        [DATABASE_SERVICE] = "TEST_DATABASE_URL",
        [DATABASE_OWNER] = "TEST_MIGRATE_URL",
        [DATABASE_ADMIN] = "TEST_ADMIN_URL",
    };
    for (int role = 0; role < DATABASE_ROLE_COUNT; role++) {
        const char *url = getenv(names[role]);
        if (!url)
            return false;
        snprintf(server_urls[role], URL_SIZE, "%s", url);
    }
    return true;
}

void database_url_of(enum database_role role, const char *name, char *url, size_t size)
{
    const char *server_url = server_urls[role];
    snprintf(url, size, "%s%cdbname=%s", server_url, strchr(server_url, '?') ? '&' : '?', name);
}

/** Gives this program its database. */
static void make_database(void)
{
    char why[512];
    for (int role = 0; role < DATABASE_ROLE_COUNT; role++)
        database_value(server_urls[role], "SELECT current_user", role_names[role], NAME_SIZE);
    snprintf(database_name, sizeof database_name, "test_%d", (int)getpid());
    database_create(database_name);
    for (int role = 0; role < DATABASE_ROLE_COUNT; role++)
        database_url_of((enum database_role)role, database_name, urls[role], URL_SIZE);
    if (!store_migrate(urls[DATABASE_OWNER], role_names[DATABASE_SERVICE], NULL, why, sizeof why))
        give_up(why);
}

void database_begin(void)
{
    if (!take_environment())
        start_server();
    make_database();
}

void database_begin_own(void)
{
    start_server();
    make_database();
}

void database_end(void)
{
    database_drop(database_name);
    if (!server.pid)
        return;
    fclose(server.commands);
    fclose(server.answers);
    waitpid(server.pid, NULL, 0);
    server.pid = 0;
}

int database_suite_run(Suite *suite)
{
    database_begin();
    int status = suite_run(suite);
    database_end();
    return status;
}

const char *database_url(enum database_role role)
{
    return urls[role];
}

const char *database_role_name(enum database_role role)
{
    return role_names[role];
}

static void command(const char *word)
{
    ck_assert_msg(server.pid != 0, "the server is not this program's own");
    fprintf(server.commands, "%s\n", word);
    fflush(server.commands);
}

void database_stop(void)
{
    char answer[16];
    command("stop");
    ck_assert_int_eq(fscanf(server.answers, " %15s", answer), 1);
    ck_assert_str_eq(answer, "stopped");
}

void database_start(void)
{
    command("start");
    await_ready();
}

/** Connects, runs, disconnects. The result is the caller's to clear. */
static PGresult *run(const char *url, const char *sql)
{
    PGconn *connection = PQconnectdb(url);
    if (PQstatus(connection) != CONNECTION_OK)
        give_up(PQerrorMessage(connection));
    PGresult *result = PQexec(connection, sql);
    PQfinish(connection);
    return result;
}

static bool succeeded(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

void database_run(const char *url, const char *sql)
{
    PGresult *result = run(url, sql);
    if (!succeeded(result))
        give_up(PQresultErrorMessage(result));
    PQclear(result);
}

void database_sqlstate(const char *url, const char *sql, char sqlstate[6])
{
    PGresult *result = run(url, sql);
    snprintf(sqlstate, 6, "%s",
             succeeded(result) ? "00000" : PQresultErrorField(result, PG_DIAG_SQLSTATE));
    PQclear(result);
}

void database_value(const char *url, const char *sql, char *value, size_t size)
{
    PGresult *result = run(url, sql);
    if (!succeeded(result))
        give_up(PQresultErrorMessage(result));
    snprintf(value, size, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
}

__attribute__((format(printf, 2, 0))) static void
put_together(char sql[SQL_SIZE], const char *format, va_list arguments)
{
    int length = vsnprintf(sql, SQL_SIZE, format, arguments);
    ck_assert_int_lt(length, SQL_SIZE);
}

void database_change(const char *format, ...)
{
    char sql[SQL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    put_together(sql, format, arguments);
    va_end(arguments);
    database_run(urls[DATABASE_OWNER], sql);
}

int database_number(const char *format, ...)
{
    char sql[SQL_SIZE], value[32];
    va_list arguments;
    va_start(arguments, format);
    put_together(sql, format, arguments);
    va_end(arguments);
    database_value(urls[DATABASE_OWNER], sql, value, sizeof value);
    return atoi(value);
}

struct database_lock {
    PGconn *connection;
};

struct database_lock *database_lock(const char *table)
{
    char sql[128];
    struct database_lock *lock = malloc(sizeof *lock);
    ck_assert_ptr_nonnull(lock);
    lock->connection = PQconnectdb(urls[DATABASE_OWNER]);
    snprintf(sql, sizeof sql, "BEGIN; LOCK TABLE %s", table);
    PGresult *result = PQexec(lock->connection, sql);
    ck_assert_int_eq(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
    return lock;
}

void database_unlock(struct database_lock *lock)
{
    PQfinish(lock->connection);
    free(lock);
}

void database_create(const char *name)
{
    char sql[256];
    snprintf(sql, sizeof sql, "CREATE DATABASE %s OWNER %s TEMPLATE template0", name,
             role_names[DATABASE_OWNER]);
    database_run(server_urls[DATABASE_ADMIN], sql);
}

void database_drop(const char *name)
{
    char sql[256];
    snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", name);
    database_run(server_urls[DATABASE_ADMIN], sql);
}
