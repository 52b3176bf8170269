import Glibc

/// The entry point for libFuzzer. `Tests/Fuzz/run` builds this file. The package does not build this file, because
/// linking fails for an executable target that contains it.
///
/// The environment variable `SEAM_FUZZ_TARGET` names the target. If a property is broken, the process ends in the same
/// way as in a trap, so that libFuzzer saves the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    do {
        try FuzzEntry.target.check(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        FuzzEntry.say("broken property of \(FuzzEntry.target.rawValue): \(error)")
        abort()
    }
    return 0
}

/// If `SEAM_FUZZ_SEEDS` is set, fills that folder with the target's seeds and ends the process.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(
    _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    guard let folder = getenv("SEAM_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for seed in FuzzSeeds.all(for: FuzzEntry.target) where seed.input.count <= FuzzEntry.largestSeed {
        guard let file = fopen("\(folder)/\(seed.name)", "w") else {
            FuzzEntry.say("cannot write \(folder)/\(seed.name)")
            exit(1)
        }
        fwrite(seed.input, 1, seed.input.count, file)
        fclose(file)
    }
    exit(0)
}

private enum FuzzEntry {
    /// The value that `run` passes as `-max_len`. The fuzzer cuts longer inputs off.
    static let largestSeed = 4096

    static let target: FuzzTarget = {
        let name = getenv("SEAM_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            say("SEAM_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
            exit(64)
        }
        return target
    }()

    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
