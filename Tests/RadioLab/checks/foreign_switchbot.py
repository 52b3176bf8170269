"""In the guest: PySwitchbot, a client that others wrote for real locks, finds a SwitchBot lock that seam-virtual-lock
plays, reads its state, and opens it.

Arguments: the lock's control socket, its name there, and its address. What counts is the lock's own word.
"""

from __future__ import annotations

import asyncio
import sys

from bleak.backends.device import BLEDevice
from control import Lock
from switchbot import GetSwitchbotDevices, LockStatus, SwitchBotAdvertisement, SwitchbotModel
from switchbot.devices.lock import SwitchbotLock


async def find(address: str) -> SwitchBotAdvertisement:
    """What the lock says to everybody, as PySwitchbot reads it."""
    found = await GetSwitchbotDevices().discover(scan_timeout=5)
    assert address in found, found
    seen = found[address]
    assert seen.data["modelName"] is SwitchbotModel.LOCK, seen
    return seen


def client(device: BLEDevice, key_id: str, key: str) -> SwitchbotLock:
    return SwitchbotLock(device, key_id, key, model=SwitchbotModel.LOCK, retry_count=0)


async def reports(switchbot: SwitchbotLock, status: LockStatus) -> None:
    """Waits until the lock has reported the state on its own."""
    async with asyncio.timeout(10):
        while switchbot.get_lock_status() is not status:
            await asyncio.sleep(0.05)


async def main(control: str, name: str, address: str) -> None:
    lock = Lock(control, name)
    key_id, key = lock.ask("share")["shared_key"].split()
    seen = await find(address)
    data = seen.data["data"]
    assert data["status"] is LockStatus.LOCKED and data["calibration"] and data["battery"] == 100, data
    print(f"it is found: {data}")

    other = f"{int(key[:2], 16) ^ 1:02x}{key[2:]}"
    stranger = client(seen.device, key_id, other)
    assert await stranger.get_basic_info() is None, "another key reads it"
    stranger.update_from_advertisement(seen)
    assert not await stranger.unlock(), "another key opens it"
    assert lock.state == "locked", lock.state
    await stranger._execute_forced_disconnect()
    print("another key is refused")

    switchbot = client(seen.device, key_id, key)
    switchbot.update_from_advertisement(seen)
    info = await switchbot.get_basic_info()
    assert info["status"] is LockStatus.LOCKED and info["battery"] == 100 and info["firmware"] == 8.3, info
    print(f"the lock is {lock.state}: {info}")
    for action, state, status in (
        (switchbot.unlock, "unlocked", LockStatus.UNLOCKED), (switchbot.lock, "locked", LockStatus.LOCKED),
        (switchbot.unlock_without_unlatch, "unlocked", LockStatus.UNLOCKED),
        (switchbot.lock, "locked", LockStatus.LOCKED),
    ):
        before = lock.state
        assert await action(), action.__name__
        await lock.rests(state)
        await reports(switchbot, status)
        print(f"{action.__name__}: {before}, then {state}")
    await switchbot._execute_forced_disconnect()


asyncio.run(main(*sys.argv[1:]))
