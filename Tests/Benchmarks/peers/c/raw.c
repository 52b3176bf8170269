// The machine's limit: AF_UNIX stream sockets with messages of fixed size, no framing and no parsing.
//
//   raw server SOCKET [epoll]              one blocking thread per connection, or one epoll loop
//   raw METRIC SOCKET [COUNT [WIDTH]] [epoll]
//       METRIC: unary | pipelined | stream | single | fanout | connect | idle | once
//
// A request that begins with 's' orders a stream in blocks of 400 events, one with 't' ("single") one with a write for
// each event; eight decimal digits give the count. With `epoll` the client waits in epoll_wait before each read.
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { ROOM = 65536, BLOCK = 400, EVENTS = 128 };

static int uses_epoll;
static char event_block[EVENT * BLOCK];

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void write_all(int fd, const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) die("write");
        bytes += written;
        count -= written;
    }
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        die(path);
    }
    strcpy(address.sun_path, path);
    return address;
}

// ---- server, a blocking thread for each connection

static void stream_blocking(int fd, long count, long block) {
    while (count > 0) {
        long now = count < block ? count : block;
        write_all(fd, event_block, now * EVENT);
        count -= now;
    }
}

static void *serve_blocking(void *argument) {
    int fd = (int)(intptr_t)argument;
    char *in = malloc(ROOM), *out = calloc(ROOM / REQUEST + 1, REPLY);
    size_t have = 0;
    ssize_t got;
    while ((got = read(fd, in + have, ROOM - have)) > 0) {
        have += got;
        size_t used = 0, replies = 0;
        for (; have - used >= REQUEST; used += REQUEST) {
            if (in[used] == 's' || in[used] == 't') {
                stream_blocking(fd, strtol(in + used + 1, NULL, 10), in[used] == 's' ? BLOCK : 1);
            } else {
                memset(out + replies, 'r', REPLY);
                replies += REPLY;
            }
        }
        if (replies) write_all(fd, out, replies);
        memmove(in, in + used, have - used);
        have -= used;
    }
    close(fd);
    free(in);
    free(out);
    return NULL;
}

static void run_blocking(int listener) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 65536);
    for (;;) {
        int fd = accept(listener, NULL, NULL);
        if (fd < 0) continue;
        pthread_t thread;
        if (pthread_create(&thread, &attributes, serve_blocking, (void *)(intptr_t)fd)) close(fd);
    }
}

// ---- server, one loop; what a connection keeps is small, so that idle ones cost little

struct connection {
    int fd;
    size_t have;                  // bytes of a request that is not complete
    char in[REQUEST];
    size_t waiting, offset;       // bytes of `out` that the socket did not take
    char *out;
    long events;                  // events of a stream that are still to be sent
};

static char in[ROOM], out[(ROOM / REQUEST + 8) * REPLY];

static void keep(struct connection *c, const char *bytes, size_t count) {
    char *joined = malloc(c->waiting + count);
    if (c->waiting) memcpy(joined, c->out + c->offset, c->waiting);
    memcpy(joined + c->waiting, bytes, count);
    free(c->out);
    c->out = joined;
    c->offset = 0;
    c->waiting += count;
}

static int send_waiting(struct connection *c) {
    ssize_t written = write(c->fd, c->out + c->offset, c->waiting);
    if (written < 0) {
        if (errno != EAGAIN) c->waiting = 0;
        return 0;
    }
    c->offset += written;
    c->waiting -= written;
    return 1;
}

static int send_events(struct connection *c) {
    long block = c->events < BLOCK ? c->events : BLOCK;
    ssize_t written = write(c->fd, event_block, block * EVENT);
    if (written < 0) return 0;
    c->events -= written / EVENT;
    if (written % EVENT) {
        c->events--;
        keep(c, event_block, EVENT - written % EVENT);
    }
    return 1;
}

// Sends until there is nothing more or the socket is full; the edge of its next readiness calls again.
static void push(struct connection *c) {
    while (c->waiting || c->events > 0) {
        if (!(c->waiting ? send_waiting(c) : send_events(c))) return;
    }
}

// False at the end of input.
static int answer(struct connection *c) {
    for (;;) {
        memcpy(in, c->in, c->have);
        ssize_t got = read(c->fd, in + c->have, ROOM - c->have);
        if (got == 0) return 0;
        if (got < 0) return errno == EAGAIN;
        size_t have = c->have + got, used = 0, replies = 0;
        for (; have - used >= REQUEST; used += REQUEST) {
            if (in[used] == 's') {
                c->events += strtol(in + used + 1, NULL, 10);
            } else {
                memset(out + replies, 'r', REPLY);
                replies += REPLY;
            }
        }
        c->have = have - used;
        memcpy(c->in, in + used, c->have);
        ssize_t written = 0;
        if (replies && !c->waiting) written = write(c->fd, out, replies);
        if (written < 0) written = 0;
        if ((size_t)written < replies) keep(c, out + written, replies - written);
        if (have < ROOM / 2) return 1;  // a short read has emptied the socket
    }
}

static void accept_all(int epoll, int listener) {
    int fd;
    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct connection *c = calloc(1, sizeof *c);
        c->fd = fd;
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    }
}

static void run_loop(int listener) {
    int epoll = epoll_create1(0);
    fcntl(listener, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN}, ready[EVENTS];
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(epoll, ready, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            struct connection *c = ready[i].data.ptr;
            if (!c) {
                accept_all(epoll, listener);
            } else if (!(ready[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) || answer(c)) {
                push(c);
            } else {
                close(c->fd);
                free(c->out);
                free(c);
            }
        }
    }
}

static void run_server(const char *path) {
    memset(event_block, 'e', sizeof event_block);
    unlink(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = address_of(path);
    if (bind(listener, (void *)&address, sizeof address) || listen(listener, 4096)) die("bind");
    if (uses_epoll) run_loop(listener);
    run_blocking(listener);
}

// ---- client

static int dial(const char *path) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = address_of(path);
    if (connect(fd, (void *)&address, sizeof address)) die("connect");
    return fd;
}

static int epoll_for(int fd) {
    if (!uses_epoll) return -1;
    int epoll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    return epoll;
}

static ssize_t read_some(int fd, int epoll, char *bytes, size_t room) {
    struct epoll_event event;
    if (epoll >= 0) {
        while (epoll_wait(epoll, &event, 1, -1) < 0 && errno == EINTR) {}
    }
    ssize_t got = read(fd, bytes, room);
    if (got <= 0) die("read");
    return got;
}

static void call(int fd, int epoll) {
    char bytes[REPLY];
    memset(bytes, 'u', REQUEST);
    write_all(fd, bytes, REQUEST);
    for (size_t have = 0; have < REPLY;) have += read_some(fd, epoll, bytes + have, REPLY - have);
}

static void order(int fd, char kind, long count) {
    char bytes[REQUEST] = {0};
    snprintf(bytes, sizeof bytes, "%c%08ld", kind, count);
    write_all(fd, bytes, REQUEST);
}

static void run_unary(const char *path, long count) {
    int fd = dial(path), epoll = epoll_for(fd);
    uint32_t *ns = malloc(count * sizeof *ns);
    for (long i = 0; i < WARM_UP; i++) call(fd, epoll);
    struct moment start = moment_now();
    for (long i = 0; i < count; i++) {
        uint64_t began = now_ns();
        call(fd, epoll);
        ns[i] = now_ns() - began;
    }
    print_latencies(ns, count, start);
}

static void run_connect(const char *path, long count) {
    uint32_t *ns = malloc(count * sizeof *ns);
    struct moment start = moment_now();
    for (long i = 0; i < count; i++) {
        uint64_t began = now_ns();
        int fd = dial(path), epoll = epoll_for(fd);
        call(fd, epoll);
        ns[i] = now_ns() - began;
        close(fd);
        if (epoll >= 0) close(epoll);
    }
    print_latencies(ns, count, start);
}

static void run_pipelined(const char *path, long count, long width) {
    int fd = dial(path), epoll = epoll_for(fd);
    char *requests = malloc(width * REQUEST), *replies = malloc(ROOM);
    memset(requests, 'u', width * REQUEST);
    long sent = width, done = 0;
    size_t part = 0;
    struct moment start = moment_now();
    write_all(fd, requests, width * REQUEST);
    while (done < count) {
        part += read_some(fd, epoll, replies, ROOM);
        long now = part / REPLY, more = sent + now > count ? count - sent : now;
        part %= REPLY;
        done += now;
        if (more > 0) write_all(fd, requests, more * REQUEST);
        sent += more > 0 ? more : 0;
    }
    print_rate(count, start);
}

static void run_stream(const char *path, long count, char kind) {
    int fd = dial(path), epoll = epoll_for(fd);
    char *bytes = malloc(ROOM);
    struct moment start = moment_now();
    order(fd, kind, count);
    for (size_t missing = count * EVENT; missing;) missing -= read_some(fd, epoll, bytes, ROOM);
    print_rate(count, start);
}

static void run_fanout(const char *path, long count, long width) {
    int epoll = epoll_create1(0), *fds = malloc(width * sizeof *fds);
    for (long i = 0; i < width; i++) {
        fds[i] = dial(path);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fds[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, fds[i], &event);
    }
    char *bytes = malloc(ROOM);
    struct epoll_event ready[EVENTS];
    struct moment start = moment_now();
    for (long i = 0; i < width; i++) order(fds[i], 's', count);
    for (size_t missing = count * width * EVENT; missing;) {
        int waiting = epoll_wait(epoll, ready, EVENTS, -1);
        for (int i = 0; i < waiting; i++) missing -= read_some(ready[i].data.fd, -1, bytes, ROOM);
    }
    print_rate((double)count * width, start);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    if (argc > 1 && !strcmp(argv[argc - 1], "epoll")) {
        uses_epoll = 1;
        argc--;
    }
    if (argc < 3) return 64;
    const char *metric = argv[1], *path = argv[2];
    long count = argc > 3 ? atol(argv[3]) : 1, width = argc > 4 ? atol(argv[4]) : 1;
    if (!strcmp(metric, "server")) run_server(path);
    else if (!strcmp(metric, "once")) call(dial(path), -1);
    else if (!strcmp(metric, "unary")) run_unary(path, count);
    else if (!strcmp(metric, "pipelined")) run_pipelined(path, count, width);
    else if (!strcmp(metric, "stream")) run_stream(path, count, 's');
    else if (!strcmp(metric, "single")) run_stream(path, count, 't');
    else if (!strcmp(metric, "fanout")) run_fanout(path, count, width);
    else if (!strcmp(metric, "connect")) run_connect(path, count);
    else if (!strcmp(metric, "idle")) {
        for (long i = 0; i < count; i++) call(dial(path), -1);
        hold();
    } else return 64;
    return 0;
}
