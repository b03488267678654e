#include "base/config.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

enum kind { TEXT, NUMBER, CHOICE };

/** A row of config.def as data. */
static const struct setting {
    enum kind kind;
    const char *environment;
    const char *text;  /* default of a text or choice */
    int64_t number;    /* default of a number */
    int64_t min, max;  /* of a number */
    const char *words; /* of a choice */
    const char *help;
    size_t offset; /* in struct config */
} settings[] = {
#define CONFIG_TEXT(field, environment, value, help)                                               \
    {TEXT, environment, value, 0, 0, 0, NULL, help, offsetof(struct config, field)},
#define CONFIG_NUMBER(field, environment, value, min, max, help)                                   \
    {NUMBER, environment, NULL, value, min, max, NULL, help, offsetof(struct config, field)},
#define CONFIG_CHOICE(field, environment, value, words, help)                                      \
    {CHOICE, environment, value, 0, 0, 0, words, help, offsetof(struct config, field)},
#include "base/config.def"
#undef CONFIG_TEXT
#undef CONFIG_NUMBER
#undef CONFIG_CHOICE
};

enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

/** Index of a word in a list of words separated by blanks; -1: it is not there. */
static int word_index(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int index = 0; *words; index++) {
        size_t end = strcspn(words, " ");
        if (end == length && length > 0 && memcmp(words, word, length) == 0)
            return index;
        words += end;
        words += strspn(words, " ");
    }
    return -1;
}

static bool read_setting(const struct setting *setting, void *place, char *why, size_t why_size)
{
    const char *value = getenv(setting->environment);
    uint64_t number = (uint64_t)setting->number;
    switch (setting->kind) {
    case TEXT:
        *(const char **)place = value ? value : setting->text;
        return true;
    case NUMBER:
        if (value && (!text_parse_number(value, strlen(value), (uint64_t)setting->max, &number) ||
                      (int64_t)number < setting->min)) {
            snprintf(why, why_size, "%s is \"%.40s\"; it must be a whole number from %lld to %lld",
                     setting->environment, value, (long long)setting->min, (long long)setting->max);
            return false;
        }
        *(int64_t *)place = (int64_t)number;
        return true;
    case CHOICE:
        *(int *)place = word_index(setting->words, value ? value : setting->text);
        if (*(int *)place >= 0)
            return true;
        snprintf(why, why_size, "%s is \"%.40s\"; it must be one of: %s", setting->environment,
                 value, setting->words);
        return false;
    }
    return false;
}

bool config_unknown(char *name, size_t size)
{
    static const char prefix[] = "REVERSID_";
    for (char **entry = environ; *entry; entry++) {
        if (strncmp(*entry, prefix, strlen(prefix)) != 0)
            continue;
        size_t length = strcspn(*entry, "=");
        bool known = false;
        for (int i = 0; i < SETTING_COUNT && !known; i++)
            known = strlen(settings[i].environment) == length &&
                    memcmp(settings[i].environment, *entry, length) == 0;
        if (!known) {
            snprintf(name, size, "%.*s", (int)length, *entry);
            return true;
        }
    }
    return false;
}

bool config_read(struct config *config, char *why, size_t why_size)
{
    struct config read;
    for (int i = 0; i < SETTING_COUNT; i++)
        if (!read_setting(&settings[i], (char *)&read + settings[i].offset, why, why_size))
            return false;
    *config = read;
    return true;
}

void config_help(FILE *out)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting *setting = &settings[i];
        fprintf(out, "  %s\n      %s\n", setting->environment, setting->help);
        switch (setting->kind) {
        case TEXT:
            fprintf(out, "      default: %s\n", setting->text[0] ? setting->text : "(empty)");
            break;
        case NUMBER:
            fprintf(out, "      default: %lld (%lld to %lld)\n", (long long)setting->number,
                    (long long)setting->min, (long long)setting->max);
            break;
        case CHOICE:
            fprintf(out, "      default: %s (one of: %s)\n", setting->text, setting->words);
            break;
        }
    }
}
