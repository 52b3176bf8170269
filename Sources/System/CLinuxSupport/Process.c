/* The process and its confinement, and what it asks the machine for: time, randomness, users and groups. */
#define _GNU_SOURCE
#include "CLinuxSupport.h"
#include "Result.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif
#ifndef __NR_pidfd_open
#define __NR_pidfd_open 434
#endif
#ifndef PID_FS_MAGIC
#define PID_FS_MAGIC 0x50494446
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SEAM_THREAD_SANITIZER 1
#endif
#endif

#ifdef SEAM_THREAD_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void seam_lock_acquired(void *lock) { __tsan_acquire(lock); }
void seam_lock_released(void *lock) { __tsan_release(lock); }
#else
void seam_lock_acquired(void *lock) { (void)lock; }
void seam_lock_released(void *lock) { (void)lock; }
#endif

int seam_name_thread(const char *name) { return -pthread_setname_np(pthread_self(), name); }

int seam_occupy_standard_descriptors(void) {
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) != -1) continue;
        if (errno != EBADF) return -errno;
        /* The kernel gives the lowest free number, and all below are in use. */
        if (open("/dev/null", O_RDWR) < 0) return -errno;
    }
    return 0;
}

int seam_ignore_fatal_signals(void) {
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    if (sigaction(SIGPIPE, &ignore, NULL) != 0) return -errno;
    return result(sigaction(SIGXFSZ, &ignore, NULL));
}

int seam_set_undumpable(void) { return result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)); }

int seam_is_dumpable(void) { return result(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)); }

void seam_give_back_memory(void) { malloc_trim(0); }

int seam_map_large_blocks(int size) { return mallopt(M_MMAP_THRESHOLD, size) == 1 ? 0 : -EINVAL; }

int seam_set_no_new_privileges(void) { return result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int seam_has_no_new_privileges(void) { return result(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)); }

int seam_set_parent_death_signal(int signal) { return result(prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0, 0, 0)); }

int seam_own_pidfd_id(uint64_t *id) {
    int fd = (int)syscall(__NR_pidfd_open, getpid(), 0);
    if (fd < 0) return -errno;
    struct statfs system;
    struct stat found;
    int status = fstatfs(fd, &system) != 0 || fstat(fd, &found) != 0 ? -errno : 0;
    close(fd);
    if (status != 0) return status;
    /* Before 6.9 all pidfds share one inode. */
    if (system.f_type != PID_FS_MAGIC) return -EOPNOTSUPP;
    *id = found.st_ino;
    return 0;
}

static int limit_number(enum seam_limit limit) {
    switch (limit) {
    case SEAM_LIMIT_ADDRESS_SPACE: return RLIMIT_AS;
    case SEAM_LIMIT_CORE: return RLIMIT_CORE;
    case SEAM_LIMIT_CPU_SECONDS: return RLIMIT_CPU;
    case SEAM_LIMIT_FILE_SIZE: return RLIMIT_FSIZE;
    case SEAM_LIMIT_LOCKED_MEMORY: return RLIMIT_MEMLOCK;
    case SEAM_LIMIT_OPEN_FILES: return RLIMIT_NOFILE;
    case SEAM_LIMIT_PROCESSES: return RLIMIT_NPROC;
    default: return -1;
    }
}

int seam_get_limit(enum seam_limit limit, uint64_t *soft, uint64_t *hard) {
    struct rlimit value;
    if (getrlimit(limit_number(limit), &value) != 0) return -errno;
    *soft = value.rlim_cur;
    *hard = value.rlim_max;
    return 0;
}

int seam_set_limit(enum seam_limit limit, uint64_t soft, uint64_t hard) {
    struct rlimit value = {.rlim_cur = soft, .rlim_max = hard};
    return result(setrlimit(limit_number(limit), &value));
}

int seam_execute(const char *path, char *const arguments[], char *const environment[]) {
    execve(path, arguments, environment);
    return -errno;
}

int seam_execute_descriptor(int fd, char *const arguments[], char *const environment[]) {
    return result((int)syscall(__NR_execveat, fd, "", arguments, environment, AT_EMPTY_PATH));
}

struct library_visit {
    void (*visit)(void *context, const char *path);
    void *context;
};

static int visit_library(struct dl_phdr_info *info, size_t size, void *data) {
    struct library_visit *request = data;
    (void)size;
    if (info->dlpi_name != NULL && info->dlpi_name[0] == '/') request->visit(request->context, info->dlpi_name);
    return 0;
}

void seam_each_library(void (*visit)(void *context, const char *path), void *context) {
    struct library_visit request = {.visit = visit, .context = context};
    dl_iterate_phdr(visit_library, &request);
}

/* The kernel's structures, spelled out here because Debian 12's headers know the first version only. */
struct landlock_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};
struct landlock_path {
    uint64_t rights;
    int32_t place;
} __attribute__((packed));

int seam_landlock_version(void) { return result((int)syscall(__NR_landlock_create_ruleset, NULL, (size_t)0, 1U)); }

int seam_landlock_create(uint64_t files, uint64_t network, uint64_t scopes, int version) {
    struct landlock_attributes attributes = {.files = files, .network = network, .scopes = scopes};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return result((int)syscall(__NR_landlock_create_ruleset, &attributes, size, 0U));
}

int seam_landlock_allow(int ruleset, int place, uint64_t rights) {
    struct landlock_path rule = {.rights = rights, .place = place};
    return result((int)syscall(__NR_landlock_add_rule, ruleset, 1, &rule, 0U));
}

int seam_landlock_restrict(int ruleset) { return result((int)syscall(__NR_landlock_restrict_self, ruleset, 0U)); }

static int64_t nanoseconds(clockid_t clock) {
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int seam_is_main_thread(void) { return (pid_t)syscall(SYS_gettid) == getpid(); }

int64_t seam_monotonic_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t seam_boottime_nanoseconds(void) { return nanoseconds(CLOCK_BOOTTIME); }

int64_t seam_wall_milliseconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int seam_clock_is_synchronized(void) {
    struct timex reading = {.modes = 0};
    int state = adjtimex(&reading);
    return state >= 0 && state != TIME_ERROR && !(reading.status & STA_UNSYNC);
}

int seam_random(void *bytes, size_t count) {
    uint8_t *at = bytes;
    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got < 0 ? -errno : -EIO;
        at += got;
        count -= (size_t)got;
    }
    return 0;
}

/* A group may have many thousand members. */
enum { name_room = 65536, most_room = 16 << 20 };

static int found_number(int status, const uint32_t *found, uint32_t *number) {
    if (status != 0) return -status;
    if (found == NULL) return 1;
    *number = *found;
    return 0;
}

static int found_name(int status, const char *found, char *name, size_t size) {
    if (status != 0) return -status;
    if (found == NULL) return 1;
    if (strlen(found) >= size) return -ENAMETOOLONG;
    strcpy(name, found);
    return 0;
}

int seam_user_named(const char *name, uint32_t *uid) {
    for (size_t count = name_room;; count *= 4) {
        struct passwd entry, *found = NULL;
        char *room = malloc(count);
        if (room == NULL) return -ENOMEM;
        int status = getpwnam_r(name, &entry, room, count, &found);
        int result = found_number(status, found == NULL ? NULL : &found->pw_uid, uid);
        free(room);
        if (result != -ERANGE || count >= most_room) return result;
    }
}

int seam_group_named(const char *name, uint32_t *gid) {
    for (size_t count = name_room;; count *= 4) {
        struct group entry, *found = NULL;
        char *room = malloc(count);
        if (room == NULL) return -ENOMEM;
        int status = getgrnam_r(name, &entry, room, count, &found);
        int result = found_number(status, found == NULL ? NULL : &found->gr_gid, gid);
        free(room);
        if (result != -ERANGE || count >= most_room) return result;
    }
}

int seam_name_of_user(uint32_t uid, char *name, size_t size) {
    for (size_t count = name_room;; count *= 4) {
        struct passwd entry, *found = NULL;
        char *room = malloc(count);
        if (room == NULL) return -ENOMEM;
        int status = getpwuid_r(uid, &entry, room, count, &found);
        int result = found_name(status, found == NULL ? NULL : found->pw_name, name, size);
        free(room);
        if (result != -ERANGE || count >= most_room) return result;
    }
}

int seam_name_of_group(uint32_t gid, char *name, size_t size) {
    for (size_t count = name_room;; count *= 4) {
        struct group entry, *found = NULL;
        char *room = malloc(count);
        if (room == NULL) return -ENOMEM;
        int status = getgrgid_r(gid, &entry, room, count, &found);
        int result = found_name(status, found == NULL ? NULL : found->gr_name, name, size);
        free(room);
        if (result != -ERANGE || count >= most_room) return result;
    }
}

__attribute__((noinline)) void seam_wipe_stack(void) {
    char room[131072];
    explicit_bzero(room, sizeof room);
}
