#define _GNU_SOURCE
#include "CLinuxSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif
#ifndef __NR_close_range
#define __NR_close_range 436
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

static int result(int value) { return value < 0 ? -errno : value; }

int seam_socket_is_unix(int fd) {
    int family = 0;
    socklen_t size = sizeof family;
    if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0) return -errno;
    return family == AF_UNIX;
}

int seam_peer_credentials(int fd, struct seam_peer *peer) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -errno;
    if (size != sizeof credentials) return -EPROTO;
    peer->uid = credentials.uid;
    peer->gid = credentials.gid;
    peer->pid = credentials.pid;
    return 0;
}

int seam_peer_groups(int fd, uint32_t *groups, int capacity) {
    _Static_assert(sizeof(gid_t) == sizeof(uint32_t), "gid_t is 32 bits");
    socklen_t size = (socklen_t)capacity * sizeof(gid_t);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0 && errno != ERANGE) return -errno;
    return (int)(size / sizeof(gid_t));
}

int seam_unix_stream_socket(void) { return result(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

static int unix_address(const char *path, struct sockaddr_un *address) {
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address->sun_path) return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

int seam_unix_bind(int fd, const char *path) {
    struct sockaddr_un address;
    int status = unix_address(path, &address);
    if (status != 0) return status;
    return result(bind(fd, (struct sockaddr *)&address, sizeof address));
}

int seam_unix_connect(int fd, const char *path) {
    struct sockaddr_un address;
    int status = unix_address(path, &address);
    if (status != 0) return status;
    return result(connect(fd, (struct sockaddr *)&address, sizeof address));
}

int seam_listen(int fd, int backlog) { return result(listen(fd, backlog)); }

int seam_accept(int fd) { return result(accept4(fd, NULL, NULL, SOCK_CLOEXEC)); }

int seam_set_send_timeout(int fd, int64_t milliseconds) {
    struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = (milliseconds % 1000) * 1000};
    return result(setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time));
}

int seam_refuse_passed_descriptors(int fd) {
    int off = 0;
    return result(setsockopt(fd, SOL_SOCKET, SO_PASSRIGHTS, &off, sizeof off));
}

static int socket_option(int fd, int option) {
    int value = 0;
    socklen_t size = sizeof value;
    if (getsockopt(fd, SOL_SOCKET, option, &value, &size) != 0) return -errno;
    return value;
}

int seam_socket_kind(int fd) {
    int family = socket_option(fd, SO_DOMAIN);
    int type = socket_option(fd, SO_TYPE);
    int listening = socket_option(fd, SO_ACCEPTCONN);
    if (family < 0) return family;
    if (type < 0) return type;
    if (listening < 0) return listening;
    return (family == AF_UNIX ? SEAM_SOCKET_UNIX : 0) | (type == SOCK_STREAM ? SEAM_SOCKET_STREAM : 0) |
           (listening ? SEAM_SOCKET_LISTENING : 0);
}

int seam_unix_name(int fd, char *name, size_t capacity) {
    struct sockaddr_un address;
    socklen_t size = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0) return -errno;
    if (address.sun_family != AF_UNIX) return -EAFNOSUPPORT;
    size_t start = offsetof(struct sockaddr_un, sun_path);
    size_t length = size > start ? size - start : 0;
    if (length > sizeof address.sun_path) length = sizeof address.sun_path;
    /* The kernel counts the NUL that ends a path. */
    if (length > 0 && address.sun_path[0] != 0) length = strnlen(address.sun_path, length);
    if (length > capacity) return -ENAMETOOLONG;
    memcpy(name, address.sun_path, length);
    return (int)length;
}

int seam_unix_datagram_socket(void) { return result(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)); }

int64_t seam_send_datagram(int fd, const char *name, size_t length, const void *bytes, size_t count) {
    struct sockaddr_un address;
    if (length == 0 || length >= sizeof address.sun_path) return -ENAMETOOLONG;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    memcpy(address.sun_path, name, length);
    /* The length of an abstract name is its end; that of a path counts its NUL. */
    size_t size = offsetof(struct sockaddr_un, sun_path) + length + 1;
    if (name[0] == '@') {
        address.sun_path[0] = 0;
        size -= 1;
    }
    ssize_t sent = sendto(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, (socklen_t)size);
    return sent < 0 ? -errno : sent;
}

int64_t seam_send(int fd, const void *bytes, size_t count) {
    ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == ENOTSOCK) sent = write(fd, bytes, count);
    return sent < 0 ? -errno : sent;
}

int64_t seam_read(int fd, void *bytes, size_t count) {
    ssize_t got = read(fd, bytes, count);
    return got < 0 ? -errno : got;
}

int seam_wait(int fd, int for_writing, int64_t milliseconds) {
    struct pollfd entry = {.fd = fd, .events = for_writing ? POLLOUT : POLLIN};
    int timeout = milliseconds > 3600000 ? 3600000 : (int)milliseconds;
    return result(poll(&entry, 1, timeout));
}

int seam_route_socket(void) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (fd < 0) return -errno;
    struct sockaddr_nl address;
    memset(&address, 0, sizeof address);
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE;
    if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        int error = -errno;
        close(fd);
        return error;
    }
    return fd;
}

int64_t seam_route_receive(int fd, void *bytes, size_t count) {
    struct sockaddr_nl sender;
    socklen_t size = sizeof sender;
    ssize_t got = recvfrom(fd, bytes, count, MSG_DONTWAIT, (struct sockaddr *)&sender, &size);
    if (got < 0) return -errno;
    return size == sizeof sender && sender.nl_family == AF_NETLINK && sender.nl_pid == 0 ? got : 0;
}

int seam_signal_descriptor(void) { return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int seam_signal_raise(int fd) {
    uint64_t one = 1;
    ssize_t sent = write(fd, &one, sizeof one);
    return sent < 0 && errno != EAGAIN ? -errno : 0;
}

int seam_name_thread(const char *name) { return -pthread_setname_np(pthread_self(), name); }

int seam_wait_either(int first, int second, int64_t milliseconds) {
    struct pollfd entries[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    int timeout = milliseconds < 0 ? -1 : milliseconds > 3600000 ? 3600000 : (int)milliseconds;
    int ready = poll(entries, 2, timeout);
    if (ready < 0) return -errno;
    return (entries[0].revents != 0 ? 1 : 0) | (entries[1].revents != 0 ? 2 : 0);
}

int seam_open(int directory, const char *path, enum seam_open_how how) {
    int flags = O_CLOEXEC | O_NOCTTY;
    switch (how) {
    case SEAM_OPEN_DIRECTORY: flags |= O_PATH | O_DIRECTORY | O_NOFOLLOW; break;
    case SEAM_OPEN_LOCK: flags |= O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK; break;
    case SEAM_OPEN_READ: flags |= O_RDONLY | O_NOFOLLOW | O_NONBLOCK; break;
    case SEAM_OPEN_NEW: flags |= O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW; break;
    case SEAM_OPEN_PLACE: flags |= O_PATH; break;
    case SEAM_OPEN_FOLLOW: flags |= O_RDONLY | O_NONBLOCK; break;
    case SEAM_OPEN_ENTRY: flags |= O_PATH | O_NOFOLLOW; break;
    default: return -EINVAL;
    }
    return result(openat(directory, path, flags, 0600));
}

int seam_working_directory(void) { return AT_FDCWD; }

static void copy_status(const struct stat *from, struct seam_status *to) {
    to->device = from->st_dev;
    to->inode = from->st_ino;
    to->size = from->st_size < 0 ? 0 : (uint64_t)from->st_size;
    to->uid = from->st_uid;
    to->gid = from->st_gid;
    to->mode = from->st_mode & 07777;
    to->is_regular = S_ISREG(from->st_mode);
    to->is_directory = S_ISDIR(from->st_mode);
    to->is_socket = S_ISSOCK(from->st_mode);
}

int seam_status(int fd, struct seam_status *status) {
    struct stat found;
    if (fstat(fd, &found) != 0) return -errno;
    copy_status(&found, status);
    return 0;
}

int seam_status_at(int directory, const char *name, struct seam_status *status) {
    struct stat found;
    if (fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
    copy_status(&found, status);
    return 0;
}

int seam_unlink(int directory, const char *name) { return result(unlinkat(directory, name, 0)); }

int seam_set_group(int directory, const char *name, uint32_t gid) {
    return result(fchownat(directory, name, (uid_t)-1, gid, AT_SYMLINK_NOFOLLOW));
}

int seam_lock_exclusively(int fd) { return result(flock(fd, LOCK_EX | LOCK_NB)); }

int seam_sync(int fd) { return result(fsync(fd)); }

int seam_set_close_on_exec(int fd) {
    int flags = fcntl(fd, F_GETFD);
    if (flags < 0) return -errno;
    return result(fcntl(fd, F_SETFD, flags | FD_CLOEXEC));
}

int seam_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -errno;
    return result(fcntl(fd, F_SETFL, flags | O_NONBLOCK));
}

int seam_close(int fd) {
    /* Linux frees the descriptor even when close answers EINTR: calling again could close another thread's. */
    return close(fd) != 0 && errno != EINTR ? -errno : 0;
}

int seam_close_from(int first) { return result((int)syscall(__NR_close_range, first, ~0U, 0)); }

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

int64_t seam_monotonic_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t seam_boottime_nanoseconds(void) { return nanoseconds(CLOCK_BOOTTIME); }

int64_t seam_wall_milliseconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
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

enum { name_room = 65536 };

int seam_user_named(const char *name, uint32_t *uid) {
    struct passwd entry, *found = NULL;
    char *room = malloc(name_room);
    if (room == NULL) return -ENOMEM;
    int status = getpwnam_r(name, &entry, room, name_room, &found);
    if (status == 0 && found != NULL) *uid = found->pw_uid;
    free(room);
    return status != 0 ? -status : found == NULL ? -ENOENT : 0;
}

int seam_group_named(const char *name, uint32_t *gid) {
    struct group entry, *found = NULL;
    char *room = malloc(name_room);
    if (room == NULL) return -ENOMEM;
    int status = getgrnam_r(name, &entry, room, name_room, &found);
    if (status == 0 && found != NULL) *gid = found->gr_gid;
    free(room);
    return status != 0 ? -status : found == NULL ? -ENOENT : 0;
}
