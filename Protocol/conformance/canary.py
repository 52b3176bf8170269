"""One connection that calls rpc.whoami all the time, in a process of its own, so that it measures the server and not
the runner: whether it is disturbed by what the rules do, and how long the slowest answer took.

As a program, `canary.py PATH` prints a line with the first answer, sings until its standard input ends, and then prints
one JSON object."""

import asyncio
import contextlib
import dataclasses
import json
import select
import socket
import sys
import time
from collections.abc import AsyncIterator

HELLO = {"type": "hello", "proto": [1], "client": {"name": "canary", "version": "1"}}


@dataclasses.dataclass
class Song:
    """What the canary has seen."""

    calls: int = 0
    worst_ms: float = 0.0
    problem: str | None = None


@contextlib.asynccontextmanager
async def singing(path: str) -> AsyncIterator[Song]:
    """Sings while the body runs, which begins when the first answer is there; afterwards the song is complete."""
    song = Song(problem="the canary's process ended")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-B", __file__, path, stdin=pipe, stdout=pipe)
    assert process.stdout
    first = await process.stdout.readline()
    try:
        yield song
    finally:
        try:
            output, _ = await asyncio.wait_for(process.communicate(b""), 15)
            for name, value in json.loads(output or first or "{}").items():
                setattr(song, name, value)
        except TimeoutError:
            process.kill()


def sing(path: str) -> Song:
    """Calls until standard input ends."""
    song = Song()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(10)
            connection.connect(path)
            lines = connection.makefile("rb")
            connection.sendall(json.dumps(HELLO).encode() + b"\n")
            _answer(lines.readline(), "welcome")
            while not select.select([sys.stdin], [], [], 0.01)[0]:
                started = time.monotonic()
                call = {"type": "call", "id": song.calls + 1, "method": "rpc.whoami"}
                connection.sendall(json.dumps(call).encode() + b"\n")
                answer = _answer(lines.readline(), "reply")
                if "result" not in answer or answer["id"] != call["id"]:
                    raise ValueError(f"{answer}")
                if song.calls == 0:
                    print("singing", flush=True)
                song.calls, song.worst_ms = song.calls + 1, max(song.worst_ms, (time.monotonic() - started) * 1000)
    except (OSError, ValueError) as error:
        song.problem = f"{error or type(error).__name__} at call {song.calls + 1}"
    return song


def _answer(line: bytes, kind: str) -> dict[str, object]:
    message = json.loads(line)
    if message.get("type") != kind:
        raise ValueError(line[:200].decode())
    return dict(message)


if __name__ == "__main__":
    print(json.dumps(dataclasses.asdict(sing(sys.argv[1]))))
