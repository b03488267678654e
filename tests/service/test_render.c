/**
 * Pictures: the texts letter by letter, SVG as XML, PNG decoded again and compared with the board.
 */
#include "render/glyph.h"
#include "render/picture.h"
#include "render/render.h"
#include "require.h"
#include "suite.h"

#include <expat.h>
#include <math.h>
#include <png.h>
#include <string.h>

/* Games of our own making: white's fourth move leaves black without one; white is wiped out; the
   board after twenty moves. */
static const char WITH_A_PASS[] = "f5f6d3g5h5h4f7h6";
static const char WIPED_OUT[] = "e6f6g6d6c4c5c6g7h8";
static const char IN_THE_MIDDLE[] = "f5f6e6f4g4h4g3f2h2f3d3c2g6h3b1d7d6f7g8h6";

static const int SIZES[] = {
    RENDER_SIZE_MIN, 65, 119, RENDER_LABELS_SIZE_MIN, 200, 333, 400, 401, 599, 600,
    RENDER_SIZE_MAX};
enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

static struct rev_game game;

static struct render_scene scene_of(const char *transcript)
{
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    ck_assert(rev_game_play_transcript(&game, transcript, strlen(transcript), NULL));
    return (struct render_scene){
        .game = &game, .size = RENDER_SIZE_DEFAULT, .hints = true, .last = true, .labels = true};
}

/* --- texts ------------------------------------------------------------------------------- */

typedef void render_text(const struct render_scene *scene, struct text *out);

static void check_text(render_text *render, const struct render_scene *scene, const char *expected)
{
    TEXT_CLEANUP struct text out = {0};
    text_puts(&out, "before|");
    render(scene, &out);
    ck_assert_int_eq(strncmp(out.data, "before|", 7), 0);
    ck_assert_str_eq(out.data + 7, expected);
}

START_TEST(ascii_shows_the_start_with_its_legal_moves)
{
    struct render_scene scene = scene_of("");
    check_text(render_ascii, &scene,
               "  a b c d e f g h\n"
               "1 . . . . . . . .\n"
               "2 . . . . . . . .\n"
               "3 . . . * . . . .\n"
               "4 . . * O X . . .\n"
               "5 . . . X O * . .\n"
               "6 . . . . * . . .\n"
               "7 . . . . . . . .\n"
               "8 . . . . . . . .\n"
               "\n"
               "X black 2, O white 2\n"
               "Black to move\n");
}
END_TEST

START_TEST(ascii_brackets_the_last_disc_and_says_who_passed)
{
    struct render_scene scene = scene_of(WITH_A_PASS);
    check_text(render_ascii, &scene,
               "  a b c d e f g h\n"
               "1 . . . . . . . .\n"
               "2 . . . . . . . .\n"
               "3 . . . X . . . .\n"
               "4 . . . X X . . O\n"
               "5 . . * X X X O O\n"
               "6 . . . . . X .[O]\n"
               "7 . . . . * X . .\n"
               "8 . . . . . . . .\n"
               "\n"
               "X black 8, O white 4\n"
               "Black passed\n"
               "White to move\n");
}
END_TEST

START_TEST(ascii_shows_a_finished_game_with_its_result)
{
    struct render_scene scene = scene_of(WIPED_OUT);
    check_text(render_ascii, &scene,
               "  a b c d e f g h\n"
               "1 . . . . . . . .\n"
               "2 . . . . . . . .\n"
               "3 . . . . . . . .\n"
               "4 . . X X X . . .\n"
               "5 . . X X X . . .\n"
               "6 . . X X X X X .\n"
               "7 . . . . . . X .\n"
               "8 . . . . . . .[X]\n"
               "\n"
               "X black 13, O white 0\n"
               "Black wins 13-0\n");
}
END_TEST

START_TEST(ascii_turned_by_180_degrees_begins_with_h8)
{
    struct render_scene scene = scene_of("f5d6c3");
    scene.flip = true;
    check_text(render_ascii, &scene,
               "  h g f e d c b a\n"
               "8 . . . . . . . .\n"
               "7 . . . . . . . .\n"
               "6 . . . . O . . .\n"
               "5 . * X X O . . .\n"
               "4 . . * X X . . .\n"
               "3 . . * . *[X]. .\n"
               "2 . . . . . . . .\n"
               "1 . . . . . . . .\n"
               "\n"
               "X black 5, O white 2\n"
               "White to move\n");
}
END_TEST

START_TEST(ascii_leaves_out_what_is_not_asked_for)
{
    struct render_scene scene = scene_of("f5");
    scene.hints = scene.last = scene.labels = false;
    check_text(render_ascii, &scene,
               ". . . . . . . .\n"
               ". . . . . . . .\n"
               ". . . . . . . .\n"
               ". . . O X . . .\n"
               ". . . X X X . .\n"
               ". . . . . . . .\n"
               ". . . . . . . .\n"
               ". . . . . . . .\n"
               "\n"
               "X black 4, O white 1\n"
               "White to move\n");
}
END_TEST

START_TEST(ascii_keeps_its_columns_where_the_last_disc_stands_at_the_edge)
{
    struct render_scene scene = scene_of("e6f6g6c5c4e3e2d6c6b6a7");
    scene.labels = scene.hints = false;
    TEXT_CLEANUP struct text out = {0};
    render_ascii(&scene, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "\n[X]. ."));
    ck_assert_int_eq(strncmp(out.data, " . . .", 6), 0);
}
END_TEST

START_TEST(a_caption_stands_for_the_turn_and_hides_hints_and_passes)
{
    struct render_scene scene = scene_of(WITH_A_PASS);
    TEXT_CLEANUP struct text out = {0};
    scene.caption = "Draw — “agreed” 8–4, it’s over";
    render_ascii(&scene, &out);
    ck_assert_ptr_null(strchr(out.data, '*'));
    ck_assert_ptr_null(strstr(out.data, "passed"));
    ck_assert_ptr_null(strstr(out.data, "to move"));
    ck_assert_ptr_nonnull(strstr(out.data, "\nDraw - ?agreed? 8-4, it's over\n"));
}
END_TEST

START_TEST(emoji_shows_hints_in_the_colour_that_fits_the_theme)
{
    struct render_scene scene = scene_of("f5");
    check_text(render_emoji, &scene,
               "⬛🇦\u200b🇧\u200b🇨\u200b🇩\u200b🇪\u200b🇫\u200b🇬\u200b🇭\n"
               "1️⃣🟩🟩🟩🟩🟩🟩🟩🟩\n"
               "2️⃣🟩🟩🟩🟩🟩🟩🟩🟩\n"
               "3️⃣🟩🟩🟩🟩🟩🟩🟩🟩\n"
               "4️⃣🟩🟩🟩⚪⚫🔹🟩🟩\n"
               "5️⃣🟩🟩🟩⚫⚫🖤🟩🟩\n"
               "6️⃣🟩🟩🟩🔹🟩🔹🟩🟩\n"
               "7️⃣🟩🟩🟩🟩🟩🟩🟩🟩\n"
               "8️⃣🟩🟩🟩🟩🟩🟩🟩🟩\n"
               "⚫ 4  ⚪ 1\n"
               "White to move\n");
    scene.theme = RENDER_BLUE;
    scene.labels = false;
    scene.last = false;
    scene.flip = true;
    check_text(render_emoji, &scene,
               "🟦🟦🟦🟦🟦🟦🟦🟦\n"
               "🟦🟦🟦🟦🟦🟦🟦🟦\n"
               "🟦🟦🔸🟦🔸🟦🟦🟦\n"
               "🟦🟦⚫⚫⚫🟦🟦🟦\n"
               "🟦🟦🔸⚫⚪🟦🟦🟦\n"
               "🟦🟦🟦🟦🟦🟦🟦🟦\n"
               "🟦🟦🟦🟦🟦🟦🟦🟦\n"
               "🟦🟦🟦🟦🟦🟦🟦🟦\n"
               "⚫ 4  ⚪ 1\n"
               "White to move\n");
}
END_TEST

START_TEST(emoji_says_who_passed)
{
    struct render_scene scene = scene_of(WITH_A_PASS);
    TEXT_CLEANUP struct text out = {0};
    render_emoji(&scene, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "🤍\n"));
    ck_assert_ptr_nonnull(strstr(out.data, "\n⚫ 8  ⚪ 4\nBlack passed\nWhite to move\n"));
}
END_TEST

START_TEST(the_original_opening_hints_at_the_free_centre)
{
    struct render_scene scene = scene_of("");
    rev_game_init(&game, REV_OPENING_ORIGINAL, NULL);
    ck_assert(rev_game_play_transcript(&game, "e4", 2, NULL));
    TEXT_CLEANUP struct text out = {0};
    render_ascii(&scene, &out);
    ck_assert_ptr_nonnull(strstr(out.data, "4 . . . *[X]. . .\n5 . . . * * . . .\n"));
    ck_assert_ptr_nonnull(strstr(out.data, "X black 1, O white 0\nWhite to move\n"));
}
END_TEST

/* --- SVG --------------------------------------------------------------------------------- */

/** What an XML parser saw. */
struct seen {
    int circles, texts;
    int depth;
    bool in_title, in_desc;
    bool is_image;
    struct text title, desc;
};

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct seen *seen = context;
    seen->circles += strcmp(name, "circle") == 0;
    seen->texts += strcmp(name, "text") == 0;
    seen->in_title = strcmp(name, "title") == 0;
    seen->in_desc = strcmp(name, "desc") == 0;
    for (; seen->depth == 0 && *attributes; attributes += 2)
        seen->is_image |= strcmp(attributes[0], "role") == 0 && strcmp(attributes[1], "img") == 0;
    seen->depth++;
}

static void on_end(void *context, const XML_Char *name)
{
    struct seen *seen = context;
    (void)name;
    seen->in_title = seen->in_desc = false;
    seen->depth--;
}

static void on_text(void *context, const XML_Char *text, int length)
{
    struct seen *seen = context;
    if (seen->in_title)
        text_append(&seen->title, text, (size_t)length);
    if (seen->in_desc)
        text_append(&seen->desc, text, (size_t)length);
}

static void seen_release(struct seen *seen)
{
    text_release(&seen->title);
    text_release(&seen->desc);
}

static void parse_svg(const struct render_scene *scene, struct seen *seen)
{
    TEXT_CLEANUP struct text out = {0};
    render_svg(scene, &out);
    XML_Parser parser = XML_ParserCreate(NULL);
    *seen = (struct seen){0};
    XML_SetUserData(parser, seen);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    enum XML_Status status = XML_Parse(parser, out.data, (int)out.length, 1);
    ck_assert_msg(status == XML_STATUS_OK, "%s\n%s", XML_ErrorString(XML_GetErrorCode(parser)),
                  out.data);
    XML_ParserFree(parser);
}

/** Runs over themes, flip, hints, last, labels by the bits of a number. */
static void choose(struct render_scene *scene, unsigned choice)
{
    scene->theme = (enum render_theme)(choice % RENDER_THEME_COUNT);
    choice /= RENDER_THEME_COUNT;
    scene->flip = choice & 1;
    scene->hints = choice & 2;
    scene->last = choice & 4;
    scene->labels = choice & 8;
}
enum { CHOICES = RENDER_THEME_COUNT * 16 };

START_TEST(svg_is_xml_with_a_circle_for_each_thing_whatever_the_options)
{
    struct render_scene scene = scene_of(IN_THE_MIDDLE);
    int discs = rev_game_discs(&game, REV_BLACK) + rev_game_discs(&game, REV_WHITE);
    for (int i = 0; i < SIZE_COUNT * CHOICES; i++) {
        struct seen seen;
        scene.size = SIZES[i / CHOICES];
        choose(&scene, (unsigned)(i % CHOICES));
        parse_svg(&scene, &seen);
        bool labels = scene.labels && scene.size >= RENDER_LABELS_SIZE_MIN;
        REQUIRE(seen.is_image);
        REQUIRE_MSG(seen.circles ==
                        4 + 2 * discs + 2 + scene.last + (scene.hints ? rev_count(game.legal) : 0),
                    "size %d, choice %d: %d circles", scene.size, i % CHOICES, seen.circles);
        REQUIRE(seen.texts == 2 + (labels ? 16 : 0) + (scene.size >= RENDER_LABELS_SIZE_MIN));
        seen_release(&seen);
    }
}
END_TEST

START_TEST(svg_tells_everything_in_words)
{
    struct render_scene scene = scene_of(WITH_A_PASS);
    __attribute__((cleanup(seen_release))) struct seen seen;
    parse_svg(&scene, &seen);
    ck_assert_str_eq(seen.title.data, "Reversi: White to move");
    ck_assert_str_eq(seen.desc.data,
                     "Black 8, white 4. Last move: white on h6. Black passed. "
                     "Legal moves: c5 e7. "
                     "Black discs: d3 d4 e4 d5 e5 f5 f6 f7. White discs: h4 g5 h5 h6.");
}
END_TEST

START_TEST(svg_escapes_captions)
{
    struct render_scene scene = scene_of("f5");
    scene.caption = "<b>A & B</b> ]]> \"x\" 'y' \x01\x1f ü";
    __attribute__((cleanup(seen_release))) struct seen seen;
    parse_svg(&scene, &seen);
    ck_assert_str_eq(seen.title.data, "Reversi: <b>A & B</b> ]]> \"x\" 'y'    ü");
}
END_TEST

/* --- PNG --------------------------------------------------------------------------------- */

struct picture {
    int width, height;
    png_bytep pixels; /* owned, RGB */
};

static void picture_release(struct picture *picture)
{
    free(picture->pixels);
}

#define PICTURE_CLEANUP __attribute__((cleanup(picture_release)))

static void decode(const struct render_scene *scene, struct picture *picture)
{
    TEXT_CLEANUP struct text out = {0};
    ck_assert(render_png(scene, &out));
    png_image image = {.version = PNG_IMAGE_VERSION};
    ck_assert(png_image_begin_read_from_memory(&image, out.data, out.length));
    image.format = PNG_FORMAT_RGB;
    *picture = (struct picture){(int)image.width, (int)image.height, malloc(PNG_IMAGE_SIZE(image))};
    ck_assert(png_image_finish_read(&image, NULL, picture->pixels, 0, NULL));
}

static uint32_t pixel(const struct picture *picture, double x, double y)
{
    ck_assert(x >= 0 && y >= 0 && x < picture->width && y < picture->height);
    const png_byte *rgb = picture->pixels + ((int)y * picture->width + (int)x) * 3;
    return (uint32_t)(rgb[0] << 16 | rgb[1] << 8 | rgb[2]);
}

/** What is expected in the middle of a square. */
static uint32_t expected_color(const struct render_scene *scene, int square)
{
    const struct picture_theme *theme = picture_theme(scene->theme);
    uint64_t bit = rev_bit(square);
    if (scene->last && game.plies[game.ply - 1].square == square)
        return theme->mark;
    if (game.now.black & bit)
        return theme->discs[REV_BLACK];
    if (game.now.white & bit)
        return theme->discs[REV_WHITE];
    return scene->hints && (game.legal & bit) ? picture_hint_color(scene) : theme->square;
}

START_TEST(png_shows_the_board_whatever_the_options)
{
    struct render_scene scene = scene_of(IN_THE_MIDDLE);
    scene.size = SIZES[_i];
    for (unsigned choice = 0; choice < CHOICES; choice++) {
        struct picture_layout layout;
        PICTURE_CLEANUP struct picture picture;
        choose(&scene, choice);
        picture_layout(&scene, &layout);
        decode(&scene, &picture);
        REQUIRE(picture.width == scene.size && picture.height == render_height(scene.size));
        for (int i = 0; i < 64; i++) {
            int square = scene.flip ? 63 - i : i;
            uint32_t seen = pixel(&picture, picture_middle(layout.board_x, &layout, i % 8),
                                  picture_middle(layout.board_y, &layout, i / 8));
            REQUIRE_MSG(seen == expected_color(&scene, square),
                        "size %d, choice %u, square %d: %06x instead of %06x", scene.size, choice,
                        square, seen, expected_color(&scene, square));
        }
    }
}
END_TEST

START_TEST(the_board_fills_the_picture_and_nothing_lies_outside)
{
    struct render_scene scene = scene_of(WITH_A_PASS);
    for (int size = RENDER_SIZE_MIN; size <= RENDER_SIZE_MAX; size++) {
        struct picture_layout layout;
        scene.size = size;
        scene.labels = size % 2;
        picture_layout(&scene, &layout);
        REQUIRE(layout.height == render_height(size));
        REQUIRE(layout.board_x >= 0 && layout.board_x + layout.board_side <= size);
        REQUIRE_MSG(layout.board_side > size * 0.8, "size %d: %d", size, layout.board_side);
        REQUIRE(layout.bar_y + layout.bar_height <= layout.height);
        REQUIRE(layout.label_height * 1.2 <= layout.board_y);
        REQUIRE(layout.line_count == (size < RENDER_LABELS_SIZE_MIN ? 0 : 2));
        for (int i = 0; i < layout.line_count; i++) {
            double width = glyph_width(layout.lines[i].text) * layout.line_height / GLYPH_CAPITAL;
            REQUIRE(layout.lines[i].baseline - layout.line_height >=
                    layout.board_y + layout.board_side);
            REQUIRE_MSG(layout.lines[i].baseline + layout.line_height * 0.3 <= layout.height,
                        "size %d, line %d", size, i);
            REQUIRE(layout.line_x - width / 2 >= layout.bar_x[REV_BLACK] + layout.bar_width);
            REQUIRE(layout.line_x + width / 2 <= layout.bar_x[REV_WHITE]);
        }
    }
}
END_TEST

START_TEST(png_has_the_four_dots_and_coordinates_where_they_belong)
{
    struct render_scene scene = scene_of("");
    struct picture_layout layout;
    PICTURE_CLEANUP struct picture with;
    PICTURE_CLEANUP struct picture without;
    decode(&scene, &with);
    picture_layout(&scene, &layout);
    for (int i = 0; i < 81; i++) {
        bool dot = (i % 9 == 2 || i % 9 == 6) && (i / 9 == 2 || i / 9 == 6);
        if (i % 9 == 8 || i / 9 == 8)
            continue;
        /* Beside a crossing there is line only where there is a dot. */
        uint32_t seen = pixel(&with, layout.board_x + i % 9 * layout.cell + 2,
                              layout.board_y + i / 9 * layout.cell + 2);
        uint32_t expected = dot ? picture_theme(0)->line : picture_theme(0)->square;
        ck_assert_msg(seen == expected, "crossing %d: %06x", i, seen);
    }

    scene.labels = false;
    decode(&scene, &without);
    struct picture_layout bare;
    picture_layout(&scene, &bare);
    ck_assert_int_ge(bare.cell, layout.cell);
    int lettered = 0, blank = 0;
    for (int x = 0; x < scene.size; x++) {
        lettered += pixel(&with, x, layout.board_y / 2) != picture_theme(0)->frame;
        blank += pixel(&without, x, bare.board_y / 2) != picture_theme(0)->frame;
    }
    ck_assert_int_ge(lettered, 8);
    ck_assert_int_eq(blank, 0);
}
END_TEST

START_TEST(png_is_a_palette_of_four_bits_and_small)
{
    struct render_scene scene = scene_of(IN_THE_MIDDLE);
    TEXT_CLEANUP struct text out = {0};
    ck_assert(render_png(&scene, &out));
    ck_assert_int_eq(out.data[24], 4); /* bits */
    ck_assert_int_eq(out.data[25], PNG_COLOR_TYPE_PALETTE);
    ck_assert_uint_lt(out.length, 8000);
}
END_TEST

START_TEST(the_bar_is_under_the_side_to_move_and_nowhere_after_the_end)
{
    static const char *const games[] = {"", "f5", WIPED_OUT};
    for (int i = 0; i < 3; i++) {
        struct render_scene scene = scene_of(games[i]);
        struct picture_layout layout;
        PICTURE_CLEANUP struct picture picture;
        picture_layout(&scene, &layout);
        decode(&scene, &picture);
        for (int color = REV_BLACK; color <= REV_WHITE; color++) {
            uint32_t seen = pixel(&picture, layout.bar_x[color] + 1, layout.bar_y);
            ck_assert_int_eq(seen == picture_theme(0)->mark, i == color);
        }
    }
}
END_TEST

START_TEST(any_caption_fits_or_is_left_out)
{
    static const char *const captions[] = {
        "",
        "D",
        "Draw",
        "White wins by resignation",
        "Black wins 41–23, white ran out of time",
        "Somebodywithaverylongnameindeedwonthegamewithoutasingleblankinthesentence",
        "ÄÖÜ 漢字 🙂 what this font does not have is a box, and lines that are too long are "
        "left "
        "out; "
        "this goes on until the sentence is longer than the room that is kept for it, and then on",
    };
    struct render_scene scene = scene_of("f5");
    for (size_t i = 0; i < sizeof captions / sizeof captions[0]; i++) {
        for (int s = 0; s < SIZE_COUNT; s++) {
            PICTURE_CLEANUP struct picture picture;
            __attribute__((cleanup(seen_release))) struct seen seen;
            scene.caption = captions[i];
            scene.size = SIZES[s];
            decode(&scene, &picture);
            parse_svg(&scene, &seen);
            ck_assert_int_eq(picture.height, render_height(scene.size));
        }
    }
}
END_TEST

START_TEST(the_same_scene_gives_the_same_bytes)
{
    struct render_scene scene = scene_of(IN_THE_MIDDLE);
    for (unsigned choice = 0; choice < CHOICES; choice++) {
        TEXT_CLEANUP struct text first = {0};
        TEXT_CLEANUP struct text second = {0};
        choose(&scene, choice);
        for (int i = 0; i < 2; i++) {
            struct text *out = i ? &second : &first;
            REQUIRE(render_png(&scene, out));
            render_svg(&scene, out);
            render_ascii(&scene, out);
            render_emoji(&scene, out);
        }
        REQUIRE(first.length == second.length);
        REQUIRE(memcmp(first.data, second.data, first.length) == 0);
    }
}
END_TEST

/* --- colours and letters ----------------------------------------------------------------- */

static double linear(unsigned channel)
{
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(uint32_t color)
{
    return 0.2126 * linear(color >> 16 & 0xff) + 0.7152 * linear(color >> 8 & 0xff) +
           0.0722 * linear(color & 0xff);
}

/** The contrast ratio of two colours as WCAG 2 defines it: 1 to 21. */
static double contrast(uint32_t a, uint32_t b)
{
    double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

START_TEST(each_theme_tells_everything_apart_without_hue)
{
    const struct picture_theme *theme = picture_theme((enum render_theme)_i);
    ck_assert_double_ge(contrast(theme->text, theme->frame), 7);
    ck_assert_double_ge(contrast(theme->discs[REV_BLACK], theme->discs[REV_WHITE]), 12);
    for (int color = REV_BLACK; color <= REV_WHITE; color++) {
        ck_assert_double_ge(contrast(theme->discs[color], theme->square), 3);
        ck_assert_double_ge(contrast(theme->discs[color], theme->mark), 3);
    }
    ck_assert_double_ge(contrast(theme->mark, theme->frame), 3);
}
END_TEST

START_TEST(a_theme_is_found_by_its_name_and_by_nothing_else)
{
    static const char *const names[] = {"green", "blue", "wood", "contrast"};
    static const char *const strangers[] = {"", "gree", "greenx", "Green", "red", "wood "};
    enum render_theme theme;
    for (int i = 0; i < RENDER_THEME_COUNT; i++) {
        ck_assert_str_eq(render_theme_name((enum render_theme)i), names[i]);
        ck_assert(render_theme_parse(names[i], strlen(names[i]), &theme));
        ck_assert_int_eq(theme, i);
    }
    theme = RENDER_WOOD;
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        ck_assert(!render_theme_parse(strangers[i], strlen(strangers[i]), &theme));
    ck_assert_int_eq(theme, RENDER_WOOD);
}
END_TEST

struct extent {
    double left, right, top, bottom;
};

static void stretch(void *context, struct glyph_point from, struct glyph_point to)
{
    struct extent *extent = context;
    const struct glyph_point ends[] = {from, to};
    for (int i = 0; i < 2; i++) {
        extent->left = fmin(extent->left, ends[i].x);
        extent->right = fmax(extent->right, ends[i].x);
        extent->top = fmin(extent->top, ends[i].y);
        extent->bottom = fmax(extent->bottom, ends[i].y);
    }
}

START_TEST(each_letter_of_the_sentences_has_strokes_within_its_box)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  ".,:-'()/+!?";
    for (const char *letter = letters; *letter; letter++) {
        const char text[] = {*letter, '\0'};
        struct extent extent = {100, -100, 100, -100};
        glyph_strokes(text, stretch, &extent);
        double width = glyph_width(text);
        ck_assert_msg(extent.right >= extent.left, "%s has no strokes", text);
        ck_assert_double_ge(extent.left, GLYPH_PEN_RADIUS - 1e-9);
        ck_assert_double_le(extent.right, width - GLYPH_PEN_RADIUS + 1e-9);
        ck_assert_double_ge(extent.top, 0);
        ck_assert_double_le(extent.bottom, GLYPH_CAPITAL + 3);
    }
}
END_TEST

START_TEST(letters_beyond_ascii_are_folded_or_boxes)
{
    const char *text = "–—−’aé漢🙂";
    ck_assert_int_eq(glyph_next(&text), '-');
    ck_assert_int_eq(glyph_next(&text), '-');
    ck_assert_int_eq(glyph_next(&text), '-');
    ck_assert_int_eq(glyph_next(&text), '\'');
    ck_assert_int_eq(glyph_next(&text), 'a');
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(glyph_next(&text), 0);
    ck_assert_int_eq(*text, '\0');
    ck_assert_double_eq(glyph_width("é"), glyph_width("o"));
    ck_assert_double_eq(glyph_width(""), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("render");
    TCase *texts = tcase_create("texts");
    tcase_add_test(texts, ascii_shows_the_start_with_its_legal_moves);
    tcase_add_test(texts, ascii_brackets_the_last_disc_and_says_who_passed);
    tcase_add_test(texts, ascii_shows_a_finished_game_with_its_result);
    tcase_add_test(texts, ascii_turned_by_180_degrees_begins_with_h8);
    tcase_add_test(texts, ascii_leaves_out_what_is_not_asked_for);
    tcase_add_test(texts, ascii_keeps_its_columns_where_the_last_disc_stands_at_the_edge);
    tcase_add_test(texts, a_caption_stands_for_the_turn_and_hides_hints_and_passes);
    tcase_add_test(texts, emoji_shows_hints_in_the_colour_that_fits_the_theme);
    tcase_add_test(texts, emoji_says_who_passed);
    tcase_add_test(texts, the_original_opening_hints_at_the_free_centre);
    suite_add_tcase(suite, texts);

    TCase *pictures = tcase_create("pictures");
    tcase_set_timeout(pictures, 120); /* hundreds of pictures under the sanitizers */
    tcase_add_test(pictures, svg_is_xml_with_a_circle_for_each_thing_whatever_the_options);
    tcase_add_test(pictures, svg_tells_everything_in_words);
    tcase_add_test(pictures, svg_escapes_captions);
    tcase_add_loop_test(pictures, png_shows_the_board_whatever_the_options, 0, SIZE_COUNT);
    tcase_add_test(pictures, the_board_fills_the_picture_and_nothing_lies_outside);
    tcase_add_test(pictures, png_has_the_four_dots_and_coordinates_where_they_belong);
    tcase_add_test(pictures, png_is_a_palette_of_four_bits_and_small);
    tcase_add_test(pictures, the_bar_is_under_the_side_to_move_and_nowhere_after_the_end);
    tcase_add_test(pictures, any_caption_fits_or_is_left_out);
    tcase_add_test(pictures, the_same_scene_gives_the_same_bytes);
    suite_add_tcase(suite, pictures);

    TCase *parts = tcase_create("colours and letters");
    tcase_add_loop_test(parts, each_theme_tells_everything_apart_without_hue, 0,
                        RENDER_THEME_COUNT);
    tcase_add_test(parts, a_theme_is_found_by_its_name_and_by_nothing_else);
    tcase_add_test(parts, each_letter_of_the_sentences_has_strokes_within_its_box);
    tcase_add_test(parts, letters_beyond_ascii_are_folded_or_boxes);
    suite_add_tcase(suite, parts);
    return suite_run(suite);
}
