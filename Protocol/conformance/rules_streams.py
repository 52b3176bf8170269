"""Sections 2.4, 2.7, 5.1 and 5.2: credit, order and quotas of streams."""

import wire
from bench import Bench, rule
from witness import Breach


@rule("credit.exact", "5.1")
async def exact(bench: Bench) -> None:
    """With credit 1 one item comes, and none beyond; the stream and the connection wait."""
    connection = await bench.greeted()
    identifier = await bench.with_item(connection, credit=1)
    await connection.item(identifier)
    await connection.silence(0.6, "nothing beyond the credit")
    await connection.alive()


@rule("credit.exact-in-text", "5.1")
async def exact_in_text(bench: Bench) -> None:
    """Credit that is named holds in text mode as well."""
    connection = await bench.greeted(wire.TEXT)
    identifier = await bench.with_item(connection, credit=1)
    await connection.item(identifier)
    await connection.silence(0.6, "nothing beyond the credit")
    await connection.alive()


@rule("credit.granted", "2.7")
async def granted(bench: Bench) -> None:
    """Each grant lets exactly so many more items come."""
    source = bench.stream(3)
    connection = await bench.greeted()
    identifier = await connection.send_call(source.method, stream={"credit": 1})
    await connection.item(identifier)
    for count in (1, min(source.items, 20) - 2):
        await connection.silence(0.3, "nothing beyond the credit")
        await connection.send({"type": "credit", "id": identifier, "n": count})
        for _ in range(count):
            await connection.item(identifier)
    await connection.silence(0.3, "nothing beyond the credit")


@rule("credit.cut", "2.7")
async def cut(bench: Bench) -> None:
    """Credit beyond the 1,024 that may be unused is cut and not punished; the stream goes on."""
    connection = await bench.greeted()
    identifier = await bench.with_item(connection, credit=1024)
    for _ in range(5):
        await connection.send({"type": "credit", "id": identifier, "n": 1024})
    await connection.item(identifier)
    await connection.alive()
    await connection.result("rpc.whoami")


@rule("credit.default", "5.1")
async def default(bench: Bench) -> None:
    """A stream without terms has credit 64 in framed mode, and automatic credit in text mode."""
    source = bench.stream(1)
    connection = await bench.greeted()
    await connection.item(await connection.send_call(source.method))
    text = await bench.greeted(wire.TEXT)
    await text.item(await text.send_call(source.method))


@rule("credit.holds-up-nobody", "5.2")
async def holds_up_nobody(bench: Bench) -> None:
    """A stream without credit left holds up no other call and no other stream."""
    connection = await bench.greeted()
    first = await bench.with_item(connection, credit=1)
    await connection.item(first)
    second = await bench.with_item(connection, credit=1)
    await connection.item(second)
    for _ in range(5):
        await connection.result("rpc.whoami")


@rule("stream.quota", "2.3", connections=14)
async def quota(bench: Bench) -> None:
    """A stream beyond limits.streams is refused with the quota in details, effect none; one that ends makes room."""
    method, limit = bench.stream().method, bench.survey.limit("streams")
    connection = await bench.greeted()
    streams = [await connection.send_call(method, stream={"credit": 1}) for _ in range(limit)]
    over = await connection.send_call(method, stream={"credit": 1})
    error = await connection.refusal(over, "resource_exhausted", "rpc.quota_exceeded")
    details = error["details"]
    if (details["limit"], details["used"], details["scope"]) != (limit, limit, "connection"):
        raise Breach(f"details {details}", f"limit {limit}, used {limit}, scope connection")
    await connection.send({"type": "cancel", "id": streams[0]})
    await connection.reply(streams[0], 6)
    await connection.send_call(method, stream={"credit": 1})
    await connection.alive()
    if refused := [message for message in connection.inbox if message["type"] == "reply"]:
        raise Breach(wire.describe(refused[0]), "the place of the stream that has ended")


@rule("stream.quota-leaves-calls", "2.3", connections=14)
async def quota_leaves_calls(bench: Bench) -> None:
    """Where all streams are taken, unary calls are served."""
    method = bench.stream().method
    connection = await bench.greeted()
    for _ in range(bench.survey.limit("streams") + 1):
        await connection.send_call(method, stream={"credit": 1})
    await connection.result("rpc.whoami")


@rule("stream.policies", "5.1")
async def policies(bench: Bench) -> None:
    """Each policy that a contract allows can be asked for."""
    connection = await bench.greeted()
    bench.stream()
    for source in bench.survey.streams:
        for policy in source.entry["overflow"]:
            identifier = await connection.send_call(source.method, stream={"policy": policy, "credit": 1})
            await connection.send({"type": "cancel", "id": identifier})
            reply = await connection.reply(identifier, 6)
            if reply.get("error", {}).get("code") not in (None, "cancelled"):
                raise Breach(wire.describe(reply), f"a stream of {source.method} with the policy {policy}")


@rule("stream.items-of-contract", "2.4", connections=5)
async def items_of_contract(bench: Bench) -> None:
    """What safe streams send is what the contract says, with sequence numbers that grow."""
    bench.stream()
    for source in bench.survey.streams:
        connection = await bench.greeted()
        identifier = await connection.send_call(source.method, stream={"credit": 1024})
        last = -1
        for _ in range(source.items):
            item = await connection.item(identifier)
            if item.get("seq", last) < last:
                raise Breach(f"seq {item['seq']} behind {last}", "numbers that grow")
            last = item.get("seq", last)
