public import FoundationEssentials
import LinuxSupport
public import OpenCombine
import RPC
import SeamModel
import SessionAPI
import Wire

/// A person's keys, and the doors they open.
///
/// Call ``initialize(clientSessionToken:)-swift.method``, then ``activate()``, then use ``credentials`` and
/// ``unlockEvents(using:timeout:proximity:entranceId:)``, and call ``deactivate(deintegrate:)`` when the person signs
/// out. Tokens, keys and the journal belong to the session daemon: this object keeps none of them, and finds the
/// session again after a restart of the program, the daemon or the machine.
///
/// Safe from any thread. All methods throw ``SeamError`` for what a session refuses, and ``SeamSystemError`` if the
/// daemon is not there, a limit of the machine is reached, or an argument cannot be right. Then nothing has happened
/// to a door, unless the error says so. Arguments are judged before anything is sent.
///
/// Each asynchronous call ends within its limit, and within five seconds if the daemon hangs, with
/// ``SeamSystemError/noReply``. When its task is cancelled it ends at once, with `CancellationError`.
public final class Seam: Sendable {
    /// The session of this user that every program of theirs shares, at the daemon of
    /// ``SeamConfiguration/init(socketPath:session:)``.
    public static let shared = Seam()

    let link: SessionLink

    /// A session of your choice: an ephemeral one if several people use one machine. Connects when it is first used.
    public init(configuration: SeamConfiguration = SeamConfiguration()) {
        link = SessionLink(configuration, Patience())
    }

    /// A session with other times, for tests.
    package init(configuration: SeamConfiguration, patience: Patience) {
        link = SessionLink(configuration, patience)
    }

    deinit { link.close() }

    /// Which daemon, and which of its sessions.
    public var configuration: SeamConfiguration { link.configuration }

    // MARK: - The session

    /// ``initialize(clientSessionToken:)-swift.method`` of ``shared``.
    public static func initialize(clientSessionToken: String) throws {
        try shared.initialize(clientSessionToken: clientSessionToken)
    }

    /// Gives the session its token. Waits for the daemon, for at most a second, and holds its thread for that time:
    /// in a task, prefer ``signIn(clientSessionToken:)``. A second call with the same token does nothing.
    ///
    /// Throws ``SeamError/invalidClientSessionToken`` for a token that is empty or not a client session token,
    /// ``SeamError/alreadyInitialized`` if the session has another person's.
    public func initialize(clientSessionToken: String) throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        let link = link
        try exchange { () async throws(WireError) in try await link.initialize(token: clientSessionToken) }
    }

    /// ``initialize(clientSessionToken:)-swift.method`` and ``activate()`` for a task: it holds no thread. Takes 55 s
    /// at most.
    public func signIn(clientSessionToken: String) async throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.initialize(token: clientSessionToken)
        }
        try await activate()
    }

    /// ``signIn(clientSessionToken:)`` for a visitor who shows a code: the operator's desk says whose it is. Only for
    /// an ephemeral session. Takes 90 s at most. ``SeamVisit`` has one connection for each visitor.
    ///
    /// Throws ``SeamError/alreadyInitialized`` if somebody is signed in; ``SeamSystemError`` with the reason
    /// ``SeamSystemError/codeRefused`` if the code is not accepted, with `retryAfter` if too many were refused or the
    /// desk does not answer.
    public func signIn(code: String) async throws {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.exchange(code: code) }
        try await activate()
    }

    /// Signs out and closes the connection; the object is of no use afterwards.
    func end() async {
        await deactivate(deintegrate: true)
        link.close()
    }

    /// Asks the cloud who the token's person is, and reads their keys; ``credentials`` has them when this returns.
    /// Without the internet, a session that was active before becomes active again, with the keys that it had. A
    /// second call does nothing. Takes 45 s at most.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/invalidClientSessionToken``,
    /// ``SeamError/internetConnectionRequired``.
    public func activate() async throws {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.activate() }
    }

    /// Reads the keys from the cloud now, and returns them. They also come by themselves: this is for a person who
    /// pulls the list. Takes 45 s at most.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/internetConnectionRequired``.
    @discardableResult
    public func refresh() async throws -> [SeamAccessCredential] {
        try await asSDK(link.patience.cloud) { () async throws(WireError) in try await self.link.refresh() }
    }

    /// Signs out: the daemon forgets the token and, with `deintegrate`, everything that it kept for the person. A
    /// second call does nothing.
    ///
    /// It never throws, and cancelling the task that waits for it does not stop it. It takes eight seconds at most, and
    /// a second if no daemon is there. ``isActive`` shows whether it has failed, and ``systemErrorUpdates`` whether the
    /// daemon was missing.
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
    public var credentials: [SeamAccessCredential] {
        link.follow()
        return link.keys.value
    }

    /// Whether somebody is signed in, and the cloud has said who it is.
    public var isActive: Bool {
        link.follow()
        return link.isActive.value
    }

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

    /// Why the daemon cannot be reached, now and after each change; nil while it can. Meanwhile ``credentials`` are
    /// as the daemon last reported them. A daemon that hangs is noticed when a call waits for it: four seconds later
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

    /// The person to whom the keys belong, now and after each change; nil while nobody is signed in.
    public var holderUpdates: SeamUpdates<SeamHolder?> {
        link.follow()
        return SeamUpdates(broadcast: link.holder)
    }

    // MARK: - Doors

    /// Opens a door with a key. Waits until the daemon has admitted the attempt, for at most a second; the events
    /// report the rest. It holds its thread for that time: in a task, prefer
    /// ``startUnlock(using:timeout:proximity:entranceId:)``.
    ///
    /// - Parameters:
    ///   - credentialId: The key's ``SeamAccessCredential/id``. Its ``SeamAccessCredential/errors`` should be empty.
    ///   - timeout: Seconds after which the attempt ends, 1 to 60. A value outside becomes the nearest of these; a
    ///     value that is not a number becomes 10. While ``SeamUnlockProgress/authorization`` is there, the time stands
    ///     still, for five minutes in all.
    ///   - proximity: How near the person must be; nil for the key's first way that works now.
    ///   - entranceId: The door, for a key that opens several; nil if only one can be meant.
    ///
    /// - Returns: The events. The first one is already there.
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

    /// ``unlockEvents(using:timeout:proximity:entranceId:)`` for a task: it holds no thread while it waits until the
    /// daemon has admitted the attempt. That takes ten seconds at most, or two more than `timeout` while the key is
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

    /// The caller may have named no way. If the key has no way, the key's own errors say why.
    private func refusal(of wish: UnlockWish, _ error: any Error) -> any Error {
        guard let system = error as? SeamSystemError, system.reason == Self.noWay, wish.proximity == nil else {
            return error
        }
        let errors = link.keys.value.first { $0.id == wish.credentialID }?.errors ?? []
        return errors.isEmpty ? error : SeamError.credentialErrors(errors)
    }

    private static let noWay = SessionError.invalidUnlockProximity(supported: []).wireError.reason

    /// ``unlockEvents(using:timeout:proximity:entranceId:)`` as a publisher, which sends on the main actor and never
    /// fails. Each subscriber gets all events. The attempt is cancelled when the last subscriber has cancelled, or
    /// when the publisher is dropped without one.
    public func unlock(
        using credentialId: String, timeout: TimeInterval = 10
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try unlockEvents(using: credentialId, timeout: timeout).publisher
    }

    /// The doors whose locks are heard now, the strongest first, and after each change; none while the radio is not
    /// ready.
    ///
    /// Listens for as long as it is read. Throws ``SeamError/initializationRequired`` and ``SeamSystemError``.
    public func nearbyDoors() -> AsyncThrowingStream<[SeamNearbyDoor], any Error> {
        NearbyFollowing.start(on: link, keeping: self)
    }

    // MARK: - Questions

    /// A key's code and card number in clear, to be shown only to its owner. The journal records this. Takes ten
    /// seconds at most, like the other questions.
    public func reveal(_ credentialId: String) async throws -> SeamRevealedCredential {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            let params = CredentialsReveal.Params(session: try self.link.name(), credentialID: credentialId)
            let revealed = try await self.link.call(CredentialsReveal.self, params, isSafeToRepeat: false)
            return SeamRevealedCredential(code: revealed.code, cardNumber: revealed.cardNumber)
        }
    }

    /// The attempts of this session, the newest first, at most `limit`, 1 to 1,000. They come from the machine's
    /// journal, so the internet is not needed.
    public func recentUnlocks(limit: Int = 50) async throws -> [SeamUnlockRecord] {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.recentUnlocks(limit: min(max(limit, 1), 1_000))
        }
    }

    /// ``recentUnlocks(limit:)`` now and after each change: an attempt that begins or ends, by any program of this
    /// user, and later findings about it. While the daemon cannot be reached, nothing is sent; then the list as it is.
    public func recentUnlockUpdates(limit: Int = 50) -> AsyncStream<[SeamUnlockRecord]> {
        RecentFollowing.start(on: link, keeping: self, limit: min(max(limit, 1), 1_000))
    }

    /// The makers of locks that are known here: installed, missing, or closed to Linux.
    public func providers() async throws -> [SeamProvider] {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            try await self.link.list(ProvidersList.self) { $0 }.map { SeamProvider($0) }
        }
    }

    /// Says how a public screen is, and hears what administrators have said to all of them.
    ///
    /// A program that is a public screen calls it when its state changes and every five seconds; one that has not for
    /// fifteen counts as silent. Throws ``SeamSystemError`` with the reason `rpc.method_not_permitted` for users that
    /// the operator has not named (`kiosk.users`).
    public func report(_ report: SeamKioskReport) async throws -> SeamKioskNotice {
        try await asSDK(link.patience.machine) { () async throws(WireError) in
            let notice = try await self.link.call(KioskReport.self, .init(report))
            return SeamKioskNotice(isOutOfService: notice.isOutOfService, message: notice.message)
        }
    }

    // MARK: - Errors

    /// Why the cloud could not be asked when a call of this object last threw
    /// ``SeamError/internetConnectionRequired``: the reason is one of those of a session's status in
    /// `Protocol/errors.md`, such as `rate_limited`; the message is for people, and names the time to wait if the cloud
    /// did. Nil before, and after a call that needed no cloud or reached it.
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
