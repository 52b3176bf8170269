#!/bin/sh
# Opens a door: unlock.sh NAME-OR-ID. Prints what happens, one JSON object per line. Needs socat and jq.
# The session of this user must be active (seam init, seam activate).
# Exit status: 0 granted, 1 not granted, 2 no such key, 5 unknown whether the door opened, 69 daemon not reachable,
# 75 the keys are still being read: later.
# Ids come from others: no file names are made of them.
set -euf
[ $# -eq 1 ] || { echo "usage: unlock.sh NAME-OR-ID" >&2; exit 64; }
socket=${SEAM_SOCKET:-/run/seam/session.sock}
hello='{"type":"hello","proto":[1],"client":{"name":"unlock.sh","version":"1"}}'

# Text mode: one object per line. The end of input says "no more calls"; what runs goes on to its reply.
talk() { printf '%s\n' "$hello" "$1" | socat -t 100 - "UNIX-CONNECT:$socket"; }

# ask CALL: prints the result of one call. A daemon that does not admit this user says so in a frame, which is no line.
# What others have written may hold characters that a terminal obeys. With -a, jq spells out all but those of ASCII, of
# which only DEL is left to remove.
ask() {
    answer=$(talk "$1") || exit 69
    trouble=$(printf '%s\n' "$answer" | tr -d '\0' |
        jq -ac 'select(.type == "reply") | if .error then .error.message | tostring | .[:1000] else 0 end' 2>/dev/null |
        tr -d '\177') ||
        trouble=''
    [ -n "$trouble" ] || { echo "unlock.sh: the daemon does not serve this user" >&2; exit 69; }
    [ "$trouble" = 0 ] || { printf 'unlock.sh: %s\n' "$trouble" >&2; exit 1; }
    printf '%s\n' "$answer" | jq -c 'select(.type == "reply") | .result'
}

# Until the cloud has listed all keys, nobody knows that one is missing.
session=$(ask '{"type":"call","id":1,"method":"session.get","params":{}}')
listed=$(printf '%s\n' "$session" | jq '.sync.reading // {of: 0} | has("of")')
# All keys: a page that is not the last names the next.
page=null keys=''
while [ -n "$page" ]; do
    list=$(ask "$(jq -cn --argjson page "$page" '{type: "call", id: 1, method: "credentials.list",
        params: ({limit: 200} + if $page then {page_token: $page} else {} end)}')")
    keys=$keys$(printf '%s\n' "$list" | jq -r --arg name "$1" '.credentials[] |
        select(.id == $name or (.name | ascii_downcase) == ($name | ascii_downcase)) | .id + " "')
    page=$(printf '%s\n' "$list" | jq -c '.next_page_token // empty')
done
# An id has no blanks.
set -- "$1" $keys
if [ $# -eq 1 ] && [ "$listed" = false ]; then
    printf 'unlock.sh: the keys are still being read, and none so far is called %s\n' "$1" >&2
    exit 75
fi
[ $# -ne 1 ] || { printf 'unlock.sh: no key is called %s\n' "$1" >&2; exit 2; }
[ $# -eq 2 ] || { printf 'unlock.sh: %s keys are called %s\n' $(($# - 1)) "$1" >&2; exit 2; }

idem=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
call=$(jq -cn --arg key "$2" --arg idem "$idem" \
    '{type: "call", id: 1, method: "unlock.start", idem: $idem, params: {credential_id: $key}}')
# The last line decides; without a result or an error nobody knows.
talk "$call" | jq -ac --unbuffered 'select(.type == "item" or .type == "reply") | .data // .result // .error' | {
    while IFS= read -r line; do printf '%s\n' "$line" | tr -d '\177' && last=$line; done
    exit "$(printf '%s' "${last:-null}" |
        jq 'if .outcome == "granted" then 0 elif .effect == "none" then 1 else 5 end')"
}
