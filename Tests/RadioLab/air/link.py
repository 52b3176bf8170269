"""The simulated link with its faults."""

from __future__ import annotations

import asyncio
from typing import Protocol

from bumble import hci, ll
from bumble.controller import Controller
from bumble.core import PhysicalTransport
from bumble.link import LocalLink

from .advertising import Advertisement
from .journal import note


class Scanner(Protocol):
    """What peripherals need of the controller that scans and connects."""

    def hear(self, advertisement: Advertisement) -> bool:
        """Whether the host was told of it."""

    def supervision_ms(self, peer: hci.Address) -> int | None:
        """After how much silence the link to a peer ends; None if there is no link."""

    def lose(self, peer: hci.Address) -> None:
        """That time has passed."""


class AirLink(LocalLink):
    """bumble's link, with each connection's own address as the source, where bumble 0.0.236 takes the sender's random
    address, which a kernel on a public address never sets; and with faults."""

    def __init__(self) -> None:
        super().__init__()
        self.scanner: Scanner | None = None
        """The controller of the stack under test; it alone hears advertising."""
        self.muted: set[hci.Address] = set()
        """Whose links stay up and carry no data."""
        self.silent: set[hci.Address] = set()
        """Who is out of range: nothing is carried to or from them, not even the end of a link."""

    def advertise(self, advertisement: Advertisement) -> bool:
        """Whether the stack under test was told."""
        if self.scanner is None or advertisement.address in self.silent:
            return False
        return self.scanner.hear(advertisement)

    def send_advertising_pdu(self, sender_controller: Controller, packet: ll.AdvertisingPdu) -> None:
        if not isinstance(packet, ll.ConnectInd) or packet.advertiser_address in self.silent:
            return
        for controller in self.controllers:
            if controller is not sender_controller:
                asyncio.get_running_loop().call_soon(controller.on_ll_advertising_pdu, packet)

    def send_acl_data(
        self, sender_controller: Controller, destination_address: hci.Address, transport: PhysicalTransport, data: bytes
    ) -> None:
        connection = sender_controller.le_connections.get(destination_address)
        if connection is None:
            return
        ends = {connection.self_address, destination_address}
        receiver = self._other_end(sender_controller, connection.self_address, destination_address)
        if receiver is None or ends & (self.muted | self.silent):
            note("data dropped", connection.self_address, "->", destination_address, data.hex())
            return
        asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)

    def send_ll_control_pdu(
        self, sender_address: hci.Address, receiver_address: hci.Address, packet: ll.ControlPdu
    ) -> None:
        receiver = self._other_end(None, sender_address, receiver_address)
        if receiver is None or {sender_address, receiver_address} & self.silent:
            note("control dropped", sender_address, "->", receiver_address, packet)
            return
        asyncio.get_running_loop().call_soon(receiver.on_ll_control_pdu, sender_address, packet)

    def _other_end(
        self, sender: Controller | None, sender_address: hci.Address, address: hci.Address
    ) -> Controller | None:
        for controller in self.controllers:
            connection = controller.le_connections.get(sender_address)
            if controller is not sender and connection is not None and connection.self_address == address:
                return controller
        return None
