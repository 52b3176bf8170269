"""Many silent connections at once: flood.py PORT COUNT ADDRESSES.

Opens COUNT connections to PORT, from so many addresses of this machine in turn, as fast as it can, and leaves each of
them open until the server closes it. Prints "begun" at the first. When all are opened, prints how many seconds that
took. Ends with its input."""

import resource
import select
import socket
import sys
import time

#: Linux chooses the port of a connection only when it is connected (ip(7), IP_BIND_ADDRESS_NO_PORT).
BIND_ADDRESS_NO_PORT = 24


def main() -> None:
    port, count, addresses = (int(argument) for argument in sys.argv[1:])
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard < count + 64:
        sys.exit(f"{count} connections take as many open files, and only {hard} are allowed (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 64, hard))
    epoll, peers = select.epoll(), {}

    def reap(patience: float) -> list[int]:
        """Forgets what the server has closed, and returns the numbers of everything that has ended."""
        ended = [number for number, _ in epoll.poll(patience, 4096)]
        for number in ended:
            epoll.unregister(number)
            if number in peers:
                peers.pop(number).close()
        return ended

    print("begun", flush=True)
    begun = time.monotonic()
    for number in range(count):
        peer = socket.socket()
        peer.setblocking(False)
        peer.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
        place = number % addresses
        peer.bind((f"127.{1 + place // 62500}.{place // 250 % 250}.{1 + place % 250}", 0))
        peer.connect_ex(("127.0.0.1", port))
        peers[peer.fileno()] = peer
        epoll.register(peer, select.EPOLLIN | select.EPOLLRDHUP)
        if number % 64 == 0:
            reap(0)
    waiting = set(peers)
    while waiting and time.monotonic() - begun < 60:
        reap(0.01)
        waiting = {number for number in waiting if number in peers and not is_made(peers[number])}
    print(f"{time.monotonic() - begun:.1f}", flush=True)
    epoll.register(sys.stdin, select.EPOLLIN | select.EPOLLHUP)
    while sys.stdin.fileno() not in reap(60):
        pass


def is_made(peer: socket.socket) -> bool:
    """Whether the kernels of both sides have made the connection."""
    try:
        peer.getpeername()
        return True
    except OSError:
        return False


main()
