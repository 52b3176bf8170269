#!/usr/bin/env python3
"""Opens a door: unlock.py NAME-OR-ID [SOCKET]. Prints what happens, one JSON object per line.

Standard library only. The session of this user must be active (seam init, seam activate).
Exit status: 0 granted, 1 not granted, 2 no such key, 5 unknown whether the door opened, 69 daemon not reachable."""
import json
import os
import secrets
import socket
import struct
import sys


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.id = 0
        self.send(type="hello", proto=[1], client={"name": "unlock.py", "version": "1"})

    def send(self, **message):
        data = json.dumps(message).encode()
        self.socket.sendall(struct.pack(">I", len(data)) + data)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise ConnectionError("the daemon has gone")
            data += piece
        return data

    def call(self, method, params, **more):
        """Yields the items, then the reply, of one call. Grants each item's place again."""
        self.id += 1
        self.send(type="call", id=self.id, method=method, params=params, **more)
        while True:
            message = json.loads(self.exactly(struct.unpack(">I", self.exactly(4))[0]))
            if message["type"] == "ping":
                self.send(type="pong", nonce=message["nonce"])
            elif message["type"] == "goaway":
                raise ConnectionError(message["reason"])
            elif message.get("id") == self.id:
                yield message
                if message["type"] == "reply":
                    return
                self.send(type="credit", id=self.id, n=1)


def find(client, name):
    page = {}
    while page is not None:
        *_, reply = client.call("credentials.list", page)
        if "error" in reply:
            sys.exit(f"unlock.py: {reply['error']['message']}")
        for key in reply["result"]["credentials"]:
            if key["id"] == name or key["name"].lower() == name.lower():
                return key["id"]
        token = reply["result"].get("next_page_token")
        page = {"page_token": token} if token else None
    return None


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: unlock.py NAME-OR-ID [SOCKET]")
    path = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("SEAM_SOCKET", "/run/seam/session.sock")
    try:
        client = Client(path)
        key = find(client, sys.argv[1])
    except OSError as error:
        print(f"unlock.py: {error}", file=sys.stderr)
        return 69
    if key is None:
        print(f"unlock.py: no key {sys.argv[1]!r}", file=sys.stderr)
        return 2
    try:
        for message in client.call("unlock.start", {"credential_id": key}, idem=secrets.token_urlsafe(24)):
            print(json.dumps(message.get("data") or message.get("result") or message.get("error")), flush=True)
    except OSError as error:
        print(f"unlock.py: {error}; look at the door before trying again", file=sys.stderr)
        return 5
    end = message.get("result") or message["error"]
    if end.get("outcome") == "granted":
        return 0
    return 5 if end["effect"] == "unknown" else 1


sys.exit(main())
