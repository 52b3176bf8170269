"""A cloud behind TLS that tells the truth of another one, except where a script says what it answers instead.

usage: bad_replies.py CLOUD_PORT DIRECTORY
       bad_replies.py --rows DATABASE

The latter answers each line of its input with that line and a digest of the sealed rows of the sessions' caches, and
with that line and `done`.

DIRECTORY holds NAME.pem and NAME.key, and `script`, one JSON object that counts for every connection made after it was
written. Prints the port it listens on. Members of a script, all optional:

  cert       the certificate, `localhost` without it
  instead    what happens before any TLS: `close`, `plain` (a reply without TLS), `babble`, `silence`, `truncate` (the
             connection is closed within the handshake)
  path       only requests for this path are answered badly; the others truthfully
  token      only requests with this token
  reply      pieces of the answer: {"text"}, {"base64"}, or {"gzip"}, that many zeros compressed; each with "times"
  replace    pairs of texts: the truth with these replacements, in which %COUNT% is another number each time
  date       the truth with this header `date`
  cut        how many bytes of the truth are sent
  drip_ms    between two bytes
  then       `close` (without a goodbye of TLS), `hold` (nothing more, until the client goes)
"""

import base64
import contextlib
import hashlib
import http.client
import itertools
import json
import os
import re
import shutil
import socket
import sqlite3
import ssl
import sys
import tempfile
import threading
import time
import zlib


def digest(path):
    """A digest of the sealed rows of the sessions' caches; from a copy, as the daemon shares its file with nobody."""

    def state():
        return [
            (os.path.getsize(name), os.stat(name).st_mtime_ns)
            for name in (path, path + "-wal")
            if os.path.exists(name)
        ]

    with tempfile.TemporaryDirectory() as copy:
        before = None
        while before != state():
            before = state()
            for suffix in ("", "-wal"):
                if os.path.exists(path + suffix):
                    shutil.copy(path + suffix, f"{copy}/session.db{suffix}")
        with contextlib.closing(sqlite3.connect(f"{copy}/session.db")) as database:
            rows = database.execute("SELECT * FROM snapshot ORDER BY 1").fetchall()
            assert rows, "nothing is cached"
            rows += database.execute("SELECT * FROM snapshot_part ORDER BY 1, 2").fetchall()
            return hashlib.sha256(repr(rows).encode()).hexdigest()


class Server:
    def __init__(self, cloud_port, directory):
        self.cloud_port, self.directory = cloud_port, directory
        self.contexts = {}
        self.count = itertools.count(100_000)
        for name in ("localhost", "expired", "elsewhere", "selfsigned"):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(f"{directory}/{name}.pem", f"{directory}/{name}.key")
            self.contexts[name] = context
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        print(self.listener.getsockname()[1], flush=True)

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        connection.settimeout(30)
        with open(f"{self.directory}/script") as file:
            script = json.load(file)
        try:
            with connection:
                self.answer(connection, script)
        except (OSError, ValueError):
            pass  # The client may leave whenever it wants.

    def answer(self, connection, script):
        match script.get("instead"):
            case "close":
                return
            case "plain":
                connection.recv(4096)
                return connection.sendall(pieces(script["reply"]))
            case "babble":
                connection.recv(4096)
                return connection.sendall(b"\0seam" * 800)
            case "silence":
                return self.hold(connection)
            case "truncate":
                connection.recv(4096)
                # The head of a handshake record that announces more bytes than follow.
                return connection.sendall(b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03")
        with self.contexts[script.get("cert", "localhost")].wrap_socket(connection, server_side=True) as stream:
            head = self.request(stream)
            if head is None:
                return
            if not self.is_meant(head, script):
                return stream.sendall(self.truth(head))
            bad = self.bad(head, script)
            if "drip_ms" in script:
                for byte in bad:
                    stream.sendall(bytes([byte]))
                    time.sleep(script["drip_ms"] / 1000)
            else:
                stream.sendall(bad)
            if script.get("then") == "hold":
                self.hold(stream)
            if script.get("then") != "close":
                stream.unwrap()

    @staticmethod
    def hold(stream):
        while stream.recv(4096):
            pass

    @staticmethod
    def request(stream):
        head = b""
        while b"\r\n\r\n" not in head:
            more = stream.recv(4096)
            if not more:
                return None
            head += more
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)\r\n", head)
        whole = head.index(b"\r\n\r\n") + 4 + (int(length[1]) if length else 0)
        while len(head) < whole:
            more = stream.recv(4096)
            if not more:
                return None
            head += more
        return head

    @staticmethod
    def is_meant(head, script):
        target = head.split(b" ", 2)[1].decode().split("?")[0]
        token = script.get("token", "").encode()
        return (
            any(change in script for change in ("reply", "replace", "date", "cut"))
            and script.get("path", target) == target
            and b"Bearer " + token in head
        )

    def truth(self, head):
        """The answer of the real cloud, on a connection that ends with it."""
        head, body = head.decode().split("\r\n\r\n", 1)
        lines = head.split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        cloud = http.client.HTTPConnection("127.0.0.1", self.cloud_port, timeout=30)
        method, target = lines[0].split(" ")[:2]
        cloud.request(method, target, body=body or None, headers=headers)
        reply = cloud.getresponse()
        body = reply.read()
        kept = [
            f"{name}: {value}"
            for name, value in reply.getheaders()
            if name.lower() not in ("connection", "content-length")
        ]
        top = [f"HTTP/1.1 {reply.status} {reply.reason}", *kept, "connection: close", f"content-length: {len(body)}"]
        return "\r\n".join(top).encode() + b"\r\n\r\n" + body

    def bad(self, head, script):
        if "reply" in script:
            return pieces(script["reply"])
        # Whatever page is asked for, the correct answer is the first page.
        top, body = self.truth(re.sub(rb"[?&]page_cursor=[^& ]*", b"", head)).split(b"\r\n\r\n", 1)
        for old, new in script.get("replace", []):
            assert old.encode() in body, f"{old} is not in the truth: {body}"
            body = body.replace(old.encode(), new.replace("%COUNT%", str(next(self.count))).encode(), 1)
        if "date" in script:
            top = re.sub(rb"(?im)^date: [^\r]*", b"date: " + script["date"].encode(), top)
        top = top.rsplit(b"\r\n", 1)[0] + b"\r\ncontent-length: %d" % len(body)
        return top + b"\r\n\r\n" + body[: script.get("cut", len(body))]


def gzip_of_zeros(count):
    """A gzip file of that many zeros, a multiple of 1 MiB: the same block again and again, made in no time."""
    mebibyte = bytes(1 << 20)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = deflate.compress(mebibyte) + deflate.flush(zlib.Z_FULL_FLUSH)
    times, check = count >> 20, 0
    for _ in range(times):
        check = zlib.crc32(mebibyte, check)
    header, last = b"\x1f\x8b\x08" + bytes(6) + b"\xff", b"\x03\x00"
    return header + block * times + last + check.to_bytes(4, "little") + count.to_bytes(4, "little")


def pieces(parts):
    def bytes_of(part):
        if "text" in part:
            return part["text"].encode()
        if "base64" in part:
            return base64.b64decode(part["base64"])
        return gzip_of_zeros(part["gzip"])

    return b"".join(bytes_of(part) * part.get("times", 1) for part in parts)


if sys.argv[1] == "--rows":
    for line in sys.stdin:
        question = line.strip()
        print(f"{question} {digest(sys.argv[2])}\n{question} done", flush=True)
else:
    Server(int(sys.argv[1]), sys.argv[2]).run()
