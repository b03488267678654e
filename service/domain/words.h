/** The words by which the states of a game go outside: in JSON, in queries, in the database. */
#ifndef REVERSID_DOMAIN_WORDS_H
#define REVERSID_DOMAIN_WORDS_H

#include "domain/challenge.h"
#include "domain/match.h"
#include "domain/seek.h"
#include "domain/study.h"

#include <stddef.h>

/* Each list is indexed by its enum and ends with NULL. */
extern const char *const words_color[];   /* enum rev_color: black, white */
extern const char *const words_level[];   /* enum rev_level: easy, medium, hard */
extern const char *const words_status[];  /* enum game_status: live, finished, aborted */
extern const char *const words_opening[]; /* enum game_opening: standard, original, xot, position */
extern const char *const words_visibility[];   /* enum game_visibility: public, unlisted */
extern const char *const words_by[];           /* enum move_by: human, ai, auto */
extern const char *const words_reason[];       /* enum game_reason: "", discs, resignation, … */
extern const char *const words_clock[];        /* enum clock_kind: none, per_move, correspondence */
extern const char *const words_on_timeout[];   /* enum timeout_policy: forfeit, autoplay */
extern const char *const words_match_reason[]; /* enum match_reason: "", won, abandoned */
extern const char *const words_color_wish[];   /* enum color_wish: black, white, random */
extern const char *const words_ladder[];       /* enum ladder: live, correspondence */
extern const char *const words_chip_kind[];    /* enum chip_kind: start, stake, … */
extern const char *const words_unrated[];      /* enum unrated_reason: "", casual, guest, … */
extern const char *const words_unrewarded[];   /* enum unrewarded_reason: "", position, seed, … */
extern const char *const words_challenge_status[]; /* enum challenge_status: open, accepted, … */
extern const char *const words_decline[];          /* enum decline_reason: other, not-now, … */
extern const char *const words_seek_status[];      /* enum seek_status: open, paired, … */
extern const char *const words_withdrawal[];       /* enum seek_withdrawal: "", by-player, … */

extern const char *const words_review_strength[]; /* enum study_strength: quick, standard, deep */
extern const char *const words_study_status[];    /* enum study_status: queued, running, … */

/** Index of a word in such a list; -1: it is not there. */
int words_index(const char *const *words, const char *text, size_t length);

/** Writes such a list for people, "black, white"; cut off where it does not fit. */
void words_list(const char *const *words, char *text, size_t size);

#endif
