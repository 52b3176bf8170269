public import FoundationEssentials
import LinuxSupport
public import OpenCombine
import RPC
import SeamModel
import SessionAPI
import Wire

/// The keys of a person, and the doors that the keys open.
///
/// Call ``initialize(clientSessionToken:)-swift.method``, then ``activate()``, then use ``credentials`` and
/// ``unlockEvents(using:timeout:proximity:entranceId:)``, and call ``deactivate(deintegrate:)`` when the person signs
/// out. Tokens, keys and the journal are kept by the session daemon. This object stores no tokens, keys or journal, and
/// finds the session again after a restart of the program, the daemon or the machine.
///
/// This object can be used from any thread. All methods throw ``SeamError`` if the session refuses, and
/// ``SeamSystemError`` if the daemon does not answer, a limit of the machine is reached, or an argument is invalid.
/// After such an error, no door has been affected, except when the error says so. Arguments are checked before a
/// request is sent.
///
/// Each asynchronous call ends within its time limit. If the daemon hangs, the call ends within five seconds, with
/// ``SeamSystemError/noReply``. If the task is cancelled, the call ends immediately, with `CancellationError`.
///
/// A view may hold a session as an `@ObservedObject` or `@StateObject`. The view shows ``credentials`` and ``isActive``
/// as they change.
@dynamicMemberLookup
public final class Seam: Sendable {
    /// The user's own session, shared by all of the user's programs, at the daemon of
    /// ``SeamConfiguration/init(socketPath:session:)``.
    public static let shared = Seam()

    let link: SessionLink
    private let published: SeamState

    /// Creates an object for a session of your choice. Use an ephemeral session if several people share a machine. The
    /// object connects when it is first used.
    public init(configuration: SeamConfiguration = SeamConfiguration()) {
        link = SessionLink(configuration, Patience())
        published = SeamState(link)
    }

    /// Creates an object with other time limits, for tests.
    package init(configuration: SeamConfiguration, patience: Patience) {
        link = SessionLink(configuration, patience)
        published = SeamState(link)
    }

    deinit { link.close() }

    /// The configuration, which names the daemon and the session to use.
    public var configuration: SeamConfiguration { link.configuration }

    // MARK: - The session

    /// Calls ``initialize(clientSessionToken:)-swift.method`` of ``shared``.
    public static func initialize(clientSessionToken: String) throws {
        try shared.initialize(clientSessionToken: clientSessionToken)
    }

    /// Gives the session its token. This method waits no longer than a second for the daemon, and blocks the calling
    /// thread during the wait. In a task, prefer ``signIn(clientSessionToken:)``. A second call with the same token has
    /// no effect.
    ///
    /// Throws ``SeamError/invalidClientSessionToken`` if the text is empty or is not a client session token. Throws
    /// ``SeamError/alreadyInitialized`` if the session has another person's token.
    public func initialize(clientSessionToken: String) throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        let link = link
        try exchange { () async throws(WireError) in try await link.initialize(token: clientSessionToken) }
    }

    /// Combines ``initialize(clientSessionToken:)-swift.method`` and ``activate()`` for a task, without blocking a
    /// thread. This method takes at most 55 s.
    public func signIn(clientSessionToken: String) async throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.initialize(token: clientSessionToken)
        }
        try await activate()
    }

    /// Signs in a visitor who shows a code, like ``signIn(clientSessionToken:)``. The operator's desk determines the
    /// visitor to whom the code belongs. Use this method only for an ephemeral session. This method takes at most 90 s.
    /// A ``SeamVisit`` has a separate connection for each visitor.
    ///
    /// Throws ``SeamError/alreadyInitialized`` if somebody is signed in. Throws ``SeamSystemError`` with the reason
    /// ``SeamSystemError/codeRefused`` if the code is not accepted. This error has a `retryAfter` if too many codes
    /// were refused, or if the desk does not answer.
    public func signIn(code: String) async throws {
        _ = try await signedIn(code: code)
    }

    /// Does what ``signIn(code:)`` does. Returns the desk's pass for LifeSignal, if there is one.
    func signedIn(code: String) async throws -> LifeSignalPass? {
        let pass = try await asSDK(link.patience.cloud) { () async throws(WireError) in
            try await self.link.exchange(code: code)
        }
        try await activate()
        return pass
    }

    /// Signs out and closes the connection. The object cannot be used afterwards.
    func end() async {
        await deactivate(deintegrate: true)
        link.close()
    }

    /// Asks the cloud to which person the token belongs, and reads the person's keys. The keys are in ``credentials``
    /// when this method returns. If there is no internet, a session that was active before becomes active again with
    /// its earlier keys. A second call has no effect. This method takes at most 45 s.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/invalidClientSessionToken`` or
    /// ``SeamError/internetConnectionRequired``.
    public func activate() async throws {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.activate() }
    }

    /// Reads the keys from the cloud now, and returns them. New keys also arrive without this call, which is meant for
    /// a person who pulls to refresh. This method takes at most 45 s.
    ///
    /// Throws ``SeamError/initializationRequired`` or ``SeamError/internetConnectionRequired``.
    @discardableResult
    public func refresh() async throws -> [SeamAccessCredential] {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.refresh() }
    }

    /// Signs out. The daemon forgets the token and, with `deintegrate`, all data that it has stored for the person. A
    /// second call has no effect.
    ///
    /// This method never throws, and cancelling the waiting task does not stop the sign-out. The method takes at most
    /// eight seconds, or one second if there is no daemon. Afterwards, ``isActive`` shows whether the sign-out has
    /// failed, and ``systemErrorUpdates`` shows whether the daemon was missing.
    public func deactivate(deintegrate: Bool = false) async {
        let link = link
        await withCheckedContinuation { caller in
            Task(executorPreference: SDKLoop.executor) {
                await link.deactivate(deintegrate: deintegrate)
                caller.resume()
            }
        }
    }

    // MARK: - The known state

    /// The keys, sorted by name. The value is empty until the session is active. The daemon keeps the keys current.
    public var credentials: [SeamAccessCredential] { published.credentials }

    /// Whether somebody is signed in, and the cloud has identified this person.
    public var isActive: Bool { published.isActive }

    /// Gives the publishers `$credentials` and `$isActive` of ``credentials`` and ``isActive``, on the main actor.
    public subscript<Value>(dynamicMember member: KeyPath<SeamState, Value>) -> Value { published[keyPath: member] }

    /// The value of ``credentials``, now and after each change.
    public var credentialUpdates: SeamUpdates<[SeamAccessCredential]> {
        link.follow()
        return SeamUpdates(broadcast: link.keys)
    }

    /// The value of ``isActive``, now and after each change.
    public var isActiveUpdates: SeamUpdates<Bool> {
        link.follow()
        return SeamUpdates(broadcast: link.isActive)
    }

    /// The reason why the daemon cannot be reached, now and after each change. While the daemon can be reached, this is
    /// nil. While the daemon cannot be reached, ``credentials`` keep the daemon's last report. A hanging daemon is
    /// noticed when a call waits for the daemon. Four seconds later, the error is ``SeamSystemError/noReply``, until
    /// the daemon answers.
    public var systemErrorUpdates: SeamUpdates<SeamSystemError?> {
        link.follow()
        return SeamUpdates(broadcast: link.trouble)
    }

    /// Whether the cloud answers, and the radio's state, now and after each change. Until the daemon has reported both,
    /// this is nil.
    public var connectivityUpdates: SeamUpdates<SeamConnectivity?> {
        link.follow()
        return SeamUpdates(broadcast: link.connectivity)
    }

    /// The person to whom the keys belong, now and after each change. While nobody is signed in, this is nil.
    public var holderUpdates: SeamUpdates<SeamHolder?> {
        link.follow()
        return SeamUpdates(broadcast: link.holder)
    }

    // MARK: - Doors

    /// Opens a door with a key. This method waits for at most a second until the daemon has admitted the attempt, and
    /// blocks the calling thread during the wait. The events report everything else. In a task, prefer
    /// ``startUnlock(using:timeout:proximity:entranceId:)``.
    ///
    /// - Parameters:
    ///   - credentialId: The ``SeamAccessCredential/id`` of a key whose ``SeamAccessCredential/errors`` should be
    ///     empty.
    ///   - timeout: The number of seconds after which the attempt ends, 1 to 60. A value outside this range becomes the
    ///     nearest bound, and a value that is not a number becomes 10. While ``SeamUnlockProgress/authorization`` is
    ///     set, the attempt's clock is paused, for at most five minutes in total.
    ///   - proximity: The required proximity of the person, or nil for the key's first way of opening that works now.
    ///   - entranceId: The door, for a key that opens several doors, or nil if only one door is possible.
    ///
    /// - Returns: The events of the attempt. The first event is already available.
    /// - Throws: ``SeamError/initializationRequired``, ``SeamError/invalidCredentialId``,
    ///   ``SeamError/integrationNotFound``, ``SeamError/credentialErrors(_:)`` and ``SeamSystemError``. After
    ///   ``SeamSystemError/noReply``, the attempt is cancelled, but may already have begun.
    public func unlockEvents(
        using credentialId: String, timeout: TimeInterval = 10, proximity: SeamUnlockProximity? = nil,
        entranceId: String? = nil
    ) throws -> SeamUnlockEvents {
        let link = link
        let wish = UnlockWish(
            credentialID: credentialId, timeout: timeout, proximity: proximity, entranceID: entranceId)
        do {
            return events(
                of: try exchange { () async throws(WireError) in try await UnlockRun.begin(wish, on: link) })
        } catch {
            throw refusal(of: wish, error)
        }
    }

    /// Opens a door like ``unlockEvents(using:timeout:proximity:entranceId:)``, but for a task. This method blocks no
    /// thread while it waits for the daemon to admit the attempt. The wait takes at most ten seconds. While the key is
    /// still being read from the cloud, the wait takes at most `timeout` plus two seconds. Cancelling the task cancels
    /// the attempt.
    public func startUnlock(
        using credentialId: String, timeout: TimeInterval = 10, proximity: SeamUnlockProximity? = nil,
        entranceId: String? = nil
    ) async throws -> SeamUnlockEvents {
        let link = link
        let wish = UnlockWish(
            credentialID: credentialId, timeout: timeout, proximity: proximity, entranceID: entranceId)
        do {
            let call = BoundedCall<UnlockRun>(link.watch, link.patience, noReply: .noReply)
            return events(
                of: try await call.run(within: wish.limit(link.patience.machine)) { () async throws(WireError) in
                    try await UnlockRun.begin(wish, on: link)
                })
        } catch let error as WireError {
            throw refusal(of: wish, told(error))
        }
    }

    private func events(of attempt: UnlockRun) -> SeamUnlockEvents {
        SeamUnlockEvents(
            attemptId: attempt.id, events: attempt.events(keeping: self), broadcast: attempt.progress)
    }

    /// Returns the error to throw. If the caller has not chosen a way and the key cannot open the door in any way, the
    /// key's own errors say why.
    private func refusal(of wish: UnlockWish, _ error: any Error) -> any Error {
        guard let system = error as? SeamSystemError, system.reason == Self.noWay, wish.proximity == nil else {
            return error
        }
        let errors = link.keys.value.first { $0.id == wish.credentialID }?.errors ?? []
        return errors.isEmpty ? error : SeamError.credentialErrors(errors)
    }

    private static let noWay = SessionError.invalidUnlockProximity(supported: []).wireError.reason

    /// Opens a door like ``unlockEvents(using:timeout:proximity:entranceId:)``, but returns a publisher that sends on
    /// the main actor and never fails. Each subscriber gets all events. The attempt is cancelled when the last
    /// subscriber cancels, or when the publisher is released without a subscriber.
    public func unlock(
        using credentialId: String, proximity: SeamUnlockProximity? = nil, timeout: TimeInterval = 10
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try unlockEvents(using: credentialId, timeout: timeout, proximity: proximity).publisher
    }

    /// The doors whose locks are in range, strongest signal first, now and after each change. The list is empty while
    /// the radio is not ready.
    ///
    /// The machine listens for doors while the stream is being read. The stream throws
    /// ``SeamError/initializationRequired`` and ``SeamSystemError``.
    public func nearbyDoors() -> AsyncThrowingStream<[SeamNearbyDoor], any Error> {
        NearbyFollowing.start(on: link, keeping: self)
    }

    // MARK: - Questions

    /// Returns a key's code and card number in clear. Show the code and the number only to the key's owner. The journal
    /// records this call. Like the other questions, this method takes at most ten seconds.
    public func reveal(_ credentialId: String) async throws -> SeamRevealedCredential {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            let params = CredentialsReveal.Params(session: try self.link.name(), credentialID: credentialId)
            let revealed = try await self.link.call(CredentialsReveal.self, params, isSafeToRepeat: false)
            return SeamRevealedCredential(code: revealed.code, cardNumber: revealed.cardNumber)
        }
    }

    /// Returns this session's attempts, newest first. The number of attempts is at most `limit`, which is 1 to 1,000.
    /// The attempts come from the machine's journal, so the internet is not needed.
    public func recentUnlocks(limit: Int = 50) async throws -> [SeamUnlockRecord] {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.recentUnlocks(limit: min(max(limit, 1), 1_000))
        }
    }

    /// The value of ``recentUnlocks(limit:)``, now and after each change. A change happens when any program of this
    /// user begins or ends an attempt, or when more becomes known about an attempt. While the daemon cannot be reached,
    /// no values are sent. Afterwards, the current list is sent.
    public func recentUnlockUpdates(limit: Int = 50) -> AsyncStream<[SeamUnlockRecord]> {
        RecentFollowing.start(on: link, keeping: self, limit: min(max(limit, 1), 1_000))
    }

    /// Returns the makers of locks that this machine knows. A maker is installed, missing, or closed to Linux.
    public func providers() async throws -> [SeamProvider] {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.list(ProvidersList.self) { $0 }.map { SeamProvider($0) }
        }
    }

    /// Reports a public screen's state, and returns the administrators' settings for all public screens.
    ///
    /// The program of a public screen calls this method when the screen's state changes, and also every five seconds.
    /// After fifteen seconds without a call, the screen is considered silent. Throws ``SeamSystemError`` with the
    /// reason `rpc.method_not_permitted` for users that the operator has not listed (`kiosk.users`).
    public func report(_ report: SeamKioskReport) async throws -> SeamKioskNotice {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            let notice = try await self.link.call(KioskReport.self, .init(report))
            return SeamKioskNotice(isOutOfService: notice.isOutOfService, message: notice.message)
        }
    }

    // MARK: - Errors

    /// The reason why the cloud could not be asked when a call of this object last threw
    /// ``SeamError/internetConnectionRequired``. The reason is one of the reasons for a session's status in
    /// `Protocol/errors.md`, such as `rate_limited`. The message is for people, and includes the time to wait if the
    /// cloud gave one. The value is nil before the first such error, and after a call that reached the cloud or did not
    /// need the cloud.
    public var cloudProblem: SeamSystemError? { link.cloudProblem.withLock { $0 } }

    private func exchange<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) throws -> Answer {
        do throws(WireError) {
            return try Exchange.run(link.watch, link.patience, body)
        } catch {
            throw told(error)
        }
    }

    private func asSDK<Answer: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) async throws -> Answer {
        do {
            let answer = try await link.bounded(by: limit, body)
            link.cloudProblem.withLock { $0 = nil }
            return answer
        } catch let error as WireError {
            throw told(error)
        }
    }

    private func told(_ error: WireError) -> any Error {
        if let problem = SDKError.cloudProblem(error) { link.cloudProblem.withLock { $0 = problem } }
        return SDKError.of(error)
    }
}
