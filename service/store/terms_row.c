#include "store/terms_row.h"

#include "domain/words.h"

void terms_row_write(struct store *store, const struct terms *terms)
{
    parameter_text(store, words_visibility[terms->visibility]);
    parameter_text(store, words_clock[terms->clock.kind]);
    parameter_int4(store, terms->clock.amount);
    parameter_text(store, words_on_timeout[terms->clock.on_timeout]);
    parameter_int4(store, terms->wins_needed);
    parameter_bool(store, terms->rated);
    parameter_bool(store, terms->staked);
}

void terms_row_read(struct row *row, int column, struct terms *terms)
{
    terms->visibility = (enum game_visibility)column_word(row, column, words_visibility);
    terms->clock.kind = (enum clock_kind)column_word(row, column + 1, words_clock);
    terms->clock.amount = column_int4(row, column + 2);
    terms->clock.on_timeout = (enum timeout_policy)column_word(row, column + 3, words_on_timeout);
    terms->wins_needed = column_int4(row, column + 4);
    terms->rated = column_bool(row, column + 5);
    terms->staked = column_bool(row, column + 6);
}

int column_word(struct row *row, int column, const char *const *words)
{
    size_t length;
    const char *text = column_text(row, column, &length);
    int index = words_index(words, text, length);
    row->bad |= index < 0;
    return index < 0 ? 0 : index;
}

struct uuid column_uuid_or_nil(struct row *row, int column)
{
    return column_is_null(row, column) ? (struct uuid){{0}} : column_uuid(row, column);
}

void parameter_uuid_or_null(struct store *store, const struct uuid *value)
{
    if (uuid_is_nil(value))
        parameter_null(store);
    else
        parameter_uuid(store, value);
}
