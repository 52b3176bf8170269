"""The contract as this server serves it: every safe method called, and its parameters refused where they are wrong."""

from collections.abc import Iterator, Mapping
from typing import Any

import wire
from bench import Bench, Skip, least_params, rule
from contracts import Contract
from witness import Breach
from wire import frame

WRONG_KIND: Mapping[str, Any] = {
    "string": 1,
    "integer": "1",
    "number": "1",
    "boolean": "true",
    "array": {},
    "object": [],
}


@rule("contract.results", "2")
async def results(bench: Bench) -> None:
    """The results of all safe methods are what the contract says."""
    connection = await bench.greeted()
    for name in bench.survey.results:
        await connection.result(name, least_params(name))
    for source in bench.survey.streams:
        if source.method not in bench.survey.reference.methods:
            raise Breach(f"no {source.method}", "it in a contract")


@rule("contract.describe", "2.2")
async def describe(bench: Bench) -> None:
    """rpc.describe answers for the services of the welcome, and for no other."""
    connection = await bench.greeted()
    for service in ("none", "", "RPC", "../rpc", "x" * 32):
        identifier = await connection.send_call("rpc.describe", {"service": service})
        await connection.refusal(identifier, "not_found", "rpc.unknown_service")


@rule("contract.methods-known", "6")
async def methods_known(bench: Bench) -> None:
    """Every safe method of the contracts is known."""
    connection = await bench.greeted()
    for name in bench.survey.reference.methods:
        if name in bench.survey.results or any(source.method == name for source in bench.survey.streams):
            reply = await connection.reply(await connection.send_call(name, {"conformance_none": 1}))
            if reply.get("error", {}).get("reason") == "rpc.unknown_method":
                raise Breach(f"rpc.unknown_method for {name}", "a method of the contract to be known")


@rule("params.unknown", "6")
async def unknown(bench: Bench) -> None:
    """An unknown parameter ends the call only, and field points at it, escaped as RFC 6901 says."""
    connection = await bench.greeted()
    for name in _safe(bench):
        for key, pointer in (("conformance_none", "conformance_none"), ("a/b~c", "a~1b~0c")):
            identifier = await connection.send_call(name, {**least_params(name), key: 1})
            await connection.refusal(identifier, "invalid_argument", "rpc.invalid_params", f"/params/{pointer}")
    await connection.alive()


@rule("params.wrong", "6")
async def wrong(bench: Bench) -> None:
    """A parameter of the wrong kind or out of its range ends the call only, and field points at it."""
    connection = await bench.greeted()
    for name in _safe(bench):
        contract, entry = bench.survey.reference.methods[name]
        for key, schema in contract.resolve(entry["params"]).get("properties", {}).items():
            for value in _wrong_values(contract, schema):
                identifier = await connection.send_call(name, {**least_params(name), key: value})
                await connection.refusal(identifier, "invalid_argument", "rpc.invalid_params", f"/params/{key}")
    await connection.alive()


@rule("params.missing", "6")
async def missing(bench: Bench) -> None:
    """A required parameter that is missing or null ends the call only, and field points at it."""
    connection = await bench.greeted()
    for name in _safe(bench):
        contract, entry = bench.survey.reference.methods[name]
        for key in contract.resolve(entry["params"]).get("required", ()):
            for value in ({}, {key: None}):
                params = {k: v for k, v in least_params(name).items() if k != key} | value
                identifier = await connection.send_call(name, params)
                await connection.refusal(identifier, "invalid_argument", "rpc.invalid_params", f"/params/{key}")


@rule("params.null", "1.3")
async def null(bench: Bench) -> None:
    """Null and absent are the same for an optional parameter."""
    connection = await bench.greeted()
    for name in bench.survey.results:
        contract, entry = bench.survey.reference.methods[name]
        schema = contract.resolve(entry["params"])
        optional = [key for key in schema.get("properties", {}) if key not in schema.get("required", ())]
        await connection.result(name, {**least_params(name), **dict.fromkeys(optional)})


@rule("params.page-token", "1.4")
async def page_token(bench: Bench) -> None:
    """A page token that is not the server's is refused as such."""
    connection = await bench.greeted()
    for name in _lists(bench):
        identifier = await connection.send_call(name, {"page_token": "conformance"})
        await connection.refusal(identifier, "invalid_argument", "rpc.invalid_page_token")


@rule("contract.pages", "1.4")
async def pages(bench: Bench) -> None:
    """Lists are paged: pages of one row give the rows of one page, in its order."""
    connection = await bench.greeted()
    for name in _lists(bench):
        for attempt in range(_PATIENCE):
            whole = await _rows(connection, name, 200, 1)
            pages = min(len(whole), 40) + 1
            rows = await _rows(connection, name, 1, pages)
            if rows == whole[:pages]:
                break
            # What is listed may have changed meanwhile, as others come and go.
            if attempt == _PATIENCE - 1 or await _rows(connection, name, 200, 1) == whole:
                raise Breach(
                    f"{len(rows)} rows of {name} on pages of one that are not those of one page", "the same rows"
                )


# How often a list may change while it is read.
_PATIENCE = 20


async def _rows(connection: wire.Connection, name: str, limit: int, pages: int) -> list[Any]:
    """What tells the rows of a list apart, read by pages of so many rows."""
    rows: list[Any] = []
    token = None
    for _ in range(pages):
        page = await connection.result(name, {"limit": limit} | ({"page_token": token} if token else {}))
        found = next((value for value in page.values() if isinstance(value, list)), [])
        if len(found) > limit:
            raise Breach(f"{len(found)} rows of {name} on a page of {limit}", str(limit))
        rows += map(_identity, found)
        if (token := page.get("next_page_token")) is None:
            break
    return rows


def _identity(row: Any) -> Any:
    return row.get("id") or row.get("name") or wire.describe(row) if isinstance(row, dict) else row


def _safe(bench: Bench) -> list[str]:
    return [*bench.survey.results, *(source.method for source in bench.survey.streams)]


def _lists(bench: Bench) -> list[str]:
    found = [
        entry["name"]
        for contract, entry in bench.unary()
        if "page_token" in contract.resolve(entry["params"]).get("properties", {})
    ]
    if not found:
        raise Skip("no list method can be called here")
    return found


def _wrong_values(contract: Contract, schema: Mapping[str, Any]) -> Iterator[Any]:
    """Values that the schema of a parameter does not allow."""
    schema = contract.resolve(schema)
    kind = "string" if "enum" in schema else str(schema.get("type"))
    if kind not in WRONG_KIND:
        return
    yield WRONG_KIND[kind]
    if kind == "integer":
        yield 1.0
        yield from (schema[bound] + step for bound, step in (("minimum", -1), ("maximum", 1)) if bound in schema)
    elif kind == "string" and "maxLength" in schema:
        yield "a" * (schema["maxLength"] + 1)
    elif kind == "string" and ("pattern" in schema or "enum" in schema):
        yield "\u00e4 conformance"


@rule("params.unfit", "6")
async def unfit_parameter(bench: Bench) -> None:
    """A parameter with a value that JSON can spell and the wire does not take ends the call only."""
    connection = await bench.greeted()
    longest = b'"%s"' % (b"s" * 65_537)
    values = (rb'"\u0000"', rb'"\ud800"', rb'["\udc00\ud800"]', b"9007199254740992", b"-1e400", longest)
    for identifier, value in enumerate(values, 1):
        text = b'{"type":"call","id":%d,"method":"rpc.whoami","params":{"x":%s}}' % (identifier, value)
        await connection.write(frame(text), {"type": "call", "id": identifier, "method": "rpc.whoami"})
        await connection.refusal(identifier, "invalid_argument", "rpc.invalid_params", "/params/x")
    await connection.write(frame(b'{"type":"call","id":7,"method":"rpc.whoami","params":{"x":"\0"}}'))
    await connection.goaway("rpc.bad_json", last_id=6, rule="control_character")
