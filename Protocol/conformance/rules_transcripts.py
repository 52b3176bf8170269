"""Protocol/transcripts over a real socket, on the server's side.

Only those are replayed that a server without test handlers can be driven through: no `do` step of the server and no
method named `t.…`. The others are replayed with virtual time by Tests/ProtocolTests/ServerTranscriptTests.swift.
Times are real ones here: nothing comes more than 20 ms early or 2 s late."""

import asyncio
import functools
import json
import time
from collections.abc import Mapping
from typing import Any

import wire
from bench import Bench, Rule
from contracts import PROTOCOL
from witness import Breach

EARLY, LATE = 0.020, 2.0
#: What differs between servers; the rules named hello.… judge it.
OWN = ("server", "epoch", "peer", "contracts", "features")

Step = Mapping[str, Any]


def read() -> dict[str, tuple[Step, list[Step]]]:
    """Every transcript for the server's side: its head and its steps."""
    found = {}
    for path in sorted((PROTOCOL / "transcripts").glob("*.jsonl")):
        head, *steps = map(json.loads, path.read_text().splitlines())
        if "server" in head["sides"]:
            found[head["name"]] = (head, steps)
    return found


def can_be_replayed(head: Step, steps: list[Step]) -> bool:
    """Whether a server without test handlers can be driven through it."""
    return not head.get("methods") and not any("do" in step or "sees" in step for step in steps)


def rules() -> list[Rule]:
    """A rule for each transcript that can be replayed."""
    return [
        Rule(
            f"transcript.{name}",
            head["about"],
            "7",
            functools.partial(_replay, head.get("mode", wire.FRAMED), steps),
            limit=steps[-1]["t_ms"] / 1000 + 8,
        )
        for name, (head, steps) in read().items()
        if can_be_replayed(head, steps)
    ]


def elsewhere() -> list[str]:
    """The transcripts that only our own tests replay."""
    return [name for name, (head, steps) in read().items() if not can_be_replayed(head, steps)]


async def _replay(mode: str, steps: list[Step], bench: Bench) -> None:
    connection = await bench.connect(mode)
    for step in steps:
        due = connection.opened + step["t_ms"] / 1000
        if step["dir"] == "c":
            await asyncio.sleep(due - time.monotonic())
            await _act(connection, step)
        else:
            await _expect(connection, step, due)
    await connection.close()


async def _act(connection: wire.Connection, step: Step) -> None:
    if "msg" in step:
        await connection.send(step["msg"])
    elif "hex" in step or "text" in step:
        await connection.write(bytes.fromhex(step["hex"]) if "hex" in step else step["text"].encode())
    elif "half_close" in step:
        connection.half_close()
    elif "close" in step:
        await connection.close()


async def _expect(connection: wire.Connection, step: Step, due: float) -> None:
    what = json.dumps(step.get("msg", "the end of the connection"))
    try:
        message = await connection.receive(due + LATE + wire.PATIENCE - time.monotonic())
    except wire.Silence:
        raise Breach(f"nothing by {step['t_ms'] + (LATE + wire.PATIENCE) * 1000:.0f} ms", what) from None
    connection.judge_time(due + LATE, LATE, what)
    passed = time.monotonic() - connection.opened
    if time.monotonic() < due - EARLY:
        raise Breach(f"something after {passed * 1000:.0f} ms", f"it at {step['t_ms']} ms")
    if "close" in step:
        if message is not None:
            raise Breach(wire.describe(message), what)
    elif message is None or not _has(message, _comparable(step["msg"], message)):
        raise connection.unexpected(message, what) if message else Breach("the end of the connection", what)


def _comparable(expected: Step, found: Step) -> Step:
    if expected["type"] != "welcome":
        return expected
    limits = {key: value for key, value in expected["limits"].items() if key in found.get("limits", {})}
    return {key: value for key, value in expected.items() if key not in OWN} | {"limits": limits}


def _has(found: Any, expected: Any) -> bool:
    """Whether `found` has at least the members of `expected`."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(key in found and _has(found[key], expected[key]) for key in expected)
    return bool(found == expected)
