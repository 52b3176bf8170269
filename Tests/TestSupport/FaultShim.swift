import Foundation
import Glibc

/// A library that makes a daemon's system calls fail. The toolchain's compiler builds it from `faults.c`.
package final class FaultShim: Sendable {
    private let program: String
    private let library: String
    private let file: String

    /// The offsets of the members of `struct control`.
    private enum Offset {
        static let mode = 0, error = 4, calls = 8, at = 16, failedWith = 24, failed = 28, failedOn = 56, end = 256
    }

    private enum Mode: UInt32 { case passing, failingOne, shut, hanging }

    /// Builds the library in a directory to which the daemon's user has access. `program` is the daemon's name.
    package init(in directory: TestDirectory, for program: String = "seam-sessiond") async throws {
        self.program = program
        library = directory.file("faults.so")
        let source = "\(Products.package)Tests/ProcessTests/Peers/faults.c"
        let compiler = try ChildProcess(
            try Self.compiler(), ["-shared", "-fPIC", "-O1", "-Wall", "-o", library, source])
        guard try await compiler.awaitExit(limit: .seconds(60)) == 0 else { throw TestFailure(compiler.errors) }
        chmod(library, 0o755)
        file = try directory.write(String(repeating: "\0", count: 4096), to: "faults", mode: 0o666)
    }

    /// The environment variables that make the daemon load the library.
    package var environment: [String: String] {
        ["LD_PRELOAD": library, "SEAM_FAULT_FILE": file, "SEAM_FAULT_PROGRAM": program]
    }

    /// Begins to count calls. The call with the number `number` fails. If `number` is nil, no call fails.
    package func arm(at number: UInt64?) throws {
        try write(bytes(of: UInt64(0)), at: Offset.calls)
        try write(bytes(of: number ?? .max), at: Offset.at)
        try write([UInt8](repeating: 0, count: Offset.end - Offset.failedWith), at: Offset.failedWith)
        try write(bytes(of: Mode.failingOne.rawValue), at: Offset.mode)
    }

    /// Lets all calls through again. Returns how many calls were made, and which call failed.
    package func disarm() throws -> (calls: UInt64, failed: String?) {
        try write(bytes(of: Mode.passing.rawValue), at: Offset.mode)
        let content = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let calls = content[Offset.calls..<Offset.at].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let text = { (range: Range<Int>) in String(decoding: content[range].prefix { $0 != 0 }, as: UTF8.self) }
        let (name, on) = (text(Offset.failed..<Offset.failedOn), text(Offset.failedOn..<Offset.end))
        return (calls, name.isEmpty ? nil : "\(name), error \(content[Offset.failedWith]), \(on)")
    }

    /// After this call, every system call that changes the store's files fails with `error`.
    package func shut(_ error: Int32) throws {
        try write(bytes(of: error), at: Offset.error)
        try write(bytes(of: Mode.shut.rawValue), at: Offset.mode)
    }

    /// After this call, every system call that changes the store's files hangs.
    package func hang() throws { try write(bytes(of: Mode.hanging.rawValue), at: Offset.mode) }

    private func bytes(of value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw TestFailure("\(file) cannot be written")
        }
    }

    private static func compiler() throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        for name in ["clang", "cc"] {
            for directory in path.split(separator: ":") where access("\(directory)/\(name)", X_OK) == 0 {
                return "\(directory)/\(name)"
            }
        }
        throw TestFailure("no C compiler on the PATH")
    }
}
