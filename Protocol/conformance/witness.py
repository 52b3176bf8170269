"""Watches everything that a server sends on one connection, whatever rule is being tried.

A rule asks one question; the witness asks the others on the way: is each message well-formed, is each result what the
contract says, is there one reply to a call and is it last, is no item sent beyond credit, is each reason registered."""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

import contracts
import strict_json

TRACEPARENT = re.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")


class Breach(Exception):
    """A server broke a rule: what was seen, what was expected, and the section of framing.md that says so."""

    def __init__(self, seen: str, expected: str, section: str = "") -> None:
        super().__init__(f"{seen}; expected {expected}")
        self.seen, self.expected, self.section = seen, expected, section


class Late(Breach):
    """Something did not come in time, or a time limit of the server's was met: others, or the runner, may have been in
    the way."""


@dataclasses.dataclass(frozen=True)
class Reference:
    """What answers are judged by: the contracts that the server serves, and the reasons of errors.md."""

    methods: Mapping[str, tuple[contracts.Contract, Mapping[str, Any]]]
    reasons: Mapping[str, contracts.Reason]


@dataclasses.dataclass
class SentCall:
    """A call that was sent, and what came of it so far."""

    method: str
    is_stream: bool
    #: Items that may still come; None where credit is automatic.
    credit: int | None
    trace: str | None
    is_answered: bool = False


_INTEGER = {"type": "integer", "minimum": -strict_json.LARGEST_INTEGER, "maximum": strict_json.LARGEST_INTEGER}
_ID = {"type": "integer", "minimum": 1, "maximum": strict_json.LARGEST_INTEGER}
_COUNT = {"type": "integer", "minimum": 0, "maximum": strict_json.LARGEST_INTEGER}
_FRAME = {"type": "integer", "minimum": 1, "maximum": 16_777_215}
_WORD = {"type": "string", "minLength": 1}
_OBJECT: dict[str, Any] = {"type": "object"}


def _object(properties: Mapping[str, Any], *optional: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


#: The messages of section 2, open as those of a server are.
MESSAGES = contracts.Contract(
    b"",
    {
        "types": {
            "welcome": _object(
                {
                    "proto": {"type": "integer", "minimum": 1, "maximum": 65_535},
                    "server": _object({"name": _WORD, "version": _WORD, "epoch": _WORD}),
                    "features": {"type": "array", "items": _WORD},
                    "limits": _object(
                        {
                            "hello_frame": _FRAME,
                            "frame_in": _FRAME,
                            "frame_out": _FRAME,
                            "item": _FRAME,
                            "inflight": _COUNT,
                            "streams": _COUNT,
                            "ping_min_ms": _COUNT,
                            "idle_ms": _COUNT,
                        }
                    ),
                    "peer": _object({"uid": _COUNT, "gids": {"type": "array", "items": _COUNT}}),
                    "contracts": {
                        "type": "object",
                        "additionalProperties": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
                    },
                }
            ),
            "item": _object(
                {"id": _ID, "seq": _COUNT, "kind": _WORD, "data": _OBJECT, "coalesced": _ID}, "seq", "coalesced"
            ),
            "reply": _object({"id": _ID, "result": {}, "error": {"$ref": "#/types/error"}}, "result", "error"),
            "error": _object(
                {
                    "code": {"enum": sorted(contracts.CODES)},
                    "reason": {"type": "string", "pattern": r"^[a-z0-9_]+\.[a-z0-9_]+$"},
                    "message": {"type": "string"},
                    "effect": {"enum": sorted(contracts.EFFECTS)},
                    "retry": _object({"safe": {"type": "boolean"}, "after_ms": _COUNT}, "after_ms"),
                    "field": {"type": "string", "pattern": "^(/.*)?$"},
                    "details": _OBJECT,
                    "trace": _WORD,
                },
                "field",
                "details",
                "trace",
            ),
            "goaway": _object(
                {
                    "code": {"enum": sorted(contracts.CODES)},
                    "reason": {"type": "string", "pattern": r"^[a-z0-9_]+\.[a-z0-9_]+$"},
                    "last_id": _COUNT,
                    "retry_after_ms": _COUNT,
                    "details": _OBJECT,
                },
                "retry_after_ms",
                "details",
            ),
            "ping": _object({"nonce": {"type": "string", "minLength": 1, "maxLength": 64}}),
            "pong": _object({"nonce": {"type": "string", "minLength": 1, "maxLength": 64}}),
            "quota": _object(
                {
                    "quota": _WORD,
                    "limit": _COUNT,
                    "used": _COUNT,
                    "config_key": _WORD,
                    "scope": {"enum": ["connection", "uid", "server"]},
                }
            ),
        }
    },
)

#: What `details` of a goaway hold, by reason: the second table of section 6.
DETAILS: dict[str, Mapping[str, Any]] = {
    "rpc.bad_frame": _object({"problem": {"enum": ["first_byte", "empty", "truncated"]}}),
    "rpc.frame_too_large": _object({"limit": _COUNT, "got": _COUNT}),
    "rpc.bad_json": _object(
        {
            "offset": _COUNT,
            "rule": {
                "enum": [
                    "unexpected_end",
                    "unexpected_byte",
                    "trailing_bytes",
                    "byte_order_mark",
                    "invalid_utf8",
                    "invalid_escape",
                    "control_character",
                    "lone_surrogate",
                    "zero_character",
                    "invalid_number",
                    "number_range",
                    "duplicate_key",
                    "too_deep",
                    "too_many_keys",
                    "string_too_long",
                ]
            },
        }
    ),
    "rpc.unknown_member": _object({"field": {"type": "string", "pattern": "^/.*$"}}),
    "rpc.bad_message": _object({"field": {"type": "string", "pattern": "^/.*$"}}),
    "rpc.version_unsupported": _object({"supported": {"type": "array", "items": _ID, "minItems": 1}}),
    "rpc.feature_unsupported": _object({"missing": {"type": "array", "items": _WORD, "minItems": 1}}),
    "rpc.connection_limit": {"$ref": "#/types/quota"},
}

SECTIONS = {"welcome": "2.2", "item": "2.4", "reply": "2.5", "goaway": "2.9", "ping": "2.8", "pong": "2.8"}


def shape_fault(message: Any, kind: str) -> str | None:
    """What is wrong with a message of this type, or with one of its parts."""
    return MESSAGES.fault(message, {"$ref": f"#/types/{kind}"})


class Witness:
    """The client's knowledge of one connection, and the rules that follow from it."""

    def __init__(self, reference: Reference, is_text: bool) -> None:
        self._reference = reference
        self._is_text = is_text
        self.calls: dict[int, SentCall] = {}
        self.welcome: Mapping[str, Any] | None = None
        self.goaway: Mapping[str, Any] | None = None

    def sent(self, message: Mapping[str, Any]) -> None:
        """Notes what the server is told."""
        kind, identifier = message.get("type"), message.get("id")
        if type(identifier) is not int or identifier < 1:
            return
        if kind == "call" and identifier not in self.calls:
            method, terms, trace = str(message.get("method")), message.get("stream"), message.get("trace")
            is_stream = self._entry(method)[1].get("kind") == "stream"
            default = None if self._is_text else 64
            credit = terms.get("credit", default) if isinstance(terms, dict) else default
            is_trace = isinstance(trace, str) and TRACEPARENT.fullmatch(trace)
            self.calls[identifier] = SentCall(method, is_stream, credit, trace if is_trace else None)
        elif kind == "credit" and (call := self.calls.get(identifier)) and call.credit is not None:
            call.credit += message.get("n", 0)

    def _entry(self, method: str) -> tuple[contracts.Contract | None, Mapping[str, Any]]:
        return self._reference.methods.get(method) or (None, {})

    def received(self, size: int, message: Any) -> None:
        """Judges one message of `size` bytes."""
        kind = message.get("type") if isinstance(message, dict) else None
        if kind not in SECTIONS:
            raise Breach(f"a message {strict_json.text(message)[:200]!r}", "a message that servers send", "2")
        section = SECTIONS[kind]
        if fault := shape_fault(message, kind):
            raise Breach(f"a {kind} whose {fault}: {strict_json.text(message)[:300].decode()}", f"a {kind}", section)
        limits = (self.welcome or {}).get("limits", {})
        most = limits.get("item" if kind == "item" else "frame_out", 1_048_576)
        if size > most:
            raise Breach(f"a {kind} of {size} bytes", f"at most {most}", "1.4")
        if self.goaway and kind not in ("reply", "item"):
            raise Breach(f"a {kind} behind a goaway", "nothing but replies and items", "2.9")
        if self.welcome is None and kind not in ("welcome", "goaway"):
            raise Breach(f"a {kind} before the welcome", "the welcome first", "2.2")
        match kind:
            case "welcome":
                self._take_welcome(message)
            case "item":
                self._take_item(message)
            case "reply":
                self._take_reply(message)
            case "goaway":
                self._take_goaway(message)

    def _take_welcome(self, message: Mapping[str, Any]) -> None:
        if self.welcome is not None:
            raise Breach("a second welcome", "one welcome", "2.2")
        self.welcome = message

    def _call_of(self, message: Mapping[str, Any]) -> SentCall:
        identifier, kind = message["id"], message["type"]
        if (call := self.calls.get(identifier)) is None:
            raise Breach(f"a message of type {kind} for id {identifier}, which no call has", "ids of calls", "6")
        if call.is_answered:
            raise Breach(
                f"a message of type {kind} for call {identifier} behind its reply",
                "the reply to be the last message of a call",
                "2.5",
            )
        if self.goaway and identifier > self.goaway["last_id"]:
            raise Breach(
                f"a message of type {kind} for call {identifier} behind a goaway with last_id {self.goaway['last_id']}",
                "nothing of calls that were not taken",
                "2.9",
            )
        return call

    def _take_item(self, message: Mapping[str, Any]) -> None:
        call = self._call_of(message)
        contract, entry = self._entry(call.method)
        if not call.is_stream:
            raise Breach(f"an item for a call of {call.method}", "items for stream methods only", "2.4")
        if call.credit is not None:
            if call.credit == 0:
                raise Breach(f"an item of {call.method} beyond its credit", "no item that no credit covers", "5.1")
            call.credit -= 1
        kinds = entry.get("items", {})
        if message["kind"] not in kinds and message["kind"] not in ("gap", "bookmark", "synced"):
            raise Breach(f"an item of kind {message['kind']!r}", f"a kind of {call.method}: {', '.join(kinds)}", "2.4")
        if contract and message["kind"] in kinds and (fault := contract.fault(message["data"], kinds[message["kind"]])):
            raise Breach(
                f"an item of {call.method}, kind {message['kind']}, in whose data {fault}",
                "what the contract says",
                "2.4",
            )

    def _take_reply(self, message: Mapping[str, Any]) -> None:
        call = self._call_of(message)
        call.is_answered = True
        if ("result" in message) == ("error" in message):
            raise Breach("a reply with both or none of result and error", "either", "2.5")
        if "error" in message:
            return self._judge_error(message["error"], call)
        contract, entry = self._entry(call.method)
        if contract and (fault := contract.fault(message["result"], entry["result"])):
            raise Breach(f"a result of {call.method} in which {fault}", "what the contract says", "2")

    def _judge_error(self, error: Mapping[str, Any], call: SentCall) -> None:
        reason, effect, safe = error["reason"], error["effect"], error["retry"]["safe"]
        _, entry = self._entry(call.method)
        if not reason.startswith("rpc.") and reason not in entry.get("reasons", ()):
            raise Breach(f"reason {reason} of {call.method or 'a call'}", "a reason that its contract lists", "2.5")
        if row := self._reference.reasons.get(reason):
            self._judge_row(reason, error, row)
        elif reason.startswith("rpc."):
            raise Breach(f"reason {reason}", "one that errors.md lists", "2.5")
        if safe and effect != "none":
            raise Breach(f"retry.safe with effect {effect}", "that only with effect none", "2.5")
        if reason in ("rpc.unknown_member", "rpc.invalid_call", "rpc.invalid_params") and "field" not in error:
            raise Breach(f"{reason} without field", "the member that is wrong", "6")
        if reason == "rpc.quota_exceeded" and (fault := shape_fault(error.get("details"), "quota")):
            raise Breach(f"rpc.quota_exceeded in whose details {fault}", "quota, limit, used, scope, config_key", "2.3")
        if call.trace is not None and error.get("trace") != call.trace:
            raise Breach(f"an error with the trace {error.get('trace')!r}", f"the call's, {call.trace}", "2.5")

    def _judge_row(self, reason: str, error: Mapping[str, Any], row: contracts.Reason) -> None:
        effect, safe = error["effect"], error["retry"]["safe"]
        if error["code"] != row.code:
            raise Breach(f"{reason} with the code {error['code']}", row.code, "2.5")
        if effect not in row.effects:
            raise Breach(f"{reason} with effect {effect}", " or ".join(sorted(row.effects)), "2.5")
        if effect == "none" and safe != row.retry:
            raise Breach(f"{reason} with retry.safe {safe}", f"{row.retry}", "2.5")

    def _take_goaway(self, message: Mapping[str, Any]) -> None:
        self.goaway = message
        row = self._reference.reasons.get(message["reason"])
        if row is None or message["code"] != row.code:
            raise Breach(f"a goaway {message['code']} {message['reason']}", "a reason of errors.md with its code", "6")
        if message["last_id"] > max(self.calls, default=0):
            raise Breach(
                f"last_id {message['last_id']}", f"no more than {max(self.calls, default=0)}, the last call", "2.9"
            )
        schema, details = DETAILS.get(message["reason"]), message.get("details", {})
        if schema and (fault := MESSAGES.fault(details, schema)):
            raise Breach(f"a goaway {message['reason']} in whose details {fault}", "the details of its row", "6")
        if message["reason"] == "rpc.frame_too_large" and details["got"] <= details["limit"]:
            raise Breach(f"details {details}", "got beyond limit", "6")
