/* Challenges, their codes, and seeks: what each may become, whoever does what when. */

#include "domain/challenge.h"
#include "domain/chance.h"
#include "domain/match.h"
#include "domain/seek.h"
#include "random.h"
#include "suite.h"

#include <string.h>

enum { MAKER = 1, TARGET, STRANGER, PEOPLE_END };

static const int64_t start_ms = INT64_C(1700000000000);

static struct uuid person(int number)
{
    return (struct uuid){{[0] = (uint8_t)number}};
}

static struct uuid any_id(struct random *random)
{
    uint64_t bytes[2] = {random_next(random), random_next(random)};
    return uuid_of(bytes, sizeof bytes);
}

/* --- terms ------------------------------------------------------------------------------- */

static const struct terms usual = {.clock = {CLOCK_PER_MOVE, 30, TIMEOUT_FORFEIT}};

START_TEST(why_a_game_is_not_rated_is_the_first_thing_that_speaks_against_it)
{
    struct terms terms = usual;
    ck_assert_int_eq(terms_unrated(&terms, false), UNRATED_CASUAL);
    terms.rated = true;
    ck_assert_int_eq(terms_unrated(&terms, false), UNRATED_NOT);
    ck_assert_int_eq(terms_unrated(&terms, true), UNRATED_GUEST);
    terms.clock.on_timeout = TIMEOUT_AUTOPLAY;
    ck_assert_int_eq(terms_unrated(&terms, false), UNRATED_AUTOPLAY);
    terms.clock = (struct game_clock){.kind = CLOCK_NONE};
    ck_assert_int_eq(terms_unrated(&terms, false), UNRATED_NO_CLOCK);
    terms.opening = OPENING_XOT;
    ck_assert_int_eq(terms_unrated(&terms, false), UNRATED_OPENING);
}
END_TEST

START_TEST(no_game_begins_where_neither_side_can_move)
{
    struct terms terms = usual;
    ck_assert(!failed(terms_check(&terms)));
    terms.opening = OPENING_POSITION;
    terms.position = (struct rev_position){.black = 1, .white = 2, .turn = REV_BLACK};
    ck_assert(!failed(terms_check(&terms)));
    terms.position.white = UINT64_C(1) << 63;
    ck_assert_int_eq(terms_check(&terms).code, ERROR_POSITION_FINISHED);
}
END_TEST

/* --- codes ------------------------------------------------------------------------------- */

START_TEST(a_code_is_read_as_people_write_it_and_nothing_else_is)
{
    static const char *const good[] = {"K7QMXRDA", "k7qmxrda", "K7QM-XRDA", "-k-7-Q-m-X-r-D-a-"};
    static const char *const bad[] = {"",         "K7QMXRD",         "K7QMXRDAA",
                                      "K7QMXRD0", "K7QMXRDO",        "K7QM XRDA",
                                      "K7QMXRDI", "K7QMXRD\xc3\xa4", "--------"};
    char code[INVITATION_CODE_SIZE] = "unset";
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert(invitation_code_read(good[i], strlen(good[i]), code));
        ck_assert_str_eq(code, "K7QMXRDA");
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!invitation_code_read(bad[i], strlen(bad[i]), code), "%s", bad[i]);
    ck_assert(!invitation_code_read("K7QMXRDA\0", 9, code));
}
END_TEST

START_TEST(codes_use_every_character_of_an_alphabet_without_look_alikes)
{
    static const char *const alike[] = {"0OQ", "1IL", "2Z", "5S", "8B", "UV"};
    struct random random = random_for("codes_use_every_character");
    bool used[256] = {false};
    for (int i = 0; i < 2000; i++) {
        uint8_t bytes[INVITATION_CODE_LENGTH];
        char code[INVITATION_CODE_SIZE], read[INVITATION_CODE_SIZE];
        for (size_t j = 0; j < sizeof bytes; j++)
            bytes[j] = (uint8_t)random_next(&random);
        invitation_code_make(bytes, code);
        ck_assert(invitation_code_read(code, strlen(code), read));
        ck_assert_str_eq(read, code);
        for (const char *at = code; *at; at++)
            used[(uint8_t)*at] = true;
    }
    for (const char *at = invitation_alphabet; *at; at++)
        ck_assert(used[(uint8_t)*at]);
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        int count = 0;
        for (const char *at = alike[i]; *at; at++)
            count += strchr(invitation_alphabet, *at) != NULL;
        ck_assert_int_le(count, 1);
    }
}
END_TEST

/* --- challenges -------------------------------------------------------------------------- */

static struct challenge make(const struct uuid *target, enum clock_kind kind)
{
    struct challenge challenge = {
        .id = person(99), .maker = person(MAKER), .metadata = "{\"a\":1}"};
    strcpy(challenge.maker_name, "Ann");
    challenge.terms = usual;
    challenge.terms.clock.kind = kind;
    challenge.terms.clock.amount = kind == CLOCK_CORRESPONDENCE ? 2 : 30;
    challenge.target = *target;
    challenge_begin(&challenge, start_ms);
    return challenge;
}

START_TEST(a_challenge_expires_by_itself_and_that_is_a_visible_change)
{
    static const struct uuid nobody;
    const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    struct challenge quick = make(&nobody, CLOCK_PER_MOVE);
    struct challenge slow = make(&nobody, CLOCK_CORRESPONDENCE);
    ck_assert_int_eq(quick.expires_ms, start_ms + day_ms);
    ck_assert_int_eq(slow.expires_ms, start_ms + 14 * day_ms);
    ck_assert_int_eq(challenge_status_at(&quick, quick.expires_ms - 1), CHALLENGE_OPEN);
    ck_assert_int_eq(challenge_version_at(&quick, quick.expires_ms - 1), 1);
    ck_assert_int_eq(challenge_status_at(&quick, quick.expires_ms), CHALLENGE_EXPIRED);
    ck_assert_int_eq(challenge_version_at(&quick, quick.expires_ms), 2);
}
END_TEST

/** Nothing keeps the two apart. */
static const struct meeting friends = {true, {{.is_there = true}, {.is_there = true}}};

START_TEST(the_game_has_the_challenges_id_and_terms)
{
    static const struct uuid nobody;
    for (int wish = 0; wish < COLOR_WISH_COUNT; wish++) {
        struct challenge challenge = make(&nobody, CLOCK_PER_MOVE), next;
        struct challenge_taker taker = {person(TARGET), "Ben"};
        struct game_setup setup;
        struct game_change change;
        bool replay = true;
        challenge.color = (enum color_wish)wish;
        challenge.seed = 17;
        challenge.terms.wins_needed = 3;
        ck_assert(!failed(
            challenge_accept(&challenge, &taker, &friends, start_ms + 5, &next, &setup, &replay)));
        ck_assert(!replay);
        ck_assert_int_eq(next.version, 2);
        ck_assert_int_eq(next.updated_ms, start_ms + 5);
        ck_assert(uuid_equal(&next.taken_by, &taker.player));
        ck_assert(!failed(game_begin(&setup, start_ms + 5, &change)));
        ck_assert(uuid_equal(&change.game.id, &challenge.id));
        ck_assert(uuid_equal(&change.match.id, &challenge.id));
        ck_assert(game_is_between_people(&change.game));
        ck_assert_str_eq(change.game.metadata, challenge.metadata);
        enum rev_color color = wish == WISH_RANDOM ? chance_color(17) : (enum rev_color)wish;
        ck_assert_str_eq(change.game.seats[color].name, "Ann");
        ck_assert_str_eq(change.game.seats[rev_other(color)].name, "Ben");
    }
}
END_TEST

/** What a challenge must have become, kept apart from how the domain decides. */
struct model {
    bool named;
    int accepted_by; /* 0: nobody */
    bool declined, cancelled;
    int64_t now_ms, expires_ms;
};

static bool is_over(const struct model *model)
{
    return model->accepted_by || model->declined || model->cancelled ||
           model->now_ms >= model->expires_ms;
}

static enum error_code over_code(const struct model *model)
{
    return model->accepted_by ? ERROR_CHALLENGE_TAKEN : ERROR_CHALLENGE_GONE;
}

static enum error_code model_accept(struct model *model, int who, bool blocked)
{
    if (who == MAKER)
        return ERROR_OWN_CHALLENGE;
    if (model->accepted_by == who)
        return ERROR_NONE;
    if (is_over(model))
        return over_code(model);
    if (blocked)
        return ERROR_BLOCKED;
    model->accepted_by = who;
    return ERROR_NONE;
}

static enum error_code model_decline(struct model *model, int who)
{
    if (who != TARGET || !model->named)
        return ERROR_DECLINE_NOT_ALLOWED;
    if (is_over(model) && !model->declined)
        return over_code(model);
    model->declined = true;
    return ERROR_NONE;
}

static enum error_code model_cancel(struct model *model, int who)
{
    if (who != MAKER)
        return ERROR_NOT_YOURS;
    if (model->accepted_by)
        return ERROR_CHALLENGE_TAKEN;
    if (!is_over(model))
        model->cancelled = true;
    return ERROR_NONE;
}

static enum challenge_status model_status(const struct model *model)
{
    return model->accepted_by ? CHALLENGE_ACCEPTED
           : model->declined  ? CHALLENGE_DECLINED
           : model->cancelled ? CHALLENGE_CANCELLED
           : is_over(model)   ? CHALLENGE_EXPIRED
                              : CHALLENGE_OPEN;
}

START_TEST(whatever_comes_in_whatever_order_a_challenge_ends_once)
{
    struct random random = random_for("a_challenge_ends_once");
    int endings[CHALLENGE_STATUS_COUNT] = {0};
    for (int round = 0; round < 4000; round++) {
        struct model model = {.named = random_below(&random, 2), .now_ms = start_ms};
        struct uuid target = model.named ? person(TARGET) : (struct uuid){{0}};
        struct challenge challenge = make(&target, CLOCK_PER_MOVE), next;
        model.expires_ms = challenge.expires_ms;
        for (int step = 0; step < 8; step++) {
            int who = MAKER + random_below(&random, PEOPLE_END - MAKER);
            struct uuid player = person(who);
            bool blocked = random_below(&random, 4) == 0, replay;
            struct challenge_taker taker = {player, "Somebody"};
            struct meeting meeting = friends;
            struct game_setup setup;
            enum error_code wanted = ERROR_NONE;
            struct result result = OK;
            next = challenge;
            switch (random_below(&random, 4)) {
            case 0:
                if (!challenge_concerns(&challenge, &player))
                    break;
                wanted = model_accept(&model, who, blocked);
                meeting.sides[random_below(&random, 2)].blocks = blocked;
                result = challenge_accept(&challenge, &taker, &meeting, model.now_ms, &next, &setup,
                                          &replay);
                ck_assert(challenge_can_accept(&challenge, &player, &meeting, model.now_ms) ==
                          (!failed(result) && !replay));
                break;
            case 1:
                wanted = model_decline(&model, who);
                result = challenge_decline(&challenge, &player, DECLINE_CLOCK, model.now_ms, &next,
                                           &replay);
                break;
            case 2:
                wanted = model_cancel(&model, who);
                result = challenge_cancel(&challenge, &player, model.now_ms, &next, &replay);
                break;
            default:
                model.now_ms += (int64_t)random_below(&random, 12) * 60 * 60 * 1000;
            }
            ck_assert_int_eq(result.code, wanted);
            if (!failed(result))
                challenge = next;
            ck_assert_int_eq(challenge_status_at(&challenge, model.now_ms), model_status(&model));
            ck_assert_int_eq(challenge_version_at(&challenge, model.now_ms),
                             is_over(&model) ? 2 : 1);
        }
        endings[model_status(&model)]++;
    }
    for (int status = 0; status < CHALLENGE_STATUS_COUNT; status++)
        ck_assert_int_gt(endings[status], 20);
}
END_TEST

/* --- seeks ------------------------------------------------------------------------------- */

static struct seek seek_of(struct random *random, int player)
{
    struct seek seek = {.id = any_id(random),
                        .player = person(player),
                        .terms = usual,
                        .color = WISH_RANDOM,
                        .seed = random_next(random) >> 11,
                        .rating = 1200,
                        .rating_min = RATING_MIN,
                        .rating_max = RATING_MAX};
    snprintf(seek.player_name, sizeof seek.player_name, "Player %d", player);
    seek_begin(&seek, start_ms);
    return seek;
}

START_TEST(seeks_fit_where_nothing_speaks_against_it)
{
    struct random random = random_for("seeks_fit_where_nothing_speaks_against_it");
    const struct seek a = seek_of(&random, 1), b = seek_of(&random, 2);
    struct seek other;
    ck_assert(seek_fits(&a, &b, start_ms));
#define DOES_NOT_FIT(change)                                                                       \
    do {                                                                                           \
        other = b;                                                                                 \
        change;                                                                                    \
        ck_assert_msg(!seek_fits(&a, &other, start_ms) && !seek_fits(&other, &a, start_ms), "%s",  \
                      #change);                                                                    \
    } while (0)
    DOES_NOT_FIT(other.player = a.player);
    DOES_NOT_FIT(other.terms.opening = OPENING_ORIGINAL);
    DOES_NOT_FIT(other.terms.clock.amount = 31);
    DOES_NOT_FIT(other.terms.clock.kind = CLOCK_CORRESPONDENCE);
    DOES_NOT_FIT(other.terms.clock.on_timeout = TIMEOUT_AUTOPLAY);
    DOES_NOT_FIT(other.terms.wins_needed = 1);
    DOES_NOT_FIT(other.terms.rated = true);
    DOES_NOT_FIT(other.status = SEEK_PAIRED);
    DOES_NOT_FIT(other.status = SEEK_WITHDRAWN);
    DOES_NOT_FIT(other.alive_until_ms = start_ms);
#undef DOES_NOT_FIT
    other = b;
    other.terms.visibility = VISIBILITY_UNLISTED;
    other.rating = 99;
    ck_assert(seek_fits(&a, &other, start_ms));
}
END_TEST

START_TEST(ratings_count_where_the_game_is_to_be_rated)
{
    struct random random = random_for("ratings_count_where_rated");
    struct seek a = seek_of(&random, 1), b = seek_of(&random, 2);
    a.terms.rated = b.terms.rated = true;
    a.rating_min = 1300;
    ck_assert(!seek_fits(&a, &b, start_ms) && !seek_fits(&b, &a, start_ms));
    b.rating = 1300;
    ck_assert(seek_fits(&a, &b, start_ms) && seek_fits(&b, &a, start_ms));
    b.rating_max = a.rating - 1;
    ck_assert(!seek_fits(&a, &b, start_ms) && !seek_fits(&b, &a, start_ms));
}
END_TEST

START_TEST(seeks_fit_by_what_they_are_shown_as_not_by_the_wish)
{
    struct random random = random_for("seeks_fit_by_what_they_are_shown_as");
    struct seek a = seek_of(&random, 1), b = seek_of(&random, 2), next[2];
    struct game_setup setup;
    a.terms.rated = true;
    ck_assert(!seek_fits(&a, &b, start_ms) && !seek_fits(&b, &a, start_ms));
    a.guest = true; /* the game would not be rated, and is shown so */
    ck_assert(seek_fits(&a, &b, start_ms) && seek_fits(&b, &a, start_ms));
    seek_pair(&a, &b, start_ms, &next[0], &next[1], &setup);
    ck_assert(!setup.rated && setup.unrated == UNRATED_CASUAL);
    b.terms.rated = true;
    ck_assert(!seek_fits(&a, &b, start_ms) && !seek_fits(&b, &a, start_ms));
    b.guest = true;
    ck_assert(seek_fits(&a, &b, start_ms));
    a.guest = b.guest = b.terms.rated = false;
    a.terms.clock = b.terms.clock = (struct game_clock){.kind = CLOCK_NONE};
    ck_assert(seek_fits(&a, &b, start_ms) && seek_fits(&b, &a, start_ms));
}
END_TEST

START_TEST(a_pair_is_the_same_game_whoever_makes_it)
{
    struct random random = random_for("a_pair_is_the_same_game");
    int black_of_random = 0, random_pairs = 0;
    for (int round = 0; round < 1000; round++) {
        struct seek a = seek_of(&random, 1), b = seek_of(&random, 2), next[4];
        struct game_setup setup, again;
        a.color = (enum color_wish)random_below(&random, COLOR_WISH_COUNT);
        b.color = (enum color_wish)random_below(&random, COLOR_WISH_COUNT);
        a.terms.opening = b.terms.opening =
            random_below(&random, 2) ? OPENING_XOT : OPENING_STANDARD;
        if (a.color == b.color && a.color != WISH_RANDOM) {
            ck_assert(!seek_fits(&a, &b, start_ms));
            continue;
        }
        seek_pair(&a, &b, start_ms + 1, &next[0], &next[1], &setup);
        seek_pair(&b, &a, start_ms + 1, &next[3], &next[2], &again);
        ck_assert_mem_eq(&setup, &again, sizeof setup);
        ck_assert_mem_eq(&next[0], &next[2], sizeof next[0]);
        ck_assert_mem_eq(&next[1], &next[3], sizeof next[0]);
        for (int i = 0; i < 2; i++) {
            ck_assert_int_eq(next[i].status, SEEK_PAIRED);
            ck_assert_int_eq(next[i].version, 2);
            ck_assert(uuid_equal(&next[i].game, &setup.id));
        }
        struct seek guess = a; /* by whoever has seen the seeks, but cannot see their seeds */
        guess.seed ^= 1;
        seek_pair(&guess, &b, start_ms + 1, &next[2], &next[3], &again);
        ck_assert(!uuid_equal(&again.id, &setup.id));
        struct game game;
        ck_assert(!failed(game_create(&setup, start_ms + 1, &game)));
        int seat = game_seats_of(&game, &a.player);
        ck_assert(seat == SEATS_BLACK || seat == SEATS_WHITE);
        if (a.color != WISH_RANDOM)
            ck_assert_int_eq(seat, a.color == WISH_BLACK ? SEATS_BLACK : SEATS_WHITE);
        if (b.color != WISH_RANDOM)
            ck_assert_int_eq(seat, b.color == WISH_WHITE ? SEATS_BLACK : SEATS_WHITE);
        if (a.color == WISH_RANDOM && b.color == WISH_RANDOM) {
            random_pairs++;
            black_of_random += seat == SEATS_BLACK;
        }
    }
    ck_assert_int_gt(random_pairs, 50);
    ck_assert_int_gt(black_of_random, random_pairs / 5);
    ck_assert_int_lt(black_of_random, random_pairs * 4 / 5);
}
END_TEST

START_TEST(a_seek_fades_and_expires)
{
    struct random random = random_for("a_seek_fades_and_expires");
    struct seek seek = seek_of(&random, 1), next;
    int64_t life_ms = seek_life_ms(&seek);
    ck_assert_int_eq(life_ms, 60 * 1000);
    ck_assert(!seek_is_fading(&seek, start_ms + life_ms / 2 - 1));
    ck_assert(seek_is_fading(&seek, start_ms + life_ms / 2));
    ck_assert_int_eq(seek_version_at(&seek, start_ms + life_ms - 1), 1);
    ck_assert_int_eq(seek_version_at(&seek, start_ms + life_ms), 2);
    ck_assert_int_eq(seek_status_at(&seek, start_ms + life_ms), SEEK_EXPIRED);
    ck_assert(!seek_is_fading(&seek, start_ms + life_ms));
    seek_withdraw(&seek, WITHDRAWN_CHIPS_SHORT, start_ms + 1, &next);
    ck_assert_int_eq(seek_status_at(&next, start_ms + life_ms), SEEK_WITHDRAWN);
    ck_assert_int_eq(next.withdrawal, WITHDRAWN_CHIPS_SHORT);
    ck_assert_int_eq(seek_version_at(&next, start_ms + life_ms), 2);
    seek.terms.clock.kind = CLOCK_CORRESPONDENCE;
    ck_assert_int_eq(seek_life_ms(&seek), INT64_C(24) * 60 * 60 * 1000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("domain_opponents");
    TCase *tcase = tcase_create("domain_opponents");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, why_a_game_is_not_rated_is_the_first_thing_that_speaks_against_it);
    tcase_add_test(tcase, no_game_begins_where_neither_side_can_move);
    tcase_add_test(tcase, a_code_is_read_as_people_write_it_and_nothing_else_is);
    tcase_add_test(tcase, codes_use_every_character_of_an_alphabet_without_look_alikes);
    tcase_add_test(tcase, a_challenge_expires_by_itself_and_that_is_a_visible_change);
    tcase_add_test(tcase, the_game_has_the_challenges_id_and_terms);
    tcase_add_test(tcase, whatever_comes_in_whatever_order_a_challenge_ends_once);
    tcase_add_test(tcase, seeks_fit_where_nothing_speaks_against_it);
    tcase_add_test(tcase, ratings_count_where_the_game_is_to_be_rated);
    tcase_add_test(tcase, seeks_fit_by_what_they_are_shown_as_not_by_the_wish);
    tcase_add_test(tcase, a_pair_is_the_same_game_whoever_makes_it);
    tcase_add_test(tcase, a_seek_fades_and_expires);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
