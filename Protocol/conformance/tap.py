"""A proxy between a client and a server that sees the messages of both and may change them: what mutants are made
of."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import strict_json
from wire import FRAMED, TEXT, frame

Message = dict[str, Any]


class Tap:
    """One connection through the proxy. As it stands it changes nothing; a mutant overrides what it breaks."""

    #: The rules that must notice; at least one of them fails.
    rules: ClassVar[tuple[str, ...]] = ()
    #: Whether the client's bytes are cut into messages before they go on.
    cuts: ClassVar[bool] = False
    #: Whether the client's connection outlives the server's.
    stays_open: ClassVar[bool] = False

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter, others: "set[Tap]") -> None:
        self.client, self.server, self.others = client, server, others
        self.mode = FRAMED
        self.calls: dict[int, Message] = {}
        self._input, self._output = bytearray(), bytearray()
        self._has_begun = False

    # --- what a mutant overrides

    def begun(self) -> None:
        """The client has connected."""

    def client_bytes(self, data: bytes) -> None:
        """Bytes of the client."""
        self.forward(data)

    def client_payload(self, payload: bytes) -> bytes | None:
        """A message of the client, where `cuts` is set: what goes on in its place."""
        message = lenient(payload)
        changed = self.client_message(message) if message is not None else None
        return payload if message is None else None if changed is None else strict_json.text(changed)

    def client_message(self, message: Message) -> Message | None:
        """A message that could be read; nothing: it does not go on."""
        return message

    def client_end(self) -> None:
        """The client has ended its side."""
        if self.server.can_write_eof():
            self.server.write_eof()

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        """A message of the server: what the client gets in its place; bytes go as a payload as they are."""
        yield message

    def server_end(self) -> None:
        """The server has ended the connection."""
        if not self.stays_open:
            self.client.close()

    # --- what it may use

    def forward(self, data: bytes) -> None:
        """Sends the server bytes."""
        if not self.server.is_closing():
            self.server.write(data)

    def tell(self, message: Message | bytes) -> None:
        """Sends the client a message."""
        if not self.client.is_closing():
            self.client.write(self.encoded(message))

    def ask(self, message: Message | bytes) -> None:
        """Sends the server a message."""
        self.forward(self.encoded(message))

    def encoded(self, message: Message | bytes) -> bytes:
        """A message as a frame, or as a line in text mode."""
        payload = message if isinstance(message, bytes) else strict_json.text(message)
        return frame(payload) if self.mode == FRAMED else payload + b"\n"

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Does something in a while."""
        asyncio.get_running_loop().call_later(seconds, what)

    def method(self, identifier: object) -> str:
        """The method of a call."""
        return str(self.calls.get(identifier, {}).get("method")) if isinstance(identifier, int) else ""

    # --- plumbing

    def from_client(self, data: bytes) -> None:
        """Takes bytes of the client."""
        if not self._has_begun:
            self._has_begun, self.mode = True, TEXT if data[:1] == b"{" else FRAMED
        self._input += data
        for payload in cut(self._input, self.mode):
            self._note(payload)
            if self.cuts and (changed := self.client_payload(payload)) is not None:
                self.ask(changed)
        if not self.cuts:
            self.client_bytes(data)
        elif is_hopeless(self._input, self.mode):
            self.forward(bytes(self._input))
            self._input.clear()

    def from_server(self, data: bytes) -> None:
        """Takes bytes of the server."""
        self._output += data
        for payload in cut(self._output, self.mode):
            if (message := lenient(payload)) is None:
                self.tell(payload)
                continue
            for changed in self.server_message(message):
                self.tell(changed)

    def rest(self) -> bytes:
        """What the client has begun and not completed."""
        return bytes(self._input)

    def _note(self, payload: bytes) -> None:
        message = lenient(payload)
        if message and message.get("type") == "call" and isinstance(message.get("id"), int):
            self.calls.setdefault(message["id"], message)


def cut(buffer: bytearray, mode: str) -> Iterator[bytes]:
    """Takes whole payloads out of a buffer."""
    while buffer:
        if mode == TEXT:
            if (end := buffer.find(b"\n")) < 0:
                return
            start, rest = 0, end + 1
        else:
            end = 4 + int.from_bytes(buffer[:4], "big")
            if len(buffer) < 4 or buffer[0] != 0 or len(buffer) < end:
                return
            start, rest = 4, end
        payload = bytes(buffer[start:end])
        del buffer[:rest]
        yield payload


def is_hopeless(buffer: bytearray, mode: str) -> bool:
    """Whether what was begun cannot become a frame that a server takes."""
    return (
        bool(buffer)
        and mode == FRAMED
        and (buffer[0] != 0 or (len(buffer) >= 4 and int.from_bytes(buffer[:4], "big") > 262_144))
    )


def lenient(payload: bytes) -> Message | None:
    """What a careless reader makes of a payload."""
    try:
        message = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


class Proxy:
    """Serves one mutant at a path of its own."""

    def __init__(self, mutant: type[Tap], upstream: str) -> None:
        self._mutant, self._upstream = mutant, upstream
        self._taps: set[Tap] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self, path: str) -> None:
        """Listens."""
        self._server = await asyncio.start_unix_server(self._serve, path)

    async def stop(self) -> None:
        """Listens no more, and ends every connection."""
        if self._server:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        upstream = None
        try:
            source, upstream = await asyncio.open_unix_connection(self._upstream)
            tap = self._mutant(writer, upstream, self._taps)
            self._taps.add(tap)
            tap.begun()
            client = asyncio.create_task(self._pump(reader, tap.from_client, tap.client_end))
            try:
                await self._pump(source, tap.from_server, tap.server_end)
                await client
                if tap.stays_open:
                    await asyncio.sleep(60)
            finally:
                client.cancel()
                self._taps.discard(tap)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for end in (writer, upstream):
                if end:
                    end.close()

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, take: Callable[[bytes], None], end: Callable[[], None]) -> None:
        try:
            while data := await reader.read(65_536):
                take(data)
        except OSError:
            pass
        try:
            end()
        except OSError:
            pass
