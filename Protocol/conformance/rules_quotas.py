"""Quotas of connections, tried when nothing else is: they would be in the way of every other rule."""

import asyncio
import os
import socket
import struct

import wire
from bench import Bench, Skip, rule
from witness import Breach


@rule("quota.connections", "6", limit=20, alone=True)
async def connections(bench: Bench) -> None:
    """A connection beyond the quota of its user gets a goaway that names the quota; those that are there live on."""
    quotas = {quota["name"]: quota for quota in bench.survey.whoami.get("quotas", ())}
    if "connections_per_uid" not in quotas:
        raise Skip("rpc.whoami names no quota of connections")
    limit = quotas["connections_per_uid"]["limit"]
    if limit > 512:
        raise Skip(f"{limit} connections are too many to try")
    open_before, refused = [], None
    for _ in range(limit + 1):
        connection = await bench.connect()
        await connection.send(wire.HELLO)
        answer = await connection.find("a welcome or a goaway", lambda message: True)
        if answer["type"] == "goaway":
            refused = answer
            break
        open_before.append(connection)
    if refused is None:
        if os.geteuid() in (0, _server_uid(connection.descriptor)):
            raise Skip("root, and the user of the server, are exempt from quotas of connections")
        raise Breach(f"{limit + 1} connections of one user", f"{limit}, and then rpc.connection_limit")
    details = refused.get("details", {})
    if refused["reason"] != "rpc.connection_limit" or details.get("limit") != limit:
        raise Breach(wire.describe(refused), f"rpc.connection_limit, limit {limit}")
    for connection in (open_before[0], open_before[-1]):
        await connection.result("rpc.whoami")
    await open_before.pop().close()
    for _ in range(20):
        await asyncio.sleep(0.1)
        connection = await bench.connect()
        await connection.send(wire.HELLO)
        if (await connection.find("an answer", lambda message: True))["type"] == "welcome":
            return
    raise Breach("rpc.connection_limit for 2 s after a connection has ended", "its place")


def _server_uid(descriptor: socket.socket) -> int:
    data = descriptor.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", data)[1])
