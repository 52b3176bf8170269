/* A name service that never answers: the C library's look-ups of users and groups, while the file that
 * SEAM_SILENT_NAMES names is there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_ever(void) {
    const char *mark = getenv("SEAM_SILENT_NAMES");
    while (mark != NULL && access(mark, F_OK) == 0) pause();
}

#define SILENT(type, name, key)                                                                    \
    int name(key wanted, struct type *entry, char *room, size_t size, struct type **found) {       \
        int (*real)(key, struct type *, char *, size_t, struct type **) = dlsym(RTLD_NEXT, #name); \
        wait_for_ever();                                                                           \
        return real(wanted, entry, room, size, found);                                             \
    }

SILENT(passwd, getpwnam_r, const char *)
SILENT(passwd, getpwuid_r, uid_t)
SILENT(group, getgrnam_r, const char *)
SILENT(group, getgrgid_r, gid_t)
