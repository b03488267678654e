#include "peer.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ANSWER_LINES_MAX = 10000, /* engines report on their search; none reports that much */
    PEERS_MAX = 2,            /* that run at once */
    EXIT_GRACE_MS = 2000,     /* between the end of its input or output and that of the program */
    EXIT_LOOK_MS = 5
};

/* While an answer is awaited, so often it is looked whether the program still runs. */
static const double LIFE_LOOK_S = 0.1;

/* What a signal handler ends. Written before a child runs and after it is gone. */
static volatile sig_atomic_t running[PEERS_MAX];

static void end_all(int number)
{
    for (int i = 0; i < PEERS_MAX; i++) {
        if (running[i] > 0) {
            kill(-running[i], SIGKILL);
            waitpid(running[i], NULL, 0);
        }
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void remember(pid_t group, pid_t instead_of)
{
    for (int i = 0; i < PEERS_MAX; i++) {
        if (running[i] == instead_of) {
            running[i] = group;
            return;
        }
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/** Copies the beginning of a line, with a `?` for what cannot be printed; also onto itself. */
static void copy_text(char *to, size_t size, const char *text)
{
    size_t length = 0;
    for (; text[length] && length < size - 1; length++)
        to[length] = isprint((unsigned char)text[length]) ? text[length] : '?';
    to[length] = '\0';
}

bool peer_blame(struct peer *peer, const char *format, ...)
{
    if (peer->fault[0])
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(peer->fault, sizeof peer->fault, format, arguments);
    va_end(arguments);
    copy_text(peer->fault, sizeof peer->fault, peer->fault);
    return false;
}

_Noreturn static void become(const char *command, int input, int output, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start_child(struct peer *peer, const int input[2], const int output[2])
{
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0)
        return peer_blame(peer, "cannot be started: %s", strerror(errno));
    if (child == 0)
        become(peer->command, input[0], output[1], parent);
    setpgid(child, child); /* here as well, since it may be ended before it does so itself */
    peer->group = child;
    remember(child, 0);
    return true;
}

bool peer_start(struct peer *peer, const char *command, double answer_s_max)
{
    *peer = (struct peer){.command = command, .answer_s_max = answer_s_max, .to = -1};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, end_all);
    signal(SIGTERM, end_all);
    signal(SIGHUP, end_all);
    int input[2];
    int output[2];
    peer->from = malloc(sizeof *peer->from);
    if (!peer->from)
        return peer_blame(peer, "out of memory");
    lines_init(peer->from, -1);
    if (pipe2(input, O_CLOEXEC) != 0)
        return peer_blame(peer, "cannot be started: %s", strerror(errno));
    if (pipe2(output, O_CLOEXEC) != 0) {
        close(input[0]);
        close(input[1]);
        return peer_blame(peer, "cannot be started: %s", strerror(errno));
    }
    bool started = start_child(peer, input, output);
    close(input[0]);
    close(output[1]);
    peer->to = input[1];
    fcntl(peer->to, F_SETFL, O_NONBLOCK);
    lines_init(peer->from, output[0]);
    return started;
}

bool peer_send(struct peer *peer, const char *format, ...)
{
    char line[LINES_LENGTH_MAX];
    if (peer->fault[0])
        return false;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    assert(length >= 0 && length < (int)sizeof line - 1);
    copy_text(peer->asked, sizeof peer->asked, line);
    strcpy(line + length, "\n");
    peer->give_up_at = now() + peer->answer_s_max;
    peer->lines_left = ANSWER_LINES_MAX;
    ssize_t sent = write(peer->to, line, (size_t)length + 1);
    /* Where the pipe is closed, the attempt to read says how the program ended. */
    if (sent == length + 1 || (sent < 0 && errno == EPIPE))
        return true;
    return peer_blame(peer, "does not read: no room for '%s'", peer->asked);
}

/** Waits a moment for its end. True: it has ended, as `status` says. */
static bool await_end(struct peer *peer, int *status)
{
    for (int ms = 0; ms < EXIT_GRACE_MS; ms += EXIT_LOOK_MS) {
        if (waitpid(peer->group, status, WNOHANG) == peer->group) {
            kill(-peer->group, SIGKILL); /* what it may have left behind */
            remember(0, peer->group);
            peer->group = 0;
            return true;
        }
        nanosleep(&(struct timespec){.tv_nsec = EXIT_LOOK_MS * 1000000L}, NULL);
    }
    return false;
}

/** Says how it ended, whose output is at its end. */
static void blame_end(struct peer *peer)
{
    int status;
    if (!await_end(peer, &status))
        peer_blame(peer, "closed its output before it answered '%s'", peer->asked);
    else if (WIFSIGNALED(status))
        peer_blame(peer, "was ended by signal %d (%s) before it answered '%s'", WTERMSIG(status),
                   strsignal(WTERMSIG(status)), peer->asked);
    else
        peer_blame(peer, "ended with status %d before it answered '%s'", WEXITSTATUS(status),
                   peer->asked);
}

/** Says that no answer came, and what came instead. */
static void blame_silence(struct peer *peer)
{
    if (peer->heard[0])
        peer_blame(peer, "gave no answer to '%s' within %g s; its last line was '%s'", peer->asked,
                   peer->answer_s_max, peer->heard);
    else
        peer_blame(peer, "gave no answer to '%s' within %g s", peer->asked, peer->answer_s_max);
}

/** Something else may hold its output open after it has ended, so the end of that is not enough. */
static bool is_alive(const struct peer *peer)
{
    siginfo_t ended = {0};
    return waitid(P_PID, (id_t)peer->group, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid == 0;
}

char *peer_receive(struct peer *peer)
{
    if (peer->fault[0])
        return NULL;
    if (peer->lines_left-- == 0) {
        peer_blame(peer, "said %d lines, but no answer to '%s'; its last line was '%s'",
                   ANSWER_LINES_MAX, peer->asked, peer->heard);
        return NULL;
    }
    char *line = NULL;
    for (;;) {
        double left = peer->give_up_at - now();
        double wait = fmin(fmax(left, 0), LIFE_LOOK_S);
        bool was_alive = is_alive(peer);
        switch (lines_next(peer->from, wait, &line)) {
        case LINES_LINE:
            copy_text(peer->heard, sizeof peer->heard, line);
            return line;
        case LINES_ENDED:
            blame_end(peer);
            return NULL;
        case LINES_NOTHING_YET:
            break;
        }
        if (!was_alive)
            blame_end(peer);
        else if (left <= 0)
            blame_silence(peer);
        if (peer->fault[0])
            return NULL;
    }
}

/** Reads the group of a process and the CPU time of children that it has waited for, in ticks. */
static bool read_process(pid_t process, pid_t *group, unsigned long *waited_ticks)
{
    char name[40];
    char text[512];
    snprintf(name, sizeof name, "/proc/%d/stat", (int)process);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return false;
    text[length] = '\0';
    /* The fields after the program's name, which may itself hold blanks and brackets. */
    const char *fields = strrchr(text, ')');
    unsigned long user;
    unsigned long kernel;
    if (!fields || sscanf(fields, ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lu %lu",
                          group, &user, &kernel) != 3)
        return false;
    *waited_ticks = user + kernel;
    return true;
}

static double process_cpu_seconds(pid_t process)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double peer_cpu_seconds(const struct peer *peer)
{
    double seconds = 0;
    DIR *processes = peer->group > 0 ? opendir("/proc") : NULL;
    if (!processes)
        return 0;
    for (struct dirent *entry; (entry = readdir(processes));) {
        pid_t process = atoi(entry->d_name);
        pid_t group;
        unsigned long waited_ticks;
        if (process > 0 && read_process(process, &group, &waited_ticks) && group == peer->group)
            seconds +=
                process_cpu_seconds(process) + (double)waited_ticks / (double)sysconf(_SC_CLK_TCK);
    }
    closedir(processes);
    return seconds;
}

void peer_stop(struct peer *peer)
{
    int status;
    if (peer->to >= 0)
        close(peer->to);
    bool may_end_itself = peer->group > 0 && !peer->fault[0];
    if (peer->group > 0 && !(may_end_itself && await_end(peer, &status))) {
        kill(-peer->group, SIGKILL);
        waitpid(peer->group, NULL, 0);
        remember(0, peer->group);
        peer->group = 0;
    }
    if (peer->from && peer->from->file >= 0)
        close(peer->from->file);
    free(peer->from);
    peer->from = NULL;
    peer->to = -1;
}
