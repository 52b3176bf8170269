"""JSON as framing.md section 1.3 wants it. What a server sends is read as strictly as it must read us."""

import json
import math
import re
from typing import Any

LARGEST_INTEGER = 2**53 - 1
DEEPEST = 32
MOST_MEMBERS = 256
LONGEST_STRING = 65_536
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotJSON(ValueError):
    """Bytes that section 1.3 refuses; the text says by which rule."""


def parse(data: bytes) -> Any:
    """The value that `data` spells."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise NotJSON("byte_order_mark")
    try:
        value = json.loads(
            data.decode(), object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
        )
    except UnicodeDecodeError:
        raise NotJSON("invalid_utf8") from None
    except json.JSONDecodeError as error:
        raise NotJSON(str(error)) from None
    except RecursionError:
        raise NotJSON("too_deep") from None
    _check(value, 1)
    return value


def text(value: Any) -> bytes:
    """The bytes of a value, without white space."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_MEMBERS:
        raise NotJSON("too_many_keys")
    value = dict(pairs)
    if len(value) != len(pairs):
        raise NotJSON("duplicate_key")
    return value


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST_INTEGER:
        raise NotJSON("number_range")
    return int(digits)


def _number(digits: str) -> float:
    if not math.isfinite(value := float(digits)):
        raise NotJSON("number_range")
    return value


def _constant(name: str) -> Any:
    raise NotJSON(f"unexpected_byte: {name}")


def _check(value: Any, depth: int) -> None:
    if isinstance(value, str):
        _check_string(value)
    elif isinstance(value, (dict, list)):
        if depth > DEEPEST:
            raise NotJSON("too_deep")
        if isinstance(value, dict):
            for key in value:
                _check_string(key)
        for element in value.values() if isinstance(value, dict) else value:
            _check(element, depth + 1)


def _check_string(value: str) -> None:
    if LONE_SURROGATE.search(value):
        raise NotJSON("lone_surrogate")
    if "\0" in value:
        raise NotJSON("zero_character")
    if len(value.encode()) > LONGEST_STRING:
        raise NotJSON("string_too_long")
