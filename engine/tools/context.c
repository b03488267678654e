#include "command.h"

#include <stdio.h>

struct rev_search_context *command_context(size_t table_bytes)
{
    struct rev_search_context *context = rev_search_context_new(table_bytes);
    if (!context)
        fprintf(stderr, "reversi: no memory for a table of %zu MiB\n", table_bytes >> 20);
    return context;
}
