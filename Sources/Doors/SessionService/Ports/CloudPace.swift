import CloudModel
import DaemonKit
import LinuxSupport
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// Sends the machine's requests to the cloud in order, and no faster than configured. All sessions share one pace.
final class CloudPace: Sendable {
    /// How fast requests may go while the cloud does not complain, and how many requests may wait. Signing in takes
    /// about a dozen requests before a door can open. So the burst is large enough for several people who sign in at
    /// the same time.
    struct Limits: Sendable, Equatable {
        var rate = TokenBucket.Rate(burst: 60, every: .milliseconds(50))
        var waiting = 256
    }

    private struct State {
        var pace: RequestPace
        var places: [RequestPace.Ticket: OneAnswer<Outcome>] = [:]
        var lanes: UInt64 = 0
        var isTimed = false
    }

    private enum Outcome { case admitted, cancelled }

    private let state: Locked<State>
    private let longestQueue: Int
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async -> Void

    /// Creates a pace. `sleep` waits for a duration on the clock that `now` reads.
    init(
        _ limits: Limits, now: @escaping @Sendable () -> Duration = SystemClock.monotonic,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        state = Locked(State(pace: RequestPace(limits.rate, waiting: limits.waiting, at: now())))
        longestQueue = limits.waiting
        self.now = now
        self.sleep = sleep
    }

    /// The number of waiting requests.
    var waitingCount: Int { state.withLock { $0.pace.waitingCount } }

    /// The error for a person whose request found no place in the queue.
    var refusal: WireError {
        .quotaExceeded(QuotaBreach("cloud_waiting", limit: longestQueue, used: waitingCount, scope: "server"))
    }

    /// A lane for the requests of one session of `user`.
    func lane(of user: UInt32) -> CloudLane {
        let number = state.withLock { state in
            state.lanes += 1
            return state.lanes
        }
        return CloudLane(RequestPace.Lane(number: number, of: user), of: self)
    }

    /// Records the HTTP status of the cloud's answer to a request. If there was no answer, the status is nil. A status
    /// of 429 or 5xx slows the pace down.
    func answered(_ status: Int?) {
        guard let status, status == 429 || (500...599).contains(status) else { return }
        state.withLock { $0.pace.complained(at: now()) }
    }

    /// Counts a request that must not wait, because a person is standing in front of a door. Such requests are limited
    /// elsewhere.
    func charge() { state.withLock { $0.pace.charge(at: now()) } }

    /// Returns when `lane` may make a request.
    ///
    /// Throws ``CloudError/Kind/tooManyWaiting`` immediately if too many requests wait, or
    /// ``CloudError/Kind/cancelled``. In both cases the request must not be made.
    fileprivate func admit(_ lane: RequestPace.Lane) async throws(CloudError) {
        let place = OneAnswer<Outcome>()
        let answer = state.withLock { state in
            let answer = state.pace.ask(lane, at: now())
            if case .wait(let ticket) = answer { state.places[ticket] = place }
            return answer
        }
        switch answer {
        case .go: return
        case .tooMany: throw CloudError(.tooManyWaiting)
        case .wait(let ticket):
            startTimer()
            guard await place.wait(cancelled: .cancelled) == .cancelled else { return }
            state.withLock { state in
                state.pace.leave(ticket)
                state.places[ticket] = nil
            }
            throw CloudError(.cancelled)
        }
    }

    fileprivate func hurry(_ lane: RequestPace.Lane) { state.withLock { $0.pace.hurry(lane) } }

    fileprivate func calm(_ lane: RequestPace.Lane) { state.withLock { $0.pace.calm(lane) } }

    private func startTimer() {
        let isTimed = state.withLock { state in
            defer { state.isTimed = true }
            return state.isTimed
        }
        guard !isTimed else { return }
        // This task ends when no request waits.
        Task {
            while let wait = self.nextWait() {
                if wait > .zero { await self.sleep(wait) }
                for place in self.admitted() { place.give(.admitted) }
            }
        }
    }

    private func nextWait() -> Duration? {
        state.withLock { state in
            let wait = state.pace.wait(at: now())
            if wait == nil { state.isTimed = false }
            return wait
        }
    }

    private func admitted() -> [OneAnswer<Outcome>] {
        state.withLock { state in
            state.pace.admit(at: now()).compactMap { state.places.removeValue(forKey: $0) }
        }
    }
}

/// One session's access to the cloud.
struct CloudLane: Sendable {
    private let lane: RequestPace.Lane
    private let pace: CloudPace

    fileprivate init(_ lane: RequestPace.Lane, of pace: CloudPace) {
        (self.lane, self.pace) = (lane, pace)
    }

    /// Returns when one request may be made: see ``CloudPace``.
    func admit() async throws(CloudError) { try await pace.admit(lane) }

    /// Moves the session's requests ahead of others' polling until ``calm()``, because a person is waiting.
    func hurry() { pace.hurry(lane) }

    /// Notes that one person fewer is waiting for the session's requests.
    func calm() { pace.calm(lane) }
}

/// The sessions' access to the cloud. It sends requests at the machine's pace.
struct PacedCloud: SessionCloud {
    let client: CloudClient

    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession {
        try await client.admitting(lane.admit).session(token: token)
    }

    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, order: ReadingOrder, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading {
        try await client.admitting(lane.admit).reading(token: token, known: known, order: order)
    }

    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading {
        try await client.admitting(lane.admit).keys(ids, of: session, token: token)
    }

    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> CloudList<CloudEvent> {
        try await client.admitting(lane.admit).events(since: since, types: types, limit: limit, token: token)
    }
}
