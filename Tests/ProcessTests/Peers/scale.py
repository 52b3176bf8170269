"""What a client sees of a session with very many keys.

    scale.py SOCKET pages   every page of credentials.list, then one line of figures: the keys, the pages, and how long
                            they took
    scale.py SOCKET watch   follows credentials.watch: one line once the snapshot is whole, then one for each item, with
                            its time

Times of pages go from the last byte of the call to the last byte of its reply; those of items are the machine's
monotonic clock, in ms.
"""

import json
import socket
import struct
import sys
import time


class Client:
    def __init__(self, path: str) -> None:
        self.peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.peer.connect(path)
        self.input = self.peer.makefile("rb")
        self.send(type="hello", proto=[1], client={"name": "scale", "version": "1"})
        self.receive()

    def send(self, **message) -> None:
        payload = json.dumps(message).encode()
        self.peer.sendall(struct.pack(">I", len(payload)) + payload)

    def bytes(self) -> bytes:
        header = self.input.read(4)
        if len(header) < 4:
            sys.exit("the server ended the connection")
        return self.input.read(struct.unpack(">I", header)[0])

    def receive(self) -> dict:
        while True:
            message = json.loads(self.bytes())
            if message["type"] == "ping":
                self.send(type="pong", nonce=message["nonce"])
            elif message["type"] == "goaway":
                sys.exit(f"goaway: {message}")
            else:
                return message


def pages(client: Client) -> None:
    times, ids, warned, token, number = [], set(), 0, None, 0
    while True:
        number += 1
        params = {"limit": 200, **({"page_token": token} if token else {})}
        client.send(type="call", id=number, method="credentials.list", params=params)
        start = time.monotonic()
        reply = client.bytes()
        times.append((time.monotonic() - start) * 1000)
        result = json.loads(reply)["result"]
        rows = result["credentials"]
        ids.update(row["id"] for row in rows)
        warned += sum(1 for row in rows if not row["entrances"] or row["warnings"])
        token = result.get("next_page_token")
        if not token:
            break
    times.sort()

    def at(share: float) -> float:
        return round(times[min(len(times) - 1, int(len(times) * share))], 2)

    figures = {"keys": len(ids), "pages": len(times), "without_doors": warned, "p50_ms": at(0.5), "p99_ms": at(0.99)}
    print(json.dumps({**figures, "max_ms": at(1)}), flush=True)


def watch(client: Client) -> None:
    client.send(type="call", id=1, method="credentials.watch", params={}, stream={"credit": 1024})
    rows = due = 0
    while True:
        message = client.receive()
        if message["type"] == "reply":
            sys.exit(f"the stream ended: {message}")
        due += 1
        if due >= 256:
            client.send(type="credit", id=1, n=due)
            due = 0
        kind = message["kind"]
        if kind == "snapshot":
            rows += 1
        elif kind == "synced":
            print(json.dumps({"synced": rows}), flush=True)
        elif kind != "bookmark":
            data = message["data"]
            print(
                json.dumps({
                    "kind": kind, "id": data.get("id"), "name": data.get("name"), "at_ms": time.monotonic() * 1000
                }),
                flush=True,
            )


{"pages": pages, "watch": watch}[sys.argv[2]](Client(sys.argv[1]))
