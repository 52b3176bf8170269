public import FoundationEssentials
import LinuxSupport
public import OpenCombine
import RPC
import SeamModel
import SessionAPI
import Wire

/// A person's keys, and the doors they open.
///
/// ``initialize(clientSessionToken:)-swift.method``, then ``activate()``, then ``credentials`` and
/// ``unlockEvents(using:timeout:proximity:entranceId:)``, and ``deactivate(deintegrate:)`` when the person signs out.
/// Tokens, keys and the journal are the session daemon's: this object keeps none of them, and finds the session again
/// after a restart of the program, the daemon or the machine.
///
/// Safe from any thread. All methods throw ``SeamError`` for what a session refuses, and ``SeamSystemError`` for a
/// daemon that is not there or a limit of the machine; nothing has happened to a door then, unless the error's words
/// say so.
public final class Seam: Sendable {
    /// The session of this user that every program of theirs shares, at the daemon of
    /// ``SeamConfiguration/init(socketPath:session:)``.
    public static let shared = Seam()

    private let link: SessionLink

    /// A session of one's own choice: an ephemeral one where several people use one machine. Connects when it is first
    /// used.
    public init(configuration: SeamConfiguration = SeamConfiguration()) {
        link = SessionLink(configuration)
    }

    deinit { link.close() }

    /// Which daemon, and which of its sessions.
    public var configuration: SeamConfiguration { link.configuration }

    // MARK: - The session

    /// ``initialize(clientSessionToken:)-swift.method`` of ``shared``.
    public static func initialize(clientSessionToken: String) throws {
        try shared.initialize(clientSessionToken: clientSessionToken)
    }

    /// Gives the session its token. Waits for the daemon, for at most a second. Again with the same token it does
    /// nothing.
    ///
    /// Throws ``SeamError/invalidClientSessionToken`` for one that is empty or no client session token,
    /// ``SeamError/alreadyInitialized`` where the session has another person's.
    public func initialize(clientSessionToken: String) throws {
        guard !clientSessionToken.isEmpty else { throw SeamError.invalidClientSessionToken }
        let link = link
        try Self.exchange { () async throws(WireError) in try await link.initialize(token: clientSessionToken) }
    }

    /// Asks the cloud who the token's person is, and reads their keys, which ``credentials`` has when it returns.
    /// Without the internet a session that was active before is so again, with the keys it had. Again it does nothing.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/invalidClientSessionToken``,
    /// ``SeamError/internetConnectionRequired``.
    public func activate() async throws {
        try await Self.asSDK { () async throws(WireError) in try await self.link.activate() }
    }

    /// Reads the keys from the cloud now, and answers them. They come by themselves, too: this is for a person who
    /// pulls the list.
    ///
    /// Throws ``SeamError/initializationRequired``, ``SeamError/internetConnectionRequired``.
    @discardableResult
    public func refresh() async throws -> [SeamAccessCredential] {
        try await Self.asSDK { () async throws(WireError) in try await self.link.refresh() }
    }

    /// Signs out: the daemon forgets the token, and with `deintegrate` all that it kept for the person. Again it does
    /// nothing.
    ///
    /// It never throws, and is not called off with the task that waits for it. What it could not do, after trying for
    /// some seconds, is logged, and ``isActive`` says so.
    public func deactivate(deintegrate: Bool = false) async {
        let link = link
        await withCheckedContinuation { caller in
            Task(executorPreference: SDKLoop.executor) {
                await link.deactivate(deintegrate: deintegrate)
                caller.resume()
            }
        }
    }

    // MARK: - What is known

    /// The keys, by name; empty until the session is active. The daemon keeps them current.
    public var credentials: [SeamAccessCredential] {
        link.follow()
        return link.keys.value
    }

    /// Whether somebody is signed in, and the cloud has said who.
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

    /// Why the daemon cannot be reached now, and after each change; nil while it can. ``credentials`` are as it last
    /// told them meanwhile.
    public var systemErrorUpdates: SeamUpdates<SeamSystemError?> {
        link.follow()
        return SeamUpdates(broadcast: link.trouble)
    }

    /// Whether the cloud answers and what the radio can do, now and after each change; nil until the daemon has told it.
    public var connectivityUpdates: SeamUpdates<SeamConnectivity?> {
        link.follow()
        return SeamUpdates(broadcast: link.connectivity)
    }

    /// Whose keys they are, now and after each change; nil while nobody is signed in.
    public var holderUpdates: SeamUpdates<SeamHolder?> {
        link.follow()
        return SeamUpdates(broadcast: link.holder)
    }

    // MARK: - Doors

    /// Opens a door with a key. Waits until the daemon has let the attempt in, for at most a second; the events tell
    /// the rest.
    ///
    /// - Parameters:
    ///   - credentialId: The key's ``SeamAccessCredential/id``. Its ``SeamAccessCredential/errors`` should be empty.
    ///   - timeout: Seconds after which the attempt has ended, 1 to 60; what is outside becomes the nearest, what is no
    ///     number 10.
    ///   - proximity: How near the person must be; nil for the key's first way that works now.
    ///   - entranceId: Which door, for a key that opens several; nil where one is meant anyway.
    ///
    /// - Returns: The events, of which the first is there already.
    /// - Throws: ``SeamError/initializationRequired``, ``SeamError/invalidCredentialId``,
    ///   ``SeamError/integrationNotFound``, ``SeamError/credentialErrors(_:)`` and ``SeamSystemError``. Behind
    ///   ``SeamSystemError/noReply`` the attempt is called off, and may have begun.
    public func unlockEvents(
        using credentialId: String, timeout: TimeInterval = 10, proximity: SeamUnlockProximity? = nil,
        entranceId: String? = nil
    ) throws -> SeamUnlockEvents {
        let link = link
        let wish = UnlockWish(
            credentialID: credentialId, timeout: timeout, proximity: proximity, entranceID: entranceId)
        do {
            let attempt = try Self.exchange { () async throws(WireError) in try await UnlockRun.begin(wish, on: link) }
            return SeamUnlockEvents(events: attempt.events(keeping: self), broadcast: attempt.progress)
        } catch let error as SeamSystemError where error.reason == Self.noWay && proximity == nil {
            // Nobody asked for a way: that the key has none is for the reasons it gives itself.
            let errors = link.keys.value.first { $0.id == credentialId }?.errors ?? []
            throw errors.isEmpty ? error : SeamError.credentialErrors(errors)
        }
    }

    private static let noWay = SessionError.invalidUnlockProximity(supported: []).wireError.reason

    /// ``unlockEvents(using:timeout:proximity:entranceId:)`` as a publisher, which tells on the main actor and never
    /// fails. Each subscriber gets all events; when the last has cancelled, or the publisher is dropped without one,
    /// the attempt is called off.
    public func unlock(
        using credentialId: String, timeout: TimeInterval = 10
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try unlockEvents(using: credentialId, timeout: timeout).publisher
    }

    /// The doors whose locks are heard now, the strongest first, and after each change; nothing while the radio is not
    /// ready.
    ///
    /// Listens for as long as it is read. Throws ``SeamError/initializationRequired`` and ``SeamSystemError``.
    public func nearbyDoors() -> AsyncThrowingStream<[SeamNearbyDoor], any Error> {
        NearbyFollowing.start(on: link, keeping: self)
    }

    // MARK: - Questions

    /// A key's code and card number in clear, to be shown to its owner and to nobody else. It is written into the
    /// journal.
    public func reveal(_ credentialId: String) async throws -> SeamRevealedCredential {
        try await Self.asSDK { () async throws(WireError) in
            let params = CredentialsReveal.Params(session: try self.link.name(), credentialID: credentialId)
            let revealed = try await self.link.call(CredentialsReveal.self, params, isSafeToRepeat: false)
            return SeamRevealedCredential(code: revealed.code, cardNumber: revealed.cardNumber)
        }
    }

    /// The attempts of this session, the newest first, at most `limit`, 1 to 1,000; from the machine's journal, without
    /// the internet, too.
    public func recentUnlocks(limit: Int = 50) async throws -> [SeamUnlockRecord] {
        try await Self.asSDK { () async throws(WireError) in
            let (link, limit) = (self.link, min(max(limit, 1), 1_000))
            let name = try link.name()
            // Codes that were shown stand in the same journal.
            let attempts = try await link.list(AuditList.self, limit: limit) { page in
                var params = AuditList.Params(session: name)
                params.page = page
                return params
            }
            return attempts.compactMap(SeamUnlockRecord.init)
        }
    }

    /// The makers of locks that are known here: installed, missing, or closed to Linux.
    public func providers() async throws -> [SeamProvider] {
        try await Self.asSDK { () async throws(WireError) in
            try await self.link.list(ProvidersList.self) { $0 }.map { SeamProvider($0) }
        }
    }

    // MARK: - Errors

    private static func exchange<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) throws -> Answer {
        do throws(WireError) {
            return try Exchange.run(body)
        } catch {
            throw SDKError.of(error)
        }
    }

    private static func asSDK<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws(WireError) -> Answer
    ) async throws -> Answer {
        do throws(WireError) {
            return try await SDKLoop.run(body)
        } catch {
            throw SDKError.of(error)
        }
    }
}
