/**
 * What boards send, from any bytes: a session in each protocol survives every line of it, and
 * knows its own state afterwards; a game in GGF that is accepted comes back when written and read.
 */
#include "fuzz.h"

#include "ggf.h"
#include "gtp.h"
#include "nboard.h"

#include <string.h>

enum { TABLE_BYTES = 64 << 10, LINE_SIZE = 4096 };

static void try_ggf(const char *text)
{
    struct ggf_game game;
    struct ggf_game again;
    char fault[GGF_FAULT_SIZE] = "";
    if (!ggf_read(text, &game, fault)) {
        FUZZ_REQUIRE(fault[0] && strlen(fault) < sizeof fault);
        return;
    }
    char written[GGF_TEXT_SIZE];
    ggf_write(&game.game, written);
    FUZZ_REQUIRE(strlen(written) < sizeof written);
    FUZZ_REQUIRE(ggf_read(written, &again, fault));
    FUZZ_REQUIRE(again.game.ply == game.game.ply && again.game.over == game.game.over);
    FUZZ_REQUIRE(again.game.now.black == game.game.now.black &&
                 again.game.now.white == game.game.now.white);
}

/** The history holds the game's placements in their order. */
static void require_history(const struct gtp *gtp)
{
    int ply = 0;
    for (int i = 0; i < gtp->history_count; i++) {
        if (gtp->history[i] != REV_NO_SQUARE)
            FUZZ_REQUIRE(gtp->history[i] == gtp->game.plies[ply++].square);
    }
    FUZZ_REQUIRE(ply == gtp->game.ply);
}

/** A pass is due only where the last placement forced one. */
static void require_pass(const struct nboard *nboard)
{
    enum rev_color passed;
    FUZZ_REQUIRE(!nboard->at.pass_due || rev_game_passed(&nboard->at.game, &passed));
}

/** One line to both. Deep searches would take the fuzzer's time. */
static void send(struct gtp *gtp, struct nboard *nboard, char line[LINE_SIZE])
{
    char copy[LINE_SIZE];
    memcpy(copy, line, LINE_SIZE);
    gtp_execute(gtp, copy);
    require_history(gtp);
    if (strstr(line, "depth"))
        return;
    try_ggf(line);
    nboard_execute(nboard, line);
    require_pass(nboard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rev_search_context *context;
    static FILE *out;
    if (!context) {
        context = rev_search_context_new(TABLE_BYTES);
        out = fopen("/dev/null", "w");
        FUZZ_REQUIRE(context && out);
    }
    struct player player = {.kind = PLAYER_GREEDY};
    struct gtp gtp;
    struct nboard nboard;
    char depth[] = "set depth 1";
    gtp_init(&gtp, &player, 1, context, out);
    nboard_init(&nboard, &player, 1, context, NULL, out);
    nboard_execute(&nboard, depth);
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        char line[LINE_SIZE] = "";
        memcpy(line, data, length < LINE_SIZE ? length : LINE_SIZE - 1);
        send(&gtp, &nboard, line);
        size_t taken = length + (end != NULL);
        data += taken;
        size -= taken;
    }
    return 0;
}
