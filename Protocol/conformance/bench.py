"""What a rule is tried on: a server, what is known of it, and connections that are closed when the rule is over."""

import asyncio
import collections
import dataclasses
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import contracts
import wire
from witness import Breach, Reference

#: Connections that the whole run has open at once. A user has 64 by default, and others may want some.
SLOTS = 44
#: New connections at once, and per second, of a user that is not exempt; a server allows 200 and 50.
BURST, RATE = 150, 45.0


class Skip(Exception):
    """The server lacks what the rule is about; the text says what."""


@dataclasses.dataclass(frozen=True)
class Rule:
    """One rule: its name, what it says, where framing.md says so, and how it is tried."""

    name: str
    text: str
    section: str
    check: Callable[["Bench"], Awaitable[None]]
    #: Seconds; beyond them the runner waits on for `wire.PATIENCE`.
    limit: float = 20.0
    #: Connections that it has open at once; more for a rule that has many calls or streams at once.
    connections: int = 1
    #: Tried when no other rule is.
    alone: bool = False


def rule(name: str, section: str, **more: Any) -> Callable[[Callable[["Bench"], Awaitable[None]]], Rule]:
    """Makes a function a rule; the first paragraph of its documentation is what the rule says."""

    def made(check: Callable[["Bench"], Awaitable[None]]) -> Rule:
        text = " ".join((check.__doc__ or name).partition("\n\n")[0].split())
        return Rule(name, text.removesuffix("."), section, check, **more)

    return made


@dataclasses.dataclass(frozen=True)
class StreamSource:
    """A stream method that is safe to call, and how many items it gave in the time of the survey."""

    method: str
    items: int
    entry: Mapping[str, Any]


@dataclasses.dataclass(frozen=True)
class Survey:
    """What the server says about itself, as far as it could be learned."""

    welcome: Mapping[str, Any]
    whoami: Mapping[str, Any]
    served: Mapping[str, contracts.Contract]
    reference: Reference
    #: Results of the safe unary methods that this caller may call with the least parameters.
    results: Mapping[str, Mapping[str, Any]]
    streams: tuple[StreamSource, ...]
    #: What could not be learned, and why.
    problems: tuple[str, ...] = ()

    @property
    def socket(self) -> str:
        """The tier of the socket."""
        return str(self.whoami.get("socket", ""))

    def limit(self, name: str) -> int:
        """A limit as the welcome states it, else as section 1.4 does."""
        standard = {"hello_frame": 8192, "frame_in": 262_144, "inflight": 64, "streams": 16}
        value = self.welcome.get("limits", {}).get(name)
        return value if isinstance(value, int) else standard[name]


class Pace:
    """Keeps the run within what a server grants one user: connections at once, and new ones per second."""

    def __init__(self) -> None:
        self._free = SLOTS
        self._waiting: collections.deque[tuple[int, asyncio.Future[None]]] = collections.deque()
        self._tokens, self._since = float(BURST), time.monotonic()
        self._is_exempt = os.geteuid() == 0

    async def take(self, count: int) -> None:
        """Waits for `count` places, in the order of asking, so that nobody holds one and waits for another."""
        if not self._waiting and count <= self._free:
            self._free -= count
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((count, future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(count)
            raise

    def give_back(self, count: int) -> None:
        """Returns places."""
        self._free += count
        while self._waiting and self._waiting[0][0] <= self._free:
            count, future = self._waiting.popleft()
            if not future.done():
                self._free -= count
                future.set_result(None)

    async def new_connection(self) -> None:
        """Waits until one more connection is not too fast."""
        while not self._is_exempt:
            now = time.monotonic()
            self._tokens, self._since = min(BURST, self._tokens + (now - self._since) * RATE), now
            if self._tokens >= 1:
                self._tokens -= 1
                return
            await asyncio.sleep(0.02)


class Bench:
    """The server for one rule."""

    def __init__(self, path: str, survey: Survey, pace: Pace) -> None:
        self.path, self.survey, self._pace = path, survey, pace
        self._opened: list[wire.Connection] = []

    async def connect(self, mode: str = wire.FRAMED) -> wire.Connection:
        """A connection that has said nothing."""
        await self._pace.new_connection()
        connection = await wire.Connection.open(self.path, mode, self.survey.reference)
        self._opened.append(connection)
        return connection

    async def greeted(self, mode: str = wire.FRAMED) -> wire.Connection:
        """A connection behind its welcome."""
        connection = await self.connect(mode)
        await connection.greet()
        return connection

    @property
    def lateness(self) -> wire.Late | None:
        """What came late on one of the connections, if something did."""
        return next((connection.lateness for connection in self._opened if connection.lateness), None)

    async def close(self) -> None:
        """Closes what the rule has opened."""
        while self._opened:
            await self._opened.pop().close()

    def stream(self, items: int = 0, policy: str | None = None) -> StreamSource:
        """A stream method that gives at least so many items."""
        for source in self.survey.streams:
            if source.items >= items and (policy is None or policy in source.entry.get("overflow", ())):
                return source
        raise Skip(f"no safe stream method here gives {items} items" if items else "no safe stream method here")

    async def with_item(self, connection: wire.Connection, **terms: Any) -> int:
        """Begins a stream that gives an item at once; answers the call's id."""
        return await connection.send_call(self.stream(1).method, stream=terms)

    def unary(self) -> list[tuple[contracts.Contract, Mapping[str, Any]]]:
        """The unary methods that this caller may call."""
        return [self.survey.reference.methods[name] for name in self.survey.results]


def least_params(method: str) -> dict[str, Any]:
    """The least parameters of a safe method."""
    return {"rpc.describe": {"service": "rpc"}, "rpc.can": {"method": "rpc.whoami"}}.get(method, {})


async def survey(path: str, also: tuple[str, ...] = ()) -> Survey:
    """Asks a server what it is. Raises only if nobody listens; `also` are methods that the caller declares safe."""
    reasons, problems = contracts.read_reasons(), []
    blind = Reference({}, reasons)
    welcome: Mapping[str, Any] = {}
    whoami: Mapping[str, Any] = {}
    served: dict[str, contracts.Contract] = {}
    connection = await wire.Connection.open(path, wire.FRAMED, blind)
    try:
        welcome = await connection.greet()
        whoami = await connection.result("rpc.whoami")
        for service in welcome["contracts"]:
            described = await connection.result("rpc.describe", {"service": service})
            served[service] = contracts.read(contracts.base64url(described["contract"]))
    except (Breach, wire.Silence, KeyError, TypeError, ValueError) as error:
        goaway = connection.witness.goaway or {}
        if goaway.get("reason") in ("rpc.peer_refused", "rpc.connection_limit", "rpc.shutdown"):
            raise ConnectionError(f"the server refuses to talk: {goaway['reason']}") from None
        problems.append(str(error))
    finally:
        await connection.close()
    methods = {name: (contract, entry) for contract in served.values() for name, entry in contract.methods.items()}
    reference = Reference(methods, reasons)
    here = {name for name, (_, entry) in methods.items() if whoami.get("socket") in entry["sockets"]}
    results: dict[str, Mapping[str, Any]] = {}
    streams: tuple[StreamSource, ...] = ()
    try:
        results = await _results(path, reference, [name for name in contracts.SAFE_UNARY if name in here])
        safe = [name for name in (*contracts.SAFE_STREAMS, *also) if name in here]
        found = await asyncio.gather(*(_source(path, reference, name) for name in safe))
        streams = tuple(source for source in found if source)
    except (Breach, wire.Silence, KeyError, TypeError, ValueError) as error:
        problems.append(str(error) or "silence")
    return Survey(welcome, whoami, served, reference, results, streams, tuple(problems))


async def _results(path: str, reference: Reference, names: list[str]) -> dict[str, Mapping[str, Any]]:
    connection = await wire.Connection.open(path, wire.FRAMED, reference)
    try:
        await connection.greet()
        replies = {name: await connection.reply(await connection.send_call(name, least_params(name))) for name in names}
    finally:
        await connection.close()
    return {name: reply["result"] for name, reply in replies.items() if "result" in reply}


async def _source(path: str, reference: Reference, method: str) -> StreamSource | None:
    """How many items a stream gives in half a second after it was read; nothing if it is refused."""
    connection = await wire.Connection.open(path, wire.FRAMED, reference)
    try:
        await connection.greet()
        identifier = await connection.send_call(method, stream={"credit": 1024})
        await connection.alive()
        if any(message["type"] == "reply" for message in connection.inbox):
            return None
        items = sum(message["type"] == "item" for message in connection.inbox)
        deadline = time.monotonic() + 0.5
        while message := await connection.receive(deadline - time.monotonic()):
            if message["type"] == "reply" and message["id"] == identifier:
                return None
            items += message["type"] == "item"
        return None
    except wire.Silence:
        return StreamSource(method, items, reference.methods[method][1])
    finally:
        await connection.close()
