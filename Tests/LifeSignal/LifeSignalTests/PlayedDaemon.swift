import LinuxSupport
import RPC
import SignalAPI
import TestSupport
import Wire

/// Stands in for `lifesignald`, with one session, one person, and the code 123456.
final class PlayedDaemon: Sendable {
    private struct State {
        var person: SignalPerson
        var isSignedIn = false
        var preferences = SignalPreferences()
        /// The topic of the signed-in person. Each sign-in makes a new topic.
        var people: Topic
        var calls: [String: Int] = [:]
    }

    private let source = TopicSource(epoch: "epoch")
    private let sessions: Topic
    private let state: Locked<State>
    /// A stream that ends if somebody calls `settings.get` while ``hangs`` is true.
    let isHanging = AsyncStream.makeStream(of: Void.self)
    /// Whether a call of `settings.get` stays unanswered until its caller gives up.
    let hangs = Locked(false)

    init() throws {
        guard let id = SignalID("6f1c8a4e-3b0d-4c55-9a57-0d7f3c1b2a90"),
            let code = SignalID("000102ff-0000-4000-8000-000000000001")
        else { throw TestFailure("no ids") }
        let person = SignalPerson(
            id: id, firstName: "Ada", lastName: "Moreno", phone: "+447700900123", emergencyNote: "none",
            checkInInterval: .seconds(86_400), reminderInterval: .milliseconds(1_500), grace: .seconds(300),
            lastCheckIn: Timestamp(millisecondsSince1970: 5_250), nextDue: Timestamp(millisecondsSince1970: 91_650),
            status: "nonResponsive", qrCodeID: code, isArmed: true, isWatched: false)
        sessions = source.topic(rows: [SignalState(person: nil).jsonText])
        state = Locked(State(person: person, people: source.topic()))
    }

    /// The number of times that a method was called.
    func calls(_ method: String) -> Int { state.withLock { $0.calls[method, default: 0] } }

    private func count(_ method: String) { state.withLock { $0.calls[method, default: 0] += 1 } }

    private func person() throws(WireError) -> SignalPerson {
        guard let person = signedIn else {
            throw WireError(.unauthenticated, "signal.not_signed_in", "nobody is signed in")
        }
        return person
    }

    private var signedIn: SignalPerson? { state.withLock { $0.isSignedIn ? $0.person : nil } }

    private func sign(in isSignedIn: Bool) {
        let people = state.withLock { state in
            state.isSignedIn = isSignedIn
            let old = state.people
            state.people = source.topic(rows: [state.person.jsonText])
            return old
        }
        people.publish("ended", JSONText(["why": "signed_out"]))
        people.finish()
        let text = SignalState(person: signedIn).jsonText
        sessions.publish("auth", text, key: "auth", rows: [text])
    }

    private func change(_ change: @Sendable (inout SignalPerson) -> Void) throws(WireError) -> SignalPerson {
        _ = try person()
        let (person, people) = state.withLock { state in
            change(&state.person)
            return (state.person, state.people)
        }
        people.publish("user", person.jsonText, key: "user", rows: [person.jsonText])
        return person
    }

    /// A daemon that runs until somebody calls ``stop()``, or until nothing refers to it.
    final class Run: Sendable {
        fileprivate let task: Task<Void, any Error>
        fileprivate let isOver: AsyncStream<Void>.Continuation

        fileprivate init(_ task: Task<Void, any Error>, _ isOver: AsyncStream<Void>.Continuation) {
            (self.task, self.isOver) = (task, isOver)
        }

        deinit { isOver.finish() }

        func stop() async throws {
            isOver.finish()
            try await task.value
        }
    }

    /// Starts serving at `session.sock` in `directory`.
    func start(in directory: TestDirectory) async -> Run {
        var handlers = RPCHandlers()
        addSession(&handlers)
        addPerson(&handlers)
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let (end, isOver) = AsyncStream.makeStream(of: Void.self)
        // The task ends when its `Run` ends.
        let task = Task { [handlers] in
            defer { isReady.finish() }
            try await ScriptedServer.with(
                ["session"], in: directory, contract: SignalContract.bytes, handlers: handlers
            ) {
                isReady.finish()
                for await _ in end {}
            }
        }
        for await _ in ready {}
        return Run(task, isOver)
    }

    private func addSession(_ handlers: inout RPCHandlers) {
        handlers.unary("auth.sign_in") { (_, params: AuthSignIn.Params) async throws(WireError) in
            self.count("auth.sign_in")
            return AuthSignIn.Result(
                session: "default", expiresAt: Timestamp(millisecondsSince1970: 0), source: "administrator")
        }
        handlers.unary("auth.verify") { (_, params: AuthVerify.Params) async throws(WireError) in
            guard params.code == "123456" else {
                throw WireError(
                    .unauthenticated, "signal.code_wrong", "the code is wrong",
                    details: .members(("tries_left", .int(4))))
            }
            self.sign(in: true)
            return try self.person()
        }
        handlers.unary("auth.sign_out") { (_, _: SignalSessionParams) async throws(WireError) in
            self.sign(in: false)
            return Nothing()
        }
        handlers.unary("auth.get") { (_, _: SignalSessionParams) async throws(WireError) in
            SignalState(person: self.signedIn)
        }
        handlers.stream("auth.watch") { (context, _: SignalSessionParams, sink) async throws(WireError) in
            self.count("auth.watch")
            try await self.sessions.follow(context, sink)
            return Nothing()
        }
    }

    private func addPerson(_ handlers: inout RPCHandlers) {
        handlers.unary("user.get") { (_, _: SignalSessionParams) async throws(WireError) in try self.person() }
        handlers.unary("user.update") { (_, params: UserUpdate.Params) async throws(WireError) in
            try self.change { person in
                (person.firstName, person.lastName) = (params.firstName, params.lastName)
                person.emergencyNote = params.emergencyNote
            }
        }
        handlers.unary("user.refresh_qr") { (_, _: SignalSessionParams) async throws(WireError) in
            try self.change { $0.qrCodeID = $0.id }
        }
        handlers.stream("user.watch") { (context, _: SignalSessionParams, sink) async throws(WireError) in
            self.count("user.watch")
            _ = try self.person()
            try await self.state.withLock { $0.people }.follow(context, sink)
            return Nothing()
        }
        handlers.unary("settings.get") { (_, _: SignalSessionParams) async throws(WireError) in
            if self.hangs.withLock({ $0 }) {
                self.isHanging.continuation.finish()
                // The stream never delivers any item, so the loop ends only when the call is cancelled.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw .cancelled
            }
            return self.state.withLock { $0.preferences }
        }
        handlers.unary("settings.set") { (_, params: SettingsSet.Params) async throws(WireError) in
            var preferences = params.preferences
            if preferences.language == SignalPreferences.machine { preferences.language = nil }
            self.state.withLock { [preferences] in $0.preferences = preferences }
            return preferences
        }
    }
}
