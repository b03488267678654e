#include "domain/settle.h"

#include <assert.h>
#include <string.h>

/* --- what there is to do ------------------------------------------------------------------- */

/** The game that follows begins anew: a rematch. */
static bool is_rematch(const struct game_change *change)
{
    return change->has_follower && change->follower.match.game_number <= 1;
}

/** A match, or a single game, begins with this change. */
static bool starts(const struct game_change *change)
{
    return change->begins || is_rematch(change);
}

/** The change decides the match, or the single game: no further game follows. */
static bool decides(const struct game_change *change)
{
    return change->ends && !change->has_follower;
}

static bool is_rated_now(const struct game_change *change)
{
    return change->ends && change->game.prize.rated && game_counts(&change->game);
}

static bool is_staked_now(const struct game_change *change)
{
    return decides(change) && change->game.prize.stake > 0;
}

static enum rev_color ai_color(const struct game *game)
{
    return game->seats[REV_BLACK].kind == SEAT_AI ? REV_BLACK : REV_WHITE;
}

/** Who has won the match, or the single game. */
static enum game_winner winner_of(const struct game_change *change)
{
    if (!change->has_match)
        return change->game.winner;
    int side = change->match.winner;
    if (side == MATCH_NO_SIDE)
        return WINNER_NONE;
    return match_color(change->game.match.game_number, side) == REV_BLACK ? WINNER_BLACK
                                                                          : WINNER_WHITE;
}

static bool has_won(const struct game_change *change, enum rev_color color)
{
    return winner_of(change) == (color == REV_BLACK ? WINNER_BLACK : WINNER_WHITE);
}

/** Somebody has won against the AI, with nothing that speaks against a reward. */
static bool earns(const struct game_change *change)
{
    const struct game *game = &change->game;
    return decides(change) && game_is_against_ai(game) && game_unrewarded(game) == UNREWARDED_NOT &&
           has_won(change, rev_other(ai_color(game)));
}

/** The people who play a game, each once, ascending by id. */
static int people_of(const struct game *game, struct uuid players[2])
{
    const struct uuid *black = &game->seats[REV_BLACK].player;
    const struct uuid *white = &game->seats[REV_WHITE].player;
    if (!game_is_between_people(game)) {
        players[0] = game->seats[REV_BLACK].kind == SEAT_HUMAN ? *black : *white;
        return 1;
    }
    bool ascending = memcmp(black->bytes, white->bytes, sizeof black->bytes) < 0;
    players[0] = ascending ? *black : *white;
    players[1] = ascending ? *white : *black;
    return 2;
}

int settle_players(const struct game_change *change, struct uuid players[2], enum ladder *ladder)
{
    const struct game *game = &change->game; /* what follows it has the same players and clock */
    *ladder = rating_ladder(&game->clock);
    bool concerns = change->begins || change->has_follower || is_rated_now(change) ||
                    is_staked_now(change) || earns(change);
    return concerns ? people_of(game, players) : 0;
}

/* --- beginning ----------------------------------------------------------------------------- */

static enum rev_color color_of(const struct game *game, const struct uuid *player)
{
    return game_seats_of(game, player) & SEATS_BLACK ? REV_BLACK : REV_WHITE;
}

static const struct uuid *first_id(const struct game *game)
{
    return game_is_in_match(game) ? &game->match.id : &game->id;
}

/** Notes in a game that begins what who plays it is called then, and how strong. The name that the
 *  game before, a challenge or a seek has may be an earlier one. */
static void note_players(const struct game_change *change, const struct standing *standings,
                         struct game *game)
{
    for (int i = 0; i < change->player_count; i++) {
        const struct player_change *player = &change->players[i];
        int seats = game_seats_of(game, &player->player);
        int rating =
            player->is_rated ? player->rating.after.rating : rating_of(&standings[i].rating);
        for (int color = REV_BLACK; color <= REV_WHITE; color++) {
            if (!(seats & 1 << color))
                continue;
            if (standings[i].has_account || game->prize.rated)
                game->prize.rating[color] = rating;
            if (standings[i].is_there)
                memcpy(game->seats[color].name, standings[i].name, sizeof standings[i].name);
        }
    }
}

/** Two people play for what both can: ratings and chips need accounts. Puts the stakes aside. What
 *  is rated may be watched, whatever was asked for. */
static struct result play_for(struct game_change *change, const struct standing *standings,
                              struct game *game)
{
    bool accounts = standings[0].has_account && standings[1].has_account;
    if (game->prize.rated && !accounts) {
        game->prize.rated = false;
        game->prize.unrated = UNRATED_GUEST;
    }
    if (game->prize.rated)
        game->visibility = VISIBILITY_PUBLIC;
    if (game->prize.stake > 0 && !accounts && change->begins)
        return fail(ERROR_ACCOUNT_NEEDED);
    if (!accounts) /* a rematch with somebody whose account is gone */
        game->prize.stake = 0;
    for (int i = 0; i < 2 && game->prize.stake > 0; i++) {
        struct player_change *player = &change->players[i];
        player->chips_of = *first_id(game);
        TRY(chips_put_aside(&standings[i].chips, game->prize.stake, &player->chips));
    }
    return OK;
}

static struct result begin(struct game_change *change, struct game *game,
                           const struct standing *standings)
{
    if (game_is_between_people(game))
        TRY(play_for(change, standings, game));
    note_players(change, standings, game);
    return OK;
}

/* --- the end ------------------------------------------------------------------------------- */

static enum elo_score score_of(const struct game *game, enum rev_color color)
{
    if (game->winner == WINNER_DRAW)
        return ELO_DREW;
    return (game->winner == WINNER_BLACK) == (color == REV_BLACK) ? ELO_WON : ELO_LOST;
}

/** Rates the game for both, also where the account of one is gone meanwhile, who is not ranked. */
static void rate(struct game_change *change, const struct standing *standings, int64_t now_ms)
{
    struct game *game = &change->game;
    if (!is_rated_now(change))
        return;
    for (int i = 0; i < 2; i++) {
        struct player_change *player = &change->players[i];
        enum rev_color color = color_of(game, &player->player);
        player->is_rated = true;
        player->rating = (struct rating_change){
            .ladder = rating_ladder(&game->clock),
            .game = game->id,
            .opponent = change->players[1 - i].player,
            .score = score_of(game, color),
            .before = standings[i].rating,
        };
        rating_play(&standings[i].rating, rating_of(&standings[1 - i].rating), player->rating.score,
                    now_ms, &player->rating.after);
        player->rating.after.ranked &= standings[i].has_account;
        game->rated_from[color] = rating_of(&standings[i].rating);
        game->rated_to[color] = player->rating.after.rating;
    }
}

/** A loss by time before the first game of a match had begun costs nothing. */
static bool is_paid_for(const struct game *game)
{
    bool is_first = game->match.game_number <= 1;
    return game->status == GAME_FINISHED &&
           !(is_first && !game_has_begun(game) &&
             (game->reason == REASON_TIMEOUT || game->reason == REASON_ABANDONED));
}

static enum chips_outcome outcome_for(const struct game_change *change, enum rev_color color)
{
    const struct game *game = &change->game;
    enum game_winner winner = winner_of(change);
    if (!is_paid_for(game) || winner == WINNER_NONE || winner == WINNER_DRAW)
        return CHIPS_UNDECIDED;
    if (has_won(change, color))
        return CHIPS_WON;
    return game->reason == REASON_ABANDONED ? CHIPS_LEFT : CHIPS_LOST;
}

/** Gives the stakes to whom they belong. Nothing is owed to an account that is gone. */
static void pay(struct game_change *change, const struct standing *standings)
{
    const struct game *game = &change->game;
    int stake = game->prize.stake;
    for (int i = 0; i < 2; i++) {
        struct player_change *player = &change->players[i];
        player->chips_of = *first_id(game);
        if (chips_has_aside(&standings[i].chips, stake))
            chips_settle(&standings[i].chips, stake,
                         outcome_for(change, color_of(game, &player->player)), &player->chips);
    }
}

static void reward(struct game_change *change, const struct standing *standing, int64_t now_ms)
{
    const struct game *game = &change->game;
    enum rev_level level = game->seats[ai_color(game)].level;
    struct player_change *player = &change->players[0];
    player->chips_of = *first_id(game);
    if (standing->has_account)
        chips_earn(&standing->chips, chips_reward(level, game->match.wins_needed),
                   chips_day(now_ms), &player->chips);
}

static void end(struct game_change *change, const struct standing *standings, int64_t now_ms)
{
    rate(change, standings, now_ms);
    if (is_staked_now(change))
        pay(change, standings);
    if (earns(change))
        reward(change, &standings[0], now_ms);
    if (change->has_follower)
        note_players(change, standings, &change->follower);
}

/** Who of the players nothing is written of need not be looked at when the change is saved. */
static void forget_unchanged(struct game_change *change)
{
    bool changes = false;
    for (int i = 0; i < change->player_count; i++)
        changes |= change->players[i].is_rated || change->players[i].chips.count > 0;
    if (!changes)
        change->player_count = 0;
}

struct result settle_change(struct game_change *change, const struct standing *standings,
                            int64_t now_ms)
{
    struct uuid players[2];
    enum ladder ladder;
    memset(change->players, 0, sizeof change->players);
    change->player_count = settle_players(change, players, &ladder);
    for (int i = 0; i < change->player_count; i++) {
        assert(uuid_equal(&players[i], &standings[i].player));
        change->players[i].player = players[i];
    }
    if (change->player_count == 0)
        return OK;
    if (starts(change))
        TRY(begin(change, is_rematch(change) ? &change->follower : &change->game, standings));
    else
        end(change, standings, now_ms);
    forget_unchanged(change);
    return OK;
}
