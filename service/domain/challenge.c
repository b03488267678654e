#include "domain/challenge.h"

#include <assert.h>
#include <string.h>

enum { HOUR_MS = 60 * 60 * 1000 };

/* --- codes ------------------------------------------------------------------------------- */

const char invitation_alphabet[] = "34679ACDEFGHJKMNPQRTVWXY";

enum { ALPHABET_LENGTH = sizeof invitation_alphabet - 1 };

void invitation_code_make(const uint8_t random[INVITATION_CODE_LENGTH],
                          char code[INVITATION_CODE_SIZE])
{
    for (int i = 0; i < INVITATION_CODE_LENGTH; i++)
        code[i] = invitation_alphabet[random[i] % ALPHABET_LENGTH];
    code[INVITATION_CODE_LENGTH] = '\0';
}

static char upper(char character)
{
    return character >= 'a' && character <= 'z' ? (char)(character - 'a' + 'A') : character;
}

bool invitation_code_read(const char *text, size_t length, char code[INVITATION_CODE_SIZE])
{
    char read[INVITATION_CODE_SIZE] = "";
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        char character = upper(text[i]);
        if (character == '-')
            continue;
        if (count == INVITATION_CODE_LENGTH ||
            !memchr(invitation_alphabet, character, ALPHABET_LENGTH))
            return false;
        read[count++] = character;
    }
    if (count != INVITATION_CODE_LENGTH)
        return false;
    memcpy(code, read, sizeof read);
    return true;
}

/* --- challenges -------------------------------------------------------------------------- */

void challenge_begin(struct challenge *challenge, int64_t now_ms)
{
    int64_t hours = challenge->terms.clock.kind == CLOCK_CORRESPONDENCE
                        ? CHALLENGE_CORRESPONDENCE_DAYS * 24
                        : CHALLENGE_HOURS;
    challenge->version = 1;
    challenge->status = CHALLENGE_OPEN;
    challenge->created_ms = now_ms;
    challenge->updated_ms = now_ms;
    challenge->expires_ms = now_ms + hours * HOUR_MS;
}

enum challenge_status challenge_status_at(const struct challenge *challenge, int64_t now_ms)
{
    bool over = challenge->status == CHALLENGE_OPEN && challenge->expires_ms <= now_ms;
    return over ? CHALLENGE_EXPIRED : challenge->status;
}

int challenge_version_at(const struct challenge *challenge, int64_t now_ms)
{
    bool expired = challenge_status_at(challenge, now_ms) == CHALLENGE_EXPIRED;
    return challenge->version + (expired ? 1 : 0);
}

static bool is_target(const struct challenge *challenge, const struct uuid *player)
{
    return !uuid_is_nil(&challenge->target) && uuid_equal(&challenge->target, player);
}

bool challenge_concerns(const struct challenge *challenge, const struct uuid *player)
{
    return uuid_is_nil(&challenge->target) || is_target(challenge, player) ||
           uuid_equal(&challenge->maker, player);
}

/** Why a challenge that is no longer open cannot be changed any more. */
static struct result refuse(enum challenge_status status)
{
    return fail(status == CHALLENGE_ACCEPTED ? ERROR_CHALLENGE_TAKEN : ERROR_CHALLENGE_GONE);
}

static struct result as_before(const struct challenge *challenge, struct challenge *next,
                               bool *replay)
{
    *next = *challenge;
    *replay = true;
    return OK;
}

static void end(const struct challenge *challenge, enum challenge_status status, int64_t now_ms,
                struct challenge *next, bool *replay)
{
    *next = *challenge;
    next->version++;
    next->status = status;
    next->updated_ms = now_ms;
    *replay = false;
}

/** The game of a challenge, which the maker is said to have created. */
static void set_up(const struct challenge *challenge, const struct challenge_taker *taker,
                   struct game_setup *setup)
{
    terms_setup(&challenge->terms, challenge->seed, setup);
    setup->id = challenge->id;
    setup->creator = challenge->maker;
    setup->offered_ms = challenge->created_ms;
    memcpy(setup->creator_name, challenge->maker_name, sizeof setup->creator_name);
    setup->opponent = taker->player;
    strncpy(setup->opponent_name, taker->name, sizeof setup->opponent_name - 1);
    setup->color = terms_color(challenge->color, challenge->seed);
    setup->metadata = challenge->metadata;
    memcpy(setup->fingerprint, challenge->fingerprint, sizeof setup->fingerprint);
}

/** The sides of a challenge's meeting. */
enum { SIDE_MAKER, SIDE_TAKER };

/** Whether somebody may accept who has not. */
static struct result may_accept(const struct challenge *challenge, const struct uuid *player,
                                const struct meeting *meeting, int64_t now_ms)
{
    enum challenge_status status = challenge_status_at(challenge, now_ms);
    int stake = challenge->terms.staked ? chips_stake(challenge->terms.wins_needed) : 0;
    if (uuid_equal(&challenge->maker, player))
        return fail(ERROR_OWN_CHALLENGE);
    if (status != CHALLENGE_OPEN)
        return refuse(status);
    TRY(meeting_check(meeting, SIDE_TAKER));
    TRY(meeting_check_stake(meeting, SIDE_TAKER, stake));
    return meeting_check_stake(meeting, SIDE_MAKER, stake);
}

bool challenge_can_accept(const struct challenge *challenge, const struct uuid *player,
                          const struct meeting *meeting, int64_t now_ms)
{
    return !uuid_is_nil(player) && challenge_concerns(challenge, player) &&
           !failed(may_accept(challenge, player, meeting, now_ms));
}

bool challenge_is_hidden(const struct challenge *challenge, const struct uuid *player,
                         const struct meeting *meeting, int64_t now_ms)
{
    return challenge_status_at(challenge, now_ms) == CHALLENGE_OPEN &&
           is_target(challenge, player) && meeting->sides[SIDE_TAKER].blocks;
}

struct challenge_rating challenge_rates(const struct challenge *challenge,
                                        const struct uuid *player, const struct meeting *meeting)
{
    bool open = uuid_is_nil(&challenge->target);
    bool takes = !open || !(uuid_is_nil(player) || uuid_equal(&challenge->maker, player));
    bool guests = !meeting->is_known ? challenge->guests
                  : takes            ? !meeting_has_accounts(meeting)
                                     : !meeting->sides[SIDE_MAKER].has_account;
    enum unrated_reason unrated = terms_unrated(&challenge->terms, guests);
    return (struct challenge_rating){unrated, unrated == UNRATED_NOT && !takes};
}

struct result challenge_accept(const struct challenge *challenge,
                               const struct challenge_taker *taker, const struct meeting *meeting,
                               int64_t now_ms, struct challenge *next, struct game_setup *setup,
                               bool *replay)
{
    assert(challenge_concerns(challenge, &taker->player));
    if (challenge->status == CHALLENGE_ACCEPTED && uuid_equal(&challenge->taken_by, &taker->player))
        return as_before(challenge, next, replay);
    TRY(may_accept(challenge, &taker->player, meeting, now_ms));
    end(challenge, CHALLENGE_ACCEPTED, now_ms, next, replay);
    next->taken_by = taker->player;
    set_up(challenge, taker, setup);
    return OK;
}

struct result challenge_decline(const struct challenge *challenge, const struct uuid *player,
                                enum decline_reason reason, int64_t now_ms, struct challenge *next,
                                bool *replay)
{
    enum challenge_status status = challenge_status_at(challenge, now_ms);
    if (!is_target(challenge, player))
        return fail(ERROR_DECLINE_NOT_ALLOWED);
    if (status == CHALLENGE_DECLINED)
        return as_before(challenge, next, replay);
    if (status != CHALLENGE_OPEN)
        return refuse(status);
    end(challenge, CHALLENGE_DECLINED, now_ms, next, replay);
    next->reason = reason;
    return OK;
}

struct result challenge_cancel(const struct challenge *challenge, const struct uuid *player,
                               int64_t now_ms, struct challenge *next, bool *replay)
{
    enum challenge_status status = challenge_status_at(challenge, now_ms);
    if (!uuid_equal(&challenge->maker, player))
        return fail(ERROR_NOT_YOURS);
    if (status == CHALLENGE_ACCEPTED)
        return refuse(status);
    if (status != CHALLENGE_OPEN)
        return as_before(challenge, next, replay);
    end(challenge, CHALLENGE_CANCELLED, now_ms, next, replay);
    return OK;
}
