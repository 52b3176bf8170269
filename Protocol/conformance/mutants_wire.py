"""Mutants of frames, lines and JSON."""

import time
from collections.abc import Iterator

import strict_json
from tap import Message, Tap
from wire import FRAMED, frame


class FrameTimeoutNever(Tap):
    """Half a frame is awaited for ever."""

    rules = ("time.frame",)
    cuts = True


class FrameTimeoutProlonged(Tap):
    """Each byte of a frame prolongs its time."""

    rules = ("time.frame-dribble",)
    cuts = True
    _last = 0.0

    def from_client(self, data: bytes) -> None:
        super().from_client(data)
        self._last = time.monotonic()
        self.later(5.0, self._end)

    def _end(self) -> None:
        if self.rest() and time.monotonic() - self._last >= 4.9:
            self.tell(
                {
                    "type": "goaway",
                    "code": "deadline_exceeded",
                    "reason": "rpc.frame_timeout",
                    "last_id": max(self.calls),
                }
            )
            self.client.close()


class SplitReadLost(Tap):
    """What arrives without the end of its frame is lost."""

    rules = ("frame.split-everywhere", "frame.byte-by-byte")

    def client_bytes(self, data: bytes) -> None:
        if not self.rest():
            self.forward(data)


class SecondFrameLost(Tap):
    """Of many frames in one read, only the first few are seen."""

    rules = ("frame.many-in-one-write", "reply.each-of-many")

    def client_bytes(self, data: bytes) -> None:
        if len(data) < 1200:
            self.forward(data)
        else:
            self.forward(data[: 4 + int.from_bytes(data[:4], "big")])


class TextAnsweredFramed(Tap):
    """Text mode is answered in frames."""

    rules = ("text.conversation",)

    def encoded(self, message: Message | bytes) -> bytes:
        return frame(message if isinstance(message, bytes) else strict_json.text(message))


class TextCutAccepted(Tap):
    """A line that the end of input cuts off is taken as a line."""

    rules = ("text.truncated", "transcript.bad-text-cut")

    def client_end(self) -> None:
        if self.rest() and self.mode != FRAMED:
            self.forward(b"\n")
        super().client_end()


class TextEmptyLineAccepted(Tap):
    """Empty lines are passed over."""

    rules = ("text.empty-line", "transcript.bad-text-empty-line")
    cuts = True

    def client_payload(self, payload: bytes) -> bytes | None:
        return payload or None


class EmptyFrameAccepted(Tap):
    """Empty frames are passed over."""

    rules = ("frame.empty", "transcript.bad-zero-length")
    cuts = True

    def client_payload(self, payload: bytes) -> bytes | None:
        return payload or None


class EmptyFrameSent(Tap):
    """An empty frame stands in front of the welcome."""

    rules = ("hello.welcome",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "welcome":
            yield b""
        yield message


class FirstByteIgnored(Tap):
    """A first byte that begins no frame is answered with silence."""

    rules = ("frame.first-byte",)

    def client_bytes(self, data: bytes) -> None:
        if data[:1] in (b"\0", b"{"):
            self.forward(data)


class TruncatedIgnored(Tap):
    """An end of input inside a frame closes without a word."""

    rules = ("frame.truncated",)

    def client_end(self) -> None:
        if self.rest():
            self.client.close()
        else:
            super().client_end()


class OversizeAccepted(Tap):
    """A frame beyond the limit is read and dropped."""

    rules = ("frame.limit-in-and-one", "frame.too-large-with-payload")

    def client_bytes(self, data: bytes) -> None:
        if not (self.mode == FRAMED and int.from_bytes(self.rest()[:4], "big") > 262_144):
            self.forward(data)


class LimitTooSmall(Tap):
    """A frame of exactly the limit is refused."""

    rules = ("frame.limit-in", "frame.limit-behind-hello")
    cuts = True

    def client_payload(self, payload: bytes) -> bytes | None:
        return payload + b" " if len(payload) == 262_144 else payload


class OversizeGotWrong(Tap):
    """details.got of a frame that is too large is the limit."""

    rules = ("frame.limit-in-and-one",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "got" in message.get("details", {}):
            message["details"]["got"] = message["details"]["limit"]
        yield message


class DuplicateKeyAccepted(Tap):
    """Of a key that comes twice, the last one counts."""

    rules = (
        "json.inside.duplicate-key",
        "json.duplicate-key-deep",
        "transcript.bad-duplicate-key",
        "message.duplicate-member",
    )
    cuts = True


class LenientNumbers(Tap):
    """Numbers that JSON does not have, and integers beyond 2^53 - 1, are taken."""

    rules = ("json.inside.number-nan", "json.inside.integer-largest-and-one")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return {key: value for key, value in message.items() if key != "ext"}


class MarkAccepted(Tap):
    """A byte order mark is passed over."""

    rules = ("json.byte-order-mark",)
    cuts = True

    def client_payload(self, payload: bytes) -> bytes | None:
        return payload.removeprefix(b"\xef\xbb\xbf")


class BadUTF8Accepted(Tap):
    """Bytes that are no UTF-8 are replaced."""

    rules = ("json.utf8-latin1", "transcript.bad-bad-utf8")
    cuts = True

    def client_payload(self, payload: bytes) -> bytes | None:
        return payload.decode(errors="replace").encode()


class WrongOffset(Tap):
    """The place of a fault of JSON is one too far."""

    rules = ("json.duplicate-key", "json.trailing-value")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "offset" in message.get("details", {}):
            message["details"]["offset"] += 1
        yield message


class WrongRule(Tap):
    """Every fault of JSON is an unexpected byte."""

    rules = ("json.duplicate-key", "json.depth-33")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "rule" in message.get("details", {}):
            message["details"]["rule"] = "unexpected_byte"
        yield message


class DuplicateKeySent(Tap):
    """The server's own messages have a key twice."""

    rules = ("hello.welcome",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield strict_json.text(message)[:-1] + b',"type":' + strict_json.text(message["type"]) + b"}"
