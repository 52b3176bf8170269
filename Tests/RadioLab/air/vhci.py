"""The kernel's virtual controller device as an HCI transport."""

from __future__ import annotations

import asyncio
import os

from .journal import note

PATH = "/dev/vhci"
_LARGEST_PACKET = 4096
_VENDOR_PACKET = 0xFF
_CREATE_PRIMARY = bytes([_VENDOR_PACKET, 0x00])


class VirtualHCI:
    """Source and sink of HCI packets. bumble's own closes the device on the first failed write, but the kernel fails
    writes whenever the adapter is down: an event just after a power off would take the adapter away for good."""

    def __init__(self) -> None:
        self._descriptor = os.open(PATH, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        self._sink = None
        os.write(self._descriptor, _CREATE_PRIMARY)
        asyncio.get_running_loop().add_reader(self._descriptor, self._read)

    def set_packet_sink(self, sink) -> None:
        self._sink = sink

    def on_packet(self, packet: bytes) -> None:
        try:
            os.write(self._descriptor, packet)
        except OSError as error:
            note("the kernel does not take a packet:", error)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)
        # Writes that are still under way must not use a descriptor that has been reused since.
        self._descriptor = -1

    def _read(self) -> None:
        packet = os.read(self._descriptor, _LARGEST_PACKET)
        if packet and packet[0] != _VENDOR_PACKET and self._sink is not None:
            self._sink.on_packet(packet)
