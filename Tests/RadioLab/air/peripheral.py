"""A peripheral on the link: its host, its advertising, its links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bumble import att, hci
from bumble.device import AdvertisingType, Connection, Device, DeviceConfiguration, LegacyAdvertiser
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import HCI_ErrorCode
from bumble.host import Host

from .advertising import Advertiser
from .attributes import AttributeServer, LastHandle, Path, uuid
from .controller import PeripheralController
from .journal import note
from .link import AirLink

_PROPERTIES = {
    "read": Characteristic.Properties.READ,
    "write": Characteristic.Properties.WRITE,
    "write-without-response": Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
    "write_without_response": Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
    "notify": Characteristic.Properties.NOTIFY,
    "indicate": Characteristic.Properties.INDICATE,
}
_SUPERVISION_MS = 420
"""What Linux sets by default; used where no link says otherwise."""


class Peripheral:
    """Subclasses say what is read and what becomes of writes and subscriptions."""

    def __init__(
        self, link: AirLink, name: str, address: hci.Address, services: list[dict], mtu: int, interval_ms: int
    ) -> None:
        self.name = name
        self.address = address
        self.services = services
        self.mtu = mtu
        self.last_handle: LastHandle | None = None
        self.advertiser = Advertiser(address, interval_ms, link.advertise)
        self.connection: Connection | None = None
        self.in_range = True
        self._link = link
        self._loss: asyncio.TimerHandle | None = None
        self._then: Callable[[], None] | None = None
        self._is_told = False
        self._controller = PeripheralController(name, link, address, self.advertiser)
        self._device = Device(
            config=DeviceConfiguration(
                name=name, address=address, gap_service_enabled=False, gatt_service_enabled=False
            ),
            host=self._host(),
        )
        self.server = self._database()
        self._device.on("connection", self._connected)

    def _host(self) -> Host:
        host = Host()
        host.controller = self._controller
        return host

    async def start(self) -> None:
        await self._device.power_on()
        self._advertise()

    # --- for subclasses ---

    async def read(self, path: Path) -> bytes:
        raise att.ATT_Error(att.ATT_READ_NOT_PERMITTED_ERROR)

    async def write(self, path: Path, value: bytes) -> None:
        raise att.ATT_Error(att.ATT_WRITE_NOT_PERMITTED_ERROR)

    async def subscribing(self, path: Path, mode: str) -> None:
        pass

    def response_sent(self) -> None:
        pass

    def link_began(self, mtu: int) -> None:
        pass

    def link_ended(self, reason: HCI_ErrorCode) -> None:
        """Only after link_began."""

    # --- the database ---

    def _database(self) -> AttributeServer:
        server = AttributeServer(self._device, self, self.mtu)
        self._device.gatt_server = server
        self._device.add_default_services()
        for index, description in enumerate(self.services):
            made = {
                path: self._characteristic(path, each)
                for each in description["characteristics"]
                if (path := Path(description["uuid"].lower(), each["uuid"].lower()))
            }
            server.characteristics.update(made)
            service = Service(uuid(description["uuid"]), list(made.values()))
            if self.last_handle is not None and index == len(self.services) - 1:
                server.add_last_service(service, self.last_handle)
            else:
                server.add_service(service)
        return server

    def _characteristic(self, path: Path, description: dict) -> Characteristic:
        properties = Characteristic.Properties(0)
        for each in description["properties"]:
            properties |= _PROPERTIES[each]
        permissions = Characteristic.Permissions.READABLE | Characteristic.Permissions.WRITEABLE
        if description.get("encrypted"):
            permissions |= Characteristic.Permissions.READ_REQUIRES_ENCRYPTION
            permissions |= Characteristic.Permissions.WRITE_REQUIRES_ENCRYPTION

        async def read(_connection) -> bytes:
            # bumble checks no properties, and never answers a request whose callback is missing.
            if not properties & Characteristic.Properties.READ:
                raise att.ATT_Error(att.ATT_READ_NOT_PERMITTED_ERROR)
            return await self.read(path)

        async def write(_connection, value: bytes) -> None:
            await self.write(path, bytes(value))

        return Characteristic(uuid(path.characteristic), properties, permissions, CharacteristicValue(read, write))

    def set_last_handle(self, reach: LastHandle | None) -> None:
        """For links that begin later."""
        self.last_handle = reach
        self.server = self._database()

    def set_mtu(self, mtu: int) -> None:
        """For links that begin later."""
        self.mtu = mtu
        if self.connection is None:
            self.server.max_mtu = mtu
        else:
            self.server = self._database()

    @property
    def characteristics(self) -> dict[Path, Characteristic]:
        """Of the link, which keeps the database that it began with, else of the next."""
        server = self.server if self.connection is None else self.connection.gatt_server
        return server.characteristics

    # --- links ---

    def att_began(self, connection: Connection) -> None:
        if self._is_told or connection is not self.connection:
            return
        self._is_told = True
        self.link_began(connection.att_mtu)

    def _connected(self, connection: Connection) -> None:
        note(self.name, "link from", connection.peer_address)
        self.connection = connection
        connection.on("disconnection", lambda reason: self._disconnected(connection, reason))

    def _disconnected(self, connection: Connection, reason: int) -> None:
        note(self.name, f"link ended, reason 0x{reason:02x}")
        if connection is not self.connection:
            return
        was_told, self._is_told, self.connection = self._is_told, False, None
        if was_told:
            self.link_ended(HCI_ErrorCode(reason))
        if self.in_range and self._loss is None:
            self._advertise()

    async def disconnect(self) -> None:
        if self.connection is not None:
            await self.connection.disconnect()

    def _advertise(self) -> None:
        # bumble takes a connection's own address type from the advertiser that its own start_advertising makes.
        self._device.legacy_advertiser = LegacyAdvertiser(
            device=self._device, advertising_type=AdvertisingType.UNDIRECTED_CONNECTABLE_SCANNABLE,
            own_address_type=hci.OwnAddressType.PUBLIC if self.address.is_public else hci.OwnAddressType.RANDOM,
            peer_address=hci.Address.ANY, auto_restart=False,
        )
        self.advertiser.start()

    # --- faults ---

    def vanish(self, after_ms: int | None = None, then: Callable[[], None] | None = None) -> int | None:
        """Out of range or out of power: a link ends at both ends after the supervision time, which is returned. `then`
        is called when there is no link any more."""
        self.in_range = False
        self.advertiser.stop()
        self._then = then or self._then
        if self._loss is not None:
            return None
        self._link.silent.add(self.address)
        scanner = self._link.scanner
        supervision = None if scanner is None else scanner.supervision_ms(self.address)
        if self.connection is None and supervision is None:
            self.lose()
            return None
        wait = after_ms if after_ms is not None else supervision or _SUPERVISION_MS
        self._loss = asyncio.get_running_loop().call_later(wait / 1000, self.lose)
        return wait

    def lose(self) -> None:
        """What silence began ends."""
        if self._loss is not None:
            self._loss.cancel()
        self._loss = None
        if self._link.scanner is not None:
            self._link.scanner.lose(self.address)
        self._controller.lose()
        if self.in_range:
            self.come_back()
        then, self._then = self._then, None
        if then is not None:
            then()

    def come_back(self) -> None:
        """In range again; a link that is being lost is lost first."""
        self.in_range = True
        if self._loss is None:
            self._link.silent.discard(self.address)
            if self.connection is None:
                self._advertise()

    def readdress(self, address: hci.Address) -> None:
        """As an unbonded central sees the rotation of a private address; a link keeps the old one."""
        self.address = address
        self.advertiser.address = address
        self._controller.random_address = address
        self._device.random_address = address

    def forget(self) -> None:
        """Off the link for good; there is no connection any more."""
        self.advertiser.stop()
        self._link.silent.discard(self.address)
        self._link.muted.discard(self.address)
        self._link.controllers.discard(self._controller)

    def state(self) -> dict:
        return {
            "name": self.name, "address": self.address.to_string(with_type_qualifier=False),
            "present": self.in_range, "connections": int(self.connection is not None),
        }
