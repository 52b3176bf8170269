"""Many advertisements with hostile content, as fast as the host takes them."""

from __future__ import annotations

import asyncio
import random
import time

from bumble import hci

from . import advertising
from .advertising import Advertisement
from .link import AirLink

_BETWEEN_PAUSES = 16
"""The kernel queues what is not read yet: pauses let it and bluetoothd have the guest's only CPU."""
_COMPLETE_LIST_OF_16_BIT_SERVICES = 0x03
_SHORT_LOCAL_NAME = 0x08
_SERVICE_DATA_16 = 0x16
_SERVICE_DATA_128 = 0x21
_MANUFACTURER_DATA = 0xFF
_NAMES = (
    b"\x1b[2J\x1b[1;31mroot#",
    b"\x1b]0;owned\x07",
    b"\x1b]52;c;Y3VybA==\x07",
    b"line\r\nbreak\x00nul",
    b"\xe2\x80\xaeexe.kcol",
    b"\xff\xfe\xc3\x28\xf0\x9f",
    b"%s%n%s%n",
    b"../../../../etc/passwd",
    b"\xf3\xa0\x81\x81" * 6,
    b"",
)


async def storm(link: AirLink, count: int, connectable: bool, seed: int) -> dict:
    """Sends `count` advertisements of random addresses; the same seed makes the same ones."""
    chance = random.Random(seed)
    told = 0
    start = time.monotonic()
    for number in range(count):
        rssi_dbm = chance.randint(-127, 20)
        told += link.advertise(
            Advertisement(_address(chance), _content(chance), _content(chance), rssi_dbm, connectable, answers=False)
        )
        if number % _BETWEEN_PAUSES == 0:
            await asyncio.sleep(0)
    return {"sent": count, "told": told, "ms": round((time.monotonic() - start) * 1000)}


def _address(chance: random.Random) -> hci.Address:
    kind = chance.choice((hci.Address.PUBLIC_DEVICE_ADDRESS, hci.Address.RANDOM_DEVICE_ADDRESS))
    return hci.Address(chance.randbytes(6), kind)


def _content(chance: random.Random) -> bytes:
    make = chance.choice((_noise, _hostile_name, _cut_off, _empty_structures, _short_data, _many_structures))
    return make(chance)[: advertising.LONGEST]


def _noise(chance: random.Random) -> bytes:
    return chance.randbytes(chance.randint(0, advertising.LONGEST))


def _hostile_name(chance: random.Random) -> bytes:
    kind = chance.choice((advertising.COMPLETE_LOCAL_NAME, _SHORT_LOCAL_NAME))
    return advertising.structure(kind, chance.choice(_NAMES))


def _cut_off(chance: random.Random) -> bytes:
    """Says that it is longer than what follows."""
    content = chance.randbytes(chance.randint(0, 20))
    return bytes([chance.randint(len(content) + 2, 0xFF), chance.randint(0, 0xFF)]) + content


def _empty_structures(chance: random.Random) -> bytes:
    return bytes(chance.randint(1, advertising.LONGEST)) + _hostile_name(chance)


def _short_data(chance: random.Random) -> bytes:
    """Fewer bytes than the number that they should begin with."""
    kind = chance.choice((_MANUFACTURER_DATA, _SERVICE_DATA_16, _SERVICE_DATA_128, _COMPLETE_LIST_OF_16_BIT_SERVICES))
    return advertising.structure(kind, chance.randbytes(chance.choice((0, 1, 3))))


def _many_structures(chance: random.Random) -> bytes:
    return b"".join(advertising.structure(chance.randint(0, 0xFF), b"") for _ in range(16))
