# The machine keys, under which the daemons' stores are sealed. To be sourced by setup, with its words and files.

# unseal: the unit takes the plain key. To take back one credential is to take back all, so others come again.
unseal() {
    {
        printf '# %s\n[Service]\nLoadCredentialEncrypted=\nLoadCredential=%s:%s\n' "$mark" "$name" "$unsealed"
        case $name in
            seam-machine-key) echo LoadCredentialEncrypted=seam-kiosk-secret ;;
            lifesignal-machine-key) echo LoadCredentialEncrypted=lifesignal-desk-secret ;;
        esac
    } | put "$unit" 644
}

machineKey() {
    local file
    storeFile
    keyOf seam-sessiond "machine key" "$sealed" "$plain" "$dropin"
}

# keyOf PROGRAM WORDS SEALED PLAIN DROPIN: the machine key of a daemon whose store is `file`, where it lies sealed, and
# where unsealed, which the drop-in then says.
keyOf() {
    local name=${3##*/} words=$2 closed=$3 unsealed=$4 unit=$5 given
    if [[ -e $closed ]]; then step "$words" "is there"; return; fi
    if [[ -e $unsealed ]]; then
        unseal
        step "$words" "is there, not sealed"
        return
    fi
    [[ ! -e $file && ! -L $file && ! -e $file-wal ]] ||
        fail 78 "there is a store, but the key that sealed it is not: put it back as $closed, or see --wipe"
    if $isDry; then step "$words" "made"; return; fi
    room=$(mktemp -d -p /run seam-setup.XXXXXX)
    # It is in memory only until it is sealed.
    trap 'rm -rf "$room"' EXIT
    "$1" --new-machine-key "$room/key"
    if systemd-creds encrypt --quiet --name="$name" "$room/key" "$room/sealed" 2>"$room/why"; then
        install -D -m 600 "$room/sealed" "$closed"
        step "$words" "made and sealed: only this machine can open it"
    else
        answer unsealed_key
        [[ $given == yes ]] ||
            fail 69 "the machine key cannot be sealed here ($(head -1 "$room/why")), and none was made; with the \
answer unsealed_key=yes it lies unsealed in $unsealed, and anyone who copies this disk has it"
        unseal
        install -m 600 "$room/key" "$unsealed"
        step "$words" "made, not sealed ($(head -1 "$room/why")): anyone who copies this disk has it"
    fi
    rm -rf "$room"
}

# firstStart: the daemon makes LifeSignal's store, `file`, only with a new key; later it says that it is missing.
firstStart() {
    local permit=$file-first-start
    if [[ -s $file ]]; then return; fi
    if $isFirst; then
        [[ -d ${file%/*} ]] || act install -d -m 700 -o lifesignal -g lifesignal "${file%/*}"
        act install -m 600 -o lifesignal -g lifesignal /dev/null "$permit"
    elif [[ ! -e $permit ]]; then
        fail 78 "LifeSignal's key is there and its store $file is not: mount its disk, or restore it; to begin \
again, without its people, make an empty $permit that belongs to lifesignal"
    fi
}
