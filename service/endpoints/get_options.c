#include "domain/words.h"
#include "endpoints/endpoint.h"
#include "render/render.h"

#include <string.h>

struct option {
    const char *value;
    const char *description;
};

static const struct option opponents[] = {{"ai", "The computer, at a level."},
                                          {"local", "Two people on one device."}};
static const struct option decline_reasons[] = {{"other", "No reason in particular."},
                                                {"not-now", "Not now; please ask again later."},
                                                {"clock", "With another clock, please."},
                                                {"length", "With another match length, please."},
                                                {"opening", "With another opening, please."},
                                                {"color", "With the other colour, please."},
                                                {"rated", "Rated, please."},
                                                {"casual", "Not rated, please."}};
static const struct option levels[] = {
    {"easy", "Plays without looking closely and often misses good moves."},
    {"medium", "Looks a few moves ahead and knows what corners are worth."},
    {"hard", "Looks far ahead and plays the end perfectly."}};
static const struct option openings[] = {
    {"standard", "Four discs stand in the centre; black moves."},
    {"original", "An empty board; the first four discs go to the centre and flip nothing."},
    {"xot", "A random balanced position, eight moves on."},
    {"position", "The position that you give."}};
static const struct option colors[] = {
    {"black", "You move first."}, {"white", "The AI moves first."}, {"random", "Chance decides."}};
static const struct option visibilities[] = {{"public", "Listed; anyone may find and watch it."},
                                             {"unlisted", "Only who knows the id can watch it."}};
static const struct option clocks[] = {{"none", "No clock."},
                                       {"per_move", "So many seconds for each move."},
                                       {"correspondence", "So many days for each move."}};
static const struct option timeouts[] = {
    {"forfeit", "At the deadline the game is lost."},
    {"autoplay", "At the deadline the server plays; three times running, and the match is lost."}};
static const int match_lengths[] = {1, 3, MATCH_WINS_MAX};
static const struct option text_styles[] = {{"ascii", "Letters and signs, for terminals."},
                                            {"emoji", "Round discs on green squares, for chats."}};
static const struct option formats[] = {
    {"json", "Everything about the game that lasts."},
    {"ggf", "The Generic Game Format, which other programs read."},
    {"transcript", "The placements, without separators."}};
static const char *const theme_descriptions[RENDER_THEME_COUNT] = {
    [RENDER_GREEN] = "Green cloth.",
    [RENDER_BLUE] = "Blue.",
    [RENDER_WOOD] = "Wood.",
    [RENDER_CONTRAST] = "Black and white, for hard-to-read screens."};

static void write_options(struct json_writer *writer, const char *name,
                          const struct option *options, size_t count)
{
    json_member(writer, name);
    json_begin_array(writer);
    for (size_t i = 0; i < count; i++) {
        json_begin_object(writer);
        json_member_string(writer, "value", options[i].value);
        json_member_string(writer, "description", options[i].description);
        json_end(writer);
    }
    json_end(writer);
}

#define WRITE_OPTIONS(writer, name, options)                                                       \
    write_options(writer, name, options, sizeof(options) / sizeof((options)[0]))

static void write_themes(struct json_writer *writer)
{
    struct option themes[RENDER_THEME_COUNT];
    for (int theme = 0; theme < RENDER_THEME_COUNT; theme++)
        themes[theme] =
            (struct option){render_theme_name((enum render_theme)theme), theme_descriptions[theme]};
    WRITE_OPTIONS(writer, "themes", themes);
}

static void write_clocks(struct json_writer *writer)
{
    WRITE_OPTIONS(writer, "clocks", clocks);
    WRITE_OPTIONS(writer, "on_timeout", timeouts);
    json_member(writer, "clock_limits");
    json_begin_object(writer);
    json_member_number(writer, "seconds_min", CLOCK_SECONDS_MIN);
    json_member_number(writer, "seconds_max", CLOCK_SECONDS_MAX);
    json_member_number(writer, "seconds_default", CLOCK_SECONDS_DEFAULT);
    json_member_number(writer, "days_min", CLOCK_DAYS_MIN);
    json_member_number(writer, "days_max", CLOCK_DAYS_MAX);
    json_member_number(writer, "days_default", CLOCK_DAYS_DEFAULT);
    json_member_number(writer, "next_game_bonus_seconds", CLOCK_NEXT_GAME_BONUS_S);
    json_member_number(writer, "misses_max", CLOCK_MISSES_MAX);
    json_member_number(writer, "idle_days", CLOCK_IDLE_DAYS);
    json_end(writer);
    json_member(writer, "match_lengths");
    json_begin_array(writer);
    for (size_t i = 0; i < sizeof match_lengths / sizeof match_lengths[0]; i++)
        json_put_number(writer, match_lengths[i]);
    json_end(writer);
}

/** What a match of each length is played for, and what winning it against the AI earns. */
static void write_chip_lengths(struct json_writer *writer)
{
    json_member(writer, "lengths");
    json_begin_array(writer);
    for (size_t i = 0; i < sizeof match_lengths / sizeof match_lengths[0]; i++) {
        int stake = chips_stake(match_lengths[i]);
        json_begin_object(writer);
        json_member_number(writer, "wins_needed", match_lengths[i]);
        json_member_number(writer, "stake", stake);
        json_member_number(writer, "penalty", chips_penalty(stake));
        json_member(writer, "rewards");
        json_begin_object(writer);
        for (int level = 0; level < REV_LEVEL_COUNT; level++)
            json_member_number(writer, words_level[level],
                               chips_reward((enum rev_level)level, match_lengths[i]));
        json_end(writer);
        json_end(writer);
    }
    json_end(writer);
}

static void write_chips(struct json_writer *writer)
{
    json_member(writer, "chips");
    json_begin_object(writer);
    json_member_number(writer, "start", CHIPS_START);
    json_member_number(writer, "earned_a_day_max", CHIPS_EARNED_A_DAY_MAX);
    write_chip_lengths(writer);
    json_end(writer);
}

static void write_defaults(struct json_writer *writer)
{
    json_member(writer, "picture");
    json_begin_object(writer);
    json_member_number(writer, "size_min", RENDER_SIZE_MIN);
    json_member_number(writer, "size_max", RENDER_SIZE_MAX);
    json_member_number(writer, "size_default", RENDER_SIZE_DEFAULT);
    json_end(writer);
    json_member(writer, "defaults");
    json_begin_object(writer);
    json_member_string(writer, "color", words_color[REV_BLACK]);
    json_member_string(writer, "opening", words_opening[OPENING_STANDARD]);
    json_member_string(writer, "visibility", words_visibility[VISIBILITY_UNLISTED]);
    json_member_string(writer, "clock", words_clock[CLOCK_NONE]);
    json_member_string(writer, "on_timeout", words_on_timeout[TIMEOUT_FORFEIT]);
    json_member_string(writer, "theme", render_theme_name(RENDER_GREEN));
    json_member_string(writer, "text_style", "ascii");
    json_member_string(writer, "export_format", "json");
    json_end(writer);
}

/** The client ids of Google's sign-in that this service takes; a page needs one of them. */
static void write_sign_in(struct json_writer *writer, const char *ids)
{
    json_member(writer, "sign_in");
    json_begin_object(writer);
    json_member(writer, "google_client_ids");
    json_begin_array(writer);
    for (const char *at = ids + strspn(ids, ", "); *at; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ", ");
        json_put_string_n(writer, at, length);
        at += length;
    }
    json_end(writer);
    json_end(writer);
}

struct result ep_get_options(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    const struct endpoint *endpoint = worker;
    TRY(http_query_only(request, names));
    struct json_writer writer = ep_json(request, 200);
    json_begin_object(&writer);
    WRITE_OPTIONS(&writer, "opponents", opponents);
    WRITE_OPTIONS(&writer, "levels", levels);
    WRITE_OPTIONS(&writer, "openings", openings);
    WRITE_OPTIONS(&writer, "colors", colors);
    WRITE_OPTIONS(&writer, "visibilities", visibilities);
    WRITE_OPTIONS(&writer, "decline_reasons", decline_reasons);
    write_clocks(&writer);
    write_chips(&writer);
    write_themes(&writer);
    WRITE_OPTIONS(&writer, "text_styles", text_styles);
    WRITE_OPTIONS(&writer, "export_formats", formats);
    write_defaults(&writer);
    write_sign_in(&writer, endpoint->services->config->google_client_ids);
    json_end(&writer);
    return OK;
}
