#!/usr/bin/env python3
"""What still works while something that a daemon waits for does not answer: hangs.py PROGRAMS PEERS.

Starts each daemon of the folder PROGRAMS, makes one thing hang for it, and prints a row: the seconds until it is ready,
until a call is answered, and until it has ended after SIGTERM. Ends with 1 if one of them takes longer than it may.
The libraries that let a disk and a name service hang are built from the folder PEERS. Needs root for the journal's
place; that row is left out otherwise."""

import contextlib
import dataclasses
import json
import os
import pathlib
import pwd
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

#: The longest time that an answer, and the end of a daemon, may take on a busy machine. The second pair applies while
#: the disk hangs. Then a call that needs the store is answered at its own deadline, and the end waits for the disk
#: until the unit's time has passed.
ANSWER, END = 5.0, 10.0
DISK_ANSWER, DISK_END = 15.0, 35.0
#: The longest time for a call that asks the cloud: its own deadline, unless a configuration says otherwise.
CLOUD_ANSWER = 32.0
PROGRAMS, PEERS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


@dataclasses.dataclass
class Daemon:
    name: str
    #: A call that every user may make, and a call that needs the store, each with its socket, method and parameters. A
    #: method that begins with a slash is a page.
    calls: list[tuple[str, str, dict]]
    has_store: bool = False


DAEMONS = [
    Daemon("seam-sessiond", [("admin", "rpc.health", {}), ("admin", "audit.list", {})], has_store=True),
    Daemon("seam-radiod", [("radio", "radio.get", {})]),
    Daemon("lifesignald", [("admin", "rpc.health", {}), ("people", "auth.sign_in", {"phone": "+4915112345678"})],
           has_store=True),
    Daemon("lifesignal-sender", []),
    Daemon("lifesignal-web", [("http", "/robots.txt", {})]),
]


def pipe_that_nobody_reads(place):
    """The path of a full pipe, and the end that keeps it."""
    path = place / "unread"
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    for size in (4096, 1):
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(end, b"x" * size)
    return path, end


def library(place, source):
    made = place / f"{source}.so"
    for compiler in ("clang", "cc", "gcc"):
        with contextlib.suppress(FileNotFoundError):
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, PEERS / f"{source}.c"], check=True)
            return made
    sys.exit("no C compiler on the PATH")


def configuration(daemon, place):
    me = {"users": [pwd.getpwuid(os.geteuid()).pw_name]}
    name, path = daemon.name, lambda part: str(place / part)
    if name == "seam-sessiond":
        (place / "providers").mkdir()
        subprocess.run([PROGRAMS / name, "--new-machine-key", path("key")], check=True)
        return {"socket": path("session"), "admin_socket": path("admin"), "radio_socket": path("radio"),
                "store": path("session.db"), "machine_key": path("key"), "cloud_url": "http://127.0.0.1:1",
                "providers": path("providers"), "launcher": str(PROGRAMS / "seam-provider-run"), "own_programs": True,
                "allow": {"session": me, "admin": me}}
    if name == "seam-radiod":
        return {"socket": path("radio"), "allow": {"radio": me}}
    if name == "lifesignald":
        subprocess.run([PROGRAMS / name, "--new-machine-key", path("key")], check=True)
        return {"socket": path("people"), "admin_socket": path("admin"), "sender_socket": path("sender"),
                "store": path("lifesignal.db"), "machine_key": path("key"),
                "allow": {"session": me, "admin": me, "sender": me}}
    if name == "lifesignal-web":
        return {"listen": f"unix:{path('http')}", "url": "http://phones", "socket": path("web")}
    return {"lifesignal": path("sender"), "own_programs": True, "channels": []}


def elsewhere(place, cloud):
    """The settings of a session daemon whose cloud and desk for codes are at that address, and calls that ask them."""
    secret = place / "secret"
    secret.write_text("of-this-kiosk-alone")
    secret.chmod(0o600)
    desk = {"token_source": f"{cloud}/code", "secret": str(secret), "users": [pwd.getpwuid(os.geteuid()).pw_name]}
    calls = [("session", "session.initialize", {"token": "seam_cst_of_nobody_0123456789"}),
             ("session", "session.activate", {}), ("session", "session.exchange", {"code": "ADA-2207"})]
    return {"cloud_url": cloud, "kiosk": desk}, calls


class Running:
    """A daemon that runs, and what its service manager hears. `settings`: of its configuration, besides. `calls`: which
    are made, besides those of the daemon."""

    def __init__(self, daemon, place, arguments=(), environment=None, errors=None, before=(), settings=None, calls=()):
        self.daemon, self.place, self.calls = daemon, place, [*daemon.calls, *calls]
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(str(place / "notify"))
        (place / "config").write_text(json.dumps(configuration(daemon, place) | (settings or {})))
        command = [*before, PROGRAMS / daemon.name, "--config", place / "config", *arguments]
        values = {"PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": str(place / "notify"), "SWIFT_BACKTRACE": "enable=no"}
        self.began = time.monotonic()
        with open(errors or place / "log", "ab" if not errors else "wb", buffering=0) as output:
            self.process = subprocess.Popen(
                command, env=values | (environment or {}), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=output)

    def ready(self, limit=30.0):
        """The seconds until it is ready; nil if it is not by then."""
        self.manager.settimeout(0.1)
        while time.monotonic() - self.began < limit and self.process.poll() is None:
            with contextlib.suppress(TimeoutError):
                if b"READY=1" in self.manager.recv(4096):
                    return time.monotonic() - self.began
        return None

    def call(self, where, method, params):
        """The seconds until a call is answered, and with which reason or status."""
        began = time.monotonic()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(60)
            client.connect(str(self.place / where))
            if method.startswith("/"):
                head = f"GET {method} HTTP/1.1\r\nHost: phones\r\nCookie: device={'A' * 22}\r\n\r\n"
                client.sendall(head.encode())
                status = (client.makefile().readline().split() or ["", "cut off"])[1]
                return time.monotonic() - began, status
            hello = {"type": "hello", "proto": [1], "client": {"name": "hangs", "version": "1"}}
            call = {"type": "call", "id": 1, "method": method, "params": params}
            client.sendall(f"{json.dumps(hello)}\n{json.dumps(call)}\n".encode())
            for line in client.makefile():
                answer = json.loads(line)
                if answer["type"] == "reply":
                    return time.monotonic() - began, answer.get("error", {}).get("reason", "answered")
        return time.monotonic() - began, "cut off"

    def end(self):
        """The seconds from SIGTERM to its end, and its status; it is killed after half a minute."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return 30.0, f"killed {self.process.wait()}"
        return time.monotonic() - began, str(status)


@contextlib.contextmanager
def nothing(daemon, place):
    yield Running(daemon, place), None


@contextlib.contextmanager
def unread_pipe(daemon, place):
    path, end = pipe_that_nobody_reads(place)
    yield Running(daemon, place, errors=path), None
    os.close(end)


@contextlib.contextmanager
def silent_journal(daemon, place):
    """journald is there and reads neither its socket nor the stream."""
    journal, (path, end) = place / "journal", pipe_that_nobody_reads(place)
    journal.mkdir()
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(journal / "socket"))
    full = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    full.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            full.sendto(b"MESSAGE=x\n", str(journal / "socket"))
    there = os.stat(path)
    script = 'mkdir -p /run/systemd/journal && mount --bind "$0" /run/systemd/journal && exec "$@"'
    before = ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, str(journal)]
    yield Running(daemon, place, errors=path, before=before,
                  environment={"JOURNAL_STREAM": f"{there.st_dev}:{there.st_ino}"}), None
    os.close(end)


@contextlib.contextmanager
def silent_disk(daemon, place):
    control = place / "control"
    control.write_bytes(bytes(4096))
    shim = {"LD_PRELOAD": str(library(place, "faults")), "SEAM_FAULT_FILE": str(control),
            "SEAM_FAULT_PROGRAM": daemon.name}

    def hang():
        with control.open("r+b") as file:
            file.write(struct.pack("<I", 3))

    yield Running(daemon, place, environment=shim), hang


@contextlib.contextmanager
def silent_names(daemon, place):
    """From when it serves. A daemon that starts then is the row below."""
    mark = place / "silent"
    shim = {"LD_PRELOAD": str(library(place, "names")), "SEAM_SILENT_NAMES": str(mark)}
    calls = [("session", "session.list", {})] if daemon.name == "seam-sessiond" else []
    yield Running(daemon, place, environment=shim, calls=calls), mark.touch


@contextlib.contextmanager
def silent_hosts(daemon, place):
    """No look-up of a host's name returns."""
    (place / "silent").touch()
    shim = {"LD_PRELOAD": str(library(place, "names")), "SEAM_SILENT_HOSTS": str(place / "silent")}
    settings, calls = elsewhere(place, "https://cloud.invalid")
    yield Running(daemon, place, environment=shim, settings=settings, calls=calls), None


@contextlib.contextmanager
def silent_names_at_start(daemon, place):
    (place / "silent").touch()
    shim = {"LD_PRELOAD": str(library(place, "names")), "SEAM_SILENT_NAMES": str(place / "silent")}
    yield Running(daemon, place, environment=shim), None


@contextlib.contextmanager
def silent_bus(daemon, place):
    """The system bus takes connections and says nothing."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as bus:
        bus.bind(str(place / "bus"))
        bus.listen(16)
        yield Running(daemon, place, arguments=["--bus", f"unix:path={place / 'bus'}"]), None


@contextlib.contextmanager
def silent_cloud(daemon, place):
    """The cloud and the desk for codes take connections and say nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as cloud:
        settings, calls = elsewhere(place, f"http://127.0.0.1:{cloud.getsockname()[1]}")
        yield Running(daemon, place, settings=settings, calls=calls), None


@contextlib.contextmanager
def silent_broker(daemon, place):
    """The broker takes connections and says nothing."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as broker:
        broker.bind(str(place / "radio"))
        broker.listen(16)
        yield Running(daemon, place, calls=[("session", "session.list", {}), ("admin", "providers.try", {})]), None


@contextlib.contextmanager
def silent_lifesignald(daemon, place):
    """lifesignald takes the connections of its other programs and says nothing."""
    with contextlib.ExitStack() as open_sockets:
        for name in ("sender", "web"):
            socket_of_it = open_sockets.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            socket_of_it.bind(str(place / name))
            socket_of_it.listen(16)
        pages = [("http", page, {}) for page in ("/a/unknown", "/")] if daemon.name == "lifesignal-web" else []
        yield Running(daemon, place, calls=pages), None


HANGS = {
    "nothing": nothing, "a full pipe": unread_pipe, "journald": silent_journal, "the disk": silent_disk,
    "the name service": silent_names, "the bus": silent_bus, "the name service, at the start": silent_names_at_start,
    "the look-up of hosts": silent_hosts, "the cloud": silent_cloud, "the broker": silent_broker,
    "lifesignald": silent_lifesignald,
}


def applies(daemon, hang):
    if hang is silent_disk:
        return daemon.has_store
    if hang is silent_bus:
        return daemon.name == "seam-radiod"
    if hang in (silent_hosts, silent_cloud, silent_broker):
        return daemon.name == "seam-sessiond"
    if hang is silent_lifesignald:
        return daemon.name in ("lifesignal-sender", "lifesignal-web")
    return hang is not silent_journal or os.geteuid() == 0


def row(daemon, words, hang):
    """One row, and whether it is as it should be."""
    with tempfile.TemporaryDirectory(prefix="seam-") as folder, hang(daemon, pathlib.Path(folder)) as (running, begin):
        ready = running.ready(limit=40.0)
        if hang is silent_names_at_start and ready is None:
            status = running.process.wait(30)
            took = time.monotonic() - running.began
            said = (pathlib.Path(folder) / "log").read_text().strip().split("\n")[-1]
            return f"ends with {status} after {took:.1f} s: {said}", status == 70 and took < 30
        if begin:
            begin()
        cells, fits = [f"ready {ready:.1f}" if ready else "not ready"], True
        if not ready:
            fits = hang is silent_bus
        for where, method, params in running.calls:
            took, reason = running.call(where, method, params)
            cells.append(f"{method} {took:.1f} {reason}")
            asks = (where, method, params) in running.calls[len(daemon.calls):]
            fits = fits and took < (DISK_ANSWER if hang is silent_disk else CLOUD_ANSWER if asks else ANSWER)
        took, status = running.end()
        cells.append(f"ends {took:.1f} ({status})")
        return ", ".join(cells), fits and took < (DISK_END if hang is silent_disk else END)


def main():
    right = True
    for words, hang in HANGS.items():
        for daemon in DAEMONS:
            if applies(daemon, hang):
                text, fits = row(daemon, words, hang)
                right = right and fits
                print(f"{words} hangs: {daemon.name}: {text}{'' if fits else '  TOO LONG'}", flush=True)
    sys.exit(0 if right else 1)


main()
