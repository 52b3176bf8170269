import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests how many requests one user of the machine may make. The limit does not depend on how many people sign in as
/// this user.
@Suite(.timeLimit(.minutes(2))) struct LookUpTests {
    /// A person may look up thirty codes an hour, and a user of the machine may look up a hundred.
    @Test("look up: a user looks up a hundred codes") func aUserLooksUpAHundredCodes() async throws {
        let bench = try await SignalBench()
        let client = try bench.client()
        var reasons: [String?] = []
        for number in 0..<4 {
            let session = "s\(number)"
            let me = try bench.signIn("+4915112340\(number)00", session: session)
            let code = me.qrCodeID
            for _ in 0..<26 {
                let look = ContactInfoGet.Params(session: session, qrCodeID: code)
                reasons.append(reason { _ = try client.call(ContactInfoGet.self, look) })
            }
        }
        #expect(reasons.prefix(100).allSatisfy { $0 == "signal.self" })
        #expect(reasons.last == "signal.limited", "\(reasons.suffix(5))")
    }

    /// A user may have at most thirty requests at a time, no matter to whom the telephone numbers belong.
    @Test("look up: a user asks for thirty codes") func aUserAsksForThirtyCodes() async throws {
        let bench = try await SignalBench()
        let client = try bench.client()
        let reasons = (10..<44).map { number in
            let request = AuthSignIn.Params(session: "s\(number)", phone: "+49151123400\(number)")
            return reason { _ = try client.call(AuthSignIn.self, request) }
        }
        #expect(reasons.prefix(30).allSatisfy { $0 == nil })
        #expect(reasons.last == "signal.limited", "\(reasons.suffix(5))")
    }
}
