"""Sections 2.9, 4 and 6: goaway, half-close, close and the faults that end a connection."""

import asyncio
import select
import time
from typing import Any

import wire
from bench import Bench, Skip, rule
from witness import Breach, Late
from wire import FRAMED, TEXT, encode, frame

FAULT = frame(b"[]")


@rule("goaway.shape", "2.9")
async def shape(bench: Bench) -> None:
    """After a goaway for a fault the server closes within 1,000 ms, with last_id 0 where no call was taken."""
    connection = await bench.greeted()
    await connection.write(FAULT)
    await connection.goaway("rpc.unknown_type", last_id=0)


@rule("goaway.last-id", "2.9")
async def last_id(bench: Bench) -> None:
    """last_id is the greatest call id that was taken, also of calls that were refused."""
    connection = await bench.greeted()
    for identifier, method in ((3, "rpc.whoami"), (7, "rpc.whoami"), (12, "conformance.none")):
        await connection.send({"type": "call", "id": identifier, "method": method})
        await connection.reply(identifier)
    await connection.write(FAULT)
    await connection.goaway("rpc.unknown_type", last_id=12)


@rule("goaway.nothing-behind", "6")
async def nothing_behind(bench: Bench) -> None:
    """Calls behind a fault in the same write are not read: last_id does not count them, and nobody answers them."""
    connection = await bench.greeted()
    await connection.result("rpc.whoami")
    behind = [{"type": "call", "id": number, "method": "rpc.whoami"} for number in (5, 6)]
    await connection.write(FAULT + encode(FRAMED, *behind), *behind)
    await connection.goaway("rpc.unknown_type", last_id=1)


@rule("goaway.can-be-read", "6")
async def can_be_read(bench: Bench) -> None:
    """The server reads and discards what is under way, so that its answer can be read."""
    connection = await bench.greeted()
    await connection.write(FAULT)
    for _ in range(20):
        await connection.write(encode(FRAMED, {"type": "ping", "nonce": "n"}) * 200)
        await asyncio.sleep(0.005)
    await connection.goaway("rpc.unknown_type")


@rule("goaway.in-text", "6", connections=2)
async def in_text(bench: Bench) -> None:
    """A goaway is written in the connection's mode."""
    connection = await bench.greeted(TEXT)
    await connection.write(b"[]\n")
    await connection.goaway("rpc.unknown_type")
    connection = await bench.connect(TEXT)
    await connection.write(b'{"type":"ping","nonce":"1"}\n')
    await connection.goaway("rpc.hello_required")


@rule("goaway.of-messages", "6", connections=8)
async def of_messages(bench: Bench) -> None:
    """A message that is no call and is wrong ends the connection; details.field points at what is wrong."""
    cases: tuple[tuple[dict[str, Any], str, dict[str, Any]], ...] = (
        ({"type": "ping", "nonce": 1}, "rpc.bad_message", {"field": "/nonce"}),
        ({"type": "ping"}, "rpc.bad_message", {"field": "/nonce"}),
        ({"type": "ping", "nonce": "n", "id": 1}, "rpc.unknown_member", {"field": "/id"}),
        ({"type": "credit", "id": 1}, "rpc.bad_message", {"field": "/n"}),
        ({"type": "cancel", "id": 0}, "rpc.bad_id", {}),
        ({"type": "cancel", "id": 1, "reason": 1}, "rpc.bad_message", {"field": "/reason"}),
        ({"type": "welcome"}, "rpc.unknown_type", {}),
        ({"type": "Ping", "nonce": "n"}, "rpc.unknown_type", {}),
    )
    for message, reason, details in cases:
        connection = await bench.greeted()
        await connection.send(message)
        await connection.goaway(reason, **details)


@rule("end.half-close", "4")
async def half_close(bench: Bench) -> None:
    """After a half-close the calls that run are answered, then the server closes, without a goaway."""
    connection = await bench.greeted()
    calls = [{"type": "call", "id": number, "method": "rpc.whoami"} for number in range(1, 11)]
    await connection.send(*calls)
    connection.half_close()
    for number in range(1, 11):
        await connection.reply(number)
    await connection.end()


@rule("end.half-close-text", "4")
async def half_close_text(bench: Bench) -> None:
    """Hello, a call and the end of input in one go, as a shell's pipe does it, are answered in full."""
    connection = await bench.connect(TEXT)
    await connection.send(wire.HELLO, {"type": "call", "id": 1, "method": "rpc.whoami"})
    connection.half_close()
    await connection.welcome()
    await connection.reply(1)
    await connection.end()


@rule("end.half-close-idle", "4")
async def half_close_idle(bench: Bench) -> None:
    """A half-close with nothing running closes the connection."""
    connection = await bench.greeted()
    connection.half_close()
    await connection.end()


@rule("end.half-close-stream", "4")
async def half_close_stream(bench: Bench) -> None:
    """A stream without an end of its own ends after a half-close as soon as its credit is used up."""
    connection = await bench.greeted()
    identifier = await bench.with_item(connection, credit=1)
    connection.half_close()
    await connection.item(identifier)
    error = await connection.refusal(identifier, "cancelled", "rpc.half_closed")
    if error["retry"]["safe"]:
        raise Breach(f"{error}", "retry.safe false")
    await connection.end()


@rule("end.half-close-credit-left", "4", connections=2)
async def half_close_credit_left(bench: Bench) -> None:
    """While credit is left, or is automatic, a stream goes on after a half-close."""
    connection = await bench.greeted()
    source = bench.stream(1)
    identifier = await connection.send_call(source.method, stream={"credit": 1024})
    connection.half_close()
    text = await bench.greeted(TEXT)
    other = await text.send_call(source.method)
    text.half_close()
    await connection.item(identifier)
    await text.item(other)
    for stream, number in ((connection, identifier), (text, other)):
        try:
            while message := await stream.receive(0.4):
                if message["type"] != "item" or message["id"] != number:
                    raise Breach(wire.describe(message), "items, or silence")
            raise Breach("the end of the connection", "a stream that goes on")
        except wire.Silence:
            pass


@rule("end.full-close", "4", connections=6)
async def full_close(bench: Bench) -> None:
    """A client that closes, at any moment, leaves a server that serves others."""
    other = await bench.greeted()
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    for data in (
        b"",
        b"\x00\x00",
        encode(FRAMED, wire.HELLO)[:-2],
        encode(FRAMED, wire.HELLO, call),
        encode(FRAMED, wire.HELLO) + b"\x00\x00\x00\x05{",
    ):
        connection = await bench.connect()
        await connection.write(data)
        await connection.close()
        await other.result("rpc.whoami")
    await (await bench.greeted()).alive()


@rule("end.close-releases", "4", connections=14)
async def close_releases(bench: Bench) -> None:
    """A close cancels the connection's calls and releases what it held: streams can be opened again and again."""
    method, streams = bench.stream().method, bench.survey.limit("streams")
    for _ in range(6):
        connection = await bench.greeted()
        for _ in range(streams):
            await connection.send_call(method, stream={"credit": 1})
        await connection.alive()
        if refused := [message for message in connection.inbox if message["type"] == "reply"]:
            raise Breach(wire.describe(refused[0]), f"{streams} streams on a new connection")
        await connection.close()
        await asyncio.sleep(0.1)


@rule("end.unread-output", "1.4", limit=26)
async def unread_output(bench: Bench) -> None:
    """A client that leaves 1,048,576 bytes unread for 10,000 ms is cut off, not before, and others notice nothing."""
    service = max(bench.survey.served, key=lambda name: len(bench.survey.served[name].data), default=None)
    if service is None:
        raise Skip("this server describes no contract")
    size = len(bench.survey.served[service].data) * 4 // 3
    connection = await bench.greeted()
    started = time.monotonic()
    for _ in range(1 + 3_000_000 // size // 32):
        for _ in range(32):
            await connection.send_call("rpc.describe", {"service": service})
        await asyncio.sleep(0.03)
    poll = select.poll()
    poll.register(connection.descriptor, select.POLLHUP)
    # The server's time begins once it has written enough, which takes a busy machine a while.
    while not any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0)):
        if time.monotonic() - started > 20 + wire.PATIENCE:
            raise Breach(f"a connection that lives after {20 + wire.PATIENCE:g} s", "its end after 10 s")
        await asyncio.sleep(0.05)
    if not 9.9 <= (passed := time.monotonic() - started) <= 20:
        raise (Late if passed > 20 else Breach)(f"the end after {passed:.1f} s", "it after 10 s")
