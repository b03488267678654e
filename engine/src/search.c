#include "reversi/search.h"

#include "kernel.h"
#include "table.h"
#include "weights.h"

#include <stdlib.h>

struct rev_search_context {
    struct table table;
    struct rev_pause pause;
};

struct rev_search_context *rev_search_context_new(size_t table_bytes)
{
    if (!weights_load())
        return NULL;
    struct rev_search_context *context = calloc(1, sizeof *context);
    if (!context)
        return NULL;
    if (!table_init(&context->table, table_bytes)) {
        free(context);
        return NULL;
    }
    return context;
}

void rev_search_context_free(struct rev_search_context *context)
{
    if (!context)
        return;
    table_release(&context->table);
    free(context);
}

void rev_search_context_pause(struct rev_search_context *context, struct rev_pause pause)
{
    context->pause = pause;
}

void rev_search_context_keep(struct rev_search_context *context, bool keep)
{
    table_keep(&context->table, keep);
}

void rev_search(struct rev_search_context *context, struct rev_board board,
                const struct rev_limits *limits, struct rev_result *result)
{
    rev_kernel()->search(&context->table, &context->pause, board, limits, result);
}

int rev_evaluate(struct rev_board board)
{
    weights_load();
    return rev_kernel()->evaluate(board.own, board.opp);
}
