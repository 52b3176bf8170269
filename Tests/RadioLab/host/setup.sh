# Sourced by `lab`: everything that a lab needs before it can boot, and how it is made. Uses HOME_DIR (the cache),
# LAB_DIR (this test's directory), die and say of `lab`.

# 6.12 although Debian 12 runs 6.1: in 6.1.192 a connection attempt that times out frees an L2CAP channel twice
# (l2cap_conn_free calls hci_chan_del), and the guest would crash in every test in which a lock vanishes.
readonly KERNEL_SERIES=6.12
# The room for the registers of a process, in bytes. 6.12 has 2,696, which is enough for AVX-512. A processor with AMX
# needs 11,008, and the guest would panic when it starts. On any processor, the kernel uses only the part that it needs.
readonly REGISTER_BYTES=12288
readonly PACKAGES=(
    bluez dbus busybox-static iproute2 make gcc libc6-dev flex bison bc xz-utils python3-venv
)
readonly BUILD_NICENESS=10

kernel_path() { echo "$HOME_DIR/linux"; }
python_path() { echo "$HOME_DIR/venv/bin/python"; }
foreign_path() { echo "$HOME_DIR/foreign/bin/python"; }

# Identifies what a part is made from. A part is made again when this has changed.
kernel_key() { { echo "$KERNEL_SERIES $REGISTER_BYTES"; cat "$LAB_DIR/uml.config"; } | sha256sum | cut -c1-16; }
python_key() { sha256sum "$LAB_DIR/requirements.txt" | cut -c1-16; }
foreign_key() { sha256sum "$LAB_DIR/foreign.txt" | cut -c1-16; }
is_made() { [[ -x $1 && -e $2 && $(<"$2") == "$3" ]]; }
has_kernel() { is_made "$(kernel_path)" "$HOME_DIR/linux.key" "$(kernel_key)"; }
has_foreign() { is_made "$(foreign_path)" "$HOME_DIR/foreign/made-from" "$(foreign_key)"; }
has_python() { is_made "$(python_path)" "$HOME_DIR/venv/made-from" "$(python_key)"; }

missing_packages() {
    local package status
    for package in "${PACKAGES[@]}"; do
        status=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null) || status=none
        [[ $status == installed ]] || echo "$package"
    done
}

# Prints in one line why this machine cannot run the lab; fails if it can.
obstacle() {
    local missing
    if [[ $(uname -m) != x86_64 ]]; then echo "user-mode Linux needs an x86-64 machine, this is $(uname -m)"; return; fi
    if ! command -v dpkg-query >/dev/null; then echo "this is not Debian or a descendant of it"; return; fi
    missing=$(missing_packages | tr '\n' ' ')
    if [[ -n $missing ]]; then echo "packages are missing: $missing- run: $LAB setup"; return; fi
    if ! has_kernel; then echo "the guest kernel is not built - run: $LAB setup"; return; fi
    if ! has_python || ! has_foreign; then echo "the Python environments are not made - run: $LAB setup"; return; fi
    return 1
}

setup() {
    local missing
    [[ $(uname -m) == x86_64 ]] || unavailable "user-mode Linux needs an x86-64 machine, this is $(uname -m)"
    command -v dpkg-query >/dev/null || unavailable "this is not Debian or a descendant of it"
    missing=$(missing_packages | tr '\n' ' ')
    [[ -z $missing ]] || timed "packages: $missing" install_packages "$missing"
    mkdir -p "$HOME_DIR"
    if has_python && has_foreign && has_kernel; then say "ready in $HOME_DIR"; return; fi
    # One setup at a time: two would build in the same directory.
    exec 9>"$HOME_DIR/setup.lock"
    flock 9
    has_python || timed "Python environment" make_python
    has_foreign || timed "Python environment of foreign clients" make_foreign
    has_kernel || timed "guest kernel (five to ten minutes on two cores)" make_kernel
    say "ready in $HOME_DIR"
}

# timed WHAT COMMAND…: prints WHAT, runs COMMAND, and prints how long it took.
timed() {
    local what=$1 start=$SECONDS
    shift
    say "$what"
    "$@"
    say "  done in $((SECONDS - start)) s"
}

install_packages() {
    (($(id -u) == 0)) || unavailable "not root, so these packages have to be installed first: $1"
    local packages
    read -ra packages <<<"$1"
    # This waits for another apt that may be running. If the index cannot be refreshed, the old one may be good enough.
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends \
        "${packages[@]}" >/dev/null ||
        unavailable "apt-get cannot install: $1"
}

# This uses Debian's Python, because python3-venv belongs to it, and because the guest has it at the same path.
make_python() {
    rm -rf "$HOME_DIR/venv"
    /usr/bin/python3 -m venv "$HOME_DIR/venv" || die "python3 cannot make a virtual environment"
    # The list has all imported packages, but not the other dependencies of bumble, hence --no-deps.
    "$(python_path)" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: --requirement "$LAB_DIR/requirements.txt" ||
        unavailable "pip cannot install requirements.txt"
    # This file is written last, so an environment that has it is complete.
    python_key >"$HOME_DIR/venv/made-from"
}

# This environment is separate from the air's, because it has other packages.
make_foreign() {
    rm -rf "$HOME_DIR/foreign"
    /usr/bin/python3 -m venv "$HOME_DIR/foreign" || die "python3 cannot make a virtual environment"
    "$(foreign_path)" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: --requirement "$LAB_DIR/foreign.txt" || unavailable "pip cannot install foreign.txt"
    foreign_key >"$HOME_DIR/foreign/made-from"
}

make_kernel() {
    local build=$HOME_DIR/build source=linux-source-$KERNEL_SERIES
    rm -rf "$build"
    mkdir -p "$build/package"
    (cd "$build" && apt-get download -qq "$source" >download.log 2>&1) ||
        unavailable "apt-get cannot download $source; see $build/download.log"
    dpkg-deb --extract "$build/$source"_*.deb "$build/package"
    # Of the parts that are not compiled, only Kconfig and make files are read. Writing and removing the rest takes
    # minutes on a slow disk.
    tar --extract --directory "$build" --file "$build/package/usr/src/$source.tar.xz" \
        --exclude-from "$LAB_DIR/host/kernel-unneeded"
    rm -rf "$build/package" "$build"/*.deb
    sed -i "s/DEFINE_LONGS(HOST_FP_SIZE, 2696)/DEFINE_LONGS(HOST_FP_SIZE, $REGISTER_BYTES)/" \
        "$build/$source/arch/x86/um/user-offsets.c"
    grep -q "HOST_FP_SIZE, $REGISTER_BYTES" "$build/$source/arch/x86/um/user-offsets.c" ||
        die "this $source does not say how many registers it has room for"
    cp "$LAB_DIR/uml.config" "$build/$source/arch/um/configs/lab.config"
    (cd "$build/$source" && make -s ARCH=um tinyconfig lab.config &&
        nice -n "$BUILD_NICENESS" make -s ARCH=um -j"${RADIOLAB_JOBS:-$(nproc)}" linux) >"$build/build.log" 2>&1 ||
        die "the guest kernel does not build; see $build/build.log"
    strip -o "$HOME_DIR/linux.new" "$build/$source/linux"
    mv "$HOME_DIR/linux.new" "$(kernel_path)"
    kernel_key >"$HOME_DIR/linux.key"
    rm -rf "$build"
}
