"""Section 5.3: snapshot, sequence and resume. Tried on methods whose contract says `resume`; skipped where none does."""
import time
from typing import Any

import wire
from bench import Bench, Skip, StreamSource, rule
from witness import Breach
from wire import Message

#: What a snapshot may take.
SYNCED_WITHIN = 5.0


def _source(bench: Bench) -> StreamSource:
    for source in bench.survey.streams:
        if source.entry["resume"]:
            return source
    raise Skip("no safe stream method here resumes")


async def _until_synced(connection: wire.Connection, identifier: int) -> tuple[list[Message], Message]:
    """The items in front of synced, and synced; credit is granted as it is used."""
    before: list[Message] = []
    deadline = time.monotonic() + SYNCED_WITHIN
    while True:
        item = await connection.item(identifier, deadline - time.monotonic())
        if item["kind"] == "synced":
            if "seq" not in item:
                raise Breach(wire.describe(item), "synced with the seq after which it is live")
            return before, item
        before.append(item)
        if len(before) % 500 == 0:
            await connection.send({"type": "credit", "id": identifier, "n": 500})


async def _begin(connection: wire.Connection, source: StreamSource, start: Any, **terms: Any) -> int:
    return await connection.send_call(source.method, stream={"from": start, "credit": 1024, **terms})


async def _cursor(bench: Bench, source: StreamSource) -> dict[str, Any]:
    """A cursor that can be resumed: where a snapshot was synced."""
    connection = await bench.greeted()
    _, synced = await _until_synced(connection, await _begin(connection, source, "snapshot"))
    await connection.close()
    return {"epoch": _epoch(connection), "seq": synced["seq"]}


def _epoch(connection: wire.Connection) -> str:
    return (connection.witness.welcome or {})["server"]["epoch"]


async def _fresh(bench: Bench, cursor: dict[str, Any], why: str) -> None:
    """Such a cursor cannot be resumed: a snapshot comes, and synced says why."""
    connection = await bench.greeted()
    before, synced = await _until_synced(connection, await _begin(connection, _source(bench), cursor))
    if strangers := [item for item in before if item["kind"] != "snapshot"]:
        raise Breach(wire.describe(strangers[0]), "snapshot items in front of synced")
    data = synced["data"]
    if data.get("fresh") is not True or data.get("why") != why:
        raise Breach(wire.describe(synced), f"synced with fresh true and why {why!r}")


@rule("resume.snapshot", "5.3")
async def snapshot(bench: Bench) -> None:
    """From snapshot come snapshot items, then one synced with its seq, then what happens."""
    source = _source(bench)
    connection = await bench.greeted()
    identifier = await _begin(connection, source, "snapshot")
    before, synced = await _until_synced(connection, identifier)
    if strangers := [item for item in before if item["kind"] != "snapshot"]:
        raise Breach(wire.describe(strangers[0]), "snapshot items in front of synced")
    if synced["data"].get("fresh") is True and "why" in synced["data"]:
        raise Breach(wire.describe(synced), "no why where nothing was to be resumed")
    await _only_live(connection, identifier, synced["seq"])


@rule("resume.now", "5.3")
async def now(bench: Bench) -> None:
    """From now comes no snapshot."""
    source = _source(bench)
    connection = await bench.greeted()
    await _only_live(connection, await _begin(connection, source, "now"), -1)


@rule("resume.cursor", "5.3", connections=2)
async def cursor(bench: Bench) -> None:
    """From a cursor comes what followed it, and no snapshot."""
    source = _source(bench)
    start = await _cursor(bench, source)
    connection = await bench.greeted()
    await _only_live(connection, await _begin(connection, source, start), start["seq"])


@rule("resume.epoch", "5.3")
async def epoch(bench: Bench) -> None:
    """A cursor of another epoch gives a snapshot; synced says fresh and why epoch."""
    await _fresh(bench, {"epoch": "conformance", "seq": 1}, "epoch")


@rule("resume.future", "5.3", connections=2)
async def future(bench: Bench) -> None:
    """A cursor in the future gives a snapshot; synced says fresh and why future."""
    start = await _cursor(bench, _source(bench))
    await _fresh(bench, {**start, "seq": start["seq"] + 1_000_000}, "future")


@rule("resume.oldest", "5.3", connections=2)
async def oldest(bench: Bench) -> None:
    """A cursor from the beginning is resumed, or gives a snapshot whose synced says fresh and why expired; never silence about it."""
    source = _source(bench)
    start = await _cursor(bench, source)
    connection = await bench.greeted()
    identifier = await _begin(connection, source, {**start, "seq": 0})
    deadline, expected = time.monotonic() + 1.0, 1
    try:
        while message := await connection.receive(deadline - time.monotonic()):
            if message["type"] != "item":
                raise Breach(wire.describe(message), "items")
            if message["kind"] == "synced":
                if message["data"].get("fresh") and message["data"].get("why") != "expired":
                    raise Breach(wire.describe(message), "why expired")
                return
            if message["kind"] not in ("snapshot", "bookmark", "gap") and (seq := message.get("seq")) is not None:
                if seq < expected:
                    raise Breach(wire.describe(message), f"seq {expected} or more")
                expected = seq
    except wire.Silence:
        pass
    if start["seq"] > 0 and expected == 1 and not source.items:
        raise Breach(f"nothing after seq 0 of {start['seq']}", "what followed, or a snapshot")


@rule("resume.bookmark", "5.3")
async def bookmark(bench: Bench) -> None:
    """A bookmark with the current seq comes after heartbeat_ms of silence, again and again."""
    source = _source(bench)
    connection = await bench.greeted()
    identifier = await _begin(connection, source, "now", heartbeat_ms=1000)
    last, quiet_since = -1, time.monotonic()
    for _ in range(2):
        while (item := await connection.item(identifier, 3.5))["kind"] != "bookmark":
            quiet_since = time.monotonic()
        if (seq := item.get("seq")) is None or seq < last:
            raise Breach(wire.describe(item), f"a bookmark with a seq of at least {last}")
        if (passed := time.monotonic() - quiet_since) > 3.0:
            raise Breach(f"a bookmark after {passed:.1f} s of silence", "one after 1 s")
        last, quiet_since = seq, time.monotonic()


@rule("resume.bookmark-counts", "5.1")
async def bookmark_counts(bench: Bench) -> None:
    """Bookmarks are items: without credit none comes."""
    source = _source(bench)
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
