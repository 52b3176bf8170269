/* Sockets, what the kernel says of addresses and routes, and waiting. */
#define _GNU_SOURCE
#include "CLinuxSupport.h"
#include "Result.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

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

int seam_wait_either(int first, int second, int64_t milliseconds) {
    struct pollfd entries[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    int timeout = milliseconds < 0 ? -1 : milliseconds > 3600000 ? 3600000 : (int)milliseconds;
    int ready = poll(entries, 2, timeout);
    if (ready < 0) return -errno;
    return (entries[0].revents != 0 ? 1 : 0) | (entries[1].revents != 0 ? 2 : 0);
}
