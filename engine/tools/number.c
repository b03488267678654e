#include "command.h"

#include <errno.h>
#include <stdlib.h>

bool command_number(const char *text, long minimum, long maximum, long *number)
{
    char *end;
    errno = 0;
    long read = strtol(text, &end, 10);
    if (errno || end == text || *end != '\0' || read < minimum || read > maximum)
        return false;
    *number = read;
    return true;
}
