/** A file that cmake's embed_folder() has made part of the program. */
#ifndef REVERSID_ENDPOINTS_EMBEDDED_H
#define REVERSID_ENDPOINTS_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* within its folder */
    const unsigned char *bytes;
    const size_t *size;
};

#endif
