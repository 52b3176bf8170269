# Options for what is built once, rather than edited and built again: to be sourced in the package's directory. Leaves
# them in the array `once`. It takes half of the processor time that a build for editing takes.

# Whole modules, each in one pass, and without what debuggers read. Of the two linkers, this one takes half of the time.
once=(-debug-info-format none -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2)
once+=(-Xswiftc -no-emit-module-separately-wmo -Xswiftc -use-ld=lld)
# The index is for editors, and takes an eighth of the compiler's time.
once+=(--disable-index-store)
# A tenth of the compiler's time, and of the programs'. The thread sanitizer's build keeps these checks.
once+=(-Xswiftc -enforce-exclusivity=unchecked)

# Half of the time of BoringSSL's two copies goes into headers that their files share: deploy/cc has them read once.
SEAM_CLANG=$(dirname "$(readlink -f "$(command -v swiftc)")")/clang
if [[ -x $SEAM_CLANG ]]; then export SEAM_CLANG CC=$PWD/deploy/cc; fi
