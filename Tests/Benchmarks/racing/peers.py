"""Who races, with which programs, and how much of each metric."""

import os

from . import places

CALLS_BEFORE_CLOCK = 2000
WIDTH = {"pipelined": 64, "fanout": 100}
COUNTS = {
    "unary": 20000, "pipelined": 100000, "stream": 200000, "fanout": 2000,
    "connect": 200, "idle": 1000, "once": 50, "unlock": 5000}
ALL = ("unary", "pipelined", "stream", "fanout", "connect", "idle", "once")


class Peer:
    """One row.

    `command` is the program with its METRIC and SOCKET still missing; `flags` follow at the end. `server` names the
    peer whose server this row talks to, if it has none of its own. `once` replaces the command of the metric of that
    name.
    """

    def __init__(self, name, command, flags=(), metrics=ALL, counts=None, server=None, once=None, bus=False, mode=None):
        self.name, self.command, self.flags = name, command, list(flags)
        self.metrics, self.counts = metrics, counts or {}
        self.server, self.once, self.bus, self.mode = server, once, bus, mode

    @property
    def exists(self):
        program = (self.once or self.command)[0]
        return any(os.path.exists(os.path.join(folder, program)) for folder in os.environ["PATH"].split(":"))

    def arguments(self, metric, address, *numbers):
        mode = [self.mode] if self.mode else []
        return [*self.command, metric, address, *mode, *[str(number) for number in numbers], *self.flags]

    def count(self, metric, is_quick):
        count = self.counts.get(metric, COUNTS.get(metric, COUNTS["stream"]))
        if is_quick and metric not in ("connect", "idle", "once"):
            count = max(count // 10, 640)
        return count


RAW, SEAM = places.built("raw"), places.swift("swift", "seam-bench")
C = {"pipelined": 1000000, "stream": 8000000, "fanout": 20000, "connect": 1000}
# Both get the same number, so that the cost of a start has the same weight.
SWIFT = {"stream": 2000000, "fanout": 10000}
CLI = ("once",)
SESSION = ("unary", "unlock")

PEERS = [
    Peer("C blocking", [RAW], counts=C),
    Peer("C epoll", [RAW], flags=["epoll"], metrics=ALL[:-1], counts=C),
    Peer("C one write per event", [RAW], metrics=("single",), counts={"single": 400000}, server="C blocking"),
    Peer("NIO bytes", [SEAM], flags=["--bytes"], metrics=ALL[:4],
         counts={"pipelined": 500000, **SWIFT}),
    Peer("seam", [SEAM], metrics=ALL[:6], counts=SWIFT),
    Peer("seam text", [SEAM], flags=["--text"], metrics=ALL[:5], server="seam",
         counts=SWIFT),
    Peer("seam sdk", [SEAM], flags=["--sdk"], metrics=SESSION, server="seam"),
    Peer("seam session", [SEAM], flags=["--session"], metrics=SESSION, server="seam"),
    Peer("seam blocking", [SEAM], flags=["--blocking"], metrics=SESSION, server="seam"),
    Peer("seam rpc static", [], metrics=CLI, server="seam", once=[places.built("seam"), "rpc", "rpc.whoami"]),
    Peer("seam rpc", [], metrics=CLI, server="seam", once=[places.swift("swift", "seam"), "rpc", "rpc.whoami"]),
    Peer("seam providers static", [], metrics=CLI, server="seam", once=[places.built("seam"), "providers"]),
    Peer("sd-bus", [places.built("sdbus")], mode="direct"),
    Peer("dbus-daemon", [places.built("sdbus")], mode="bus", bus=True, counts={"pipelined": 50000, "stream": 100000}),
    Peer("busctl", [], metrics=CLI, server="dbus-daemon", once=[
        "busctl", "--address=@", "call", "bench.Peer", "/bench/Peer", "bench.Peer", "Call", "s", "u" * 120]),
    Peer("ttrpc Go", [places.built("ttrpc")], metrics=("unary", "pipelined", "connect", "idle", "once")),
    Peer("gRPC C++", [places.built("grpc")], counts={"pipelined": 60000}),
    Peer("gRPC Swift 2", [places.swift("grpc-swift", "grpc-peer")], counts={"pipelined": 30000, "unary": 10000}),
]
