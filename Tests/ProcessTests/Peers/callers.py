"""Callers who keep at it while the daemons are killed under them.

    callers.py SOCKET CREDENTIAL EXPIRED    as this user: opens with CREDENTIAL again and again, tries EXPIRED in
                                            between, lists, watches and refreshes; until standard input ends

Every intent has a key of its own, and is asked for under it until it has an answer. Prints JSON Lines: `{"intent": key,
"credential": id, "tries": [{"events", "attempt", "error", "effect", "outcome", "lost"}]}` for each intent, `{"watched":
[attempt ids]}` for each stream that ended, and at the end `{"calls": {method: {answer: count}}}`, where an answer is
`done`, `lost` or the reason of an error.
"""

import collections
import json
import socket
import sys
import threading
import time
import uuid

PATH, CREDENTIAL, EXPIRED = sys.argv[1:4]
going = True
printing = threading.Lock()
calls = collections.defaultdict(collections.Counter)


def tell(line: dict) -> None:
    with printing:
        print(json.dumps(line), flush=True)


class Lost(Exception):
    """The connection could not be made, or has ended."""


class Client:
    def __init__(self) -> None:
        self.peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.peer.settimeout(30)
        self.last = 0
        try:
            self.peer.connect(PATH)
            self.lines = self.peer.makefile("r", encoding="utf-8")
            self.send({"type": "hello", "proto": [1], "client": {"name": "callers", "version": "1"}})
        except OSError as error:
            raise Lost from error

    def send(self, message: dict) -> None:
        try:
            self.peer.sendall((json.dumps(message) + "\n").encode())
        except OSError as error:
            raise Lost from error

    def call(self, method: str, params: dict, idem: str | None = None):
        """The messages of a call, the reply last."""
        self.last += 1
        call = {"type": "call", "id": self.last, "method": method, "params": params}
        if idem:
            call["idem"] = idem
        self.send(call)
        while True:
            try:
                line = self.lines.readline()
            except socket.timeout:
                tell({"hung": method})
                raise Lost from None
            except OSError as error:
                raise Lost from error
            if not line.endswith("\n"):
                raise Lost
            message = json.loads(line)
            if message["type"] == "goaway":
                raise Lost
            if message.get("id") == self.last:
                yield message
                if message["type"] == "reply":
                    calls[method][message.get("error", {}).get("reason", "done")] += 1
                    return


def keep_at(work, pause: float) -> None:
    """Works with one connection after the other."""
    while going:
        try:
            client = Client()
            while going:
                work(client)
                time.sleep(pause)
        except Lost:
            calls[work.__name__]["lost"] += 1
            time.sleep(0.03)


def listing(client: Client) -> None:
    for method in ("session.get", "credentials.list", "audit.list"):
        for _ in client.call(method, {"limit": 5} if method == "audit.list" else {}):
            pass


def refreshing(client: Client) -> None:
    for _ in client.call("session.refresh", {}):
        pass


def watching(client: Client) -> None:
    seen = []
    try:
        for message in client.call("unlock.watch", {}):
            if "attempt_id" in message.get("data", {}):
                seen.append(message["data"]["attempt_id"])
            if not going:
                return
    finally:
        tell({"watched": seen})


def watching_keys(client: Client) -> None:
    for _ in client.call("credentials.watch", {}):
        if not going:
            return


def tried(client: Client | None, credential: str, key: str, tries: list) -> Client | None:
    """Asks once; answers the connection if it still stands."""
    told = {"events": [], "lost": False}
    tries.append(told)
    try:
        client = client or Client()
        for message in client.call("unlock.start", {"credential_id": credential, "timeout_ms": 5000}, key):
            if message["type"] == "item":
                data = message["data"]
                told["attempt"] = data["attempt_id"]
                if "event" in data:
                    told["events"].append(data["event"])
            elif "error" in message:
                told["error"] = message["error"]["reason"]
                told["effect"] = message["error"]["effect"]
            else:
                result = message["result"]
                told.update(attempt=result["attempt_id"], outcome=result["outcome"], effect=result["effect"])
        return client
    except Lost:
        told["lost"] = True
        return None


def opening() -> None:
    client = None
    count = 0
    while going:
        count += 1
        key, tries = uuid.uuid4().hex, []
        credential = EXPIRED if count % 10 == 0 else CREDENTIAL
        while not tries or tries[-1]["lost"] or tries[-1].get("error") == "rpc.shutdown":
            if tries:
                time.sleep(0.01)
            client = tried(client, credential, key, tries)
            if not going and len(tries) > 200:
                break
        # There is nothing to report about a connection that could not be made.
        tries = [told for told in tries[:-1] if told["events"]] + tries[-1:]
        tell({"intent": key, "credential": credential, "tries": tries})
        time.sleep(0.05)


threads = [
    threading.Thread(target=keep_at, args=(work, pause), daemon=True)
    for work, pause in ((listing, 0.05), (refreshing, 0.2), (watching, 0), (watching_keys, 0))
]
opener = threading.Thread(target=opening)
for thread in [*threads, opener]:
    thread.start()
print('{"running": true}', flush=True)
sys.stdin.read()
going = False
opener.join()
tell({"calls": calls})
