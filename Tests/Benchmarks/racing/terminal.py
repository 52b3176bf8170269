"""A terminal of 200 by 50 that nobody sees: starts a program, presses keys, and counts what the program takes."""

import fcntl
import glob
import os
import re
import select
import struct
import subprocess
import termios
import time

from .rounds import Failure

SIZE = struct.pack("HHHH", 50, 200, 0, 0)
VARIABLES = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
# The answers of an xterm with synchronized output and the colours of a dark background. Every program gets the same
# answers.
ANSWERS = {
    b"\x1b[c": b"\x1b[?62;22c", b"\x1b[0c": b"\x1b[?62;22c", b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",
    b"\x1b]10;?": b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;?": b"\x1b]11;rgb:0000/0000/0000\x1b\\"}
QUESTION = re.compile(b"|".join(map(re.escape, ANSWERS)))
SEQUENCE = re.compile(rb"\x1b\[[^@-~]*[@-~]|\s")
# The first frame is complete when these texts have been written, in any order. Programs may move the cursor over
# blanks.
FRAME = [b"Key45", b"Door15", b"qquit"]


class Session:
    """A program in a terminal of its own, from its start to its end."""

    def __init__(self, command, patience=5, quiet=0.1):
        """`patience`: seconds until a key must have shown; after `quiet` seconds without output it has settled."""
        self.patience, self.quiet = patience, quiet
        self.written = self.started = 0
        self.unanswered = b""
        self.terminal, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, SIZE)
        clock, told = os.pipe()

        def begin():
            os.login_tty(slave)
            os.write(told, struct.pack("d", time.monotonic()))

        kept = {key: value for key, value in os.environ.items() if key in ("HOME", "PATH")}
        self.process = subprocess.Popen(command, preexec_fn=begin, env=kept | VARIABLES, pass_fds=[slave])
        os.close(slave)
        os.close(told)
        self.started = struct.unpack("d", os.read(clock, 8))[0]
        os.close(clock)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def first_frame(self):
        """Milliseconds until the first frame is there whole."""
        screen, end = b"", time.monotonic() + self.patience
        while not all(text in screen for text in FRAME):
            data = self._read(end - time.monotonic())
            if not data:
                raise Failure("no first frame: %r" % screen[-200:])
            screen = SEQUENCE.sub(b"", screen + data)
        return (time.monotonic() - self.started) * 1000

    def settle(self, patience=0):
        """Reads until nothing comes any more; answers the bytes."""
        before = self.written
        if self._read(patience or self.quiet):
            while self._read(self.quiet):
                pass
        return self.written - before

    def press(self, key):
        """Presses a key; answers the bytes written for it, and the processor's milliseconds."""
        before = self.processor_seconds()
        os.write(self.terminal, key.encode())
        count = self.settle(self.patience)
        if not count:
            raise Failure("the key %s does nothing" % key)
        return count, (self.processor_seconds() - before) * 1000

    def rest(self, seconds):
        """Leaves the program alone; answers the bytes written meanwhile, and how often it woke up."""
        end, bytes_before, wakes = time.monotonic() + seconds, self.written, self.wake_ups()
        while (left := end - time.monotonic()) > 0:
            self._read(left)
        return self.written - bytes_before, self.wake_ups() - wakes

    def quit(self):
        os.write(self.terminal, b"q")
        end = time.monotonic() + self.patience
        while self.process.poll() is None:
            self._read(0.02)
            if time.monotonic() > end:
                raise Failure("it does not end")

    def _read(self, seconds):
        ready, _, _ = select.select([self.terminal], [], [], max(0, seconds))
        try:
            data = os.read(self.terminal, 1 << 16) if ready else b""
        except OSError:
            # The program has ended.
            data = b""
        self.written += len(data)
        self.unanswered += data
        end = 0
        for question in QUESTION.finditer(self.unanswered):
            os.write(self.terminal, ANSWERS[question.group()])
            end = question.end()
        self.unanswered = self.unanswered[end:][-16:]
        return data

    def processes(self):
        """The program and its children."""
        found = [self.process.pid]
        for process in found:
            for path in glob.glob("/proc/%d/task/*/children" % process):
                with open(path) as file:
                    found += map(int, file.read().split())
        return found

    def processor_seconds(self):
        return sum(time.clock_gettime(~process << 3 | 2) for process in self.processes())

    def wake_ups(self):
        """How often threads have waited, and gone on."""
        paths = [path for process in self.processes() for path in glob.glob("/proc/%d/task/*/status" % process)]
        return sum(field(path, "voluntary_ctxt_switches") for path in paths)

    def memory_mb(self):
        """What all processes have, where what they share counts once; and what is resident of the last, which draws."""
        sums = ["/proc/%d/smaps_rollup" % process for process in self.processes()]
        return sum(field(path, "Pss") for path in sums) / 1024, field(sums[-1], "Rss") / 1024


def field(path, key):
    with open(path) as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(key + ":"))
