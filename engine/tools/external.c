#include "external.h"

#include "ggf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MAX = 60 };

bool external_parse(const char *word, struct external *external)
{
    *external = (struct external){.peer.to = -1};
    if (strncmp(word, "gtp:", 4) == 0) {
        external->protocol = EXTERNAL_GTP;
        external->command = word + 4;
    } else if (strncmp(word, "nboard=", 7) == 0) {
        char *end;
        long depth = strtol(word + 7, &end, 10);
        if (*end != ':' || depth < 1 || depth > DEPTH_MAX)
            return false;
        external->protocol = EXTERNAL_NBOARD;
        external->depth = (int)depth;
        external->command = end + 1;
    } else {
        return false;
    }
    return *external->command != '\0';
}

/**
 * Waits for the answer to a GTP command.
 *
 * @return  what follows the `=`, good until the next call; NULL: there is none, or it is a refusal
 */
static const char *gtp_answer(struct external *external, char answer[80])
{
    struct peer *peer = &external->peer;
    const char *line = peer_receive(peer);
    while (line && *line != '=' && *line != '?')
        line = peer_receive(peer);
    if (!line)
        return NULL;
    bool refused = *line == '?';
    line += 1 + strspn(line + 1, "0123456789");
    line += strspn(line, " \t");
    snprintf(answer, 80, "%s", line);
    while (line && *line)
        line = peer_receive(peer);
    if (!line)
        return NULL;
    if (refused) {
        peer_blame(peer, "refused '%s': %s", peer->asked, answer);
        return NULL;
    }
    return answer;
}

static char gtp_color(enum rev_color color)
{
    return color == REV_BLACK ? 'b' : 'w';
}

static void write_move(int square, char text[8])
{
    if (square == REV_NO_SQUARE)
        strcpy(text, "pass");
    else
        rev_square_write(square, text);
}

static bool gtp_play(struct external *external, enum rev_color color, int square)
{
    char move[8];
    char answer[80];
    write_move(square, move);
    return peer_send(&external->peer, "play %c %s", gtp_color(color), move) &&
           gtp_answer(external, answer);
}

static bool gtp_begin_game(struct external *external, const struct rev_game *game)
{
    char answer[80];
    if (!peer_send(&external->peer, "clear_board") || !gtp_answer(external, answer))
        return false;
    for (int i = 0; i < game->ply; i++) {
        const struct rev_ply *ply = &game->plies[i];
        enum rev_color color = (enum rev_color)ply->color;
        if (!gtp_play(external, color, ply->square) ||
            (ply->passed && !gtp_play(external, rev_other(color), REV_NO_SQUARE)))
            return false;
    }
    return true;
}

/** Reads `f5`, `F5/1.2/0.1`, `PA`, `pass`. False: it is none of these. */
static bool read_move(const char *text, int *square)
{
    size_t length = strcspn(text, " \t/");
    *square = rev_square_parse(text, length);
    return *square != REV_NO_SQUARE || (length == 2 && strncasecmp(text, "pa", 2) == 0) ||
           (length == 4 && strncasecmp(text, "pass", 4) == 0);
}

static bool gtp_choose(struct external *external, enum rev_color color, int *square)
{
    char answer[80];
    if (!peer_send(&external->peer, "genmove %c", gtp_color(color)) ||
        !gtp_answer(external, answer))
        return false;
    if (strcasecmp(answer, "resign") == 0) {
        *square = EXTERNAL_RESIGNS;
        return true;
    }
    return read_move(answer, square) ||
           peer_blame(&external->peer, "answered '%s' to '%s', which is no move", answer,
                      external->peer.asked);
}

/** Waits until it has done what it was told. */
static bool nboard_settle(struct external *external)
{
    char pong[24];
    snprintf(pong, sizeof pong, "pong %d", ++external->pings);
    if (!peer_send(&external->peer, "ping %d", external->pings))
        return false;
    const char *line = peer_receive(&external->peer);
    while (line && strcmp(line, pong) != 0)
        line = peer_receive(&external->peer);
    return line != NULL;
}

static bool nboard_start(struct external *external)
{
    return peer_send(&external->peer, "nboard 2") &&
           peer_send(&external->peer, "set depth %d", external->depth) && nboard_settle(external);
}

static bool nboard_begin_game(struct external *external, const struct rev_game *game)
{
    char text[GGF_TEXT_SIZE];
    ggf_write(game, text);
    return peer_send(&external->peer, "set game %s", text) && nboard_settle(external);
}

static bool nboard_choose(struct external *external, int *square)
{
    struct peer *peer = &external->peer;
    if (!peer_send(peer, "go"))
        return false;
    const char *line = peer_receive(peer);
    while (line && strncmp(line, "===", 3) != 0)
        line = peer_receive(peer);
    if (!line)
        return false;
    return read_move(line + 3 + strspn(line + 3, " \t"), square) ||
           peer_blame(peer, "answered '%s' to 'go', which is no move", peer->heard);
}

static bool nboard_played(struct external *external, int square)
{
    char move[8];
    write_move(square, move);
    for (char *sign = move; *sign; sign++)
        *sign = (char)toupper((unsigned char)*sign);
    move[2] = '\0'; /* a pass is `PA` */
    return peer_send(&external->peer, "move %s", move) && nboard_settle(external);
}

bool external_start(struct external *external, double answer_s_max)
{
    char answer[80];
    if (!peer_start(&external->peer, external->command, answer_s_max))
        return false;
    if (external->protocol == EXTERNAL_NBOARD)
        return nboard_start(external);
    return peer_send(&external->peer, "protocol_version") && gtp_answer(external, answer);
}

bool external_begin_game(struct external *external, const struct rev_game *game)
{
    return external->protocol == EXTERNAL_NBOARD ? nboard_begin_game(external, game)
                                                 : gtp_begin_game(external, game);
}

bool external_choose(struct external *external, enum rev_color color, int *square)
{
    return external->protocol == EXTERNAL_NBOARD ? nboard_choose(external, square)
                                                 : gtp_choose(external, color, square);
}

bool external_played(struct external *external, enum rev_color color, int square, bool own)
{
    if (external->protocol == EXTERNAL_NBOARD)
        return nboard_played(external, square);
    return own || gtp_play(external, color, square);
}

void external_stop(struct external *external)
{
    peer_stop(&external->peer);
}
