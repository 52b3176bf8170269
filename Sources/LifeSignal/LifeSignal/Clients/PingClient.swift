public import Foundation
public import SignalDependencies

/// Sends and answers pings. A ping asks a dependent whether they are well.
public struct PingClient: Sendable {
    /// Pings a dependent, at most once a minute. The dependent is given by ``Contact/id`` or ``Contact/contactID``.
    /// Throws ``PingError``.
    public var sendPing: @Sendable (UUID) async throws -> Void
    /// Answers a ping, which is also a check-in. Throws ``PingError``.
    public var respondToPing: @Sendable (UUID) async throws -> Void
    /// Answers all pings. Without a ping, nothing happens. Throws ``PingError``.
    public var respondToAllPings: @Sendable () async throws -> Void
    /// The pings that the person has received but not answered. Throws ``PingError``.
    public var getPendingPings: @Sendable () async throws -> IdentifiedArrayOf<Ping>
    /// Pings that the person sent. Throws ``PingError``.
    public var getSentPings: @Sendable () async throws -> IdentifiedArrayOf<Ping>
    /// Delivers the open pings first, and then each ping that is sent, arrives or changes.
    public var pingStream: @Sendable () async -> AsyncStream<Ping>

    /// Creates a client from closures.
    public init(
        sendPing: @escaping @Sendable (UUID) async throws -> Void,
        respondToPing: @escaping @Sendable (UUID) async throws -> Void,
        respondToAllPings: @escaping @Sendable () async throws -> Void,
        getPendingPings: @escaping @Sendable () async throws -> IdentifiedArrayOf<Ping>,
        getSentPings: @escaping @Sendable () async throws -> IdentifiedArrayOf<Ping>,
        pingStream: @escaping @Sendable () async -> AsyncStream<Ping>
    ) {
        self.sendPing = sendPing
        self.respondToPing = respondToPing
        self.respondToAllPings = respondToAllPings
        self.getPendingPings = getPendingPings
        self.getSentPings = getSentPings
        self.pingStream = pingStream
    }

    /// Calls ``sendPing`` with argument labels.
    public func sendPing(contactID: UUID) async throws {
        try await sendPing(contactID)
    }

    /// Calls ``respondToPing`` with argument labels.
    public func respondToPing(pingID: UUID) async throws {
        try await respondToPing(pingID)
    }
}

extension PingClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            sendPing: { _ in throw PingError.unimplemented("PingClient.sendPing") },
            respondToPing: { _ in throw PingError.unimplemented("PingClient.respondToPing") },
            respondToAllPings: { throw PingError.unimplemented("PingClient.respondToAllPings") },
            getPendingPings: { throw PingError.unimplemented("PingClient.getPendingPings") },
            getSentPings: { throw PingError.unimplemented("PingClient.getSentPings") },
            pingStream: { .ended })
    }
}

extension DependencyValues {
    /// The current task's ``PingClient``.
    public var pingClient: PingClient {
        get { self[PingClient.self] }
        set { self[PingClient.self] = newValue }
    }
}
