// What the C peers share: sizes of the messages, clocks, and the one line of JSON that a client prints.
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REQUEST = 120, REPLY = 200, EVENT = 150, WARM_UP = 2000 };

static inline uint64_t clock_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + t.tv_nsec;
}

static inline uint64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

// The clock on the wall and the processor time of this process, together.
struct moment { uint64_t wall, cpu; };

static inline struct moment moment_now(void) {
    return (struct moment){now_ns(), clock_ns(CLOCK_PROCESS_CPUTIME_ID)};
}

static int compare_u32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static inline void print_latencies(uint32_t *ns, long count, struct moment since) {
    double cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - since.cpu;
    qsort(ns, count, sizeof *ns, compare_u32);
    printf("{\"p50\":%.3f,\"p99\":%.3f,\"cpu_us\":%.4f}\n", ns[count / 2] / 1e3, ns[(long)(count * 0.99)] / 1e3,
           cpu / 1e3 / count);
}

static inline void print_rate(double count, struct moment since) {
    struct moment end = moment_now();
    printf("{\"rate\":%.0f,\"cpu_us\":%.5f}\n", count * 1e9 / (end.wall - since.wall),
           (end.cpu - since.cpu) / 1e3 / count);
}

// Tells the race that all connections are there, and keeps them until it has measured.
static inline void hold(void) {
    puts("ready");
    fflush(stdout);
    while (getchar() != EOF) {}
}

#endif
