#include "domain/words.h"

#include <stdio.h>
#include <string.h>

const char *const words_color[] = {"black", "white", NULL};
const char *const words_level[] = {"easy", "medium", "hard", NULL};
const char *const words_status[] = {"live", "finished", "aborted", NULL};
const char *const words_opening[] = {"standard", "original", "xot", "position", NULL};
const char *const words_visibility[] = {"public", "unlisted", NULL};
const char *const words_by[] = {"human", "ai", "auto", NULL};
const char *const words_reason[] = {"",          "discs",     "resignation", "timeout",
                                    "agreement", "abandoned", NULL};
const char *const words_clock[] = {"none", "per_move", "correspondence", NULL};
const char *const words_on_timeout[] = {"forfeit", "autoplay", NULL};
const char *const words_match_reason[] = {"", "won", "abandoned", NULL};
const char *const words_color_wish[] = {"black", "white", "random", NULL};
const char *const words_ladder[] = {"live", "correspondence", NULL};
const char *const words_chip_kind[] = {"start",
                                       "stake",
                                       "penalty",
                                       "won",
                                       "lost",
                                       "stake-returned",
                                       "penalty-returned",
                                       "penalty-destroyed",
                                       "reward",
                                       NULL};
const char *const words_unrated[] = {"",         "casual",   "guest", "opening",
                                     "no-clock", "autoplay", NULL};
const char *const words_unrewarded[] = {"",     "position",     "seed", "undo",
                                        "hint", "earlier-game", NULL};
const char *const words_challenge_status[] = {"open",      "accepted", "declined",
                                              "cancelled", "expired",  NULL};
const char *const words_decline[] = {"other", "not-now", "clock",  "length", "opening",
                                     "color", "rated",   "casual", NULL};
const char *const words_seek_status[] = {"open", "paired", "withdrawn", "expired", NULL};
const char *const words_withdrawal[] = {
    "", "by-player", "other-seek-paired", "chips-short", "account-deleted", NULL};

const char *const words_review_strength[] = {"quick", "standard", "deep", NULL};
const char *const words_study_status[] = {"queued", "running", "done", "failed", NULL};

int words_index(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0)
            return i;
    return -1;
}

void words_list(const char *const *words, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", i ? ", " : "", words[i]);
    }
}
