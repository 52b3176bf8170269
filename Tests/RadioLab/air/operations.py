"""What `lab ctl` can do to the air; README.md has the table."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

from bumble import hci

from . import journal
from .attributes import LastHandle
from .lab_peripheral import LabPeripheral
from .peripheral import Peripheral
from .storm import storm
from .world import World

_LONGEST_LINE = 1_048_576
_STORM_LIMIT = 1_000_000

Arguments = dict[str, Any]
Answer = dict[str, Any] | None


class Operations:
    def __init__(self, world: World) -> None:
        self._world = world
        self.quit = asyncio.Event()
        self._table: dict[str, Callable[[Arguments], Awaitable[Answer]]] = {
            name.removeprefix("_do_").replace("_", "-"): getattr(self, name)
            for name in dir(self)
            if name.startswith("_do_")
        }

    async def listen(self, path: str) -> asyncio.Server:
        if os.path.exists(path):
            os.unlink(path)
        return await asyncio.start_unix_server(self._serve, path, limit=_LONGEST_LINE)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            try:
                answer = {"ok": True, **(await self.perform(json.loads(line)) or {})}
            except Exception as error:  # whatever fails is for the caller to read, and the air goes on
                answer = {"ok": False, "error": f"{type(error).__name__}: {error}"}
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def perform(self, arguments: Arguments) -> Answer:
        name = arguments.pop("op", None)
        if name not in self._table:
            raise ValueError(f"unknown operation {name}; there are: {', '.join(sorted(self._table))}")
        return await self._table[name](arguments)

    # --- the air ---

    async def _do_ping(self, _arguments: Arguments) -> Answer:
        return None

    async def _do_list(self, _arguments: Arguments) -> Answer:
        world = self._world
        return {
            "peripherals": [each.state() for each in world.peripherals],
            "plugged": world.is_plugged,
            "scanning": world.is_plugged and bool(world.controller.le_scan_enable),
            "links": len(world.controller.le_connections) if world.is_plugged else 0,
        }

    async def _do_log(self, arguments: Arguments) -> Answer:
        return {"log": journal.last(int(arguments.get("n", 50)))}

    async def _do_quit(self, _arguments: Arguments) -> Answer:
        self.quit.set()
        return None

    async def _do_storm(self, arguments: Arguments) -> Answer:
        count = int(arguments["count"])
        if not 0 < count <= _STORM_LIMIT:
            raise ValueError(f"count must be 1 to {_STORM_LIMIT}")
        return await storm(
            self._world.link, count, bool(arguments.get("connectable", True)), int(arguments.get("seed", 1))
        )

    # --- the adapter ---

    async def _do_unplug(self, _arguments: Arguments) -> Answer:
        self._world.unplug()
        return None

    async def _do_plug(self, _arguments: Arguments) -> Answer:
        self._world.plug()
        return None

    async def _do_stall_hci(self, _arguments: Arguments) -> Answer:
        self._world.controller.is_stalled = True
        return None

    async def _do_resume_hci(self, _arguments: Arguments) -> Answer:
        self._world.controller.is_stalled = False
        return None

    # --- peripherals ---

    async def _do_add(self, arguments: Arguments) -> Answer:
        return _state(await self._world.add(arguments))

    async def _do_remove(self, arguments: Arguments) -> Answer:
        await self._world.remove(self._own(arguments))
        return None

    async def _do_vanish(self, arguments: Arguments) -> Answer:
        return {"timeout_ms": self._any(arguments).vanish(arguments.get("supervision_ms"))}

    async def _do_return(self, arguments: Arguments) -> Answer:
        peripheral = self._any(arguments)
        peripheral.come_back()
        return _state(peripheral)

    async def _do_disconnect(self, arguments: Arguments) -> Answer:
        peripheral = self._any(arguments)
        await peripheral.disconnect()
        return _state(peripheral)

    async def _do_mute(self, arguments: Arguments) -> Answer:
        self._world.link.muted.add(self._any(arguments).address)
        return None

    async def _do_unmute(self, arguments: Arguments) -> Answer:
        self._world.link.muted.discard(self._any(arguments).address)
        return None

    async def _do_ignore_connect(self, arguments: Arguments) -> Answer:
        self._any(arguments).advertiser.answers = not arguments.get("on", True)
        return None

    async def _do_set(self, arguments: Arguments) -> Answer:
        peripheral = self._own(arguments)
        peripheral.apply({key: value for key, value in arguments.items() if key != "name"})
        return _state(peripheral)

    async def _do_notify(self, arguments: Arguments) -> Answer:
        await self._own(arguments).notify(bytes.fromhex(arguments["value"]), arguments.get("uuid"))
        return None

    async def _do_readdress(self, arguments: Arguments) -> Answer:
        peripheral = self._own(arguments)
        self._world.readdress(peripheral, hci.Address(arguments["address"], peripheral.address.address_type))
        return _state(peripheral)

    async def _do_last_handle(self, arguments: Arguments) -> Answer:
        reach = arguments.get("reach", LastHandle.GROUP)
        self._any(arguments).set_last_handle(None if reach == "none" else LastHandle(reach))
        return None

    def _any(self, arguments: Arguments) -> Peripheral:
        return self._world.find(arguments.get("name"))

    def _own(self, arguments: Arguments) -> LabPeripheral:
        peripheral = self._any(arguments)
        if not isinstance(peripheral, LabPeripheral):
            raise ValueError("a program plays that one: say it there")
        return peripheral


def _state(peripheral: Peripheral) -> Answer:
    return {"peripheral": peripheral.state()}
