"""Runs the stories, one after the other, on one set of daemons. Each has an alarm of its own."""

import argparse
import pathlib
import shutil
import sys
import time
import traceback

import attackers
import home
import intruders
import stories
from bench import Bench
from phone import PICTURES

STORIES = (
    stories.languages, stories.live, attackers.scanner, attackers.strangers, stories.late, stories.ending,
    stories.no_script, home.home, home.notifications, home.people, stories.keyboard, stories.mail, stories.unwatched,
    stories.away, intruders.injection, intruders.slow, intruders.crowds, intruders.taken_over, intruders.guessing,
)
#: The stories of attackers; each of them notes its attacks in the table.
ATTACKERS = ("scanner", "strangers", "injection", "slow", "crowds", "taken_over", "guessing")


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/Browser/check")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="the directory with the programs")
    names = [story.__name__ for story in STORIES]
    parser.add_argument("story", nargs="*", choices=[[], "attackers", *names], help="'attackers' are all attackers'")
    asked = parser.parse_args()
    if "attackers" in asked.story:
        asked.story += ATTACKERS
    if not asked.story:
        shutil.rmtree(PICTURES, ignore_errors=True)
    failed = False
    with Bench(asked.bin.resolve()) as bench:
        for story in STORIES:
            if asked.story and story.__name__ not in asked.story:
                continue
            begun = time.monotonic()
            try:
                story(bench)
                bench.end_alarm()
                print(f"ok {story.__name__} ({time.monotonic() - begun:.0f} s)", flush=True)
            except Exception:
                failed = True
                traceback.print_exc()
                print(f"FAILED {story.__name__}: {story.__doc__}", flush=True)
                bench.start_missing()
                bench.end_alarm()
        bench.expect_silent_logs()
        if bench.attacks:
            print(bench.attack_table())
    return int(failed)


sys.exit(main())
