# Undoes the work of 'seam setup': --undo, --wipe, and --removed, which the package's own script calls. To be sourced by
# setup, with its words and files.

# The things that a later installation, or an administrator, finds of this one.
left=()

# isOurs FILE [SHIPPED]: nobody has changed it since it was written here.
isOurs() {
    [[ -f $1 && ! -L $1 ]] || return 1
    if [[ -n ${2:-} ]] && cmp -s "$1" "$2"; then return; fi
    isNoted "$1"
}

# isNoted FILE: it is as 'put' has written it.
isNoted() { grep -qsxF -- "$(sha256sum -- "$1")" "$made"; }

# takeBack FILE [SHIPPED]: what an administrator has changed in it is kept beside it, under a name that nobody reads.
takeBack() {
    local kept=$1.yours number=1
    [[ -e $1 || -L $1 ]] || return 0
    if isOurs "$@"; then act rm -f -- "$1" && return; fi
    while [[ -e $kept || -L $kept ]]; do
        number=$((number + 1))
        kept=$1.yours.$number
    done
    act mv -nT -- "$1" "$kept"
    left+=("$kept, which somebody had changed: it is out of force")
}

# takeBackBus: a file that includes the policy goes on without it.
takeBackBus() {
    takeBack "$policy" "$share/dbus/system-local.conf"
    [[ -e $local ]] || return 0
    if cmp -s "$local" <(localBus); then
        act rm -f -- "$local"
    elif grep -qsF "$policy" "$local"; then
        left+=("$local: it has rules of yours")
    fi
}

# hasBluetooth: whether the adapter is for doors alone.
hasBluetooth() { [[ -e $policy || -e $bluetooth || -e $plugins ]]; }

giveBluetoothBack() {
    takeBackBus
    takeBack "$bluetooth" "$share/bluetooth/seam.conf"
    takeBack "$plugins" "$share/bluetooth/main.conf"
    if ! isBooted; then return; fi
    reloadBus || true
    act systemctl try-restart bluetooth.service || true
}

isBooted() { [[ -d /run/systemd/system ]]; }

# stopAll: all units end, or nothing goes on: under a daemon that runs, nothing is taken away.
stopAll() {
    local unit state
    isBooted || return 0
    # The clients come first: each call of theirs would start lifesignald again, as long as one of its sockets is open.
    for unit in "${units[@]}" "${pageUnits[@]}" lifesignal-sender.service "${signalUnits[@]}" seam-bus-check.service; do
        act systemctl disable --quiet --now "$unit" || true
    done
    if $isDry; then return; fi
    for unit in "${units[@]}" "${signalUnits[@]}" "${pageUnits[@]}" seam-bus-check.service; do
        state=$(systemctl is-active "$unit" 2>/dev/null || true)
        case $state in
            inactive | failed | unknown) ;;
            *) fail 75 "$unit is ${state:-in no known state}, so nothing was removed; see 'systemctl status $unit'" ;;
        esac
    done
}

# people: who is still in the groups.
people() {
    local group names
    for group in seam seam-admin; do
        names=$(members "$group")
        [[ -z $names ]] || left+=("members of $group: $names")
    done
}

# tell: what is left, one thing a line.
tell() {
    local thing
    for thing in "${left[@]}"; do printf '%-14s %s\n' left "$thing"; done
}

undo() {
    giveConsoleBack
    stopAll
    giveBluetoothBack
    left+=("configuration in /etc/seam, the store and the machine key: --wipe removes them")
    people
    step undone "nothing runs, and Bluetooth is open to everyone again"
    tell
}

# storeOf PROGRAM CONFIGURATION USUAL: into `file`, where this daemon has its store, as its own reader says of the
# configuration that its unit names, or of CONFIGURATION; without a configuration, in its usual place.
storeOf() {
    local config=$2 started
    file=$3
    if isBooted; then
        started=$(systemctl show -P ExecStart "$1.service" 2>/dev/null || true)
        if [[ $started =~ argv\[\]=[^\;]*--config\ ([^\ \;]+) ]]; then config=${BASH_REMATCH[1]}; fi
    fi
    if [[ -e $config ]]; then
        file=$("$1" --print-store "$config" && printf x) ||
            fail 78 "$config does not say where the store is: repair it first, so that the right one is found"
        file=${file%$'\n'x}
    fi
    # Units run in the root directory.
    [[ $file == /* ]] || file=/$file
}

storeFile() { storeOf seam-sessiond "$session" "$store/session.db"; }
signalFile() { storeOf lifesignald "$signal" "$signalStore/lifesignal.db"; }

# mayBeStore FILE: it is no other thing, and no other program's file. A damaged store in its usual place is ours.
mayBeStore() {
    if [[ ! -e $1 ]]; then return; fi
    [[ -f $1 ]] || return 1
    local usual
    for usual in "$store/session.db" "$signalStore/lifesignal.db"; do
        if [[ $1 == "$(realpath -m -- "$usual")" ]]; then return; fi
    done
    [[ ! -s $1 ]] || head -c 15 -- "$1" | grep -qx "SQLite format 3"
}

# holders FILE…: the processes that have one of them open. Files are compared, not names: a file in a container may have
# the same name, and a name may have characters that are a pattern.
holders() {
    local path words=()
    for path in "$@"; do
        if [[ -e $path ]]; then words+=(-o -samefile "$path"); fi
    done
    ((${#words[@]})) || return 0
    # Processes end meanwhile.
    { find -L /proc/[0-9]*/fd -mindepth 1 -maxdepth 1 \( "${words[@]:1}" \) -printf '%h\n' 2>/dev/null || true; } |
        cut -d/ -f3 | sort -un | xargs
}

# ourFiles: into `files`, all that hold something of people, doors or configuration, each under its own name and where a
# link leads. Only files are ever removed; if one of them is something else, nothing is.
ourFiles() {
    local path
    mayBeStore "$real" || fail 78 "$file is not a store, so nothing was removed; correct 'store' in the configuration"
    files=({"$real","$file",$store/session.db}{,-wal,-shm,-journal,-trial})
    for path in "$sealed" "$plain" "${sealed%/*}"/{seam-kiosk,lifesignal-desk}-secret; do
        files+=("$path" "$(realpath -m -- "$path")")
    done
    for path in "$signalSealed" "$signalPlain"; do files+=("$path" "$(realpath -m -- "$path")"); done
    mayBeStore "$others" || fail 78 "$others is not a store, so nothing was removed; correct 'store' in $signal"
    files+=({"$others",$signalStore/lifesignal.db}{,-wal,-shm,-journal,-reserve,-trial,-first-start})
    # Files that reading out and copying leave, also when they were interrupted.
    files+=({"$others",$signalStore/lifesignal.db}-{copy{,-older},{copy-new,mending,mending-pages}{,-wal,-journal}})
    files+=({"$others",$signalStore/lifesignal.db}-{mended,damaged-{1..9}{,-wal}})
    files+=("$signal" "$signalSender" "$signalWeb" "$signalDropin" "$pageDropin" "$pageSocket")
    files+=("$kioskFile" "$kioskPIN" "$kioskState"/*/{kiosk,visits}.json)
    files+=("$session" "$radio" "$made" "$moved" "$signalMoved" "$dropin" /run/seam-setup.*/{key,sealed,why})
    mapfile -d '' -t files < <(printf '%s\0' "${files[@]}" | sort -zu)
    for path in "${files[@]}"; do
        [[ ! -e $path || -f $path || -L $path ]] ||
            fail 78 "$path is not a file, and only you can have put it there; nothing was removed"
    done
}

# remove FILE…: and looks whether it has gone.
remove() {
    local path
    for path in "$@"; do
        [[ -e $path || -L $path ]] || continue
        act rm -f -- "$path" || true
        if $isDry; then continue; fi
        [[ ! -e $path && ! -L $path ]] || fail 70 "$path could not be removed: not everything was wiped"
    done
}

# strangers DIRECTORY WORDS: what lies there and is not ours.
strangers() {
    local path names=()
    while IFS= read -r -d '' path; do
        # Ours are still there when nothing is done.
        if [[ $'\n'$(printf '%s\n' "${files[@]}")$'\n' == *$'\n'"$path"$'\n'* ]]; then continue; fi
        if $isDry && isOurs "$path" "$share/bluetooth/main.conf"; then continue; fi
        names+=("$(printf %q "${path##*/}")")
    done < <(find "$1/" -mindepth 1 -maxdepth 1 -print0 2>/dev/null | sort -z)
    ((${#names[@]} == 0)) || left+=("$1, $2: ${names[*]}")
}

# leave DIRECTORY WORDS: it goes if it is empty, and then a link to it goes as well. Anything else in it is named.
leave() {
    local place
    place=$(realpath -m -- "$1")
    # Where a file system is mounted, it stays.
    if [[ -d $place ]]; then act rmdir --ignore-fail-on-non-empty -- "$place" 2>/dev/null || true; fi
    strangers "$place" "$2"
    if [[ -L $1 && ! -e $1 ]]; then remove "$1"; fi
}

wipe() {
    local word file real others open place files=()
    signalFile
    others=$(realpath -m -- "$file")
    storeFile
    # A link is followed: what it leads to is what has to go.
    real=$(realpath -m -- "$file")
    ourFiles
    if [[ -t 0 ]] && ! $isDry; then
        read -r -p "Store, journal and machine key go, and with them all keys and locks. Write 'wipe': " word
        [[ $word == wipe ]] || fail 130 "nothing was wiped"
    fi
    stopAll
    open=$($isDry || holders {"$real","$others"}{,-wal,-shm,-journal})
    [[ -z $open ]] || fail 75 "$file or $others is in use by process $open, so nothing was removed"
    giveConsoleBack
    giveBluetoothBack
    remove "${files[@]}"
    if isBooted; then act systemctl daemon-reload; fi
    place=$(dirname -- "$real")
    if [[ ! $place -ef $store ]]; then leave "$place" "beside the store"; fi
    leave "$store" "beside the store"
    if [[ ! $(dirname -- "$others") -ef $signalStore ]]; then leave "$(dirname -- "$others")" "beside the store"; fi
    leave "$signalStore" "beside LifeSignal's store"
    for place in "$kioskState"/* "$kioskState"; do leave "$place" "of a kiosk"; done
    strangers /etc/seam "of yours"
    for place in /etc/systemd/system/{seam-sessiond,seam-radiod,lifesignald,lifesignal-{sender,web}}.service.d \
        /etc/systemd/system/lifesignal-web.socket.d; do
        leave "$place" "drop-ins of yours"
    done
    for place in /run/seam-setup.*; do leave "$place" "of setup"; done
    people
    left+=("the log of the system: 'journalctl -u seam-sessiond -u seam-radiod -u \"lifesignal*\"'")
    left+=("copies that somebody made")
    step wiped "store, journal, machine key and configuration"
    tell
}

# removed: for the package's script, before the programs go. It notes the answers that 'purge' can no longer get from
# the daemon.
removed() {
    giveConsoleBack
    stopAll
    giveBluetoothBack
    tell
    note storeFile "$moved"
    note signalFile "$signalMoved"
}

# note WHERE FILE: into FILE, which store 'purge' removes. Also without a configuration: the usual place may be a link.
note() {
    local file
    rm -f -- "$2"
    (
        "$1"
        file=$(realpath -m -- "$file")
        mayBeStore "$file" || fail 78 "$file is not a store, and will not be purged"
        printf '%s' "$file"
    ) >"$2" || rm -f -- "$2"
}
