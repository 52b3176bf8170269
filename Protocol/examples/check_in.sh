#!/bin/sh
# Checks in to LifeSignal whenever a door of this user opens: check_in.sh [SESSION]. Needs seam and jq.
# It watches the doors of the session in SEAM_SESSION, or else of 'default', and checks in to LifeSignal's session
# SESSION, or else 'default'; this user must be signed in there (seam signal sign-in). An opening shows that somebody
# used this user's key, perhaps from far away.
# Runs until it is interrupted; ends with the status of 'seam watch' once nothing can be watched any longer.
set -eu
# A door may open only hours later: whether check-ins are possible at all is known now.
seam signal me --session "${1:-default}" >/dev/null
opened='select(.kind == "result" and .data.kind == "unlock" and .data.effect == "applied") | .data.attempt_id'
last=
exec 4>&1
status=$({ { seam watch --results --json && echo 0 >&3 || echo $? >&3; } | jq --unbuffered -r "$opened" |
    while IFS= read -r attempt; do
        # A result comes again when more has become known about it.
        [ "$attempt" != "$last" ] || continue
        last=$attempt
        # A failed check-in is reported by seam itself; the next door tries again.
        seam signal check-in --quiet --session "${1:-default}" >&4 || :
    done; } 3>&1)
exit "$status"
