# Shared by the lanes: to be sourced. Goes to the package's directory.
set -euo pipefail
# Other users can read what is built.
umask 022
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

started=${SEAM_TEST_STARTED:-$(date +%s)}
export SEAM_TEST_STARTED=$started
say() { printf '\n==> [%4d s] %s\n' "$(($(date +%s) - started))" "$*"; }

# A build prints thousands of lines; off a terminal, every 200th says that it lives.
progress() {
    if [[ -t 1 ]]; then cat; else
        awk '/^\[[0-9]+\/[0-9]+\]/ { if (++n % 200 == 0) { print; fflush() } next }
            !/^remark: Incremental compilation/ { print; fflush() }'
    fi
}

# Packages, and the Python programs that tests speak with; where tests must not be skipped (SEAM_TEST_CI), these must be
# there.
prepare() {
    deploy/packages
    python_packages
}
python_packages() {
    deploy/python/environments && return
    [[ -z ${SEAM_TEST_CI:-} ]] || exit 69
    say "no Python packages; the tests that need them are skipped"
}

# An import that its target does not declare is an error.
flags=(--explicit-target-dependency-import-check error)
# A fresh clone is built once. A build of `swift build`, for somebody who edits, stays so: other options would build
# everything again, here and at the next `swift build`.
made_for_editing() { [[ -e .build/debug.yaml ]] && ! grep -qm 1 '"-no-emit-module-separately-wmo"' .build/debug.yaml; }
if ! made_for_editing; then
    source deploy/once.bash
    flags+=("${once[@]}")
fi
build() { swift build "${flags[@]}" "$@" 2>&1 | progress; }
# Left by a build that was killed.
rm -f Tests/XCTMain.swift
begin_without_index() {
    trap 'rm -f Tests/XCTMain.swift' EXIT
    cp deploy/XCTMain.swift Tests/
}
build_tests() {
    say "build (about seven minutes the first time on two cores)"
    [[ " ${flags[*]} " != *" --disable-index-store "* ]] || begin_without_index
    build --build-tests
    rm -f Tests/XCTMain.swift
    bin=$(swift build "${flags[@]}" --show-bin-path)
}

# lane NAME OPTION…: runs the tests of a lane (deploy/lanes/suites).
lane() {
    SEAM_TEST_LANE=$1 deploy/lanes/suites --lane "$1" --binary "$bin/seamPackageTests.xctest" "${@:2}"
}
