"""The broker's side of the virtual radio (Protocol/virtual-radio.md), with a real stack for its air."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any, Protocol

from . import lock_messages
from .journal import note
from .lock_messages import MessageFault
from .played_lock import PlayedLock, Refusal

_VERSION = 1


class Host(Protocol):
    """What a connection needs of the air."""

    locks: dict[str, PlayedLock]

    async def register(self, registration: dict[str, Any], send) -> PlayedLock:
        """Puts a lock on air; a Refusal says why not."""

    def forget(self, lock: PlayedLock) -> None:
        """The lock vanishes, and is no more once its link has ended."""

    def set_adapter(self, state: str) -> None:
        """A Refusal where only the host itself can do that."""


class LockServer:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._connections = 0

    async def listen(self, path: str) -> asyncio.Server:
        if os.path.exists(path):
            os.unlink(path)
        before = os.umask(0o177)
        try:
            return await asyncio.start_unix_server(self._serve, path, limit=lock_messages.LONGEST_LINE + 1)
        finally:
            os.umask(before)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        connection = _Connection(self._host, writer)
        try:
            if self._connections > lock_messages.MOST_CONNECTIONS:
                connection.goodbye("too_many_connections", "the air has no room for another connection")
            else:
                await connection.run(reader)
        except MessageFault as fault:
            note("locks:", fault.reason, fault)
            connection.goodbye(fault.reason, str(fault))
        except ConnectionError:
            pass
        finally:
            self._connections -= 1
            connection.end()


class _Connection:
    def __init__(self, host: Host, writer: asyncio.StreamWriter) -> None:
        self._host = host
        self._writer = writer
        self._locks: dict[str, PlayedLock] = {}

    async def run(self, reader: asyncio.StreamReader) -> None:
        self.send({"type": "hello", "version": _VERSION})
        while True:
            try:
                line = await reader.readuntil(b"\n")
            except asyncio.IncompleteReadError:
                return
            except asyncio.LimitOverrunError:
                raise MessageFault("line_too_long", "a line is too long") from None
            if len(line) > lock_messages.LONGEST_LINE + 1:
                raise MessageFault("line_too_long", "a line is too long")
            message = lock_messages.parse(line[:-1])
            try:
                await self._carry_out(message)
            except Refusal as refusal:
                address = {"address": message["address"]} if "address" in message else {}
                self.send(
                    {"type": "refused", "of": message["type"], **address, "reason": refusal.reason,
                     "message": str(refusal)}
                )

    async def _carry_out(self, message: dict[str, Any]) -> None:
        kind, address = message["type"], message.get("address")
        if kind == "adapter":
            self._host.set_adapter(message["state"])
            return
        if kind == "register":
            if len(self._locks) >= lock_messages.MOST_LOCKS_OF_CONNECTION:
                raise Refusal("too_many_locks", "a connection plays no more locks than that")
            lock = await self._host.register(message, self.send)
            self._locks[address] = lock
            self.send({"type": "registered", "address": address})
            return
        lock = self._locks.get(address)
        if lock is None:
            raise Refusal("unknown_lock", "no lock of this connection has this address")
        if kind == "unregister":
            del self._locks[address]
            self._forget(lock)
        else:
            await lock.receive(message)

    def send(self, message: dict[str, Any]) -> None:
        if self._writer.is_closing():
            return
        self._writer.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        if self._writer.transport.get_write_buffer_size() > lock_messages.UNREAD_OUTPUT:
            note("locks: a connection does not read")
            self._writer.transport.abort()

    def goodbye(self, reason: str, message: str) -> None:
        self.send({"type": "goodbye", "reason": reason, "message": message})

    def end(self) -> None:
        for lock in self._locks.values():
            self._forget(lock)
        self._writer.close()

    def _forget(self, lock: PlayedLock) -> None:
        lock.detach(_discard)
        self._host.forget(lock)


def _discard(_message: dict[str, Any]) -> None:
    pass
