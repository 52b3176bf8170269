#!/usr/bin/python3 -I
"""A lock provider for a toy lock with a key of 32 bytes, in Python without any library. See Protocol/provider.md.

Its one characteristic takes writes and notifies. Written "?", the lock notifies a challenge of 32 bytes; if it wants
its person to authorize first, it notifies "@" and the page, and the challenge after that. Written "!" and
HMAC-SHA-256(key, challenge), it turns its bolt and notifies "+"; written "=" and 32 bytes while its button is held, it
takes these as its key and notifies "+". What it refuses it answers with "-".
"""
import base64
import hmac
import json
import os
import sys

PLACE = {"service": "746f7900-0000-4000-8000-000000000001", "characteristic": "746f7900-0000-4000-8000-000000000002"}
last, items = 0, []


def send(method, **params):
    global last
    last += 1
    print(json.dumps({"type": "call", "id": last, "method": method, "params": params}), flush=True)
    return last


def hear(wanted):
    """The next message that `wanted` accepts; items wait until somebody wants them."""
    while True:
        for index, message in enumerate(items):
            if wanted(message):
                return items.pop(index)
        line = sys.stdin.readline()
        items.append(json.loads(line) if line else sys.exit(70))


def call(method, **params):
    number = send(method, **params)
    reply = hear(lambda message: message["type"] == "reply" and message["id"] == number)
    return reply.get("result") if "error" not in reply else finish("failed", reason="toy_refused")


def finish(outcome, **more):
    hear_end = send("operation.finish", outcome=outcome, **more)
    hear(lambda message: message["type"] == "reply" and message["id"] == hear_end)
    sys.exit(0)


def value():
    item = hear(lambda message: message["type"] == "item" and message["kind"] in ("value", "disconnected"))
    if item["kind"] == "disconnected":
        finish("failed", reason="toy_disconnected")
    return base64.urlsafe_b64decode(item["data"]["value"] + "==")


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


print(json.dumps({"type": "hello", "proto": [1], "client": {"name": "toy", "version": "1"}}), flush=True)
send("operation.run")
start = hear(lambda message: message["type"] == "item" and message["kind"] == "start")["data"]
call("gatt.subscribe", **PLACE)
if start["operation"] == "bind":
    key = os.urandom(32)
    call("operation.prompt", kind="press_button", text="Hold the toy's button.", expires_ms=45000)
    call("gatt.write", value=text(b"=" + key), **PLACE)
    if value() == b"+":
        finish("bound", credential=text(key))
    finish("failed", reason="toy_button_not_held")
key = base64.urlsafe_b64decode(start["credential"] + "==")
call("gatt.write", value=text(b"?"), **PLACE)
challenge = value()
if challenge.startswith(b"@https://"):
    page = challenge[1:].decode("ascii", "replace")
    call("operation.prompt", kind="complete_otp", text="The toy wants a code.", otp_url=page, expires_ms=120000)
    challenge = value()
proof = hmac.digest(key, challenge, "sha256")
call("operation.phase", phase="operating")
call("gatt.write", value=text(b"!" + proof), commit=True, **PLACE)
if value() == b"+":
    finish("granted", confirmation="confirmed")
finish("failed", reason="toy_not_authorized")
