"""What the project's files promise: contracts with their schemas, and reasons.json."""

import base64
import binascii
import dataclasses
import datetime
import functools
import pathlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import strict_json

PROTOCOL = pathlib.Path(__file__).resolve().parent.parent

CODES = frozenset(
    (
        "cancelled",
        "unknown",
        "invalid_argument",
        "deadline_exceeded",
        "not_found",
        "already_exists",
        "permission_denied",
        "resource_exhausted",
        "failed_precondition",
        "aborted",
        "out_of_range",
        "unimplemented",
        "internal",
        "unavailable",
        "data_loss",
        "unauthenticated",
    )
)
EFFECTS = frozenset(("none", "unknown", "applied"))

#: Reads that change nothing, whoever calls them and however often.
SAFE_UNARY = (
    "rpc.whoami",
    "rpc.health",
    "rpc.describe",
    "rpc.can",
    "rpc.stats",
    "rpc.metrics",
    "session.get",
    "session.list",
    "credentials.list",
    "audit.list",
    "audit.verify",
    "locks.list",
    "providers.list",
    "radio.get",
)
#: Streams that only tell. `rpc.health.watch` first: every server may have it.
SAFE_STREAMS = ("rpc.health.watch", "session.watch", "radio.watch", "credentials.watch", "unlock.watch", "locks.watch")

TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


@dataclasses.dataclass(frozen=True)
class Contract:
    """One service: the bytes of its file, and what they say."""

    data: bytes
    json: Mapping[str, Any]

    @property
    def service(self) -> str:
        return str(self.json["service"])

    @functools.cached_property
    def methods(self) -> Mapping[str, Mapping[str, Any]]:
        return {method["name"]: {"overflow": [], "resume": False, **method} for method in self.json["methods"]}

    def resolve(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema itself, or the one that it names."""
        name = schema.get("$ref", "").removeprefix("#/types/")
        return self.json.get("types", {})[name] if name else schema

    def fault(self, value: Any, schema: Mapping[str, Any], at: str = "") -> str | None:
        """What of `value` the schema does not allow, with the place, or nothing."""
        return next(self._faults(value, schema, at), None)

    def _faults(self, value: Any, schema: Mapping[str, Any], at: str) -> Iterator[str]:
        schema = self.resolve(schema)
        if "oneOf" in schema:
            if all(next(self._faults(value, choice, at), None) for choice in schema["oneOf"]):
                yield f"{at or '/'} is none of {len(schema['oneOf'])} alternatives"
        elif "const" in schema:
            if value != schema["const"] or type(value) is not type(schema["const"]):
                yield f"{at} is not {schema['const']!r}"
        elif "enum" in schema:
            if value not in schema["enum"]:
                yield f"{at} is {value!r}, which is none of {', '.join(schema['enum'])}"
        elif (kind := schema.get("type")) is not None:
            if not is_kind(value, kind):
                yield f"{at or '/'} is no {kind}"
            else:
                yield from self._bounds(value, schema, at)

    def _bounds(self, value: Any, schema: Mapping[str, Any], at: str) -> Iterator[str]:
        match schema["type"]:
            case "integer" | "number":
                if not schema.get("minimum", -(2**1023)) <= value <= schema.get("maximum", 2**1023):
                    yield f"{at} is {value}, out of its range"
            case "string":
                yield from _string_faults(value, schema, at)
            case "array":
                if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 2**53):
                    yield f"{at} has {len(value)} elements"
                for index, element in enumerate(value):
                    yield from self._faults(element, schema["items"], f"{at}/{index}")
            case "object":
                yield from self._object_faults(value, schema, at)

    def _object_faults(self, value: Mapping[str, Any], schema: Mapping[str, Any], at: str) -> Iterator[str]:
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        required = schema.get("required", [])
        for name in required:
            if value.get(name) is None:
                yield f"{at}/{name} is missing"
        for name, member in value.items():
            place = f"{at}/{name}"
            if name in properties:
                # For an optional member, null and absent are the same.
                if member is not None or name in required:
                    yield from self._faults(member, properties[name], place)
            elif rest is False:
                yield f"{place} is not in the contract"
            elif rest is not True:
                yield from self._faults(member, rest, place)


def is_kind(value: Any, kind: str) -> bool:
    """Whether a JSON value is of a schema's type. `1.0` is not an integer, and a truth is no number."""
    match kind:
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return type(value) is int
        case "number":
            return type(value) in (int, float)
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
    return False


def is_timestamp(value: str) -> bool:
    """UTC with three decimals, and a day that exists."""
    try:
        return bool(TIMESTAMP.fullmatch(value)) and bool(datetime.datetime.fromisoformat(value))
    except ValueError:
        return False


def is_base64url(value: str) -> bool:
    """Without padding, and with unused bits zero."""
    try:
        return base64.urlsafe_b64encode(base64url(value)).rstrip(b"=") == value.encode()
    except (ValueError, binascii.Error):
        return False


def base64url(value: str) -> bytes:
    """The bytes that unpadded base64url spells."""
    return base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)


def _string_faults(value: str, schema: Mapping[str, Any], at: str) -> Iterator[str]:
    if not schema.get("minLength", 0) <= len(value.encode()) <= schema.get("maxLength", 65_536):
        yield f"{at} has {len(value.encode())} bytes"
    if "pattern" in schema and not re.fullmatch(schema["pattern"].removeprefix("^").removesuffix("$"), value, re.ASCII):
        yield f"{at} is {value[:80]!r}, which does not match {schema['pattern']}"
    if schema.get("format") == "timestamp" and not is_timestamp(value):
        yield f"{at} is {value[:80]!r}, no timestamp"
    if schema.get("format") == "base64url" and not is_base64url(value):
        yield f"{at} is no base64url"


def read(data: bytes) -> Contract:
    """Reads the file of a contract."""
    return Contract(data, strict_json.parse(data))


def read_directory(directory: pathlib.Path) -> dict[str, Contract]:
    """The contracts in a directory, by service."""
    found = (read(path.read_bytes()) for path in sorted(directory.glob("*.json")))
    return {contract.service: contract for contract in found}


@dataclasses.dataclass(frozen=True)
class Reason:
    """What reasons.json says of a reason."""

    code: str
    effects: frozenset[str]
    retry: bool


def read_reasons(path: pathlib.Path = PROTOCOL / "reasons.json") -> dict[str, Reason]:
    """Every reason that may stand in an error or a goaway, with what may stand beside it."""
    sections = strict_json.parse(path.read_bytes()).values()
    rows = {reason: row for section in sections for reason, row in section.items()}
    return {reason: Reason(row["code"], frozenset(row["effect"]), row["retry"]) for reason, row in rows.items()}
