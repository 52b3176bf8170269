"""Many connections, and bad ones.

    load.py SOCKET hold COUNT       so many connections that say hello and then nothing, until standard input ends; says
                                    when they stand
    load.py SOCKET press COUNT      so many that only connect, or as many as the kernel queues, until standard input
                                    ends
    load.py SOCKET oversize COUNT   one after the other says hello and then the length 0xFFFFFFFF, and reads why it is
                                    thrown out
    load.py SOCKET call COUNT       so many calls of rpc.whoami on one connection, then again for each line of standard
                                    input

`hold` and `press` print how many stand, `call` how long the slowest of each round took, in milliseconds.
"""

import json
import socket
import struct
import sys
import time

HELLO = {"type": "hello", "proto": [1], "client": {"name": "load", "version": "1"}}


def frame(message: dict) -> bytes:
    payload = json.dumps(message).encode()
    return struct.pack(">I", len(payload)) + payload


def connect(path: str) -> socket.socket:
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.settimeout(20)
    peer.connect(path)
    return peer


def receive(peer: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = peer.recv(count - len(data))
        if not piece:
            sys.exit("the server ended the connection")
        data += piece
    return data


def message(peer: socket.socket) -> dict:
    return json.loads(receive(peer, struct.unpack(">I", receive(peer, 4))[0]))


def welcomed(path: str) -> socket.socket:
    peer = connect(path)
    peer.sendall(frame(HELLO))
    first = message(peer)
    if first["type"] != "welcome":
        sys.exit(f"not welcome: {first}")
    return peer


def hold(path: str, count: int) -> None:
    peers = [welcomed(path) for _ in range(count)]
    print(f"{len(peers)} stand", flush=True)
    sys.stdin.read()


def press(path: str, count: int) -> None:
    peers = []
    for _ in range(count):
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        peer.setblocking(False)
        try:
            peer.connect(path)
        except BlockingIOError:
            break
        peers.append(peer)
    print(f"{len(peers)} stand", flush=True)
    sys.stdin.read()


def oversize(path: str, count: int) -> None:
    for _ in range(count):
        peer = welcomed(path)
        peer.sendall(b"\xff\xff\xff\xff")
        goaway = message(peer)
        if goaway["type"] != "goaway" or goaway["reason"] != "rpc.bad_frame":
            sys.exit(f"another answer: {goaway}")
        peer.close()
    print("done", flush=True)


def call(path: str, count: int) -> None:
    start = time.monotonic()
    peer = welcomed(path)
    number = 0
    while True:
        slowest = 0.0
        for _ in range(count):
            number += 1
            peer.sendall(frame({"type": "call", "id": number, "method": "rpc.whoami"}))
            if "result" not in message(peer):
                sys.exit("no result")
            slowest = max(slowest, (time.monotonic() - start) * 1000)
            start = time.monotonic()
        print(json.dumps({"slowest_ms": slowest}), flush=True)
        if not sys.stdin.readline():
            return
        start = time.monotonic()


def main() -> None:
    path, kind, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    {"hold": hold, "press": press, "oversize": oversize, "call": call}[kind](path, count)


main()
