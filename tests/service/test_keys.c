/**
 * When Google's keys are fetched and how long they are kept, by a clock that the tests set, from a
 * TLS server of their own. What such a server may do wrong is tested through the API.
 */
#include "auth/keys.h"
#include "base/crypto.h"
#include "suite.h"

#include <arpa/inet.h>
#include <openssl/core_names.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- a server of keys ------------------------------------------------------------------------ */

static struct {
    pthread_mutex_t lock;
    char kid[16];     /* of the key that it publishes */
    char max_age[64]; /* Cache-Control */
    int status;
    int listener;
    atomic_int requests;
} server = {.lock = PTHREAD_MUTEX_INITIALIZER};

static SSL_CTX *tls;
static EVP_PKEY *signing_key;
static char ca_file[] = "/tmp/reversid-keys-XXXXXX", url[64];

/** A certificate for 127.0.0.1 that vouches for itself. */
static X509 *make_certificate(EVP_PKEY *key)
{
    X509 *certificate = X509_new();
    X509_NAME *name = X509_get_subject_name(certificate);
    X509V3_CTX context;
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 24 * 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"tests", -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *names =
        X509V3_EXT_conf_nid(NULL, &context, NID_subject_alt_name, "IP:127.0.0.1");
    X509_add_ext(certificate, names, -1);
    X509_EXTENSION_free(names);
    ck_assert(X509_sign(certificate, key, EVP_sha256()) > 0);
    return certificate;
}

static void number_as_text(const char *parameter, char *text)
{
    BIGNUM *number = NULL;
    uint8_t bytes[512];
    ck_assert(EVP_PKEY_get_bn_param(signing_key, parameter, &number));
    int length = BN_bn2bin(number, bytes);
    crypto_base64url(bytes, (size_t)length, text);
    BN_free(number);
}

static void answer(SSL *connection)
{
    char request[2048], body[1024], head[256], n[512], e[16];
    ck_assert(SSL_read(connection, request, sizeof request) > 0);
    number_as_text(OSSL_PKEY_PARAM_RSA_N, n);
    number_as_text(OSSL_PKEY_PARAM_RSA_E, e);
    pthread_mutex_lock(&server.lock);
    int length = snprintf(body, sizeof body,
                          "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"kid\":\"%s\",\"n\":\"%s\","
                          "\"e\":\"%s\"}]}",
                          server.kid, n, e);
    int head_length = snprintf(head, sizeof head,
                               "HTTP/1.1 %d x\r\nContent-Length: %d\r\nCache-Control: %s\r\n\r\n",
                               server.status, length, server.max_age);
    pthread_mutex_unlock(&server.lock);
    SSL_write(connection, head, head_length);
    SSL_write(connection, body, length);
    SSL_shutdown(connection);
}

static void *serve(void *unused)
{
    (void)unused;
    for (;;) {
        int fd = accept(server.listener, NULL, NULL);
        if (fd < 0)
            return NULL;
        SSL *connection = SSL_new(tls);
        SSL_set_fd(connection, fd);
        atomic_fetch_add(&server.requests, 1);
        if (SSL_accept(connection) == 1)
            answer(connection);
        SSL_free(connection);
        close(fd);
    }
}

static void start_server(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    pthread_t thread;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = make_certificate(key);
    FILE *file = fdopen(mkstemp(ca_file), "w");
    PEM_write_X509(file, certificate);
    fclose(file);
    tls = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(tls, certificate);
    SSL_CTX_use_PrivateKey(tls, key);
    X509_free(certificate);
    EVP_PKEY_free(key);
    signing_key = EVP_RSA_gen(2048);
    server.listener = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(server.listener, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(listen(server.listener, 8), 0);
    getsockname(server.listener, (struct sockaddr *)&address, &size);
    snprintf(url, sizeof url, "https://127.0.0.1:%d/", ntohs(address.sin_port));
    ck_assert_int_eq(pthread_create(&thread, NULL, serve, NULL), 0);
    pthread_detach(thread);
}

static void publish(const char *kid, const char *max_age, int status)
{
    pthread_mutex_lock(&server.lock);
    snprintf(server.kid, sizeof server.kid, "%s", kid);
    snprintf(server.max_age, sizeof server.max_age, "%s", max_age);
    server.status = status;
    pthread_mutex_unlock(&server.lock);
}

/* --- the keys under test -----------------------------------------------------------------------
 */

static _Atomic int64_t clock_ms;
static struct keys *keys;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fetched_changed = PTHREAD_COND_INITIALIZER;
static int fetched_count;

static int64_t now_ms(void)
{
    return atomic_load(&clock_ms);
}

static void fetched(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    fetched_count++;
    pthread_cond_signal(&fetched_changed);
    pthread_mutex_unlock(&lock);
}

static void wait_fetched(int count)
{
    pthread_mutex_lock(&lock);
    while (fetched_count < count)
        pthread_cond_wait(&fetched_changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void start(void)
{
    start_server();
    atomic_store(&clock_ms, 1000000);
    publish("first", "max-age=600", 200);
    keys = keys_start(&(struct keys_options){
        .url = url, .ca_file = ca_file, .fetched = fetched, .steady_ms = now_ms, .now_ms = now_ms});
    ck_assert(keys);
}

static void stop(void)
{
    keys_stop(keys);
    unlink(ca_file);
}

/** What is said of a token of some age that nobody signed. */
static enum keys_answer ask_aged(const char *kid, int64_t age_s, int *retry_s)
{
    struct id_token token = {.text = "x.y", .signed_length = 3, .signature_length = 256};
    token.issued_ms = now_ms() - age_s * 1000;
    snprintf(token.kid, sizeof token.kid, "%s", kid);
    return keys_check(keys, &token, retry_s);
}

/** What is said of one that is older than any keys. */
static enum keys_answer ask(const char *kid, int *retry_s)
{
    return ask_aged(kid, now_ms() / 1000, retry_s);
}

static void expect(const char *kid, enum keys_answer wanted)
{
    int retry_s;
    ck_assert_int_eq(ask(kid, &retry_s), wanted);
}

static void pass(int64_t seconds)
{
    atomic_fetch_add(&clock_ms, 1000 * seconds);
}

/** The keys are fetched for the first time. */
static void begin(void)
{
    expect("first", KEYS_COMING);
    wait_fetched(1);
    expect("first", KEYS_BAD);
}

/* --- tests -------------------------------------------------------------------------------------
 */

START_TEST(kept_for_as_long_as_is_said_and_not_used_again_before_they_are_fetched)
{
    begin();
    pass(599);
    expect("first", KEYS_BAD);
    ck_assert_int_eq(atomic_load(&server.requests), 1);
    pass(2);
    expect("first", KEYS_COMING);
    wait_fetched(2);
    expect("first", KEYS_BAD);
    ck_assert_int_eq(atomic_load(&server.requests), 2);
}
END_TEST

START_TEST(a_key_that_is_withdrawn_is_good_no_longer_than_they_are_kept)
{
    begin();
    publish("second", "max-age=600", 200);
    pass(30 * 24 * 60 * 60);
    expect("first", KEYS_COMING);
    wait_fetched(2);
    expect("second", KEYS_BAD);
    expect("first", KEYS_COMING);
    wait_fetched(3);
    expect("first", KEYS_UNKNOWN);
}
END_TEST

/** How long they are kept with each Cache-Control. */
static const struct {
    const char *max_age;
    int seconds;
} ages[] = {
    {"max-age=0", 300},
    {"no-store", 3600},
    {"public, max-age=1000, must-revalidate", 1000},
    {"MAX-AGE=1000", 1000},
    {"s-maxage=1, max-age=1000", 1000},
    {"max-age=999999999999", 86400},
    {"max-age=-5", 3600},
};

START_TEST(never_less_than_five_minutes_nor_more_than_a_day)
{
    publish("first", ages[_i].max_age, 200);
    begin();
    pass(ages[_i].seconds - 1);
    expect("first", KEYS_BAD);
    ck_assert_int_eq(atomic_load(&server.requests), 1);
    pass(1);
    expect("first", KEYS_COMING);
    wait_fetched(2);
}
END_TEST

START_TEST(an_unknown_key_has_them_fetched_once_in_five_minutes)
{
    publish("first", "max-age=86400", 200);
    begin();
    expect("second", KEYS_COMING);
    wait_fetched(2);
    expect("second", KEYS_UNKNOWN);
    pass(299);
    expect("third", KEYS_UNKNOWN);
    publish("second", "max-age=86400", 200);
    pass(2);
    expect("second", KEYS_COMING);
    wait_fetched(3);
    expect("second", KEYS_BAD);
    expect("first", KEYS_UNKNOWN);
    ck_assert_int_eq(atomic_load(&server.requests), 3);
}
END_TEST

START_TEST(a_token_that_is_newer_than_the_keys_may_be_of_a_newer_one)
{
    int retry_s;
    publish("first", "max-age=86400", 200);
    begin();
    ck_assert_int_eq(ask_aged("second", 0, &retry_s), KEYS_COMING);
    wait_fetched(2);
    ck_assert_int_eq(ask_aged("second", 60, &retry_s), KEYS_UNKNOWN);
    ck_assert_int_eq(ask_aged("second", 59, &retry_s), KEYS_UNAVAILABLE);
    ck_assert_int_eq(ask_aged("second", -60, &retry_s), KEYS_UNAVAILABLE);
    ck_assert_int_eq(retry_s, 300);
    pass(100);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(ask_aged("second", 100, &retry_s), KEYS_UNAVAILABLE);
    ck_assert_int_eq(retry_s, 200);
    ck_assert_int_eq(ask_aged("second", 160, &retry_s), KEYS_UNKNOWN);
    ck_assert_int_eq(atomic_load(&server.requests), 2);
    pass(200);
    publish("third", "max-age=86400", 200);
    ck_assert_int_eq(ask_aged("second", 300, &retry_s), KEYS_COMING);
    wait_fetched(3);
    ck_assert_int_eq(ask_aged("second", 300, &retry_s), KEYS_UNKNOWN);
    ck_assert_int_eq(ask_aged("third", 0, &retry_s), KEYS_BAD);
}
END_TEST

START_TEST(known_keys_serve_on_while_fetching_fails)
{
    begin();
    publish("second", "max-age=600", 503);
    for (int attempt = 0; attempt < 4; attempt++) {
        pass(100000);
        expect("first", KEYS_COMING);
        wait_fetched(2 + attempt);
        expect("first", KEYS_BAD);
    }
    publish("second", "max-age=600", 200);
    pass(100000);
    expect("first", KEYS_COMING);
    wait_fetched(6);
    expect("second", KEYS_BAD);
}
END_TEST

START_TEST(after_failures_it_rests_twice_as_long_each_time_up_to_a_minute)
{
    static const int rests_s[] = {1, 2, 4, 8, 16, 32, 60, 60};
    int retry_s;
    publish("first", "max-age=600", 500);
    for (size_t i = 0; i < sizeof rests_s / sizeof rests_s[0]; i++) {
        expect("first", KEYS_COMING);
        wait_fetched((int)i + 1);
        ck_assert_int_eq(ask("first", &retry_s), KEYS_UNAVAILABLE);
        ck_assert_int_eq(retry_s, rests_s[i]);
        pass(rests_s[i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("keys");
    TCase *tcase = tcase_create("keys");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, start, stop);
    tcase_add_test(tcase, kept_for_as_long_as_is_said_and_not_used_again_before_they_are_fetched);
    tcase_add_test(tcase, a_key_that_is_withdrawn_is_good_no_longer_than_they_are_kept);
    tcase_add_loop_test(tcase, never_less_than_five_minutes_nor_more_than_a_day, 0,
                        sizeof ages / sizeof ages[0]);
    tcase_add_test(tcase, an_unknown_key_has_them_fetched_once_in_five_minutes);
    tcase_add_test(tcase, a_token_that_is_newer_than_the_keys_may_be_of_a_newer_one);
    tcase_add_test(tcase, known_keys_serve_on_while_fetching_fails);
    tcase_add_test(tcase, after_failures_it_rests_twice_as_long_each_time_up_to_a_minute);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
