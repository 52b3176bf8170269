"""Advertising on the simulated link."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable

from bumble import hci

LONGEST = 31
"""Bytes of advertising data, and of a scan response."""
COMPLETE_LOCAL_NAME = 0x09


@dataclasses.dataclass(frozen=True)
class Advertisement:
    """One advertising event with the scan response that an active scanner gets."""

    address: hci.Address
    data: bytes
    scan_response: bytes = b""
    rssi_dbm: int = -60
    connectable: bool = True
    """What the PDU says."""
    answers: bool = True
    """Whether CONNECT_IND is heard: one that is not is how a connection attempt times out."""


class Advertiser:
    """Advertises at an interval. Takes the place of bumble's own, which sends what a host has set by HCI commands and
    takes its units of 0.625 ms for milliseconds; `address`, `enabled` and `stop` are what bumble's controller uses."""

    def __init__(self, address: hci.Address, interval_ms: int, send: Callable[[Advertisement], object]) -> None:
        self.address = address
        self.interval_ms = interval_ms
        self.data = b""
        self.scan_response = b""
        self.rssi_dbm = -60
        self.answers = True
        self._send = send
        self._timer: asyncio.TimerHandle | None = None

    @property
    def enabled(self) -> bool:
        return self._timer is not None

    def start(self) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(0, self._fire)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _fire(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self.interval_ms / 1000, self._fire)
        self._send(
            Advertisement(self.address, self.data, self.scan_response, self.rssi_dbm, answers=self.answers)
        )


def structure(kind: int, data: bytes) -> bytes:
    return bytes([len(data) + 1, kind]) + data


def kinds(data: bytes) -> set[int]:
    """The types of the structures in advertising data, up to the first that is cut off."""
    found = set()
    at = 0
    while at + 1 < len(data) and data[at] > 0 and at + data[at] < len(data):
        found.add(data[at + 1])
        at += 1 + data[at]
    return found


def with_name(advertising: bytes, scan_response: bytes, name: str | None) -> bytes:
    """The scan response with the name as complete local name, if there is room and no name yet."""
    encoded = (name or "").encode()
    if not encoded or COMPLETE_LOCAL_NAME in kinds(advertising) | kinds(scan_response):
        return scan_response
    named = scan_response + structure(COMPLETE_LOCAL_NAME, encoded)
    return named if len(named) <= LONGEST else scan_response
