"""The two kinds of controllers on the link."""

from __future__ import annotations

import asyncio

from bumble import hci, ll
from bumble.controller import Connection, Controller
from bumble.core import PhysicalTransport

from .advertising import Advertisement, Advertiser
from .journal import note
from .link import AirLink

_DUPLICATES_KNOWN = 4096
"""Entries of the duplicate filter; a full one is emptied, so a storm costs no more memory than that."""
_ENHANCED_CONNECTION_COMPLETE = 1 << 9
"""Bit of the LE event mask."""

_Legacy = hci.HCI_LE_Advertising_Report_Event
_Extended = hci.HCI_LE_Extended_Advertising_Report_Event

# The event type of a PDU (advertising packet) in a legacy report, and in an extended report of a legacy PDU.
_ADV_IND = (0x00, 0x13)
_ADV_NONCONN_IND = (0x03, 0x10)
_SCAN_RSP = (0x04, 0x1B)


class PeripheralController(Controller):
    """Below the host of one peripheral."""

    # A host that can advertise in sets waits after a connection for an event that only bumble's own advertiser makes.
    le_features = Controller.le_features & ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING

    def __init__(self, name: str, link: AirLink, address: hci.Address, advertiser: Advertiser) -> None:
        super().__init__(name, link=link, public_address=address if address.is_public else None)
        self.le_legacy_advertiser = advertiser

    def on_le_disconnected(self, connection: Connection, reason: int) -> None:
        if self.le_connections.get(connection.peer_address) is connection:
            super().on_le_disconnected(connection, reason)

    def lose(self) -> None:
        """The supervision time has passed for all links."""
        for connection in list(self.le_connections.values()):
            self.on_le_disconnected(connection, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)


class HostController(Controller):
    """The controller handed to the stack under test, with what that needs and bumble leaves out: a connection attempt
    can be cancelled, Reset resets, duplicates are filtered, there is an accept list, signal strength and scan response
    are each peripheral's own, connection requests may go unanswered, and silence ends a link."""

    def __init__(self, link: AirLink, address: hci.Address, transport) -> None:
        self._accepted: set[bytes] = set()
        self._heard: set[tuple[bytes, bytes, bytes]] = set()
        self._is_extended_scan = False
        self._is_extended_scan_active = False
        self._supervision_ms: dict[hci.Address, int] = {}
        self.is_stalled = False
        """The firmware hangs: HCI packets go unanswered."""
        super().__init__("host", host_source=transport, host_sink=transport, link=link, public_address=address)
        self.random_address = address

    def on_packet(self, packet: bytes) -> None:
        if not self.is_stalled:
            super().on_packet(packet)

    # --- commands ---

    def on_hci_reset_command(self, command):
        self.le_scan_enable = False
        self.pending_le_connection = None
        self.end_links()
        self.le_connections.clear()
        self._accepted.clear()
        return super().on_hci_reset_command(command)

    def end_links(self) -> None:
        """The controller stops; the peripherals are told why, although on air they would find out by silence."""
        reason = hci.HCI_ErrorCode.REMOTE_DEVICE_TERMINATED_CONNECTION_DUE_TO_POWER_OFF_ERROR
        for connection in list(self.le_connections.values()):
            connection.send_ll_control_pdu(ll.TerminateInd(reason))

    def on_hci_le_create_connection_cancel_command(self, command):
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        note("connecting cancelled", pending.peer_address)
        asyncio.get_running_loop().call_soon(
            self._complete, hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, 0, pending.peer_address
        )
        return super().on_hci_le_create_connection_cancel_command(command)

    def on_hci_le_set_scan_enable_command(self, command):
        self._heard.clear()
        self._is_extended_scan = False
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_le_set_extended_scan_enable_command(self, command):
        self._heard.clear()
        self._is_extended_scan = True
        return super().on_hci_le_set_extended_scan_enable_command(command)

    def on_hci_le_set_extended_scan_parameters_command(self, command):
        self._is_extended_scan_active = any(command.scan_types)
        return super().on_hci_le_set_extended_scan_parameters_command(command)

    def on_hci_le_clear_filter_accept_list_command(self, command):
        self._accepted.clear()
        return super().on_hci_le_clear_filter_accept_list_command(command)

    def on_hci_le_add_device_to_filter_accept_list_command(self, command):
        self._accepted.add(bytes(command.address))
        return super().on_hci_le_add_device_to_filter_accept_list_command(command)

    def on_hci_le_remove_device_from_filter_accept_list_command(self, command):
        self._accepted.discard(bytes(command.address))
        return super().on_hci_le_remove_device_from_filter_accept_list_command(command)

    # --- scanning ---

    def hear(self, advertisement: Advertisement) -> bool:
        told = self.le_scan_enable and self._report(advertisement)
        pending = self.pending_le_connection
        if pending is not None and advertisement.connectable and advertisement.answers:
            by_list = bool(pending.initiator_filter_policy)
            address = advertisement.address
            if bytes(address) in self._accepted if by_list else pending.peer_address == address:
                self._establish(address, pending)
        return told

    def _report(self, advertisement: Advertisement) -> bool:
        address = bytes(advertisement.address)
        if self.le_scanning_filter_policy & 1 and address not in self._accepted:
            return False
        content = (address, advertisement.data, advertisement.scan_response)
        if self.filter_duplicates:
            if content in self._heard:
                return False
            if len(self._heard) >= _DUPLICATES_KNOWN:
                self._heard.clear()
            self._heard.add(content)
        event_type = _ADV_IND if advertisement.connectable else _ADV_NONCONN_IND
        self._send_report(event_type, advertisement, advertisement.data)
        is_active = self._is_extended_scan_active if self._is_extended_scan else self.le_scan_type
        if is_active and advertisement.connectable and advertisement.scan_response:
            self._send_report(_SCAN_RSP, advertisement, advertisement.scan_response)
        return True

    def _send_report(self, event_type: tuple[int, int], advertisement: Advertisement, data: bytes) -> None:
        members = {
            "address_type": advertisement.address.address_type, "address": advertisement.address,
            "data": data, "rssi": advertisement.rssi_dbm,
        }
        if not self._is_extended_scan:
            self.send_hci_packet(_Legacy([_Legacy.Report(event_type=event_type[0], **members)]))
            return
        report = _Extended.Report(
            event_type=event_type[1], primary_phy=hci.Phy.LE_1M, secondary_phy=0, advertising_sid=0xFF, tx_power=0x7F,
            periodic_advertising_interval=0, direct_address_type=0, direct_address=hci.Address.ANY, **members,
        )
        self.send_hci_packet(_Extended([report]))

    # --- links ---

    def _establish(self, peer: hci.Address, pending) -> None:
        if peer in self.le_connections:
            return
        self.pending_le_connection = None
        if isinstance(pending, hci.HCI_LE_Extended_Create_Connection_Command):
            interval, latency = pending.connection_interval_mins[0], pending.max_latencies[0]
            timeout = pending.supervision_timeouts[0]
        else:
            interval, latency = pending.connection_interval_min, pending.max_latency
            timeout = pending.supervision_timeout
        is_public = pending.own_address_type == hci.OwnAddressType.PUBLIC
        own = self.public_address if is_public else self.random_address
        connection = Connection(
            controller=self, handle=self.allocate_connection_handle(), role=hci.Role.CENTRAL, self_address=own,
            peer_address=peer, link=self.link, transport=PhysicalTransport.LE,
            link_type=hci.HCI_Connection_Complete_Event.LinkType.ACL,
        )
        self.le_connections[peer] = connection
        self._supervision_ms[peer] = timeout * 10
        note("connected", peer, "supervision", timeout * 10, "ms")
        self.send_advertising_pdu(
            ll.ConnectInd(
                initiator_address=own, advertiser_address=peer, interval=interval, latency=latency, timeout=timeout
            )
        )
        self._complete(0, connection.handle, peer, interval, latency, timeout)

    def _complete(
        self, status: int, handle: int, peer: hci.Address, interval: int = 0, latency: int = 0, timeout: int = 0
    ) -> None:
        members = {
            "status": status, "connection_handle": handle, "role": hci.Role.CENTRAL,
            "peer_address_type": peer.address_type, "peer_address": peer, "connection_interval": interval,
            "peripheral_latency": latency, "supervision_timeout": timeout, "central_clock_accuracy": 0,
        }
        mask = self.le_event_mask
        if isinstance(mask, bytes | bytearray):
            mask = int.from_bytes(mask, "little")
        # A kernel that unmasks the enhanced event waits only for this event. If it got the plain event, it would let
        # the attempt time out, and could then never end the link.
        if mask & _ENHANCED_CONNECTION_COMPLETE:
            self.send_hci_packet(
                hci.HCI_LE_Enhanced_Connection_Complete_Event(
                    local_resolvable_private_address=hci.Address.ANY,
                    peer_resolvable_private_address=hci.Address.ANY, **members,
                )
            )
        else:
            self.send_hci_packet(hci.HCI_LE_Connection_Complete_Event(**members))

    def on_le_disconnected(self, connection: Connection, reason: int) -> None:
        if self.le_connections.get(connection.peer_address) is connection:
            super().on_le_disconnected(connection, reason)

    def supervision_ms(self, peer: hci.Address) -> int | None:
        """After how much silence the link to a peer ends; None if there is no link."""
        return self._supervision_ms.get(peer) if peer in self.le_connections else None

    def lose(self, peer: hci.Address) -> None:
        """The supervision time has passed for this peer."""
        connection = self.le_connections.get(peer)
        if connection is not None:
            note("supervision timeout", peer)
            self.on_le_disconnected(connection, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
