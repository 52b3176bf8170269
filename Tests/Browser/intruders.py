"""What attackers try without a browser. Each story prints and checks its row of the table of attacks."""

import collections
import concurrent.futures
import json
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

from bench import PATIENCE, ROOT, Bench
from looks import CALLS, expect

#: The address of somebody with a good link, who must be served whatever others do.
VISITOR = "127.0.0.2"
#: The longest time that this visitor may wait for the page, in milliseconds. Just after a flood, a connection may be
#: heard only when Linux asks for it again, a second later.
WAIT = 2500


def connect(bench: Bench, source: str) -> socket.socket:
    peer = socket.socket()
    peer.settimeout(PATIENCE)
    peer.bind((source, 0))
    peer.connect(("127.0.0.1", bench.port))
    return peer


def ask(bench: Bench, source: str, request: str | bytes) -> str:
    """Sends bytes as they are, and returns everything that comes back until the end."""
    with connect(bench, source) as peer:
        answer = b""
        try:
            peer.sendall(request.encode() if isinstance(request, str) else request)
            while data := peer.recv(1 << 16):
                answer += data
        except ConnectionError:
            # The server may close before it has read everything.
            pass
        return answer.decode(errors="replace")


def get(bench: Bench, path: str) -> str:
    return f"GET {path} HTTP/1.1\r\nHost: {bench.host}\r\nConnection: close\r\n\r\n"


class Visitor:
    """Loads the page of a good link again and again, on a new connection each time, while it is used in a `with`."""

    def __init__(self, bench: Bench, link: str) -> None:
        self.times: list[float] = []
        self.failures: list[str] = []
        self._bench, self._path = bench, urllib.parse.urlsplit(link).path
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def load(self) -> None:
        begun = time.monotonic()
        answer = ask(self._bench, VISITOR, get(self._bench, self._path))
        if CALLS in answer:
            self.times.append((time.monotonic() - begun) * 1000)
        else:
            self.failures.append(answer[:40])

    def _run(self) -> None:
        while not self._over.wait(0.01):
            self.load()

    def __enter__(self) -> "Visitor":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._over.set()
        self._thread.join(PATIENCE)

    @property
    def is_served(self) -> bool:
        """Whether each page came soon."""
        return not self.failures and bool(self.times) and max(self.times) <= WAIT

    def __str__(self) -> str:
        took = sorted(self.times) or [float("inf")]
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"a visitor gets {len(self.times)} pages{failed}, p50 {took[len(took) // 2]:.0f} ms, " \
            f"at most {took[-1]:.0f} ms"


def quiet(bench: Bench, link: str) -> str:
    """How long the visitor's page takes when nobody attacks."""
    visitor = Visitor(bench, link)
    for _ in range(50):
        visitor.load()
    return str(visitor)


def guessing(bench: Bench) -> None:
    """Ten addresses guess 300 tokens. All of them get the same page, later ones after a wait."""
    link = bench.alarm()["ben"]
    alone = quiet(bench, link)

    def guess(number: int) -> str:
        return ask(bench, f"127.0.1.{1 + number % 10}", get(bench, f"/a/{number:022d}"))

    begun = time.monotonic()
    with Visitor(bench, link) as visitor, concurrent.futures.ThreadPoolExecutor(100) as pool:
        answers = list(pool.map(guess, range(300)))
    took = time.monotonic() - begun
    statuses = collections.Counter(answer.split()[1] if answer else "closed" for answer in answers)
    unknown = {answer for answer in answers if " 404 " in answer[:20]}
    bench.attack(
        "token guessing", "300 tokens from 10 addresses, 100 at a time",
        f"{', '.join(f'{status}: {count}' for status, count in sorted(statuses.items()))}, in {took:.0f} s; "
        f"{len(unknown)} page for all 404; {visitor} ({alone} before)",
        "no page but one for unknown links, later ones wait or get 429; a good link does not wait",
        set(statuses) <= {"404", "429"} and len(unknown) == 1 and took > 5 and visitor.is_served)


def injections(bench: Bench, path: str) -> list[bytes]:
    host, form = bench.host, "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n"
    hidden = f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{form}Content-Length: 16\r\n\r\nanswer=on_my_way"
    end = "Connection: close\r\n\r\n"
    texts = [
        f"GET {path}?lang=en%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: {host}\r\n{end}",
        f"GET {path}?lang=en\rX-Evil:1 HTTP/1.1\r\nHost: {host}\r\n{end}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-A: b\rX-Evil: 1\r\n{end}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-A: b\r\n X-Evil: 1\r\n{end}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Language: de\0X-Evil: 1\r\n{end}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n{end}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-Host: evil.example\r\n{end}",
        f"GET http://evil.example{path} HTTP/1.1\r\nHost: {host}\r\n{end}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: __Host-device=x; Path=evil\r\n{end}",
        f"POST /p?lang=en%0d%0aX-Evil:1 HTTP/1.1\r\nHost: {host}\r\n{form}Content-Length: 29\r\n{end}"
        "letters=x%0d%0aX-Evil:%201%0d",
        # One request in the body of another, of which the two lengths differ.
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(hidden) + 5}\r\nTransfer-Encoding: chunked\r\n"
        f"\r\n0\r\n\r\n{hidden}",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nContent-Length: {len(hidden)}\r\n\r\n{hidden}",
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{form.replace('Site:', 'Site :')}Content-Length: 16\r\n{end}"
        "answer=on_my_way",
    ]
    return [text.encode("latin-1") for text in texts]


def injection(bench: Bench) -> None:
    """Line ends and second lengths, hosts and requests, where only one of them belongs."""
    links = bench.alarm()
    (before, log) = (bench.answers(), len(bench.log("lifesignal-web")))
    sent = injections(bench, urllib.parse.urlsplit(links["ben"]).path)
    answers = [ask(bench, "127.0.0.3", text) for text in sent]
    statuses = collections.Counter(answer.split()[1] if answer else "closed" for answer in answers)
    # The page repeats nothing of a request, so the word is in no answer.
    found = [number for number, answer in enumerate(answers) if "evil" in answer.lower()]
    several = [number for number, answer in enumerate(answers) if answer.count("HTTP/1.1 ") > 1]
    taken, logged = bench.answers() - before, bench.log("lifesignal-web")[log:].lower().count("evil")
    bench.attack(
        "header injection", f"{len(sent)} requests with line ends, second lengths, hosts or requests in them",
        f"{', '.join(f'{status}: {count}' for status, count in sorted(statuses.items()))}; injected into "
        f"{len(found)} answers and {logged} lines of the log; {len(several)} requests split, {taken} answers taken",
        "nothing of them in an answer or the log, no request split, no answer taken",
        not found and not several and not taken and not logged)


def drip(bench: Bench, source: str, beginning: str) -> float:
    """Sends a request slowly, a byte every half second. Returns after how many seconds the server closes."""
    begun = time.monotonic()
    with connect(bench, source) as peer:
        peer.sendall(beginning.encode())
        peer.settimeout(0.5)
        while time.monotonic() - begun < PATIENCE:
            try:
                if not peer.recv(1 << 16):
                    break
            except TimeoutError:
                peer.sendall(b"x")
            except ConnectionError:
                break
        return time.monotonic() - begun


def slow(bench: Bench) -> None:
    """Heads and bodies that come a byte at a time hold their own connections, for ten seconds."""
    link = bench.alarm()["ben"]
    (path, before) = (urllib.parse.urlsplit(link).path, bench.answers())
    head = f"GET {path} HTTP/1.1\r\nHost: {bench.host}\r\nX: "
    body = f"POST {path} HTTP/1.1\r\nHost: {bench.host}\r\nSec-Fetch-Site: same-origin\r\n" \
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\nanswer="
    with Visitor(bench, link) as visitor, concurrent.futures.ThreadPoolExecutor(32) as pool:
        times = list(pool.map(lambda number: drip(bench, *[("127.0.0.4", head), ("127.0.0.5", body)][number % 2]),
                              range(32)))
    bench.attack(
        "slow bodies", "16 heads and 16 forms, a byte every half second",
        f"closed after {min(times):.1f} to {max(times):.1f} s, {bench.answers() - before} answers taken; {visitor}",
        "closed after 10 s; others are served", 9 < min(times) and max(times) < 13 and visitor.is_served)


def flood(bench: Bench, link: str, addresses: int) -> tuple[str, int, Visitor, Visitor]:
    """Makes 10,000 connections. Returns the seconds that took, how many of them the server still has afterwards, a
    visitor while they were made, and one afterwards."""
    files = pathlib.Path(f"/proc/{bench.running['lifesignal-web'].pid}/fd")
    before = len(list(files.iterdir()))
    command = [sys.executable, "-B", ROOT / "Tests/Browser/flood.py", str(bench.port), "10000", str(addresses)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as attacker:
        expect(attacker.stdout.readline() == "begun\n", "the flood does not begin")
        with Visitor(bench, link) as during:
            took = attacker.stdout.readline().strip()
        after = Visitor(bench, link)
        for _ in range(200):
            after.load()
        left = len(list(files.iterdir())) - before
        attacker.stdin.close()
    return took, left, during, after


def crowds(bench: Bench) -> None:
    """10,000 silent connections, of one address and of many, keep no visitor out."""
    link = bench.alarm()["ben"]
    alone = quiet(bench, link)
    for addresses in (1, 1000):
        took, left, during, after = flood(bench, link, addresses)
        # Beside those that are let in, 32 that are refused can read why. The program may open some files of its own.
        most = 32 + 8 + (16 if addresses == 1 else 256)
        whose = "one address" if addresses == 1 else f"{addresses:,} addresses"
        bench.attack(
            "10,000 connections", f"10,000 silent connections of {whose}, opened within {took} s",
            f"{left} are open after that; meanwhile {during}; afterwards {after} ({alone} before)",
            f"at most {most} are open; others are served meanwhile, and soon afterwards",
            left <= most and during.times and not during.failures and after.is_served)


def sample(schema: dict, types: dict) -> object:
    """The smallest value that a schema of the contract allows."""
    if "$ref" in schema:
        return sample(types[schema["$ref"].rpartition("/")[2]], types)
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: sample(schema["properties"][name], types) for name in schema.get("required", [])}
    if schema["type"] == "array":
        return [sample(schema["items"], types)] * schema.get("minItems", 0)
    if schema.get("format") == "timestamp":
        return "2026-11-28T12:00:00.000Z"
    if "pattern" in schema:
        # A pattern is a row of classes, each with a count, and of single characters. The first of a class is taken.
        parts = re.findall(r"\[(.)[^\]]*\](?:\{(\d+)[^}]*\}|\*)?|\\?(.)", schema["pattern"].strip("^$"))
        return "".join(one or first * int(count or 1) for first, count, one in parts)
    return {"string": "A" * max(1, schema.get("minLength", 1)), "integer": schema.get("minimum", 1),
            "number": schema.get("minimum", 1), "boolean": False}[schema["type"]]


#: Of these methods, one of two parameters must be given or be true.
CHOICES = {
    "device.pair": {"token": "A" * 22}, "device.remove": {"all": True}, "checkin.remind": {"in_ms": 3_600_000},
    "contact.add": {"is_responder": True}, "alert.ack": {"word": "ABCDEF"}, "alert.resolve": {"word": "ABCDEF"},
}


def methods() -> dict[str, dict]:
    """Every method of the contracts, with parameters that it allows."""
    found = {}
    for file in sorted((ROOT / "Protocol/contract").glob("*.json")):
        contract = json.loads(file.read_text())
        for method in contract.get("methods", []):
            params = sample(method["params"], contract.get("types", {}))
            found[method["name"]] = params | CHOICES.get(method["name"], {})
    return found


class TakenOver:
    """The connection of a web process that was taken over: it can send to lifesignald whatever it likes."""

    def __init__(self, bench: Bench) -> None:
        self.peer = socket.socket(socket.AF_UNIX)
        self.peer.settimeout(PATIENCE)
        self.peer.connect(f"{bench.home}/lifesignal-web.sock")
        self.lines = self.peer.makefile()
        self._send({"type": "hello", "proto": [1], "client": {"name": "intruder", "version": "1"}})
        self.number = 0

    def _send(self, message: dict) -> None:
        self.peer.sendall(json.dumps(message).encode() + b"\n")

    def call(self, method: str, params: object) -> str:
        """What comes first of a call: the reason of its error, or "answered"."""
        self.number += 1
        self._send({"type": "call", "id": self.number, "method": method, "params": params})
        for line in self.lines:
            message = json.loads(line)
            if message.get("id") == self.number:
                return message.get("error", {}).get("reason", "answered")
        return "closed"


def taken_over(bench: Bench) -> None:
    """Without a token, the socket of the pages gives no right."""
    links = bench.alarm()
    before = bench.signal("status", "--json")
    reasons: dict[str, list[str]] = collections.defaultdict(list)
    for method, params in methods().items():
        # Each has a connection of its own, so that none is refused for what another has done.
        reasons[TakenOver(bench).call(method, params)].append(method)
    answered = set(reasons.pop("answered", []))
    one = TakenOver(bench)
    token = links["ben"].rpartition("/")[2]
    own = one.call("link.get", {"token": token})
    more = [method for method in ("user.get", "contact.list", "alert.activate", "alert.deactivate", "checkin.record")
            if one.call(method, methods()[method]) == "answered"]
    counts = ", ".join(f"{reason} {len(names)}" for reason, names in sorted(reasons.items()))
    bench.attack(
        "a taken-over web process",
        f"{sum(map(len, reasons.values())) + len(answered)} methods without a token, then five more with a link's",
        f"answered: {', '.join(sorted(answered)) or 'none'}; refused: {counts}; with the link of Ben, link.get is "
        f"{own}, and of the others {len(more)}",
        "only what gives no right is answered: page.get, clock.get, rpc.*", own == "answered" and not more
        and all(name in ("page.get", "clock.get") or name.startswith("rpc.") for name in answered)
        and "rpc.invalid_params" not in reasons and bench.signal("status", "--json") == before)
