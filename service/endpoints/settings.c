#include "endpoints/settings.h"

#include "render/render.h"

#include <string.h>

static const char *const languages[] = {"auto", "en", "de", "el", "ar", "th", NULL};

static const struct settings defaults = {
    .theme = RENDER_GREEN, .legal_moves = true, .coordinates = true, .sound = true};

/** The names of the pictures' themes, ending with NULL. */
static void list_themes(const char *themes[RENDER_THEME_COUNT + 1])
{
    for (int i = 0; i < RENDER_THEME_COUNT; i++)
        themes[i] = render_theme_name((enum render_theme)i);
    themes[RENDER_THEME_COUNT] = NULL;
}

struct result settings_read(const struct json_in *object, struct settings *settings)
{
    static const char *const fields[] = {"language",    "theme", "legal_moves",
                                         "coordinates", "sound", NULL};
    const char *themes[RENDER_THEME_COUNT + 1];
    struct settings read = *settings;
    list_themes(themes);
    TRY(json_only(object, fields));
    TRY(json_get_choice(object, "language", JSON_OPTIONAL, languages, &read.language));
    TRY(json_get_choice(object, "theme", JSON_OPTIONAL, themes, &read.theme));
    TRY(json_get_bool(object, "legal_moves", JSON_OPTIONAL, &read.legal_moves));
    TRY(json_get_bool(object, "coordinates", JSON_OPTIONAL, &read.coordinates));
    TRY(json_get_bool(object, "sound", JSON_OPTIONAL, &read.sound));
    *settings = read;
    return OK;
}

struct settings settings_parse(const char *text)
{
    struct settings settings = defaults;
    struct problem problem;
    JSON_IN_CLEANUP struct json_in object = {0};
    if (failed(json_read(text, strlen(text), &problem, &object)) ||
        failed(settings_read(&object, &settings)))
        return defaults;
    return settings;
}

/** Writes the members; `all`: those that are as by default as well. */
static void write_members(struct json_writer *writer, const struct settings *settings, bool all)
{
    const char *themes[RENDER_THEME_COUNT + 1];
    list_themes(themes);
    if (all || settings->language != defaults.language)
        json_member_string(writer, "language", languages[settings->language]);
    if (all || settings->theme != defaults.theme)
        json_member_string(writer, "theme", themes[settings->theme]);
    if (all || settings->legal_moves != defaults.legal_moves)
        json_member_bool(writer, "legal_moves", settings->legal_moves);
    if (all || settings->coordinates != defaults.coordinates)
        json_member_bool(writer, "coordinates", settings->coordinates);
    if (all || settings->sound != defaults.sound)
        json_member_bool(writer, "sound", settings->sound);
}

void settings_keep(const struct settings *settings, char text[SETTINGS_SIZE])
{
    TEXT_CLEANUP struct text object = {0};
    struct json_writer writer = json_writer_to(&object);
    json_begin_object(&writer);
    write_members(&writer, settings, false);
    json_end(&writer);
    memcpy(text, object.data, object.length + 1);
}

void settings_write(struct json_writer *writer, const struct settings *settings)
{
    json_begin_object(writer);
    write_members(writer, settings, true);
    json_end(writer);
}
