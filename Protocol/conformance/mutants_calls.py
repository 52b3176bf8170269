"""Mutants of calls, replies and errors."""

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


class UnfitParameterEndsAll(Tap):
    """A parameter with U+0000 ends the connection."""

    rules = ("params.unfit", "message.call-params-zero")
    cuts = True

    def client_payload(self, payload: bytes) -> bytes | None:
        return b"{" if rb"\u0000" in payload else payload


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
