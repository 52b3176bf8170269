import Glibc
import SeamSDK
import TestSupport
import Testing

/// Visitors who use the same program one after the other, each with their own code.
@Suite(.serialized, .timeLimit(.minutes(2))) struct VisitTests {
    @Test("visit: one visitor after the other") func oneVisitorAfterTheOther() async throws {
        let system = try await TestSystem(kioskUsers: [geteuid()])
        try await system.bind()
        let socket = system.sessionSocket
        let ada = try await SeamVisit.begin(code: "ADA-ONCE", socketPath: socket)
        let ben = try await SeamVisit.begin(code: "BEN-1841", socketPath: socket)
        let passes = [ada, ben].map { $0.takeLifeSignalPass() }
        #expect(Set(passes).count == 2 && !passes.contains(nil) && "\(passes)".contains("<pass for LifeSignal>"))
        #expect(ada.takeLifeSignalPass() == nil, "once")
        #expect(Set(ada.session.credentials.map(\.id)).isDisjoint(with: ben.session.credentials.map(\.id)))
        let front = try ada.session.key("Front Door").id
        #expect(try await ada.session.unlockEvents(using: front).all() == [.launched, .grantedAccess])
        await #expect(throws: SeamError.alreadyInitialized) { try await ada.session.signIn(code: "BEN-1841") }
        await ada.end()
        await ada.end()
        #expect(!ada.session.isActive && ada.session.credentials.isEmpty)
        #expect(throws: (any Error).self) { try ada.session.unlockEvents(using: front) }
        #expect(ben.session.isActive)
        let used = try await thrown(SeamSystemError.self) {
            _ = try await SeamVisit.begin(code: "ADA-ONCE", socketPath: socket)
        }
        #expect(used.reason == SeamSystemError.codeRefused && used.message == "the code has already been used")
        #expect(used.which == "used" && used.retryAfter == nil)
        let next = try await SeamVisit.begin(
            clientSessionToken: try system.cloud.token(), idleTimeout: 60, socketPath: socket)
        #expect(next.session.isActive && next.takeLifeSignalPass() == nil)
        await next.end()
        await ben.end()
    }

    @Test("visit: what is no code is not sent") func whatIsNoCodeIsNotSent() async throws {
        let system = try await TestSystem(kioskUsers: [geteuid()])
        for code in ["", "a b", String(repeating: "x", count: 129), "\0"] {
            let error = try await thrown(SeamSystemError.self) {
                _ = try await SeamVisit.begin(code: code, socketPath: system.sessionSocket)
            }
            #expect(error.reason == "rpc.invalid_params" && error.retryAfter == nil, "\(error)")
        }
        let own = system.program()
        let error = try await thrown(SeamSystemError.self) { try await own.signIn(code: "ADA-2207") }
        #expect(error.reason == "rpc.invalid_params", "a code is for an ephemeral session")
        #expect(!system.sessiond.errors.contains("exchange"))
    }
}
