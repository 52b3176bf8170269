import DaemonCore
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("Keys of calls") struct KeyedCallsStoreTests {
    private let fixture: StoreFixture
    private let start = moment(0)

    init() throws { fixture = try StoreFixture() }

    private func store() throws -> SessionStore { try fixture.open() }

    private func call(_ idem: String, uid: UInt32 = 1000, session: String = "default") throws -> KeyedCall {
        KeyedCall(
            session: try #require(SessionID(uid: uid, name: session)), method: "locks.unbind", idem: idem)
    }

    @Test("keyed calls store: are the user's, the session's and the method's, and outlive the process")
    func scope() throws {
        let first = try store()
        let call = try call("a")
        #expect(try first.begin(call, fingerprint: "f", at: start) == .begun)
        #expect(try first.begin(call, fingerprint: "g", at: start) == .existing(fingerprint: "f", reply: nil))
        #expect(try first.begin(self.call("a", uid: 1001), fingerprint: "g", at: start) == .begun)
        #expect(try first.begin(self.call("a", session: "other"), fingerprint: "g", at: start) == .begun)
        let method = KeyedCall(uid: call.uid, session: call.session, method: "session.deactivate", idem: "a")
        #expect(try first.begin(method, fingerprint: "g", at: start) == .begun)
        try first.finish(call, reply: "{}")
        try first.close()
        let second = try store()
        #expect(try second.begin(call, fingerprint: "f", at: start) == .existing(fingerprint: "f", reply: "{}"))
        #expect(try second.begin(method, fingerprint: "g", at: start) == .existing(fingerprint: "g", reply: nil))
        try second.forget(call)
        #expect(try second.begin(call, fingerprint: "h", at: start) == .begun)
    }

    @Test("keyed calls store: are kept for 24 hours, and not longer")
    func age() throws {
        let store = try store()
        let call = try call("a")
        #expect(try store.begin(call, fingerprint: "f", at: start) == .begun)
        let almost = start.advanced(by: .seconds(86_400) - .milliseconds(1))
        #expect(try store.begin(call, fingerprint: "f", at: almost) == .existing(fingerprint: "f", reply: nil))
        #expect(try store.begin(call, fingerprint: "f", at: start.advanced(by: .seconds(86_400))) == .begun)
    }

    @Test("keyed calls store: are not freed by a clock that runs ahead of the time that is certain")
    func ahead() throws {
        let store = try store()
        let call = try call("a")
        #expect(try store.begin(call, fingerprint: "f", at: start) == .begun)
        let ahead = start.advanced(by: .seconds(172_800))
        #expect(
            try store.begin(call, fingerprint: "f", at: ahead, certain: start)
                == .existing(fingerprint: "f", reply: nil))
        #expect(try store.begin(call, fingerprint: "f", at: ahead, certain: ahead) == .begun)
    }

    @Test("are 256 of a user: the oldest that is answered goes, and none goes for another user")
    func eviction() throws {
        let store = try store()
        for number in 0..<KeyedCall.limit {
            #expect(try store.begin(call("k\(number)"), fingerprint: "f", at: start) == .begun)
        }
        #expect(try store.begin(call("more"), fingerprint: "f", at: start) == .full)
        #expect(try store.begin(call("k0"), fingerprint: "f", at: start) == .existing(fingerprint: "f", reply: nil))
        #expect(try store.begin(call("more", uid: 7), fingerprint: "f", at: start) == .begun)
        try store.finish(call("k9"), reply: "nine")
        try store.finish(call("k5"), reply: "five")
        #expect(try store.begin(call("more"), fingerprint: "f", at: start) == .begun)
        #expect(
            try store.begin(call("k9"), fingerprint: "f", at: start) == .existing(fingerprint: "f", reply: "nine"))
        // The store has dropped the call `k5`, so the call counts as new. The store drops the next answered call to
        // make room for the new call.
        #expect(try store.begin(call("k5"), fingerprint: "f", at: start) == .begun)
        #expect(try store.begin(call("k9"), fingerprint: "f", at: start) == .full)
    }
}
