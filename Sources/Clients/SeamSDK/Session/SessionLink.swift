import LinuxSupport
import Logging
import RPC
import SeamModel
import SessionAPI
import Wire

/// A session of a daemon, with the session's current state, and the calls that change the state. This class is the core
/// of every API in this module, and runs only on the SDK's thread.
///
/// The link follows the session from the first use until ``close()``, even if the daemon restarts.
final class SessionLink: Sendable {
    let configuration: SeamConfiguration
    let keys = Broadcast<[SeamAccessCredential]>([])
    let isActive = Broadcast(false)
    let connectivity = Broadcast<SeamConnectivity?>(nil)
    /// The person to whom the keys belong.
    let holder = Broadcast<SeamHolder?>(nil)
    /// The reason why there is no connection. This is nil while there is a connection, and before a connection was
    /// needed.
    let trouble = Broadcast<SeamSystemError?>(nil)

    /// The reason why the cloud could not be asked when a call last failed without the cloud.
    let cloudProblem = Locked<SeamSystemError?>(nil)

    let patience: Patience
    let watch: DaemonWatch
    let connector: Connector
    private let status = Broadcast<SessionStatus?>(nil)
    private let mirror = Locked(KeyMirror())
    let following: Locked<Following>

    struct Following {
        var tasks: [Task<Void, Never>] = []
        var isClosed = false
        /// The id that the daemon gave to an ephemeral session, and the connection with which the session ends.
        var ephemeral: (id: String, connection: ObjectIdentifier)?
        /// The number of sign-ins through this object, so that a late sign-out does not affect the next person.
        var visit = 0
    }

    private static let logger = Logger(label: "seam-sdk")
    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(5)
    /// The terms of the streams. Heartbeats are as rare as possible, so that they do not wake a waiting program.
    private static let terms = StreamTerms(heartbeat: .seconds(300))
    /// The time to wait for a topic to report a call's result. The report takes only milliseconds unless the machine is
    /// busy.
    private static let settling = Duration.seconds(2)
    /// The total time for signing out, the time within which a try may begin, and the time for each try.
    private static let leaving = (limit: Duration.seconds(8), all: Duration.seconds(6), each: Duration.seconds(2))
    /// The time to wait for a daemon to start if nobody is listening.
    private static let starting = Duration.milliseconds(500)

    init(_ configuration: SeamConfiguration, _ patience: Patience) {
        self.configuration = configuration
        self.patience = patience
        let following = Locked(Following())
        self.following = following
        let (keys, isActive, holder, status, mirror) = (keys, isActive, holder, status, mirror)
        connector = Connector(path: configuration.socketPath, patience: patience, trouble: trouble) { client in
            // An ephemeral session ends with its connection, whether or not a daemon reports the end.
            let tasks = following.withLock { following -> [Task<Void, Never>]? in
                guard following.ephemeral?.connection == ObjectIdentifier(client) else { return nil }
                following.ephemeral = nil
                defer { following.tasks = [] }
                return following.tasks
            }
            guard let tasks else { return }
            for task in tasks { task.cancel() }
            Self.signedOut(keys, isActive, holder, status, mirror)
        }
        watch = DaemonWatch(connector, trouble: trouble, patience: patience)
    }

    // MARK: - Calls

    /// Returns the session's name for parameters. Throws `seam.initialization_required` if an ephemeral session does
    /// not exist. Without a name, the daemon would apply the call to the user's own session.
    func name() throws(WireError) -> String? {
        switch configuration.session {
        case .default: return nil
        case .named(let name): return name
        case .ephemeral:
            guard let id = following.withLock({ $0.ephemeral?.id }) else {
                throw SessionError.initializationRequired.wireError
            }
            return id
        }
    }

    /// Runs a call for a caller that can suspend. See ``BoundedCall``.
    func bounded<Answer: Sendable>(
        by limit: Duration, _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) async throws -> Answer {
        try await BoundedCall(watch, patience).run(within: limit, body)
    }

    /// Calls a method. Invalid parameters are not sent. If the connection has ended, it is reopened once. If the call
    /// gets no answer, the call is sent again only if a repetition is safe.
    func call<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params, timeout: Duration? = nil, isSafeToRepeat: Bool = true
    ) async throws(WireError) -> Method.Result {
        _ = try params.checkedParams()
        do throws(WireError) {
            return try await connector.client().call(method, params, timeout: timeout)
        } catch {
            guard error.reason == "rpc.connection_lost", isSafeToRepeat || error.effect == .none else { throw error }
            return try await connector.client().call(method, params, timeout: timeout)
        }
    }

    /// Returns the elements of a list, at most `limit` elements.
    func list<Method: TypedMethod, Element>(
        _ method: Method.Type, limit: Int = 100_000, params: @escaping @Sendable (PageParams) -> Method.Params
    ) async throws(WireError) -> [Element] where Method.Result == Page<Element> {
        var reader = PageReader(method, limit: min(200, limit), params: params)
        var elements: [Element] = []
        while elements.count < limit, let next = reader.next {
            elements += try reader.take(try await call(method, next))
        }
        return Array(elements.prefix(limit))
    }

    /// Returns the attempts in the session's journal, newest first. Entries about codes that were shown are left out.
    func recentUnlocks(limit: Int) async throws(WireError) -> [SeamUnlockRecord] {
        let name = try name()
        let attempts = try await list(AuditList.self, limit: limit) { page in
            var params = AuditList.Params(session: name)
            params.page = page
            return params
        }
        return attempts.compactMap(SeamUnlockRecord.init)
    }

    /// Starts a stream. If the connection has ended, this method behaves like ``call(_:_:isSafeToRepeat:)``. An `idem`
    /// makes the stream safe to repeat.
    func stream(_ call: OutgoingCall) async throws(WireError) -> ClientStream {
        try await connector.client().stream(call)
    }

    // MARK: - The session

    func activate() async throws(WireError) {
        follow()
        _ = try await call(SessionActivate.self, SessionParams(session: try name()))
        _ = try await readKeys()
        await Self.settle(isActive) { $0 }
    }

    func refresh() async throws(WireError) -> [SeamAccessCredential] {
        follow()
        _ = try await call(SessionRefresh.self, SessionParams(session: try name()))
        return try await readKeys()
    }

    /// Signs out. When this method returns, nobody is signed in. If the daemon cannot be reached or refuses the call,
    /// this is logged, and the person may still be signed in. An ephemeral session always ends. If the daemon cannot
    /// end the session, the connection is closed.
    func deactivate(deintegrate: Bool) async {
        let visit = following.withLock { $0.visit }
        do {
            let params = SessionDeactivate.Params(session: try name(), deintegrates: deintegrate)
            try await bounded(by: Self.leaving.limit) { () async throws(WireError) in
                try await self.tryDeactivating(params)
            }
        } catch {
            let error = error as? WireError ?? .cancelled
            if error.reason != SessionError.initializationRequired.wireError.reason {
                // `systemErrorUpdates` reports a missing daemon.
                let isMissing = error.code == .unavailable || error.code == .deadlineExceeded
                let metadata: Logger.Metadata = ["reason": "\(error.reason)"]
                Self.logger.log(level: isMissing ? .debug : .warning, "not deactivated", metadata: metadata)
            }
            // A session's name may never have arrived, and somebody may nevertheless be signed in to it.
            if case .ephemeral = configuration.session { await connector.close(forGood: false) }
            return
        }
        // A person who has signed in in the meantime stays signed in.
        let isLast = following.withLock { following in
            guard following.visit == visit else { return false }
            following.ephemeral = nil
            return true
        }
        guard isLast else { return }
        if case .ephemeral = configuration.session { stopFollowing() }
        signedOut()
    }

    private func tryDeactivating(_ params: SessionDeactivate.Params) async throws(WireError) {
        let start = ContinuousClock.now
        let deadline = start + Self.leaving.all
        var pause = Self.shortestPause
        while true {
            do throws(WireError) {
                _ = try await call(SessionDeactivate.self, params, timeout: Self.leaving.each)
                return
            } catch {
                let mayPass = error.retry.safe || error.code == .unavailable || error.code == .deadlineExceeded
                let limit = error.reason == "rpc.unreachable" ? start + Self.starting : deadline
                guard mayPass, !Task.isCancelled, ContinuousClock.now + pause < limit else { throw error }
            }
            try? await SDKLoop.sleep(for: pause)
            pause *= 2
        }
    }

    /// Reads all keys, page by page. When this method returns, the mirror also contains these keys, unless the keys
    /// have changed since.
    private func readKeys() async throws(WireError) -> [SeamAccessCredential] {
        let name = try name()
        let list = try await list(CredentialsList.self) { CredentialsList.Params(session: name, page: $0) }
        let keys = list.map { SeamAccessCredential($0) }
        await Self.settle(self.keys) { $0 == keys }
        return keys
    }

    /// Waits until a topic has reported a call's result. Only topics are trusted, because their reports arrive in
    /// order. A call's answer may be outdated by the time its caller continues.
    private static func settle<Value>(_ broadcast: Broadcast<Value>, _ holds: @escaping @Sendable (Value) -> Bool) async
    {
        guard !holds(broadcast.value) else { return }
        let updates = broadcast.follow()
        let waiter = Task(executorPreference: SDKLoop.executor) {
            for await value in updates where holds(value) { return }
        }
        let limit = Task(executorPreference: SDKLoop.executor) {
            try? await SDKLoop.sleep(for: settling)
            waiter.cancel()
        }
        await waiter.value
        limit.cancel()
    }

    // MARK: - Following

    /// Begins to follow the session, unless the link already follows it. An ephemeral session that does not exist has
    /// nothing to report.
    func follow() {
        following.withLock { following in
            guard following.tasks.isEmpty, !following.isClosed else { return }
            if case .ephemeral = configuration.session, following.ephemeral == nil { return }
            following.tasks = [
                Task(executorPreference: SDKLoop.executor) { await self.followStatus() },
                Task(executorPreference: SDKLoop.executor) { await self.followKeys() },
            ]
        }
    }

    func stopFollowing() {
        let tasks = following.withLock { following in
            defer { following.tasks = [] }
            return following.tasks
        }
        for task in tasks { task.cancel() }
    }

    /// Ends the link, its connection and all broadcasts. An ephemeral session ends with its connection.
    func close() {
        following.withLock { $0.isClosed = true }
        stopFollowing()
        keys.finish()
        isActive.finish()
        holder.finish()
        connectivity.finish()
        trouble.finish()
        Task(executorPreference: SDKLoop.executor) { [connector] in await connector.close(forGood: true) }
    }

    private func followStatus() async {
        await follow(SessionWatch.name) { (element) throws(WireError) in
            switch element {
            case .state(let rows, _): if let row = rows.last { self.received(try Self.status(row)) }
            case .event(let item):
                switch try SessionWatch.item(item) {
                case .snapshot(let status), .session(let status): self.received(status)
                case .ended: self.signedOut()
                case nil: break
                }
            case .gap: break
            }
        }
    }

    private func followKeys() async {
        for await status in status.follow() {
            guard status?.isInitialized == true else {
                Self.change(mirror, keys) { $0.replace(with: []) }
                continue
            }
            await follow(CredentialsWatch.name, while: { self.status.value?.isInitialized == true }) {
                (element) throws(WireError) in
                try Self.change(self.mirror, self.keys) { (mirror) throws(WireError) in try mirror.received(element) }
            }
        }
    }

    /// Follows a topic until the task is cancelled. While the topic cannot be followed, this method tries again after
    /// growing pauses.
    func follow(
        _ method: String, while isWanted: () -> Bool = { true },
        _ receive: (TopicReader.Element) async throws(WireError) -> Void
    ) async {
        let connector = connector
        var pause = Self.shortestPause
        while isWanted(), !Task.isCancelled {
            do throws(WireError) {
                let params = try SessionParams(session: try name()).checkedParams()
                var topic = TopicStream(method, params, terms: Self.terms, sleep: SDKLoop.sleep) {
                    () async throws(WireError) in try await connector.client()
                }
                while let element = try await topic.next() {
                    // A cancelled task reports nothing more.
                    guard !Task.isCancelled else { return }
                    try await receive(element)
                    pause = Self.shortestPause
                }
            } catch {
                Self.logger.debug("not followed", metadata: ["error": "\(error)"])
            }
            try? await SDKLoop.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private static func status(_ row: JSONText) throws(WireError) -> SessionStatus {
        do throws(FieldFault) {
            return try SessionStatus(text: row)
        } catch {
            throw .serverFault("a row of \(SessionWatch.name) does not match the contract: \(error)")
        }
    }

    private func received(_ status: SessionStatus) {
        self.status.send(status)
        isActive.send(status.isActive)
        holder.send(SeamHolder(status))
        connectivity.send(SeamConnectivity(status))
    }

    private func signedOut() { Self.signedOut(keys, isActive, holder, status, mirror) }

    private static func signedOut(
        _ keys: Broadcast<[SeamAccessCredential]>, _ isActive: Broadcast<Bool>, _ holder: Broadcast<SeamHolder?>,
        _ status: Broadcast<SessionStatus?>, _ mirror: Locked<KeyMirror>
    ) {
        status.send { status in
            status?.isInitialized = false
            status?.isActive = false
        }
        isActive.send(false)
        holder.send(nil)
        change(mirror, keys) { $0.replace(with: []) }
    }

    private static func change<Failure: Error>(
        _ mirror: Locked<KeyMirror>, _ keys: Broadcast<[SeamAccessCredential]>,
        _ change: (inout KeyMirror) throws(Failure) -> Void
    ) throws(Failure) {
        try mirror.withLock { (mirror) throws(Failure) in
            try change(&mirror)
            // The keys are sent inside the lock, so that the later of two changes is reported last.
            keys.send(mirror.keys)
        }
    }
}
