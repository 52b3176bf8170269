"""In the guest: what a user who is neither root nor the broker can do with the adapter, with Debian's bus policy and
with ours.

usage: stranger.py POLICY [CHECK]

POLICY is the file for /etc/dbus-1/system-local.conf, CHECK the program seam-bus-check. Prints a table; fails where the
outcome is not the one that deploy/dbus/README.md promises.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bluez import ADAPTER, BlueZ, wait

_ADDRESS = "F0:12:34:56:78:9A"
_UUID = "5a1f%04x-1ab0-4c0d-8e55-0123456789ab"
_SERVICE, _WRITE, _NOTIFY, _READ = (_UUID % number for number in (1, 2, 3, 4))
_CHARACTERISTIC = "org.bluez.GattCharacteristic1"
_PLACE = "/etc/dbus-1/system-local.conf"
_STRANGER, _BROKER = 65534, 990
_DEADLINE_S = 30
_MARKER = "org.seam.Lab"

# An ATT connection without bluetoothd. It asks for the MTU, and prints the answer.
_SOCKET = """
import ctypes, os, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
def address(text, kind):
    device = bytes(reversed(bytes.fromhex(text.replace(':', ''))))
    return struct.pack('<HH6sHBx', 31, 0, device, 4, kind)
def call(function, name):
    if function(link.fileno(), name, len(name)) != 0:
        raise SystemExit(os.strerror(ctypes.get_errno()))
link = socket.socket(31, socket.SOCK_SEQPACKET, 0)
call(libc.bind, address('00:00:00:00:00:00', 1))
call(libc.connect, address(sys.argv[1], 2))
link.settimeout(10)
link.send(bytes([2, 5, 2]))
print(link.recv(64).hex())
"""


def main() -> None:
    policy, check = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    assert not os.path.exists(_PLACE), f"{_PLACE} is there already"
    with open("/etc/passwd", "a") as accounts:
        accounts.write(f"seam-radio:x:{_BROKER}:{_BROKER}::/:/usr/sbin/nologin\n")
    bluez = BlueZ()
    bluez.scan()
    device, _ = bluez.device(_ADDRESS)
    bluez.stop_scan()
    bluez.connect(device)
    characteristics = bluez.characteristics(device)
    bluez.call(characteristics[_SERVICE, _NOTIFY][0], _CHARACTERISTIC, "StartNotify")
    print(f"{'':34}{'Debian':12}{'ours':12}{'ours, broker':12}")
    stock = observe(bluez, characteristics, check, _STRANGER)
    shutil.copyfile(policy, _PLACE)
    reload()
    ours = observe(bluez, characteristics, check, _STRANGER)
    broker = observe(bluez, characteristics, None, _BROKER)
    os.unlink(_PLACE)
    reload()
    for what in stock:
        print(f"{what:34}{stock[what]:12}{ours[what]:12}{broker.get(what, ''):12}")
    around(bluez, device)
    assert set(stock.values()) - {"open"} == {"yes"}, stock
    assert set(ours.values()) - {"closed"} == {"no"}, ours
    assert set(broker.values()) == {"yes"}, broker


def observe(bluez: BlueZ, characteristics: dict, check: str | None, user: int) -> dict[str, str]:
    """What the user can do and hear."""
    write, notify, read = (characteristics[_SERVICE, uuid][0] for uuid in (_WRITE, _NOTIFY, _READ))
    found = {
        "lists devices": calls(user, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"),
        "starts a scan": calls(user, ADAPTER, "org.bluez.Adapter1", "StartDiscovery"),
        "reads a characteristic": calls(user, read, _CHARACTERISTIC, "ReadValue", "a{sv}", "0"),
        "writes to the lock": calls(user, write, _CHARACTERISTIC, "WriteValue", "aya{sv}", "1", "1", "0"),
        "switches the adapter's name": calls(
            user, ADAPTER, "org.freedesktop.DBus.Properties", "Set", "ssv", "org.bluez.Adapter1", "Alias", "s", "x"),
    }
    written = os.urandom(4)
    with listening(user) as heard:
        notified = b"\x80" + written
        bluez.value_after(
            notify, lambda: bluez.call(write, _CHARACTERISTIC, "WriteValue", "aya{sv}", written, {}), notified)
        bluez.call(read, _CHARACTERISTIC, "ReadValue", "a{sv}", {})
        text = heard()
    assert as_printed(written) not in text.replace(as_printed(notified), ""), "a write is heard"
    found["hears a notified value"] = yes(as_printed(notified) in text)
    found["hears a value that is read"] = yes(as_printed(b"lab-1") in text or '"lab-1"' in text)
    if check is not None:
        # Other users may not be able to reach the folder in which the program was built.
        program = shutil.copy(check, "/run/seam-bus-check")
        run = as_user(user, program)
        found["seam-bus-check says"] = run.stdout.split(":")[0]
        assert run.returncode == {"closed": 0, "open": 1}[found["seam-bus-check says"]], run
    return found


def around(bluez: BlueZ, device: str) -> None:
    """What no bus policy concerns: the kernel's own sockets."""
    answer = by_socket()
    print(f"past the bus, by an L2CAP socket, while bluetoothd has a link: {answer}")
    assert "busy" in answer, answer
    bluez.call(device, "org.bluez.Device1", "Disconnect")
    wait("the link's end", lambda: not bluez.property(device, "Device1", "Connected"), 10)
    answer = by_socket()
    print(f"and without one, the lock answers: {answer}")
    assert answer.startswith("03"), answer


def by_socket() -> str:
    """What a stranger's ATT request is answered with, or why it is not."""
    run = subprocess.run(
        [*setpriv(_STRANGER), "/usr/bin/python3", "-", _ADDRESS], input=_SOCKET, capture_output=True, text=True,
        timeout=_DEADLINE_S)
    return run.stdout.strip() or run.stderr.strip()


def setpriv(user: int) -> list[str]:
    return ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups"]


def as_user(user: int, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*setpriv(user), *command], capture_output=True, text=True, timeout=_DEADLINE_S)


def calls(user: int, path: str, interface: str, method: str, *arguments: str) -> str:
    run = as_user(user, "busctl", "call", "org.bluez", path, interface, method, *arguments)
    assert run.returncode == 0 or "Access denied" in run.stderr, run
    return yes(run.returncode == 0)


@contextmanager
def listening(user: int) -> Iterator:
    """Yields a function that answers all that the user was told until now, with what was not meant for them."""
    path = f"/run/heard-{user}"
    with open(path, "w") as output:
        child = subprocess.Popen([*setpriv(user), "dbus-monitor", "--system"], stdout=output, stderr=subprocess.DEVNULL)

    def text() -> str:
        with open(path) as heard:
            return heard.read()

    def heard() -> str:
        subprocess.run(["busctl", "emit", "/", _MARKER, "Now"], check=True, timeout=_DEADLINE_S)
        wait("the marker", lambda: _MARKER in text(), _DEADLINE_S)
        return " ".join(text().split())

    try:
        wait("a listener", lambda: "NameAcquired" in text(), _DEADLINE_S)
        yield heard
    finally:
        child.kill()
        child.wait()


def as_printed(value: bytes) -> str:
    """As dbus-monitor prints bytes."""
    return value.hex(" ")


def yes(does: bool) -> str:
    return "yes" if does else "no"


def reload() -> None:
    bus = "org.freedesktop.DBus"
    subprocess.run(
        ["busctl", "call", bus, "/org/freedesktop/DBus", bus, "ReloadConfig"], check=True, timeout=_DEADLINE_S)


main()
