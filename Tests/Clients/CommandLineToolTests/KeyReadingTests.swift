import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

@Suite("While the keys are being read", .serialized)
struct KeyReadingTests {
    /// A session whose keys arrive when the test delivers the keys.
    private final class Reading: Sendable {
        private struct State {
            var progress: KeyReadingProgress?
            var keys: [Credential]
            var followers: [@Sendable (SessionStatus) -> Void] = []
            /// The reason why the cloud does not answer.
            var trouble: SyncReason?
        }

        private let state: Locked<State>

        /// The time at which the daemon asks the cloud again after a failure.
        private static var inAMoment: Timestamp {
            Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds() + 100_000)
        }

        init(_ progress: KeyReadingProgress?, _ keys: [Credential], trouble: SyncReason? = nil) {
            state = Locked(State(progress: progress, keys: keys, trouble: trouble))
        }

        var keys: [Credential] { state.withLock { $0.keys } }

        var status: SessionStatus {
            state.withLock { state in
                let since = state.trouble.map { _ in Timestamp(millisecondsSince1970: 0) }
                return SessionStatus(
                    name: "default", isInitialized: true, isActive: true,
                    sync: SyncStatus(
                        staleSince: since, next: state.trouble.map { _ in Self.inAMoment },
                        reason: state.trouble?.rawValue, reading: state.progress), radio: .unknown)
            }
        }

        func follow(_ follower: @escaping @Sendable (SessionStatus) -> Void) {
            state.withLock { $0.followers.append(follower) }
            follower(status)
        }

        func change(to progress: KeyReadingProgress?, _ keys: [Credential]) {
            let followers = state.withLock { state in
                (state.progress, state.keys) = (progress, keys)
                return state.followers
            }
            for follower in followers { follower(status) }
        }

        func serve(_ handlers: inout RPCHandlers, _ calls: CallLog, watched: (@Sendable (Reading) -> Void)? = nil) {
            handlers.answer(CredentialsList.self, calls) { _ in Page(self.keys) }
            handlers.answer(SessionGet.self, calls) { _ in self.status }
            handlers.follow(SessionWatch.self, calls) { _, sink throws(WireError) in
                self.follow { try? sink.send(.session($0)) }
                watched?(self)
                await sink.untilCancelled()
                throw WireError(.cancelled, "rpc.cancelled", "cancelled")
            }
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
            handlers.answer(CredentialsReveal.self, calls) { _ in .init(code: "1234", cardNumber: nil) }
        }
    }

    private static let some = KeyReadingProgress(done: 12, count: 70)
    private static let doorless = Credential(
        id: "cred-home", isManaged: true, name: "Home", location: "", accessMethod: .mobileKey, proximities: [.nearby])

    @Test("key reading: a key that the cloud has listed is used at once", arguments: ["Home", "cred-home"])
    func listed(name: String) async throws {
        let reading = Reading(Self.some, [Self.doorless])
        try await ScriptedDaemon.with {
            reading.serve(&$0, $1)
        } _: { daemon in
            let run = try await daemon.run("unlock", name)
            #expect(run.status == 0, "\(run.errors)")
            #expect(!daemon.calls.methods.contains("session.watch"))
        }
    }

    @Test("key reading: a name that is not known yet is waited for", arguments: ["Front Door", "Pool"])
    func awaited(name: String) async throws {
        let reading = Reading(KeyReadingProgress(done: 0, count: nil), [])
        try await ScriptedDaemon.with { handlers, calls in
            reading.serve(&handlers, calls) {
                $0.change(to: Self.some, [Self.doorless])
                $0.change(to: nil, [Script.home, Script.pool])
            }
        } _: { daemon in
            let run = try await daemon.run("unlock", name, "--timeout", "20s")
            #expect(run.status == 0, "\(run.errors)")
            let params = daemon.calls.params(of: "unlock.start")
            #expect(params?["credential_id"]?.stringValue == (name == "Pool" ? "cred-pool" : "cred-home"))
            #expect(params?["entrance_id"]?.stringValue == (name == "Pool" ? nil : "ent-front"))
        }
    }

    @Test("key reading: when the time is over nobody is told that there is no such key")
    func timeIsOver() async throws {
        let reading = Reading(Self.some, [Self.doorless])
        try await ScriptedDaemon.with {
            reading.serve(&$0, $1)
        } _: { daemon in
            let arguments = ["unlock", "Cellar", "--timeout", "1s"]
            let run = try await daemon.run([try Products.executable("seam")] + arguments)
            #expect(run.status == 75)
            #expect(run.errors.contains("your keys are being read: 12 of 70"), "\(run.errors)")
            #expect(!run.errors.contains("no key or door"))
            #expect(!daemon.calls.methods.contains("unlock.start"))
            let json = try await daemon.run([try Products.executable("seam")] + arguments + ["--json"])
            let error = try JSON(parsing: json.output.utf8)["error"]
            #expect(json.status == 75 && error?["reason"] == "seam.keys_being_read")
            #expect(error?["details"]?["done"] == 12 && error?["effect"] == "none")
        }
    }

    @Test("key reading: if the cloud is not asked again in that time, that is said at once")
    func cloudIsAway() async throws {
        let reading = Reading(Self.some, [Self.doorless], trouble: .rateLimited)
        try await ScriptedDaemon.with {
            reading.serve(&$0, $1)
        } _: { daemon in
            let start = ContinuousClock.now
            let run = try await daemon.run("unlock", "Cellar", "--timeout", "60s", "--json")
            #expect(ContinuousClock.now - start < .seconds(20))
            let error = try JSON(parsing: run.output.utf8)["error"]
            #expect(run.status == 75 && error?["reason"] == "seam.internet_connection_required")
            #expect(
                error?["details"]?["cause"] == "rate_limited" && run.errors.contains("fewer requests"), "\(run.errors)")
        }
    }

    @Test("key reading: a door's name is enough when the time is over, if one key opens it")
    func door() async throws {
        let reading = Reading(Self.some, [Script.home])
        try await ScriptedDaemon.with {
            reading.serve(&$0, $1)
        } _: { daemon in
            let run = try await daemon.run("unlock", "front door", "--timeout", "1s")
            #expect(run.status == 0, "\(run.errors)")
            #expect(daemon.calls.params(of: "unlock.start")?["timeout_ms"] == 1000)
            let other = try await daemon.run("unlock", "home", "--entrance", "garage", "--timeout", "1s")
            #expect(other.status == 75, "the door may not be read yet: \(other.errors)")
        }
    }

    @Test("key reading: a door whose name several keys have when the time is over is not chosen")
    func doors() async throws {
        var second = Script.home
        (second.id, second.name) = ("cred-2", "Work")
        let reading = Reading(Self.some, [Script.home, second])
        try await ScriptedDaemon.with {
            reading.serve(&$0, $1)
        } _: { daemon in
            let run = try await daemon.run("unlock", "front door", "--timeout", "1s")
            #expect(run.status == 64 && run.errors.contains("say cred-home --entrance ent-front"), "\(run.errors)")
            #expect(!daemon.calls.methods.contains("unlock.start"))
        }
    }

    @Test("key reading: once all are read, what does not exist does not exist")
    func unknown() async throws {
        let reading = Reading(Self.some, [])
        try await ScriptedDaemon.with { handlers, calls in
            reading.serve(&handlers, calls) { $0.change(to: nil, [Script.home]) }
        } _: { daemon in
            let run = try await daemon.run("unlock", "Cellar")
            #expect(run.status == 2 && run.errors.contains("no key or door is named 'Cellar'"), "\(run.errors)")
        }
    }

    @Test("key reading: lists and the status tell it")
    func told() async throws {
        let reading = Reading(Self.some, [])
        try await ScriptedDaemon.with {
            reading.serve(&$0, $1)
        } _: { daemon in
            let keys = try await daemon.run("keys")
            #expect(keys.status == 0 && keys.errors.contains("your keys are being read: 12 of 70"), "\(keys.errors)")
            #expect(!keys.output.contains("no keys"))
            let status = try await daemon.run("status")
            #expect(status.output.contains("your keys are being read: 12 of 70"), "\(status.output)")
            reading.change(to: nil, [])
            let none = try await daemon.run("keys")
            #expect(none.errors.isEmpty && none.output.contains("no keys"))
        }
    }
}
