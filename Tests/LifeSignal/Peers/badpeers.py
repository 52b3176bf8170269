#!/usr/bin/env python3
"""Mail servers and push services that are slow, hang, refuse or repeat, for a test.

    badpeers.py DIVISOR

Prints the ports of all, a JSON object, and then each message that one has got whole, a JSON object a line. They are
good until a line comes on standard input. Their times are divided by DIVISOR, as the sender's are."""

import asyncio
import email
import json
import sys
from collections.abc import Awaitable, Callable

DIVISOR = float(sys.argv[1])
#: Longer than the test lasts.
FOREVER = 1e6
bad = asyncio.Event()
#: How often a message of the alarm has come to a peer.
calls: dict[str, int] = {}


class Closed(Exception):
    """The peer closes the connection."""


def got(peer: str, text: str) -> None:
    print(json.dumps({"peer": peer, "text": text}), flush=True)


async def seconds(time: float) -> None:
    await asyncio.sleep(time / DIVISOR)


def plain(mail: str) -> str:
    """The text of a mail, which may be a part beside HTML."""
    parts = email.message_from_string(mail).walk()
    return next(part for part in parts if part.get_content_type() == "text/plain").get_payload(decode=True).decode()


async def mail(peer: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A mail server that is bad in the way of its name."""
    is_bad = bad.is_set()
    calls[peer] = calls.get(peer, 0) + is_bad

    def does(name: str) -> bool:
        return is_bad and peer == name

    async def say(text: str) -> None:
        for byte in [text.encode() + b"\r\n"] if not does("drips") else [bytes([b]) for b in text.encode() + b"\r\n"]:
            writer.write(byte)
            await writer.drain()
            if does("drips"):
                await seconds(1)

    if does("greets-late"):
        await seconds(20)
    if does("never-greets") or does("tls-hangs"):
        await seconds(FOREVER)
    to = ""
    await say("220 " + "x" * 1_000_000 if does("greets-at-length") else "220 bad")
    while line := (await reader.readline()).decode().rstrip("\r\n"):
        word = line.upper()
        to = line[9:].split("@")[0] if word.startswith("RCPT TO:") else to
        if word.startswith("RCPT TO:") and does("refuses"):
            await say("550 nobody of that name")
        elif word.startswith("RCPT TO:") and does("greylists") and calls[peer] < 3:
            await say("451 come again")
        elif word == "DATA":
            if does("closes-at-data"):
                raise Closed
            await say("354 on")
            text = ""
            while (part := (await reader.readline()).decode().rstrip("\r\n")) != ".":
                text += part + "\n"
            if does("answers-late"):
                await seconds(15)
            got(to, plain(text))
            if does("drops-the-first") and calls[peer] < 2:
                raise Closed
            await say("250 ok")
        elif word == "QUIT":
            await say("221 bye")
            raise Closed
        else:
            await say("250 ok")


async def push(peer: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A push service that is bad in the way of its name."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    body = json.loads(await reader.readexactly(int(head.split("content-length:")[1].split("\r\n")[0])))
    name = body["address"] if bad.is_set() else ""
    calls[name] = calls.get(name, 0) + 1

    async def answer(status: int, *headers: str, length: int = 2) -> None:
        lines = [f"HTTP/1.1 {status} x", f"content-length: {length}", "connection: close", *headers, "", ""]
        writer.write("\r\n".join(lines).encode() + (b"{}" if length == 2 else b""))
        await writer.drain()

    got(body["address"], f"{body['text']} {'(repeat)' if body['repeat'] else ''}")
    match name:
        case "hangs":
            await seconds(FOREVER)
        case "hangs-after-headers":
            await answer(200, length=100)
            await seconds(FOREVER)
        case "answers-in-25-s":
            await seconds(25)
        case "resets":
            writer.transport.abort()
            raise Closed
        case "has-no-end":
            await answer(200, length=1_000_000_000)
            while True:
                writer.write(b"x" * 1000)
                await writer.drain()
                await seconds(0.1)
        case "500" | "401" | "404" | "410":
            await answer(int(name))
        case "429":
            await answer(429, "retry-after: 120")
        case "302":
            await answer(302, "location: http://127.0.0.1:1/")
        case "503-twice" if calls[name] < 3:
            await answer(503)
    await answer(200)
    raise Closed


def serve(
    peer: str, speak: Callable[[str, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    async def run(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await speak(peer, reader, writer)
        except (OSError, Closed, asyncio.IncompleteReadError):
            pass
        writer.close()

    return run


async def main() -> None:
    ports = {}
    for peer in ("good greets-late answers-late never-greets closes-at-data refuses greylists drops-the-first drips "
                 "greets-at-length tls-hangs").split():
        server = await asyncio.start_server(serve(peer, mail), "127.0.0.1", 0)
        ports[peer] = server.sockets[0].getsockname()[1]
    server = await asyncio.start_server(serve("", push), "127.0.0.1", 0)
    ports["push"] = server.sockets[0].getsockname()[1]
    leaving = await asyncio.start_server(serve("", push), "127.0.0.1", 0)
    ports["leaving"] = leaving.sockets[0].getsockname()[1]
    print(json.dumps(ports), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    bad.set()
    leaving.close()
    print('{"bad": true}', flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
