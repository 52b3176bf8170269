"""What programs that play locks may send: the shapes of Protocol/virtual-radio.md, version 1."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

LONGEST_LINE = 65_536
LONGEST_VALUE = 512
LONGEST_ADVERTISING = 31
LONGEST_NAME = 29
MOST_LOCKS_OF_CONNECTION = 64
MOST_LOCKS = 256
MOST_CONNECTIONS = 16
MOST_SERVICES = 32
MOST_CHARACTERISTICS = 64
UNREAD_OUTPUT = 262_144
ADAPTER_STATES = (
    "absent", "off", "blocked", "no_permission", "ready", "wedged", "no_bluetoothd", "bluetoothd_silent"
)
_PROPERTIES = ("read", "write", "write_without_response", "notify", "indicate")
_LARGEST_ID = 2**53 - 1

Check = Callable[[Any], bool]


class MessageFault(Exception):
    """The connection ends: `reason` is that of `goodbye`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def _text(pattern: str) -> Check:
    expression = re.compile(pattern)
    return lambda value: isinstance(value, str) and expression.fullmatch(value) is not None


def _integer(low: int, high: int) -> Check:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _hexadecimal(longest: int) -> Check:
    return _text(f"(?:[0-9A-Fa-f]{{2}}){{0,{longest}}}")


def _one_of(*values: str) -> Check:
    return lambda value: isinstance(value, str) and value in values


def _is_name(value: Any) -> bool:
    try:
        return isinstance(value, str) and 1 <= len(value.encode()) <= LONGEST_NAME
    except UnicodeEncodeError:
        return False


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _list(each: Check, most: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(each, value))


def _object(**members: Check) -> Check:
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == members.keys()
        and all(check(value[name]) for name, check in members.items())
    )


_UUID = _text("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_CHARACTERISTIC = _object(uuid=_UUID, properties=_list(_one_of(*_PROPERTIES), len(_PROPERTIES)))
_SERVICE = _object(uuid=_UUID, characteristics=_list(_CHARACTERISTIC, MOST_CHARACTERISTICS))
_LOCK = {"address": _text("[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}")}
_ANSWER = {**_LOCK, "id": _integer(1, _LARGEST_ID)}
_EMISSION = {**_LOCK, "service": _UUID, "characteristic": _UUID, "value": _hexadecimal(LONGEST_VALUE)}
_ADVERTISING = _hexadecimal(LONGEST_ADVERTISING)
_RSSI = _integer(-127, 20)
_MTU = _integer(23, 517)

_SHAPES: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    # Each type's required and optional members.
    "register": (
        {
            **_LOCK, "address_type": _one_of("public", "random"), "adv": _ADVERTISING, "rssi_dbm": _RSSI, "mtu": _MTU,
            "services": _list(_SERVICE, MOST_SERVICES),
        },
        {"name": _is_name, "scan_response": _ADVERTISING, "interval_ms": _integer(20, 10_240)},
    ),
    "unregister": (_LOCK, {}),
    "update": (
        _LOCK,
        {
            "adv": _ADVERTISING, "scan_response": _ADVERTISING, "name": _is_name, "rssi_dbm": _RSSI, "mtu": _MTU,
            "in_range": _is_truth, "connectable": _is_truth,
        },
    ),
    "subscribe_result": (_ANSWER, {}),
    "read_result": ({**_ANSWER, "value": _hexadecimal(LONGEST_VALUE)}, {}),
    "write_result": (_ANSWER, {}),
    "att_error": ({**_ANSWER, "code": _integer(1, 255)}, {}),
    "notify": (_EMISSION, {}),
    "indicate": (_EMISSION, {}),
    "disconnect": (_LOCK, {}),
    "adapter": ({"state": _one_of(*ADAPTER_STATES)}, {}),
}


def parse(line: bytes) -> dict[str, Any]:
    """The message of a line without its LF, with its address in capitals."""
    try:
        message = json.loads(line.decode(), object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise MessageFault("bad_json", str(error)[:200]) from error
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise MessageFault("bad_message", "the type is not known here")
    required, optional = _SHAPES[kind]
    shape = {**required, **optional}
    members = {name: value for name, value in message.items() if name != "type"}
    for name in required.keys() - members.keys():
        raise MessageFault("bad_message", f"{name} is missing")
    for name, value in members.items():
        if name not in shape:
            raise MessageFault("bad_message", f"{name[:64]!r} is not known here")
        if not shape[name](value):
            raise MessageFault("bad_message", f"{name} is not as it should be")
    if "address" in message:
        message["address"] = message["address"].upper()
    return message


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key comes twice")
    return made


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
