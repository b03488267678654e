#include "json/analysis.h"

#include "json/game.h"

void json_line(struct json_writer *writer, const uint8_t *line, int length)
{
    json_begin_array(writer);
    for (int i = 0; i < length; i++)
        json_square(writer, line[i]);
    json_end(writer);
}

void json_analysed_move(struct json_writer *writer, const struct rev_root_move *move)
{
    json_begin_object(writer);
    json_member(writer, "square");
    json_square(writer, move->square);
    json_member_number(writer, "score", move->score);
    json_member_bool(writer, "exact", move->exact);
    json_member_bool(writer, "bound", move->bound);
    json_member(writer, "line");
    json_line(writer, move->line, move->line_length);
    json_end(writer);
}

void json_member_confidence(struct json_writer *writer, bool exact, int confidence)
{
    if (exact || confidence > 0)
        json_member_number(writer, "confidence", exact ? 100 : confidence);
    else
        json_member_null(writer, "confidence");
}

static void write_centre_moves(struct json_writer *writer, const struct rev_game *game)
{
    for (uint64_t rest = game->legal; rest; rest &= rest - 1) {
        struct rev_root_move move = {.square = __builtin_ctzll(rest), .line_length = 1};
        move.line[0] = (uint8_t)move.square;
        json_analysed_move(writer, &move);
    }
}

void json_analysis(struct json_writer *writer, const struct rev_game *game,
                   const struct rev_result *result)
{
    bool exact = game->over || result->exact;
    json_begin_object(writer);
    json_member_color(writer, "turn", !game->over, game->now.turn);
    json_member_number(writer, "depth", result->depth);
    json_member_bool(writer, "exact", exact);
    json_member_confidence(writer, exact, result->confidence);
    json_member_number(writer, "nodes", (int64_t)result->nodes);
    json_member_string(writer, "score_custom", "empties_to_winner");
    json_member(writer, "moves");
    json_begin_array(writer);
    if (rev_game_in_centre(game))
        write_centre_moves(writer, game);
    for (int i = 0; i < result->move_count; i++)
        json_analysed_move(writer, &result->moves[i]);
    json_end(writer);
    json_end(writer);
}
