"""In the guest: the default peripheral is scanned and connected, and notifies what is written to it."""

from __future__ import annotations

import time

from bluez import ADAPTER, BlueZ

_ADDRESS = "F0:12:34:56:78:9A"
_UUID = "5a1f%04x-1ab0-4c0d-8e55-0123456789ab"
_SERVICE, _WRITE, _NOTIFY, _READ = (_UUID % number for number in (1, 2, 3, 4))
_CHARACTERISTIC = "org.bluez.GattCharacteristic1"
_ROUNDS = 50


def main() -> None:
    bluez = BlueZ()
    assert bluez.property(ADAPTER, "Adapter1", "Powered"), "hci0 is not powered"
    print("hci0 is powered")
    start = time.monotonic()
    bluez.scan()
    path, device = bluez.device(_ADDRESS)
    assert device["Name"] == "LabLock" and _SERVICE in device["UUIDs"], device
    print(f"LabLock is seen after {_since(start)} ms")
    bluez.stop_scan()

    start = time.monotonic()
    bluez.connect(path)
    characteristics = bluez.characteristics(path)
    write, _ = characteristics[_SERVICE, _WRITE]
    notify, _ = characteristics[_SERVICE, _NOTIFY]
    read, _ = characteristics[_SERVICE, _READ]
    print(f"connected, services known, after {_since(start)} ms")
    value = bluez.call(read, _CHARACTERISTIC, "ReadValue", "a{sv}", {})
    assert bytes(value) == b"lab-1", value

    bluez.call(notify, _CHARACTERISTIC, "StartNotify")
    rounds = []
    for number in range(_ROUNDS):
        start = time.monotonic()
        written = bytes([number, 0x55])
        bluez.value_after(
            notify, lambda: bluez.call(write, _CHARACTERISTIC, "WriteValue", "aya{sv}", written, {}), b"\x80" + written
        )
        rounds.append((time.monotonic() - start) * 1000)
    rounds.sort()
    print(f"{_ROUNDS} writes are notified, each after {rounds[_ROUNDS // 2]:.1f} ms (median), {rounds[-1]:.1f} at most")
    start = time.monotonic()
    bluez.call(path, "org.bluez.Device1", "Disconnect")
    print(f"disconnected after {_since(start)} ms")


def _since(start: float) -> int:
    return round((time.monotonic() - start) * 1000)


main()
