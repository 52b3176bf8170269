"""One operation of the air: python -m air.ctl OP [KEY=VALUE…]. Prints the answer; exits 1 if it is a failure."""

from __future__ import annotations

import json
import os
import socket
import sys

_DEFAULT_SOCKET = "/run/radiolab/air.sock"
_DEADLINE_S = 300
"""For the longest storm."""
_TEXT = ("value", "name", "address", "uuid", "manufacturer")


def main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print("usage: lab ctl OP [KEY=VALUE…]; the operations are in README.md", file=sys.stderr)
        return 64
    request: dict[str, object] = {"op": words[0]}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals:
            print(f"lab ctl: {word} is not KEY=VALUE", file=sys.stderr)
            return 64
        request[key] = value if key in _TEXT else _value(value)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_DEADLINE_S)
        connection.connect(os.environ.get("RADIOLAB_AIR", _DEFAULT_SOCKET))
        connection.sendall(json.dumps(request).encode() + b"\n")
        answer = connection.makefile().readline()
    print(answer.strip())
    return 0 if json.loads(answer or "{}").get("ok") else 1


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
