#include "replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *path, const char *why)
{
    fprintf(stderr, "reversi: %s cannot be written: %s\n", path, why);
    return false;
}

/** A device or a folder cannot be replaced, and a link would be instead of what it leads to. */
static bool is_replaceable(const char *path)
{
    struct stat kind;
    if (lstat(path, &kind) != 0)
        return errno == ENOENT || cannot(path, strerror(errno));
    return S_ISREG(kind.st_mode) || cannot(path, "it is something else than a file");
}

static char *beside_of(const char *path)
{
    static const char suffix[] = ".new";
    size_t length = strlen(path);
    char *beside = malloc(length + sizeof suffix);
    if (!beside)
        return NULL;
    memcpy(beside, path, length);
    memcpy(beside + length, suffix, sizeof suffix);
    return beside;
}

/** Whether the open file still has this name: who was faster may have put it in place already. */
static bool is_named(int file, const char *path)
{
    struct stat opened;
    struct stat named;
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

/** @return the descriptor, locked until it is closed; -1, with a sentence: it is not to be had */
static int open_alone(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) {
        cannot(path, strerror(errno));
        return -1;
    }
    if (flock(file, LOCK_EX | LOCK_NB) != 0 || !is_named(file, path)) {
        cannot(path, "another process is writing it");
        close(file);
        return -1;
    }
    return file;
}

static void release(struct replacement *replacement)
{
    if (replacement->file)
        fclose(replacement->file);
    free(replacement->beside);
    *replacement = (struct replacement){.path = replacement->path};
}

/** Opens PATH.new. What it holds may be left over from a process that was killed. */
static bool open_beside(struct replacement *replacement)
{
    int file = open_alone(replacement->beside);
    if (file < 0)
        return false;
    replacement->file = fdopen(file, "wb");
    if (replacement->file && ftruncate(file, 0) == 0)
        return true;
    cannot(replacement->beside, strerror(errno));
    if (!replacement->file)
        close(file);
    return false;
}

bool replacement_begin(struct replacement *replacement, const char *path)
{
    *replacement = (struct replacement){.path = path};
    if (!is_replaceable(path))
        return false;
    replacement->beside = beside_of(path);
    if (!replacement->beside)
        return cannot(path, "out of memory");
    if (open_beside(replacement))
        return true;
    release(replacement);
    return false;
}

static bool note(struct replacement *replacement, bool good)
{
    if (!good && !replacement->failed) {
        replacement->failed = true;
        cannot(replacement->beside, strerror(errno));
    }
    return !replacement->failed;
}

bool replacement_write(struct replacement *replacement, const void *bytes, size_t size)
{
    return note(replacement, fwrite(bytes, 1, size, replacement->file) == size);
}

bool replacement_finish(struct replacement *replacement)
{
    FILE *file = replacement->file;
    bool replaced = note(replacement, fflush(file) == 0) &&
                    note(replacement, fsync(fileno(file)) == 0) &&
                    note(replacement, rename(replacement->beside, replacement->path) == 0);
    if (!replaced)
        unlink(replacement->beside);
    release(replacement);
    return replaced;
}

void replacement_drop(struct replacement *replacement)
{
    if (replacement->file)
        unlink(replacement->beside);
    release(replacement);
}
