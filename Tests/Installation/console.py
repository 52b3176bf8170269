"""A screen and a keyboard for the kiosk in this machine, which has no console: a pseudo-terminal of 80 by 25 cells.

    console.py DIRECTORY          keeps the terminal: writes its name to DIRECTORY/name, as in pts/0, tells systemd that
                                  it is ready, and types what is written to DIRECTORY/keys
    console.py shows DIRECTORY SECONDS TEXT [ABSENT]
                                  waits until TEXT is on the screen and ABSENT is not, prints after how many ms

DIRECTORY/screen has the rows, replaced as a whole each time they change.
"""

import errno
import fcntl
import os
import pty
import select
import socket
import struct
import sys
import termios
import time

ROWS, COLUMNS = 25, 80


def keep(place):
    # This module is beside this file. A call that only waits does not need it.
    import pyte

    master, terminal = pty.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    name = os.ttyname(terminal).removeprefix("/dev/")
    # Only the kiosk has the terminal open.
    os.close(terminal)
    os.makedirs(place, exist_ok=True)
    for old in ("keys", "screen"):
        if os.path.exists(os.path.join(place, old)):
            os.unlink(os.path.join(place, old))
    os.mkfifo(os.path.join(place, "keys"), 0o600)
    # The pipe is also open for writing, so that it never ends.
    keys = os.open(os.path.join(place, "keys"), os.O_RDWR)
    replace(place, "name", name)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    ready()
    shown = None
    poll = select.poll()
    poll.register(keys, select.POLLIN)
    while True:
        # If no program has the terminal open, poll reports this all the time.
        for descriptor, _ in poll.poll(20):
            os.write(master, os.read(descriptor, 4096))
        if not select.select([master], [], [], 0)[0]:
            continue
        try:
            stream.feed(os.read(master, 65536))
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            time.sleep(0.02)
            continue
        rows = "\n".join(screen.display)
        if rows != shown:
            shown = rows
            replace(place, "screen", rows)


def replace(place, name, text):
    path = os.path.join(place, name)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.rename(path + ".new", path)


def ready():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.connect(os.environ["NOTIFY_SOCKET"].replace("@", "\0", 1))
        notify.send(b"READY=1")


def shows(place, seconds, text, absent=None):
    begun = time.monotonic()
    rows = ""
    while time.monotonic() - begun < float(seconds):
        with open(os.path.join(place, "screen"), encoding="utf-8") as file:
            rows = file.read()
        if text in rows and (absent is None or absent not in rows):
            print(round((time.monotonic() - begun) * 1000))
            return 0
        time.sleep(0.02)
    print(rows, file=sys.stderr)
    return 1


if sys.argv[1] == "shows":
    sys.exit(shows(*sys.argv[2:]))
keep(sys.argv[1])
