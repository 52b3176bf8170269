"""Section 5.3: snapshot, sequence and resume. Tried on methods whose contract says `resume`; skipped where none
does."""

import functools
import time
from collections.abc import Awaitable, Callable
from typing import Any

import wire
from bench import Bench, Skip, StreamSource, rule
from witness import Breach, Late
from wire import Message

#: What a snapshot may take.
SYNCED_WITHIN = 5.0


def each(check: Callable[[Bench, StreamSource], Awaitable[None]]) -> Callable[[Bench], Awaitable[None]]:
    """Tries a rule on every stream method that resumes, one after the other."""

    @functools.wraps(check)
    async def checked(bench: Bench) -> None:
        sources = [source for source in bench.survey.streams if source.entry["resume"]]
        if not sources:
            raise Skip("no safe stream method here resumes")
        for source in sources:
            await check(bench, source)
            await bench.close()

    return checked


async def _until_synced(connection: wire.Connection, identifier: int) -> tuple[list[Message], Message]:
    """The items in front of synced, and synced; credit is granted as it is used."""
    before: list[Message] = []
    deadline = time.monotonic() + SYNCED_WITHIN
    while True:
        item = await connection.item(identifier, deadline - time.monotonic())
        if item["kind"] == "synced":
            if "seq" not in item or not isinstance(item["data"].get("fresh"), bool):
                raise Breach(wire.describe(item), "synced with the seq after which it is live, and fresh")
            return before, item
        if item["kind"] != "snapshot" or "seq" in item:
            raise Breach(wire.describe(item), "snapshot items without a seq in front of synced")
        before.append(item)
        if len(before) % 500 == 0:
            await connection.send({"type": "credit", "id": identifier, "n": 500})


async def _begin(connection: wire.Connection, source: StreamSource, start: Any, **terms: Any) -> int:
    return await connection.send_call(source.method, stream={"from": start, "credit": 1024, **terms})


async def _cursor(bench: Bench, source: StreamSource) -> dict[str, Any]:
    """A cursor that can be resumed: where a snapshot was synced. Its stream goes on, since a topic that nobody follows
    may be let go."""
    connection = await bench.greeted()
    _, synced = await _until_synced(connection, await _begin(connection, source, "snapshot"))
    return {"epoch": _epoch(connection), "seq": synced["seq"]}


def _epoch(connection: wire.Connection) -> str:
    return str((connection.witness.welcome or {})["server"]["epoch"])


async def _fresh(bench: Bench, source: StreamSource, cursor: dict[str, Any], why: str) -> None:
    """Such a cursor cannot be resumed: a snapshot comes, and synced says why."""
    connection = await bench.greeted()
    _, synced = await _until_synced(connection, await _begin(connection, source, cursor))
    data = synced["data"]
    if data.get("fresh") is not True or data.get("why") != why:
        raise Breach(wire.describe(synced), f"synced with fresh true and why {why!r}")


@rule("resume.snapshot", "5.3")
@each
async def snapshot(bench: Bench, source: StreamSource) -> None:
    """From snapshot come snapshot items without seq, one synced that is fresh and says no why, then what happens."""
    await _snapshot(bench, source, {"from": "snapshot"})


@rule("resume.default", "5.1")
@each
async def default(bench: Bench, source: StreamSource) -> None:
    """from absent is snapshot."""
    await _snapshot(bench, source, {})


async def _snapshot(bench: Bench, source: StreamSource, terms: dict[str, Any]) -> None:
    connection = await bench.greeted()
    identifier = await connection.send_call(source.method, stream={"credit": 1024, **terms})
    _, synced = await _until_synced(connection, identifier)
    if synced["data"]["fresh"] is not True or "why" in synced["data"]:
        raise Breach(wire.describe(synced), "fresh true, and no why where nothing was to be resumed")
    await _only_live(connection, identifier, synced["seq"])


@rule("resume.now", "5.3")
@each
async def now(bench: Bench, source: StreamSource) -> None:
    """From now comes synced, not fresh, and no snapshot."""
    connection = await bench.greeted()
    identifier = await _begin(connection, source, "now")
    await _resumed(connection, identifier, None)


@rule("resume.cursor", "5.3", connections=2)
@each
async def cursor(bench: Bench, source: StreamSource) -> None:
    """From a cursor comes synced, not fresh, with the cursor's own seq, then what followed it, and no snapshot."""
    start = await _cursor(bench, source)
    connection = await bench.greeted()
    await _resumed(connection, await _begin(connection, source, start), start["seq"])


async def _resumed(connection: wire.Connection, identifier: int, seq: int | None) -> None:
    rows, synced = await _until_synced(connection, identifier)
    if rows or synced["data"]["fresh"] or (seq is not None and synced["seq"] != seq):
        raise Breach(wire.describe(synced), f"no rows, fresh false{'' if seq is None else f', seq {seq}'}")
    await _only_live(connection, identifier, synced["seq"])


@rule("resume.epoch", "5.3")
@each
async def epoch(bench: Bench, source: StreamSource) -> None:
    """A cursor of another epoch gives a snapshot; synced says fresh and why epoch."""
    await _fresh(bench, source, {"epoch": "conformance", "seq": 1}, "epoch")


@rule("resume.future", "5.3", connections=2)
@each
async def future(bench: Bench, source: StreamSource) -> None:
    """A cursor in the future gives a snapshot; synced says fresh and why future."""
    start = await _cursor(bench, source)
    await _fresh(bench, source, {**start, "seq": start["seq"] + 1_000_000}, "future")


@rule("resume.oldest", "5.3", connections=2)
@each
async def oldest(bench: Bench, source: StreamSource) -> None:
    """A cursor from the beginning is resumed, or gives a snapshot whose synced says fresh and why expired."""
    start = await _cursor(bench, source)
    connection = await bench.greeted()
    _, synced = await _until_synced(connection, await _begin(connection, source, {**start, "seq": 0}))
    if synced["data"]["fresh"] and synced["data"].get("why") != "expired":
        raise Breach(wire.describe(synced), "why expired")
    if not synced["data"]["fresh"] and synced["seq"] != 0:
        raise Breach(wire.describe(synced), "the cursor's own seq, 0")


@rule("resume.on-gap", "5.1", connections=4)
@each
async def on_gap(bench: Bench, source: StreamSource) -> None:
    """With on_gap fail, what cannot be resumed ends with stream.resume_expired, why, and the place now."""
    start = await _cursor(bench, source)
    for cursor, why in (
        ({"epoch": "conformance", "seq": 1}, "epoch"),
        ({**start, "seq": start["seq"] + 1_000_000}, "future"),
    ):
        connection = await bench.greeted()
        identifier = await _begin(connection, source, cursor, on_gap="fail")
        error = await connection.refusal(identifier, "out_of_range", "stream.resume_expired")
        details = error.get("details", {})
        if details.get("why") != why or details.get("resume", {}).get("epoch") != start["epoch"]:
            raise Breach(f"details {details}", f"why {why!r} and resume with the epoch and seq of now")


@rule("resume.terms", "6")
@each
async def terms(bench: Bench, source: StreamSource) -> None:
    """Wrong terms of resuming end the call only, and field points at them."""
    connection = await bench.greeted()
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"from": {"epoch": "e"}}, "/stream/from/seq"),
        ({"from": {"seq": 1}}, "/stream/from/epoch"),
        ({"from": {"epoch": "e", "seq": -1}}, "/stream/from/seq"),
        ({"from": {"epoch": 1, "seq": 1}}, "/stream/from/epoch"),
        ({"from": "start"}, "/stream/from"),
        ({"on_gap": "drop"}, "/stream/on_gap"),
    )
    for terms, field in wrong:
        identifier = await connection.send_call(source.method, stream=terms)
        await connection.refusal(identifier, "invalid_argument", "rpc.invalid_call", field)
    await connection.alive()


@rule("resume.bookmark", "5.3", limit=20)
@each
async def bookmark(bench: Bench, source: StreamSource) -> None:
    """A bookmark with the current seq comes after heartbeat_ms of silence, again and again."""
    connection = await bench.greeted()
    identifier = await _begin(connection, source, "now", heartbeat_ms=1000)
    last, quiet_since = -1, time.monotonic()
    for _ in range(2):
        while (item := await connection.item(identifier, 3.5))["kind"] != "bookmark":
            quiet_since = time.monotonic()
        if (seq := item.get("seq")) is None or seq < last:
            raise Breach(wire.describe(item), f"a bookmark with a seq of at least {last}")
        if (passed := time.monotonic() - quiet_since) > 3.0:
            raise Late(f"a bookmark after {passed:.1f} s of silence", "one after 1 s")
        last, quiet_since = seq, time.monotonic()


@rule("resume.bookmark-counts", "5.1", limit=20)
@each
async def bookmark_counts(bench: Bench, source: StreamSource) -> None:
    """Bookmarks are items: without credit none comes."""
    connection = await bench.greeted()
    identifier = await _begin(connection, source, "now", heartbeat_ms=1000, credit=1)
    await connection.item(identifier, 3.5)
    await connection.silence(2.5, "no item beyond the credit")


async def _only_live(connection: wire.Connection, identifier: int, after: int) -> None:
    """For a while come only items that are no snapshot, their seq beyond `after` and growing."""
    deadline = time.monotonic() + 0.6
    try:
        while message := await connection.receive(deadline - time.monotonic()):
            if message["type"] != "item" or message["id"] != identifier or message["kind"] == "snapshot":
                raise Breach(wire.describe(message), "live items, or silence")
            if message["kind"] == "synced":
                if message["data"].get("fresh") is True:
                    raise Breach(wire.describe(message), "no synced that says fresh")
            elif (seq := message.get("seq")) is not None and seq < after + (message["kind"] != "bookmark"):
                raise Breach(wire.describe(message), f"a seq beyond {after}")
            after = max(after, message.get("seq", after))
    except wire.Silence:
        return
    raise Breach("the end of the connection", "a stream that lives")
