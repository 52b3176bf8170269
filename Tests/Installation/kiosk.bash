# The public screen on a machine of the installation lane. `story` sources this file. The machine has no console, so
# console.py provides its terminal.

readonly desk=/test/console screen=seam-kiosk@pts-1.service terminal=/dev/pts/1 nobody="Touch the screen"

# shows SECONDS TEXT [ABSENT]: prints after how many ms TEXT is on the screen.
shows() { python3 console.py shows "$desk" "$@"; }
# types TEXT: types the text in one write, as a scanner does.
types() { printf %b "$1" >"$desk/keys"; }
keeper() { systemctl show -P MainPID "$screen"; }
child() { cat "/proc/$(keeper)/task/$(keeper)/children" | xargs; }

# consoles: makes the terminal, both before and after a reboot.
consoles() {
    cat >/etc/systemd/system/test-console.service <<END
[Unit]
Before=$screen
[Service]
Type=notify
ExecStart=/usr/bin/python3 /test/console.py $desk
[Install]
WantedBy=multi-user.target
END
    systemctl daemon-reload
    systemctl enable --quiet --now test-console.service
    check "the terminal is $terminal" test "/dev/$(cat "$desk/name")" = "$terminal"
}

# sealsDesk: seals the secret by which the desk recognizes the kiosk.
sealsDesk() {
    (umask 077 && systemd-creds encrypt --quiet --name=seam-kiosk-secret desk-secret \
        /etc/credstore.encrypted/seam-kiosk-secret 2>/dev/null)
}

# becomesKiosk: makes the machine's terminal a public screen that the desk recognizes.
becomesKiosk() {
    consoles
    sealsDesk
    sed -i "s|^{|{\"kiosk\": {\"token_source\": \"http://127.0.0.1:$port/kiosk/code\"},|" /etc/seam/session.json
    systemctl restart seam-sessiond
    printf 'kiosk=pts-1\nkiosk_name=Harbour House\nkiosk_help=the desk\n' >>answers
    seam setup --answers answers >/tmp/setup.log 2>&1 || fail "seam setup: $(cat /tmp/setup.log)"
    check "staff's PIN is told once" grep -q "staff's PIN *[0-9]\{6,12\}:" /tmp/setup.log
    check "its hash is the kiosk's to read, and nobody else's" \
        test "$(stat -c %a:%U:%G /etc/seam/kiosk.pin)" = 640:root:seam-kiosk
}

# isClosed: checks that the terminal belongs to the kiosk, and that nobody else can read it.
isClosed() {
    local mode
    mode=$(stat -c %a:%U "$terminal")
    printf '  the terminal: %s %s\n' "$terminal" "$mode"
    check "the terminal belongs to the kiosk" test "${mode#*:}" = seam-kiosk
    check "nobody else may read it" test $((8#${mode%:*} & 8#057)) = 0
    check "another user cannot open it" \
        test "$(as mallory head -c 1 "$terminal" 2>&1 >/dev/null | grep -c 'Permission denied')" = 1
    check "nor a member of seam" \
        test "$(as ada head -c 1 "$terminal" 2>&1 >/dev/null | grep -c 'Permission denied')" = 1
    check "nobody can look into its processes" \
        test "$(as mallory cat "/proc/$(child)/environ" 2>&1 >/dev/null | grep -c 'Permission denied')" = 1
    systemd-analyze security --no-pager --threshold=6 "$screen" >/tmp/exposure.log ||
        fail "exposure: $(tail -n 1 /tmp/exposure.log)"
    printf '  %s\n' "$(grep -o 'Overall exposure.*: [0-9.]*' /tmp/exposure.log)"
}

# visits: a scanned code opens the list, "1" opens the door, and nothing of the visit stays on the screen.
visits() {
    local before ms
    ms=$(shows 20 "$nobody") || fail "nobody is asked to touch the screen"
    before=$(opened)
    types 'ADA-2207\r'
    ms=$(shows 20 "Front Door" "$nobody") || fail "a scanned code opens no list"
    holds "a scanned code opens the list, after $ms ms"
    types 1
    ms=$(shows 20 Open) || fail "the screen does not say that the door is open"
    holds "1 opens the door, after $ms ms"
    check "the lock says so, too" test "$(opened)" = $((before + 1))
    shows 10 "Ends by itself in" >/dev/null || fail "the end of the visit is not told"
    # The first key only prolongs the visit.
    types x
    shows 10 "2  Back" "Ends by itself" >/dev/null || fail "nothing leads back from the door"
    types 2
    shows 10 "End now: 0" >/dev/null || fail "nothing leads back to the list"
    types 0
    ms=$(shows 5 "$nobody" "Front Door") || fail "0 does not end the visit"
    holds "0 ends the visit, after $ms ms"
}

# comesBack WORDS COMMAND…: runs COMMAND in the middle of a visit. The screen must be idle again within five seconds.
comesBack() {
    local begun
    types 'ADA-2207\r'
    shows 20 "Front Door" "$nobody" >/dev/null || fail "$1: nobody can sign in before it"
    begun=$(date +%s%3N)
    "${@:2}"
    shows 5 "$nobody" "Front Door" >/dev/null || fail "$1: not back in 5 s"
    holds "$1: back after $(($(date +%s%3N) - begun)) ms"
}

daemonGoes() { systemctl kill --kill-whom=main --signal=KILL seam-sessiond; }

# survives: the screen survives everything that ends or stops a part of it.
survives() {
    comesBack "the keeper is killed" kill -KILL "$(keeper)"
    comesBack "the visit's process is killed" eval 'kill -KILL $(child)'
    comesBack "the keeper is stopped" eval 'kill -STOP $(keeper)'
    comesBack "the visit's process is stopped" eval 'kill -STOP $(child)'
    comesBack "the session daemon is killed" daemonGoes
    comesBack "the terminal is hung up" eval 'kill -HUP $(keeper)'
}

# isRun: the operator controls the kiosk from another machine.
isRun() {
    check "seam kiosk status says that it serves" seam kiosk status
    seam kiosk message "The lift is closed."
    seam kiosk out-of-service on
    shows 15 "Out of service" >/dev/null || fail "it does not go out of service"
    shows 5 "The lift is closed." >/dev/null || fail "what it is to say is not there"
    # A screen reports its state within a second after it shows that state.
    await "seam kiosk status says that it does not serve" bash -c '[[ $(seam kiosk status >/dev/null; echo $?) = 75 ]]'
    seam kiosk message ""
    seam kiosk out-of-service off
    shows 15 "$nobody" "The lift" >/dev/null || fail "it does not come back"
}

# kiosk: runs all checks of the kiosk.
kiosk() {
    visits
    isClosed
    isRun
    survives
}

# givesBack: an answer to setup gives the terminal back, as it was before.
givesBack() {
    seam setup --undo >/tmp/undone.log
    check "undone: no public screen runs, nor starts with the machine" \
        test "$(systemctl is-active "$screen"; systemctl is-enabled "$screen" 2>/dev/null)" = "inactive
disabled"
    check "undone: keys are as they were" \
        test ! -e /etc/sysctl.d/60-seam-kiosk.conf -a ! -e /etc/systemd/system/ctrl-alt-del.target
    # There is no virtual terminal here, so systemd only logs that it would start the login.
    await "undone: the login is started" bash -c \
        "journalctl -b --no-pager -o cat -u getty@pts-1.service | grep -q 'skipped\|Started'"
}
