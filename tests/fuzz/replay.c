/**
 * Replays corpora: runs a fuzzer's function once on every file of the folders that are named.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdbool.h>
#include <string.h>

static bool replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = size < 0 ? NULL : malloc(size ? (size_t)size : 1);
    bool read = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (read)
        LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return read;
}

/** @return how many files were replayed; -1: one could not be read */
static int replay_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return -1;
    int count = 0;
    for (struct dirent *entry; count >= 0 && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        count = replay_file(path) ? count + 1 : -1;
        if (count < 0)
            fprintf(stderr, "cannot read %s\n", path);
    }
    closedir(dir);
    return count;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int count = replay_folder(argv[i]);
        if (count <= 0) {
            fprintf(stderr, "nothing to replay in %s\n", argv[i]);
            return EXIT_FAILURE;
        }
        total += count;
    }
    printf("%d inputs replayed\n", total);
    return total > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
