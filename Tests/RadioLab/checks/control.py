"""The control socket of seam-virtual-lock, for checks with clients that others wrote."""

from __future__ import annotations

import asyncio
import json
import socket


class Lock:
    """The lock's control socket."""

    def __init__(self, path: str, name: str) -> None:
        self._name = name
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._lines = self._socket.makefile()

    def ask(self, operation: str, **members: object) -> dict:
        self._socket.sendall(json.dumps({"op": operation, "lock": self._name, **members}).encode() + b"\n")
        answer = json.loads(self._lines.readline())
        assert answer["ok"], answer
        return answer

    @property
    def state(self) -> str:
        return self.ask("state")["state"]

    async def rests(self, state: str) -> None:
        """Waits until the lock has reached the state."""
        async with asyncio.timeout(10):
            while self.state != state:
                await asyncio.sleep(0.05)
