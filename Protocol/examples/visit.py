#!/usr/bin/env python3
"""A visit at a kiosk: visit.py DOOR < CODE. Begins a session with the visitor's code, opens the door with the key of
that name or id, and is gone: the session ends with the connection. The user must be one of kiosk.users.
Exit status: 0 granted, 1 not granted, 2 no such key, 4 the code is not accepted, 5 unknown whether the door opened,
64 wrong arguments, 69 daemon or desk not reachable, 75 later: too many codes were refused, or the keys are still being
read."""
import json
import os
import secrets
import socket
import sys


class Refused(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.error = error


class Client:
    """Text mode: a line each way for each message."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.socket.connect(path)
        except OSError as error:
            raise ConnectionError(f"cannot connect to {path}: {error.strerror}") from error
        self.input = self.socket.makefile("rb")
        self.id = 0
        self.send(type="hello", proto=[1], client={"name": "visit.py", "version": "1"})

    def send(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def call(self, method, params, **more):
        """The result of one call; its items are read past."""
        self.id += 1
        self.send(type="call", id=self.id, method=method, params=params, **more)
        for line in self.input:
            message = json.loads(line)
            if message["type"] == "ping":
                self.send(type="pong", nonce=message["nonce"])
            elif message["type"] == "goaway":
                raise ConnectionError(message["reason"])
            elif message["type"] == "reply":
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]
        raise ConnectionError("the daemon has gone")

    def keys(self):
        """All keys: a page that is not the last names the next."""
        page = {}
        while page is not None:
            answer = self.call("credentials.list", {"limit": 200, **page})
            yield from answer["credentials"]
            token = answer.get("next_page_token")
            page = {"page_token": token} if token else None


def visit(door, code):
    client = Client(os.environ.get("SEAM_SOCKET", "/run/seam/session.sock"))
    # With a key, a code that works once is not lost if the answer is: on another connection, call again with both.
    client.call("session.exchange", {"code": code, "idle_timeout_ms": 60000}, idem=secrets.token_urlsafe(24))
    client.call("session.activate", {})
    is_listed = "of" in client.call("session.get", {})["sync"].get("reading", {"of": 0})
    chosen = [key["id"] for key in client.keys() if door == key["id"] or door.lower() == key["name"].lower()]
    if not chosen and not is_listed:
        return 75, f"the keys are still being read, and none so far is called {door!r}"
    if len(chosen) != 1:
        return 2, f"{len(chosen)} keys are called {door!r}" if chosen else f"no key is called {door!r}"
    try:
        end = client.call("unlock.start", {"credential_id": chosen[0]}, idem=secrets.token_urlsafe(24))
    except (OSError, ValueError) as error:
        return 5, f"{error}; look at the door before you try again"
    print(json.dumps(end["outcome"]))
    return (0 if end["outcome"] == "granted" else 5 if end["effect"] == "unknown" else 1), None


def main(door):
    try:
        # The first line that says something, without what editors and people put around it.
        lines = (line.strip("\ufeff \t\r\n") for line in sys.stdin)
        return visit(door, next(filter(None, lines), ""))
    except Refused as refusal:
        error = refusal.error
        if error["effect"] == "unknown":
            return 5, refusal
        status = {"kiosk.code_refused": 4, "rpc.quota_exceeded": 75, "kiosk.token_source_unavailable": 69}
        return status.get(error["reason"], 1), refusal
    except (OSError, ValueError) as error:
        return 69, error


if len(sys.argv) != 2:
    print("usage: visit.py DOOR < CODE", file=sys.stderr)
    sys.exit(64)
status, trouble = main(sys.argv[1])
if trouble:
    # A terminal would obey characters that others have written: they are spelled out.
    text = json.dumps(str(trouble)[:1000])[1:-1].replace('\\"', '"')
    print(f"visit.py: {text}", file=sys.stderr)
sys.exit(status)
