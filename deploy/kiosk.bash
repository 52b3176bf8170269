# The public screen of this machine: what 'seam setup' does for it, and takes back. To be sourced by setup, with its
# words and files.

readonly kioskFile=/etc/seam/kiosk.json kioskPIN=/etc/seam/kiosk.pin kioskState=/var/lib/seam-kiosk
# The files that close the keys by which somebody could leave the screen, and the name under which each is shipped.
readonly kioskParts=(
    /etc/sysctl.d/60-seam-kiosk.conf=sysctl.conf
    /etc/systemd/logind.conf.d/seam-kiosk.conf=logind.conf
    /etc/systemd/system.conf.d/seam-kiosk.conf=manager.conf
)
readonly restartKey=/etc/systemd/system/ctrl-alt-del.target

# kiosks [UNIT]: the units of public screens, or of LifeSignal's buttons, that run or start with the machine.
kiosks() {
    local unit=${1:-seam-kiosk}@
    {
        systemctl list-units --all --plain --no-legend "$unit*" 2>/dev/null || true
        find /etc/systemd/system/*.wants -name "$unit*" -printf '%f\n' 2>/dev/null || true
    } | awk '{ print $1 }' | sort -u
}

# text WORDS: as a string of JSON.
text() {
    local words=${1//\\/\\\\}
    printf '"%s"' "${words//\"/\\\"}"
}

kioskConfiguration() {
    local name help given
    if [[ -e $kioskFile ]]; then return; fi
    answer kiosk_name
    name=$given
    answer kiosk_help
    help=$given
    printf '{\n  "name": %s,\n  "help": %s,\n  "staff_pin": "%s"\n}\n' "$(text "$name")" "$(text "$help")" \
        "$kioskPIN" | put "$kioskFile" 644
}

# staffPIN: who runs the machine types it; where nobody can be asked, it is made and told once.
staffPIN() {
    local digits
    if [[ -e $kioskPIN ]] || $isDry || ! grep -qF "\"$kioskPIN\"" "$kioskFile"; then return; fi
    if $isUnattended; then
        digits=$(od -An -N8 -tu8 /dev/urandom | tr -d ' ' | tail -c 9)
        seam-tui --kiosk --set-pin "$kioskPIN" <<<"$digits" >/dev/null
        step "staff's PIN" "$digits: it is shown here, once; hold F10 for three seconds to be asked for it"
    else
        say "The staff PIN, six to twelve digits: anyone who has it can end the kiosk."
        until seam-tui --kiosk --set-pin "$kioskPIN" >/dev/null; do :; done
    fi
    # Somebody who has the hash guesses six digits in a day.
    chown root:seam-kiosk "$kioskPIN" && chmod 640 "$kioskPIN"
}

# kiosk: a console becomes a public screen.
kiosk() {
    local given part other unit
    answer kiosk
    [[ $given != no ]] || return 0
    unit=seam-kiosk@$given.service
    kioskConfiguration
    staffPIN
    $isDry || seam-tui --kiosk --check-config >/dev/null || exit 78
    for part in "${kioskParts[@]}"; do place "${part%%=*}" "$share/kiosk/${part#*=}"; done
    [[ -e $restartKey || -L $restartKey ]] || act systemctl --quiet mask ctrl-alt-del.target
    # A container may not set the kernel: this says so, and the screen runs all the same. It is systemd's own program,
    # as a small Debian has no sysctl.
    act /usr/lib/systemd/systemd-sysctl "${kioskParts[0]%%=*}" || true
    act systemctl daemon-reexec
    act systemctl try-reload-or-restart systemd-logind.service || true
    for other in $(kiosks); do
        [[ $other == "$unit" ]] || act systemctl disable --quiet --now "$other"
    done
    act systemctl enable --quiet "$unit"
    # A running one is left alone, with the visitor at it: it reads its configuration before each visit.
    act systemctl start "$unit" ||
        fail 70 "the kiosk does not start: $(journalctl --quiet --no-pager --output=cat -n 1 -u "$unit")"
    step kiosk "on $given, and starts with the machine"
    if ! grep -q '"kiosk"' "$session"; then
        left+=("a way for visitors to say who they are: 'The desk' in /usr/share/doc/seam/deploy/docs/kiosk.md")
        tell
        left=()
    fi
}

# giveConsoleBack: no console is a public screen afterwards.
giveConsoleBack() {
    local part unit screens buttons
    screens=$(kiosks)
    buttons=$(kiosks seam-signal)
    if isBooted; then
        for unit in $screens $buttons; do act systemctl disable --quiet --now "$unit" || true; done
    fi
    for part in "${kioskParts[@]}"; do takeBack "${part%%=*}" "$share/kiosk/${part#*=}"; done
    if [[ -n $screens && $(readlink -- "$restartKey" || true) == /dev/null ]]; then act rm -f -- "$restartKey"; fi
    if ! isBooted || [[ -z $screens$buttons ]]; then return 0; fi
    act systemctl daemon-reexec || true
    act systemctl try-reload-or-restart systemd-logind.service || true
    for unit in $screens $buttons; do
        unit=${unit#*@}
        act systemctl start "getty@${unit%.service}.service" || true
    done
}
