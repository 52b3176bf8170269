import SeamModel
import SessionCore
import Testing

@testable import SessionService

@Suite("The register of attempts", .timeLimit(.minutes(1)))
struct AttemptRegisterTests {
    private final class Way: AttemptRun {
        func run(takesOver: Bool) async {}
        func turnGranted() {}
        func cancel() {}
    }

    private func entry(_ id: String) throws -> AttemptRegister.Entry {
        AttemptRegister.Entry(
            attemptID: id, session: try sessionID(), credentialID: "key", idem: "0123456789abcdef", fingerprint: "f",
            ways: AttemptWays(bindingIDs: ["b"], timeout: .seconds(10), fallback: nil), run: Way(),
            feed: AttemptFeed(attemptID: id, credentialID: "key"), local: nil)
    }

    @Test("attempt register: nothing is taken up once it drains")
    func drains() async throws {
        let register = AttemptRegister(slots: 1)
        await register.drain(silent)
        #expect(try !register.enter(entry("a"), at: ["b"], usesRadio: true, since: register.endings))
        #expect(register["a"] == nil && register.queue.waitingCount == 0)
    }

    @Test("attempt register: what was granted before attempts were ended is not taken up")
    func endings() throws {
        let register = AttemptRegister(slots: 1)
        let before = register.endings
        register.endAttempts(of: try sessionID())
        #expect(try !register.enter(entry("a"), at: ["b"], usesRadio: true, since: before))
        #expect(try register.enter(entry("a"), at: ["b"], usesRadio: true, since: register.endings))
        #expect(register.isBusy("b"))
    }
}
