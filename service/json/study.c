#include "json/study.h"

#include "domain/words.h"
#include "json/analysis.h"
#include "json/game.h"

/** Members that every study has, into an object that is open. */
static void write_progress(struct json_writer *writer, const struct study *study)
{
    json_member_string(writer, "status", words_study_status[study->status]);
    json_member(writer, "failure");
    if (study->status == STUDY_FAILED)
        json_put_string(writer, "given-up");
    else
        json_put_null(writer);
    json_member(writer, "progress");
    json_begin_object(writer);
    json_member_number(writer, "done", study->step);
    json_member_number(writer, "total", study->steps);
    json_member_number(writer, "depth", study->depth);
    json_member_number(writer, "nodes", (int64_t)study->nodes);
    json_end(writer);
    json_member(writer, "budget");
    json_begin_object(writer);
    json_member_number(writer, "nodes", (int64_t)study->budget.nodes_max);
    json_member_number(writer, "depth", study->budget.depth_max);
    json_member_number(writer, "exact_empties", study->budget.exact_empties_max);
    json_end(writer);
    json_member_time(writer, "created_at", study->created_ms);
    json_member_time(writer, "updated_at", study->updated_ms);
}

/** An analysis for each position that was searched, null for each that was not. */
static bool write_positions(struct json_writer *writer, const struct study *study,
                            const struct rev_result *results, int count)
{
    struct rev_game game;
    json_member(writer, "positions");
    json_begin_array(writer);
    for (int i = 0; i < study->steps; i++) {
        if (i >= count)
            json_put_null(writer);
        else if (study_position(study, i, &game))
            json_analysis(writer, &game, &results[i]);
        else
            return false;
    }
    json_end(writer);
    return true;
}

/** Begins an analysis, but for its positions. */
static void begin_analysis(struct json_writer *writer, const struct study *study,
                           int64_t expires_ms)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&study->key.id, id);
    json_begin_object(writer);
    json_member_string(writer, "id", id);
    write_progress(writer, study);
    if (expires_ms)
        json_member_time(writer, "expires_at", expires_ms);
    else
        json_member_null(writer, "expires_at");
}

bool json_asked_analysis(struct json_writer *writer, const struct study *study, int64_t expires_ms)
{
    char position[REV_POSITION_TEXT_SIZE];
    struct rev_game game;
    begin_analysis(writer, study, expires_ms);
    json_member(writer, "positions");
    json_begin_array(writer);
    for (int i = 0; i < study->steps; i++) {
        if (!study_position(study, i, &game))
            return false;
        rev_position_write(&game.now, position);
        json_put_string(writer, position);
    }
    json_end(writer);
    json_end(writer);
    return true;
}

/** Begins a review, but for what was found. */
static void begin_review(struct json_writer *writer, const struct study *study)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&study->key.id, id);
    json_begin_object(writer);
    json_member_string(writer, "game", id);
    json_member_string(writer, "strength", words_review_strength[study->key.strength]);
    write_progress(writer, study);
}

void json_asked_review(struct json_writer *writer, const struct study *study)
{
    begin_review(writer, study);
    json_end(writer);
}

bool json_analysis_job(struct json_writer *writer, const struct study *study,
                       const struct rev_result *results, int count, int64_t expires_ms)
{
    begin_analysis(writer, study, expires_ms);
    if (!write_positions(writer, study, results, count))
        return false;
    json_end(writer);
    return true;
}

static void member_score(struct json_writer *writer, const char *name, bool present, int score)
{
    if (present)
        json_member_number(writer, name, score);
    else
        json_member_null(writer, name);
}

static void write_move(struct json_writer *writer, const struct game *game,
                       const struct reviewed_move *move)
{
    const struct rev_ply *ply = &game->rules.plies[move->index];
    const struct rev_root_move *best = move->best;
    json_begin_object(writer);
    json_member_number(writer, "ply", move->index + 1);
    json_member(writer, "square");
    json_square(writer, ply->square);
    json_member_string(writer, "color", words_color[move->color]);
    json_member_string(writer, "by", words_by[game->by[move->index]]);
    json_member_color(writer, "passed", ply->passed, rev_other(move->color));
    json_member_number(writer, "empties", move->empties);
    json_member_number(writer, "choices", move->choices);
    member_score(writer, "before", best, move->before);
    member_score(writer, "after", best, move->after);
    member_score(writer, "discs_lost", best, move->lost);
    json_member_bool(writer, "exact", move->exact);
    json_member_confidence(writer, move->exact, move->confidence);
    json_member_number(writer, "depth", move->depth);
    json_member(writer, "best");
    if (best)
        json_square(writer, best->square);
    else
        json_put_null(writer);
    json_member(writer, "line");
    json_line(writer, best ? best->line : NULL, best ? best->line_length : 0);
    json_end(writer);
}

static void write_side(struct json_writer *writer, const char *name, const struct review_side *side)
{
    int accuracy = review_accuracy(side);
    json_member(writer, name);
    json_begin_object(writer);
    json_member_number(writer, "moves", side->moves);
    json_member_number(writer, "choices", side->choices);
    json_member_number(writer, "best", side->best);
    json_member_number(writer, "discs_lost", side->lost);
    member_score(writer, "accuracy", accuracy >= 0, accuracy);
    json_end(writer);
}

void json_review(struct json_writer *writer, const struct game *game, const struct study *study,
                 const struct review *review)
{
    begin_review(writer, study);
    json_member_string(writer, "score_custom", "empties_to_winner");
    member_score(writer, "exact_from_empties", review->exact_from >= 0, review->exact_from);
    write_side(writer, words_color[REV_BLACK], &review->sides[REV_BLACK]);
    write_side(writer, words_color[REV_WHITE], &review->sides[REV_WHITE]);
    json_member(writer, "moves");
    json_begin_array(writer);
    for (int i = 0; i < review->count; i++)
        write_move(writer, game, &review->moves[i]);
    json_end(writer);
    json_end(writer);
}
