import Foundation

/// The users that one program sees on a machine. These are the machine's own users and some more users. The program
/// sees a file that contains these users. It does not see the machine's file. This needs root.
package final class TestAccounts: Sendable {
    private let directory: TestDirectory

    /// Makes the file with the machine's own users and with `users`.
    package init(_ users: [UInt32: String]) throws {
        directory = try TestDirectory(mode: 0o755)
        try directory.write("", to: "passwd", mode: 0o644)
        try change(to: users)
    }

    /// Replaces the additional users. If a program reads the file at the same time, it finds either the old users or
    /// the new users.
    package func change(to users: [UInt32: String]) throws {
        let own = try String(contentsOf: URL(filePath: "/etc/passwd"), encoding: .utf8)
        let more = users.sorted { $0.key < $1.key }.map { "\($0.value):x:\($0.key):\($0.key)::/:/bin/sh\n" }
        // The text is never shorter than before, and one write puts it into the existing file, so the file is complete
        // at any moment.
        let text = (own + more.joined()).padding(toLength: Self.size, withPad: "\n", startingAt: 0)
        let file = try FileHandle(forUpdating: URL(filePath: directory.file("passwd")))
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private static let size = 16_384

    /// The command that starts a program. The program sees these users.
    package var command: [String] {
        let script = "mount --bind \"$0\" /etc/passwd && exec \"$@\""
        let own = ["/usr/bin/unshare", "--mount", "--propagation", "private"]
        return own + ["/bin/sh", "-c", script, directory.file("passwd")]
    }
}
