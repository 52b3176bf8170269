import TestSupport
import Testing

/// Tests commands such as `seam watch --json | head -1`. If a command only reports, it ends together with its reader,
/// even if it has nothing more to report. A command that acts does not end.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LeavingReaderTests {
    @Test("leaving reader: what tells ends with its reader") func whatTellsEndsWithItsReader() async throws {
        let system = try await TestSystem.withFrontKey()
        #expect(try await system.unlock().status == 0)
        for command in ["watch --json", "rpc session.watch", "rpc unlock.watch", "keys --nearby --watch --json"] {
            let told = try await Self.tell(command, of: system, to: "head -1")
            let lines = told.split(separator: "\n")
            #expect(lines.count == 2 && lines.last == "status 0", "\(command): \(told)")
        }
    }

    /// Pipes the output of a `seam` command to a reader. Returns the reader's output, followed by the command's exit
    /// status.
    private static func tell(_ command: String, of system: TestSystem, to reader: String) async throws -> String {
        let seam = try Products.executable("seam")
        let pipeline = try ChildProcess(
            "/bin/bash", ["-c", "'\(seam)' \(command) | \(reader); echo status ${PIPESTATUS[0]}"],
            environment: ["SEAM_SOCKET": system.sessionSocket, "NO_COLOR": "1"])
        #expect(try await pipeline.awaitExit() == 0, "\(command): \(pipeline.errors)")
        return pipeline.output
    }

    /// An error is reported even if nobody reads the output.
    @Test("leaving reader: an error is told all the same") func anErrorIsToldAllTheSame() async throws {
        let system = try await TestSystem()
        for command in ["watch", "rpc unlock.watch"] {
            #expect(try await Self.tell(command, of: system, to: "true") == "status 4\n", "\(command)")
        }
    }

    /// The lock keeps moving for seconds after the command has printed its first line.
    @Test("leaving reader: an unlock goes on without its reader") func anUnlockGoesOnWithoutItsReader() async throws {
        let system = try await TestSystem.withFrontKey(movement: .seconds(2))
        let told = try await Self.tell("unlock 'Front Door' --json", of: system, to: "head -1")
        #expect(told.hasSuffix("status 0\n"), "\(told)")
        #expect(try system.openings() == 1)
    }
}
