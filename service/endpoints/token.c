#include "endpoints/token.h"

#include <string.h>

struct result ep_require_account(struct http_request *request, struct endpoint *endpoint,
                                 struct uuid *player)
{
    struct ep_caller caller;
    TRY(ep_ask_caller(request, endpoint, &caller));
    TRY(ep_flush(request, endpoint));
    TRY(ep_check_caller(request, endpoint, &caller));
    *player = caller.token.player;
    return ep_check_signed_in(&caller);
}

void token_write_members(struct json_writer *writer, const struct personal_token *token)
{
    char id[UUID_TEXT_SIZE];
    uuid_write(&token->id, id);
    json_member_string(writer, "id", id);
    json_member_string(writer, "name", token->label);
    json_member(writer, "scopes");
    json_begin_array(writer);
    for (const char *word = token->scopes; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        json_put_string_n(writer, word, length);
        word += length;
    }
    json_end(writer);
    json_member_time(writer, "created_at", token->created_ms);
    json_member_time(writer, "expires_at", token->expires_ms);
}
