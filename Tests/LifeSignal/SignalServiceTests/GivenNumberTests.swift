import Foundation
import Glibc
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// A person has left a machine, and the machine gives their user number to another person. The new person finds nothing
/// of the earlier person's data.
@Suite(.timeLimit(.minutes(2)), .enabled(if: geteuid() == 0)) struct GivenNumberTests {
    private static let uid: UInt32 = 63_077

    private static func seam(_ bench: SignalBench, _ arguments: [String], input: String = "") async throws -> Int32 {
        let process = try ChildProcess(
            try Products.executable("seam"), ["signal"] + arguments,
            environment: ["LIFESIGNAL_SOCKET": bench.socket], uid: Self.uid, input: input)
        return try await process.awaitExit()
    }

    @Test("given number: the next one is not signed in") func theNextOneIsNotSignedIn() async throws {
        let place = try TestDirectory(mode: 0o755)
        let accounts = try place.write("root:x:0:0::/:/bin/sh\nada:x:\(Self.uid):0::/:/bin/sh\n", to: "passwd")
        let bench = try await SignalBench(
            configuration: ["allow": ["session": ["users": [.string("\(Self.uid)"), "0"]]]],
            within: [
                "/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c",
                #"mount --bind "$1" /etc/passwd || exit; shift; exec "$@""#, "sh", accounts,
            ], in: place)
        #expect(try await Self.seam(bench, ["sign-in", SignalBench.ada]) == 0)
        #expect(try await Self.seam(bench, ["verify"], input: try bench.code(SignalBench.ada) + "\n") == 0)
        #expect(try await Self.seam(bench, ["me"]) == 0)
        // Writes the accounts at once into the existing file, and does not replace the file, because it is mounted.
        let file = try FileHandle(forWritingTo: URL(filePath: accounts))
        try file.write(contentsOf: Data("root:x:0:0::/:/bin/sh\nben:x:\(Self.uid):0::/:/bin/sh\n".utf8))
        try file.close()
        #expect(try await Self.seam(bench, ["check-in"]) == 4)
        #expect(try await Self.seam(bench, ["me"]) == 4)
        #expect(try bench.administrator().call(PersonList.self, .init()).elements.first?.sessions == 0)
    }
}
