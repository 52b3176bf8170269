"""The vectors of Protocol/vectors, each a rule: what a server makes of the bytes, seen from outside."""

import functools
import json
from collections.abc import Mapping
from typing import Any

import strict_json
import wire
from bench import Bench, Rule
from contracts import PROTOCOL
from witness import Breach
from wire import FRAMED, TEXT, frame

EXT = b'{"type":"call","id":1,"method":"rpc.whoami","ext":{"org.example.vector":'
#: Rules about the end or the outermost level of a text: inside another text they do not apply.
WHOLE_TEXT_ONLY = frozenset(("unexpected_end", "trailing_bytes", "byte_order_mark", "too_deep"))


def rules() -> list[Rule]:
    """A rule for each vector that a server can be judged by."""
    found: list[Rule] = []
    for vector in _vectors("json"):
        name, data, about = vector["name"], content(vector), vector["about"]
        if data:
            found.append(Rule(f"json.{name}", about, "1.3", functools.partial(_whole_text, vector)))
        if not name.startswith("depth") and vector.get("fault", {}).get("rule") not in WHOLE_TEXT_ONLY:
            check = functools.partial(_inside_ext, vector)
            found.append(Rule(f"json.inside.{name}", f"{about}, in a call's ext", "1.3", check))
    for vector in _vectors("messages"):
        if vector["from"] == "client":
            check = functools.partial(_message, vector)
            found.append(Rule(f"message.{vector['name']}", vector["about"], "6", check))
    for vector in _vectors("frames"):
        if _is_for_servers(vector):
            check = functools.partial(_frame, vector)
            found.append(Rule(f"vector.frame.{vector['name']}", vector["about"], "1.1", check, connections=2))
    return found


def _is_for_servers(vector: Mapping[str, Any]) -> bool:
    """Whether the limit of a vector is one that a server has, or plays no part."""
    has_limit = vector["limit"] in (8192, 262_144)
    is_too_large = vector.get("fault", {}).get("reason") == "rpc.frame_too_large"
    return bool(content(vector)) and (has_limit or vector["limit"] == 64 and not is_too_large)


def content(vector: Mapping[str, Any]) -> bytes:
    """The bytes of a vector."""

    def unit(text: str) -> bytes:
        return bytes.fromhex(text[4:]) if text.startswith("hex:") else text.removeprefix("text:").encode()

    if "repeat" in vector:
        return b"".join(unit(text) * count for text, count in vector["repeat"])
    return bytes.fromhex(vector["hex"]) if "hex" in vector else vector["text"].encode("utf-8", "surrogatepass")


def _vectors(folder: str) -> list[Mapping[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted((PROTOCOL / "vectors" / folder).glob("*.json"))]


async def _whole_text(vector: Mapping[str, Any], bench: Bench) -> None:
    """As a frame of its own: JSON is read, and is no message; what is no JSON is refused with its rule and place."""
    connection = await bench.greeted()
    data = content(vector)
    await connection.write(frame(data))
    if "fault" in vector:
        await connection.goaway("rpc.bad_json", **vector["fault"])
    else:
        await connection.goaway("rpc.unknown_type")


async def _inside_ext(vector: Mapping[str, Any], bench: Bench) -> None:
    """As a value inside a call: JSON does no harm, and what is none ends the connection at its place."""
    connection = await bench.greeted()
    payload = EXT + content(vector) + b"}}"
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    if "fault" in vector:
        await connection.write(frame(payload), call)
        fault = vector["fault"]
        await connection.goaway("rpc.bad_json", rule=fault["rule"], offset=fault["offset"] + len(EXT))
    else:
        await connection.write(frame(payload), call)
        reply = await connection.reply(1)
        if "error" in reply:
            raise Breach(wire.describe(reply), "a result: ext is ignored")


async def _message(vector: Mapping[str, Any], bench: Bench) -> None:
    data = content(vector)
    try:
        message = strict_json.parse(data)
    except strict_json.NotJSON:
        # What is answered has an id, whatever else is wrong with it.
        message = json.loads(data) if vector.get("fault", {}).get("answer") == "reply" else {}
    is_hello = isinstance(message, dict) and message.get("type") == "hello"
    connection = await bench.connect() if is_hello else await bench.greeted()
    await connection.write(frame(data), *([message] if isinstance(message, dict) else []))
    if fault := vector.get("fault"):
        if fault["answer"] == "goaway":
            details = {"field": fault["field"]} if "field" in fault else {}
            await connection.goaway(fault["reason"], **details)
        else:
            await connection.refusal(fault["id"], fault["code"], fault["reason"], fault.get("field"))
            await connection.alive()
    elif is_hello:
        await _hello_answer(connection, message)
    elif message["type"] == "call":
        await connection.refusal(message["id"], "unimplemented", "rpc.unknown_method")
        await connection.alive()
    elif message["type"] == "ping":
        await connection.find("the pong", lambda m: m["type"] == "pong" and m["nonce"] == message["nonce"])
    else:
        await connection.alive()


async def _hello_answer(connection: wire.Connection, hello: Mapping[str, Any]) -> None:
    if 1 not in hello["proto"]:
        await connection.goaway("rpc.version_unsupported", supported=[1])
        return
    answer = await connection.find("a welcome", lambda m: m["type"] in ("welcome", "goaway"))
    if answer["type"] == "goaway":
        missing = answer.get("details", {}).get("missing", [])
        if answer["reason"] != "rpc.feature_unsupported" or not set(missing) <= set(hello.get("require") or ()):
            raise Breach(wire.describe(answer), "a welcome, or what of require is missing")


async def _frame(vector: Mapping[str, Any], bench: Bench) -> None:
    """At once, and byte by byte where it is short. A good first frame answers by itself: it is no message."""
    data, mode = content(vector), vector["mode"]
    starts_text = mode == TEXT or (mode is None and data[:1] == b"{")
    for is_split in (False, True):
        if is_split and len(data) > 64:
            return
        connection = await bench.connect(TEXT if starts_text else FRAMED)
        if mode is not None and vector["limit"] != 8192:
            await connection.greet()
        if is_split:
            await connection.dribble(data)
        else:
            await connection.write(data)
        fault = vector.get("fault", {})
        if fault.get("problem") == "truncated":
            connection.half_close()
        await _frame_answer(connection, vector, data)


async def _frame_answer(connection: wire.Connection, vector: Mapping[str, Any], data: bytes) -> None:
    fault = vector.get("fault", {})
    if (payload := _first_payload(data, connection.mode)) is None:
        details = {key: fault[key] for key in ("problem", "limit", "got") if key in fault}
        await connection.goaway(fault["reason"], **details)
        return
    try:
        strict_json.parse(payload)
    except strict_json.NotJSON:
        await connection.goaway("rpc.bad_json")
    else:
        await connection.goaway("rpc.unknown_type")


def _first_payload(data: bytes, mode: str) -> bytes | None:
    if mode == TEXT:
        return data.partition(b"\n")[0] if b"\n" in data else None
    size = int.from_bytes(data[:4], "big")
    return data[4 : 4 + size] if data[:1] == b"\0" and 0 < size <= len(data) - 4 else None
