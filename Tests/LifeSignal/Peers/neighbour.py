#!/usr/bin/env python3
"""Somebody who uses LifeSignal, for a test, and floods it or measures what it takes.

    neighbour.py SOCKET NUMBER

Signs in with NUMBER and the code that is the first line of its input, and prints "in". Then, for each further line:

    flood METHOD    has 120 calls of the method under way on 60 connections, until the next line; prints "flooding", and
                    at the end the moments of the answers
    probe COUNT     checks in so often, one after the other, and calls for help as often as five times less; prints
                    {"checkin": [[begun, ended], ...], "sos": ...}

Moments are seconds on the monotonic clock."""

import json
import select
import socket
import struct
import sys
import time

HELLO = {"type": "hello", "proto": [1], "client": {"name": "neighbour", "version": "1"}}
CONNECTIONS, CALLS = 60, 2


def frame(message: dict) -> bytes:
    payload = json.dumps(message).encode()
    return struct.pack(">I", len(payload)) + payload


class Connection:
    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.buffer = b""
        self.number = 0
        self.socket.sendall(frame(HELLO))
        self.message()

    def message(self) -> dict:
        while True:
            if (message := self.taken()) is not None:
                return message
            self.receive()

    def taken(self) -> dict | None:
        """The next message that has come whole."""
        if len(self.buffer) < 4 or len(self.buffer) < (end := 4 + struct.unpack(">I", self.buffer[:4])[0]):
            return None
        payload, self.buffer = self.buffer[4:end], self.buffer[end:]
        return json.loads(payload)

    def receive(self) -> None:
        data = self.socket.recv(65_536)
        if not data:
            sys.exit("the connection was closed")
        self.buffer += data

    def send(self, method: str, **params: object) -> None:
        self.number += 1
        self.socket.sendall(frame({"type": "call", "id": self.number, "method": method, "params": params}))

    def call(self, method: str, **params: object) -> dict:
        self.send(method, **params)
        reply = self.message()
        if "error" in reply:
            sys.exit(f"{method}: {reply['error']}")
        return reply


def flood(path: str, method: str) -> None:
    peers = {}
    for _ in range(CONNECTIONS):
        peer = Connection(path)
        peers[peer.socket] = peer
        for _ in range(CALLS):
            peer.send(method)
    print("flooding", flush=True)
    answered = []
    while True:
        ready = select.select([*peers, sys.stdin], [], [])[0]
        for place in ready:
            if place is sys.stdin:
                print(json.dumps(answered), flush=True)
                return
            peers[place].receive()
            while (reply := peers[place].taken()) is not None:
                if "error" in reply:
                    sys.exit(f"{method}: {reply['error']}")
                answered.append(time.monotonic())
                peers[place].send(method)


def probe(peer: Connection, count: int) -> None:
    times: dict[str, list] = {"checkin": [], "sos": []}

    def timed(kind: str, method: str) -> None:
        begun = time.monotonic()
        peer.call(method)
        times[kind].append([begun, time.monotonic()])

    for number in range(count):
        timed("checkin", "checkin.record")
        if number % 5 == 0:
            timed("sos", "alert.activate")
            peer.call("alert.deactivate")
    print(json.dumps(times), flush=True)


def main(path: str, phone: str) -> None:
    peer = Connection(path)
    peer.call("auth.sign_in", phone=phone)
    print("waits", flush=True)
    peer.call("auth.verify", code=sys.stdin.readline().strip())
    print("in", flush=True)
    while words := sys.stdin.readline().split():
        if words[0] == "flood":
            flood(path, words[1])
        else:
            probe(peer, int(words[1]))


main(*sys.argv[1:])
