"""A lock on the virtual radio that has somebody else's address and says whatever comes to its mind.

usage: hostile_lock.py SOCKET ADDRESS SEED

Answers every request, and once it is subscribed to notifies random bytes of random length as fast as they are taken,
for as long as the link lasts; between links it changes its name, its data and its signal as often. Prints "ready", and
after each link how much it has said: {"link": N, "said": N}.
"""
import json
import random
import select
import socket
import sys

SERVICE = "0000fd81-0000-1000-8000-00805f9b34fb"
TOKEN = "16860003-a5ae-9856-b6d3-dbb4c676993e"
COMMAND = "16860002-a5ae-9856-b6d3-dbb4c676993e"
path, address, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
rng = random.Random(seed)
air = socket.socket(socket.AF_UNIX)
air.connect(path)
air.setblocking(False)
unsent, unread = b"", b""
said = links = 0


def say(kind, **members):
    global unsent
    unsent += json.dumps({"type": kind, "address": address, **members}).encode() + b"\n"


def advertisement():
    """Structures of advertising data: some whole, some cut off, names that a terminal would obey."""
    data = b""
    while len(data) < 31:
        kind, length = rng.choice((0x01, 0x02, 0x03, 0x07, 0x08, 0x09, 0x16, 0xFF)), rng.randrange(0, 31)
        body = rng.choice((rng.randbytes(length), b"\x1b]0;x\x07\x1b[2J"[:length], "\u202e\u2066".encode()[:length]))
        data += bytes((rng.choice((len(body) + 1, length)), kind)) + body
    return data[:31]


def pump(wait):
    """Sends and hears what can be sent and heard; answers the messages that came."""
    global unsent, unread
    readable, writable, _ = select.select([air], [air] if unsent else [], [], wait)
    if writable:
        unsent = unsent[air.send(unsent):]
    if readable:
        more = air.recv(1 << 20)
        if not more:
            sys.exit(0)
        unread += more
    *lines, unread = unread.split(b"\n")
    return [json.loads(line) for line in lines]


say("register", address_type="random", name="x", adv="020106", rssi_dbm=-40, mtu=247, interval_ms=20,
    services=[{"uuid": SERVICE, "characteristics": [
        {"uuid": COMMAND, "properties": ["write_without_response"]}, {"uuid": TOKEN, "properties": ["notify"]}]}])
is_subscribed = False
while True:
    if is_subscribed and len(unsent) < 1 << 18:
        for _ in range(100):
            say("notify", service=SERVICE, characteristic=TOKEN, value=rng.randbytes(rng.randrange(1, 245)).hex())
        said += 100
    for message in pump(0 if is_subscribed else 0.005):
        if message["type"] == "registered":
            print("ready", flush=True)
        elif message["type"] == "subscribe":
            say("subscribe_result", id=message["id"])
            is_subscribed = True
        elif message["type"] == "disconnected":
            is_subscribed = False
            links += 1
            print(json.dumps({"link": links, "said": said}), flush=True)
    if not is_subscribed and not unsent:
        name = "".join(rng.choice("a\x1b[\u202e\n") for _ in range(8))
        say("update", adv=advertisement().hex(), rssi_dbm=rng.randrange(-127, 21), name=name)
