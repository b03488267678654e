/**
 * SHA-256 by published vectors, base64url by hand and by round trips, random bytes.
 */
#include "base/crypto.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static void hash_as_hex(const void *bytes, size_t length, char hex[2 * SHA256_SIZE + 1])
{
    uint8_t digest[SHA256_SIZE];
    crypto_sha256(bytes, length, digest);
    for (int i = 0; i < SHA256_SIZE; i++)
        sprintf(hex + 2 * i, "%02x", digest[i]);
}

/* FIPS 180-2, appendix B, and the hash of nothing. */
static const struct {
    const char *message;
    const char *digest;
} hashes[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
};

START_TEST(sha256_is_what_its_standard_says)
{
    char hex[2 * SHA256_SIZE + 1];
    hash_as_hex(hashes[_i].message, strlen(hashes[_i].message), hex);
    ck_assert_str_eq(hex, hashes[_i].digest);
}
END_TEST

START_TEST(sha256_of_a_million_letters)
{
    enum { MILLION = 1000000 };
    char hex[2 * SHA256_SIZE + 1], *letters = malloc(MILLION);
    memset(letters, 'a', MILLION);
    hash_as_hex(letters, MILLION, hex);
    free(letters);
    ck_assert_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

/* RFC 4648, section 10, in the alphabet of section 5 and without padding; and all of its signs. */
static const struct {
    const char *bytes;
    size_t length;
    const char *text;
} spellings[] = {
    {"", 0, ""},
    {"f", 1, "Zg"},
    {"fo", 2, "Zm8"},
    {"foo", 3, "Zm9v"},
    {"foob", 4, "Zm9vYg"},
    {"fooba", 5, "Zm9vYmE"},
    {"foobar", 6, "Zm9vYmFy"},
    {"\xfb\xff\xbf", 3, "-_-_"},
    {"\0\0\0", 3, "AAAA"},
    {"\0", 1, "AA"},
};

START_TEST(base64url_is_what_its_standard_says)
{
    char text[16];
    uint8_t bytes[16];
    size_t decoded = 99, length = spellings[_i].length;
    crypto_base64url((const uint8_t *)spellings[_i].bytes, length, text);
    ck_assert_str_eq(text, spellings[_i].text);
    ck_assert_uint_eq(strlen(text), BASE64URL_LENGTH(length));
    ck_assert(crypto_base64url_decode(text, strlen(text), bytes, sizeof bytes, &decoded));
    ck_assert_uint_eq(decoded, length);
    ck_assert_mem_eq(bytes, spellings[_i].bytes, length);
}
END_TEST

static const char *const no_base64url[] = {
    "A",                                          /* six bits are no byte */
    "AAAAA",                                      /* the same after whole ones */
    "Zg==",                                       /* padding */
    "Zg=",   "Zm8=",   "=",       "====",   "Zh", /* bits that stand for nothing are not zero */
    "Zm9",   "Zm9vYh", "Zm9vYmF", "Zm+v",         /* the other alphabet */
    "Zm/v",  "Zm 9v",  "Zm9v\n",  "\tZm9v", "Zm.v", "Zm\xc3\xa9v",
};

START_TEST(other_spellings_of_base64url_are_refused)
{
    uint8_t bytes[16];
    size_t decoded = 99;
    const char *text = no_base64url[_i];
    ck_assert(!crypto_base64url_decode(text, strlen(text), bytes, sizeof bytes, &decoded));
    ck_assert_uint_eq(decoded, 99);
}
END_TEST

START_TEST(a_nul_is_no_sign_of_base64url)
{
    uint8_t bytes[16];
    size_t decoded;
    ck_assert(!crypto_base64url_decode("Zm\0v", 4, bytes, sizeof bytes, &decoded));
}
END_TEST

START_TEST(only_64_characters_are_signs_of_base64url)
{
    int signs = 0;
    for (int byte = 0; byte < 256; byte++) {
        char text[4] = {'A', 'A', 'A', (char)byte};
        uint8_t bytes[3];
        size_t decoded;
        if (crypto_base64url_decode(text, sizeof text, bytes, sizeof bytes, &decoded))
            signs++;
    }
    ck_assert_int_eq(signs, 64);
}
END_TEST

START_TEST(bytes_come_back_from_base64url_and_have_one_spelling)
{
    struct random random = random_for("bytes_come_back_from_base64url_and_have_one_spelling");
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[64], back[64];
        char text[BASE64URL_LENGTH(sizeof bytes) + 1], again[sizeof text];
        size_t length = (size_t)random_below(&random, sizeof bytes + 1), decoded = 0;
        for (size_t b = 0; b < length; b++)
            bytes[b] = (uint8_t)random_next(&random);
        crypto_base64url(bytes, length, text);
        REQUIRE(strlen(text) == BASE64URL_LENGTH(length));
        /* Exactly as much room as it takes, and not one byte less. */
        REQUIRE(crypto_base64url_decode(text, strlen(text), back, length, &decoded));
        REQUIRE(decoded == length && memcmp(bytes, back, length) == 0);
        REQUIRE(length == 0 ||
                !crypto_base64url_decode(text, strlen(text), back, length - 1, &decoded));
        if (length == 0)
            continue;
        text[random_below(&random, (int)strlen(text))] = (char)('0' + random_below(&random, 75));
        if (crypto_base64url_decode(text, strlen(text), back, sizeof back, &decoded)) {
            crypto_base64url(back, decoded, again);
            REQUIRE(strcmp(text, again) == 0);
        }
    }
}
END_TEST

START_TEST(random_bytes_fill_the_place_and_no_more)
{
    uint8_t first[40] = {0}, second[40] = {0}, nothing[32] = {0};
    crypto_random(first, 32);
    crypto_random(second, 32);
    ck_assert_mem_ne(first, second, 32);
    ck_assert_mem_ne(first, nothing, 32);
    ck_assert_mem_eq(first + 32, nothing, 8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("crypto");
    TCase *tcase = tcase_create("crypto");
    tcase_add_loop_test(tcase, sha256_is_what_its_standard_says, 0,
                        sizeof hashes / sizeof hashes[0]);
    tcase_add_test(tcase, sha256_of_a_million_letters);
    tcase_add_loop_test(tcase, base64url_is_what_its_standard_says, 0,
                        sizeof spellings / sizeof spellings[0]);
    tcase_add_loop_test(tcase, other_spellings_of_base64url_are_refused, 0,
                        sizeof no_base64url / sizeof no_base64url[0]);
    tcase_add_test(tcase, a_nul_is_no_sign_of_base64url);
    tcase_add_test(tcase, only_64_characters_are_signs_of_base64url);
    tcase_add_test(tcase, bytes_come_back_from_base64url_and_have_one_spelling);
    tcase_add_test(tcase, random_bytes_fill_the_place_and_no_more);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
