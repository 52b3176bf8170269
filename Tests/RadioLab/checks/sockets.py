"""The air's two sockets: one JSON object per line."""

from __future__ import annotations

import json
import os
import socket
from typing import Any

_DEADLINE_S = 60


class JSONSocket:
    def __init__(self, variable: str) -> None:
        """`variable` is the environment variable that names the socket."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_DEADLINE_S)
        self._socket.connect(os.environ[variable])
        self._lines = self._socket.makefile()

    def send(self, **message: Any) -> None:
        self.send_together(message)

    def send_together(self, *messages: dict[str, Any]) -> None:
        """All of them are there before the air reads the first."""
        self._socket.sendall(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    def receive(self) -> dict[str, Any]:
        return json.loads(self._lines.readline())

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)


class Air(JSONSocket):
    def __init__(self) -> None:
        super().__init__("RADIOLAB_AIR")

    def perform(self, operation: str, **arguments: Any) -> dict[str, Any]:
        self.send(op=operation, **arguments)
        answer = self.receive()
        assert answer.pop("ok"), answer
        return answer


class Player(JSONSocket):
    """Plays locks."""

    def __init__(self) -> None:
        super().__init__("RADIOLAB_LOCKS")
        self.expect(type="hello", version=1)

    def expect(self, **members: Any) -> dict[str, Any]:
        """The next message, which has these members and perhaps more."""
        message = self.receive()
        assert members.items() <= message.items(), f"expected {members}, got {message}"
        return message
