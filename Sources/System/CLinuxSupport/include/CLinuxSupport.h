/* What Swift cannot reach by itself: variadic calls, GNU-only structures, and system calls newer than the C library.
 * Functions that can fail answer a negative errno value, so that no caller has to read errno after the fact. */
#ifndef C_LINUX_SUPPORT_H
#define C_LINUX_SUPPORT_H

#include <stdint.h>
#include <stddef.h>

/* The thread sanitizer sees no edge in Synchronization.Mutex; these two give it one. Without the sanitizer: nothing. */
void seam_lock_acquired(void *lock);
void seam_lock_released(void *lock);

/* Sockets. */
struct seam_peer {
    uint32_t uid;
    uint32_t gid;
    int32_t pid;
};
int seam_socket_is_unix(int fd);
int seam_peer_credentials(int fd, struct seam_peer *peer);
/* Answers how many there are; more than `capacity` means: call again with that much room. */
int seam_peer_groups(int fd, uint32_t *groups, int capacity);
int seam_unix_stream_socket(void);
int seam_unix_bind(int fd, const char *path);
int seam_unix_connect(int fd, const char *path);
int seam_listen(int fd, int backlog);
int seam_accept(int fd);
int seam_set_send_timeout(int fd, int64_t milliseconds);
int seam_refuse_passed_descriptors(int fd);
enum seam_socket_kind {
    SEAM_SOCKET_UNIX = 1,
    SEAM_SOCKET_STREAM = 2,
    SEAM_SOCKET_LISTENING = 4,
};
/* A mask of the above. */
int seam_socket_kind(int fd);
/* The name that a Unix socket is bound to, without the NUL at the end of a path: 0 is none, an abstract one
 * begins with NUL. */
int seam_unix_name(int fd, char *name, size_t capacity);
int seam_unix_datagram_socket(void);
/* To a path, or to an abstract name when the first byte is `@`. Never waits: EAGAIN when the receiver has no room. */
int64_t seam_send_datagram(int fd, const char *name, size_t length, const void *bytes, size_t count);
int64_t seam_send(int fd, const void *bytes, size_t count);
int64_t seam_read(int fd, void *bytes, size_t count);
/* 1 when ready (or broken: the next call says how), 0 when the time is over. */
int seam_wait(int fd, int for_writing, int64_t milliseconds);

/* The kernel's word on addresses and routes: a netlink socket that follows them. */
int seam_route_socket(void);
/* What the kernel said, at most one message's worth; 0 where another process said it. Never waits. */
int64_t seam_route_receive(int fd, void *bytes, size_t count);
/* A descriptor that is readable for good once it was raised. */
int seam_signal_descriptor(void);
int seam_signal_raise(int fd);
/* What the kernel calls the calling thread: at most 15 bytes. */
int seam_name_thread(const char *name);
/* Waits for either; a mask: 1 the first, 2 the second, 0 when the time is over. Negative milliseconds: for ever. */
int seam_wait_either(int first, int second, int64_t milliseconds);

/* Descriptors and files. */
struct seam_status {
    uint64_t device;
    uint64_t inode;
    uint64_t size;
    uint32_t uid;
    uint32_t gid;
    uint32_t mode;
    int is_regular;
    int is_directory;
    int is_socket;
};
enum seam_open_how {
    SEAM_OPEN_DIRECTORY = 1, /* a place for the *at calls: no symbolic link, no reading */
    SEAM_OPEN_LOCK = 2,      /* read and write, made with 0600 when absent, no symbolic link */
    SEAM_OPEN_READ = 3,      /* reading, no symbolic link, never waits for the other end of a pipe */
    SEAM_OPEN_NEW = 4,       /* writing, must not exist, 0600 */
    SEAM_OPEN_PLACE = 5,     /* any file as a place: for Landlock rules; follows links */
    SEAM_OPEN_FOLLOW = 6,    /* reading, links followed */
    SEAM_OPEN_ENTRY = 7,     /* any file, itself even if it is a link: keeps its inode from being reused */
};
int seam_open(int directory, const char *path, enum seam_open_how how);
int seam_working_directory(void); /* AT_FDCWD */
int seam_status(int fd, struct seam_status *status);
/* The bytes of the file's access control list; -ENODATA or -EOPNOTSUPP: it has none. */
int64_t seam_access_list(int fd, void *bytes, size_t count);
int seam_status_at(int directory, const char *name, struct seam_status *status);
int seam_unlink(int directory, const char *name);
int seam_set_group(int directory, const char *name, uint32_t gid);
int seam_lock_exclusively(int fd);
int seam_sync(int fd);
int seam_set_close_on_exec(int fd);
int seam_set_nonblocking(int fd);
int seam_close(int fd);
int seam_close_from(int first);

/* The process. */
/* Opens /dev/null on those of the descriptors 0 to 2 that are closed. */
int seam_occupy_standard_descriptors(void);
int seam_ignore_fatal_signals(void);
int seam_set_undumpable(void);
int seam_is_dumpable(void);
void seam_give_back_memory(void);
int seam_map_large_blocks(int size);
int seam_set_no_new_privileges(void);
int seam_has_no_new_privileges(void);
int seam_set_parent_death_signal(int signal);
/* What tells this process from every other one until the next boot, as its pidfd has it; not all kernels do. */
int seam_own_pidfd_id(uint64_t *id);
enum seam_limit {
    SEAM_LIMIT_ADDRESS_SPACE = 1,
    SEAM_LIMIT_CORE,
    SEAM_LIMIT_CPU_SECONDS,
    SEAM_LIMIT_FILE_SIZE,
    SEAM_LIMIT_LOCKED_MEMORY,
    SEAM_LIMIT_OPEN_FILES,
    SEAM_LIMIT_PROCESSES,
};
int seam_get_limit(enum seam_limit limit, uint64_t *soft, uint64_t *hard);
int seam_set_limit(enum seam_limit limit, uint64_t soft, uint64_t hard);
/* Replaces this program; returns only on failure. */
int seam_execute(const char *path, char *const arguments[], char *const environment[]);
int seam_execute_descriptor(int fd, char *const arguments[], char *const environment[]);
/* Starts a program with these ends of its standard input and output, and nothing else; its process id. */
int seam_spawn(const char *path, int *input, int *output);
/* The child has got all of its input. */
int seam_end_input(int fd);
/* 1 when the child has ended, with its exit status, or the signal that ended it; 0 while it lives. */
int seam_reap(int child, int waits, int *exit_status, int *signal);
int seam_kill(int child);
/* Ends this process by SIGALRM after so much time. */
int seam_limit_time(int seconds);
/* Calls `visit` with the path of every shared library this process has mapped. */
void seam_each_library(void (*visit)(void *context, const char *path), void *context);

/* Landlock. The handled rights are a mask; see LandlockRuleset.swift. */
int seam_landlock_version(void);
int seam_landlock_create(uint64_t files, uint64_t network, uint64_t scopes, int version);
int seam_landlock_allow(int ruleset, int place, uint64_t rights);
int seam_landlock_restrict(int ruleset);

/* Time, randomness, names. */
int64_t seam_monotonic_nanoseconds(void);

/* Whether the calling thread is the one that the process began with. */
int seam_is_main_thread(void);
/* Overwrites what calls that are over have left on the calling thread's stack, 128 KiB of it. */
void seam_wipe_stack(void);
int64_t seam_boottime_nanoseconds(void);
int64_t seam_wall_milliseconds(void);
/* Whether the kernel takes its wall clock for synchronized; 0 where it may not be asked. */
int seam_clock_is_synchronized(void);
int seam_random(void *bytes, size_t count);
/* 0: found; 1: there is none; or the negative errno, if nobody can say. */
int seam_user_named(const char *name, uint32_t *uid);
int seam_group_named(const char *name, uint32_t *gid);
/* The same answers; a name that needs more than `size` bytes with its zero is an error. */
int seam_name_of_user(uint32_t uid, char *name, size_t size);
int seam_name_of_group(uint32_t gid, char *name, size_t size);

#endif
