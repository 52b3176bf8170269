"""Mutants of calls, errors, streams, deadlines and ends."""

import time
from collections.abc import Iterator
from typing import Any

from tap import Message, Tap

MEMBERS = frozenset(("type", "id", "method", "params", "timeout_ms", "stream", "idem", "trace", "ext"))


class UnknownMemberAccepted(Tap):
    """Unknown members of a call are ignored."""

    rules = ("call.unknown-member", "message.call-unknown")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        is_call = message.get("type") == "call"
        return {key: value for key, value in message.items() if not is_call or key in MEMBERS}


class UnknownParameterAccepted(Tap):
    """Unknown parameters are ignored."""

    rules = ("params.unknown",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        if isinstance(message.get("params"), dict):
            message["params"].pop("conformance_none", None)
        return message


class UnknownTypeIgnored(Tap):
    """A message of an unknown type is ignored."""

    rules = ("message.type-unknown", "transcript.bad-unknown-type")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        known = ("hello", "call", "cancel", "credit", "ping", "pong")
        return message if message.get("type") in known else None


class FieldForgotten(Tap):
    """Errors do not say which member is wrong."""

    rules = ("call.unknown-member", "params.unknown")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        message.get("error", {}).pop("field", None)
        yield message


class EffectForgotten(Tap):
    """Errors do not say their effect."""

    rules = ("reply.error-members",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        message.get("error", {}).pop("effect", None)
        yield message


class EffectUnknown(Tap):
    """Calls that were refused claim an unknown effect."""

    rules = ("call.unknown-method",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "error" in message:
            message["error"]["effect"] = "unknown"
        yield message


class RetryClaimed(Tap):
    """Errors say that the same call may be repeated where it may not."""

    rules = ("call.unknown-method",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "error" in message:
            message["error"]["retry"] = {"safe": True}
        yield message


class ReasonUnregistered(Tap):
    """A reason is made up."""

    rules = ("call.unknown-method",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "error" in message:
            message["error"]["reason"] = "rpc.made_up"
        yield message


class CodeOutsideSet(Tap):
    """A code is not of the closed set."""

    rules = ("reply.error-members",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "error" in message:
            message["error"]["code"] = "teapot"
        yield message


class TraceForgotten(Tap):
    """Errors do not carry the trace of their call."""

    rules = ("call.trace",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        message.get("error", {}).pop("trace", None)
        yield message


class ReplyTwice(Tap):
    """Replies come twice."""

    rules = ("reply.once-and-last",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "reply":
            yield message


class ReplyLost(Tap):
    """One reply of many does not come."""

    rules = ("reply.each-of-many",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("id") != 77:
            yield message


class UnknownMethodSilent(Tap):
    """Calls of unknown methods are not answered."""

    rules = ("call.unknown-method", "message.call")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("error", {}).get("reason") != "rpc.unknown_method":
            yield message


class IdsUnchecked(Tap):
    """Ids may shrink."""

    rules = ("call.id-decreasing", "call.id-equal")
    cuts = True

    def __init__(self, *ends: Any) -> None:
        super().__init__(*ends)
        self._original: dict[int, int] = {}

    def client_message(self, message: Message) -> Message | None:
        if message.get("type") == "call" and isinstance(message.get("id"), int):
            number = len(self._original) + 1
            self._original[number] = message["id"]
            return {**message, "id": number}
        return message

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "id" in message:
            message["id"] = self._original.get(message["id"], message["id"])
        yield message


class ResultWithMember(Tap):
    """A result has a member that is not in the contract."""

    rules = ("contract.results",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "result" in message:
            message["result"]["more"] = 1
        yield message


class ResultOfWrongKind(Tap):
    """A number of a result is sent as a string."""

    rules = ("contract.results",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if "uid" in (message.get("result") or {}):
            message["result"]["uid"] = str(message["result"]["uid"])
        yield message


class ItemOfUnknownKind(Tap):
    """Items are of a kind that the contract does not have."""

    rules = ("stream.items-of-contract",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "item":
            message["kind"] = "made_up"
        yield message


class ItemBeyondCredit(Tap):
    """One item more is sent than credit covers."""

    rules = ("credit.exact", "credit.granted")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "item":
            yield message


class ItemAfterReply(Tap):
    """An item comes behind the reply of its stream."""

    rules = ("cancel.stream",)
    _last: Message | None = None

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "item":
            self._last = message
        elif message["type"] == "reply" and self._last:
            yield self._last


class ItemForUnary(Tap):
    """A unary call gets an item in front of its reply."""

    rules = ("reply.once-and-last",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "reply" and self.method(message["id"]) == "rpc.whoami":
            yield {"type": "item", "id": message["id"], "kind": "event", "data": {}}
        yield message


class ResumeSaysNoWhy(Tap):
    """A stream that could not be resumed does not say why."""

    rules = ("resume.epoch", "resume.future")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("kind") == "synced":
            message["data"].pop("why", None)
        yield message


class ResumeClaimed(Tap):
    """A cursor of another epoch is accepted in silence."""

    rules = ("resume.epoch",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        if isinstance(message.get("stream"), dict) and isinstance(message["stream"].get("from"), dict):
            message["stream"]["from"] = "now"
        return message


class SyncedForgotten(Tap):
    """A snapshot does not say where it ends."""

    rules = ("resume.snapshot", "resume.default")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("kind") != "synced":
            yield message


class BookmarkNever(Tap):
    """A silent stream gives no sign of life."""

    rules = ("resume.bookmark",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("kind") != "bookmark":
            yield message


class BookmarkBeyondCredit(Tap):
    """Bookmarks come without credit."""

    rules = ("resume.bookmark-counts",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message.get("kind") == "synced":
            bookmark = {**message, "kind": "bookmark", "data": {"lag_ms": 0}}
            self.later(1.0, lambda: self.tell(bookmark))


class CreditIgnored(Tap):
    """Credit that is granted later does not count."""

    rules = ("credit.granted",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return None if message.get("type") == "credit" else message


class CancelIgnored(Tap):
    """Cancels are ignored."""

    rules = ("cancel.stream", "cancel.twice")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return None if message.get("type") == "cancel" else message


class CancelPunished(Tap):
    """A cancel of an id that was never used is a fault."""

    rules = ("cancel.ignored", "message.cancel")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        is_stray = message.get("type") == "cancel" and message.get("id") not in self.calls
        return {**message, "id": 0} if is_stray else message


class CreditPunished(Tap):
    """Credit for an id that was never used is a fault."""

    rules = ("credit.ignored", "message.credit-1")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        is_stray = message.get("type") == "credit" and message.get("id") not in self.calls
        return {**message, "n": 0} if is_stray else message


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
