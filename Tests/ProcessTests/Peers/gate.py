"""Passes connections on as the user that it runs as.

    gate.py LISTEN=TARGET…   for each connection at LISTEN one to TARGET, byte for byte and half-closes too; prints
                             "ready"

Where TARGET refuses the connection, the other side reads {"type":"refused","errno":N} and the end.
"""

import contextlib
import json
import socket
import sys
import threading


def copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def pass_on(client: socket.socket, path: str) -> None:
    with client, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        try:
            server.connect(path)
        except OSError as error:
            client.sendall(json.dumps({"type": "refused", "errno": error.errno}).encode() + b"\n")
            return
        there = threading.Thread(target=copy, args=(client, server), daemon=True)
        there.start()
        copy(server, client)
        # Nobody reads what the client still sends.
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RD)
        there.join()


def serve(listener: socket.socket, path: str) -> None:
    while True:
        client, _ = listener.accept()
        threading.Thread(target=pass_on, args=(client, path), daemon=True).start()


def main() -> None:
    for pair in sys.argv[1:]:
        place, target = pair.split("=", 1)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(place)
        listener.listen(64)
        threading.Thread(target=serve, args=(listener, target), daemon=True).start()
    print("ready", flush=True)
    threading.Event().wait()


main()
