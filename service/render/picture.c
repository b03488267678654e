#include "render/picture.h"
#include "render/glyph.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both kinds of disc stand out from their square by at least 3 to 1 in contrast, the marks from
   both kinds of disc, and the text from the frame by 7 to 1: held by the tests. */
static const struct picture_theme THEMES[RENDER_THEME_COUNT] = {
    [RENDER_GREEN] = {.name = "green",
                      .frame = 0x16241c,
                      .text = 0xe6efe8,
                      .square = 0x2f8f5b,
                      .line = 0x1d6b42,
                      .discs = {0x161616, 0xf7f7f2},
                      .rims = {0x4a4f4c, 0xbfc5bd},
                      .mark = 0xe0533a,
                      .emoji_square = "🟩",
                      .emoji_hint = "🔹"},
    [RENDER_BLUE] = {.name = "blue",
                     .frame = 0x14202f,
                     .text = 0xe4ecf5,
                     .square = 0x3f7fb8,
                     .line = 0x285c8c,
                     .discs = {0x12161c, 0xf6f8fa},
                     .rims = {0x465160, 0xb6c3d0},
                     .mark = 0xdb5a2b,
                     .emoji_square = "🟦",
                     .emoji_hint = "🔸"},
    [RENDER_WOOD] = {.name = "wood",
                     .frame = 0x2e1d12,
                     .text = 0xf3e7d8,
                     .square = 0xab763f,
                     .line = 0x7d522a,
                     .discs = {0x1b1512, 0xfbf5e9},
                     .rims = {0x55483f, 0xd2c3aa},
                     .mark = 0xd1483c,
                     .emoji_square = "🟫",
                     .emoji_hint = "🔹"},
    [RENDER_CONTRAST] = {.name = "contrast",
                         .frame = 0x000000,
                         .text = 0xffffff,
                         .square = 0x7a7a7a,
                         .line = 0x000000,
                         .discs = {0x000000, 0xffffff},
                         .rims = {0xffffff, 0x000000},
                         .mark = 0xe8590c,
                         .emoji_square = "🟨",
                         .emoji_hint = "🔹"},
};

static const char *const COLORS[2] = {"Black", "White"};
static const char *const PASSED[2] = {"Black passed", "White passed"};

const struct picture_theme *picture_theme(enum render_theme theme)
{
    assert(theme < RENDER_THEME_COUNT);
    return &THEMES[theme];
}

const char *render_theme_name(enum render_theme theme)
{
    return picture_theme(theme)->name;
}

bool render_theme_parse(const char *name, size_t length, enum render_theme *theme)
{
    for (int i = 0; i < RENDER_THEME_COUNT; i++) {
        if (strlen(THEMES[i].name) == length && memcmp(THEMES[i].name, name, length) == 0) {
            *theme = (enum render_theme)i;
            return true;
        }
    }
    return false;
}

bool picture_is_running(const struct render_scene *scene)
{
    return !scene->caption && !scene->game->over;
}

const struct rev_ply *picture_last_move(const struct render_scene *scene)
{
    const struct rev_game *game = scene->game;
    return scene->last && game->ply > 0 ? &game->plies[game->ply - 1] : NULL;
}

struct picture_square picture_square(const struct render_scene *scene, int square)
{
    const struct rev_game *game = scene->game;
    const struct rev_ply *last = picture_last_move(scene);
    uint64_t bit = rev_bit(square);
    return (struct picture_square){
        .disc = (game->now.black | game->now.white) & bit,
        .color = game->now.white & bit ? REV_WHITE : REV_BLACK,
        .last = last && last->square == square,
        .hint = scene->hints && picture_is_running(scene) && (game->legal & bit),
    };
}

uint32_t picture_mix(uint32_t first, uint32_t second, double share)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double value = (first >> shift & 0xff) * (1 - share) + (second >> shift & 0xff) * share;
        mixed |= (uint32_t)(value + 0.5) << shift;
    }
    return mixed;
}

uint32_t picture_strip_rim_color(const struct render_scene *scene)
{
    const struct picture_theme *theme = picture_theme(scene->theme);
    return picture_mix(theme->frame, theme->text, 0.67);
}

uint32_t picture_hint_color(const struct render_scene *scene)
{
    const struct picture_theme *theme = picture_theme(scene->theme);
    return picture_mix(theme->square, theme->discs[scene->game->now.turn], 0.6);
}

int picture_square_at(const struct render_scene *scene, int column, int row)
{
    int square = row * 8 + column;
    return scene->flip ? 63 - square : square;
}

void picture_sentence(const struct render_scene *scene, char sentence[PICTURE_SENTENCE_SIZE])
{
    const struct rev_game *game = scene->game;
    int black = rev_game_discs(game, REV_BLACK), white = rev_game_discs(game, REV_WHITE);
    if (scene->caption) {
        size_t length =
            text_utf8_prefix(scene->caption, strlen(scene->caption), PICTURE_SENTENCE_SIZE - 1);
        memcpy(sentence, scene->caption, length);
        sentence[length] = '\0';
    } else if (!game->over) {
        snprintf(sentence, PICTURE_SENTENCE_SIZE, "%s to move", COLORS[game->now.turn]);
    } else if (black == white) {
        snprintf(sentence, PICTURE_SENTENCE_SIZE, "Draw %d–%d", black, white);
    } else if (black > white) {
        snprintf(sentence, PICTURE_SENTENCE_SIZE, "Black wins %d–%d", black, white);
    } else {
        snprintf(sentence, PICTURE_SENTENCE_SIZE, "White wins %d–%d", white, black);
    }
}

const char *picture_pass_sentence(const struct render_scene *scene)
{
    enum rev_color passed;
    bool told = picture_is_running(scene) && rev_game_passed(scene->game, &passed);
    return told ? PASSED[passed] : "";
}

/* --- layout ------------------------------------------------------------------------------ */

static int at_least(int least, double value)
{
    int rounded = (int)(value + 0.5);
    return rounded < least ? least : rounded;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/** Room for two lines of text, except under pictures too small for any. */
static int strip_height(int size)
{
    return at_least(size < RENDER_LABELS_SIZE_MIN ? 13 : 19, size * 0.105);
}

int render_height(int size)
{
    return size + strip_height(size);
}

static void lay_out_board(const struct render_scene *scene, struct picture_layout *layout)
{
    int size = scene->size;
    bool labels = scene->labels && size >= RENDER_LABELS_SIZE_MIN;
    int edge = at_least(2, size * 0.02);
    int gutter = labels ? at_least(11, size * 0.055) : edge;

    layout->line = size >= 600 ? 2 : 1;
    layout->cell = (size - gutter - edge - layout->line) / 8;
    layout->board_side = 8 * layout->cell + layout->line;
    int spare = size - gutter - edge - layout->board_side;
    layout->board_x = layout->board_y = gutter + spare / 2;

    double inner = layout->cell - layout->line;
    layout->disc_radius = inner * 0.43;
    layout->rim_width = larger(0.7, inner * 0.045);
    layout->shadow_drop = inner * 0.045;
    layout->mark_radius = larger(1.2, inner * 0.11);
    layout->hint_radius = larger(1.2, inner * 0.13);
    layout->dot_radius = larger(1.2, inner * 0.075);

    layout->label_height = labels ? larger(6.5, gutter * 0.46) : 0;
    layout->label_x = layout->board_x / 2.0;
    layout->label_baseline = (layout->board_x + layout->label_height * 0.94) / 2.0;
}

/** Places black's count at the left end of the strip and white's at the right, mirrored. */
static void lay_out_counts(const struct render_scene *scene, struct picture_layout *layout)
{
    int left = layout->board_x, right = layout->board_x + layout->board_side;
    int bottom = layout->board_y + layout->board_side;

    layout->count_y = (int)((bottom + layout->height) / 2.0 - scene->size * 0.003);
    layout->count_height = larger(7, scene->size * 0.038);
    layout->count_disc_radius = larger(4, scene->size * 0.0315);
    double beside = layout->count_disc_radius * 2 + scene->size * 0.021;
    layout->count_disc_x[REV_BLACK] = left + layout->count_disc_radius;
    layout->count_disc_x[REV_WHITE] = right - layout->count_disc_radius;
    layout->count_x[REV_BLACK] = left + beside;
    layout->count_x[REV_WHITE] = right - beside;

    double number = glyph_width("00") * layout->count_height / GLYPH_CAPITAL;
    layout->bar_width = (int)(beside + number);
    layout->bar_x[REV_BLACK] = left;
    layout->bar_x[REV_WHITE] = right - layout->bar_width;
    layout->bar_y =
        (int)(layout->count_y + layout->count_disc_radius + larger(1.5, scene->size * 0.012));
    layout->bar_height = at_least(1, scene->size * 0.0065);
}

static const double LEGIBLE = 6.5; /* height of a capital */

/** The height at which the lines fit into a width, at most the wanted one; 0: none is legible. */
static double fitting_height(const struct picture_layout *layout, double wanted, double room)
{
    double height = wanted;
    for (int i = 0; i < layout->line_count; i++) {
        double fits = room / larger(1, glyph_width(layout->lines[i].text)) * GLYPH_CAPITAL;
        if (fits < height)
            height = fits;
    }
    return height < LEGIBLE ? 0 : height;
}

/** Breaks the only line in two at the blank nearest to its middle, if it has one. */
static void break_line(struct picture_layout *layout)
{
    char *text = layout->lines[0].text;
    int length = (int)strlen(text), best = -1;
    for (int i = 0; i < length; i++)
        if (text[i] == ' ' && (best < 0 || abs(2 * i - length) < abs(2 * best - length)))
            best = i;
    if (best < 0)
        return;
    strcpy(layout->lines[1].text, text + best + 1);
    text[best] = '\0';
    layout->line_count = 2;
}

/** Sets the sentences between the counts: as large as fits, in two lines where need be. */
static void lay_out_lines(const struct render_scene *scene, struct picture_layout *layout)
{
    double left = layout->bar_x[REV_BLACK] + layout->bar_width;
    double room = (layout->bar_x[REV_WHITE] - left) * 0.95;
    double single = larger(LEGIBLE, scene->size * 0.032);
    double twofold = larger(LEGIBLE, scene->size * 0.027);

    strcpy(layout->lines[0].text, picture_pass_sentence(scene));
    layout->line_count = layout->lines[0].text[0] ? 2 : 1;
    picture_sentence(scene, layout->lines[layout->line_count - 1].text);
    layout->line_x = (left + layout->bar_x[REV_WHITE]) / 2;
    layout->line_height = fitting_height(layout, layout->line_count == 1 ? single : twofold, room);
    if (layout->line_count == 1 && layout->line_height < twofold) {
        break_line(layout);
        layout->line_height = fitting_height(layout, twofold, room);
    }
    if (layout->line_height <= 0 || scene->size < RENDER_LABELS_SIZE_MIN)
        layout->line_count = 0;

    double apart = layout->line_height * 1.65;
    double first = layout->count_y + (layout->line_height - (layout->line_count - 1) * apart) / 2;
    for (int i = 0; i < layout->line_count; i++)
        layout->lines[i].baseline = first + i * apart;
}

void picture_layout(const struct render_scene *scene, struct picture_layout *layout)
{
    assert(scene->size >= RENDER_SIZE_MIN && scene->size <= RENDER_SIZE_MAX);
    *layout = (struct picture_layout){
        .width = scene->size,
        .height = render_height(scene->size),
    };
    lay_out_board(scene, layout);
    lay_out_counts(scene, layout);
    lay_out_lines(scene, layout);
}
