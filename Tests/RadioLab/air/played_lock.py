"""A lock that another program plays over the virtual radio's socket."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Any

from bumble import att, hci
from bumble.hci import HCI_ErrorCode

from . import advertising
from .attributes import Path, WriteKind, write_kind
from .journal import note
from .link import AirLink
from .peripheral import Peripheral

_ATT_TIMEOUT_S = 30
_RESULTS = {"subscribe": "subscribe_result", "read": "read_result", "write": "write_result"}
_REASONS = {
    HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR: "supervision",
    HCI_ErrorCode.CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR: "peripheral",
    HCI_ErrorCode.REMOTE_DEVICE_TERMINATED_CONNECTION_DUE_TO_POWER_OFF_ERROR: "adapter",
}

Send = Callable[[dict[str, Any]], None]


class Refusal(Exception):
    """A message was not carried out: `reason` is that of `refused`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclasses.dataclass
class _Request:
    number: int
    kind: str
    answer: asyncio.Future[dict[str, Any]]
    sent: asyncio.Event
    """Set when the answer has gone to the central, or never will."""


class PlayedLock(Peripheral):
    """Forwards what the central does and answers as the player says."""

    _last_request = 0
    """Of all locks: an answer to a request of an earlier link matches none of a later one."""

    def __init__(self, link: AirLink, registration: dict[str, Any], send: Send) -> None:
        is_public = registration["address_type"] == "public"
        kind = hci.Address.PUBLIC_DEVICE_ADDRESS if is_public else hci.Address.RANDOM_DEVICE_ADDRESS
        super().__init__(
            link, registration.get("name", ""), hci.Address(registration["address"], kind), registration["services"],
            registration["mtu"], registration.get("interval_ms", 100),
        )
        # The address by which the player knows the lock, even if the address on air changes.
        self.registered_address: str = registration["address"]
        self._send = send
        self._scan_response = b""
        self._request: _Request | None = None
        self._has_link = False
        self._is_ending = False
        self._confirmation: asyncio.Task | None = None
        self._apply(registration)

    def detach(self, send: Send) -> None:
        """Nobody plays it any more; what it would be told goes to `send`."""
        self._send = send

    # --- from the player ---

    async def receive(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "update":
                if message.get("in_range") is False:
                    await self._say_what_is_left()
                self._apply(message)
                self._apply_faults(message)
            case "subscribe_result" | "read_result" | "write_result" | "att_error":
                await self._answer(message)
            case "notify" | "indicate" as mode:
                self._emit(message, mode)
            case "disconnect":
                if not self._has_link:
                    raise Refusal("no_link", "the lock has no link")
                self._is_ending = True
                await self.disconnect()

    def _apply(self, message: dict[str, Any]) -> None:
        self.name = message.get("name", self.name)
        if "adv" in message:
            self.advertiser.data = bytes.fromhex(message["adv"])
        if "scan_response" in message:
            self._scan_response = bytes.fromhex(message["scan_response"])
        self.advertiser.scan_response = advertising.with_name(self.advertiser.data, self._scan_response, self.name)
        self.advertiser.rssi_dbm = message.get("rssi_dbm", self.advertiser.rssi_dbm)
        if message.get("mtu", self.mtu) != self.mtu:
            self.set_mtu(message["mtu"])

    def _apply_faults(self, message: dict[str, Any]) -> None:
        self.advertiser.answers = message.get("connectable", self.advertiser.answers)
        match message.get("in_range"):
            case True:
                self.come_back()
            case False:
                self.vanish()

    async def _say_what_is_left(self) -> None:
        """What the player has said before is on air before the lock falls silent."""
        # An indication is sent by a separate task.
        await asyncio.sleep(0)
        connection = self.connection
        queue = connection and self._device.host.get_data_packet_queue(connection.handle)
        if not queue:
            return
        try:
            await asyncio.wait_for(queue.drain(connection.handle), timeout=1)
        except (TimeoutError, ValueError):
            # The link no longer carries data, or has never carried any.
            return

    async def _answer(self, message: dict[str, Any]) -> None:
        if not self._has_link:
            raise Refusal("no_link", "the lock has no link")
        request = self._request
        if request is None or request.number != message["id"] or request.answer.done():
            raise Refusal("no_request", "no request with that id is outstanding")
        if message["type"] not in ("att_error", _RESULTS[request.kind]):
            raise Refusal("no_request", "the outstanding request is of another kind")
        request.answer.set_result(message)
        # What the player sends next must not overtake the answer.
        await request.sent.wait()

    def _emit(self, message: dict[str, Any], mode: str) -> None:
        connection = self.connection
        if not self._has_link or connection is None:
            raise Refusal("no_link", "the lock has no link")
        path = Path(message["service"].lower(), message["characteristic"].lower())
        characteristic = self.characteristics.get(path)
        if characteristic is None:
            raise Refusal("unknown_characteristic", "the lock has registered no such characteristic")
        server = connection.gatt_server
        if server.subscription(connection, characteristic) != mode:
            raise Refusal("not_subscribed", "nobody has subscribed to this characteristic")
        value = bytes.fromhex(message["value"])
        if len(value) > connection.att_mtu - 3:
            raise Refusal("too_long", f"a value has at most MTU - 3 bytes, here {connection.att_mtu - 3}")
        note(self.name, mode, path.characteristic, value.hex())
        if mode == "notify":
            handle = characteristic.handle
            server.send_gatt_pdu(
                connection, bytes(att.ATT_Handle_Value_Notification(attribute_handle=handle, attribute_value=value))
            )
            return
        if self._confirmation is not None:
            raise Refusal("indication_outstanding", "the last indication has not been confirmed")
        indicating = self._indicate(server, connection, characteristic, value, message)
        self._confirmation = asyncio.get_running_loop().create_task(indicating)

    async def _indicate(self, server, connection, characteristic, value: bytes, message: dict[str, Any]) -> None:
        try:
            await server.indicate_subscriber(connection, characteristic, value)
        except TimeoutError:
            # According to ATT, nothing more may be sent on this link.
            await self.disconnect()
            return
        self._confirmation = None
        names = {key: message[key] for key in ("address", "service", "characteristic")}
        self._send({"type": "confirm", **names})

    # --- from the central ---

    def link_began(self, mtu: int) -> None:
        self._has_link = True
        self._tell("connected", mtu=mtu)

    def link_ended(self, reason: HCI_ErrorCode) -> None:
        self._has_link = False
        if self._confirmation is not None:
            self._confirmation.cancel()
        self._confirmation = None
        if self._request is not None:
            self._request.answer.cancel()
            self._request.sent.set()
        self._request = None
        told = "peripheral" if self._is_ending else _REASONS.get(reason, "central")
        self._is_ending = False
        self._tell("disconnected", reason=told)

    async def read(self, path: Path) -> bytes:
        answer = await self._ask("read", service=path.service, characteristic=path.characteristic)
        return bytes.fromhex(answer["value"])

    async def write(self, path: Path, value: bytes) -> None:
        kind = write_kind.get()
        note(self.name, "write", kind, path.characteristic, value.hex())
        members = {
            "service": path.service, "characteristic": path.characteristic, "kind": kind.value, "value": value.hex(),
        }
        if kind == WriteKind.COMMAND:
            self._tell("write", **members)
        else:
            await self._ask("write", **members)

    async def subscribing(self, path: Path, mode: str) -> None:
        await self._ask("subscribe", service=path.service, characteristic=path.characteristic, mode=mode)

    def response_sent(self) -> None:
        request = self._request
        if request is not None and request.answer.done():
            request.sent.set()
            self._request = None

    async def _ask(self, kind: str, /, **members: str) -> dict[str, Any]:
        if not self._has_link or self._request is not None:
            raise att.ATT_Error(att.ATT_UNLIKELY_ERROR_ERROR)
        PlayedLock._last_request += 1
        request = _Request(
            PlayedLock._last_request, kind, asyncio.get_running_loop().create_future(), asyncio.Event()
        )
        self._request = request
        self._tell(kind, id=request.number, **members)
        try:
            answer = await asyncio.wait_for(request.answer, _ATT_TIMEOUT_S)
        except TimeoutError:
            note(self.name, "has not answered a request for", _ATT_TIMEOUT_S, "s")
            await self.disconnect()
            raise asyncio.CancelledError from None
        if answer["type"] == "att_error":
            raise att.ATT_Error(answer["code"])
        return answer

    def _tell(self, kind: str, /, **members: Any) -> None:
        self._send({"type": kind, "address": self.registered_address, **members})
