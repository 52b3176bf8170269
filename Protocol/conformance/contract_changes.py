"""Which change of a contract breaks a client that was written for the released one.

The promises are those of "What is stable" in Protocol/README.md, read in this way:

- What a client sends (parameters) may become wider, never narrower: new optional parameters, larger bounds, new
  values of an enumeration. A new required parameter, a bound that is tighter and a parameter that goes are breaking.
- What a client reads (results and items) may gain members, kinds and values of enumerations, which clients ignore or
  take as unknown, and may become narrower: every value that still comes was promised. So a value of an enumeration
  that never comes any more is compatible. A member that goes or is no longer certain, another type, and a wider bound
  are breaking.
- Codes with a meaning stay: a reason, an item kind or a socket that goes is breaking, a new one is compatible.
- `needs` may be loosened, `timeout_ms` may grow, `idem` may become optional, `resume` and policies may be added at
  the end; the first policy, what a lost connection does, and retry_safe stay.
- Texts and order mean nothing."""

import copy
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from contracts import Contract

NEEDS = ("none", "initialized", "active")

Schema = Mapping[str, Any]


@dataclasses.dataclass(frozen=True)
class Change:
    """One difference between two contracts."""

    place: str
    what: str
    is_breaking: bool

    def line(self) -> str:
        """The change as it is printed."""
        return f"{'breaking' if self.is_breaking else 'compatible'} {self.place} — {self.what}"


def between(old: Mapping[str, Contract], new: Mapping[str, Contract]) -> Iterator[Change]:
    """Every change from one set of contracts to another."""
    for service in sorted({*old, *new}):
        if service not in new:
            yield Change(service, "the service is gone", True)
        elif service not in old:
            yield Change(service, "a new service", False)
        else:
            yield from _methods(old[service], new[service])


def _methods(old: Contract, new: Contract) -> Iterator[Change]:
    if new.json["version"] < old.json["version"]:
        yield Change(old.service, "the version is lower", True)
    for name in {**old.methods, **new.methods}:
        if name not in new.methods:
            yield Change(name, "the method is gone, or has another name", True)
        elif name not in old.methods:
            yield Change(name, "a new method", False)
        else:
            yield from _method(name, Pair(old, new), old.methods[name], new.methods[name])


@dataclasses.dataclass(frozen=True)
class Pair:
    """The contracts that two schemas belong to, whose types they may name."""

    old: Contract
    new: Contract

    def resolved(self, old: Schema, new: Schema) -> tuple[Schema, Schema]:
        """The schemas, or those that they name."""
        return self.old.resolve(old), self.new.resolve(new)


def _method(name: str, pair: Pair, old: Schema, new: Schema) -> Iterator[Change]:
    if old["kind"] != new["kind"]:
        yield Change(name, f"{old['kind']} has become {new['kind']}", True)
        return
    for what in ("sockets", "reasons", "overflow"):
        yield from _set(f"{name} {what}", old.get(what, ()), new.get(what, ()))
    if (
        old.get("overflow")
        and new.get("overflow")
        and old["overflow"][0] != new["overflow"][0]
        and old["overflow"][0] in new["overflow"]
    ):
        yield Change(f"{name} overflow", f"the first policy is no longer {old['overflow'][0]}", True)
    if old["needs"] != new["needs"]:
        is_tighter = NEEDS.index(new["needs"]) > NEEDS.index(old["needs"])
        yield Change(f"{name} needs", f"{old['needs']} has become {new['needs']}", is_tighter)
    if old["idem"] != new["idem"]:
        is_looser = (old["idem"], new["idem"]) in (("none", "optional"), ("required", "optional"))
        yield Change(f"{name} idem", f"{old['idem']} has become {new['idem']}", not is_looser)
    for what, better in (("retry_safe", True), ("resume", True), ("on_disconnect", None)):
        if old[what] != new[what]:
            yield Change(f"{name} {what}", f"{old[what]} has become {new[what]}", new[what] != better)
    yield from _timeout(name, old.get("timeout_ms"), new.get("timeout_ms"))
    yield from _schema(f"{name} params", pair, old["params"], new["params"], is_read=False)
    yield from _schema(f"{name} result", pair, old["result"], new["result"], is_read=True)
    yield from _set(f"{name} items", old.get("items", ()), new.get("items", ()))
    for kind in old.get("items", {}).keys() & new.get("items", {}).keys():
        yield from _schema(f"{name} items {kind}", pair, old["items"][kind], new["items"][kind], is_read=True)


def _set(place: str, old: Any, new: Any) -> Iterator[Change]:
    yield from (Change(place, f"{value} is gone", True) for value in old if value not in new)
    yield from (Change(place, f"{value} is new", False) for value in new if value not in old)


def _timeout(name: str, old: Schema | None, new: Schema | None) -> Iterator[Change]:
    if (old is None) != (new is None):
        yield Change(
            f"{name} timeout_ms", "a deadline where there was none" if new else "no deadline any more", new is not None
        )
    elif old and new:
        for what in ("default", "max"):
            if old[what] != new[what]:
                yield Change(f"{name} timeout_ms {what}", f"{old[what]} has become {new[what]}", new[what] < old[what])


def _schema(place: str, pair: Pair, old: Schema, new: Schema, is_read: bool) -> Iterator[Change]:
    """Compares schemas. What a client reads may become narrower, what it sends may become wider."""
    old, new = pair.resolved(old, new)
    if _shape(old) != _shape(new):
        yield Change(place, f"{_shape(old)} has become {_shape(new)}", True)
    elif "oneOf" in old:
        yield from _alternatives(place, pair, old, new, is_read)
    elif "enum" in old:
        # A client takes a value that it does not know as unknown, and misses none that never comes.
        yield from (
            Change(place, f"value {value} is gone", not is_read) for value in old["enum"] if value not in new["enum"]
        )
        yield from (Change(place, f"value {value} is new", False) for value in new["enum"] if value not in old["enum"])
    elif "const" in old:
        if old["const"] != new["const"]:
            yield Change(place, f"{old['const']!r} has become {new['const']!r}", True)
    elif old.get("type") == "object":
        yield from _members(place, pair, old, new, is_read)
    elif old.get("type") == "array":
        yield from _bounds(place, old, new, is_read)
        yield from _schema(f"{place}[]", pair, old["items"], new["items"], is_read)
    else:
        yield from _bounds(place, old, new, is_read)


def _shape(schema: Schema) -> str:
    for keyword in ("oneOf", "const", "enum"):
        if keyword in schema:
            return keyword
    return str(schema.get("type", "any"))


def _bounds(place: str, old: Schema, new: Schema, is_read: bool) -> Iterator[Change]:
    for keyword in ("minimum", "minLength", "minItems", "maximum", "maxLength", "maxItems"):
        before, after = old.get(keyword), new.get(keyword)
        if before == after:
            continue
        is_narrower = before is None or (
            after is not None and (after > before if keyword.startswith("min") else after < before)
        )
        yield Change(f"{place} {keyword}", f"{before} has become {after}", is_narrower != is_read)
    for keyword in ("pattern", "format"):
        before, after = old.get(keyword), new.get(keyword)
        if before != after:
            is_compatible = after is None and not is_read or before is None and is_read
            yield Change(f"{place} {keyword}", f"{before} has become {after}", not is_compatible)


def _members(place: str, pair: Pair, old: Schema, new: Schema, is_read: bool) -> Iterator[Change]:
    before, after = old.get("properties", {}), new.get("properties", {})
    needed_before, needed_after = set(old.get("required", ())), set(new.get("required", ()))
    for name in {**before, **after}:
        member = f"{place}.{name}"
        if name not in after:
            yield Change(member, "is gone", True)
        elif name not in before:
            yield Change(
                member,
                "is new and required" if name in needed_after else "is new",
                name in needed_after and not is_read,
            )
        else:
            if (name in needed_before) != (name in needed_after):
                has_become = "required" if name in needed_after else "optional"
                yield Change(member, f"has become {has_become}", (has_become == "required") != is_read)
            yield from _schema(member, pair, before[name], after[name], is_read)
    rest_before, rest_after = old.get("additionalProperties", True), new.get("additionalProperties", True)
    if rest_before != rest_after:
        is_wider = rest_before is False or rest_after is True
        yield Change(f"{place} additionalProperties", f"{rest_before} has become {rest_after}", not is_wider)


def _alternatives(place: str, pair: Pair, old: Schema, new: Schema, is_read: bool) -> Iterator[Change]:
    before, after = _by_tag(pair.old, old), _by_tag(pair.new, new)
    for tag in {**before, **after}:
        if tag not in after:
            yield Change(place, f"alternative {tag} is gone", not is_read)
        elif tag not in before:
            yield Change(place, f"alternative {tag} is new", False)
        else:
            yield from _schema(f"{place}({tag})", pair, before[tag], after[tag], is_read)


def _by_tag(contract: Contract, schema: Schema) -> dict[str, Schema]:
    """The alternatives of a tagged union by the constant that tells them apart."""
    found = {}
    for alternative in map(contract.resolve, schema["oneOf"]):
        constants = [member["const"] for member in alternative.get("properties", {}).values() if "const" in member]
        found[str(constants[0] if constants else alternative)] = alternative
    return found


# --- self-test

_METHOD: dict[str, Any] = {
    "name": "t.get",
    "kind": "unary",
    "sockets": ["session", "admin"],
    "needs": "initialized",
    "params": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "maxLength": 8},
            "count": {"type": "integer", "minimum": 1, "maximum": 9},
            "mode": {"type": "string", "enum": ["a", "b"]},
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    "result": {"$ref": "#/types/thing"},
    "reasons": ["t.none"],
    "idem": "none",
    "retry_safe": True,
    "on_disconnect": "cancel",
    "timeout_ms": {"default": 10, "max": 60},
    "overflow": [],
    "resume": False,
    "doc": "d",
}
_WATCH: dict[str, Any] = {
    **_METHOD,
    "name": "t.watch",
    "kind": "stream",
    "overflow": ["latest"],
    "idem": "required",
    "items": {"thing": {"$ref": "#/types/thing"}},
}
_THING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "maxLength": 8},
        "state": {"enum": ["on", "off"]},
        "rows": {"type": "array", "items": {"type": "integer"}, "maxItems": 4},
    },
    "required": ["id"],
    "additionalProperties": False,
}
_OLD: dict[str, Any] = {"service": "t", "version": 1, "types": {"thing": _THING}, "methods": [_METHOD, _WATCH]}

Edit = Callable[[Any], object]


def _get(edit: Callable[[dict[str, Any]], object]) -> Edit:
    return lambda contract: edit(contract["methods"][0])


def _watch(edit: Callable[[dict[str, Any]], object]) -> Edit:
    return lambda contract: edit(contract["methods"][1])


def _params(edit: Callable[[dict[str, Any]], object]) -> Edit:
    return lambda contract: edit(contract["methods"][0]["params"])


def _thing(edit: Callable[[dict[str, Any]], object]) -> Edit:
    return lambda contract: edit(contract["types"]["thing"])


#: An edit of the contract above, and whether it breaks a promise; nothing: it is no change.
_CASES: tuple[tuple[str, Edit, bool | None], ...] = (
    ("nothing", lambda c: None, None),
    ("a text", _get(lambda m: m.update(doc="other")), None),
    ("order", lambda c: c["methods"].reverse(), None),
    ("a method goes", lambda c: c["methods"].pop(0), True),
    ("a method has another name", _get(lambda m: m.update(name="t.fetch")), True),
    ("a new method", lambda c: c["methods"].append({**_METHOD, "name": "t.new"}), False),
    ("another kind", _get(lambda m: m.update(kind="stream")), True),
    (
        "a required parameter",
        _params(lambda s: (s["properties"].update(x={"type": "boolean"}), s["required"].append("x"))),
        True,
    ),
    ("an optional parameter", _params(lambda s: s["properties"].update(x={"type": "boolean"})), False),
    ("a parameter becomes required", _params(lambda s: s["required"].append("count")), True),
    ("a parameter becomes optional", _params(lambda s: s["required"].clear()), False),
    ("a parameter goes", _params(lambda s: s["properties"].pop("count")), True),
    ("a parameter of another type", _params(lambda s: s["properties"].update(count={"type": "string"})), True),
    ("a parameter is narrowed", _params(lambda s: s["properties"]["count"].update(maximum=8)), True),
    ("a parameter gets a bound", _params(lambda s: s["properties"]["name"].update(minLength=1)), True),
    ("a parameter gets a pattern", _params(lambda s: s["properties"]["name"].update(pattern="^a$")), True),
    ("a parameter is widened", _params(lambda s: s["properties"]["count"].update(maximum=10)), False),
    ("a parameter loses a bound", _params(lambda s: s["properties"]["name"].pop("maxLength")), False),
    ("a value of a parameter goes", _params(lambda s: s["properties"]["mode"]["enum"].pop()), True),
    ("a value of a parameter comes", _params(lambda s: s["properties"]["mode"]["enum"].append("c")), False),
    ("a member of a result goes", _thing(lambda s: s["properties"].pop("state")), True),
    ("a member of a result comes", _thing(lambda s: s["properties"].update(more={"type": "string"})), False),
    (
        "a required member of a result comes",
        _thing(lambda s: (s["properties"].update(m={"type": "string"}), s["required"].append("m"))),
        False,
    ),
    ("a member of a result is no longer certain", _thing(lambda s: s["required"].clear()), True),
    ("a member of a result becomes certain", _thing(lambda s: s["required"].append("state")), False),
    ("a member of a result of another type", _thing(lambda s: s["properties"].update(id={"type": "integer"})), True),
    ("a member of a result is longer", _thing(lambda s: s["properties"]["id"].update(maxLength=9)), True),
    ("a member of a result is shorter", _thing(lambda s: s["properties"]["id"].update(maxLength=7)), False),
    ("a value of a result comes", _thing(lambda s: s["properties"]["state"]["enum"].append("gone")), False),
    ("a value of a result goes", _thing(lambda s: s["properties"]["state"]["enum"].pop()), False),
    ("an element of another type", _thing(lambda s: s["properties"]["rows"].update(items={"type": "string"})), True),
    ("a reason goes", _get(lambda m: m["reasons"].clear()), True),
    ("a reason comes", _get(lambda m: m["reasons"].append("t.more")), False),
    ("a socket goes", _get(lambda m: m["sockets"].pop()), True),
    ("a socket comes", _get(lambda m: m["sockets"].append("radio")), False),
    ("needs is tightened", _get(lambda m: m.update(needs="active")), True),
    ("needs is loosened", _get(lambda m: m.update(needs="none")), False),
    ("idem becomes required", _get(lambda m: m.update(idem="required")), True),
    ("idem becomes optional", _get(lambda m: m.update(idem="optional")), False),
    ("idem is not required any more", _watch(lambda m: m.update(idem="optional")), False),
    ("idem is refused", _watch(lambda m: m.update(idem="none")), True),
    ("a shorter maximum", _get(lambda m: m["timeout_ms"].update(max=50)), True),
    ("a longer maximum", _get(lambda m: m["timeout_ms"].update(max=70)), False),
    ("a shorter default", _get(lambda m: m["timeout_ms"].update(default=5)), True),
    ("no longer safe to repeat", _get(lambda m: m.update(retry_safe=False)), True),
    ("another end of a lost call", _get(lambda m: m.update(on_disconnect="finish")), True),
    ("an item kind goes", _watch(lambda m: m["items"].clear()), True),
    ("an item kind comes", _watch(lambda m: m["items"].update(more={"type": "object"})), False),
    ("a policy goes", _watch(lambda m: m.update(overflow=["lossless"])), True),
    ("another first policy", _watch(lambda m: m["overflow"].insert(0, "lossless")), True),
    ("a further policy", _watch(lambda m: m["overflow"].append("lossless")), False),
    ("a stream resumes", _watch(lambda m: m.update(resume=True)), False),
    ("a lower version", lambda c: c.update(version=0), True),
)


def self_test() -> int:
    """Edits a small contract in every way that the rules are about; answers 1 if one is judged wrongly."""
    wrong = 0
    for name, edit, expected in _CASES:
        changed = copy.deepcopy(_OLD)
        edit(changed)
        changes = list(between({"t": Contract(b"", _OLD)}, {"t": Contract(b"", changed)}))
        found = any(change.is_breaking for change in changes) if changes else None
        if found is not expected:
            wrong += 1
            print(f"{name}: {[change.line() for change in changes]}")
    gone = list(between({"t": Contract(b"", _OLD)}, {}))
    wrong += [change.is_breaking for change in gone] != [True]
    print(f"{len(_CASES) + 1} cases, {wrong} judged wrongly")
    return 1 if wrong else 0
