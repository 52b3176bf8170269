#!/usr/bin/env python3
"""Many open pages that show an alarm live, for a test, and what reaches them.

    pages.py PORT HOST COUNT PATH...

Opens COUNT streams of events, of the paths in turn, each as a visitor with an address of its own behind a proxy.
Prints "stand" when each of them has got something. Then, for each line of its input, prints a line, both in JSON:

    {"post": PATH, "body": BODY, "words": WORDS}   posts BODY on a new connection: the status of the answer, when its
                                                   beginning came, and when each page had got WORDS
    {"run": [COMMAND, ...]}                        runs a program: its status, and when it had ended

Times are milliseconds since just before the connection or the program was made."""

import json
import select
import socket
import subprocess
import sys
import time

#: How long anything may take, in seconds.
PATIENCE = 30
#: How much of each page is kept.
KEPT = 16_384


class Pages:
    def __init__(self, port: int, host: str) -> None:
        self.port, self.host, self.visitors = port, host, 0
        self.epoll = select.epoll()
        self.open: dict[int, socket.socket] = {}
        self.got: dict[int, bytes] = {}

    def connect(self, request: str, body: str = "") -> int:
        """Sends a request as a new visitor, and returns the number of its connection."""
        self.visitors += 1
        address = f"10.{self.visitors >> 16}.{self.visitors >> 8 & 255}.{self.visitors & 255}"
        peer = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        head = f"{request} HTTP/1.1\r\nHost: {self.host}\r\nX-Forwarded-For: {address}\r\n" \
            "Accept: text/event-stream\r\n"
        if body:
            head += "Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n" \
                f"Content-Length: {len(body)}\r\n"
        peer.sendall(f"{head}\r\n{body}".encode())
        self.open[peer.fileno()], self.got[peer.fileno()] = peer, b""
        self.epoll.register(peer, select.EPOLLIN)
        return peer.fileno()

    def close(self, number: int) -> None:
        self.epoll.unregister(number)
        self.open.pop(number).close()
        del self.got[number]

    def gather(self, words: dict[int, bytes], begun: float) -> dict[int, float]:
        """When each of these connections had got its words."""
        times: dict[int, float] = {}
        while len(times) < len(words):
            if time.monotonic() - begun > PATIENCE:
                sys.exit(f"{len(words) - len(times)} pages of {len(words)} have not changed")
            for number, _ in self.epoll.poll(1, 4096):
                data = self.open[number].recv(1 << 16)
                now = time.monotonic() - begun
                if not data:
                    sys.exit(f"a page has ended: {self.got[number][-300:]!r}")
                self.got[number] = (self.got[number] + data)[-KEPT:]
                if number in words and number not in times and words[number] in self.got[number]:
                    times[number] = now * 1000
        return times

    def add(self, path: str) -> None:
        """Opens a page. They are opened one by one, so that none of them waits for others."""
        begun = time.monotonic()
        self.gather({self.connect(f"GET {path}"): b"\n\n"}, begun)

    def post(self, order: dict) -> dict:
        words = {number: order["words"].encode() for number in self.open}
        self.got = dict.fromkeys(self.got, b"")
        begun = time.monotonic()
        post = self.connect(f"POST {order['post']}", order["body"])
        times = self.gather(words | {post: b"\r\n"}, begun)
        status = int(self.got[post].split()[1])
        self.close(post)
        return {"status": status, "answered": times.pop(post), "changed": list(times.values())}


def run(command: list[str]) -> dict:
    begun = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    return {"status": done.returncode, "answered": (time.monotonic() - begun) * 1000}


def main() -> None:
    port, host, count, paths = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    pages = Pages(port, host)
    for number in range(count):
        pages.add(paths[number % len(paths)])
    print("stand", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        print(json.dumps(run(order["run"]) if "run" in order else pages.post(order)), flush=True)


main()
