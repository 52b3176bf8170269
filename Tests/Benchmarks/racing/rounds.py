"""Starts the servers, runs the clients, and measures both."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import places
from .peers import CALLS_BEFORE_CLOCK, WIDTH


def read_anew(program):
    """Has a program's file in memory as it is once it was read from a disk. What a linker, strip or a copy leaves there
    lies in smaller pieces, each of which is mapped by itself: that takes a program of 20 MB up to half a millisecond a
    start."""
    path = shutil.which(program)
    with open(path, "rb", buffering=0) as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.read(1 << 20):
            pass


def come_first(say):
    """Raises the priority of this process, and of those that it starts."""
    try:
        os.nice(-20)
    except PermissionError:
        say("this priority cannot be raised: other programs will show in the figures")


class Failure(Exception):
    """A metric of a peer that could not be measured in this round."""


def processor_seconds(processes):
    """What the kernel has counted for these processes, to the nanosecond (the clock of clock_getcpuclockid)."""
    return sum(time.clock_gettime(~process.pid << 3 | 2) for process in processes)


def memory_kb(processes):
    """Resident memory, and the anonymous part of it."""
    sums = {"VmRSS": 0, "RssAnon": 0}
    for process in processes:
        with open("/proc/%d/status" % process.pid) as lines:
            for line in lines:
                key = line.split(":")[0]
                if key in sums:
                    sums[key] += int(line.split()[1])
    return sums["VmRSS"], sums["RssAnon"]


class Server:
    """A peer's server, with its bus if it needs one."""

    def __init__(self, peer, folder):
        self.peer = peer
        self.folder = folder
        name = "".join(letter if letter.isalnum() else "_" for letter in peer.name)
        self.path = os.path.join(folder, name)
        self.address = "unix:path=" + self.path if peer.bus else self.path
        self.processes = []

    def start(self):
        if self.peer.bus:
            configuration = self.path + ".conf"
            with open(places.peer("dbus/bus.conf")) as template, open(configuration, "w") as file:
                file.write(template.read().replace("@SOCKET@", self.path))
            self._spawn(["dbus-daemon", "--config-file=" + configuration, "--nofork"])
            self._wait()
        self._spawn(self.peer.arguments("server", self.address))
        self._wait()
        # The server needs time to take its name on the bus, or to listen.
        time.sleep(0.3 if self.peer.bus else 0.1)

    def stop(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.processes = []
        if os.path.exists(self.path):
            os.unlink(self.path)

    def _spawn(self, command):
        log = open(self.path + ".log", "a")
        self.processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log))
        log.close()

    def _wait(self):
        deadline = time.monotonic() + 10
        while not os.path.exists(self.path):
            if time.monotonic() > deadline or self.processes[-1].poll() is not None:
                raise Failure("the server does not come up; see " + self.path + ".log")
            time.sleep(0.01)


class Race:
    """The servers of one race, and its measurements."""

    def __init__(self, peers, is_quick):
        self.is_quick = is_quick
        self.peers = peers
        self.temporary = tempfile.TemporaryDirectory(prefix="seam-race-")
        self.servers = {peer.name: Server(peer, self.temporary.name) for peer in peers if not peer.server}

    def start(self):
        for name in list(self.servers):
            try:
                self.servers[name].start()
            except Failure as failure:
                self.servers.pop(name).stop()
                yield name, str(failure)

    def stop(self):
        for server in self.servers.values():
            server.stop()

    def measure(self, peer, metric):
        server = self.servers.get(peer.server or peer.name)
        if not server:
            raise Failure("its server is not there")
        count = peer.count(metric, self.is_quick)
        try:
            if metric == "once":
                return self._once(peer, server, count)
            if metric == "idle":
                return self._idle(peer, server, count)
            return self._client(peer, server, metric, count)
        except (Failure, OSError, ValueError, subprocess.SubprocessError) as error:
            server.stop()
            server.start()
            raise Failure(str(error))

    def _client(self, peer, server, metric, count):
        width = WIDTH.get(metric)
        numbers = [count] if width is None else [count, width]
        calls = count * width if metric == "fanout" else count
        before = processor_seconds(server.processes)
        result = json.loads(self._run(peer.arguments(metric, server.address, *numbers)))
        used = processor_seconds(server.processes) - before
        server_us = used * 1e6 / (calls + (CALLS_BEFORE_CLOCK if metric in ("unary", "unlock") else 0))
        result["client_us"], result["server_us"] = result["cpu_us"], server_us
        result["cpu_us"] += server_us
        return result

    @staticmethod
    def _run(command):
        try:
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=150)
        except subprocess.TimeoutExpired:
            raise Failure("it took more than 150 s")
        if done.returncode != 0 or not done.stdout.strip():
            raise Failure("status %d: %s" % (done.returncode, done.stderr.strip()[-300:]))
        return done.stdout.splitlines()[-1]

    def _once(self, peer, server, count):
        command = peer.once or peer.arguments("once", server.address)
        command = [word.replace("@", server.address) for word in command]
        environment = dict(os.environ, SEAM_SOCKET=server.address)
        read_anew(command[0])
        done = subprocess.run(
            [places.built("spawn"), str(count)] + command, capture_output=True, text=True, env=environment, timeout=100)
        if done.returncode != 0:
            raise Failure(done.stderr.strip()[-300:])
        return json.loads(done.stdout)

    def _idle(self, peer, server, count):
        """The memory of a fresh server, and with `count` connections that have made a call each."""
        server.stop()
        server.start()
        idle, anonymous = memory_kb(server.processes)
        client = subprocess.Popen(
            peer.arguments("idle", server.address, count), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            ready, _, _ = select.select([client.stdout], [], [], 100)
            if not ready or b"ready" not in client.stdout.readline():
                raise Failure("the client with %d connections does not come up" % count)
            time.sleep(0.5)
            held, _ = memory_kb(server.processes)
        finally:
            client.kill()
            client.communicate()
            server.stop()
            server.start()
        return {"idle_mb": idle / 1024, "anonymous_mb": anonymous / 1024, "held_mb": held / 1024,
                "connection_kb": (held - idle) / count}


def json_times():
    """Nanoseconds for one reply of 200 bytes, from all parsers; a parser that is missing leaves its keys out."""
    ours = places.swift("swift", "seam-bench-json")
    times = json.loads(subprocess.run([ours], capture_output=True, check=True).stdout)
    text = subprocess.run([ours, "--text"], capture_output=True, check=True, text=True).stdout.strip()
    try:
        times.update(json.loads(
            subprocess.run([places.built("simdjson"), text], capture_output=True, check=True).stdout))
    except (OSError, subprocess.SubprocessError) as error:
        print("simdjson: %s" % error, file=sys.stderr)
    return times
