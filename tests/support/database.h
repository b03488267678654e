/**
 * The PostgreSQL that a test program works with: a database of its own, made and migrated before
 * the tests and dropped after them.
 *
 * The server is the one that TEST_DATABASE_URL (the service's role), TEST_MIGRATE_URL (the schema's
 * owner) and TEST_ADMIN_URL (a superuser) name, all as URIs. Where they are not set, the program
 * starts a server, which ends with the program.
 */
#ifndef TEST_DATABASE_H
#define TEST_DATABASE_H

#include "suite.h"

#include <stddef.h>

/** As which role to connect. */
enum database_role { DATABASE_SERVICE, DATABASE_OWNER, DATABASE_ADMIN, DATABASE_ROLE_COUNT };

/** Before the tests, in the program's own process: gets a database and migrates it. */
void database_begin(void);

/** The same, and the server is this program's own whatever the environment says: it may be stopped.
 */
void database_begin_own(void);

/** After the tests. */
void database_end(void);

/** The main function of a Check program with one suite and a database: begins, runs, ends. Returns
 *  the exit status. */
int database_suite_run(Suite *suite);

/** The program's database as a role sees it. */
const char *database_url(enum database_role role);

/** The name of a role. */
const char *database_role_name(enum database_role role);

/** Makes an empty database of the owner's on the same server, and drops it. */
void database_create(const char *name);
void database_drop(const char *name);

/** Writes the URL of a database on the same server. */
void database_url_of(enum database_role role, const char *name, char *url, size_t size);

/** Stops and starts the server. Only after database_begin_own. */
void database_stop(void);
void database_start(void);

/** Runs SQL, which must succeed. */
void database_run(const char *url, const char *sql);

/** Runs SQL, put together as by printf, as the schema's owner in the program's database; it must
 *  succeed. */
__attribute__((format(printf, 1, 2))) void database_change(const char *format, ...);

/** The same with a query: the first column of its first row as a number. */
__attribute__((format(printf, 1, 2))) int database_number(const char *format, ...);

/** A connection of the owner's that holds a table for itself: whoever asks for it waits, until
 *  database_unlock. */
struct database_lock *database_lock(const char *table);
void database_unlock(struct database_lock *lock);

/** Runs SQL and gives its SQLSTATE, "00000" where it succeeds. */
void database_sqlstate(const char *url, const char *sql, char sqlstate[6]);

/** Runs a query and writes the first column of its first row; "" where there is none. */
void database_value(const char *url, const char *sql, char *value, size_t size);

#endif
