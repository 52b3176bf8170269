import FoundationEssentials
import RPC
import SeamModel
import SessionAPI
import Wire

/// What a person wants: one intent, which is one idempotency key.
struct UnlockWish: Sendable {
    let credentialID: String
    let timeout: Duration
    let proximity: SeamUnlockProximity?
    let entranceID: String?

    /// `timeout` in seconds, 1 to 60.
    init(credentialID: String, timeout: TimeInterval, proximity: SeamUnlockProximity?, entranceID: String?) {
        self.credentialID = credentialID
        self.timeout = .milliseconds(Int64(timeout.bounded(by: 1...60, otherwise: 10) * 1000))
        self.proximity = proximity
        self.entranceID = entranceID
    }

    /// How much longer than the attempt its caller waits for the daemon to say what came of it.
    private static let grace = Duration.seconds(2)

    func call(in session: String?) throws(WireError) -> OutgoingCall {
        let params = UnlockStart.Params(
            session: session, credentialID: credentialID, timeout: timeout, proximity: proximity.map(Proximity.init),
            entranceID: entranceID)
        var call = OutgoingCall(stream: UnlockStart.name, params: params.jsonText, idem: try IdempotencyKey.make())
        call.patience = timeout + Self.grace
        return call
    }
}

/// An attempt that the daemon has let in.
struct UnlockRun: Sendable {
    private let stream: ClientStream
    private let narration: UnlockNarration
    private let first: SeamAccessUnlockEvent

    /// Returns with the first event. Throws what the daemon refuses the attempt with.
    static func begin(_ wish: UnlockWish, on link: SessionLink) async throws(WireError) -> UnlockRun {
        let call = try wish.call(in: try link.name())
        do throws(WireError) {
            return try await begin(try await link.stream(call))
        } catch {
            // The same call again is the same attempt.
            guard error.reason == "rpc.connection_lost" else { throw error }
            return try await begin(try await link.stream(call))
        }
    }

    private static func begin(_ stream: ClientStream) async throws(WireError) -> UnlockRun {
        var narration = UnlockNarration()
        while let item = try await stream.next() {
            guard let item = try UnlockStart.item(item), let event = narration.received(item) else { continue }
            return UnlockRun(stream: stream, narration: narration, first: event)
        }
        let result = try UnlockStart.result(try await stream.result())
        guard let event = narration.ended(result) else { throw .serverFault("an attempt ended without an event") }
        return UnlockRun(stream: stream, narration: narration, first: event)
    }

    /// All events, from the first. Whoever drops them calls the attempt off; until then, or the end, `owner` is kept,
    /// with which the connection would go.
    func events(keeping owner: Seam) -> AsyncStream<SeamAccessUnlockEvent> {
        // Launched, and one that is terminal.
        let (events, continuation) = AsyncStream.makeStream(
            of: SeamAccessUnlockEvent.self, bufferingPolicy: .bufferingOldest(2))
        continuation.yield(first)
        let pump = Task(executorPreference: SDKLoop.executor) {
            if let last = await tellRest(continuation) { continuation.yield(last) }
            continuation.finish()
            withExtendedLifetime(owner) {}
        }
        continuation.onTermination = { if case .cancelled = $0 { pump.cancel() } }
        return events
    }

    /// Tells what comes, and answers the terminal event if no item was it.
    private func tellRest(
        _ continuation: AsyncStream<SeamAccessUnlockEvent>.Continuation
    ) async -> SeamAccessUnlockEvent? {
        var narration = narration
        do throws(WireError) {
            while let item = try await stream.next() {
                guard let item = try UnlockStart.item(item), let event = narration.received(item) else { continue }
                continuation.yield(event)
                // Nothing follows; the reply is the daemon's own affair.
                if event.isTerminal { return nil }
            }
            return narration.ended(try UnlockStart.result(try await stream.result()))
        } catch {
            return narration.ended(error)
        }
    }
}
