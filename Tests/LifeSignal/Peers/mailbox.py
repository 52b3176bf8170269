#!/usr/bin/env python3
"""A mail server for a test: prints its port, then each mail that it gets, and keeps none."""

import asyncio


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    async def say(text: str) -> None:
        writer.write(text.encode() + b"\r\n")
        await writer.drain()

    await say("220 mailbox ESMTP")
    while line := (await reader.readline()).decode().rstrip("\r\n"):
        word = line.upper()
        if word.startswith("MAIL FROM:"):
            print("MAIL", line[11:-1].split(">")[0], flush=True)
            await say("250 ok")
        elif word.startswith("RCPT TO:"):
            print("RCPT", line[9:-1].split(">")[0], flush=True)
            await say("250 ok")
        elif word == "DATA":
            await say("354 go on")
            while (text := (await reader.readline()).decode().rstrip("\r\n")) != ".":
                print(text, flush=True)
            await say("250 taken")
        elif word == "QUIT":
            await say("221 bye")
            break
        else:
            await say("250 mailbox")
    writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
