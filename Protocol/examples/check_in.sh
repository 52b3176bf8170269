#!/bin/sh
# Checks in to LifeSignal whenever a door of this user opens: check_in.sh [SESSION]. Needs seam and jq.
# This user must be signed in to LifeSignal (seam signal sign-in), in the session that is named, or else in 'default'.
# Runs until it is interrupted; ends with the status of 'seam watch' once nothing can be watched any longer.
set -eu
watched() { seam watch --results --json || exit $?; }
watched | jq --unbuffered -c 'select(.kind == "result" and .data.state == "granted")' |
    while IFS= read -r _; do
        # A failed check-in is reported by seam itself; the next door tries again.
        seam signal check-in --quiet ${1:+--session "$1"} || :
    done
