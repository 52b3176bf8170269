# Sourced by `lab`: the guest's life, and commands in it. Requests, output and exit statuses cross as files of the run
# directory, which the guest has as /lab: Unix sockets do not cross hostfs.
# Uses the options of `lab`, run_dir, LAB_DIR, die and say.

readonly BOOT_DEADLINE_S=120
readonly POWER_OFF_DEADLINE_S=5

# The guest's process; empty if it is not known.
guest_process() { [[ -e $run_dir/guest.pid ]] && cat "$run_dir/guest.pid"; }

guest_lives() {
    local process
    # If another program has got the pid since, the guest is not running.
    process=$(guest_process) && [[ $(tr '\0' ' ' 2>/dev/null <"/proc/$process/cmdline") == *" LABRUN=$run_dir "* ]]
}

is_up() { [[ -e $run_dir/ready ]] && guest_lives; }

boot() {
    if guest_lives; then die "lab '$name' is up already"; fi
    [[ $LAB_DIR$run_dir != *[[:space:]\"]* ]] || unavailable "the kernel's command line takes no path with spaces"
    rm -rf "$run_dir"
    mkdir -p "$run_dir/spool"
    write_guest_settings
    local start process
    start=$(date +%s%3N)
    setsid "$(kernel_path)" "mem=$memory" "umid=radiolab-$name-$$" "uml_dir=$run_dir/uml/" \
        root=none rootfstype=hostfs rootflags=/ ro "init=$LAB_DIR/guest-init" quiet \
        con0=null,fd:1 con=null "LABRUN=$run_dir" </dev/null >"$run_dir/console.log" 2>&1 &
    process=$!
    echo "$process" >"$run_dir/guest.pid"
    # From here on, this script may power off the guest, because it has started it.
    is_ours=yes
    while [[ ! -e $run_dir/ready ]]; do
        if ! kill -0 "$process" 2>/dev/null; then
            tail -n 20 "$run_dir/console.log" >&2
            die "the guest died while booting"
        fi
        if (($(date +%s%3N) - start > BOOT_DEADLINE_S * 1000)); then
            power_off
            die "the guest is not ready after $BOOT_DEADLINE_S s; see: lab logs"
        fi
        sleep 0.05
    done
    echo $(($(date +%s%3N) - start)) >"$run_dir/boot.ms"
    # The guest reports that it is ready even if a part has failed, so that the other parts can be examined.
    [[ ! -s $run_dir/failed ]] || { cat "$run_dir/failed" >&2; power_off; die "the guest came up in part"; }
}

# Writes the file that guest-init sources as /lab/settings.
write_guest_settings() {
    local number=0 peripheral arguments=()
    ((${#peripherals[@]} > 0)) || peripherals=('{}')
    for peripheral in "${peripherals[@]}"; do
        [[ $peripheral != none ]] || continue
        number=$((number + 1))
        if [[ -f $peripheral ]]; then cp "$peripheral" "$run_dir/peripheral-$number.json"
        else printf '%s' "$peripheral" >"$run_dir/peripheral-$number.json"; fi
        arguments+=(--peripheral "/lab/peripheral-$number.json")
    done
    {
        printf 'PYTHON=%q\nFOREIGN=%q\nLAB_DIR=%q\nWITH_AIR=%q\nWITH_BLUETOOTHD=%q\n' \
            "$(realpath -s "$(python_path)")" "$(realpath -s "$(foreign_path)")" "$LAB_DIR" \
            "$with_air" "$with_bluetoothd"
        printf 'BLUETOOTHD_ARGUMENTS=(%s)\nAIR_ARGUMENTS=(%s)\n' "$bluetoothd_args" "${arguments[*]-}"
    } >"$run_dir/settings"
}

# in_guest COMMAND…: runs COMMAND in the guest, in the current directory. The output appears when COMMAND has ended.
in_guest() {
    is_up || die "lab '$name' is not up"
    local request="$run_dir/spool/$$.$RANDOM" deadline status
    write_request "$@" >"$request.new"
    mv "$request.new" "$request.request"
    deadline=$(($(date +%s%3N) + timeout * 1000))
    trap 'touch "$request.end"' INT TERM
    while [[ ! -e $request.status ]]; do
        if ! guest_lives; then
            cat "$request.err" >&2 2>/dev/null || true
            cat "$request.out" 2>/dev/null || true
            die "the guest died; see: lab logs"
        fi
        if (($(date +%s%3N) > deadline)); then
            touch "$request.end"
            sleep 0.5
            status=124
            break
        fi
        sleep 0.02
    done
    trap - INT TERM
    cat "$request.err" >&2 2>/dev/null || true
    cat "$request.out" 2>/dev/null || true
    if [[ ${status:-} == 124 ]]; then say "timed out after $timeout s"; else status=$(<"$request.status"); fi
    rm -f "$request".*
    return "$status"
}

write_request() {
    local assignment
    for assignment in ${environment[@]+"${environment[@]}"}; do printf 'export %q\n' "$assignment"; done
    printf 'cd %q 2>/dev/null || cd /\nexec' "$PWD"
    printf ' %q' "$@"
    echo
}

power_off() {
    local process deadline
    if guest_lives; then
        process=$(guest_process)
        touch "$run_dir/halt"
        deadline=$(($(date +%s) + POWER_OFF_DEADLINE_S))
        while kill -0 "$process" 2>/dev/null && (($(date +%s) < deadline)); do sleep 0.02; done
        # setsid has given the guest its own session, so its process group has all of its processes and no others.
        if guest_lives; then kill -KILL -- "-$process" 2>/dev/null || true; fi
    fi
    rm -f "$run_dir/guest.pid" "$run_dir/ready"
}
