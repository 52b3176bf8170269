"""The air of the lab as a process: python -m air [--peripheral JSON|FILE]…"""

from __future__ import annotations

import argparse
import asyncio
import json
import os

from .lock_server import LockServer
from .operations import Operations
from .world import World

_DIRECTORY = "/run/radiolab"


async def main() -> None:
    parser = argparse.ArgumentParser(prog="air")
    parser.add_argument("--directory", default=_DIRECTORY, help="where air.sock and locks.sock are made")
    parser.add_argument("--peripheral", action="append", default=[], help="JSON, or a file of it; repeat for more")
    arguments = parser.parse_args()
    world = World()
    world.plug()
    for description in arguments.peripheral:
        await world.add(json.loads(_read(description)))
    operations = Operations(world)
    os.makedirs(arguments.directory, exist_ok=True)
    servers = [
        await LockServer(world).listen(os.path.join(arguments.directory, "locks.sock")),
        await operations.listen(os.path.join(arguments.directory, "air.sock")),
    ]
    print("ready", flush=True)
    await operations.quit.wait()
    for server in servers:
        server.close()


def _read(description: str) -> str:
    if description.lstrip().startswith("{"):
        return description
    with open(description, encoding="utf-8") as file:
        return file.read()


asyncio.run(main())
