"""In the guest: what the air can break is what bluetoothd reports broken."""

from __future__ import annotations

import time

from bluez import BlueZ, wait
from sockets import Air

_CHARACTERISTIC = "org.bluez.GattCharacteristic1"
_NAME, _ADDRESS = "Broken", "F0:00:00:00:00:21"
_UUID = "5a1f%04x-1ab0-4c0d-8e55-0123456789ab"
_SERVICE, _WRITE = _UUID % 1, _UUID % 2
_STORM = 2000
_LAST_HANDLE = 0xFFFF


def main() -> None:
    bluez, air = BlueZ(), Air()
    air.perform("add", name=_NAME, address=_ADDRESS)
    bluez.scan()
    path, _ = bluez.device(_ADDRESS)
    bluez.stop_scan()
    bluez.connect(path)
    writes(bluez, air, path)
    ends(bluez, air, path)
    for reach in ("group", "attributes"):
        last_handle(bluez, air, path, reach)
    storm(bluez, air)
    adapter(bluez, air)


def writes(bluez: BlueZ, air: Air, path: str) -> None:
    control, _ = bluez.characteristics(path)[_SERVICE, _WRITE]
    air.perform("set", name=_NAME, mode="reject", error=0x83)
    assert "0x83" in failure(lambda: bluez.call(control, _CHARACTERISTIC, "WriteValue", "aya{sv}", b"1", {}))
    air.perform("set", name=_NAME, mode="echo")
    print("a rejected write fails with the lock's own error")


def ends(bluez: BlueZ, air: Air, path: str) -> None:
    for operation in ("disconnect", "vanish"):
        start = time.monotonic()
        air.perform(operation, name=_NAME)
        wait("the link's end", lambda: not bluez.property(path, "Device1", "Connected"), 10)
        print(f"{operation}: bluetoothd knows after {(time.monotonic() - start) * 1000:.0f} ms")
        air.perform("return", name=_NAME)
        bluez.connect(path)
    bluez.call(path, "org.bluez.Device1", "Disconnect")


def last_handle(bluez: BlueZ, air: Air, path: str, reach: str) -> None:
    air.perform("last-handle", name=_NAME, reach=reach)
    bluez.connect(path)
    found = {names: path.rsplit("/", 1)[1] for names, (path, _) in bluez.characteristics(path).items()}
    print(f"a last service that ends at 0xFFFF ({reach}) has {sorted(found.values())}")
    control, _ = bluez.characteristics(path)[_SERVICE, _WRITE]
    bluez.call(control, _CHARACTERISTIC, "WriteValue", "aya{sv}", b"1", {})
    bluez.call(path, "org.bluez.Device1", "Disconnect")


def storm(bluez: BlueZ, air: Air) -> None:
    for connectable in (True, False):
        bluez.scan()
        time.sleep(0.1)
        result = air.perform("storm", count=_STORM, connectable=connectable)
        start = time.monotonic()
        known = sum("Device1" in interfaces for interfaces in bluez.objects().values())
        print(
            f"storm: {result['sent']} advertisements in {result['ms']} ms, {result['told']} passed the filter, "
            f"{known} devices, listed after another {(time.monotonic() - start) * 1000:.0f} ms"
        )
        bluez.stop_scan()
    bluez.scan()
    bluez.device("F0:12:34:56:78:9A", 30)
    bluez.stop_scan()


def adapter(bluez: BlueZ, air: Air) -> None:
    air.perform("unplug")
    wait("the adapter to go", lambda: not any("Adapter1" in each for each in bluez.objects().values()), 10)
    air.perform("plug")

    def is_back() -> bool:
        return any(each.get("Adapter1", {}).get("Powered") for each in bluez.objects().values())

    wait("the adapter to come back", is_back, 10)
    print("the adapter goes and comes back")


def failure(call) -> str:
    try:
        call()
    except RuntimeError as error:
        return str(error)
    raise AssertionError("the call did not fail")


main()
