"""Mutants of pings, deadlines, ends and quotas."""

import time
from collections.abc import Iterator

from tap import Message, Tap


class PongSwallowed(Tap):
    """Pings are not answered."""

    rules = ("ping.pong", "transcript.ping")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] != "pong":
            yield message


class PongOfAnotherNonce(Tap):
    """A pong does not repeat the nonce."""

    rules = ("ping.pong", "transcript.ping")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield {**message, "nonce": "another"} if message["type"] == "pong" else message


class PingsPunished(Tap):
    """Many pings in a short time end the connection."""

    rules = ("ping.never-punished",)
    _count = 0

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        self._count += message["type"] == "pong"
        if self._count > 20:
            self.client.close()
        else:
            yield message


class DeadlineEarly(Tap):
    """Deadlines come at half their time."""

    rules = ("time.deadline",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        if isinstance(timeout := message.get("timeout_ms"), int) and timeout > 1:
            return {**message, "timeout_ms": timeout // 2}
        return message


class DeadlineNever(Tap):
    """timeout_ms is ignored."""

    rules = ("time.deadline",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return {key: value for key, value in message.items() if key != "timeout_ms"}


class DeadlineFromFirstByte(Tap):
    """A deadline counts from the first byte of its frame."""

    rules = ("time.deadline-from-whole-frame",)
    cuts = True
    _began = 0.0

    def from_client(self, data: bytes) -> None:
        if not self.rest():
            self._began = time.monotonic()
        super().from_client(data)

    def client_message(self, message: Message) -> Message | None:
        if "timeout_ms" in message:
            passed = int((time.monotonic() - self._began) * 1000)
            return {**message, "timeout_ms": max(1, message["timeout_ms"] - passed)}
        return message


class GoawayForgotten(Tap):
    """Faults close the connection without a word."""

    rules = ("goaway.shape", "frame.empty")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] != "goaway":
            yield message


class GoawayStaysOpen(Tap):
    """After a goaway the connection stays open."""

    rules = ("goaway.shape",)
    stays_open = True


class GoawayWithoutDetails(Tap):
    """Goaways have no details."""

    rules = ("frame.empty", "frame.limit-in-and-one")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield {key: value for key, value in message.items() if key != "details"}


class LastIDZero(Tap):
    """last_id is always 0."""

    rules = ("goaway.last-id", "call.id-decreasing")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield {**message, "last_id": 0} if message["type"] == "goaway" else message


class LastIDOfUnread(Tap):
    """last_id counts calls that were not read."""

    rules = ("goaway.nothing-behind",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield {**message, "last_id": max(self.calls, default=0)} if message["type"] == "goaway" else message


class AnswersBehindGoaway(Tap):
    """Calls that were not taken are answered behind the goaway."""

    rules = ("goaway.nothing-behind",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "goaway" and (last := max(self.calls, default=0)) > message["last_id"]:
            yield {
                "type": "reply",
                "id": last,
                "error": {
                    "code": "unavailable",
                    "reason": "rpc.shutdown",
                    "message": "m",
                    "effect": "none",
                    "retry": {"safe": True},
                },
            }


class QuotaWithoutKey(Tap):
    """A quota that is reached does not say which part of the configuration sets it."""

    rules = ("stream.quota",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        message.get("error", {}).get("details", {}).pop("config_key", None)
        yield message


class QuotaUnlimited(Tap):
    """More streams than the limit wait for ever."""

    rules = ("stream.quota",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("error", {}).get("reason") != "rpc.quota_exceeded":
            yield message


class HalfCloseCuts(Tap):
    """A half-close ends the connection at once."""

    rules = ("end.half-close", "end.half-close-text")

    def client_end(self) -> None:
        self.client.close()


class HalfCloseStays(Tap):
    """After a half-close, when all is answered, the server does not close."""

    rules = ("end.half-close", "end.half-close-idle", "transcript.hello")
    stays_open = True


class HalfCloseEndsNoStream(Tap):
    """A stream whose credit is used up waits for ever after a half-close."""

    rules = ("end.half-close-stream",)

    def client_end(self) -> None:
        pass


class FaultsSpread(Tap):
    """A fault on one connection ends the others."""

    rules = ("isolation.others-notice-nothing",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "goaway":
            for other in self.others - {self}:
                other.client.close()
