"""In the guest: pyNukiBT, a client that others wrote for real locks, pairs with a Nuki lock that seam-virtual-lock
plays, and opens it.

Arguments: the lock's control socket, its name there, its address, and the PIN of an Ultra. What counts is the lock's
own word.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable

from bleak import BleakScanner
from control import Lock
from nacl.public import PrivateKey
from pyNukiBT import NukiConst, NukiDevice, NukiErrorException

_APP_ID = 0x0FACADE5
_NAME = "pyNukiBT"


def client(device, key: PrivateKey, auth_id: bytes | None = None, lock_key: bytes | None = None) -> NukiDevice:
    made = NukiDevice(
        device.address, auth_id, lock_key, bytes(key.public_key), bytes(key), _APP_ID, _NAME,
        client_type=NukiConst.NukiClientType.APP, ble_device=device)
    made.command_response_timeout = 5
    made.response_retry = made.send_retry = 1
    return made


async def refused(attempt: Awaitable, what: str) -> None:
    try:
        await attempt
    except (NukiErrorException, TimeoutError) as error:
        print(f"{what} is refused: {getattr(error, 'error_code', 'no answer')}")
        return
    raise AssertionError(f"{what} was not refused")


async def main(control: str, name: str, address: str, pin: str | None = None) -> None:
    lock = Lock(control, name)
    device = await BleakScanner.find_device_by_address(address, timeout=20)
    assert device, f"{address} is not seen"
    key = PrivateKey.generate()
    nuki = client(device, key)
    await nuki.connect()
    security_pin = None if pin is None else int(pin)
    await refused(nuki.pair(security_pin), "pairing outside of pairing mode")
    assert lock.ask("state")["users"] == []

    lock.ask("pairing", on=True)
    await nuki.connect()
    await nuki.pair(security_pin)
    users = lock.ask("state")["users"]
    assert [(user["app_id"], user["name"]) for user in users] == [(_APP_ID, _NAME)], users
    print("it is paired")

    await nuki.connect()
    await nuki.update_state()
    assert str(nuki.last_state["lock_state"]) == "LOCKED" and lock.state == "locked", (nuki.last_state, lock.state)
    firmware = ".".join(str(part) for part in nuki.config["firmware_version"])
    print(f"the lock is {lock.state}, its firmware {firmware}, its battery at {nuki.battery_percentage} %")
    for action, state in ((nuki.unlock, "unlocked"), (nuki.lock, "locked"), (nuki.unlatch, "unlocked")):
        before = lock.state
        answer = await action()
        assert str(answer.status) in ("ACCEPTED", "COMPLETED"), answer
        await lock.rests(state)
        print(f"{action.__name__}: {before}, then {state}")
    await nuki.update_state()
    assert str(nuki.last_state["lock_state"]) == "UNLOCKED", nuki.last_state
    await nuki.lock()
    await lock.rests("locked")
    await nuki.disconnect()

    stranger = client(device, PrivateKey.generate(), nuki._auth_id, nuki._nuki_public_key)
    await stranger.connect()
    stranger.last_state = dict(nuki.last_state)
    await refused(stranger.unlock(), "another key under its number")
    assert lock.state == "locked", lock.state
    await stranger.disconnect()


asyncio.run(main(*sys.argv[1:]))
