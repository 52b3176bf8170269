"""Somebody who uses LifeSignal from another language.

    person.py SOCKET NUMBER FIRST LAST

All that it knows of the methods stands in Protocol/contract/lifesignal.json: it sends no call that the contract does
not have so, and its witness (Protocol/conformance) judges by it whatever comes back. Asks to sign in with NUMBER, reads
the code from standard input, signs in, follows the person, gives them their names, and checks in. Prints replies and
items, one JSON object a line, and ends when the person is signed out. Exit status: 0, or 1 with what was wrong."""

import sys

sys.dont_write_bytecode = True

import asyncio
import hashlib
import json
import pathlib
from typing import Any

PROTOCOL = pathlib.Path(__file__).resolve().parents[3] / "Protocol"
sys.path.insert(0, str(PROTOCOL / "conformance"))

import contracts
import wire
import witness

#: How long a person may take, in seconds.
PATIENCE = 30.0


class Person:
    """One connection, and the contract that both sides keep."""

    def __init__(self, contract: contracts.Contract, peer: wire.Connection) -> None:
        self.contract = contract
        self.peer = peer

    async def begin(self, method: str, **params: str) -> int:
        """Sends a call, and answers its id."""
        if fault := self.contract.fault(params, self.contract.methods[method]["params"]):
            raise witness.Breach(f"{method}: {fault}", "parameters as in the contract")
        return await self.peer.send_call(method, params)

    async def call(self, method: str, **params: str) -> None:
        """Makes a call, and tells what came of it."""
        reply = await self.peer.reply(await self.begin(method, **params))
        if "error" in reply:
            tell(method=method, error=reply["error"]["reason"])
        else:
            tell(method=method, result=reply["result"])

    async def follow(self, method: str, **update: str) -> None:
        """Tells what a stream says, up to its end. With the first state, changes what `update` says."""
        stream = await self.begin(method)
        while True:
            item = await self.peer.item(stream, PATIENCE)
            if item["kind"] == "bookmark":
                continue
            tell(method=method, kind=item["kind"], data=item["data"])
            if item["kind"] == "synced":
                await self.peer.result("user.update", update)
                await self.peer.result("checkin.record", {})
            elif item["kind"] == "ended":
                break
        reply = await self.peer.reply(stream)
        if "error" in reply:
            raise witness.Breach(wire.describe(reply), "a result behind the last item")


def tell(**line: Any) -> None:
    print(json.dumps(line), flush=True)


async def main(path: str, number: str, first: str, last: str) -> None:
    contract = contracts.read((PROTOCOL / "contract/lifesignal.json").read_bytes())
    methods = {name: (contract, entry) for name, entry in contract.methods.items()}
    reference = witness.Reference(methods, contracts.read_reasons())
    peer = await wire.Connection.open(path, wire.TEXT, reference)
    served = (await peer.greet())["contracts"].get(contract.service)
    if served != "sha256:" + hashlib.sha256(contract.data).hexdigest():
        raise witness.Breach(f"contract {served}", "the one that stands in Protocol/contract")
    person = Person(contract, peer)
    await person.call("user.get")
    await person.call("auth.sign_in", phone=number)
    code = await asyncio.to_thread(sys.stdin.readline)
    await person.call("auth.verify", code=code.strip())
    await person.follow("user.watch", first_name=first, last_name=last, emergency_note="")
    await peer.close()


if len(sys.argv) != 5:
    sys.exit("usage: person.py SOCKET NUMBER FIRST LAST")
try:
    asyncio.run(main(*sys.argv[1:]))
except (OSError, witness.Breach) as error:
    sys.exit(f"person.py: {error}")
