"""Sections 1.1, 1.2 and 1.4: frames, lines and limits."""

import asyncio

import wire
from bench import Bench, rule
from wire import FRAMED, HELLO, TEXT, encode, frame, padded

PING = {"type": "ping", "nonce": "split"}


@rule("frame.byte-by-byte", "1.1")
async def byte_by_byte(bench: Bench) -> None:
    """A hello and a call that arrive byte by byte are taken."""
    connection = await bench.connect()
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    await connection.dribble(encode(FRAMED, HELLO, call), HELLO, call)
    await connection.welcome()
    await connection.reply(1)


@rule("frame.split-everywhere", "1.1")
async def split_everywhere(bench: Bench) -> None:
    """Where a read ends has no meaning: a frame cut at any byte is taken."""
    connection = await bench.greeted()
    await _split_everywhere(connection)


@rule("frame.many-in-one-write", "1.1")
async def many_in_one_write(bench: Bench) -> None:
    """Many frames in one write are taken one after the other, and a rest waits for its end."""
    connection = await bench.connect()
    calls = [{"type": "call", "id": number, "method": "rpc.whoami"} for number in range(1, 31)]
    pings = [{"type": "ping", "nonce": f"{number}"} for number in range(30)]
    data = encode(FRAMED, HELLO, *calls, *pings)
    await connection.write(data[:-3], HELLO, *calls, *pings)
    await connection.welcome()
    for number in range(1, 31):
        await connection.reply(number)
    await connection.write(data[-3:])
    for ping in pings:
        await connection.find(
            f"the pong {ping['nonce']}", lambda m: m["type"] == "pong" and m["nonce"] == ping["nonce"]
        )


@rule("frame.line-feed", "1.1")
async def line_feed(bench: Bench) -> None:
    """Framed mode does not look at line feeds."""
    connection = await bench.greeted()
    await connection.write(frame(b'\n{"type":"ping",\n"nonce":"lf"}\n'))
    await connection.find("the pong lf", lambda m: m["type"] == "pong" and m["nonce"] == "lf")


@rule("frame.limit-hello", "1.4")
async def limit_hello(bench: Bench) -> None:
    """A first frame of exactly hello_frame bytes is taken."""
    connection = await bench.connect()
    await connection.write(frame(padded(HELLO, bench.survey.limit("hello_frame"))))
    await connection.welcome()


@rule("frame.limit-hello-and-one", "1.4")
async def limit_hello_and_one(bench: Bench) -> None:
    """A first frame of one byte more is refused by its header, before a payload is there."""
    limit = bench.survey.limit("hello_frame")
    connection = await bench.connect()
    await connection.write((limit + 1).to_bytes(4, "big"))
    await connection.goaway("rpc.frame_too_large", limit=limit, got=limit + 1)


@rule("frame.limit-behind-hello", "1.4")
async def limit_behind_hello(bench: Bench) -> None:
    """What is pipelined behind a hello may already be as large as frame_in."""
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    connection = await bench.connect()
    await connection.write(encode(FRAMED, HELLO) + frame(padded(call, bench.survey.limit("frame_in"))), HELLO, call)
    await connection.welcome()
    await connection.reply(1)


@rule("frame.limit-in", "1.4")
async def limit_in(bench: Bench) -> None:
    """A frame of exactly frame_in bytes is taken."""
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    connection = await bench.greeted()
    await connection.write(frame(padded(call, bench.survey.limit("frame_in"))), call)
    await connection.reply(1)
    await connection.alive()


@rule("frame.limit-in-and-one", "1.4")
async def limit_in_and_one(bench: Bench) -> None:
    """A frame of one byte more is refused when its four bytes are read."""
    limit = bench.survey.limit("frame_in")
    connection = await bench.greeted()
    await connection.write((limit + 1).to_bytes(4, "big"))
    await connection.goaway("rpc.frame_too_large", limit=limit, got=limit + 1)


@rule("frame.largest-length", "1.4")
async def largest_length(bench: Bench) -> None:
    """The largest length that a header can say is refused; nothing is allocated for it."""
    connection = await bench.greeted()
    await connection.write(b"\x00\xff\xff\xff")
    await connection.goaway("rpc.frame_too_large", limit=bench.survey.limit("frame_in"), got=0xFFFFFF)


@rule("frame.too-large-with-payload", "6")
async def too_large_with_payload(bench: Bench) -> None:
    """The answer to a frame that is too large can be read although its payload is under way."""
    limit = bench.survey.limit("frame_in")
    connection = await bench.greeted()
    await connection.write(frame(b" " * (limit + 1)))
    await connection.goaway("rpc.frame_too_large", limit=limit, got=limit + 1)


@rule("frame.empty", "6", connections=2)
async def empty(bench: Bench) -> None:
    """N = 0 is a fault, first and later."""
    first, later = await bench.connect(), await bench.greeted()
    for connection in (first, later):
        await connection.write(bytes(4))
        await connection.goaway("rpc.bad_frame", problem="empty")


@rule("frame.first-byte", "6", connections=6)
async def first_byte(bench: Bench) -> None:
    """A first byte that is neither 0x00 nor { is a fault, answered in frames."""
    for data in (b"\x01\x00\x00\x00", b"[]\n", b" {}\n", b"GET / HTTP/1.1\r\n\r\n", b"\xff\xff\xff\xff", b"\n"):
        connection = await bench.connect()
        await connection.write(data)
        await connection.goaway("rpc.bad_frame", problem="first_byte")


@rule("frame.later-first-byte", "6", connections=2)
async def later_first_byte(bench: Bench) -> None:
    """The first byte of every later frame is 0x00."""
    for data in (b"\x01\x00\x00\x00", encode(TEXT, PING)):
        connection = await bench.greeted()
        await connection.alive()
        await connection.write(data)
        await connection.goaway("rpc.bad_frame", problem="first_byte")


@rule("frame.truncated", "6", connections=5)
async def truncated(bench: Bench) -> None:
    """An end of input inside a frame is a fault, wherever it cuts."""
    data = encode(FRAMED, PING)
    for count in (1, 3, 4, 5, len(data) - 1):
        connection = await bench.greeted()
        await connection.write(data[:count])
        connection.half_close()
        await connection.goaway("rpc.bad_frame", problem="truncated")


@rule("frame.nothing", "1.1", connections=2)
async def nothing(bench: Bench) -> None:
    """A connection without a byte is no fault: the server closes it without a word."""
    connection = await bench.connect()
    connection.half_close()
    await connection.end()
    await (await bench.connect()).close()
    await (await bench.greeted()).alive()


# --- text mode


@rule("text.conversation", "1.2")
async def text_conversation(bench: Bench) -> None:
    """A connection that begins with { is in text mode for its whole life, in both directions."""
    connection = await bench.greeted(TEXT)
    await connection.result("rpc.whoami")
    await connection.alive()


@rule("text.split-everywhere", "1.2")
async def text_split_everywhere(bench: Bench) -> None:
    """A line cut at any byte is taken, and so is a hello that arrives byte by byte."""
    connection = await bench.connect(TEXT)
    await connection.dribble(encode(TEXT, HELLO), HELLO)
    await connection.welcome()
    await _split_everywhere(connection)


@rule("text.many-in-one-write", "1.2")
async def text_many_in_one_write(bench: Bench) -> None:
    """Many lines in one write are taken one after the other."""
    connection = await bench.connect(TEXT)
    calls = [{"type": "call", "id": number, "method": "rpc.whoami"} for number in range(1, 31)]
    await connection.send(HELLO, *calls)
    await connection.welcome()
    for number in range(1, 31):
        await connection.reply(number)


@rule("text.carriage-return", "1.2")
async def text_carriage_return(bench: Bench) -> None:
    """A CR in front of the LF is white space of the JSON text."""
    connection = await bench.greeted(TEXT)
    await connection.write(b'{"type":"ping","nonce":"cr"}\r\n')
    await connection.find("the pong cr", lambda m: m["type"] == "pong" and m["nonce"] == "cr")


@rule("text.white-space", "1.3", connections=2)
async def text_white_space(bench: Bench) -> None:
    """White space stands where JSON allows it, in front of later messages and of a first frame's object as well."""
    connection = await bench.greeted(TEXT)
    await connection.write(b' \t{ "type" : "ping" ,\r "nonce":"white" } \n')
    await connection.find("the pong white", lambda m: m["type"] == "pong" and m["nonce"] == "white")
    connection = await bench.connect()
    await connection.write(frame(b"\r\n\t " + encode(TEXT, HELLO)), HELLO)
    await connection.welcome()


@rule("text.utf8", "1.3")
async def text_utf8(bench: Bench) -> None:
    """A nonce of several scripts, its characters cut anywhere, comes back as it was."""
    connection = await bench.greeted(TEXT)
    ping = {"type": "ping", "nonce": "ä€🔑"}
    await connection.dribble(encode(TEXT, ping))
    await connection.find("the pong", lambda m: m["type"] == "pong" and m["nonce"] == ping["nonce"])


@rule("text.empty-line", "6")
async def text_empty_line(bench: Bench) -> None:
    """An empty line is a fault."""
    connection = await bench.greeted(TEXT)
    await connection.write(b"\n")
    await connection.goaway("rpc.bad_frame", problem="empty")


@rule("text.truncated", "6")
async def text_truncated(bench: Bench) -> None:
    """A line that the end of input cuts off is a fault, and what it says is not done."""
    connection = await bench.greeted(TEXT)
    await connection.write(b'{"type":"ping","nonce":"cut"}')
    connection.half_close()
    await connection.goaway("rpc.bad_frame", problem="truncated")


@rule("text.limit-hello", "1.4")
async def text_limit_hello(bench: Bench) -> None:
    """A first line of exactly hello_frame bytes is taken; its LF is not counted."""
    connection = await bench.connect(TEXT)
    await connection.write(padded(HELLO, bench.survey.limit("hello_frame")) + b"\n")
    await connection.welcome()


@rule("text.limit-hello-and-one", "1.4")
async def text_limit_hello_and_one(bench: Bench) -> None:
    """A first line of one byte more is refused before its LF comes."""
    limit = bench.survey.limit("hello_frame")
    connection = await bench.connect(TEXT)
    await connection.write(padded(HELLO, limit + 1))
    await connection.goaway("rpc.frame_too_large", limit=limit)


@rule("text.limit-in", "1.4")
async def text_limit_in(bench: Bench) -> None:
    """A line of exactly frame_in bytes is taken."""
    call = {"type": "call", "id": 1, "method": "rpc.whoami"}
    connection = await bench.greeted(TEXT)
    await connection.write(padded(call, bench.survey.limit("frame_in")) + b"\n", call)
    await connection.reply(1)


@rule("text.limit-in-and-one", "1.4")
async def text_limit_in_and_one(bench: Bench) -> None:
    """A line of one byte more is refused before its LF comes."""
    limit = bench.survey.limit("frame_in")
    connection = await bench.greeted(TEXT)
    await connection.write(padded(PING, limit + 1))
    await connection.goaway("rpc.frame_too_large", limit=limit)


async def _split_everywhere(connection: wire.Connection) -> None:
    data = encode(connection.mode, PING)
    for cut in range(1, len(data)):
        await connection.write(data[:cut])
        await asyncio.sleep(0.002)
        await connection.write(data[cut:])
        await connection.find(f"the pong to a ping cut at byte {cut}", lambda m: m["type"] == "pong")
