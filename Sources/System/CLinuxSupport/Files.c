/* Descriptors and files. */
#define _GNU_SOURCE
#include "CLinuxSupport.h"
#include "Result.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef __NR_close_range
#define __NR_close_range 436
#endif

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

int64_t seam_access_list(int fd, void *bytes, size_t count) {
    ssize_t length = fgetxattr(fd, "system.posix_acl_access", bytes, count);
    return length < 0 ? -errno : length;
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

int seam_close_from(int first) {
    if (syscall(__NR_close_range, first, ~0U, 0) == 0) return 0;
    /* A kernel before 5.9, or a container whose filter does not know the call. */
    if (errno != ENOSYS && errno != EPERM) return -errno;
    DIR *listed = opendir("/proc/self/fd");
    if (listed == NULL) return -errno;
    for (struct dirent *entry = readdir(listed); entry != NULL; entry = readdir(listed)) {
        int fd = atoi(entry->d_name);
        if (fd >= first && fd != dirfd(listed)) close(fd);
    }
    closedir(listed);
    return 0;
}
