"""One connection to a server, as the runner needs it: it writes whatever bytes it is told to, in whatever pieces, and
reads strictly. What it reads passes a witness first, so that every rule checks everything that is true of all
answers."""

import asyncio
import itertools
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any

import strict_json
from witness import Breach, Late, Reference, Witness

Message = dict[str, Any]

FRAMED, TEXT = "framed", "text"
HELLO: Message = {"type": "hello", "proto": [1], "client": {"name": "conformance", "version": "1"}}
#: What a server may take for what section 6 has it do at once.
PROMPTLY = 3.0
#: How much longer the runner waits before it says that what is late never comes.
PATIENCE = 10.0
#: Beyond the 1,000 ms of section 2.9, for a busy machine.
CLOSED_WITHIN = 1.0 + 1.0


class Silence(Exception):
    """Nothing came in time."""


def frame(payload: bytes) -> bytes:
    """The bytes of a frame."""
    return len(payload).to_bytes(4, "big") + payload


def encode(mode: str, *messages: Mapping[str, Any]) -> bytes:
    """The bytes of messages, one behind the other."""
    payloads = map(strict_json.text, messages)
    return b"".join(map(frame, payloads)) if mode == FRAMED else b"".join(payload + b"\n" for payload in payloads)


def padded(message: Mapping[str, Any], size: int) -> bytes:
    """The payload of a message with white space in front of its end, so that it has `size` bytes."""
    text = strict_json.text(message)
    return text[:-1] + b" " * (size - len(text)) + b"}"


class Connection:
    """A connection of the client's side. Not for two tasks at once."""

    def __init__(self, descriptor: socket.socket, mode: str, reference: Reference) -> None:
        self.mode = mode
        self.witness = Witness(reference, mode == TEXT)
        self.opened = time.monotonic()
        self.inbox: list[Message] = []
        self._socket = descriptor
        self._buffer = bytearray()
        self._reading: asyncio.Task[bytes] | None = None
        self._ids = itertools.count(1)
        self._nonces = itertools.count(1)
        self._has_ended = False
        #: What came, but late, if something did.
        self.lateness: Late | None = None
        #: When the last bytes were begun to be written, and when they were.
        self._began, self._wrote = self.opened, self.opened

    @classmethod
    async def open(cls, path: str, mode: str, reference: Reference) -> "Connection":
        """Connects; says nothing yet."""
        descriptor = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        descriptor.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(descriptor, path)
        except BaseException:
            descriptor.close()
            raise
        return cls(descriptor, mode, reference)

    # --- writing ---------------------------------------------------------------------------------------------------

    async def write(self, data: bytes, *declared: Mapping[str, Any]) -> None:
        """Writes bytes. `declared` are the messages in them that the witness must know of. A server that has closed is
        no error here: what it said before tells."""
        started = time.monotonic()
        for message in declared:
            self.witness.sent(message)
        try:
            await asyncio.get_running_loop().sock_sendall(self._socket, data)
        except (BrokenPipeError, ConnectionResetError):
            pass
        self._began, self._wrote = started, time.monotonic()

    async def send(self, *messages: Mapping[str, Any]) -> None:
        """Writes messages, in one piece."""
        await self.write(encode(self.mode, *messages), *messages)

    async def dribble(self, data: bytes, *declared: Mapping[str, Any], pause: float = 0.0) -> None:
        """Writes byte by byte, so that the server reads in small pieces."""
        for message in declared:
            self.witness.sent(message)
        started = time.monotonic()
        for index in range(len(data)):
            await self.write(data[index : index + 1])
            await asyncio.sleep(pause)
        self._began = started

    async def send_call(self, method: str, params: Mapping[str, Any] | None = None, **more: Any) -> int:
        """Sends a call with the next id, and answers the id."""
        identifier = next(self._ids)
        message: Message = {"type": "call", "id": identifier, "method": method}
        if params is not None:
            message["params"] = params
        await self.send({**message, **more})
        return identifier

    def half_close(self) -> None:
        """No more will be written."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    async def close(self) -> None:
        """Closes for good."""
        if self._reading:
            self._reading.cancel()
            await asyncio.wait({self._reading})
            self._reading = None
        self._socket.close()

    # --- reading ---------------------------------------------------------------------------------------------------

    @property
    def descriptor(self) -> socket.socket:
        return self._socket

    async def receive(self, within: float) -> Message | None:
        """The next message that is not a ping, which is answered; None at the end of input."""
        deadline = time.monotonic() + within
        while True:
            payload = await self._payload(deadline)
            if payload is None:
                return None
            try:
                message = strict_json.parse(payload)
            except strict_json.NotJSON as error:
                raise Breach(f"a message that is no JSON ({error}): {payload[:200]!r}", "JSON", "1.3") from None
            self.witness.received(len(payload), message)
            if message["type"] != "ping":
                return dict(message)
            await self.send({"type": "pong", "nonce": message["nonce"]})

    async def raw(self, within: float) -> bytes:
        """The bytes that came and were not read yet; none at the end of input."""
        if not self._buffer:
            await self._more(time.monotonic() + within)
        data, self._buffer = bytes(self._buffer), bytearray()
        return data

    async def _payload(self, deadline: float) -> bytes | None:
        while (payload := self._cut()) is None:
            if not await self._more(deadline):
                if self._buffer:
                    raise Breach(f"an end of input inside a frame: {bytes(self._buffer[:80])!r}", "whole frames", "1.1")
                return None
        return payload

    def _cut(self) -> bytes | None:
        buffer = self._buffer
        if self.mode == TEXT:
            if buffer and buffer[0] != 0x7B:
                # A server that has read nothing of ours in time knows no mode.
                kind = Late if not self.witness.welcome and self._missed(3.0, self.opened) else Breach
                raise kind(f"an answer {bytes(buffer[:80])!r} in text mode", "lines of text in both directions", "1.2")
            if (end := buffer.find(b"\n")) < 0:
                return None
            payload = bytes(buffer[:end])
            del buffer[: end + 1]
            return payload
        if buffer and buffer[0] != 0:
            raise Breach(f"an answer {bytes(buffer[:80])!r}", "frames, whose first byte is 0x00", "1.1")
        if len(buffer) < 4 or len(buffer) < 4 + (size := int.from_bytes(buffer[:4], "big")):
            return None
        if size == 0:
            raise Breach("an empty frame", "frames of at least one byte", "1.1")
        payload = bytes(buffer[4 : 4 + size])
        del buffer[: 4 + size]
        return payload

    async def _more(self, deadline: float) -> bool:
        """Reads what comes; false at the end of input."""
        if self._has_ended:
            return False
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        await asyncio.wait({self._reading}, timeout=max(0.0, deadline - time.monotonic()))
        if not self._reading.done():
            raise Silence
        data, self._reading = self._reading.result(), None
        self._buffer += data
        self._has_ended = not data
        return bool(data)

    async def _read(self) -> bytes:
        try:
            return await asyncio.get_running_loop().sock_recv(self._socket, 262_144)
        except ConnectionResetError:
            return b""

    # --- what rules ask ---------------------------------------------------------------------------------------------

    async def find(self, what: str, matches: Callable[[Message], bool], within: float = PROMPTLY) -> Message:
        """The first message that matches; others are kept for later questions."""
        for index, waiting in enumerate(self.inbox):
            if matches(waiting):
                return self.inbox.pop(index)
        deadline = time.monotonic() + within
        while True:
            message: Message | None
            try:
                message = await self.receive(deadline + PATIENCE - time.monotonic())
            except Silence:
                raise Breach(f"nothing of the kind for {within + PATIENCE:g} s", what) from None
            if message is None:
                raise Breach("the end of the connection", what)
            if matches(message):
                self.judge_time(deadline, within, what)
                return message
            if message["type"] == "goaway":
                raise self.unexpected(message, what)
            self.inbox.append(message)

    def judge_time(self, deadline: float, within: float, what: str) -> None:
        """Notes what has come later than `within` seconds; its content is judged first."""
        if (late := time.monotonic() - deadline) > 0 and self.lateness is None:
            self.lateness = Late(f"it after {within + late:.1f} s", f"{what}, within {within:g} s")

    async def greet(self, **members: Any) -> Message:
        """Says hello and awaits the welcome."""
        await self.send({**HELLO, **members})
        return await self.welcome()

    async def welcome(self) -> Message:
        """Awaits the welcome, which is the first message."""
        return await self.find("a welcome", lambda message: message["type"] == "welcome")

    async def reply(self, identifier: int, within: float = PROMPTLY) -> Message:
        """Awaits the reply to a call."""
        return await self.find(
            f"the reply to call {identifier}", lambda m: m["type"] == "reply" and m["id"] == identifier, within
        )

    async def item(self, identifier: int, within: float = PROMPTLY) -> Message:
        """Awaits the next item of a call."""
        return await self.find(
            f"an item of call {identifier}", lambda m: m["type"] == "item" and m["id"] == identifier, within
        )

    async def result(self, method: str, params: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Calls a method that must succeed, and answers its result."""
        reply = await self.reply(await self.send_call(method, params, **more))
        if "error" in reply:
            raise Breach(describe(reply), f"a result of {method}")
        return reply["result"]

    async def refusal(self, identifier: int, code: str, reason: str, field: str | None = None) -> Message:
        """Awaits the reply to a call, which must be this error with effect none; answers the error."""
        reply = await self.reply(identifier)
        error: Message = reply.get("error", {})
        seen = (error.get("code"), error.get("reason"), error.get("effect"))
        wanted = f"{code} {reason}, effect none" + (f", field {field}" if field else "")
        if seen != (code, reason, "none") or (field is not None and error.get("field") != field):
            raise Breach(describe(reply), wanted)
        return error

    async def alive(self) -> None:
        """Proves with a ping that the connection lives and that the server has read what came before it."""
        nonce = f"alive-{next(self._nonces)}"
        await self.send({"type": "ping", "nonce": nonce})
        await self.find(f"the pong {nonce}", lambda m: m["type"] == "pong" and m["nonce"] == nonce)

    async def goaway(self, reason: str, last_id: int = 0, within: float = PROMPTLY, **details: Any) -> Message:
        """Awaits a goaway with these details and the end of the connection behind it."""
        wanted = f"goaway {reason}, last_id {last_id}" + "".join(f", {key} {value!r}" for key, value in details.items())
        message = await self.find(wanted, lambda m: m["type"] == "goaway", within)
        found = message.get("details", {})
        if message["reason"] != reason or any(found.get(key) != value for key, value in details.items()):
            raise self.unexpected(message, wanted)
        if message["last_id"] != last_id:
            raise Breach(describe(message), wanted, "2.9")
        deadline = time.monotonic() + CLOSED_WITHIN
        what = "its end within 1,000 ms of a goaway for a fault"
        try:
            while await self.receive(deadline + PATIENCE - time.monotonic()) is not None:
                pass
        except Silence:
            raise Breach("an open connection", what, "2.9") from None
        if time.monotonic() > deadline:
            raise Late("the end later", what, "2.9")
        return message

    def unexpected(self, message: Message, wanted: str) -> Breach:
        """What to raise for a message that was not wanted. A goaway for a time limit is no breach if the runner itself
        did not keep it, or only just, nor if the server was busy for as long again (section 1.4)."""
        limit, began = 0.0, self._began
        if message.get("reason") == "rpc.frame_timeout":
            limit = 5.0
        elif message.get("reason") == "rpc.hello_timeout" and not self.witness.welcome:
            limit, began = 3.0, self.opened
        is_late = limit > 0 and self._missed(limit, began)
        return (Late if is_late else Breach)(describe(message), wanted)

    def _missed(self, limit: float, began: float) -> bool:
        """Whether the runner did not keep a time limit, or only just, or the server was busy for as long again."""
        return self._wrote - began > limit - 0.5 or time.monotonic() - began >= 2 * limit

    async def end(self, within: float = PROMPTLY, what: str = "the end of the connection", section: str = "") -> None:
        """Awaits the end of input, with nothing before it."""
        deadline = time.monotonic() + within
        try:
            message = await self.receive(within + PATIENCE)
        except Silence:
            raise Breach(f"a connection that was open after {within + PATIENCE:g} s", what, section) from None
        if message is not None:
            raise Breach(describe(message), what, section)
        if time.monotonic() > deadline:
            raise Late(f"a connection that was open after {within:g} s", what, section)

    async def silence(self, seconds: float, what: str = "silence") -> None:
        """Nothing comes, and the connection stays open."""
        try:
            message = await self.receive(seconds)
        except Silence:
            return
        raise Breach(describe(message) if message else "the end of the connection", what)


def describe(message: Mapping[str, Any]) -> str:
    """A message as a verdict shows it."""
    return strict_json.text(message)[:400].decode()
