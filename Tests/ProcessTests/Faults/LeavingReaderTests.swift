import TestSupport
import Testing

/// `seam watch --json | head -1`: a command that reports ends with its reader, even if there is nothing more to
/// report; a command that acts does not.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LeavingReaderTests {
    @Test(arguments: ["watch --json", "rpc session.watch", "rpc unlock.watch", "keys --nearby --watch --json"])
    func whatTellsEndsWithItsReader(command: String) async throws {
        let system = try await TestSystem.withFrontKey()
        #expect(try await system.unlock().status == 0)
        let seam = try Products.executable("seam")
        let pipeline = try ChildProcess(
            "/bin/bash", ["-c", "'\(seam)' \(command) | head -1; echo status ${PIPESTATUS[0]}"],
            environment: ["SEAM_SOCKET": system.sessionSocket, "NO_COLOR": "1"])
        #expect(try await pipeline.awaitExit() == 0)
        let lines = pipeline.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == "status 0", "\(pipeline.output)\(pipeline.errors)")
    }

    /// An error is an error, whether anybody reads or not.
    @Test(arguments: ["watch", "rpc unlock.watch"]) func anErrorIsToldAllTheSame(command: String) async throws {
        let system = try await TestSystem()
        let seam = try Products.executable("seam")
        let pipeline = try ChildProcess(
            "/bin/bash", ["-c", "'\(seam)' \(command) | true; echo status ${PIPESTATUS[0]}"],
            environment: ["SEAM_SOCKET": system.sessionSocket, "NO_COLOR": "1"])
        #expect(try await pipeline.awaitExit() == 0)
        #expect(pipeline.output == "status 4\n", "\(pipeline.output)\(pipeline.errors)")
    }

    /// The lock acts for seconds after the first line.
    @Test func anUnlockGoesOnWithoutItsReader() async throws {
        let system = try await TestSystem.withFrontKey(movement: .seconds(2))
        let seam = try Products.executable("seam")
        let pipeline = try ChildProcess(
            "/bin/bash", ["-c", "'\(seam)' unlock 'Front Door' --json | head -1; echo status ${PIPESTATUS[0]}"],
            environment: ["SEAM_SOCKET": system.sessionSocket, "NO_COLOR": "1"])
        #expect(try await pipeline.awaitExit() == 0)
        #expect(pipeline.output.hasSuffix("status 0\n"), "\(pipeline.output)\(pipeline.errors)")
        #expect(try system.openings() == 1)
    }
}
