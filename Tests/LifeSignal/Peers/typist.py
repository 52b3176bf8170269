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
asked = 0
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
    questions = shown.count(b": ")
    is_new = questions > asked
    # What was typed before the program listened is lost: it is typed again.
    if questions and questions <= len(answers) and (is_new or time.monotonic() - typed > 1):
        asked, typed = questions, time.monotonic()
        if not termios.tcgetattr(terminal)[3] & termios.ECHO:
            os.write(terminal, answers[questions - 1].encode() + b"\n")
        else:
            typed -= 0.9
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
