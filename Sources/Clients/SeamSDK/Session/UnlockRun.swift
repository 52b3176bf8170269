import FoundationEssentials
import RPC
import SeamModel
import SessionAPI
import Wire

/// A request to open a door. Each request has one idempotency key.
struct UnlockWish: Sendable {
    let credentialID: String
    let timeout: Duration
    let proximity: SeamUnlockProximity?
    let entranceID: String?

    /// Creates a request. The `timeout` is in seconds, 1 to 60.
    init(credentialID: String, timeout: TimeInterval, proximity: SeamUnlockProximity?, entranceID: String?) {
        self.credentialID = credentialID
        self.timeout = .milliseconds(Int64(timeout.bounded(by: 1...60, otherwise: 10) * 1000))
        self.proximity = proximity
        self.entranceID = entranceID
    }

    /// The time after the end of the attempt for which the caller waits for the daemon's report of the outcome.
    static let grace = Duration.seconds(2)

    /// Returns the time to wait for the first event, at least `least`.
    func limit(_ least: Duration) -> Duration { max(least, timeout + Self.grace) }

    func call(in session: String?) throws(WireError) -> OutgoingCall {
        let params = UnlockStart.Params(
            session: session, credentialID: credentialID, timeout: timeout, proximity: proximity.map(Proximity.init),
            entranceID: entranceID)
        let text = try params.checkedParams()
        var call = OutgoingCall(stream: UnlockStart.name, params: text, idem: try IdempotencyKey.make())
        call.patience = timeout + Self.grace
        return call
    }
}

/// An attempt that the daemon has admitted.
struct UnlockRun: Sendable {
    private let stream: ClientStream
    private let narration: UnlockNarration
    private let first: SeamAccessUnlockEvent
    /// The id of the attempt, as in the journal.
    let id: String
    let progress = Broadcast(SeamUnlockProgress())

    /// Begins an attempt, and returns when the first event has arrived. Throws the error with which the daemon refuses
    /// the attempt.
    static func begin(_ wish: UnlockWish, on link: SessionLink) async throws(WireError) -> UnlockRun {
        let call = try wish.call(in: try link.name())
        do throws(WireError) {
            return try await begin(try await link.stream(call))
        } catch {
            // A repeated call joins the same attempt.
            guard error.reason == "rpc.connection_lost" else { throw error }
            return try await again(call, on: link, after: error)
        }
    }

    /// Repeats the call. Even if the second call is not sent, the first call may have had an effect.
    private static func again(
        _ call: OutgoingCall, on link: SessionLink, after first: WireError
    ) async throws(WireError) -> UnlockRun {
        do throws(WireError) {
            return try await begin(try await link.stream(call))
        } catch {
            guard error.effect == .none, first.effect != .none else { throw error }
            var unknown = error
            (unknown.effect, unknown.retry) = (first.effect, .init(safe: false))
            throw unknown
        }
    }

    private static func begin(_ stream: ClientStream) async throws(WireError) -> UnlockRun {
        var narration = UnlockNarration()
        while let item = try await stream.next() {
            guard case .progress(let item) = try UnlockStart.item(item), let event = narration.received(item)
            else { continue }
            return UnlockRun(stream: stream, narration: narration, first: event, id: item.attemptID)
        }
        let result = try UnlockStart.result(try await stream.result())
        guard let event = narration.ended(result) else { throw .serverFault("an attempt ended without an event") }
        let run = UnlockRun(stream: stream, narration: narration, first: event, id: result.attemptID)
        run.progress.send { $0.ended(result) }
        return run
    }

    /// Returns all events, from the first. Dropping the events cancels the attempt. Until the events are dropped or
    /// have ended, `owner` is kept alive, because releasing the owner closes the connection.
    func events(keeping owner: Seam) -> AsyncStream<SeamAccessUnlockEvent> {
        // The buffer has room for two events: launched, and one terminal event.
        let (events, continuation) = AsyncStream.makeStream(
            of: SeamAccessUnlockEvent.self, bufferingPolicy: .bufferingOldest(2))
        continuation.yield(first)
        let pump = Task(executorPreference: SDKLoop.executor) {
            await tellRest(continuation)
            progress.finish()
            withExtendedLifetime(owner) {}
        }
        continuation.onTermination = { if case .cancelled = $0 { pump.cancel() } }
        return events
    }

    /// Sends the remaining events, with exactly one terminal event, and the door's state after it.
    private func tellRest(_ continuation: AsyncStream<SeamAccessUnlockEvent>.Continuation) async {
        var (narration, wasGranted) = (narration, false)
        func tell(_ event: SeamAccessUnlockEvent?) {
            guard let event else { return }
            wasGranted = event == .grantedAccess
            continuation.yield(event)
            if event.isTerminal { continuation.finish() }
        }
        if first.isTerminal { return continuation.finish() }
        do throws(WireError) {
            while let item = try await stream.next() {
                switch try UnlockStart.item(item) {
                case .progress(let item):
                    progress.send { $0.received(item) }
                    tell(narration.received(item))
                case .prompt(let prompt):
                    // The attempt's clock is paused until the prompt is answered.
                    stream.wait(longer: prompt.expires + .seconds(60) + UnlockWish.grace)
                    progress.send { $0.received(prompt) }
                case nil: break
                }
            }
            let result = try UnlockStart.result(try await stream.result())
            progress.send { $0.ended(result) }
            tell(narration.ended(result))
        } catch {
            // A door that the lock has opened is open, even if the daemon stops afterwards.
            if !wasGranted { progress.send { $0.ended(error) } }
            tell(narration.ended(error))
        }
        continuation.finish()
    }
}
