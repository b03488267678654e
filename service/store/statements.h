/** The statements of statements.def, each with its text from sql/queries. */
#ifndef REVERSID_STORE_STATEMENTS_H
#define REVERSID_STORE_STATEMENTS_H

#include <stdbool.h>

enum statement {
#define STATEMENT(name, parameters, effect) STATEMENT_##name,
#include "store/statements.def"
#undef STATEMENT
    STATEMENT_COUNT
};

enum statement_effect { READS, WRITES };

/** Its name, under which it is prepared too. */
const char *statement_name(enum statement statement);

/** Its SQL, NUL-terminated. */
const char *statement_sql(enum statement statement);

/** How many parameters it takes. */
int statement_parameters(enum statement statement);

/** Whether asking it twice could do something twice. */
enum statement_effect statement_effect(enum statement statement);

#endif
