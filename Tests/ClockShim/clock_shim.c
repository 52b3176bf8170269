// Preloaded into a program under test: moves the wall clock, and the clock that counts from boot, by what a file says
// while the program runs. Timers and the monotonic clock are left alone: a machine whose clock is set goes on at its
// pace.
//
// SEAM_TEST_CLOCK names the file: two 64-bit integers, milliseconds, for the wall clock and for the boot clock.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct shifts {
    _Atomic int64_t wall_ms;
    _Atomic int64_t boot_ms;
};

static const struct shifts none;
static const struct shifts *shifts = &none;

// A test whose clock does not move would pass for the wrong reason.
static void __attribute__((constructor)) take_file(void) {
    const char *path = getenv("SEAM_TEST_CLOCK");
    int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED) {
        static const char complaint[] = "clock_shim: SEAM_TEST_CLOCK cannot be mapped\n";
        if (write(STDERR_FILENO, complaint, sizeof complaint - 1) < 0) _exit(71);
        _exit(70);
    }
    close(fd);
    shifts = mapped;
}

static int64_t shift_of(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return shifts->wall_ms;
    case CLOCK_BOOTTIME: return shifts->boot_ms;
    default: return 0;
    }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (syscall(SYS_clock_gettime, clock, now) != 0) return -1;
    int64_t shift = shift_of(clock);
    now->tv_sec += shift / 1000;
    now->tv_nsec += shift % 1000 * 1000000;
    if (now->tv_nsec < 0) {
        now->tv_nsec += 1000000000;
        now->tv_sec -= 1;
    } else if (now->tv_nsec >= 1000000000) {
        now->tv_nsec -= 1000000000;
        now->tv_sec += 1;
    }
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    if (place != NULL) *place = precise.tv_sec;
    return precise.tv_sec;
}
