#!/usr/bin/env python3
"""Checks in to LifeSignal whenever a door of this user opens: check_in.py [SESSION]. This user must be signed in to
LifeSignal (seam signal sign-in), in the session that is named, or else in 'default'. Prints each check-in, one JSON
object per line. Runs until it is interrupted; exit status: 1 refused, 69 a daemon is not reachable, or has gone."""
import os
import sys

sys.dont_write_bytecode = True
# The same protocol on another socket, so the same client.
from unlock import Client, Refused, shown


def main(session):
    doors = Client(os.environ.get("SEAM_SOCKET", "/run/seam/session.sock"))
    # Attempts from now on; "result" comes once for each, when it has ended.
    for message in doors.call("unlock.watch", {}, stream={"from": "now"}):
        if "error" in message:
            raise Refused(message["error"]["message"])
        if message.get("kind") != "result" or message["data"]["state"] != "granted":
            continue
        # A connection for each check-in: they are hours apart, and an idle one would be closed.
        signal = Client(os.environ.get("LIFESIGNAL_SOCKET", "/run/seam/lifesignal.sock"))
        print(shown(signal.result("checkin.record", {"session": session} if session else {})), flush=True)
        signal.socket.close()


if __name__ == "__main__":
    try:
        main(*(sys.argv[1:2] or [None]))
        sys.exit(69)
    except KeyboardInterrupt:
        sys.exit(130)
    except Refused as refusal:
        status, trouble = 1, refusal
    except (OSError, ValueError) as error:
        status, trouble = 69, error
    print(f"check_in.py: {shown(str(trouble)[:1000])}", file=sys.stderr)
    sys.exit(status)
