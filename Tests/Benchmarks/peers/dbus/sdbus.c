// D-Bus through sd-bus: over a private dbus-daemon, or peer to peer over a Unix socket.
//
//   sdbus server ADDRESS bus|direct
//   sdbus METRIC ADDRESS bus|direct [COUNT [WIDTH]]
//       METRIC: unary | pipelined | stream | fanout | connect | idle | once
//
// ADDRESS is a D-Bus address (bus) or the path of a socket (direct). A call carries a string of 120 bytes and returns
// one of 200. A stream is a train of signals with 150 bytes; by way of the bus a fan-out is one signal per event, which
// the bus copies.
#define _GNU_SOURCE
#include "../c/bench.h"
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <unistd.h>

static const char *NAME = "bench.Peer", *PATH = "/bench/Peer", *INTERFACE = "bench.Peer";
static char request[REQUEST + 1], reply[REPLY + 1], event[EVENT + 1];
static int is_direct;
static const char *address;
static sd_event *loop;

static int check(int status, const char *what) {
    if (status >= 0) return status;
    fprintf(stderr, "%s: %s\n", what, strerror(-status));
    exit(1);
}

static struct sockaddr_un socket_address(void) {
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    if (strlen(address) >= sizeof un.sun_path) check(-ENAMETOOLONG, address);
    strcpy(un.sun_path, address);
    return un;
}

// ---- server

static int answer(sd_bus_message *call, void *context, sd_bus_error *error) {
    (void)context, (void)error;
    const char *text;
    int status = sd_bus_message_read(call, "s", &text);
    return status < 0 ? status : sd_bus_reply_method_return(call, "s", reply);
}

struct stream {
    sd_bus *bus;
    char subscriber[64];  // empty: to everyone
    uint32_t left;
    sd_event_source *source;
};

static int send_event(struct stream *stream) {
    sd_bus_message *signal = NULL;
    int status = sd_bus_message_new_signal(stream->bus, &signal, PATH, INTERFACE, "Event");
    if (status >= 0) status = sd_bus_message_append(signal, "s", event);
    if (status >= 0 && stream->subscriber[0]) status = sd_bus_message_set_destination(signal, stream->subscriber);
    if (status >= 0) status = sd_bus_send(stream->bus, signal, NULL);
    sd_bus_message_unref(signal);
    return status;
}

// Sends a batch, so that the loop serves its other connections, too.
static int pump(sd_event_source *source, void *context) {
    struct stream *stream = context;
    for (int i = 0; i < 200 && stream->left; i++, stream->left--) {
        if (send_event(stream) < 0) stream->left = 1;
    }
    uint64_t queued = 0;
    sd_bus_get_n_queued_write(stream->bus, &queued);
    if (queued > 8000) sd_bus_flush(stream->bus);
    if (stream->left) return sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
    sd_event_source_unref(stream->source);
    sd_bus_unref(stream->bus);
    free(stream);
    return 0;
}

static int watch(sd_bus_message *call, void *context, sd_bus_error *error) {
    (void)context, (void)error;
    uint32_t count, is_broadcast;
    int status = sd_bus_message_read(call, "uu", &count, &is_broadcast);
    if (status < 0) return status;
    struct stream *stream = calloc(1, sizeof *stream);
    stream->bus = sd_bus_ref(sd_bus_message_get_bus(call));
    stream->left = count;
    if (!is_direct && !is_broadcast) {
        snprintf(stream->subscriber, sizeof stream->subscriber, "%s", sd_bus_message_get_sender(call));
    }
    check(sd_event_add_defer(loop, &stream->source, pump, stream), "defer");
    return sd_bus_reply_method_return(call, "");
}

static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Call", "s", "s", answer, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Watch", "uu", "", watch, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("Event", "s", 0),
    SD_BUS_VTABLE_END,
};

static int forget(sd_bus_message *signal, void *context, sd_bus_error *error) {
    (void)context, (void)error;
    sd_bus_unref(sd_bus_message_get_bus(signal));
    return 0;
}

static int accept_one(sd_event_source *source, int listener, uint32_t events, void *context) {
    (void)source, (void)events, (void)context;
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return 0;
    sd_bus *bus;
    sd_id128_t id;
    sd_id128_randomize(&id);
    check(sd_bus_new(&bus), "new");
    check(sd_bus_set_fd(bus, fd, fd), "descriptor");
    check(sd_bus_set_server(bus, 1, id), "server");
    check(sd_bus_set_anonymous(bus, 1), "anonymous");
    check(sd_bus_start(bus), "start");
    check(sd_bus_add_object_vtable(bus, NULL, PATH, INTERFACE, methods, NULL), "methods");
    check(sd_bus_match_signal(bus, NULL, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local",
                              "org.freedesktop.DBus.Local", "Disconnected", forget, NULL),
          "match");
    check(sd_bus_attach_event(bus, loop, 0), "attach");
    return 0;
}

static sd_bus *dial(void) {
    sd_bus *bus;
    check(sd_bus_new(&bus), "new");
    if (is_direct) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        struct sockaddr_un un = socket_address();
        check(connect(fd, (void *)&un, sizeof un) ? -errno : 0, "connect");
        check(sd_bus_set_fd(bus, fd, fd), "descriptor");
    } else {
        check(sd_bus_set_address(bus, address), "address");
        check(sd_bus_set_bus_client(bus, 1), "client");
    }
    check(sd_bus_start(bus), "start");
    return bus;
}

static void run_server(void) {
    check(sd_event_new(&loop), "loop");
    if (is_direct) {
        unlink(address);
        int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        struct sockaddr_un un = socket_address();
        if (bind(listener, (void *)&un, sizeof un) || listen(listener, 4096)) check(-errno, "bind");
        check(sd_event_add_io(loop, NULL, listener, EPOLLIN, accept_one, NULL), "listen");
    } else {
        sd_bus *bus = dial();
        check(sd_bus_add_object_vtable(bus, NULL, PATH, INTERFACE, methods, NULL), "methods");
        check(sd_bus_request_name(bus, NAME, 0), "name");
        check(sd_bus_attach_event(bus, loop, 0), "attach");
    }
    check(sd_event_loop(loop), "loop");
}

// ---- client

static long sent, received, total;

static const char *destination(void) { return is_direct ? NULL : NAME; }

static void call(sd_bus *bus) {
    sd_bus_message *answer = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    const char *text;
    check(sd_bus_call_method(bus, destination(), PATH, INTERFACE, "Call", &error, &answer, "s", request), "call");
    check(sd_bus_message_read(answer, "s", &text), "read");
    sd_bus_message_unref(answer);
}

static int got_reply(sd_bus_message *message, void *bus, sd_bus_error *error);

static void call_later(sd_bus *bus) {
    check(sd_bus_call_method_async(bus, NULL, destination(), PATH, INTERFACE, "Call", got_reply, bus, "s", request),
          "call");
    sent++;
}

static int got_reply(sd_bus_message *message, void *bus, sd_bus_error *error) {
    (void)error;
    const char *text;
    check(sd_bus_message_read(message, "s", &text), "reply");
    received++;
    if (sent < total) call_later(bus);
    return 1;
}

static int got_event(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)context, (void)error;
    const char *text;
    check(sd_bus_message_read(message, "s", &text), "event");
    received++;
    return 1;
}

static void drive(sd_bus *bus) {
    while (received < total) {
        if (check(sd_bus_process(bus, NULL), "process") == 0) check(sd_bus_wait(bus, UINT64_MAX), "wait");
    }
}

static void subscribe(sd_bus *bus) {
    check(sd_bus_match_signal(bus, NULL, destination(), PATH, INTERFACE, "Event", got_event, NULL), "match");
}

static void order(sd_bus *bus, uint32_t count, int is_broadcast) {
    sd_bus_message *message;
    check(sd_bus_message_new_method_call(bus, &message, destination(), PATH, INTERFACE, "Watch"), "message");
    check(sd_bus_message_append(message, "uu", count, is_broadcast), "append");
    check(sd_bus_message_set_expect_reply(message, 0), "no reply");
    check(sd_bus_send(bus, message, NULL), "send");
    sd_bus_message_unref(message);
}

static void run_unary(long count) {
    uint32_t *ns = malloc(count * sizeof *ns);
    sd_bus *bus = dial();
    for (long i = 0; i < WARM_UP; i++) call(bus);
    struct moment start = moment_now();
    for (long i = 0; i < count; i++) {
        uint64_t began = now_ns();
        call(bus);
        ns[i] = now_ns() - began;
    }
    print_latencies(ns, count, start);
}

static void run_connect(long count) {
    uint32_t *ns = malloc(count * sizeof *ns);
    struct moment start = moment_now();
    for (long i = 0; i < count; i++) {
        uint64_t began = now_ns();
        sd_bus *bus = dial();
        call(bus);
        ns[i] = now_ns() - began;
        sd_bus_flush_close_unref(bus);
    }
    print_latencies(ns, count, start);
}

static void run_pipelined(long count, long width) {
    sd_bus *bus = dial();
    call(bus);
    total = count;
    struct moment start = moment_now();
    for (long i = 0; i < width; i++) call_later(bus);
    drive(bus);
    print_rate(count, start);
}

static void run_stream(long count) {
    sd_bus *bus = dial();
    call(bus);
    subscribe(bus);
    total = count;
    struct moment start = moment_now();
    order(bus, count, 0);
    drive(bus);
    print_rate(count, start);
}

static void run_fanout(long count, long width) {
    int epoll = epoll_create1(0);  // cheaper than as many buses on one sd_event
    sd_bus **all = calloc(width, sizeof *all);
    for (long i = 0; i < width; i++) {
        all[i] = dial();
        call(all[i]);
        subscribe(all[i]);
        struct epoll_event interest = {.events = EPOLLIN, .data.ptr = all[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, sd_bus_get_fd(all[i]), &interest);
    }
    total = count * width;
    struct moment start = moment_now();
    for (long i = 0; i < (is_direct ? width : 1); i++) order(all[i], count, !is_direct);
    for (long i = 0; i < width; i++) check(sd_bus_flush(all[i]), "flush");
    while (received < total) {
        struct epoll_event ready[128];
        int waiting = epoll_wait(epoll, ready, 128, -1);
        for (int i = 0; i < waiting; i++) {
            while (check(sd_bus_process(ready[i].data.ptr, NULL), "process") > 0) {}
        }
    }
    print_rate(total, start);
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    memset(request, 'u', REQUEST);
    memset(reply, 'r', REPLY);
    memset(event, 'e', EVENT);
    const char *metric = argv[1];
    address = argv[2];
    is_direct = !strcmp(argv[3], "direct");
    long count = argc > 4 ? atol(argv[4]) : 1, width = argc > 5 ? atol(argv[5]) : 1;
    if (!strcmp(metric, "server")) run_server();
    else if (!strcmp(metric, "once")) call(dial());
    else if (!strcmp(metric, "unary")) run_unary(count);
    else if (!strcmp(metric, "connect")) run_connect(count);
    else if (!strcmp(metric, "pipelined")) run_pipelined(count, width);
    else if (!strcmp(metric, "stream")) run_stream(count);
    else if (!strcmp(metric, "fanout")) run_fanout(count, width);
    else if (!strcmp(metric, "idle")) {
        for (long i = 0; i < count; i++) call(dial());
        hold();
    } else return 64;
    fflush(stdout);
    _exit(0);  // the buses need not be taken down one by one
}
