"""bluetoothd over the system bus, as far as the checks need it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from jeepney import DBusAddress, MatchRule, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

ADAPTER = "/org/bluez/hci0"
_DESTINATION = "org.bluez"
_OBJECTS = "org.freedesktop.DBus.ObjectManager"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_CALL_DEADLINE_S = 60
"""Connect alone may take 40 s."""

_SIGNALS_KEPT = 256

_Found = TypeVar("_Found")
Objects = dict[str, dict[str, dict[str, Any]]]


class BlueZ:
    def __init__(self) -> None:
        self._bus = open_dbus_connection(bus="SYSTEM")
        for member in ("PropertiesChanged", "InterfacesAdded"):
            rule = MatchRule(type="signal", sender=_DESTINATION, member=member)
            self._bus.send_and_get_reply(message_bus.AddMatch(rule))

    def call(self, path: str, interface: str, method: str, signature: str = "", *arguments: Any) -> Any:
        address = DBusAddress(path, bus_name=_DESTINATION, interface=interface)
        message = new_method_call(address, method, signature or None, arguments)
        reply = self._bus.send_and_get_reply(message, timeout=_CALL_DEADLINE_S)
        if reply.header.message_type == MessageType.error:
            raise RuntimeError(f"{method} at {path}: {reply.header.fields.get(4)} {reply.body}")
        return reply.body[0] if reply.body else None

    def property(self, path: str, interface: str, name: str) -> Any:
        return self.call(path, _PROPERTIES, "Get", "ss", f"{_DESTINATION}.{interface}", name)[1]

    def scan(self) -> None:
        self.call(ADAPTER, "org.bluez.Adapter1", "SetDiscoveryFilter", "a{sv}", {"Transport": ("s", "le")})
        self.call(ADAPTER, "org.bluez.Adapter1", "StartDiscovery")

    def stop_scan(self) -> None:
        self.call(ADAPTER, "org.bluez.Adapter1", "StopDiscovery")

    def objects(self) -> Objects:
        found = self.call("/", _OBJECTS, "GetManagedObjects")
        return {
            path: {
                interface.removeprefix(f"{_DESTINATION}."): {name: value[1] for name, value in properties.items()}
                for interface, properties in interfaces.items()
            }
            for path, interfaces in found.items()
        }

    def device(self, address: str, deadline_s: float = 10) -> tuple[str, dict[str, Any]]:
        """The path and properties of a device, once it has been seen and its scan response too."""

        def look() -> tuple[str, dict[str, Any]] | None:
            for path, interfaces in self.objects().items():
                device = interfaces.get("Device1", {})
                if device.get("Address") == address and "RSSI" in device and "Name" in device:
                    return path, device
            return None

        return wait(f"{address} to be seen", look, deadline_s)

    def connect(self, path: str) -> None:
        self.call(path, "org.bluez.Device1", "Connect")
        wait("its services", lambda: self.property(path, "Device1", "ServicesResolved"), 30)

    def characteristics(self, device: str) -> dict[tuple[str, str], tuple[str, set[str]]]:
        """Path and flags of each, by the UUIDs of its service and itself."""
        objects = self.objects()
        made = {}
        for path, interfaces in objects.items():
            found = interfaces.get("GattCharacteristic1")
            if found is not None and path.startswith(device + "/"):
                service = objects[found["Service"]]["GattService1"]["UUID"]
                made[service, found["UUID"]] = (path, set(found["Flags"]))
        return made

    def value_after(self, path: str, action: Callable[[], object], expected: bytes, deadline_s: float = 10) -> None:
        """Returns when the characteristic has had this value, during the action or after it."""
        end = time.monotonic() + deadline_s
        rule = MatchRule(type="signal", member="PropertiesChanged", path=path)
        with self._bus.filter(rule, bufsize=_SIGNALS_KEPT) as signals:
            action()
            while True:
                message = self._bus.recv_until_filtered(signals, timeout=max(0.01, end - time.monotonic()))
                value = message.body[1].get("Value")
                if value is not None and bytes(value[1]) == expected:
                    return


def wait(what: str, look: Callable[[], _Found | None], deadline_s: float) -> _Found:
    end = time.monotonic() + deadline_s
    while True:
        if found := look():
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"waited {deadline_s} s for {what}")
        time.sleep(0.02)
