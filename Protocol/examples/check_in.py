#!/usr/bin/env python3
"""Checks in to LifeSignal whenever a door of this user opens: check_in.py [SESSION]. It watches the doors of the
session in SEAM_SESSION, or else of 'default', and checks in to LifeSignal's session SESSION, or else 'default'; this
user must be signed in there (seam signal sign-in). An opening shows that somebody used this user's key, perhaps from
far away. Prints each check-in, one JSON object per line. A check-in that fails is reported, and the next door tries
again. Runs until it is interrupted, or until nobody reads its output; exit status: 1 refused, or nobody is signed in,
69 a daemon is not reachable, or the session daemon has gone."""
import os
import sys

sys.dont_write_bytecode = True
# The same protocol on another socket, so the same client.
from unlock import Client, Refused, plain, shown


def report(trouble):
    print(f"check_in.py: {plain(trouble)}", file=sys.stderr)


def ask(method, session):
    """A connection for each call: check-ins are hours apart, and an idle one would be closed."""
    signal = Client(os.environ.get("LIFESIGNAL_SOCKET", "/run/seam/lifesignal.sock"), timeout=10)
    try:
        return signal.result(method, {"session": session})
    finally:
        signal.socket.close()


def main(session="default"):
    if "person" not in ask("auth.get", session):
        raise Refused("nobody is signed in to LifeSignal here: run 'seam signal sign-in'")
    doors = Client(os.environ.get("SEAM_SOCKET", "/run/seam/session.sock"))
    params = {"session": os.environ.get("SEAM_SESSION") or "default"}
    last = None
    for message in doors.call("unlock.watch", params, stream={"from": "now"}):
        if "error" in message:
            raise Refused(message["error"]["message"])
        if message.get("kind") != "result":
            continue
        attempt = message["data"]
        # A result comes again when more has become known about it.
        if (attempt["kind"], attempt["effect"]) != ("unlock", "applied") or attempt["attempt_id"] == last:
            continue
        last = attempt["attempt_id"]
        try:
            answer = ask("checkin.record", session)
        except (Refused, OSError, ValueError) as trouble:
            report(trouble)
            continue
        try:
            print(shown(answer), flush=True)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return 0
    return 69


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:2]))
    except KeyboardInterrupt:
        sys.exit(130)
    except Refused as refusal:
        status, trouble = 1, refusal
    except (OSError, ValueError) as error:
        status, trouble = 69, error
    report(trouble)
    sys.exit(status)
