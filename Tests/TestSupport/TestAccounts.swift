import Foundation

/// The users that one program sees on a machine: the machine's own users, and some additional users. The program sees a
/// file with these users instead of the machine's file. This needs root.
package final class TestAccounts: Sendable {
    private let directory: TestDirectory

    /// Makes the file with `users`, in addition to the machine's own users.
    package init(_ users: [UInt32: String]) throws {
        directory = try TestDirectory(mode: 0o755)
        try directory.write("", to: "passwd", mode: 0o644)
        try change(to: users)
    }

    /// Replaces the additional users. A program that reads the file at the same time finds either the old or the new
    /// users.
    package func change(to users: [UInt32: String]) throws {
        let own = try String(contentsOf: URL(filePath: "/etc/passwd"), encoding: .utf8)
        let more = users.sorted { $0.key < $1.key }.map { "\($0.value):x:\($0.key):\($0.key)::/:/bin/sh\n" }
        // The text is never shorter than before, and is written to the existing file in one write, so that the file is
        // complete at any moment.
        let text = (own + more.joined()).padding(toLength: Self.size, withPad: "\n", startingAt: 0)
        let file = try FileHandle(forUpdating: URL(filePath: directory.file("passwd")))
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private static let size = 16_384

    /// The command that starts a program which sees these users.
    package var command: [String] {
        let script = "mount --bind \"$0\" /etc/passwd && exec \"$@\""
        let own = ["/usr/bin/unshare", "--mount", "--propagation", "private"]
        return own + ["/bin/sh", "-c", script, directory.file("passwd")]
    }
}
