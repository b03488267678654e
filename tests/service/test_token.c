/**
 * Bearer tokens: made, recognised, and every other text refused.
 */
#include "auth/token.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <string.h>

static const struct token_secrets secrets = {.check = "one", .next = "two"};

static struct uuid any_player(struct random *random)
{
    uint64_t bytes[2] = {random_next(random), random_next(random)};
    return uuid_of(bytes, sizeof bytes);
}

START_TEST(a_token_is_recognised_and_names_its_player)
{
    struct random random = random_for("a_token_is_recognised_and_names_its_player");
    for (int i = 0; i < 1000; i++) {
        struct uuid player = any_player(&random);
        struct token_key minted, read;
        char text[TOKEN_SIZE];
        token_mint(&secrets, TOKEN_GUEST, &player, text, &minted);
        REQUIRE(strlen(text) == TOKEN_LENGTH);
        REQUIRE(strncmp(text, "rvg_", 4) == 0);
        REQUIRE(token_read(&secrets, text, TOKEN_LENGTH, &read));
        REQUIRE(uuid_equal(&read.player, &player));
        REQUIRE(uuid_equal(&minted.player, &player));
        REQUIRE(memcmp(minted.hash, read.hash, sizeof read.hash) == 0);
    }
}
END_TEST

START_TEST(what_is_kept_is_the_hash_of_the_whole_token)
{
    struct uuid player = {{7}};
    struct token_key key;
    char text[TOKEN_SIZE];
    uint8_t hash[SHA256_SIZE];
    token_mint(&secrets, TOKEN_GUEST, &player, text, &key);
    crypto_sha256(text, strlen(text), hash);
    ck_assert_mem_eq(key.hash, hash, sizeof hash);
}
END_TEST

START_TEST(two_tokens_of_a_player_differ_in_their_secret)
{
    struct uuid player = {{7}};
    struct token_key first, second;
    char text[TOKEN_SIZE], other[TOKEN_SIZE];
    token_mint(&secrets, TOKEN_GUEST, &player, text, &first);
    token_mint(&secrets, TOKEN_GUEST, &player, other, &second);
    ck_assert_str_ne(text, other);
    ck_assert_mem_ne(first.hash, second.hash, sizeof first.hash);
}
END_TEST

START_TEST(a_token_with_any_other_byte_is_refused)
{
    struct uuid player = {{1, 2, 3}};
    struct token_key key, untouched;
    char text[TOKEN_SIZE];
    token_mint(&secrets, TOKEN_GUEST, &player, text, &key);
    memset(&key, 0x5a, sizeof key);
    untouched = key;
    for (size_t at = 0; at < TOKEN_LENGTH; at++) {
        char was = text[at];
        for (int byte = 0; byte < 256; byte++) {
            if ((char)byte == was)
                continue;
            text[at] = (char)byte;
            REQUIRE_MSG(!token_read(&secrets, text, TOKEN_LENGTH, &key), "byte %d at %zu of %s",
                        byte, at, text);
        }
        text[at] = was;
    }
    ck_assert_mem_eq(&key, &untouched, sizeof key);
}
END_TEST

START_TEST(a_token_of_another_length_is_refused)
{
    struct uuid player = {{1, 2, 3}};
    struct token_key key;
    char text[TOKEN_SIZE + 8] = "";
    token_mint(&secrets, TOKEN_GUEST, &player, text, &key);
    memset(text + TOKEN_LENGTH, 'A', 8);
    for (size_t length = 0; length <= TOKEN_LENGTH + 8; length++) {
        /* In a block of its own size, so that a read past the end is seen. */
        char *copy = malloc(length ? length : 1);
        memcpy(copy, text, length);
        ck_assert(token_read(&secrets, copy, length, &key) == (length == TOKEN_LENGTH));
        free(copy);
    }
}
END_TEST

START_TEST(the_spelling_is_what_clients_hold_already)
{
    /* Id, random part, first bytes of the hash of secret, prefix and these. */
    uint8_t bytes[TOKEN_BYTES], checked[TOKEN_SECRET_SIZE + TOKEN_PREFIX_LENGTH + 40];
    uint8_t digest[SHA256_SIZE];
    char text[TOKEN_SIZE] = "rvg_";
    struct token_key key;
    for (size_t i = 0; i < 40; i++)
        bytes[i] = (uint8_t)i;
    memcpy(checked, secrets.check, TOKEN_SECRET_SIZE);
    memcpy(checked + TOKEN_SECRET_SIZE, text, TOKEN_PREFIX_LENGTH);
    memcpy(checked + TOKEN_SECRET_SIZE + TOKEN_PREFIX_LENGTH, bytes, 40);
    crypto_sha256(checked, sizeof checked, digest);
    memcpy(bytes + 40, digest, 4);
    crypto_base64url(bytes, sizeof bytes, text + TOKEN_PREFIX_LENGTH);
    ck_assert(token_read(&secrets, text, strlen(text), &key));
    ck_assert_mem_eq(key.player.bytes, bytes, 16);
}
END_TEST

START_TEST(who_does_not_know_the_secret_makes_no_token)
{
    struct uuid player = {{7}}, session = {{9}};
    const struct token_secrets unknown = {.check = "", .next = "two"};
    struct token_key key;
    struct refresh_key refresh_key;
    char text[TOKEN_SIZE], refresh[REFRESH_TOKEN_SIZE];
    for (int kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
        token_mint(&unknown, (enum token_kind)kind, &player, text, &key);
        ck_assert(token_read(&unknown, text, strlen(text), &key));
        ck_assert(!token_read(&secrets, text, strlen(text), &key));
    }
    refresh_token_mint(&unknown, &player, &session, refresh, &refresh_key);
    ck_assert(refresh_token_read(&unknown, refresh, strlen(refresh), &refresh_key));
    ck_assert(!refresh_token_read(&secrets, refresh, strlen(refresh), &refresh_key));
}
END_TEST

START_TEST(the_kinds_of_tokens_are_told_apart)
{
    struct uuid player = {{7}};
    struct token_key key;
    char text[TOKEN_SIZE];
    for (int kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
        token_mint(&secrets, (enum token_kind)kind, &player, text, &key);
        ck_assert(strncmp(text, token_prefixes[kind], TOKEN_PREFIX_LENGTH) == 0);
        for (int other = 0; other < TOKEN_KIND_COUNT; other++) {
            memcpy(text, token_prefixes[other], TOKEN_PREFIX_LENGTH);
            ck_assert(token_read(&secrets, text, TOKEN_LENGTH, &key) == (other == kind));
        }
    }
}
END_TEST

START_TEST(a_refresh_token_has_one_follower_that_depends_on_the_secret)
{
    struct uuid player = {{7}}, session = {{9}};
    const struct token_secrets others = {.check = "one", .next = "three"};
    struct refresh_key key, read, next, again, other;
    char text[REFRESH_TOKEN_SIZE], following[REFRESH_TOKEN_SIZE], repeated[REFRESH_TOKEN_SIZE];
    refresh_token_mint(&secrets, &player, &session, text, &key);
    ck_assert(refresh_token_read(&secrets, text, strlen(text), &read));
    ck_assert(uuid_equal(&read.player, &player) && uuid_equal(&read.session, &session));
    ck_assert_mem_eq(read.hash, key.hash, sizeof key.hash);
    refresh_token_next(&secrets, text, following, &next);
    refresh_token_next(&secrets, text, repeated, &again);
    ck_assert_str_eq(following, repeated);
    ck_assert_str_ne(following, text);
    ck_assert(refresh_token_read(&secrets, following, strlen(following), &read));
    ck_assert_mem_eq(read.hash, next.hash, sizeof next.hash);
    ck_assert(uuid_equal(&read.player, &player) && uuid_equal(&read.session, &session));
    refresh_token_next(&others, text, repeated, &other);
    ck_assert_str_ne(following, repeated);
}
END_TEST

START_TEST(a_refresh_token_is_no_bearer_token_nor_the_other_way_round)
{
    struct uuid player = {{7}}, session = {{9}};
    struct refresh_key key;
    struct token_key bearer;
    char text[REFRESH_TOKEN_SIZE], access[TOKEN_SIZE];
    refresh_token_mint(&secrets, &player, &session, text, &key);
    token_mint(&secrets, TOKEN_ACCESS, &player, access, &bearer);
    ck_assert(!token_read(&secrets, text, strlen(text), &bearer));
    ck_assert(!refresh_token_read(&secrets, access, strlen(access), &key));
    for (size_t at = 0; at < REFRESH_TOKEN_LENGTH; at++) {
        char was = text[at];
        text[at] = was == 'A' ? 'B' : 'A';
        REQUIRE_MSG(!refresh_token_read(&secrets, text, REFRESH_TOKEN_LENGTH, &key), "at %zu", at);
        text[at] = was;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("token");
    TCase *tcase = tcase_create("token");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, the_kinds_of_tokens_are_told_apart);
    tcase_add_test(tcase, a_refresh_token_has_one_follower_that_depends_on_the_secret);
    tcase_add_test(tcase, a_refresh_token_is_no_bearer_token_nor_the_other_way_round);
    tcase_add_test(tcase, a_token_is_recognised_and_names_its_player);
    tcase_add_test(tcase, what_is_kept_is_the_hash_of_the_whole_token);
    tcase_add_test(tcase, two_tokens_of_a_player_differ_in_their_secret);
    tcase_add_test(tcase, a_token_with_any_other_byte_is_refused);
    tcase_add_test(tcase, a_token_of_another_length_is_refused);
    tcase_add_test(tcase, the_spelling_is_what_clients_hold_already);
    tcase_add_test(tcase, who_does_not_know_the_secret_makes_no_token);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
