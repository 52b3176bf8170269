"""A peripheral's attribute database."""

from __future__ import annotations

import contextvars
import dataclasses
import enum
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from bumble import att, gatt_server
from bumble.core import UUID
from bumble.gatt import Characteristic, Service

LARGEST_HANDLE = 0xFFFF
_BASE_UUID = "-0000-1000-8000-00805F9B34FB"


class WriteKind(enum.StrEnum):
    REQUEST = "request"
    LONG = "long"
    COMMAND = "command"


class LastHandle(enum.StrEnum):
    """How the last service reaches up to handle 0xFFFF."""

    GROUP = "group"
    """Its range ends there, as with many real locks; its attributes do not."""
    ATTRIBUTES = "attributes"
    """Its last attribute has that handle."""


write_kind: contextvars.ContextVar[WriteKind] = contextvars.ContextVar("write_kind", default=WriteKind.REQUEST)
"""How the write arrived that is being carried out; a characteristic's own callback is not told."""


@dataclasses.dataclass(frozen=True)
class Path:
    """Names a characteristic by its service's UUID and its own, as they were given."""

    service: str
    characteristic: str


class Owner(Protocol):
    """Who is told what the central does with the database."""

    def att_began(self, connection) -> None:
        """With the first packet of a link, after its MTU is known if that packet asks for one."""

    def response_sent(self) -> None:
        """A request has been answered."""

    async def subscribing(self, path: Path, mode: str) -> None:
        """`none`, `notify` or `indicate` is being written to the CCCD; an ATT_Error refuses it."""


def uuid(text: str) -> UUID:
    """16 bits long where the number is one of Bluetooth's own, as a real device writes it."""
    if text.upper().endswith(_BASE_UUID) and text.startswith("0000"):
        return UUID.from_16_bits(int(text[4:8], 16))
    return UUID(text)


class AttributeServer(gatt_server.Server):
    """bumble's server, which tells how a write arrived, asks its owner about subscriptions, refuses writes that the
    properties do not allow, and can put a service at the end of the handles."""

    def __init__(self, device, owner: Owner, mtu: int) -> None:
        super().__init__(device)
        self.max_mtu = mtu
        self.characteristics: dict[Path, Characteristic] = {}
        """Those of the owner, without the default services'."""
        self._owner = owner
        self._first_of_last: int | None = None

    # --- handles ---

    def next_handle(self) -> int:
        after = self.attributes[-1].handle + 1 if self.attributes else 1
        return max(after, self._first_of_last or 0)

    def add_last_service(self, service: Service, reach: LastHandle) -> None:
        if reach == LastHandle.ATTRIBUTES:
            self._first_of_last = LARGEST_HANDLE + 1 - _attribute_count(service)
        self.add_service(service)
        service.end_group_handle = LARGEST_HANDLE

    # --- the owner's say ---

    def on_gatt_pdu(self, bearer, att_pdu) -> None:
        if isinstance(att_pdu, att.ATT_Exchange_MTU_Request):
            super().on_gatt_pdu(bearer, att_pdu)
            self._owner.att_began(bearer)
        else:
            self._owner.att_began(bearer)
            super().on_gatt_pdu(bearer, att_pdu)

    def send_response(self, bearer, response) -> None:
        super().send_response(bearer, response)
        self._owner.response_sent()

    def make_descriptor_value(self, characteristic: Characteristic) -> att.AttributeValueV2:
        async def write(bearer, value: bytes) -> None:
            if len(value) != 2:
                raise att.ATT_Error(att.ATT_INVALID_ATTRIBUTE_LENGTH_ERROR)
            mode = "notify" if value[0] & 1 else "indicate" if value[0] & 2 else "none"
            path = next((path for path, each in self.characteristics.items() if each is characteristic), None)
            # Service Changed is not a characteristic of the owner.
            if path is not None:
                await self._owner.subscribing(path, mode)
            self.write_cccd(bearer, characteristic, value)

        return att.AttributeValueV2(lambda bearer: self.read_cccd(bearer, characteristic), write=write)

    def subscription(self, bearer, characteristic: Characteristic) -> str:
        value = self.subscribers.get(bearer, {}).get(characteristic.handle, b"\0\0")
        return "notify" if value[0] & 1 else "indicate" if value[0] & 2 else "none"

    # --- writes ---

    def on_att_write_request(self, bearer, request) -> None:
        if self._refuses_request(bearer, request):
            return
        with _kind(WriteKind.REQUEST):
            super().on_att_write_request(bearer, request)

    def on_att_prepare_write_request(self, bearer, request) -> None:
        if not self._refuses_request(bearer, request):
            super().on_att_prepare_write_request(bearer, request)

    def on_att_execute_write_request(self, bearer, request) -> None:
        with _kind(WriteKind.LONG):
            super().on_att_execute_write_request(bearer, request)

    def on_att_write_command(self, bearer, request) -> None:
        attribute = self.get_attribute(request.attribute_handle)
        if _lacks(attribute, Characteristic.Properties.WRITE_WITHOUT_RESPONSE):
            return
        with _kind(WriteKind.COMMAND):
            super().on_att_write_command(bearer, request)

    def _refuses_request(self, bearer, request) -> bool:
        if not _lacks(self.get_attribute(request.attribute_handle), Characteristic.Properties.WRITE):
            return False
        self.send_response(
            bearer,
            att.ATT_Error_Response(
                request_opcode_in_error=request.op_code, attribute_handle_in_error=request.attribute_handle,
                error_code=att.ATT_WRITE_NOT_PERMITTED_ERROR,
            ),
        )
        return True


def _lacks(attribute, properties: Characteristic.Properties) -> bool:
    return isinstance(attribute, Characteristic) and not attribute.properties & properties


def _attribute_count(service: Service) -> int:
    """With a CCCD for each characteristic that has something to say."""
    subscribable = Characteristic.Properties.NOTIFY | Characteristic.Properties.INDICATE
    return 1 + sum(2 + bool(each.properties & subscribable) for each in service.characteristics)


@contextmanager
def _kind(kind: WriteKind) -> Iterator[None]:
    # The task that performs the write is made inside this block, and keeps the value.
    token = write_kind.set(kind)
    try:
        yield
    finally:
        write_kind.reset(token)
