"""In the guest: a Nuki and a Sesame lock that seam-virtual-lock plays are seen and have the services that they should.

Arguments: the addresses of a Nuki lock and of a Sesame 5.
"""

from __future__ import annotations

import sys

from bluez import BlueZ

_SESAME_COMPANY = 0x055A
_SESAME_5 = b"\x05\x00"
_SHORT = "0000%s-0000-1000-8000-00805f9b34fb"
_NUKI = "a92e%s-5501-11e4-916c-0800200c9a66"
_SESAME = "1686%s-a5ae-9856-b6d3-dbb4c676993e"
_INFORMATION = _SHORT % "180a"
_COMMAND = {"write", "indicate"}
_NUKI_ATTRIBUTES = {
    (_INFORMATION, _SHORT % "2a25"): {"read"},
    (_INFORMATION, _SHORT % "2a26"): {"read"},
    (_INFORMATION, _SHORT % "2a27"): {"read"},
    (_NUKI % "e100", _NUKI % "e101"): _COMMAND,
    (_NUKI % "e200", _NUKI % "e201"): _COMMAND,
    (_NUKI % "e200", _NUKI % "e202"): _COMMAND,
}
_SESAME_SERVICE = _SHORT % "fd81"
_SESAME_ATTRIBUTES = {
    (_SESAME_SERVICE, _SESAME % "0002"): {"write-without-response"},
    (_SESAME_SERVICE, _SESAME % "0003"): {"notify"},
}
_OF_THE_STACK = {_SHORT % "1800", _SHORT % "1801"}


def main(nuki: str, sesame: str) -> None:
    bluez = BlueZ()
    bluez.scan()
    nuki_path, device = bluez.device(nuki)
    assert device["Name"].startswith("Nuki_"), device
    assert device["AddressType"] == "public", device
    print(f"{device['Name']} is seen: {_advertised(device)}")
    sesame_path, device = bluez.device(sesame)
    assert _SESAME_SERVICE in device["UUIDs"], device
    assert bytes(device["ManufacturerData"][_SESAME_COMPANY][1]).startswith(_SESAME_5), device
    assert device["AddressType"] == "random", device
    print(f"{device['Name']} is seen: {_advertised(device)}")
    bluez.stop_scan()

    for path, expected in ((nuki_path, _NUKI_ATTRIBUTES), (sesame_path, _SESAME_ATTRIBUTES)):
        bluez.connect(path)
        found = {
            names: flags for names, (_, flags) in bluez.characteristics(path).items() if names[0] not in _OF_THE_STACK
        }
        assert found == expected, found
        print(f"{path}: {len(found)} characteristics as they should be")
        if (_INFORMATION, _SHORT % "2a25") in found:
            serial, _ = bluez.characteristics(path)[_INFORMATION, _SHORT % "2a25"]
            value = bluez.call(serial, "org.bluez.GattCharacteristic1", "ReadValue", "a{sv}", {})
            assert value, "the serial number is empty"
            print(f"its serial number, read from the program: {bytes(value).decode()}")
        bluez.call(path, "org.bluez.Device1", "Disconnect")


def _advertised(device: dict) -> str:
    manufacturers = device.get("ManufacturerData", {}).items()
    data = " ".join(f"{company:04x}:{bytes(value[1]).hex()}" for company, value in manufacturers)
    return f"UUIDs {device['UUIDs']}, manufacturer data {data}"


main(*sys.argv[1:])
