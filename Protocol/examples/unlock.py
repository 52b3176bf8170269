#!/usr/bin/env python3
"""Opens a door: unlock.py NAME-OR-ID. Prints what happens, one JSON object per line. The session must be active.
Exit status: 0 granted, 1 not granted, 2 no such key, 5 unknown whether the door opened, 64 wrong arguments, 69 daemon
not reachable, 75 the keys are still being read: later, 130 Ctrl-C. The attempt goes on if nobody reads the output."""
import json
import os
import secrets
import socket
import struct
import sys


def shown(value):
    """JSON as it may go to a terminal, which would obey characters that others have written: they are spelled out."""
    return json.dumps(value).replace("\x7f", "\\u007f")


def plain(text):
    """A message as it may go to a terminal, with the same characters spelled out."""
    return shown(str(text)[:1000])[1:-1].replace('\\"', '"')


class Refused(Exception):
    """The daemon's word on why it did not do what was called."""


class Client:
    def __init__(self, path, timeout=None):
        """`timeout` is in seconds: how long the daemon may be silent."""
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        try:
            self.socket.connect(path)
        except OSError as error:
            raise ConnectionError(f"cannot connect to {path}: {error.strerror}") from error
        self.input = self.socket.makefile("rb")
        self.id = 0
        self.send(type="hello", proto=[1], client={"name": "unlock.py", "version": "1"})

    def send(self, **message):
        data = json.dumps(message).encode()
        self.socket.sendall(struct.pack(">I", len(data)) + data)

    def receive(self):
        header = self.input.read(4)
        if len(header) < 4:
            raise ConnectionError("the daemon has gone")
        return json.loads(self.input.read(struct.unpack(">I", header)[0]))

    def call(self, method, params, **more):
        """Yields the items of one call, then its reply. Grants the place of each item again."""
        self.id += 1
        self.send(type="call", id=self.id, method=method, params=params, **more)
        while (message := self.receive())["type"] != "reply":
            if message["type"] == "ping":
                self.send(type="pong", nonce=message["nonce"])
            elif message["type"] == "goaway":
                raise ConnectionError(message["reason"])
            elif message["type"] == "item":
                yield message
                self.send(type="credit", id=self.id, n=1)
        yield message

    def result(self, method, params):
        *_, reply = self.call(method, params)
        if "error" in reply:
            raise Refused(reply["error"]["message"])
        return reply["result"]

    def keys(self):
        """All keys: a page that is not the last names the next."""
        page = {}
        while page is not None:
            answer = self.result("credentials.list", {"limit": 200, **page})
            yield from answer["credentials"]
            token = answer.get("next_page_token")
            page = {"page_token": token} if token else None


def main(name):
    try:
        client = Client(os.environ.get("SEAM_SOCKET", "/run/seam/session.sock"))
        is_listed = "of" in client.result("session.get", {})["sync"].get("reading", {"of": 0})
        keys = [k["id"] for k in client.keys() if name == k["id"] or name.lower() == k["name"].lower()]
        if not keys and not is_listed:
            return 75, f"the keys are still being read, and none so far is called {name!r}"
    except Refused as refusal:
        return 1, refusal
    except OSError as error:
        return 69, error
    if len(keys) != 1:
        return 2, f"{len(keys)} keys are called {name!r}" if keys else f"no key is called {name!r}"
    try:
        for message in client.call("unlock.start", {"credential_id": keys[0]}, idem=secrets.token_urlsafe(24)):
            end = message.get("data") or message.get("result") or message["error"]
            try:
                print(shown(end), flush=True)
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except (OSError, ValueError) as error:
        return 5, f"{error}; look at the door before you try again"
    return (0 if end.get("outcome") == "granted" else 5 if end["effect"] == "unknown" else 1), None


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: unlock.py NAME-OR-ID", file=sys.stderr)
        sys.exit(64)
    try:
        status, trouble = main(sys.argv[1])
    except KeyboardInterrupt:
        # The connection ends with this process, and an attempt with its connection.
        sys.exit(130)
    if trouble:
        print(f"unlock.py: {plain(trouble)}", file=sys.stderr)
    sys.exit(status)
