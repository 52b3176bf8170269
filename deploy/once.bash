# Options for what is built once, rather than edited and built again: to be sourced in the package's directory. Leaves
# them in the array `once`. It takes half of the processor time that a build for editing takes.

# Whole modules, each in one pass, and without what debuggers read. Of the two linkers, this one takes half of the time.
once=(-debug-info-format none -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2)
once+=(-Xswiftc -no-emit-module-separately-wmo -Xswiftc -use-ld=lld)
# The index is for editors, and takes an eighth of the compiler's time.
once+=(--disable-index-store)
# A tenth of the compiler's time, and of the programs'. The thread sanitizer's build keeps these checks.
once+=(-Xswiftc -enforce-exclusivity=unchecked)

# Each of BoringSSL's 526 files of C++ reads the same headers of the standard library, half of its time: they are read
# once. A compiler that does not take them so reads them as usual.
precompile() {
    local clang header headers=$PWD/.build/once/standard
    clang=$(dirname "$(readlink -f "$(command -v swiftc)")")/clang
    mkdir -p "${headers%/*}"
    for header in algorithm array atomic functional iterator limits memory optional string string_view tuple \
        type_traits utility variant vector; do echo "#include <$header>"; done >"$headers.hpp.new"
    # Of other headers, or of a clone that was moved, it would be wrong or refused.
    echo "// $PWD $(stat -c %Y /usr/include/c++/* 2>/dev/null | tr '\n' ' ')" >>"$headers.hpp.new"
    if ! cmp -s "$headers.hpp.new" "$headers.hpp" || [[ ! -s $headers.pch || $clang -nt $headers.pch ]]; then
        mv "$headers.hpp.new" "$headers.hpp"
        rm -f "$headers.pch"
        "$clang" -x c++-header -std=c++17 -O0 -g0 -w -fblocks -fPIC -fno-omit-frame-pointer -DSWIFT_PACKAGE=1 \
            -DDEBUG=1 "$headers.hpp" -o "$headers.pch" || return 0
    fi
    once+=(-Xcxx -include-pch -Xcxx "$headers.pch")
}
precompile
