#include "store/statements.h"

#define STATEMENT(name, parameters, effect) extern const unsigned char sql_query_##name[];
#include "store/statements.def"
#undef STATEMENT

static const struct {
    const char *name;
    const unsigned char *sql;
    int parameters;
    enum statement_effect effect;
} rows[STATEMENT_COUNT] = {
#define STATEMENT(name, parameters, effect) {#name, sql_query_##name, parameters, effect},
#include "store/statements.def"
#undef STATEMENT
};

const char *statement_name(enum statement statement)
{
    return rows[statement].name;
}

const char *statement_sql(enum statement statement)
{
    return (const char *)rows[statement].sql;
}

int statement_parameters(enum statement statement)
{
    return rows[statement].parameters;
}

enum statement_effect statement_effect(enum statement statement)
{
    return rows[statement].effect;
}
