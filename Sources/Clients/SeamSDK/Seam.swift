public import FoundationEssentials
import LinuxSupport
public import OpenCombine
import RPC
import SeamModel
import SessionAPI
import Wire

/// A person's keys, and the doors that they open.
///
/// Call ``initialize(clientSessionToken:)-swift.method``, then ``activate()``, then use ``credentials`` and
/// ``unlockEvents(using:timeout:proximity:entranceId:)``, and call ``deactivate(deintegrate:)`` when the person signs
/// out. Tokens, keys and the journal belong to the session daemon: this object keeps none of them, and finds the
/// session again after a restart of the program, the daemon or the machine.
///
/// It can be used from any thread. All methods throw ``SeamError`` if the session refuses, and ``SeamSystemError`` if
/// the daemon does not answer, a limit of the machine is reached, or an argument is invalid. Nothing has then happened
/// to a door, unless the error says so. Arguments are checked before anything is sent.
///
/// Each asynchronous call ends within its limit, and within five seconds if the daemon hangs, with
/// ``SeamSystemError/noReply``. When its task is cancelled, it ends immediately, with `CancellationError`.
///
/// A view may hold it as an `@ObservedObject` or `@StateObject`, and shows ``credentials`` and ``isActive`` as they
/// change.
public final class Seam: @unchecked Sendable {
    // Unchecked, because the storage of a wrapped property is a variable. Only `init` sets it.

    /// The user's own session, shared by all of the user's programs, at the daemon of
    /// ``SeamConfiguration/init(socketPath:session:)``.
    public static let shared = Seam()

    let link: SessionLink

    /// A session of your choice; use an ephemeral one if several people share a machine. It connects when it is first
    /// used.
    public init(configuration: SeamConfiguration = SeamConfiguration()) {
        link = SessionLink(configuration, Patience())
        (_credentials, _isActive) = (SeamPublished(link, link.keys), SeamPublished(link, link.isActive))
    }

    /// A session with other time limits, for tests.
    package init(configuration: SeamConfiguration, patience: Patience) {
        link = SessionLink(configuration, patience)
        (_credentials, _isActive) = (SeamPublished(link, link.keys), SeamPublished(link, link.isActive))
    }

    deinit { link.close() }

    /// The daemon, and which of its sessions.
    public var configuration: SeamConfiguration { link.configuration }

    // MARK: - The session

    /// ``initialize(clientSessionToken:)-swift.method`` of ``shared``.
    public static func initialize(clientSessionToken: String) throws {
        try shared.initialize(clientSessionToken: clientSessionToken)
    }

    /// Gives the session its token. Waits at most a second for the daemon, and blocks its thread for that time: in a
    /// task, prefer ``signIn(clientSessionToken:)``. A second call with the same token does nothing.
    ///
    /// Throws ``SeamError/invalidClientSessionToken`` for a token that is empty or not a client session token, and
    /// ``SeamError/alreadyInitialized`` if the session has another person's token.
    public func initialize(clientSessionToken: String) throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        let link = link
        try exchange { () async throws(WireError) in try await link.initialize(token: clientSessionToken) }
    }

    /// Combines ``initialize(clientSessionToken:)-swift.method`` and ``activate()`` for a task, without blocking a
    /// thread. Takes at most 55 s.
    public func signIn(clientSessionToken: String) async throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.initialize(token: clientSessionToken)
        }
        try await activate()
    }

    /// Works like ``signIn(clientSessionToken:)``, for a visitor who shows a code: the operator's desk says whose it
    /// is. Only for an ephemeral session. Takes at most 90 s. ``SeamVisit`` has one connection for each visitor.
    ///
    /// Throws ``SeamError/alreadyInitialized`` if somebody is signed in; ``SeamSystemError`` with the reason
    /// ``SeamSystemError/codeRefused`` if the code is not accepted, with `retryAfter` if too many were refused or the
    /// desk does not answer.
    public func signIn(code: String) async throws {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.exchange(code: code) }
        try await activate()
    }

    /// Signs out and closes the connection; the object cannot be used afterwards.
    func end() async {
        await deactivate(deintegrate: true)
        link.close()
    }

    /// Asks the cloud who the token's person is, and reads their keys; ``credentials`` has them when this returns.
    /// Without the internet, a session that was active before becomes active again with its earlier keys. A second call
    /// does nothing. Takes at most 45 s.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/invalidClientSessionToken``,
    /// ``SeamError/internetConnectionRequired``.
    public func activate() async throws {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.activate() }
    }

    /// Reads the keys from the cloud now, and returns them. They also arrive by themselves: this is for a person who
    /// pulls to refresh. Takes at most 45 s.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/internetConnectionRequired``.
    @discardableResult
    public func refresh() async throws -> [SeamAccessCredential] {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.refresh() }
    }

    /// Signs out: the daemon forgets the token and, with `deintegrate`, everything that it kept for the person. A
    /// second call does nothing.
    ///
    /// It never throws, and cancelling the task that waits for it does not stop it. It takes at most eight seconds, or
    /// one second if there is no daemon. ``isActive`` shows whether it has failed, and ``systemErrorUpdates`` whether
    /// the daemon was missing.
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

    /// The keys, sorted by name; empty until the session is active. The daemon keeps them current.
    @SeamPublished public var credentials: [SeamAccessCredential]

    /// Whether somebody is signed in, and the cloud has said who it is.
    @SeamPublished public var isActive: Bool

    /// ``credentials`` now and after each change.
    public var credentialUpdates: SeamUpdates<[SeamAccessCredential]> {
        link.follow()
        return SeamUpdates(broadcast: link.keys)
    }

    /// ``isActive`` now and after each change.
    public var isActiveUpdates: SeamUpdates<Bool> {
        link.follow()
        return SeamUpdates(broadcast: link.isActive)
    }

    /// Why the daemon cannot be reached, now and after each change; nil while it can. Until it is back, ``credentials``
    /// stay as the daemon last reported them. A hanging daemon is noticed when a call waits for it: four seconds later
    /// the error is ``SeamSystemError/noReply``, until the daemon answers.
    public var systemErrorUpdates: SeamUpdates<SeamSystemError?> {
        link.follow()
        return SeamUpdates(broadcast: link.trouble)
    }

    /// Whether the cloud answers, and the radio's state, now and after each change; nil until the daemon has reported
    /// it.
    public var connectivityUpdates: SeamUpdates<SeamConnectivity?> {
        link.follow()
        return SeamUpdates(broadcast: link.connectivity)
    }

    /// The person that the keys belong to, now and after each change; nil while nobody is signed in.
    public var holderUpdates: SeamUpdates<SeamHolder?> {
        link.follow()
        return SeamUpdates(broadcast: link.holder)
    }

    // MARK: - Doors

    /// Opens a door with a key. Waits at most a second until the daemon has admitted the attempt; the events report the
    /// rest. It blocks its thread for that time: in a task, prefer
    /// ``startUnlock(using:timeout:proximity:entranceId:)``.
    ///
    /// - Parameters:
    ///   - credentialId: The key's ``SeamAccessCredential/id``. Its ``SeamAccessCredential/errors`` should be empty.
    ///   - timeout: Seconds after which the attempt ends, 1 to 60. A value outside this range becomes the
    ///     nearest bound; a value that is not a number becomes 10. While ``SeamUnlockProgress/authorization`` is set,
    ///     the time is paused, for at most five minutes in total.
    ///   - proximity: How near the person must be; nil for the key's first way that works now.
    ///   - entranceId: The door, for a key that opens several; nil if only one is possible.
    ///
    /// - Returns: The events. The first one is already available.
    /// - Throws: ``SeamError/initializationRequired``, ``SeamError/invalidCredentialId``,
    ///   ``SeamError/integrationNotFound``, ``SeamError/credentialErrors(_:)`` and ``SeamSystemError``. After
    ///   ``SeamSystemError/noReply`` the attempt is cancelled, but may have begun.
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

    /// Works like ``unlockEvents(using:timeout:proximity:entranceId:)``, for a task: it blocks no thread while it waits
    /// for the daemon to admit the attempt. That takes at most ten seconds, or two more than `timeout` while the key is
    /// still being read from the cloud. Cancelling the task cancels the attempt.
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

    /// The caller may not have chosen a way. If the key has none, the key's own errors say why.
    private func refusal(of wish: UnlockWish, _ error: any Error) -> any Error {
        guard let system = error as? SeamSystemError, system.reason == Self.noWay, wish.proximity == nil else {
            return error
        }
        let errors = link.keys.value.first { $0.id == wish.credentialID }?.errors ?? []
        return errors.isEmpty ? error : SeamError.credentialErrors(errors)
    }

    private static let noWay = SessionError.invalidUnlockProximity(supported: []).wireError.reason

    /// Works like ``unlockEvents(using:timeout:proximity:entranceId:)``, as a publisher that sends on the main actor
    /// and never fails. Each subscriber gets all events. The attempt is cancelled when the last subscriber cancels, or
    /// when the publisher is released without one.
    public func unlock(
        using credentialId: String, proximity: SeamUnlockProximity? = nil, timeout: TimeInterval = 10
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try unlockEvents(using: credentialId, timeout: timeout, proximity: proximity).publisher
    }

    /// The doors whose locks are in range, strongest signal first, now and after each change; none while the radio is
    /// not ready.
    ///
    /// It listens for as long as the stream is read. Throws ``SeamError/initializationRequired`` and
    /// ``SeamSystemError``.
    public func nearbyDoors() -> AsyncThrowingStream<[SeamNearbyDoor], any Error> {
        NearbyFollowing.start(on: link, keeping: self)
    }

    // MARK: - Questions

    /// A key's code and card number in clear, to be shown only to its owner. The journal records this. Like the other
    /// questions, this takes at most ten seconds.
    public func reveal(_ credentialId: String) async throws -> SeamRevealedCredential {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            let params = CredentialsReveal.Params(session: try self.link.name(), credentialID: credentialId)
            let revealed = try await self.link.call(CredentialsReveal.self, params, isSafeToRepeat: false)
            return SeamRevealedCredential(code: revealed.code, cardNumber: revealed.cardNumber)
        }
    }

    /// This session's attempts, newest first, at most `limit`, 1 to 1,000. They come from the machine's journal, so the
    /// internet is not needed.
    public func recentUnlocks(limit: Int = 50) async throws -> [SeamUnlockRecord] {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.recentUnlocks(limit: min(max(limit, 1), 1_000))
        }
    }

    /// The value of ``recentUnlocks(limit:)``, now and after each change: when any program of this user begins or ends
    /// an attempt, or more becomes known about one. While the daemon cannot be reached, nothing is sent; after that,
    /// the current list.
    public func recentUnlockUpdates(limit: Int = 50) -> AsyncStream<[SeamUnlockRecord]> {
        RecentFollowing.start(on: link, keeping: self, limit: min(max(limit, 1), 1_000))
    }

    /// The makers of locks that this machine knows: installed, missing, or closed to Linux.
    public func providers() async throws -> [SeamProvider] {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.list(ProvidersList.self) { $0 }.map { SeamProvider($0) }
        }
    }

    /// Reports a public screen's state, and returns the administrators' settings for all public screens.
    ///
    /// A program that is a public screen calls it when its state changes and every five seconds; after fifteen seconds
    /// without a call, the screen counts as silent. Throws ``SeamSystemError`` with the reason
    /// `rpc.method_not_permitted` for users that the operator has not listed (`kiosk.users`).
    public func report(_ report: SeamKioskReport) async throws -> SeamKioskNotice {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            let notice = try await self.link.call(KioskReport.self, .init(report))
            return SeamKioskNotice(isOutOfService: notice.isOutOfService, message: notice.message)
        }
    }

    // MARK: - Errors

    /// Why the cloud could not be asked when a call of this object last threw ``SeamError/internetConnectionRequired``.
    /// The reason is one of the reasons for a session's status in `Protocol/errors.md`, such as `rate_limited`; the
    /// message is for people, and includes the time to wait if the cloud gave one. Nil before that, and after a call
    /// that reached the cloud or did not need it.
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
