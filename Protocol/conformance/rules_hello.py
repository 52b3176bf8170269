"""Sections 2.1 and 2.2: the greeting."""

import hashlib
import os
import time
from typing import Any

import contracts
import wire
from bench import Bench, Skip, rule
from witness import Breach, Late
from wire import HELLO, TEXT, Message, encode


def hello(**members: Any) -> Message:
    return {**HELLO, **members}


@rule("hello.server-waits", "1")
async def server_waits(bench: Bench) -> None:
    """The server sends nothing before it has read a hello."""
    connection = await bench.connect()
    await connection.silence(0.5)
    await connection.greet()


@rule("hello.welcome", "2.2")
async def welcome(bench: Bench) -> None:
    """A hello is answered by one welcome with all members, version 1, and nothing else."""
    connection = await bench.connect()
    message = await connection.greet()
    if message["proto"] != 1:
        raise Breach(f"proto {message['proto']}", "1, the only version asked for")
    await connection.silence(0.3)


@rule("hello.limits", "1.4")
async def limits(bench: Bench) -> None:
    """The limits are usable: frames fit the header, an item fits a frame, a hello a frame."""
    found = (await (await bench.connect()).greet())["limits"]
    if not (
        found["item"] <= found["frame_out"] and found["hello_frame"] <= found["frame_in"] and found["inflight"] >= 1
    ):
        raise Breach(f"limits {found}", "item within frame_out, hello_frame within frame_in, a call in flight")


@rule("hello.features", "2.2")
async def features(bench: Bench) -> None:
    """The features are those of version 1, each once, and resume exactly where some method has it."""
    found = (await (await bench.connect()).greet())["features"]
    if len(set(found)) != len(found) or set(found) - {"credit", "resume", "idem"} or "credit" not in found:
        raise Breach(f"features {found}", "credit, and resume and idem where they are there, each once")
    resumes = any(method["resume"] for _, method in bench.survey.reference.methods.values())
    if ("resume" in found) != resumes:
        raise Breach(
            f"features {found} of a server whose contracts {'have' if resumes else 'have no'} method that resumes",
            "resume listed where some method has it",
        )


@rule("hello.peer", "2.2")
async def peer(bench: Bench) -> None:
    """peer is what the kernel says of the client."""
    found = (await (await bench.connect()).greet())["peer"]
    expected = {os.getegid(), *os.getgroups()}
    if found["uid"] != os.geteuid() or set(found["gids"]) != expected:
        raise Breach(f"peer {found}", f"uid {os.geteuid()}, gids {sorted(expected)}")


@rule("hello.epoch", "2.2", connections=2)
async def epoch(bench: Bench) -> None:
    """The epoch is the server's, the same on every connection."""
    servers = [(await (await bench.connect()).greet())["server"] for _ in range(2)]
    if servers[0] != servers[1]:
        raise Breach(f"{servers[0]} and {servers[1]}", "the same server on both connections")


@rule("hello.contracts", "2.2")
async def served_contracts(bench: Bench) -> None:
    """The digests are those of the contracts that rpc.describe serves, and those are the files beside this
    directory."""
    connection = await bench.connect()
    named = (await connection.greet())["contracts"]
    if "rpc" not in named:
        raise Breach(f"contracts {sorted(named)}", "rpc among them")
    for service, digest in named.items():
        described = await connection.result("rpc.describe", {"service": service})
        data = contracts.base64url(described["contract"])
        computed = "sha256:" + hashlib.sha256(data).hexdigest()
        if not digest == described["digest"] == computed:
            raise Breach(
                f"{service}: {digest} in the welcome, {described['digest']} described, {computed} computed",
                "one digest",
            )
        file = contracts.PROTOCOL / "contract" / f"{service}.json"
        if file.exists() and file.read_bytes() != data:
            raise Breach(f"a contract {service} with the digest {computed}", f"{file.name} as it stands here")


@rule("hello.pipelined", "2.1")
async def pipelined(bench: Bench) -> None:
    """Calls in the same write as the hello run, and the welcome comes first."""
    connection = await bench.connect()
    await connection.send(HELLO, {"type": "call", "id": 1, "method": "rpc.whoami"}, {"type": "ping", "nonce": "p"})
    first = await connection.find("a message", lambda message: True)
    if first["type"] != "welcome":
        raise Breach(wire.describe(first), "the welcome first")
    await connection.reply(1)
    await connection.find("the pong p", lambda m: m["type"] == "pong")


@rule("hello.pipelined-refused", "2.1")
async def pipelined_refused(bench: Bench) -> None:
    """Calls behind a hello that is not accepted have effect none: no reply, last_id 0."""
    connection = await bench.connect()
    await connection.send(hello(proto=[65_535]), {"type": "call", "id": 1, "method": "rpc.whoami"})
    await connection.goaway("rpc.version_unsupported", last_id=0, supported=[1])
    if connection.inbox:
        raise Breach(wire.describe(connection.inbox[0]), "nothing but the goaway")


@rule("hello.version", "2.1", connections=2)
async def version(bench: Bench) -> None:
    """The server picks the highest common version; without one it names those it speaks."""
    connection = await bench.connect()
    found = await connection.greet(proto=[65_535, 1, 2])
    if found["proto"] != 1:
        raise Breach(f"proto {found['proto']}", "1, the highest in common")
    connection = await bench.connect()
    await connection.send(hello(proto=[2, 3]))
    await connection.goaway("rpc.version_unsupported", supported=[1])


@rule("hello.require", "2.1", connections=2)
async def require(bench: Bench) -> None:
    """Required features that are listed are accepted; those missing are named, and no others."""
    listed = bench.survey.welcome.get("features", [])
    await (await bench.connect()).greet(require=listed)
    connection = await bench.connect()
    await connection.send(hello(require=[*listed, "fds", "conformance.none"]))
    await connection.goaway("rpc.feature_unsupported", missing=["fds", "conformance.none"])


@rule("hello.want", "2.1")
async def want(bench: Bench) -> None:
    """Features that are only wanted may be missing."""
    await (await bench.connect()).greet(want=["fds", "conformance.none"])


@rule("hello.bytes-not-characters", "2.1", connections=2)
async def bytes_not_characters(bench: Bench) -> None:
    """client.name and client.version have 1 to 64 bytes, whatever characters they spell."""
    await (await bench.connect()).greet(client={"name": "é" * 32, "version": "é" * 32})
    connection = await bench.connect()
    await connection.send(hello(client={"name": "t", "version": "é" * 33}))
    await connection.goaway("rpc.bad_message", field="/client/version")


@rule("hello.null", "1.3")
async def null(bench: Bench) -> None:
    """Null and absent are the same for an optional member."""
    await (await bench.connect()).greet(require=None, want=None)


@rule("hello.repeated", "6")
async def repeated(bench: Bench) -> None:
    """A second hello is a fault."""
    connection = await bench.greeted()
    await connection.send(HELLO)
    await connection.goaway("rpc.hello_repeated")


@rule("hello.required", "6", connections=4)
async def required(bench: Bench) -> None:
    """A first message that is not a hello is a fault, whatever it is."""
    for message in (
        {"type": "call", "id": 1, "method": "rpc.whoami"},
        {"type": "ping", "nonce": "n"},
        {"type": "cancel", "id": 1},
        {"type": "credit", "id": 1, "n": 1},
    ):
        connection = await bench.connect()
        await connection.send(message)
        await connection.goaway("rpc.hello_required")


@rule("hello.timeout", "1.4", limit=8)
async def timeout(bench: Bench) -> None:
    """Without a byte, the connection ends 3,000 ms after accept, and not before; the answer is framed."""
    connection = await bench.connect()
    await _ends_in_time(connection)


@rule("hello.timeout-half", "1.4", limit=8)
async def timeout_half(bench: Bench) -> None:
    """Half a hello does not prolong the time for it."""
    connection = await bench.connect()
    await connection.write(b"\x00\x00\x00\xff{")
    await _ends_in_time(connection)


@rule("hello.timeout-dribble", "1.4", limit=8)
async def timeout_dribble(bench: Bench) -> None:
    """A hello of which a byte comes now and then is not awaited for longer, in text mode either."""
    connection = await bench.connect(TEXT)
    await connection.dribble(encode(TEXT, HELLO)[:13], pause=0.2)
    await _ends_in_time(connection)


async def _ends_in_time(connection: wire.Connection) -> None:
    await connection.goaway("rpc.hello_timeout", within=6)
    passed = time.monotonic() - connection.opened
    if not 2.98 <= passed <= 5.5:
        raise (Late if passed > 5.5 else Breach)(f"the end after {passed * 1000:.0f} ms", "it at 3,000 ms")


@rule("hello.identity", "1")
async def identity(bench: Bench) -> None:
    """rpc.whoami says what the kernel says, and the quotas of the caller."""
    if not bench.survey.whoami:
        raise Skip("rpc.whoami could not be asked")
    found = await (await bench.greeted()).result("rpc.whoami")
    expected = (os.geteuid(), {os.getegid(), *os.getgroups()})
    if (found["uid"], set(found["gids"])) != expected or found.get("pid", os.getpid()) != os.getpid():
        raise Breach(f"{found}", f"uid {expected[0]}, gids {expected[1]}, pid {os.getpid()}")
