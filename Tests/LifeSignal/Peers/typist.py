#!/usr/bin/env python3
"""Runs a program on a terminal of 80 columns and types the lines of its own standard input, each when the program
asks for one. Prints what the terminal showed; ends with the program's status.

    typist.py PROGRAM ARGUMENT…"""

import os
import pty
import select
import sys
import termios
import time

answers = sys.stdin.read().splitlines()
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
termios.tcsetwinsize(terminal, (40, 80))
shown = b""
line = ""
answered = 0
typed = 0.0
end = time.monotonic() + 60
while time.monotonic() < end:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    # Anything with a choice is asked for with echo, and a secret without it. The terminal shows what is typed, or at
    # least its line end. What was typed before the program listened is lost: it is typed again.
    if not shown.endswith((b": ", b"[y/N] ")):
        continue
    if not shown.endswith(b"[y/N] ") and termios.tcgetattr(terminal)[3] & termios.ECHO:
        continue
    is_new = len(shown) > answered
    if is_new and not answers or not is_new and time.monotonic() - typed < 1:
        continue
    line = answers.pop(0) if is_new else line
    answered, typed = len(shown), time.monotonic()
    os.write(terminal, line.encode() + b"\n")
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
