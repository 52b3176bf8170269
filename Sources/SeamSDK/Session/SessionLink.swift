import LinuxSupport
import Logging
import RPC
import SeamModel
import SessionAPI
import Wire

/// One session of one daemon: what there is to know of it, kept current, and the calls that change it. The core below
/// every API of this module; on no thread of its own but the SDK's.
///
/// It follows the session from the first use until ``close()``, over restarts of the daemon.
final class SessionLink: Sendable {
    let configuration: SeamConfiguration
    let keys = Broadcast<[SeamAccessCredential]>([])
    let isActive = Broadcast(false)
    /// Why there is no connection; nil while there is one, and before the first was needed.
    let trouble = Broadcast<SeamSystemError?>(nil)

    private let connector: Connector
    private let status = Broadcast<SessionStatus?>(nil)
    private let mirror = Locked(KeyMirror())
    private let following = Locked(Following())

    private struct Following {
        var tasks: [Task<Void, Never>] = []
        var isClosed = false
        /// The id that the daemon gave an ephemeral session.
        var ephemeralID: String?
    }

    private static let logger = Logger(label: "seam-sdk")
    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(5)

    init(_ configuration: SeamConfiguration) {
        self.configuration = configuration
        connector = Connector(path: configuration.socketPath, trouble: trouble)
    }

    // MARK: - Calls

    /// The session's name in parameters. Throws `seam.initialization_required` for an ephemeral one that does not
    /// exist: without a name the daemon would take the call for one about the user's own session.
    func name() throws(WireError) -> String? {
        switch configuration.session {
        case .default: return nil
        case .named(let name): return name
        case .ephemeral:
            guard let id = following.withLock({ $0.ephemeralID }) else {
                throw SessionError.initializationRequired.wireError
            }
            return id
        }
    }

    /// Calls a method. A connection that had ended is made again, once; what was not answered then is only sent twice
    /// where that is safe.
    func call<Method: SessionMethod>(
        _ method: Method.Type, _ params: Method.Params, isSafeToRepeat: Bool = true
    ) async throws(WireError) -> Method.Result {
        do throws(WireError) {
            return try await SessionClient(connector.client()).call(method, params)
        } catch {
            guard error.reason == "rpc.connection_lost", isSafeToRepeat || error.effect == .none else { throw error }
            return try await SessionClient(connector.client()).call(method, params)
        }
    }

    /// All elements of a list, at most `limit`.
    func list<Method: SessionMethod, Element>(
        _ method: Method.Type, limit: Int = 100_000, params: @Sendable (PageParams) -> Method.Params
    ) async throws(WireError) -> [Element] where Method.Result == Page<Element> {
        var elements: [Element] = []
        var page = PageParams(limit: min(200, limit))
        while true {
            let answer = try await call(method, params(page))
            elements += answer.elements
            guard let token = answer.nextPageToken, elements.count < limit else { return Array(elements.prefix(limit)) }
            // A page may be empty; the same place twice would have no end.
            guard token != page.pageToken else { throw .serverFault("the pages of \(Method.name) do not end") }
            page.pageToken = token
        }
    }

    /// Starts a stream; see ``call(_:_:isSafeToRepeat:)`` for a connection that had ended. `idem` makes it safe to
    /// repeat.
    func stream(_ call: OutgoingCall) async throws(WireError) -> ClientStream {
        try await connector.client().stream(call)
    }

    // MARK: - The session

    func initialize(token: String) async throws(WireError) {
        var params = SessionInitialize.Params(session: nil, token: token)
        switch configuration.session {
        case .default: break
        case .named(let name): params.session = name
        case .ephemeral(let timeout):
            params.isEphemeral = true
            params.idleTimeout = .milliseconds(Int64(timeout.bounded(by: 10...3600, otherwise: 120) * 1000))
        }
        let status = try await call(SessionInitialize.self, params)
        if status.isEphemeral {
            stopFollowing()
            following.withLock { $0.ephemeralID = status.name }
        }
        received(status)
        follow()
    }

    func activate() async throws(WireError) {
        follow()
        received(try await call(SessionActivate.self, SessionParams(session: try name())))
        _ = try await readKeys()
    }

    func refresh() async throws(WireError) -> [SeamAccessCredential] {
        follow()
        _ = try await call(SessionRefresh.self, SessionParams(session: try name()))
        return try await readKeys()
    }

    /// Nobody is signed in behind it, unless the daemon cannot be reached or refuses, which is logged.
    func deactivate(deintegrate: Bool) async {
        let name: String?
        do throws(WireError) {
            name = try self.name()
        } catch {
            return
        }
        let params = SessionDeactivate.Params(session: name, deintegrates: deintegrate)
        var pause = Self.shortestPause
        while true {
            do throws(WireError) {
                _ = try await call(SessionDeactivate.self, params)
                following.withLock { $0.ephemeralID = nil }
                signedOut()
                return
            } catch {
                guard error.retry.safe || error.code == .unavailable, pause < Self.longestPause else {
                    return Self.logger.error("the session was not deactivated", metadata: ["error": "\(error)"])
                }
            }
            try? await Task.sleep(for: pause)
            pause *= 3
        }
    }

    /// All keys, page by page. The mirror has them, too, when it returns.
    private func readKeys() async throws(WireError) -> [SeamAccessCredential] {
        let name = try name()
        let list = try await list(CredentialsList.self) { CredentialsList.Params(session: name, page: $0) }
        let keys = list.map { SeamAccessCredential($0) }
        await settle(on: keys)
        return keys
    }

    /// Waits until the topic has told the same, which is a matter of milliseconds, so that nothing it has still to tell
    /// goes back behind the list; then takes the list, whatever it told.
    private func settle(on list: [SeamAccessCredential]) async {
        let updates = keys.follow()
        let waiter = Task(executorPreference: SDKLoop.executor) {
            for await keys in updates where keys == list { return }
        }
        let limit = Task(executorPreference: SDKLoop.executor) {
            try? await Task.sleep(for: .seconds(1))
            waiter.cancel()
        }
        await waiter.value
        limit.cancel()
        changeKeys { $0.replace(with: list) }
    }

    // MARK: - Following

    /// Follows the session from now on, if nobody has asked for that before.
    func follow() {
        following.withLock { following in
            guard following.tasks.isEmpty, !following.isClosed else { return }
            following.tasks = [
                Task(executorPreference: SDKLoop.executor) { await self.followStatus() },
                Task(executorPreference: SDKLoop.executor) { await self.followKeys() },
            ]
        }
    }

    private func stopFollowing() {
        let tasks = following.withLock { following in
            defer { following.tasks = [] }
            return following.tasks
        }
        for task in tasks { task.cancel() }
    }

    /// Ends all of it. An ephemeral session ends with its connection.
    func close() {
        following.withLock { $0.isClosed = true }
        stopFollowing()
        Task(executorPreference: SDKLoop.executor) { [connector] in await connector.close() }
    }

    private func followStatus() async {
        await again { () async throws(WireError) in
            try await self.read(SessionWatch.name) { (element) throws(WireError) in
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
    }

    private func followKeys() async {
        for await status in status.follow() {
            guard status?.isInitialized == true else {
                changeKeys { $0.replace(with: []) }
                continue
            }
            await again(while: { self.status.value?.isInitialized == true }) { () async throws(WireError) in
                try await self.read(CredentialsWatch.name) { (element) throws(WireError) in
                    try self.changeKeys { (mirror) throws(WireError) in try mirror.received(element) }
                }
            }
        }
    }

    /// Runs `body` until the task is cancelled, less and less often where it fails.
    private func again(
        while isWanted: () -> Bool = { true }, _ body: () async throws(WireError) -> Void
    ) async {
        var pause = Self.shortestPause
        while isWanted(), !Task.isCancelled {
            do throws(WireError) {
                try await body()
                pause = Self.shortestPause
            } catch {
                Self.logger.debug("not followed", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func read(
        _ method: String, _ receive: (TopicReader.Element) throws(WireError) -> Void
    ) async throws(WireError) {
        let params = SessionParams(session: try name()).jsonText
        let connector = connector
        var topic = TopicStream(method, params) { () async throws(WireError) in try await connector.client() }
        while let element = try await topic.next() { try receive(element) }
    }

    private static func status(_ row: JSONText) throws(WireError) -> SessionStatus {
        do throws(FieldFault) {
            return try SessionStatus(text: row)
        } catch {
            throw .serverFault("a row of \(SessionWatch.name) is not as agreed: \(error)")
        }
    }

    private func received(_ status: SessionStatus) {
        self.status.send(status)
        isActive.send(status.isActive)
    }

    private func signedOut() {
        status.send { status in
            status?.isInitialized = false
            status?.isActive = false
        }
        isActive.send(false)
        changeKeys { $0.replace(with: []) }
    }

    private func changeKeys<Failure: Error>(
        _ change: (inout KeyMirror) throws(Failure) -> Void
    ) throws(Failure) {
        try mirror.withLock { (mirror) throws(Failure) in
            try change(&mirror)
            // Within the lock, so that of two changes the later one is told last.
            keys.send(mirror.keys)
        }
    }
}
