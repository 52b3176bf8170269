import Foundation
import LinuxSupport
import Testing

/// A directory of mode 0700 with a short path. The directory is removed together with this object.
final class ScratchDirectory {
    let path: String

    init() throws {
        let random = try SystemRandom.bytes(6).map { String($0, radix: 36) }.joined()
        path = "/tmp/sl-\(random)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    var entries: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}

/// Acting as other users needs root.
///
/// Tests that need root fail if they do not run as root, because a skipped check would look like a passed check.
func requireRoot() throws {
    try #require(geteuid() == 0, "this test takes on other users and must run as root")
}

/// Runs a program and waits until it has ended. Returns its exit status and its output.
func runToEnd(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
}

func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
}

let soon = Duration.seconds(20)
