/**
 * Squares, positions and transcripts from any bytes: no read outside them, and what is accepted
 * comes back the same when it is written and read again.
 */
#include "fuzz.h"

#include "reversi/game.h"

#include <ctype.h>
#include <string.h>

static void try_square(const char *text, size_t length)
{
    int square = rev_square_parse(text, length);
    if (square == REV_NO_SQUARE)
        return;
    FUZZ_REQUIRE(square >= 0 && square < 64 && length == 2);
    char written[REV_SQUARE_TEXT_SIZE];
    rev_square_write(square, written);
    FUZZ_REQUIRE(rev_square_parse(written, 2) == square);
    FUZZ_REQUIRE(written[0] == tolower((unsigned char)text[0]) && written[1] == text[1]);
}

static bool same_position(const struct rev_position *a, const struct rev_position *b)
{
    return a->black == b->black && a->white == b->white && a->turn == b->turn;
}

static bool try_position(const char *text, size_t length, struct rev_position *position)
{
    size_t bad_at = SIZE_MAX;
    if (!rev_position_parse(text, length, position, &bad_at)) {
        FUZZ_REQUIRE(bad_at <= length);
        return false;
    }
    FUZZ_REQUIRE((position->black & position->white) == 0);
    char written[REV_POSITION_TEXT_SIZE];
    struct rev_position again;
    rev_position_write(position, written);
    FUZZ_REQUIRE(strlen(written) == length);
    FUZZ_REQUIRE(rev_position_parse(written, length, &again, NULL));
    FUZZ_REQUIRE(same_position(position, &again));
    return true;
}

/** The game holds the transcript up to where it is bad, in lower case. */
static void try_transcript(struct rev_game *game, const char *text, size_t length)
{
    size_t good = length;
    bool all_good = rev_game_play_transcript(game, text, length, &good);
    FUZZ_REQUIRE(all_good ? good == length : good < length);
    FUZZ_REQUIRE((size_t)game->ply * 2 == good);

    char written[REV_TRANSCRIPT_SIZE];
    rev_game_transcript(game, written);
    FUZZ_REQUIRE(strlen(written) == good);
    for (size_t i = 0; i < good; i++)
        FUZZ_REQUIRE(written[i] == tolower((unsigned char)text[i]));

    struct rev_game again;
    rev_game_init(&again, game->opening, &game->start);
    FUZZ_REQUIRE(rev_game_play_transcript(&again, written, good, NULL));
    FUZZ_REQUIRE(memcmp(&again, game, sizeof again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { POSITION_LENGTH = REV_POSITION_TEXT_SIZE - 1 };
    const char *text = (const char *)data;
    struct rev_game game;
    struct rev_position start;

    try_square(text, size);
    try_position(text, size, &start);
    rev_game_init(&game, REV_OPENING_STANDARD, NULL);
    try_transcript(&game, text, size);
    rev_game_init(&game, REV_OPENING_ORIGINAL, NULL);
    try_transcript(&game, text, size);
    if (size >= POSITION_LENGTH && try_position(text, POSITION_LENGTH, &start)) {
        rev_game_init(&game, REV_OPENING_POSITION, &start);
        try_transcript(&game, text + POSITION_LENGTH, size - POSITION_LENGTH);
    }
    return 0;
}
