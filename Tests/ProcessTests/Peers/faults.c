/*
 * Fails one system call, or all of a kind, of the program named in SEAM_FAULT_PROGRAM.
 *
 * SEAM_FAULT_FILE is mapped and shared with the test, which writes into it: see struct control. Loaded with LD_PRELOAD
 * into a program that links the C library dynamically; calls that the library makes to itself are not seen. The event
 * loops' own calls are let through: the libraries that make them take a failure for a mistake of the program's, and
 * trap, or never hear of a signal again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct control {
    /*
     * 0: calls are let through and not counted; 1: the one with the number `at` fails; 2: all that change the store's
     * files fail; 3: they do not return until the mode is another.
     */
    _Atomic uint32_t mode;
    /* What mode 2 fails with. */
    _Atomic int32_t error;
    /* Calls so far in mode 1. */
    _Atomic uint64_t calls;
    _Atomic uint64_t at;
    /* What was failed, and with what, and on what; written once in mode 1. */
    _Atomic int32_t failed_with;
    char failed[28];
    char failed_on[200];
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("SEAM_FAULT_FILE"), *program = getenv("SEAM_FAULT_PROGRAM");
    if (!file || !program || strcmp(program, program_invocation_short_name) != 0) return;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) abort();
    void *map = (void *)syscall(SYS_mmap, NULL, 4096L, (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED,
                                (long)descriptor, 0L);
    if (map == MAP_FAILED) abort();
    syscall(SYS_close, descriptor);
    control = map;
}

/*
 * Whether it is an event loop's: a wakeup or a timer that fails is lost for good. Such descriptors have no kind of
 * file.
 */
static int is_loops_own(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && (status.st_mode & S_IFMT) == 0;
}

/* Appends the path of one end of a local socket. */
static void add_path(const char *side, int (*name)(int, struct sockaddr *, socklen_t *), int fd) {
    struct sockaddr_un address = {0};
    socklen_t length = sizeof address;
    size_t used = strlen(control->failed_on);
    if (name(fd, (struct sockaddr *)&address, &length) != 0 || address.sun_family != AF_UNIX || !address.sun_path[0])
        return;
    snprintf(control->failed_on + used, sizeof control->failed_on - used, " %s %.*s", side,
             (int)sizeof address.sun_path, address.sun_path);
}

/* What a failed call was on, for people: a path, or what the kernel calls the descriptor. */
static void note(int fd, const char *path) {
    if (path || fd < 0) {
        strncpy(control->failed_on, path ? path : "no descriptor", sizeof control->failed_on - 1);
        return;
    }
    char link[64], file[120];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, file, sizeof file);
    snprintf(control->failed_on, sizeof control->failed_on, "%d %.*s", fd, length < 0 ? 0 : (int)length, file);
    add_path("to", getpeername, fd);
    add_path("of", getsockname, fd);
}

/* Whether this call fails, with errno set: one of `errors`, in turn. It is on `path`, or on `fd`. */
static int fails(const char *name, int fd, const char *path, const int *errors, int count) {
    if (!control || atomic_load(&control->mode) != 1) return 0;
    uint64_t number = atomic_fetch_add(&control->calls, 1) + 1;
    if (number != atomic_load(&control->at)) return 0;
    int error = errors[number % (uint64_t)count];
    strncpy(control->failed, name, sizeof control->failed - 1);
    note(fd, path);
    atomic_store(&control->failed_with, error);
    errno = error;
    return 1;
}

/* Whether the store's files cannot be changed at present. Waits while the disk hangs. */
static int is_shut(int descriptor) {
    if (!control || atomic_load(&control->mode) < 2) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, "session.db") && !strstr(path, "lifesignal.db")) return 0;
    while (atomic_load(&control->mode) == 3) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    if (atomic_load(&control->mode) != 2) return 0;
    errno = atomic_load(&control->error);
    return 1;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define ERRORS(...) (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int)
#define FAILS(name, fd, ...) fails(name, fd, NULL, ERRORS(__VA_ARGS__))
#define FAILS_AT(name, path, ...) fails(name, -1, path, ERRORS(__VA_ARGS__))

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        return FAILS_AT(#name, path, EMFILE, EIO, ENOSPC, ENOMEM) ? -1 : real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int directory, const char *path, int flags, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        return FAILS_AT(#name, path, EMFILE, EIO, ENOSPC, ENOMEM) ? -1 : real(directory, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)

ssize_t read(int fd, void *to, size_t count) {
    REAL(read);
    if (is_loops_own(fd)) return real(fd, to, count);
    return FAILS("read", fd, EIO, ENOMEM) ? -1 : real(fd, to, count);
}

ssize_t readv(int fd, const struct iovec *to, int count) {
    REAL(readv);
    return FAILS("readv", fd, EIO, ENOMEM) ? -1 : real(fd, to, count);
}

ssize_t pread(int fd, void *to, size_t count, off_t at) {
    REAL(pread);
    return FAILS("pread", fd, EIO, ENOMEM) ? -1 : real(fd, to, count, at);
}

ssize_t pread64(int fd, void *to, size_t count, off64_t at) {
    REAL(pread64);
    return FAILS("pread64", fd, EIO, ENOMEM) ? -1 : real(fd, to, count, at);
}

ssize_t write(int fd, const void *from, size_t count) {
    REAL(write);
    if (is_loops_own(fd)) return real(fd, from, count);
    return is_shut(fd) || FAILS("write", fd, EIO, ENOSPC) ? -1 : real(fd, from, count);
}

ssize_t writev(int fd, const struct iovec *from, int count) {
    REAL(writev);
    return FAILS("writev", fd, EIO, ENOMEM) ? -1 : real(fd, from, count);
}

ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    REAL(pwrite);
    return is_shut(fd) || FAILS("pwrite", fd, EIO, ENOSPC) ? -1 : real(fd, from, count, at);
}

ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    REAL(pwrite64);
    return is_shut(fd) || FAILS("pwrite64", fd, EIO, ENOSPC) ? -1 : real(fd, from, count, at);
}

int fsync(int fd) {
    REAL(fsync);
    return is_shut(fd) || FAILS("fsync", fd, EIO, ENOSPC) ? -1 : real(fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return is_shut(fd) || FAILS("fdatasync", fd, EIO, ENOSPC) ? -1 : real(fd);
}

int ftruncate(int fd, off_t length) {
    REAL(ftruncate);
    return is_shut(fd) || FAILS("ftruncate", fd, EIO, ENOSPC) ? -1 : real(fd, length);
}

int ftruncate64(int fd, off64_t length) {
    REAL(ftruncate64);
    return is_shut(fd) || FAILS("ftruncate64", fd, EIO, ENOSPC) ? -1 : real(fd, length);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    REAL(mmap);
    return FAILS("mmap", fd, ENOMEM) ? MAP_FAILED : real(address, length, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
    REAL(mmap64);
    return FAILS("mmap64", fd, ENOMEM) ? MAP_FAILED : real(address, length, protection, flags, fd, offset);
}

int unlink(const char *path) {
    REAL(unlink);
    return FAILS_AT("unlink", path, EIO) ? -1 : real(path);
}

int unlinkat(int directory, const char *path, int flags) {
    REAL(unlinkat);
    return FAILS_AT("unlinkat", path, EIO) ? -1 : real(directory, path, flags);
}

int rename(const char *from, const char *to) {
    REAL(rename);
    return FAILS_AT("rename", from, EIO, ENOSPC) ? -1 : real(from, to);
}

int socket(int domain, int type, int protocol) {
    REAL(socket);
    return FAILS("socket", -1, EMFILE, ENOMEM) ? -1 : real(domain, type, protocol);
}

int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
    REAL(accept4);
    return FAILS("accept4", fd, EMFILE, ENOMEM) ? -1 : real(fd, address, length, flags);
}

int connect(int fd, const struct sockaddr *address, socklen_t length) {
    REAL(connect);
    return FAILS("connect", fd, EIO, ENOMEM) ? -1 : real(fd, address, length);
}

ssize_t send(int fd, const void *from, size_t count, int flags) {
    REAL(send);
    return FAILS("send", fd, ENOMEM) ? -1 : real(fd, from, count, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    REAL(sendmsg);
    return FAILS("sendmsg", fd, ENOMEM) ? -1 : real(fd, message, flags);
}

ssize_t recv(int fd, void *to, size_t count, int flags) {
    REAL(recv);
    return FAILS("recv", fd, ENOMEM) ? -1 : real(fd, to, count, flags);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
    REAL(recvmsg);
    return FAILS("recvmsg", fd, ENOMEM) ? -1 : real(fd, message, flags);
}

int shutdown(int fd, int how) {
    REAL(shutdown);
    return FAILS("shutdown", fd, ENOMEM) ? -1 : real(fd, how);
}

/*
 * The descriptor is closed whatever is said of it, as Linux does. The end of a pipe never fails to close, and the
 * library that starts the providers traps where one does.
 */
int close(int fd) {
    REAL(close);
    struct stat status;
    if (is_loops_own(fd) || (fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode))) return real(fd);
    if (!FAILS("close", fd, EIO, ENOSPC)) return real(fd);
    int error = errno;
    real(fd);
    errno = error;
    return -1;
}
