// spawn COUNT PROGRAM [ARGUMENT...]: runs a program so many times, after three that do not count, and prints the
// medians of its time on the wall, from the moment of the spawn to the end, and of its processor time, and its greatest
// memory.
#define _GNU_SOURCE
#include "bench.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int compare_double(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    if (argc < 3 || atoi(argv[1]) < 1) return 64;
    int count = atoi(argv[1]);
    double *wall = malloc(count * sizeof *wall), *cpu = malloc(count * sizeof *cpu);
    long memory = 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    for (int i = -3; i < count; i++) {
        struct rusage usage;
        int status;
        pid_t child;
        uint64_t began = now_ns();
        if (posix_spawnp(&child, argv[2], &actions, NULL, argv + 2, environ)) {
            perror(argv[2]);
            return 1;
        }
        wait4(child, &status, 0, &usage);
        uint64_t ended = now_ns();
        if (status) {
            fprintf(stderr, "%s ended with status %x\n", argv[2], status);
            return 1;
        }
        if (i < 0) continue;
        wall[i] = (ended - began) / 1e6;
        cpu[i] = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
                 (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
        if (usage.ru_maxrss > memory) memory = usage.ru_maxrss;
    }
    qsort(wall, count, sizeof *wall, compare_double);
    qsort(cpu, count, sizeof *cpu, compare_double);
    printf("{\"wall_ms\":%.4f,\"cpu_ms\":%.4f,\"peak_kb\":%ld}\n", wall[count / 2], cpu[count / 2], memory);
    return 0;
}
