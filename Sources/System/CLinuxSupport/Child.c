/* A child that reads its standard input, answers on its standard output, and gets nothing else. */
#define _GNU_SOURCE
#include "CLinuxSupport.h"
#include "Result.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Moves a descriptor out of the way of the child's standard descriptors. */
static int above_standard(int fd) {
    if (fd > STDERR_FILENO || fd < 0) return fd;
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(fd);
    return moved;
}

static int start(const char *path, int input, int output) {
    char *const arguments[] = {(char *)path, NULL}, *const environment[] = {NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t child = 0;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0) return -ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -ENOMEM;
    }
    int status = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (status == 0) status = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (status == 0) status = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (status == 0) status = posix_spawnattr_setsigmask(&attributes, &none);
    if (status == 0) status = posix_spawnattr_setsigdefault(&attributes, &all);
    if (status == 0) status = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (status == 0) status = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return status == 0 ? child : -status;
}

int seam_spawn(const char *path, int *input, int *output) {
    /* A write to a socket can be told not to raise SIGPIPE. */
    int in[2] = {-1, -1}, out[2] = {-1, -1}, child = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0) return -errno;
    if (pipe2(out, O_CLOEXEC) != 0) child = -errno;
    for (int end = 0; child == 0 && end < 2; end++) {
        in[end] = above_standard(in[end]);
        out[end] = above_standard(out[end]);
        if (in[end] < 0 || out[end] < 0) child = -EMFILE;
    }
    if (child == 0) child = start(path, in[1], out[1]);
    if (in[1] >= 0) close(in[1]);
    if (out[1] >= 0) close(out[1]);
    if (child > 0) {
        *input = in[0];
        *output = out[0];
        return child;
    }
    if (in[0] >= 0) close(in[0]);
    if (out[0] >= 0) close(out[0]);
    return child;
}

int seam_end_input(int fd) { return result(shutdown(fd, SHUT_WR)); }

int seam_reap(int child, int waits, int *exit_status, int *signal) {
    int status = 0;
    pid_t ended;
    do {
        ended = waitpid(child, &status, waits ? 0 : WNOHANG);
    } while (ended < 0 && errno == EINTR);
    if (ended <= 0) return ended < 0 ? -errno : 0;
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    *exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return 1;
}

int seam_kill(int child) { return result(kill(child, SIGKILL)); }

int seam_limit_time(int seconds) {
    alarm((unsigned)seconds);
    return 0;
}
