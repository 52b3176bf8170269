"""Peripherals described by JSON, which answer writes by themselves."""

from __future__ import annotations

import asyncio

from bumble import att, hci
from bumble.core import UUID
from bumble.gatt import Characteristic

from . import advertising
from .attributes import LastHandle, Path, uuid
from .journal import note
from .link import AirLink
from .peripheral import Peripheral

DEFAULTS = {
    "name": "LabLock",
    "address": "F0:12:34:56:78:9A",
    "address_type": "random",
    "rssi": -50,
    "interval_ms": 100,
    "mtu": 517,
    "manufacturer": None,
    "mode": "echo",
    "delay_ms": 0,
    "burst": 1,
    "error": 0x80,
    "supervision_ms": None,
    "last_handle": None,
    "services": [
        {
            "uuid": "5a1f0001-1ab0-4c0d-8e55-0123456789ab",
            "characteristics": [
                {"uuid": "5a1f0002-1ab0-4c0d-8e55-0123456789ab", "properties": ["write", "write-without-response"]},
                {"uuid": "5a1f0003-1ab0-4c0d-8e55-0123456789ab", "properties": ["notify"]},
                {"uuid": "5a1f0004-1ab0-4c0d-8e55-0123456789ab", "properties": ["read"], "value": "6c61622d31"},
            ],
        }
    ],
}
MODES = ("echo", "silent", "reject", "drop", "vanish")
_FIXED = ("address", "address_type", "services", "mtu", "last_handle")
_FLAGS = 0x01
_FLAGS_LE_ONLY_GENERAL = b"\x06"
_COMPLETE_LIST_OF_128_BIT_SERVICES = 0x07
_MANUFACTURER_DATA = 0xFF
_FIRST_ANSWER = 0x80


class LabPeripheral(Peripheral):
    """What it does with a write is its mode: `echo` notifies 80, then the value; `silent` nothing; `reject` answers the
    ATT error `error`; `drop` ends the link; `vanish` goes out of range."""

    def __init__(self, link: AirLink, settings: dict) -> None:
        _check(settings)
        self.settings = {**DEFAULTS, **settings}
        is_public = self.settings["address_type"] == "public"
        kind = hci.Address.PUBLIC_DEVICE_ADDRESS if is_public else hci.Address.RANDOM_DEVICE_ADDRESS
        super().__init__(
            link, self.settings["name"], hci.Address(self.settings["address"], kind), self.settings["services"],
            self.settings["mtu"], self.settings["interval_ms"],
        )
        self.writes = 0
        self._answers: set[asyncio.Task] = set()
        if self.settings["last_handle"] is not None:
            self.set_last_handle(LastHandle(self.settings["last_handle"]))
        self.apply({})

    def apply(self, changes: dict) -> None:
        """Changes settings that are not fixed at the start."""
        _check(changes)
        if fixed := [key for key in changes if key in _FIXED]:
            raise ValueError(f"cannot be changed: {', '.join(fixed)}")
        self.settings.update(changes)
        self.name = self.settings["name"]
        self.advertiser.rssi_dbm = self.settings["rssi"]
        self.advertiser.interval_ms = self.settings["interval_ms"]
        data = advertising.structure(_FLAGS, _FLAGS_LE_ONLY_GENERAL)
        if self.services:
            first = UUID(self.services[0]["uuid"]).to_bytes(force_128=True)
            data += advertising.structure(_COMPLETE_LIST_OF_128_BIT_SERVICES, first)
        self.advertiser.data = data
        response = b""
        if self.settings["manufacturer"]:
            response = advertising.structure(_MANUFACTURER_DATA, bytes.fromhex(self.settings["manufacturer"]))
        self.advertiser.scan_response = advertising.with_name(data, response, self.name)

    async def read(self, path: Path) -> bytes:
        return next(
            bytes.fromhex(each.get("value", ""))
            for service in self.services
            for each in service["characteristics"]
            if Path(service["uuid"].lower(), each["uuid"].lower()) == path
        )

    async def write(self, path: Path, value: bytes) -> None:
        self.writes += 1
        mode = self.settings["mode"]
        note(self.name, "write", path.characteristic, value.hex(), "mode", mode)
        if mode == "reject":
            raise att.ATT_Error(self.settings["error"])
        if mode == "drop":
            self._later(self.disconnect())
        elif mode == "vanish":
            self.vanish(self.settings["supervision_ms"])
        elif mode == "echo":
            self._later(self._answer(value))

    async def _answer(self, value: bytes) -> None:
        for number in range(self.settings["burst"]):
            await asyncio.sleep(self.settings["delay_ms"] / 1000)
            await self.notify(bytes([_FIRST_ANSWER + number & 0xFF]) + value)

    def _later(self, work) -> None:
        # The task runs after the caller has answered the write. It is kept until it is done, because the event loop
        # itself keeps no reference to tasks.
        task = asyncio.get_running_loop().create_task(work)
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def notify(self, value: bytes, characteristic: str | None = None) -> None:
        """A value to whoever has subscribed; by default of the first characteristic that can."""
        able = Characteristic.Properties.NOTIFY | Characteristic.Properties.INDICATE
        named = None if characteristic is None else uuid(characteristic)
        found = [
            each for each in self.characteristics.values()
            if each.properties & able and (named is None or each.uuid == named)
        ]
        if not found:
            raise ValueError("no such characteristic notifies or indicates")
        note(self.name, "value", value.hex())
        if found[0].properties & Characteristic.Properties.NOTIFY:
            await self.server.notify_subscribers(found[0], value)
        else:
            await self.server.indicate_subscribers(found[0], value)

    def state(self) -> dict:
        return {**super().state(), "writes": self.writes, "mode": self.settings["mode"]}


def _check(settings: dict) -> None:
    if unknown := settings.keys() - DEFAULTS.keys():
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    if settings.get("mode", "echo") not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}")
