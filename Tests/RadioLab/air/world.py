"""The air as a whole: the adapter of the host under test and all peripherals."""

from __future__ import annotations

from typing import Any

from bumble import hci

from . import lock_messages
from .controller import HostController
from .lab_peripheral import DEFAULTS, LabPeripheral
from .link import AirLink
from .peripheral import Peripheral
from .played_lock import PlayedLock, Refusal
from .vhci import VirtualHCI

_ADAPTER_ADDRESS = "00:AA:01:00:00:42"


class World:
    def __init__(self) -> None:
        self.link = AirLink()
        self.own: dict[str, LabPeripheral] = {}
        """Peripherals described by JSON, by address."""
        self.locks: dict[str, PlayedLock] = {}
        """Those that programs play, by the address that they registered."""
        self._abandoned: dict[str, PlayedLock] = {}
        """Nobody plays them any more, but their link has not ended yet."""
        self._controller: HostController | None = None
        self._transport: VirtualHCI | None = None

    # --- the adapter ---

    @property
    def controller(self) -> HostController:
        if self._controller is None:
            raise ValueError("the adapter is not plugged in")
        return self._controller

    @property
    def is_plugged(self) -> bool:
        return self._controller is not None

    def plug(self) -> None:
        if self._controller is not None:
            return
        self._transport = VirtualHCI()
        address = hci.Address(_ADAPTER_ADDRESS, hci.Address.PUBLIC_DEVICE_ADDRESS)
        self._controller = self.link.scanner = HostController(self.link, address, self._transport)

    def unplug(self) -> None:
        """As a USB adapter is pulled out."""
        if self._controller is None or self._transport is None:
            return
        self._controller.end_links()
        self.link.remove_controller(self._controller)
        self._transport.close()
        self._controller = self._transport = self.link.scanner = None

    def set_adapter(self, state: str) -> None:
        match state:
            case "absent":
                self.unplug()
            case "ready":
                self.plug()
                self.controller.is_stalled = False
            case "wedged":
                self.plug()
                self.controller.is_stalled = True
            case _:
                # Among the existing reasons, this is the one which says that the lab cannot do this.
                raise Refusal("no_request", "only the host can do that to its adapter: use bluetoothctl or rfkill")

    # --- peripherals ---

    @property
    def peripherals(self) -> list[Peripheral]:
        return [*self.own.values(), *self.locks.values()]

    def find(self, name: str | None) -> Peripheral:
        """By name or address, of whatever case; without either the first."""
        for peripheral in self.peripherals:
            address = peripheral.address.to_string(with_type_qualifier=False)
            names = (peripheral.name.lower(), address.lower(), getattr(peripheral, "registered_address", "").lower())
            if name is None or name.lower() in names:
                return peripheral
        raise ValueError(f"no such peripheral: {name}")

    async def add(self, settings: dict[str, Any]) -> LabPeripheral:
        address = hci.Address(settings.get("address", DEFAULTS["address"])).to_string(with_type_qualifier=False)
        if self._is_taken(address):
            raise ValueError("another lock is already using this address")
        peripheral = LabPeripheral(self.link, settings)
        self.own[address] = peripheral
        await peripheral.start()
        return peripheral

    async def remove(self, peripheral: LabPeripheral) -> None:
        """In good order: ends its link first."""
        await peripheral.disconnect()
        self.own = {address: each for address, each in self.own.items() if each is not peripheral}
        peripheral.vanish(then=peripheral.forget)

    def readdress(self, peripheral: LabPeripheral, address: hci.Address) -> None:
        text = address.to_string(with_type_qualifier=False)
        if self._is_taken(text):
            raise ValueError("another lock is already using this address")
        self.own = {key: each for key, each in self.own.items() if each is not peripheral} | {text: peripheral}
        peripheral.readdress(address)

    def _is_taken(self, address: str) -> bool:
        return address in self.own or address in self.locks

    # --- locks that programs play ---

    async def register(self, registration: dict[str, Any], send) -> PlayedLock:
        address = registration["address"]
        if self._is_taken(address):
            raise Refusal("address_taken", "another lock is already using this address")
        if (earlier := self._abandoned.get(address)) is not None:
            # Another process takes the place of the one that played the lock, so the old link ends.
            earlier.lose()
        if len(self.locks) + len(self._abandoned) >= lock_messages.MOST_LOCKS:
            raise Refusal("too_many_locks", "the air has no room for another lock")
        lock = PlayedLock(self.link, registration, send)
        self.locks[address] = lock
        await lock.start()
        return lock

    def forget(self, lock: PlayedLock) -> None:
        address = lock.registered_address
        if self.locks.get(address) is lock:
            del self.locks[address]
        self._abandoned[address] = lock

        def gone() -> None:
            if self._abandoned.get(address) is lock:
                del self._abandoned[address]
            lock.forget()

        lock.vanish(then=gone)
