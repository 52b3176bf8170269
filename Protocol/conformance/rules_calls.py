"""Sections 2.3, 2.5, 2.6 and 2.8: calls, their one reply, cancels and pings."""

import asyncio
from collections.abc import Mapping
from typing import Any

import contracts
import wire
from bench import Bench, Skip, rule
from witness import Breach
from wire import encode, frame

INTEGER_FIELDS: tuple[Any, ...] = (0, -1, 1.0, 1.5, "1", True, [], {})


@rule("call.ids", "2.3")
async def ids(bench: Bench) -> None:
    """Ids grow and need not be consecutive, up to 2^53 - 1."""
    connection = await bench.greeted()
    for identifier in (1, 2, 1000, 2**32 + 1, 2**53 - 1):
        await connection.send({"type": "call", "id": identifier, "method": "rpc.whoami"})
        await connection.reply(identifier)


@rule("call.id-equal", "2.3")
async def id_equal(bench: Bench) -> None:
    """An id that was used before is a fault."""
    await _bad_id(bench, 7, 7)


@rule("call.id-decreasing", "2.3")
async def id_decreasing(bench: Bench) -> None:
    """An id that is smaller than one before is a fault."""
    await _bad_id(bench, 7, 6)


@rule("call.id-of-refused", "2.3")
async def id_of_refused(bench: Bench) -> None:
    """The id of a call that was refused counts as well."""
    connection = await bench.greeted()
    await connection.send({"type": "call", "id": 9, "method": "rpc.whoami", "priority": 1})
    await connection.refusal(9, "invalid_argument", "rpc.unknown_member", "/priority")
    await connection.send({"type": "call", "id": 8, "method": "rpc.whoami"})
    await connection.goaway("rpc.bad_id", last_id=9)


async def _bad_id(bench: Bench, first: int, second: int) -> None:
    connection = await bench.greeted()
    await connection.send({"type": "call", "id": first, "method": "rpc.whoami"})
    await connection.reply(first)
    await connection.send({"type": "call", "id": second, "method": "rpc.whoami"})
    await connection.goaway("rpc.bad_id", last_id=first)


@rule("call.absent-and-null", "1.3")
async def absent_and_null(bench: Bench) -> None:
    """params absent, null and {} are the same, and so are null and absent of every optional member."""
    connection = await bench.greeted()
    optional = ("params", "timeout_ms", "stream", "idem", "trace", "ext")
    cases: tuple[dict[str, Any], ...] = ({}, {"params": None}, {"params": {}}, dict.fromkeys(optional))
    for more in cases:
        reply = await connection.reply(await connection.send_call("rpc.whoami", **more))
        if "error" in reply:
            raise Breach(f"{wire.describe(reply)} to a call with {more}", "its result")


@rule("call.integers", "1.3", connections=2)
async def integers(bench: Bench) -> None:
    """Integers are written without fraction and exponent: 1e0 is none."""
    connection = await bench.greeted()
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    await connection.write(frame(b'{"type":"call","id":1,"method":"rpc.whoami","timeout_ms":1e3}'), call)
    await connection.refusal(1, "invalid_argument", "rpc.invalid_call", "/timeout_ms")
    await connection.write(frame(b'{"type":"call","id":2e0,"method":"rpc.whoami"}'))
    await connection.goaway("rpc.bad_id", last_id=1)


@rule("call.depth", "1.3")
async def depth(bench: Bench) -> None:
    """32 nested arrays and objects are taken, those of the call itself counted; the 33rd is a fault."""
    connection = await bench.greeted()

    async def nested(identifier: int, levels: int) -> None:
        value = b"[" * (levels - 2) + b"]" * (levels - 2)
        text = b'{"type":"call","id":%d,"method":"rpc.whoami","ext":{"org.example.a":%s}}' % (identifier, value)
        await connection.write(frame(text), {"type": "call", "id": identifier, "method": "rpc.whoami"})

    await nested(1, 32)
    if "error" in (reply := await connection.reply(1)):
        raise Breach(wire.describe(reply), "a result")
    await nested(2, 33)
    await connection.goaway("rpc.bad_json", last_id=1, rule="too_deep")


@rule("call.unknown-method", "6")
async def unknown_method(bench: Bench) -> None:
    """An unknown method is answered; the connection lives."""
    connection = await bench.greeted()
    for method in ("conformance.none", "rpc", "rpc.", "RPC.WHOAMI", "rpc.whoami ", "m" * 128, "ä" * 64):
        await connection.refusal(await connection.send_call(method), "unimplemented", "rpc.unknown_method")
    await connection.alive()


@rule("call.unknown-member", "6")
async def unknown_member(bench: Bench) -> None:
    """An unknown member of a call ends the call only, and field points at it, escaped as RFC 6901 says."""
    connection = await bench.greeted()
    for name in ("priority", "a/b~c", "nonce", "result", "n", "proto", "reason", "ä"):
        identifier = await connection.send_call("rpc.whoami", None, **{name: 5})
        pointer = "/" + name.replace("~", "~0").replace("/", "~1")
        await connection.refusal(identifier, "invalid_argument", "rpc.unknown_member", pointer)
    await connection.alive()


@rule("call.wrong-members", "6")
async def wrong_members(bench: Bench) -> None:
    """A member of the wrong kind or out of its range ends the call only, and field points at it."""
    connection = await bench.greeted()
    wrong: Mapping[str, tuple[Any, ...]] = {
        "method": (1, "", [], "m" * 129),
        "params": ([], "{}", 0, True),
        "timeout_ms": INTEGER_FIELDS,
        "stream": ([], "now", 1, True),
        "idem": (1, "A" * 15, "A" * 65, "A" * 15 + "."),
        "trace": (1, "", "t" * 129, {}),
        "ext": ([], "x", 1),
    }
    for name, values in wrong.items():
        for value in values:
            identifier = await connection.send_call(**{"method": "rpc.whoami", name: value})
            await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", f"/{name}")
    await connection.alive()


@rule("call.wrong-stream-members", "6")
async def wrong_stream_members(bench: Bench) -> None:
    """A wrong or unknown member of stream ends the call only, and field points at it."""
    connection = await bench.greeted()
    method = bench.stream().method
    wrong: Mapping[str, tuple[Any, ...]] = {
        "credit": (0, 1025, "1", 1.0, []),
        "policy": ("slowest", 1, ""),
        "heartbeat_ms": (999, 300_001, "1s", 1000.0),
        "from": ("start", 1, [], True),
        "window": (1,),
    }
    for name, values in wrong.items():
        for value in values:
            identifier = await connection.send_call(method, stream={name: value})
            await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", f"/stream/{name}")
    await connection.alive()


@rule("call.stream-of-unary", "2.3")
async def stream_of_unary(bench: Bench) -> None:
    """stream is for stream methods only."""
    connection = await bench.greeted()
    identifier = await connection.send_call("rpc.whoami", stream={"credit": 1})
    await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", "/stream")


@rule("call.idem-of-none", "2.3")
async def idem_of_none(bench: Bench) -> None:
    """A method whose contract knows no idempotency refuses the key."""
    connection = await bench.greeted()
    identifier = await connection.send_call("rpc.whoami", idem="0123456789abcdef")
    await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", "/idem")


@rule("call.from-of-none", "5.1")
async def from_of_none(bench: Bench) -> None:
    """from is for methods whose contract says resume."""
    source = next((source for source in bench.survey.streams if not source.entry["resume"]), None)
    if source is None:
        raise Skip("every safe stream method here resumes")
    connection = await bench.greeted()
    for start in ("now", "snapshot", {"epoch": "e", "seq": 1}):
        identifier = await connection.send_call(source.method, stream={"from": start})
        await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", "/stream/from")


@rule("call.policy-of-contract", "5.1")
async def policy_of_contract(bench: Bench) -> None:
    """policy is one of those that the contract allows."""
    connection = await bench.greeted()
    for source in bench.survey.streams:
        for policy in ("lossless", "latest", "drop_oldest"):
            if policy not in source.entry["overflow"]:
                identifier = await connection.send_call(source.method, stream={"policy": policy})
                await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", "/stream/policy")
    bench.stream()


@rule("call.ext", "2.3")
async def ext(bench: Bench) -> None:
    """ext is ignored by who does not know its keys."""
    connection = await bench.greeted()
    await connection.result("rpc.whoami", ext={"org.example.a": 1, "com.example.b-c": {"d": [None, {}, "e"]}})
    await connection.result("rpc.whoami", ext={})


@rule("call.trace", "2.5")
async def trace(bench: Bench) -> None:
    """The trace of a call stands in its error, and does no harm to a result."""
    connection = await bench.greeted()
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    await connection.result("rpc.whoami", trace=parent)
    cases: tuple[tuple[str, dict[str, Any]], ...] = (("conformance.none", {}), ("rpc.whoami", {"params": {"x": 1}}))
    for method, more in cases:
        error = (await connection.reply(await connection.send_call(method, trace=parent, **more))).get("error", {})
        if error.get("trace") != parent:
            raise Breach(f"an error with the trace {error.get('trace')}", parent)


@rule("call.trace-of-wrong", "2.5")
async def trace_of_wrong(bench: Bench) -> None:
    """The trace of a call whose members are wrong stands in its error as well."""
    connection = await bench.greeted()
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    for more in ({"priority": 1}, {"timeout_ms": 0}):
        await connection.reply(await connection.send_call("rpc.whoami", None, trace=parent, **more))


@rule("call.timeout-range", "2.3")
async def timeout_range(bench: Bench) -> None:
    """A timeout_ms beyond the method's maximum is taken as the maximum."""
    connection = await bench.greeted()
    for timeout in (60_000, 60_001, 2**53 - 1):
        await connection.result("rpc.whoami", timeout_ms=timeout)


@rule("call.not-permitted", "6")
async def not_permitted(bench: Bench) -> None:
    """A method of another socket is known and refused."""
    elsewhere = [
        name
        for name in (*contracts.SAFE_UNARY, *contracts.SAFE_STREAMS)
        if name in bench.survey.reference.methods
        and bench.survey.socket not in bench.survey.reference.methods[name][1]["sockets"]
    ]
    if not elsewhere:
        raise Skip("no safe method of this server is for other sockets only")
    connection = await bench.greeted()
    for method in elsewhere:
        await connection.refusal(await connection.send_call(method), "permission_denied", "rpc.method_not_permitted")
    await connection.alive()


@rule("reply.once-and-last", "2.5")
async def once_and_last(bench: Bench) -> None:
    """Each call gets exactly one reply, and nothing of it comes behind."""
    connection = await bench.greeted()
    for method in ("rpc.whoami", "conformance.none"):
        await connection.reply(await connection.send_call(method))
    await connection.send_call("rpc.whoami", priority=1)
    await connection.reply(3)
    await connection.silence(0.5, "nothing behind the replies")
    await connection.alive()


@rule("reply.each-of-many", "2.5", connections=20)
async def each_of_many(bench: Bench) -> None:
    """Each of 200 calls in one write gets exactly one reply: its result, or that a quota is reached."""
    connection = await bench.greeted()
    calls = [{"type": "call", "id": number, "method": "rpc.whoami"} for number in range(1, 201)]
    await connection.send(*calls)
    for number in range(1, 201):
        reply = await connection.reply(number)
        if "error" in reply and reply["error"]["reason"] != "rpc.quota_exceeded":
            raise Breach(wire.describe(reply), "a result, or rpc.quota_exceeded")
    await connection.silence(0.3, "one reply to each call")
    await connection.alive()


@rule("reply.error-members", "2.5")
async def error_members(bench: Bench) -> None:
    """An error has code, reason, message, effect and retry, and a code of the closed set; details is an object."""
    connection = await bench.greeted()
    refused: tuple[tuple[str, dict[str, Any]], ...] = (
        ("conformance.none", {}),
        ("rpc.describe", {"params": {"service": "none"}}),
        ("rpc.describe", {"params": {"service": 1}}),
        ("rpc.whoami", {"params": {"x": 1}}),
        ("rpc.whoami", {"timeout_ms": 0}),
    )
    for method, more in refused:
        reply = await connection.reply(await connection.send_call(method, **more))
        if "error" not in reply:
            raise Breach(wire.describe(reply), "an error")
        if missing := {"code", "reason", "message", "effect", "retry"} - set(reply["error"]):
            raise Breach(wire.describe(reply), f"{', '.join(sorted(missing))} as well")


@rule("cancel.stream", "2.6")
async def cancel_stream(bench: Bench) -> None:
    """A cancelled stream ends with its one reply, cancelled, effect none; the connection lives."""
    connection = await bench.greeted()
    identifier = await connection.send_call(bench.stream().method, stream={"credit": 1024})
    await connection.alive()
    await connection.send({"type": "cancel", "id": identifier, "reason": "r" * 256})
    reply = await connection.reply(identifier, 6)
    error = reply.get("error", {})
    if (error.get("code"), error.get("reason"), error.get("effect")) != ("cancelled", "rpc.cancelled", "none"):
        raise Breach(wire.describe(reply), "cancelled rpc.cancelled, effect none")
    await connection.silence(0.3, "nothing behind the reply")
    await connection.alive()


@rule("cancel.twice", "2.6")
async def cancel_twice(bench: Bench) -> None:
    """A cancel is idempotent: two of them, and one reply."""
    connection = await bench.greeted()
    identifier = await connection.send_call(bench.stream().method, stream={"credit": 1024})
    await connection.send({"type": "cancel", "id": identifier}, {"type": "cancel", "id": identifier})
    await connection.reply(identifier, 6)
    await connection.send({"type": "cancel", "id": identifier})
    await connection.alive()


@rule("cancel.ignored", "2.6")
async def cancel_ignored(bench: Bench) -> None:
    """A cancel of an id that is finished or was never used is ignored."""
    connection = await bench.greeted()
    await connection.result("rpc.whoami")
    await connection.send(*({"type": "cancel", "id": identifier} for identifier in (1, 2, 2**53 - 1)))
    await connection.alive()
    await connection.result("rpc.whoami")


@rule("cancel.race", "2.6")
async def cancel_race(bench: Bench) -> None:
    """A call and its cancel in one write end in one reply: the real result, or cancelled."""
    connection = await bench.greeted()
    for identifier in range(1, 21):
        await connection.send(
            {"type": "call", "id": identifier, "method": "rpc.whoami"}, {"type": "cancel", "id": identifier}
        )
        reply = await connection.reply(identifier, 6)
        if "error" in reply and reply["error"]["code"] != "cancelled":
            raise Breach(wire.describe(reply), "a result, or cancelled")
    await connection.alive()


@rule("ping.pong", "2.8")
async def ping_pong(bench: Bench) -> None:
    """A ping is answered by one pong with its nonce."""
    connection = await bench.greeted()
    for nonce in ("1", "n" * 64, "é" * 32, '"\\/\t\u2028'):
        await connection.send({"type": "ping", "nonce": nonce})
        await connection.find(f"the pong {nonce!r}", lambda m: m["type"] == "pong" and m["nonce"] == nonce)
    await connection.silence(0.2)


@rule("ping.never-punished", "2.8")
async def never_punished(bench: Bench) -> None:
    """Pings closer together than ping_min_ms are answered, each, and never punished."""
    connection = await bench.greeted()
    pings = [{"type": "ping", "nonce": f"{number}"} for number in range(200)]
    await connection.send(*pings)
    waiting = {ping["nonce"] for ping in pings}
    while waiting:
        message = await connection.find("every pong", lambda m: m["type"] == "pong")
        waiting.remove(message["nonce"])


@rule("pong.ignored", "2.8")
async def pong_ignored(bench: Bench) -> None:
    """A pong that nobody waits for is ignored."""
    connection = await bench.greeted()
    await connection.send({"type": "pong", "nonce": "nobody"})
    await connection.alive()


@rule("credit.ignored", "2.7")
async def credit_ignored(bench: Bench) -> None:
    """Credit for unknown, finished and unary calls is ignored."""
    connection = await bench.greeted()
    await connection.write(encode(connection.mode, {"type": "credit", "id": 5, "n": 1}))
    call = {"type": "call", "id": 6, "method": "rpc.whoami"}
    await connection.send(call, {"type": "credit", "id": 6, "n": 1024})
    await connection.reply(6)
    await connection.send({"type": "credit", "id": 6, "n": 1})
    await connection.alive()


@rule("isolation.others-notice-nothing", "6", connections=4)
async def others_notice_nothing(bench: Bench) -> None:
    """A fault on one connection leaves the calls of others alone."""
    other = await bench.greeted()
    stream = await other.send_call(bench.stream().method, stream={"credit": 8}) if bench.survey.streams else None
    for data in (b"\x01\x00\x00\x00", b"\x00\x00\x00\x02[]", b"\x00\xff\xff\xff"):
        connection = await bench.greeted()
        await connection.write(data)
        await other.result("rpc.whoami")
        await connection.find("a goaway", lambda m: m["type"] == "goaway")
        await other.alive()
    if stream is not None:
        await asyncio.sleep(0.1)
        await other.send({"type": "cancel", "id": stream})
        await other.reply(stream, 6)
