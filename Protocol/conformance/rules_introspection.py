"""What a server says of itself: rpc.describe, rpc.can, rpc.health and rpc.stats (Protocol/README.md)."""

from typing import Any

import contracts
import wire
from bench import Bench, Skip, rule
from witness import Breach

SEVERITY = ("serving", "degraded", "not_serving")


@rule("describe.services", "2.2")
async def services(bench: Bench) -> None:
    """rpc.describe without a service lists those of the welcome, with their digests and versions."""
    _need(bench, "rpc.describe", "services")
    connection = await bench.greeted()
    listed = (await connection.result("rpc.describe"))["services"]
    seen = {entry["service"]: (entry["digest"], entry["version"]) for entry in listed}
    digests = bench.survey.welcome["contracts"]
    expected = {name: (digests[name], served.json["version"]) for name, served in bench.survey.served.items()}
    if seen != expected or len(listed) != len(seen):
        raise Breach(str(seen), f"{expected}, each once")


@rule("describe.methods", "2.3")
async def methods(bench: Bench) -> None:
    """rpc.describe says of each method of the contract whether it may be called here, and if not, why: as the call is
    answered."""
    _need(bench, "rpc.describe", "methods")
    connection = await bench.greeted()
    for service, served in bench.survey.served.items():
        told = (await connection.result("rpc.describe", {"service": service}))["methods"]
        if [entry["name"] for entry in told] != list(served.methods):
            raise Breach(f"{[entry['name'] for entry in told]}", "the contract's methods in its order")
        for entry in told:
            is_served_here = bench.survey.socket in served.methods[entry["name"]]["sockets"]
            if entry["authorized"] and (not is_served_here or "why" in entry):
                raise Breach(str(entry), "only methods of this socket to be authorized, and those without a why")
            if entry["authorized"]:
                continue
            # It is refused, so it may be called.
            reply = await connection.reply(await connection.send_call(entry["name"]))
            if reply.get("error", {}).get("reason") != entry.get("why"):
                raise Breach(f"{entry} and {wire.describe(reply)}", "the reason that the call is answered with")


@rule("can.agrees", "2.3")
async def can(bench: Bench) -> None:
    """rpc.can says of a call that is refused what the call is answered with, and of one that is not that it is
    allowed."""
    _need(bench, "rpc.can")
    connection = await bench.greeted()
    for name, params in _refused(bench):
        error = (await connection.reply(await connection.send_call(name, params))).get("error")
        answer = await connection.result("rpc.can", {"method": name, "params": params})
        members = ("code", "reason", "field", "retry", "details")
        if error is None or answer["allowed"] or any(answer.get(member) != error.get(member) for member in members):
            raise Breach(f"{answer} of a call that is answered {error}", "the same")
    for name in bench.survey.results:
        for question in ({"method": name}, {"method": name, "params": _least(name)}):
            answer = await connection.result("rpc.can", question)
            if answer != {"allowed": True}:
                raise Breach(f"{answer} of {name}, which was answered", "allowed, and nothing else")


def _refused(bench: Bench) -> list[tuple[str, dict[str, Any]]]:
    """Calls that no server may run."""
    found: list[tuple[str, dict[str, Any]]] = [("conformance.none", {}), ("rpc", {"conformance_none": 1})]
    for name in bench.survey.results:
        found.append((name, {**_least(name), "conformance_none": 1}))
    for served in bench.survey.served.values():
        found += [(name, {}) for name, entry in served.methods.items() if bench.survey.socket not in entry["sockets"]]
    return found


def _least(name: str) -> dict[str, Any]:
    return {"method": "rpc.whoami"} if name == "rpc.can" else {}


@rule("health.overall", "2.2")
async def overall(bench: Bench) -> None:
    """The status of the whole is the worst of its components', whose names differ."""
    _need(bench, "rpc.health")
    connection = await bench.greeted()
    health = await connection.result("rpc.health")
    components = health["components"]
    names = [component["name"] for component in components]
    worst = max((SEVERITY.index(component["status"]) for component in components), default=0)
    if health["status"] != SEVERITY[worst] or len(set(names)) != len(names):
        raise Breach(wire.describe(health), f"{SEVERITY[worst]}, and every name once")


@rule("health.watch", "5.3")
async def watch(bench: Bench) -> None:
    """rpc.health.watch begins with one row for each component of rpc.health, under policy latest."""
    _need(bench, "rpc.health.watch")
    connection = await bench.greeted()
    expected = [component["name"] for component in (await connection.result("rpc.health"))["components"]]
    identifier = await connection.send_call("rpc.health.watch", stream={"policy": "latest", "credit": 64})
    rows = []
    while (item := await connection.item(identifier))["kind"] == "snapshot":
        rows.append(item["data"]["name"])
    if rows != expected or item["kind"] != "synced":
        raise Breach(f"rows {rows}, then {item['kind']}", f"rows {expected}, then synced")


@rule("stats.counts", "2.3")
async def counts(bench: Bench) -> None:
    """rpc.stats counts the call that asks among those that run and those that were started, and grows."""
    _need(bench, "rpc.stats")
    connection = await bench.greeted()
    first = await connection.result("rpc.stats")
    await connection.refusal(
        await connection.send_call("conformance.none"), "unimplemented", "rpc.unknown_method"
    )
    second = await connection.result("rpc.stats")
    for stats in (first, second):
        own = next((user for user in stats["users"] if user["uid"] == bench.survey.whoami["uid"]), None)
        if not own or own["connections"] < 1 or own["calls"] < 1 or stats["calls"] < own["calls"]:
            raise Breach(wire.describe(stats), "this connection and this call to be counted, by user and in all")
    if _count(second, "calls_by_method", "rpc.stats") <= _count(first, "calls_by_method", "rpc.stats"):
        raise Breach("no more calls of rpc.stats", "one more")
    if _count(second, "errors_by_code", "unimplemented") <= _count(first, "errors_by_code", "unimplemented"):
        raise Breach("no more errors of code unimplemented", "one more")
    if second["uptime_ms"] < first["uptime_ms"]:
        raise Breach("a smaller uptime", "time to pass")


def _count(stats: dict[str, Any], key: str, name: str) -> int:
    return next((entry["count"] for entry in stats[key] if name in entry.values()), 0)


def _need(bench: Bench, method: str, member: str | None = None) -> None:
    """Skips a rule where the server's own contract does not have what it is about for this socket."""
    contract, entry = bench.survey.reference.methods.get(method, (None, {"sockets": ()}))
    if contract is None or bench.survey.socket not in entry["sockets"]:
        raise Skip(f"the server has no {method} on this socket")
    if member and member not in contracts.Contract.resolve(contract, entry["result"]).get("properties", {}):
        raise Skip(f"{method} has no {member} here")
