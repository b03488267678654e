#include "auth/key_set.h"

#include "base/crypto.h"
#include "json/reader.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <string.h>

static bool text_is(const struct json_in *object, const char *name, const char *wanted)
{
    const char *value = NULL;
    size_t length;
    return !failed(json_get_string(object, name, JSON_REQUIRED, &value, &length)) &&
           strcmp(value, wanted) == 0;
}

/** Reads a number in base64url. NULL: it is none. */
static BIGNUM *take_number(const struct json_in *object, const char *name)
{
    uint8_t bytes[KEY_BITS_MAX / 8];
    const char *text = "";
    size_t length = 0, decoded = 0;
    if (failed(json_get_string(object, name, JSON_REQUIRED, &text, &length)) ||
        !crypto_base64url_decode(text, length, bytes, sizeof bytes, &decoded) || decoded == 0)
        return NULL;
    return BN_bin2bn(bytes, (int)decoded, NULL);
}

static EVP_PKEY *make_key(BIGNUM *modulus, BIGNUM *exponent)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    bool made = builder && context &&
                OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
                OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1 &&
                (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL &&
                EVP_PKEY_fromdata_init(context) == 1 &&
                EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) == 1;
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    if (made && EVP_PKEY_get_bits(key) >= KEY_BITS_MIN)
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

/** The exponent of a usable key is odd and small: a large one only makes verifying dear. */
static bool is_exponent(const BIGNUM *exponent)
{
    return exponent && BN_is_odd(exponent) && BN_num_bits(exponent) >= 2 &&
           BN_num_bits(exponent) <= 32;
}

/** Reads one key. NULL: it is not for us. */
static EVP_PKEY *read_key(const struct json_in *object, char kid[ID_TOKEN_KID_SIZE])
{
    const char *text = "";
    size_t length = 0;
    if (!text_is(object, "kty", "RSA") || !text_is(object, "use", "sig") ||
        (json_has(object, "alg") && !text_is(object, "alg", "RS256")) ||
        failed(json_get_string(object, "kid", JSON_REQUIRED, &text, &length)) || length == 0 ||
        length >= ID_TOKEN_KID_SIZE)
        return NULL;
    memcpy(kid, text, length + 1);
    BIGNUM *modulus = take_number(object, "n"), *exponent = take_number(object, "e");
    EVP_PKEY *key = modulus && is_exponent(exponent) ? make_key(modulus, exponent) : NULL;
    BN_free(modulus);
    BN_free(exponent);
    return key;
}

bool key_set_read(const char *text, size_t length, struct key_set *set)
{
    struct problem problem;
    struct key_set read = {0};
    struct json_in list;
    JSON_IN_CLEANUP struct json_in root = {0};
    if (failed(json_read(text, length, &problem, &root)) ||
        failed(json_get_array(&root, "keys", JSON_REQUIRED, KEY_SET_BYTES_MAX, &list)))
        return false;
    for (size_t i = 0; i < json_count(&list) && read.count < KEY_SET_KEYS_MAX; i++) {
        struct json_in object;
        if (failed(json_element(&list, i, &object)))
            continue;
        EVP_PKEY *key = read_key(&object, read.keys[read.count].kid);
        if (key)
            read.keys[read.count++].key = key;
    }
    if (read.count > 0)
        *set = read;
    return read.count > 0;
}

void key_set_release(struct key_set *set)
{
    for (int i = 0; i < set->count; i++)
        EVP_PKEY_free(set->keys[i].key);
    set->count = 0;
}

EVP_PKEY *key_set_find(const struct key_set *set, const char *kid)
{
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->keys[i].kid, kid) == 0)
            return set->keys[i].key;
    return NULL;
}
