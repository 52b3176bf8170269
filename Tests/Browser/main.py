"""Runs the stories, one after the other, on one set of daemons. Each has an alarm of its own."""

import argparse
import pathlib
import shutil
import sys
import time
import traceback

import attackers
import home
import stories
from bench import Bench
from phone import PICTURES

STORIES = (
    stories.languages, stories.live, attackers.scanner, attackers.strangers, stories.late, stories.ending,
    stories.no_script, home.home, home.notifications, home.people, stories.keyboard, stories.mail, stories.unwatched,
    stories.away,
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/Browser/check")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="the directory with the programs")
    parser.add_argument("story", nargs="*", choices=[[], *(story.__name__ for story in STORIES)])
    asked = parser.parse_args()
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
    return int(failed)


sys.exit(main())
