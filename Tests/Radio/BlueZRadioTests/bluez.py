"""A bluetoothd for tests, on a private bus: objects that a test makes, answers that it scripts.

usage: bluez.py BUS-ADDRESS [--stranger]

Reads one JSON object per line, and writes one for every call: {"call": METHOD, "path": PATH, "value": HEX}. A stranger
has not the name org.bluez, and sends its signals to everybody by name.
"""

import json
import os
import select
import socket
import sys

from jeepney import DBusAddress, HeaderFields, MessageType, new_error
from jeepney import new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

TYPES = {
    "Address": "s", "AddressType": "s", "Name": "s", "RSSI": "n", "UUIDs": "as", "ManufacturerData": "a{qv}",
    "ServiceData": "a{sv}", "Connected": "b", "Paired": "b", "ServicesResolved": "b", "Adapter": "o", "Powered": "b",
    "Device": "o", "Service": "o", "UUID": "s", "Flags": "as", "MTU": "q", "Value": "ay",
}
MANAGER = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"


def typed(name, value):
    """A property as D-Bus has it: bytes are hex in JSON."""
    kind = TYPES.get(name, "s")
    if kind == "ay":
        value = bytes.fromhex(value)
    elif kind == "a{qv}":
        value = {int(key): ("ay", bytes.fromhex(data)) for key, data in value.items()}
    elif kind == "a{sv}":
        value = {key: ("ay", bytes.fromhex(data)) for key, data in value.items()}
    return (kind, value)


class Bluetoothd:
    def __init__(self, address, is_stranger):
        self.bus = open_dbus_connection(address, enable_fds=True)
        self.is_stranger = is_stranger
        self.objects = {}
        self.scripts = {}
        self.sockets = {}
        self.late = []
        if not is_stranger:
            self.ask(message_bus.RequestName("org.bluez"))

    def ask(self, message):
        """Asks the bus. Calls that come meanwhile are answered afterwards."""
        serial = next(self.bus.outgoing_serial)
        self.bus.send_message(message, serial=serial)
        while True:
            heard = self.bus.receive()
            if heard.header.fields.get(HeaderFields.reply_serial) == serial:
                return heard.body
            self.late.append(heard)

    def signal(self, path, interface, member, signature, body):
        message = new_signal(DBusAddress(path, interface=interface), member, signature, body)
        if not self.is_stranger:
            self.bus.send_message(message)
            return
        for name in self.ask(message_bus.ListNames())[0]:
            if name.startswith(":"):
                message.header.fields[HeaderFields.destination] = name
                self.bus.send_message(message)

    def perform(self, order):
        kind = order["op"]
        if kind == "add":
            interfaces = {
                interface: {name: typed(name, value) for name, value in properties.items()}
                for interface, properties in order["interfaces"].items()}
            self.objects.setdefault(order["path"], {}).update(interfaces)
            self.signal("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", (order["path"], interfaces))
        elif kind == "remove":
            gone = self.objects.pop(order["path"], {})
            self.signal("/", MANAGER, "InterfacesRemoved", "oas", (order["path"], list(gone)))
        elif kind == "change":
            changed = {name: typed(name, value) for name, value in order["properties"].items()}
            self.objects.setdefault(order["path"], {}).setdefault(order["interface"], {}).update(changed)
            self.signal(order["path"], PROPERTIES, "PropertiesChanged", "sa{sv}as",
                        (order["interface"], changed, order.get("invalidated", [])))
        elif kind == "crowd":
            for number in range(order["count"]):
                address = "F1:00:00:00:%02X:%02X" % divmod(number, 256)
                device = {"Address": address, "AddressType": "random", "Adapter": "/org/bluez/hci0", "RSSI": -90}
                interfaces = {"org.bluez.Device1": {name: typed(name, value) for name, value in device.items()}}
                self.signal(
                    "/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", (f"/org/bluez/hci0/crowd_{number}", interfaces))
        elif kind == "on":
            self.scripts[order["method"]] = order
        elif kind == "packet":
            self.sockets[order["path"]].send(bytes.fromhex(order["hex"]))
        elif kind == "hang_up":
            self.sockets.pop(order["path"]).close()
        else:
            raise ValueError(kind)
        print(json.dumps({"done": order.get("n")}), flush=True)

    def answer(self, message):
        if message.header.message_type != MessageType.method_call:
            return
        fields = message.header.fields
        method, path = fields[HeaderFields.member], fields[HeaderFields.path]
        value = message.body[0].hex() if method == "WriteValue" else message.body[0] if method == "RemoveDevice" else ""
        script = self.scripts.get(method, {})
        if "error" in script:
            name, text = script["error"]
            self.bus.send_message(new_error(message, name, "s", (text,)))
        elif "value" in script:
            self.bus.send_message(new_method_return(message, "ay", (bytes.fromhex(script["value"]),)))
        elif script.get("socket"):
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self.sockets[path] = ours
            self.bus.send_message(new_method_return(message, "hq", (theirs, 247)))
            theirs.close()
        elif method == "GetAll":
            properties = self.objects.get(path, {}).get(message.body[0])
            if properties is None:
                self.bus.send_message(
                    new_error(message, "org.freedesktop.DBus.Error.InvalidArgs", "s", ("No such interface",)))
            else:
                self.bus.send_message(new_method_return(message, "a{sv}", (properties,)))
        elif method == "GetManagedObjects":
            self.bus.send_message(new_method_return(message, "a{oa{sa{sv}}}", (self.objects,)))
        elif not script.get("silent"):
            self.bus.send_message(new_method_return(message))
        print(json.dumps({"call": method, "path": path, "value": value}), flush=True)

    def run(self):
        print(json.dumps({"ready": True}), flush=True)
        lines = b""
        for message in self.late:
            self.answer(message)
        while True:
            ready, _, _ = select.select([self.bus.sock, 0, *self.sockets.values()], [], [])
            if self.bus.sock in ready:
                try:
                    while True:
                        self.answer(self.bus.receive(timeout=0))
                except TimeoutError:
                    pass
            for path, own in list(self.sockets.items()):
                if own in ready:
                    packet = own.recv(512)
                    if not packet:
                        self.sockets.pop(path).close()
                    print(json.dumps({"call": "packet", "path": path, "value": packet.hex()}), flush=True)
            if 0 in ready:
                more = os.read(0, 65536)
                if not more:
                    return
                *whole, lines = (lines + more).split(b"\n")
                for line in whole:
                    self.perform(json.loads(line))


if __name__ == "__main__":
    Bluetoothd(sys.argv[1], "--stranger" in sys.argv).run()
