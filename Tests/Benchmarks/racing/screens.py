"""Races our terminal views against other libraries: one screen, the same keys, a terminal of 200 by 50."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from . import places, screentables
from .building import Builder
from .rounds import Failure, come_first, read_anew
from .terminal import Session

OURS = "seam"
PROGRAMS = {
    OURS: [places.built("seam-bench-screen")],
    "tui-rs": [places.built("tui-rs")],
    "pyratatui": [places.python("pyratatui"), places.peer("pyratatui", "screen.py")],
    "Textual": [places.python("textual"), places.peer("textual", "screen.py")],
    "Bubble Tea": [places.built("bubbletea")],
}
# The keys are the same in all programs. Selecting stays inside the first page, so it comes before scrolling.
EVENTS = {"t": "spinner", "c": "clock", "m": "selection", "f": "recolour", "s": "scroll"}
MIXED = "tcmf"


class ScreenRace:
    """Rounds of all programs that are there."""

    def __init__(self, options, say):
        self.options, self.say = options, say
        self.builder = Builder(say)
        # The results by program: one list of readings for each metric.
        self.results, self.errors = {}, []
        self.events, self.starts, self.idle = (2, 1, 1) if options.quick else (10, 2, 5)

    def run(self):
        if not self.options.skip_build:
            self.builder.packages(screens=True)
            self.builder.screens()
        if self.options.build_only:
            for name, why in self.builder.missing.items():
                self.say("%s: %s" % (name, why))
            return int(bool(self.builder.missing))
        names = [name for name, command in PROGRAMS.items() if os.path.exists(command[0])]
        for name in PROGRAMS.keys() - names:
            self.builder.missing.setdefault(name, "its program is not there")
        if OURS not in names:
            self.say("our own side is not built: %s" % self.builder.missing)
            return 70
        come_first(self.say)
        for number in range(self.options.rounds):
            shift = number % len(names)
            for name in names[shift:] + names[:shift]:
                self._try(name, self._measure)
            self.say("round %d of %d (load %.1f)" % (number + 1, self.options.rounds, os.getloadavg()[0]))
        for name in (OURS, "tui-rs"):
            if name in names:
                self._try(name, self._instructions)
        return self._show()

    def _try(self, name, measure):
        try:
            measure(name, PROGRAMS[name])
        except (Failure, OSError, StopIteration, subprocess.SubprocessError) as failure:
            self.errors.append("%s: %s" % (name, failure))
            self.say(self.errors[-1])

    def _note(self, name, metric, value):
        self.results.setdefault(name, {}).setdefault(metric, []).append(value)

    def _measure(self, name, command):
        read_anew(command[0])
        for _ in range(self.starts):
            with Session(command) as session:
                self._note(name, "start ms", session.first_frame())
                session.settle(0.5)
                session.quit()
        with Session(command) as session:
            session.first_frame()
            session.settle(0.5)
            self._note(name, "first paint B", session.written)
            # The first event of each kind does not count, because it may cause changes that the next one does not.
            for key in MIXED:
                session.press(key)
            for key in MIXED * self.events:
                self._event(name, session, key)
            session.press("s")
            for key in "s" * self.events:
                self._event(name, session, key)
            memory, resident = session.memory_mb()
            self._note(name, "memory MB", memory)
            self._note(name, "resident MB", resident)
            session.settle(1)
            count, wakes = session.rest(self.idle)
            self._note(name, "idle B", count)
            self._note(name, "idle wake-ups", wakes)
            session.quit()

    def _event(self, name, session, key):
        count, milliseconds = session.press(key)
        self._note(name, EVENTS[key] + " B", count)
        self._note(name, EVENTS[key] + " ms", milliseconds)

    def _instructions(self, name, command):
        """Of one event of each kind: the difference between two runs, one of which has more of them."""
        if not shutil.which("valgrind"):
            raise Failure("instructions are not counted: there is no valgrind")
        self.say("counting the instructions of " + name)
        base = self._count(name, command, MIXED + "s")
        for key in EVENTS:
            keys = MIXED + key * self.events + "s" if key in MIXED else MIXED + "s" + key * self.events
            self._note(name, EVENTS[key] + " instructions", (self._count(name, command, keys) - base) / self.events)

    def _count(self, name, command, keys):
        with tempfile.TemporaryDirectory(prefix="seam-race-") as folder:
            log, guard = os.path.join(folder, "log"), os.path.join(folder, "guard")
            # Only the process that draws is measured. A pipe that never ends takes the place of the process that guards
            # the terminal.
            os.mkfifo(guard)
            script = 'exec 3<>"$0"; exec valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$@"'
            guarded = ["env", "SEAM_TERMINAL_GUARDED=1"] if name == OURS else []
            with Session(guarded + ["sh", "-c", script, guard, log] + command, patience=60, quiet=0.5) as session:
                session.first_frame()
                session.settle(2)
                for key in keys:
                    session.press(key)
                session.quit()
            with open(log) as file:
                return int(re.search(r"Collected : (\d+)", file.read()).group(1))

    def _show(self):
        medians = {
            name: {metric: statistics.median(values) for metric, values in metrics.items()}
            for name, metrics in self.results.items()}
        size = os.path.getsize(PROGRAMS[OURS][0]) / (1 << 20)
        saved = {
            "screens": medians, "size_mb": size, "errors": self.errors, "missing": self.builder.missing,
            "rounds": self.options.rounds}
        with open(places.SCREEN_RESULTS, "w") as file:
            json.dump(saved, file, indent=1)
        page, failed = show(saved)
        with open(places.SCREEN_TABLES, "w") as file:
            file.write(page)
        return int(failed)


def show(saved):
    """Prints a race; answers whether a demand was missed."""
    page, failed = screentables.page(saved, OURS)
    print(page, end="")
    sys.stdout.flush()
    return page, failed
