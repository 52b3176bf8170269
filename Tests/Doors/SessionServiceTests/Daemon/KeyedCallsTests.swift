import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("Calls with an idempotency key", .timeLimit(.minutes(1))) struct KeyedCallsTests {
    private static let key = "key-of-sixteen-bytes"

    @Test("run once: the same call again has the same reply, and another process knows it, too")
    func replay() async throws {
        let bench = try Bench()
        let client = try await bench.client()
        #expect(try await client.call("test.act", JSONText(["n": 1]), idem: Self.key).json == ["n": 1])
        #expect(try await client.call("test.act", JSONText(["n": 1]), idem: Self.key).json == ["n": 1])
        #expect(bench.runs == 1)
        _ = try await client.call("test.act", JSONText(["n": 1]))
        #expect(bench.runs == 2, "without a key each call is one")
        // A member with the value null counts as absent.
        let spelled = JSONText(JSON.members(("session", .null), ("n", 1)))
        #expect(try await client.call("test.act", spelled, idem: Self.key).json == ["n": 1])
        let restarted = try await bench.restarted().client()
        #expect(try await restarted.call("test.act", JSONText(["n": 1]), idem: Self.key).json == ["n": 1])
        #expect(bench.runs == 2)
    }

    @Test("keyed calls: other parameters under the same key are refused, while it runs and afterwards")
    func mismatch() async throws {
        let bench = try Bench()
        let client = try await bench.client()
        bench.holdsBack = true
        async let first = client.call("test.act", JSONText(["n": 1]), idem: Self.key)
        await bench.untilHeld()
        await #expect(throws: WireError.self) {
            _ = try await client.call("test.act", JSONText(["n": 2]), idem: Self.key)
        }
        bench.letGo()
        #expect(try await first.json == ["n": 1])
        let error = try await #require(throws: WireError.self) {
            _ = try await client.call("test.act", JSONText(["n": 2]), idem: Self.key)
        }
        #expect(error.reason == "idem.mismatch" && error.effect == .none)
        #expect(bench.runs == 1)
    }

    @Test("keyed calls: a call that comes while the first runs shares its reply")
    func joined() async throws {
        let bench = try Bench()
        let (one, other) = (try await bench.client(), try await bench.client())
        bench.holdsBack = true
        async let first = one.call("test.act", JSONText(["n": 1]), idem: Self.key)
        await bench.untilHeld()
        async let second = other.call("test.act", JSONText(["n": 1]), idem: Self.key)
        // The server reads calls in order, so when it has answered `rpc.whoami`, it has read the second call.
        _ = try await other.call("rpc.whoami", .emptyObject)
        bench.letGo()
        #expect(try await first.json == ["n": 1])
        #expect(try await second.json == ["n": 1])
        #expect(bench.runs == 1)
    }

    @Test("keyed calls: another user's key, and another session's, is another key")
    func others() async throws {
        let bench = try Bench()
        _ = try await bench.client().call("test.act", JSONText(["n": 1]), idem: Self.key)
        #expect(
            try await bench.client(uid: 1001).call("test.act", JSONText(["n": 2]), idem: Self.key).json == ["n": 2])
        let elsewhere: JSON = ["n": 3, "session": "other"]
        #expect(try await bench.client().call("test.act", JSONText(elsewhere), idem: Self.key).json == ["n": 3])
        #expect(bench.runs == 3)
    }

    @Test("an interrupted call is not run again: its effect is unknown")
    func interrupted() async throws {
        let bench = try Bench()
        let client = try await bench.client()
        bench.holdsBack = true
        async let first = client.call("test.act", JSONText(["n": 1]), idem: Self.key)
        await bench.untilHeld()
        // The restarted server finds the store as if the old process had been killed during the call.
        let next = try await bench.restarted().client()
        let error = try await #require(throws: WireError.self) {
            _ = try await next.call("test.act", JSONText(["n": 1]), idem: Self.key)
        }
        #expect(error.reason == "idem.unknown" && error.effect == .unknown && !error.retry.safe)
        let other = try await #require(throws: WireError.self) {
            _ = try await next.call("test.act", JSONText(["n": 2]), idem: Self.key)
        }
        #expect(other.reason == "idem.mismatch")
        bench.letGo()
        _ = try await first
        #expect(bench.runs == 1)
    }

    @Test("keyed calls: a failure without effect leaves the key unused; one with an effect is kept")
    func failures() async throws {
        let bench = try Bench()
        let client = try await bench.client()
        bench.failure = WireError(.aborted, "bind.busy", "busy", retry: .init(safe: true))
        await #expect(throws: WireError.self) {
            _ = try await client.call("test.act", JSONText(["n": 1]), idem: Self.key)
        }
        bench.failure = WireError(.internal, "rpc.internal", "half done", effect: .unknown)
        for _ in 0..<2 {
            let error = try await #require(throws: WireError.self) {
                _ = try await client.call("test.act", JSONText(["n": 1]), idem: Self.key)
            }
            #expect(error.message == "half done" && error.effect == .unknown)
        }
        #expect(bench.runs == 2)
        bench.failure = nil
        let kept = try await #require(throws: WireError.self) {
            _ = try await bench.restarted().client().call("test.act", JSONText(["n": 1]), idem: Self.key)
        }
        #expect(kept.message == "half done")
    }

    @Test("keyed calls: a store that keeps no key lets nothing begin")
    func storeGone() async throws {
        let bench = try Bench()
        try await bench.store.close()
        let client = try await bench.client()
        let error = try await #require(throws: WireError.self) {
            _ = try await client.call("test.act", JSONText(["n": 1]), idem: Self.key)
        }
        #expect(error.reason == "store.unavailable" && bench.runs == 0)
    }

    @Test("keyed calls: methods whose contract knows no key refuse one")
    func unknown() async throws {
        let client = try await Bench().client()
        let error = try await #require(throws: WireError.self) {
            _ = try await client.call("rpc.whoami", .emptyObject, idem: Self.key)
        }
        #expect(error.reason == "rpc.invalid_call" && error.field == "/idem")
    }
}

/// A server with its own store. The server's only method uses idempotency keys.
private final class Bench: Sendable {
    private struct State {
        var runs = 0
        var holdsBack = false
        var failure: WireError?
    }

    let store: SessionStoreThread
    private let scratch: TestDirectory
    private let server: RPCServer
    private let state: Locked<State>
    private let held: OneAnswer<Void>
    private let go: OneAnswer<Void>

    convenience init() throws {
        let scratch = try TestDirectory()
        let sealed = try SessionStore(
            path: scratch.file("store.db"), machineKey: MachineKey(bytes: Array(0..<32)), now: moment(0))
        try self.init(
            SessionStoreThread(sealed), scratch, Locked(State()), held: OneAnswer<Void>(), go: OneAnswer<Void>())
    }

    private init(
        _ store: SessionStoreThread, _ scratch: TestDirectory, _ state: Locked<State>, held: OneAnswer<Void>,
        go: OneAnswer<Void>
    ) throws {
        (self.store, self.scratch, self.state, self.held, self.go) = (store, scratch, state, held, go)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let keyed = KeyedCalls(store: store, logger: logger, now: { moment(1) })
        var handlers = RPCHandlers()
        handlers.unary("test.act", params: Act.self) { (context, params) async throws(WireError) -> Act in
            let session = try SessionID.of(context, named: params.session)
            return try await keyed.answer(context, session: session.name, params) { () async throws(WireError) -> Act in
                let (isHeld, failure) = state.withLock { state in
                    state.runs += 1
                    return (state.holdsBack, state.failure)
                }
                if isHeld {
                    held.give(())
                    await go.wait(cancelled: ())
                }
                if let failure { throw failure }
                return Act(n: params.n, session: nil)
            }
        }
        server = RPCServer(
            try RPCServer.Configuration(
                name: "test", version: "1", epoch: "e", contracts: [ServedContract(bytes: Array(Self.contract.utf8))],
                quotas: RPCQuotas(exemptUsers: []), logger: logger),
            handlers: handlers)
    }

    /// A new server that knows only the data in the same store.
    func restarted() throws -> Bench { try Bench(store, scratch, state, held: held, go: go) }

    func client(uid: UInt32 = 1000) async throws -> RPCClient {
        try await server.connect(
            as: PeerIdentity(uid: uid, gids: [uid], pid: 0), socket: "session",
            options: .init(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    var runs: Int { state.withLock { $0.runs } }
    var holdsBack: Bool {
        get { state.withLock { $0.holdsBack } }
        set { state.withLock { $0.holdsBack = newValue } }
    }
    var failure: WireError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    func untilHeld() async { await held.wait(cancelled: ()) }
    func letGo() { go.give(()) }

    private struct Act: JSONCodable {
        var n: Int64
        var session: String?

        init(n: Int64, session: String?) { (self.n, self.session) = (n, session) }

        init(json: JSON, at path: String) throws(FieldFault) {
            var fields = try JSONFields(json, at: path)
            n = try fields.integer("n", in: 0...100)
            session = try fields.optionalString("session", bytes: 1...32)
            try fields.end()
        }

        var json: JSON { .members(("n", .integer(n)), ("session", session.map(JSON.string))) }
    }

    private static let contract = """
        {"service":"test","version":1,"methods":[{"name":"test.act","kind":"unary","sockets":["session"],
        "params":{"type":"object","properties":{"n":{"type":"integer"},"session":{"type":"string"}},
        "required":["n"],"additionalProperties":false},"result":{"type":"object"},"idem":"optional",
        "on_disconnect":"finish","timeout_ms":{"default":10000,"max":60000},"doc":"acts"}]}
        """
}
