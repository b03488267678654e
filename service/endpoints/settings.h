/** What a player has set: how pages should show things. Kept for clients; the service itself does
 * not look at it. */
#ifndef REVERSID_ENDPOINTS_SETTINGS_H
#define REVERSID_ENDPOINTS_SETTINGS_H

#include "endpoints/endpoint.h"
#include "store/accounts.h"

struct settings {
    int language; /* of settings_languages */
    int theme;    /* of the pictures' themes */
    bool legal_moves;
    bool coordinates;
    bool sound;
};

/** Reads what is kept; what is missing there, or no longer understood, is as it is by default. */
struct settings settings_parse(const char *text);

/** Reads the fields of an object over what is there. Errors: those of the reader. */
FALLIBLE struct result settings_read(const struct json_in *object, struct settings *settings);

/** What is to be kept: an object of what differs from the defaults. */
void settings_keep(const struct settings *settings, char text[SETTINGS_SIZE]);

/** All of them, as a value. */
void settings_write(struct json_writer *writer, const struct settings *settings);

#endif
