#include "domain/study.h"

#include <assert.h>
#include <string.h>

/* Each search of a position costs four times the one before; together they cost a third more than
   the last one alone. */
enum { STAGE_NODES_FIRST = 4 * 1000 * 1000, STAGE_GROWTH_BITS = 2 };

const struct study_budget *study_budget_of(enum study_strength strength)
{
    static const struct study_budget budgets[] = {
        [STUDY_QUICK] = {20 * 1000, 16, 10},
        [STUDY_STANDARD] = {1000 * 1000, 24, 14},
        [STUDY_DEEP] = {20 * 1000 * 1000, 30, 18},
    };
    assert(strength < STUDY_OWN);
    return &budgets[strength];
}

static void set_up(struct study *study, const struct uuid *id, enum study_strength strength,
                   const struct study_budget *budget, int steps, int64_t now_ms)
{
    memset(study, 0, sizeof *study);
    study->key = (struct study_key){*id, strength};
    study->budget = *budget;
    study->steps = steps;
    study->status = steps > 0 ? STUDY_QUEUED : STUDY_DONE;
    study->version = 1;
    study->created_ms = now_ms;
    study->updated_ms = now_ms;
}

/** A line for a position: p and the position, or o and what of the centre is filled. */
static size_t write_position(const struct rev_game *game, char *text)
{
    if (rev_game_in_centre(game)) {
        char moves[REV_TRANSCRIPT_SIZE];
        rev_game_transcript(game, moves);
        text[0] = 'o';
        strcpy(text + 1, moves);
    } else {
        text[0] = 'p';
        rev_position_write(&game->now, text + 1);
    }
    strcat(text, "\n");
    return strlen(text);
}

void study_of_positions(struct study *study, const struct uuid *id, const struct rev_game *games,
                        int count, const struct study_budget *budget, int64_t now_ms)
{
    assert(count <= STUDY_STEPS_MAX);
    set_up(study, id, STUDY_OWN, budget, count, now_ms);
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += write_position(&games[i], study->positions + length);
}

int study_first_ply(const struct rev_game *game)
{
    enum { CENTRE_DISCS = 4 };
    int first = game->opening == REV_OPENING_ORIGINAL ? CENTRE_DISCS : 0;
    return first < game->ply ? first : game->ply;
}

void study_of_game(struct study *study, const struct game *game, enum study_strength strength,
                   int64_t now_ms)
{
    int steps = game->rules.ply - study_first_ply(&game->rules);
    set_up(study, &game->id, strength, study_budget_of(strength), steps, now_ms);
}

struct uuid study_topic(const struct study_key *key)
{
    uint8_t bytes[sizeof key->id.bytes + 1];
    memcpy(bytes, key->id.bytes, sizeof key->id.bytes);
    bytes[sizeof key->id.bytes] = (uint8_t)key->strength;
    return uuid_of(bytes, sizeof bytes);
}

/** Reads one line without its end. */
static bool read_position(const char *line, size_t length, struct rev_game *game)
{
    if (length > 0 && line[0] == 'o') {
        rev_game_init(game, REV_OPENING_ORIGINAL, NULL);
        return rev_game_play_transcript(game, line + 1, length - 1, NULL);
    }
    struct rev_position position;
    if (length == 0 || line[0] != 'p' || !rev_position_parse(line + 1, length - 1, &position, NULL))
        return false;
    rev_game_init(game, REV_OPENING_POSITION, &position);
    return true;
}

bool study_position(const struct study *study, int step, struct rev_game *game)
{
    const char *line = study->positions;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        if (step-- == 0)
            return read_position(line, (size_t)(end - line), game);
    return false;
}

/** Nodes of a search, as often as the position was searched before. */
static uint64_t stage_nodes(const struct study *study)
{
    uint64_t nodes = study->budget.nodes_max;
    if (study_is_review(study))
        return nodes;
    int growth = STAGE_GROWTH_BITS * study->stage;
    uint64_t stage = growth < 32 ? (uint64_t)STAGE_NODES_FIRST << growth : nodes;
    return stage < nodes ? stage : nodes;
}

struct rev_limits study_limits(const struct study *study)
{
    return (struct rev_limits){
        .nodes_max = stage_nodes(study),
        .depth_max = study->budget.depth_max,
        .exact_empties_max = study->budget.exact_empties_max,
        .best_moves = study_is_review(study) ? 1 : REV_ROOT_MOVES_MAX,
    };
}

int study_share(int open, int open_max, int of_caller_max)
{
    int left = open_max - open, half = open_max / 2;
    if (left <= 0)
        return 0;
    if (left >= half)
        return of_caller_max;
    int share = of_caller_max * left / half;
    return share > 0 ? share : 1;
}

void study_advance(struct study *study, const struct rev_result *result)
{
    uint64_t nodes = stage_nodes(study);
    bool searches_again = !study_is_review(study) && nodes < study->budget.nodes_max &&
                          result->nodes >= nodes; /* else it ended by itself */
    study->version++;
    study->depth = result->depth;
    study->nodes += result->nodes;
    study->stage = searches_again ? study->stage + 1 : 0;
    study->step += searches_again ? 0 : 1;
    if (study->step == study->steps)
        study->status = STUDY_DONE;
}
