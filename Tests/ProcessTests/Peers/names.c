/* A name service that never answers: the C library's look-ups of users and groups, while the file that
 * SEAM_SILENT_NAMES names is there, and of hosts, while that of SEAM_SILENT_HOSTS is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_ever(const char *variable) {
    const char *mark = getenv(variable);
    while (mark != NULL && access(mark, F_OK) == 0) pause();
}

#define SILENT(type, name, key)                                                                    \
    int name(key wanted, struct type *entry, char *room, size_t size, struct type **found) {       \
        int (*real)(key, struct type *, char *, size_t, struct type **) = dlsym(RTLD_NEXT, #name); \
        wait_for_ever("SEAM_SILENT_NAMES");                                                        \
        return real(wanted, entry, room, size, found);                                             \
    }

SILENT(passwd, getpwnam_r, const char *)
SILENT(passwd, getpwuid_r, uid_t)
SILENT(group, getgrnam_r, const char *)
SILENT(group, getgrgid_r, gid_t)

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        dlsym(RTLD_NEXT, "getaddrinfo");
    wait_for_ever("SEAM_SILENT_HOSTS");
    return real(host, service, hints, found);
}
