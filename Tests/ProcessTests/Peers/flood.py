"""One user's worst manners, and another's ordinary call beside them.

    flood.py SOCKET connections|calls|unread|half SECONDS    does it for so long; ends at once when its standard input
                                                             ends
    flood.py SOCKET activate SECONDS                         sixty ephemeral sessions with tokens that nobody was given,
                                                             activated in a loop; prints "flooding" when the first of
                                                             them is refused by a quota
    flood.py SOCKET status SECONDS                           as many calls as may be under way, each about a session
                                                             that is not there
    flood.py SOCKET sessions SECONDS                         named sessions begun and forgotten, as fast as they are
                                                             answered
    flood.py SOCKET probe COUNT                              calls rpc.whoami so often and prints {"p50_ms", "p99_ms",
                                                             "max_ms"}
"""

import json
import random
import select
import socket
import struct
import sys
import time

HELLO = {"type": "hello", "proto": [1], "client": {"name": "flood", "version": "1"}}


def frame(message: dict) -> bytes:
    payload = json.dumps(message).encode()
    return struct.pack(">I", len(payload)) + payload


def call(number: int, method: str, params: dict | None = None) -> bytes:
    return frame({"type": "call", "id": number, "method": method, "params": params or {}})


def connect(path: str) -> socket.socket:
    """Waits, as the kernel does for blocking sockets, while the listener's queue is full."""
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(path)
    peer.settimeout(10)
    return peer


def is_over(deadline: float) -> bool:
    return time.monotonic() > deadline or bool(select.select([0], [], [], 0)[0])


def connections(path: str, deadline: float) -> None:
    """New ones all the time, each kept until it is thrown out."""
    held: list[socket.socket] = []
    print("flooding", flush=True)
    while not is_over(deadline):
        try:
            held.append(connect(path))
        except OSError:
            time.sleep(0.001)
        if len(held) > 500:
            held.pop(0).close()


SEVERAL = 60  # connections: as many as one user may have, or nearly


def greeted(path: str) -> socket.socket:
    peer = connect(path)
    peer.sendall(frame(HELLO))
    peer.setblocking(False)
    return peer


def push(path: str, deadline: float, make, reads: bool) -> None:
    """Every connection is given as many calls as it takes; answers are read, or not. One that is thrown out is
    replaced."""
    begun = time.monotonic()
    peers: dict[socket.socket, list] = {}  # the next call's number, and the bytes that have not gone
    flooding = False
    while not is_over(deadline):
        if len(peers) < SEVERAL:
            try:
                peers[greeted(path)] = [1, b""]
            except OSError:
                time.sleep(0.01)
        # By now, all users together have the maximum number of connections.
        if not flooding and (len(peers) == SEVERAL or time.monotonic() > begun + 2):
            print("flooding", flush=True)
            flooding = True
        readable, writable, _ = select.select(list(peers) if reads else [], list(peers), [], 0.1)
        over = set()
        for peer in readable:
            try:
                if not peer.recv(262_144):
                    over.add(peer)
            except BlockingIOError:
                pass
            except OSError:
                over.add(peer)
        for peer in writable:
            number, waiting = peers[peer]
            if not waiting:
                waiting = b"".join(make(number + index) for index in range(60))
                number += 60
            try:
                waiting = waiting[peer.send(waiting) :]
            except BlockingIOError:
                pass
            except OSError:
                over.add(peer)
            peers[peer] = [number, waiting]
        for peer in over:
            del peers[peer]
            peer.close()


def half(path: str, deadline: float) -> None:
    """Half a frame on each connection, and a new connection for each that is thrown out."""
    peers: list[socket.socket] = []
    while not is_over(deadline):
        if len(peers) < SEVERAL:
            try:
                peer = connect(path)
                peer.sendall(frame(HELLO) + struct.pack(">I", 200_000) + b"{" * 100_000)
                peer.setblocking(False)
                peers.append(peer)
            except OSError:
                time.sleep(0.01)
            if len(peers) == SEVERAL:
                print("flooding", flush=True)
            continue
        for peer in select.select(peers, [], [], 0.1)[0]:
            try:
                if not peer.recv(65_536):
                    peers.remove(peer)
            except OSError:
                peers.remove(peer)


def guesses(number: int) -> bytes:
    """A session of the connection with a token of its own, activated; the one before is ended."""
    token = f"seam_cst1nobody_{random.getrandbits(96):024x}"
    return (
        call(number, "session.deactivate")
        + call(number + 1, "session.initialize", {"ephemeral": True, "token": token})
        + call(number + 2, "session.activate")
    )


def ask_on(path: str, deadline: float, make, calls: int, is_flood) -> None:
    """Each connection asks again when the last of its calls is answered; says so when an answer shows that it is a
    flood."""
    peers = {}
    for _ in range(SEVERAL):
        peer = greeted(path)
        peer.setblocking(True)
        if answer(peer)["type"] != "welcome":
            break  # all users together have as many connections as there may be
        peer.sendall(make(1))
        peers[peer] = 1
    flooding = False
    while not is_over(deadline):
        for peer in select.select(list(peers), [], [], 0.1)[0]:
            reply = answer(peer)
            if not flooding and is_flood(reply):
                print("flooding", flush=True)
                flooding = True
            if reply.get("id") == peers[peer] + calls - 1:
                peers[peer] += calls
                peer.sendall(make(peers[peer]))


def is_refused(reply: dict) -> bool:
    return reply.get("error", {}).get("reason") == "rpc.quota_exceeded"


def named(number: int) -> bytes:
    """A session that is stored, and erased."""
    session = {"session": f"s{random.getrandbits(64):016x}"}
    token = f"seam_cst1nobody_{random.getrandbits(96):024x}"
    return call(number, "session.initialize", {**session, "token": token}) + call(
        number + 1, "session.deactivate", {**session, "deintegrate": True}
    )


def receive(peer: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = peer.recv(count - len(data))
        if not piece:
            sys.exit("the server ended the probe's connection")
        data += piece
    return data


def answer(peer: socket.socket) -> dict:
    return json.loads(receive(peer, struct.unpack(">I", receive(peer, 4))[0]))


def probe(path: str, count: int) -> None:
    peer = connect(path)
    peer.sendall(frame(HELLO))
    if answer(peer)["type"] != "welcome":
        sys.exit("the probe was not welcome")
    times = []
    for number in range(1, count + 1):
        start = time.monotonic()
        peer.sendall(call(number, "rpc.whoami"))
        if "result" not in answer(peer):
            sys.exit("the probe got no result")
        times.append((time.monotonic() - start) * 1000)
        time.sleep(0.002)
    times.sort()
    print(
        json.dumps({"p50_ms": times[count // 2], "p99_ms": times[count * 99 // 100], "max_ms": times[-1]}),
        flush=True,
    )


def main() -> None:
    path, kind, amount = sys.argv[1:4]
    if kind == "probe":
        return probe(path, int(amount))
    deadline = time.monotonic() + float(amount)
    if kind == "connections":
        connections(path, deadline)
    elif kind == "calls":
        push(path, deadline, lambda number: call(number, "rpc.whoami"), reads=True)
    elif kind == "status":
        unknown = lambda: {"session": f"s{random.getrandbits(64):016x}"}
        push(path, deadline, lambda number: call(number, "session.get", unknown()), reads=True)
    elif kind == "sessions":
        ask_on(path, deadline, named, 2, lambda reply: True)
    elif kind == "unread":
        push(path, deadline, lambda number: call(number, "rpc.describe", {"service": "session"}), reads=False)
    elif kind == "half":
        half(path, deadline)
    elif kind == "activate":
        ask_on(path, deadline, guesses, 3, is_refused)
    else:
        sys.exit(f"no such flood: {kind}")


main()
