import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a lock that requires a code from the person. The person enters the code on a page of the cloud. After that,
/// the door opens. The provider is the example in the protocol's documentation.
@Suite(.serialized, .timeLimit(.minutes(3))) struct OneTimeCodeTests {
    private static func page(_ process: ChildProcess) async throws -> String {
        try await process.awaitOutput("/otp/toy")
        return try #require(process.output.firstMatch(of: /https:[^ \n"]+\/otp\/toy/).map { String($0.output) })
    }

    private static func events(_ system: TestSystem) throws -> [String] {
        try String(contentsOfFile: system.lockEventsFile, encoding: .utf8).split(separator: "\n").compactMap { line in
            let event = try? JSON(parsing: line.utf8)
            return event?["lock"] == "toy" ? event?["event"]?.stringValue : nil
        }
    }

    private static func withToy() async throws -> TestSystem {
        let system = try await TestSystem(oneTimeCodes: true)
        try await system.bindToy()
        try await system.signIn()
        _ = try await system.seam(["refresh"])
        return system
    }

    @Test("one time code: the door opens once the code is entered")
    func theDoorOpensOnceTheCodeIsEntered() async throws {
        let system = try await Self.withToy()
        try await system.bind()
        try system.fault("out_of_range")
        _ = try await system.seam(["refresh"])
        let unlock = try system.startSeam(["unlock", "Back Door", "--timeout", "5s"])
        let page = try await Self.page(unlock)
        #expect(unlock.output.contains("the lock waits up to 2 min for you: The toy wants a code."), "\(unlock.output)")
        #expect(try system.cloud.page(page, code: "000000").status == 403)
        #expect(try Self.events(system) == ["paired", "waiting"])
        // An attempt that began later and has the same time limit has already ended. The broker still accepts the
        // command of this attempt.
        let other = try await system.seam(["unlock", "Front Door", "--timeout", "5s"])
        #expect(other.status == 124 && other.errors.contains("waited for its turn until the time ran out"), "\(other)")
        try system.cloud.enterCode(at: page)
        #expect(try await unlock.awaitExit() == 0, "\(unlock.output)\(unlock.errors)")
        #expect(try Self.events(system) == ["paired", "waiting", "authorized", "unlocked"])
        let audit = try await system.seam(["audit", "--json"])
        #expect(audit.output.contains(#""state":"granted""#) && !audit.output.contains("/otp/"), "\(audit.output)")
        #expect(!system.logs.contains("/otp/"))
        // The code can be used only once.
        let second = try system.startSeam(["unlock", "Back Door", "--json"])
        #expect(try await Self.page(second) == page)
        second.signal(SIGINT)
        #expect(try await second.awaitExit() == 130)
        #expect(try Self.events(system).count { $0 == "unlocked" } == 1)
    }
}
