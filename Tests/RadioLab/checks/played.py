"""In the guest: each message of the virtual radio's protocol does to a real stack what it says."""

from __future__ import annotations

import threading
from collections.abc import Callable

from bluez import BlueZ, wait
from sockets import Air, Player

_ADDRESS = "F0:00:00:00:00:11"
_UUID = "5a1f%04x-1ab0-4c0d-8e55-0123456789ab"
_SERVICE, _CONTROL, _STREAM = (_UUID % number for number in (0x11, 0x12, 0x13))
_CHARACTERISTIC = "org.bluez.GattCharacteristic1"
_DEVICE = "org.bluez.Device1"
_WRITE = (_CHARACTERISTIC, "WriteValue", "aya{sv}")
_BUSY = {"address": _ADDRESS, "service": _SERVICE, "characteristic": _CONTROL}


class Concurrently:
    """Runs a call of the stack on a connection of its own, while the test plays the lock."""

    def __init__(self, call: Callable[[BlueZ], object]) -> None:
        self._result: object = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, args=(call,))
        self._thread.start()

    def _run(self, call: Callable[[BlueZ], object]) -> None:
        try:
            self._result = call(BlueZ())
        except RuntimeError as error:
            self._error = error

    def result(self) -> object:
        self._thread.join(60)
        if self._error is not None:
            raise self._error
        return self._result

    def error(self) -> str:
        self._thread.join(60)
        assert self._error is not None, "the call did not fail"
        return str(self._error)


def main() -> None:
    bluez, player = BlueZ(), Player()
    register(player)
    bluez.scan()
    path, device = bluez.device(_ADDRESS)
    assert device["Name"] == "played" and device["RSSI"] == -71, device
    assert bytes(device["ManufacturerData"][0xFFFF][1]) == b"\x01\x02", device
    bluez.stop_scan()
    connecting = Concurrently(lambda bluez: bluez.connect(path))
    player.expect(type="connected", address=_ADDRESS, mtu=100)
    connecting.result()
    names = bluez.characteristics(path)
    control, flags = names[_SERVICE, _CONTROL]
    assert flags == {"read", "write", "write-without-response", "indicate"}, flags
    requests(player, control)
    indication(bluez, player, control)
    refusals(player)
    ends(bluez, player, path)
    print("the played lock's messages do what they say")


def register(player: Player) -> None:
    characteristics = [
        {"uuid": _CONTROL, "properties": ["read", "write", "write_without_response", "indicate"]},
        {"uuid": _STREAM, "properties": ["notify"]},
    ]
    player.send(
        type="register", address=_ADDRESS, address_type="random", name="played", adv="02010605ffffff0102",
        rssi_dbm=-71, mtu=100, services=[{"uuid": _SERVICE, "characteristics": characteristics}],
    )
    player.expect(type="registered", address=_ADDRESS)


def requests(player: Player, control: str) -> None:
    reading = Concurrently(lambda bluez: bluez.call(control, _CHARACTERISTIC, "ReadValue", "a{sv}", {}))
    request = player.expect(type="read", **_BUSY)
    player.send(type="read_result", address=_ADDRESS, id=request["id"], value="c0ffee")
    assert bytes(reading.result()) == b"\xc0\xff\xee"

    writing = Concurrently(lambda bluez: bluez.call(control, *_WRITE, b"\x01", {"type": ("s", "request")}))
    request = player.expect(type="write", kind="request", value="01", **_BUSY)
    player.send(type="write_result", address=_ADDRESS, id=request["id"])
    writing.result()

    writing = Concurrently(lambda bluez: bluez.call(control, *_WRITE, b"\x02", {"type": ("s", "request")}))
    request = player.expect(type="write", kind="request", value="02", **_BUSY)
    player.send(type="att_error", address=_ADDRESS, id=request["id"], code=0x91)
    assert "0x91" in writing.error()

    writing = Concurrently(lambda bluez: bluez.call(control, *_WRITE, bytes(200), {"type": ("s", "request")}))
    request = player.expect(type="write", kind="long", value="00" * 200, **_BUSY)
    player.send(type="write_result", address=_ADDRESS, id=request["id"])
    writing.result()

    writing = Concurrently(lambda bluez: bluez.call(control, *_WRITE, b"\x03", {"type": ("s", "command")}))
    assert "id" not in player.expect(type="write", kind="command", value="03", **_BUSY)
    writing.result()


def indication(bluez: BlueZ, player: Player, control: str) -> None:
    # This uses the connection that stays open, because bluetoothd ends the subscriptions of a connection that closes.
    def subscribe() -> None:
        request = player.expect(type="subscribe", mode="indicate", **_BUSY)
        player.send(type="subscribe_result", address=_ADDRESS, id=request["id"])

    answering = threading.Thread(target=subscribe)
    answering.start()
    bluez.call(control, _CHARACTERISTIC, "StartNotify")
    answering.join(60)
    bluez.value_after(control, lambda: player.send(type="indicate", value="0405", **_BUSY), b"\x04\x05")
    player.expect(type="confirm", **_BUSY)
    player.send_together(*({"type": "indicate", "value": value, **_BUSY} for value in ("06", "07")))
    player.expect(type="refused", of="indicate", reason="indication_outstanding")
    player.expect(type="confirm", **_BUSY)


def refusals(player: Player) -> None:
    stream = {**_BUSY, "characteristic": _STREAM}
    for message, reason in (
        ({"type": "notify", "value": "00", **stream}, "not_subscribed"),
        ({"type": "indicate", "value": "00" * 98, **_BUSY}, "too_long"),
        ({"type": "write_result", "address": _ADDRESS, "id": 1}, "no_request"),
        ({"type": "disconnect", "address": "F0:00:00:00:00:12"}, "unknown_lock"),
        ({"type": "notify", "value": "00", **stream, "characteristic": _SERVICE}, "unknown_characteristic"),
        ({"type": "adapter", "state": "off"}, "no_request"),
    ):
        player.send(**message)
        player.expect(type="refused", of=message["type"], reason=reason)
    other = Player()
    other.send(type="unregister", address="here")
    other.expect(type="goodbye", reason="bad_message")


def ends(bluez: BlueZ, player: Player, path: str) -> None:
    def is_gone() -> bool:
        return not bluez.property(path, "Device1", "Connected")

    def reconnect() -> None:
        connecting = Concurrently(lambda bluez: bluez.connect(path))
        player.expect(type="connected")
        # bluetoothd renews earlier subscriptions, either before or after it has found the services.
        request = player.expect(type="subscribe", mode="indicate", **_BUSY)
        player.send(type="subscribe_result", address=_ADDRESS, id=request["id"])
        connecting.result()

    player.send(type="disconnect", address=_ADDRESS)
    player.expect(type="disconnected", reason="peripheral")
    player.send(type="disconnect", address=_ADDRESS)
    player.expect(type="refused", reason="no_link")
    wait("the link's end", is_gone, 5)
    reconnect()
    player.send(type="update", address=_ADDRESS, in_range=False)
    player.expect(type="disconnected", reason="supervision")
    wait("the link's end", is_gone, 5)
    player.send(type="update", address=_ADDRESS, in_range=True)
    reconnect()
    disconnecting = Concurrently(lambda bluez: bluez.call(path, _DEVICE, "Disconnect"))
    player.expect(type="disconnected", reason="central")
    disconnecting.result()
    player.close()
    air = Air()
    wait("the lock to be forgotten", lambda: len(air.perform("list")["peripherals"]) == 1, 5)


main()
