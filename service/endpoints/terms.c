#include "endpoints/terms.h"

#include "base/limits.h"
#include "domain/words.h"
#include "endpoints/position.h"

static struct result read_opening(const struct json_in *body, bool takes_position,
                                  struct terms *terms)
{
    static const char *const without_position[] = {"standard", "original", "xot", NULL};
    int opening = OPENING_STANDARD;
    bool present = false;
    TRY(json_get_choice(body, "opening", JSON_OPTIONAL,
                        takes_position ? words_opening : without_position, &opening));
    terms->opening = (enum game_opening)opening;
    if (terms->opening == OPENING_POSITION)
        return position_read(body, JSON_REQUIRED, &terms->position, &present);
    if (takes_position && json_has(body, "position"))
        return json_refuse(body, "position", "A position goes with \"opening\": \"position\".");
    return OK;
}

struct result terms_read(const struct json_in *body, enum game_visibility visibility,
                         bool takes_position, struct terms *terms)
{
    int shown = visibility;
    *terms = (struct terms){.clock = {CLOCK_PER_MOVE, CLOCK_SECONDS_DEFAULT, TIMEOUT_FORFEIT}};
    TRY(read_opening(body, takes_position, terms));
    TRY(ep_read_clock(body, &terms->clock));
    TRY(ep_read_match_length(body, &terms->wins_needed));
    TRY(json_get_choice(body, "visibility", JSON_OPTIONAL, words_visibility, &shown));
    terms->visibility = (enum game_visibility)shown;
    TRY(json_get_bool(body, "rated", JSON_OPTIONAL, &terms->rated));
    TRY(json_get_bool(body, "staked", JSON_OPTIONAL, &terms->staked));
    if (terms->staked && terms->clock.kind == CLOCK_NONE)
        return json_refuse(body, "staked", "A game for chips needs a clock.");
    return OK;
}

struct result terms_read_color(const struct json_in *body, enum color_wish *color)
{
    int wish = WISH_RANDOM;
    TRY(json_get_choice(body, "color", JSON_OPTIONAL, words_color_wish, &wish));
    *color = (enum color_wish)wish;
    return OK;
}

uint64_t terms_seed(void)
{
    uint64_t seed;
    crypto_random(&seed, sizeof seed);
    return seed & SEED_MAX;
}
