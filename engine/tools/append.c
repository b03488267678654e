#include "append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const struct append *append, const char *why)
{
    fprintf(stderr, "reversi: %s %s\n", append->path, why);
    return false;
}

static bool cannot(const struct append *append, const char *what)
{
    fprintf(stderr, "reversi: %s cannot be %s: %s\n", append->path, what, strerror(errno));
    return false;
}

/** Opens it and keeps others from doing so; the lock goes with the process. */
static bool open_alone(struct append *append)
{
    int file = open(append->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat kind;
    if (file < 0 || !(append->file = fdopen(file, "r+"))) {
        cannot(append, "opened");
        if (file >= 0)
            close(file);
        return false;
    }
    if (fstat(file, &kind) != 0 || !S_ISREG(kind.st_mode))
        return refuse(append, "is no file to go on with");
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? refuse(append, "is being written by another process")
                                    : cannot(append, "locked");
    return true;
}

/** Shows all whole lines. @param whole  where the last one ends */
static bool look_at_lines(struct append *append, append_look *look, void *context, off_t *whole)
{
    char *line = NULL;
    size_t size = 0;
    size_t number = 0;
    bool good = true;
    ssize_t length;
    *whole = 0;
    while (good && (length = getline(&line, &size, append->file)) > 0 && line[length - 1] == '\n') {
        number++;
        line[length - 1] = '\0';
        good = strlen(line) == (size_t)length - 1 && look(context, line);
        *whole += length;
    }
    free(line);
    if (good && ferror(append->file))
        return cannot(append, "read");
    if (!good)
        fprintf(stderr, "reversi: line %zu of %s is not what would stand there\n", number,
                append->path);
    return good;
}

bool append_open(struct append *append, const char *path, append_look *look, void *context)
{
    off_t whole;
    *append = (struct append){.path = path};
    bool good = open_alone(append) && look_at_lines(append, look, context, &whole);
    if (good &&
        (ftruncate(fileno(append->file), whole) != 0 || fseeko(append->file, whole, SEEK_SET) != 0))
        good = cannot(append, "gone on with");
    if (good)
        return true;
    if (append->file)
        fclose(append->file);
    append->file = NULL;
    return false;
}

static bool note(struct append *append, bool good)
{
    if (!good && !append->failed) {
        append->failed = true;
        cannot(append, "written");
    }
    return !append->failed;
}

bool append_good(struct append *append)
{
    return note(append, !ferror(append->file));
}

bool append_flush(struct append *append)
{
    return note(append, fflush(append->file) == 0 && !ferror(append->file));
}

bool append_close(struct append *append)
{
    if (!append->file)
        return true;
    append_flush(append);
    note(append, fclose(append->file) == 0);
    append->file = NULL;
    return !append->failed;
}
