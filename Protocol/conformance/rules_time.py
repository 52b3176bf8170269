"""Sections 1.4 and 3: time limits, which come never early and not much too late."""

import asyncio
import time

import wire
from bench import Bench, rule
from witness import Breach, Late
from wire import FRAMED, TEXT, encode

#: Earlier than this before its time, an answer is early: the clocks of two processes are the same one.
EARLY = 0.005
#: Later than this, an answer is late; the machine may be busy.
LATE = 2.0


def judge_time(passed: float, due: float, what: str) -> None:
    """Whether something came when it was due."""
    if not due - EARLY <= passed <= due + LATE:
        kind = Late if passed > due else Breach
        raise kind(f"{what} after {passed * 1000:.0f} ms", f"it after {due * 1000:.0f} ms")


@rule("time.frame", "1.4", limit=12)
async def frame_time(bench: Bench) -> None:
    """A frame that is not completed within 5,000 ms of its first byte ends the connection, and not before."""
    connection = await bench.greeted()
    await connection.result("rpc.whoami")
    await _frame_ends(connection, await _begin(connection, b"\x00\x00\x00\x0a{"))


@rule("time.header", "1.4", limit=12)
async def header_time(bench: Bench) -> None:
    """One byte of a header is a frame that has begun."""
    connection = await bench.greeted()
    await connection.result("rpc.whoami")
    await _frame_ends(connection, await _begin(connection, b"\x00"))


@rule("time.frame-dribble", "1.4", limit=12)
async def frame_dribble(bench: Bench) -> None:
    """Bytes that come now and then do not prolong the time of their frame."""
    connection = await bench.greeted()
    await connection.result("rpc.whoami")
    started = await _begin(connection, b"\x00\x00\x00\xff{")
    await connection.dribble(b" " * 11, pause=0.4)
    await _frame_ends(connection, started)


@rule("time.line", "1.4", limit=12)
async def line_time(bench: Bench) -> None:
    """A line that is not completed in time ends a connection in text mode, with a line."""
    connection = await bench.greeted(TEXT)
    await connection.result("rpc.whoami")
    await _frame_ends(connection, await _begin(connection, b'{"type":"ping",'))


@rule("time.frames-in-time", "1.4", limit=24)
async def frames_in_time(bench: Bench) -> None:
    """The clock of a frame begins with its own first byte, also where frames follow each other in halves."""
    connection = await bench.greeted()
    data = encode(FRAMED, {"type": "ping", "nonce": "n"})
    await connection.write(data[:5])
    for _ in range(9):
        await asyncio.sleep(0.7)
        await connection.write(data[5:] + data[:5])
        await connection.find("the pong", lambda m: m["type"] == "pong")


@rule("time.deadline", "3", connections=3)
async def deadline(bench: Bench) -> None:
    """At timeout_ms a call ends with deadline_exceeded, effect none; not before."""
    method = bench.stream().method

    async def ends(timeout: float) -> None:
        connection = await bench.greeted()
        started = time.monotonic()
        identifier = await connection.send_call(method, timeout_ms=int(timeout * 1000), stream={"credit": 1024})
        await connection.reply(identifier, timeout + LATE + 1)
        passed = time.monotonic() - started
        judge_time(passed, timeout, "the reply")

    await asyncio.gather(ends(0.3), ends(1.0))
    connection = await bench.greeted()
    identifier = await connection.send_call(method, timeout_ms=200, stream={"credit": 1024})
    await connection.refusal(identifier, "deadline_exceeded", "rpc.deadline_exceeded")
    await connection.silence(0.3, "nothing behind the reply")
    await connection.alive()


@rule("time.deadline-from-whole-frame", "3")
async def deadline_from_whole_frame(bench: Bench) -> None:
    """timeout_ms starts when the server has read the whole frame."""
    connection = await bench.greeted()
    call = {"type": "call", "id": 1, "method": bench.stream().method, "timeout_ms": 500, "stream": {"credit": 1024}}
    data = encode(FRAMED, call)
    await connection.write(data[:-1], call)
    await asyncio.sleep(1.0)
    started = time.monotonic()
    await connection.write(data[-1:])
    await connection.refusal(1, "deadline_exceeded", "rpc.deadline_exceeded")
    judge_time(time.monotonic() - started, 0.5, "the reply")


@rule("time.deadline-of-unary", "3")
async def deadline_of_unary(bench: Bench) -> None:
    """A unary call with the shortest timeout is answered, with its result or by its deadline."""
    connection = await bench.greeted()
    for _ in range(20):
        reply = await connection.reply(await connection.send_call("rpc.whoami", timeout_ms=1))
        if "error" in reply and reply["error"]["reason"] != "rpc.deadline_exceeded":
            raise Breach(wire.describe(reply), "a result, or rpc.deadline_exceeded")


@rule("time.stream-without-deadline", "3", limit=16)
async def stream_without_deadline(bench: Bench) -> None:
    """A stream has no deadline unless contract or call give one: it lives beyond the 10 s of unary calls."""
    source = (
        next((source for source in bench.survey.streams if "timeout_ms" not in source.entry), None) or bench.stream()
    )
    connection = await bench.greeted()
    identifier = await connection.send_call(source.method, stream={"credit": 1024})
    until = time.monotonic() + 11
    try:
        while message := await connection.receive(until - time.monotonic()):
            if message["type"] == "reply" and message["id"] == identifier:
                raise Breach(wire.describe(message), "a stream that lives")
        raise Breach("the end of the connection", "a stream that lives")
    except wire.Silence:
        await connection.alive()


async def _begin(connection: wire.Connection, data: bytes) -> float:
    """Writes the beginning of a frame; answers when, no later than the server can have seen it."""
    started = time.monotonic()
    await connection.write(data)
    return started


async def _frame_ends(connection: wire.Connection, started: float) -> None:
    await connection.goaway("rpc.frame_timeout", last_id=1, within=8)
    judge_time(time.monotonic() - started, 5.0, "the goaway and the end")
