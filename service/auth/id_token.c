#include "auth/id_token.h"

#include "base/crypto.h"
#include "json/reader.h"

#include <openssl/evp.h>
#include <string.h>

const char *const id_token_faults[ID_TOKEN_FAULT_COUNT] = {[ID_TOKEN_GOOD] = "good",
                                                           [ID_TOKEN_FORM] = "form",
                                                           [ID_TOKEN_ALG] = "alg",
                                                           [ID_TOKEN_KID] = "kid",
                                                           [ID_TOKEN_ISS] = "iss",
                                                           [ID_TOKEN_AUD] = "aud",
                                                           [ID_TOKEN_SIGNATURE] = "signature",
                                                           [ID_TOKEN_EXP] = "exp",
                                                           [ID_TOKEN_IAT] = "iat",
                                                           [ID_TOKEN_NBF] = "nbf",
                                                           [ID_TOKEN_SUB] = "sub",
                                                           [ID_TOKEN_NONCE] = "nonce"};

enum { PART_BYTES_MAX = ID_TOKEN_LENGTH_MAX * 3 / 4, AUDIENCE_SIZE = 255 + 1 };

/* What stands between client ids, any number of them. */
static const char between_ids[] = ", ";

/* The end of the year 9999: far from where sums overflow. */
#define TIME_S_MAX INT64_C(253402300799)

/** A part between two dots. */
struct part {
    const char *text;
    size_t length;
};

/** Splits at exactly two dots. */
static bool split(const char *text, size_t length, struct part parts[3])
{
    const char *end = text + length;
    for (int i = 0; i < 3; i++) {
        const char *dot = memchr(text, '.', (size_t)(end - text));
        if (!dot != (i == 2))
            return false;
        parts[i] = (struct part){text, (size_t)((dot ? dot : end) - text)};
        text = dot ? dot + 1 : end;
    }
    return true;
}

/** Reads a part that is a JSON object; `root` is to be released. */
static bool read_object(const struct part *part, struct problem *problem, struct json_in *root)
{
    char text[PART_BYTES_MAX + 1];
    size_t decoded;
    if (!crypto_base64url_decode(part->text, part->length, (uint8_t *)text, PART_BYTES_MAX,
                                 &decoded))
        return false;
    text[decoded] = '\0';
    return !failed(json_read(text, decoded, problem, root));
}

/** Takes a member that is a string which fits, with its NUL, and is not empty. */
static bool take_string(const struct json_in *object, const char *name, char *text, size_t size)
{
    const char *value = "";
    size_t length = 0;
    if (failed(json_get_string(object, name, JSON_REQUIRED, &value, &length)) || length == 0 ||
        length >= size)
        return false;
    memcpy(text, value, length + 1);
    return true;
}

static bool member_is(const struct json_in *object, const char *name, const char *wanted)
{
    char text[64];
    return take_string(object, name, text, sizeof text) && strcmp(text, wanted) == 0;
}

static enum id_token_fault read_header(const struct part *part, struct id_token *token)
{
    struct problem problem;
    JSON_IN_CLEANUP struct json_in header = {0};
    if (!read_object(part, &problem, &header))
        return ID_TOKEN_FORM;
    if (!member_is(&header, "alg", "RS256") || json_has(&header, "crit") ||
        json_has(&header, "b64"))
        return ID_TOKEN_ALG;
    if (json_has(&header, "typ") && !member_is(&header, "typ", "JWT"))
        return ID_TOKEN_FORM;
    return take_string(&header, "kid", token->kid, sizeof token->kid) ? ID_TOKEN_GOOD
                                                                      : ID_TOKEN_KID;
}

static bool is_issuer(const struct json_in *claims)
{
    return member_is(claims, "iss", "https://accounts.google.com") ||
           member_is(claims, "iss", "accounts.google.com");
}

bool id_token_are_client_ids(const char *client_ids)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    int count = 0;
    for (client_ids += strspn(client_ids, between_ids); *client_ids; count++) {
        size_t length = strspn(client_ids, letters);
        if (length == 0 || length >= AUDIENCE_SIZE)
            return false;
        client_ids += length;
        if (*client_ids && !strchr(between_ids, *client_ids))
            return false;
        client_ids += strspn(client_ids, between_ids);
    }
    return count > 0;
}

/** Whether the audience is one of ours. */
static bool is_audience(const struct json_in *claims, const char *client_ids)
{
    char audience[AUDIENCE_SIZE];
    if (!take_string(claims, "aud", audience, sizeof audience))
        return false;
    while (*client_ids) {
        size_t length = strcspn(client_ids, between_ids);
        if (length == strlen(audience) && memcmp(client_ids, audience, length) == 0)
            return true;
        client_ids += length;
        client_ids += strspn(client_ids, between_ids);
    }
    return false;
}

static enum id_token_fault check_times(const struct json_in *claims, int64_t now_s,
                                       struct id_token *token)
{
    int64_t issued_s = 0, expires_s = 0, begins_s = 0;
    if (failed(json_get_integer(claims, "exp", JSON_REQUIRED, 0, TIME_S_MAX, &expires_s)) ||
        expires_s + ID_TOKEN_LEEWAY_S <= now_s)
        return ID_TOKEN_EXP;
    if (failed(json_get_integer(claims, "iat", JSON_REQUIRED, 0, TIME_S_MAX, &issued_s)) ||
        issued_s - ID_TOKEN_LEEWAY_S > now_s)
        return ID_TOKEN_IAT;
    if (json_has(claims, "nbf") &&
        (failed(json_get_integer(claims, "nbf", JSON_REQUIRED, 0, TIME_S_MAX, &begins_s)) ||
         begins_s - ID_TOKEN_LEEWAY_S > now_s))
        return ID_TOKEN_NBF;
    token->issued_ms = issued_s * 1000;
    token->expires_ms = expires_s * 1000;
    return expires_s - issued_s > ID_TOKEN_LIFE_S_MAX ? ID_TOKEN_EXP : ID_TOKEN_GOOD;
}

static enum id_token_fault read_claims(const struct part *part, const char *client_ids,
                                       int64_t now_s, struct id_token *token)
{
    struct problem problem;
    JSON_IN_CLEANUP struct json_in claims = {0};
    if (!read_object(part, &problem, &claims))
        return ID_TOKEN_FORM;
    if (!is_issuer(&claims))
        return ID_TOKEN_ISS;
    if (!is_audience(&claims, client_ids))
        return ID_TOKEN_AUD;
    enum id_token_fault fault = check_times(&claims, now_s, token);
    if (fault != ID_TOKEN_GOOD)
        return fault;
    if (!take_string(&claims, "sub", token->subject, sizeof token->subject))
        return ID_TOKEN_SUB;
    token->nonce[0] = '\0';
    if (json_has(&claims, "nonce") &&
        !take_string(&claims, "nonce", token->nonce, sizeof token->nonce))
        return ID_TOKEN_NONCE;
    return ID_TOKEN_GOOD;
}

enum id_token_fault id_token_read(const char *text, size_t length, const char *client_ids,
                                  int64_t now_ms, struct id_token *token)
{
    struct part parts[3];
    if (length > ID_TOKEN_LENGTH_MAX || !split(text, length, parts) ||
        !crypto_base64url_decode(parts[2].text, parts[2].length, token->signature,
                                 sizeof token->signature, &token->signature_length))
        return ID_TOKEN_FORM;
    enum id_token_fault fault = read_header(&parts[0], token);
    if (fault != ID_TOKEN_GOOD)
        return fault;
    token->text = text;
    token->signed_length = parts[0].length + 1 + parts[1].length;
    return read_claims(&parts[1], client_ids, now_ms / 1000, token);
}

bool id_token_is_signed(const struct id_token *token, EVP_PKEY *key)
{
    if ((size_t)EVP_PKEY_get_size(key) != token->signature_length)
        return false;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context &&
                EVP_DigestVerifyInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) == 1 &&
                EVP_DigestVerify(context, token->signature, token->signature_length,
                                 (const unsigned char *)token->text, token->signed_length) == 1;
    EVP_MD_CTX_free(context);
    return good;
}
