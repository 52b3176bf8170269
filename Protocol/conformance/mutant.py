#!/usr/bin/env python3
"""Tries the rules themselves: stands between the runner and a good server, and breaks one rule of the traffic.

    mutant.py --check --socket PATH            every mutant; each must make one of the rules that it names fail
    mutant.py --check --chapters --socket PATH    one mutant for each chapter of rules (`hello`, `frame` …)
    mutant.py --list                           their names, and what each does wrong
    mutant.py --serve NAME LISTEN --socket PATH   one mutant, at the path LISTEN, until it is interrupted

Through a proxy that changes nothing, all those rules must hold. Exit status of --check: 0 if every mutant was
noticed, 1 if one survived, 2 for wrong usage or a server that cannot be reached. A mutant whose rules are all
skipped, because the server lacks what they are about, is told and counted."""

import sys

sys.dont_write_bytecode = True

import argparse
import asyncio
import dataclasses
import tempfile
import time

import bench
import mutants
import runner
from tap import Proxy, Tap


#: What the good server itself is called, through a proxy that changes nothing.
UNCHANGED = "unchanged"


@dataclasses.dataclass(frozen=True)
class Trial:
    """What the rules made of one mutant."""

    name: str
    verdicts: list[runner.Verdict]

    @property
    def state(self) -> str:
        """`killed`, `SURVIVED`, also where a rule was not tried to its end, or `skip` where none could be tried."""
        states = {verdict.state for verdict in self.verdicts if not verdict.is_missing}
        if "FAIL" in states:
            return "killed"
        return "skip" if states == {"skip"} else "SURVIVED"

    @property
    def is_late(self) -> bool:
        """It was killed by its time alone."""
        return self.state == "killed" and all(
            verdict.is_late for verdict in self.verdicts if verdict.state == "FAIL" and not verdict.is_missing
        )

    def line(self) -> str:
        """The trial as it is printed."""
        first = next((verdict for verdict in self.verdicts if verdict.state == "FAIL"), None)
        rules = ", ".join(verdict.rule.name for verdict in self.verdicts)
        return f"{self.state} {self.name} — " + (f"{first.rule.name}: {first.why}" if first else rules)


async def tried(
    name: str,
    mutant: type[Tap],
    options: argparse.Namespace,
    survey: bench.Survey,
    pace: bench.Pace,
    directory: str,
    again: bool = False,
) -> Trial:
    """Runs the rules that a mutant names against it; those that are late `again`, alone."""
    path, proxy = f"{directory}/{name}", Proxy(mutant, options.socket)
    rules = [rule for rule in runner.all_rules() if rule.name in mutant.rules]
    if missing := set(mutant.rules) - {rule.name for rule in rules}:
        raise LookupError(f"{name} names rules that do not exist: {', '.join(missing)}")
    await proxy.start(path)
    try:
        return Trial(name, await runner.run(rules, path, survey, pace, 100, lambda verdict: None, again))
    finally:
        await proxy.stop()


async def check(options: argparse.Namespace) -> int:
    """Every mutant at once, and the unchanged server."""
    started, pace = time.monotonic(), bench.Pace()
    try:
        async with asyncio.timeout(60):
            survey = await bench.survey(options.socket)
    except (OSError, TimeoutError) as error:
        print(f"mutant.py: {options.socket}: {error or 'no answer'}", file=sys.stderr)
        return 2
    found = mutants.one_of_each_chapter() if options.chapters else mutants.all_mutants()
    every = type("Unchanged", (Tap,), {"rules": tuple({name for mutant in found.values() for name in mutant.rules})})
    with tempfile.TemporaryDirectory() as directory:
        unchanged, *trials = await asyncio.gather(
            *(
                tried(name, mutant, options, survey, pace, directory, again=name == UNCHANGED)
                for name, mutant in ((UNCHANGED, every), *found.items())
            )
        )
        for index, trial in enumerate(trials):
            # Others may have made it late: by that it is not noticed.
            if trial.is_late:
                mutant = found[trial.name]
                trials[index] = await tried(trial.name, mutant, options, survey, pace, directory, again=True)
    broken = [verdict for verdict in unchanged.verdicts if verdict.state == "FAIL"]
    for verdict in broken:
        print(f"without a mutant: {verdict.line()}")
    for trial in trials:
        print(trial.line()[:400])
    states = [trial.state for trial in trials]
    print(
        f"{states.count('killed')} of {len(states)} mutants killed, {states.count('SURVIVED')} survived, "
        f"{states.count('skip')} skipped in {time.monotonic() - started:.1f} s"
    )
    return 1 if broken or "SURVIVED" in states else 0


async def serve(options: argparse.Namespace) -> int:
    """One mutant until it is interrupted."""
    name, path = options.serve
    if name not in mutants.all_mutants():
        print(f"mutant.py: no mutant is called {name}; see mutant.py --list", file=sys.stderr)
        return 2
    await Proxy(mutants.all_mutants()[name], options.socket).start(path)
    await asyncio.Event().wait()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="mutant.py", description="Breaks one rule between a client and a good server."
    )
    parser.add_argument("--socket", metavar="PATH", help="where the good server listens")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="every mutant must be noticed")
    parser.add_argument("--chapters", action="store_true", help="with --check, one mutant for each chapter of rules")
    what.add_argument("--list", action="store_true", help="print the mutants")
    what.add_argument("--serve", nargs=2, metavar=("NAME", "LISTEN"), help="serve one mutant at a path")
    options = parser.parse_args()
    if options.list:
        for name, mutant in mutants.all_mutants().items():
            print(f"{name} — {(mutant.__doc__ or '').strip()} ({', '.join(mutant.rules)})")
        return 0
    if not options.socket:
        parser.error("--socket PATH is missing")
    try:
        return asyncio.run(check(options) if options.check else serve(options))
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
