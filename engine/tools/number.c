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

bool command_real(const char *text, double maximum, double *number)
{
    char *end;
    double read = strtod(text, &end);
    if (end == text || *end != '\0' || !(read >= 0 && read <= maximum))
        return false;
    *number = read;
    return true;
}
