"""Opens sockets and becomes a program that they are passed to, as a service manager does.

    activate.py [--names N:N…] [--pid PID] KIND=PATH… -- PROGRAM ARGUMENT…

KIND is `stream`, which listens, `bound`, which does not, `datagram`, `unnamed` or `file`. Without --names the variable
is not set.
"""

import os
import socket
import sys


def opened(kind: str, path: str) -> int:
    if kind == "file":
        return os.open("/dev/null", os.O_RDONLY)
    if kind == "unnamed":
        return socket.socketpair()[0].detach()
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM if kind == "datagram" else socket.SOCK_STREAM)
    peer.bind(path)
    os.chmod(path, 0o666)
    if kind == "stream":
        peer.listen(64)
    return peer.detach()


def main() -> None:
    split = sys.argv.index("--")
    options, command = sys.argv[1:split], sys.argv[split + 1 :]
    environment = dict(os.environ)
    environment["LISTEN_PID"] = str(os.getpid())
    while options and options[0].startswith("--"):
        name, value = options.pop(0), options.pop(0)
        environment["LISTEN_FDNAMES" if name == "--names" else "LISTEN_PID"] = value
    # The descriptors are moved above the numbers that they finally get, so that none of them is closed too early.
    made = [os.dup2(opened(*option.split("=", 1)), 100 + index) for index, option in enumerate(options)]
    for index, descriptor in enumerate(made):
        os.dup2(descriptor, 3 + index, inheritable=True)
    os.closerange(3 + len(made), 200)
    environment["LISTEN_FDS"] = str(len(made))
    os.execve(command[0], command, environment)


main()
