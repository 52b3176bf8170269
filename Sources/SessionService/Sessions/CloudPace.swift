import LinuxSupport
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// Lets the machine's questions go to the cloud, in order and no faster than configured; all sessions share one.
final class CloudPace: Sendable {
    /// How fast, and how many may wait. A first read asks one question for each key, and a person waits for it: the
    /// burst is that of thirty keys.
    struct Limits: Sendable, Equatable {
        var rate = TokenBucket.Rate(burst: 40, every: .milliseconds(500))
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

    /// `sleep` waits as long as it is told by the clock of `now`.
    init(
        _ limits: Limits, now: @escaping @Sendable () -> Duration = SystemClock.monotonic,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        state = Locked(State(pace: RequestPace(limits.rate, waiting: limits.waiting, at: now())))
        longestQueue = limits.waiting
        self.now = now
        self.sleep = sleep
    }

    /// How many questions wait.
    var waitingCount: Int { state.withLock { $0.pace.waitingCount } }

    /// What a person is told whose question found no place.
    var refusal: WireError {
        .quotaExceeded(QuotaBreach("cloud_waiting", limit: longestQueue, used: waitingCount, scope: "server"))
    }

    /// A lane for the questions of one session of `user`.
    func lane(of user: UInt32) -> CloudLane {
        let number = state.withLock { state in
            state.lanes += 1
            return state.lanes
        }
        return CloudLane(RequestPace.Lane(number: number, of: user), of: self)
    }

    /// Counts a question that cannot wait: somebody stands before a door, and how often is bounded there.
    func charge() { state.withLock { $0.pace.charge(at: now()) } }

    /// Returns when a question of `lane` may be asked.
    ///
    /// Throws ``CloudError/Kind/tooManyWaiting`` at once, or ``CloudError/Kind/cancelled``; nothing is to be asked
    /// then.
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
        // Ends when nobody waits.
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

/// One session's way to the cloud.
struct CloudLane: Sendable {
    private let lane: RequestPace.Lane
    private let pace: CloudPace

    fileprivate init(_ lane: RequestPace.Lane, of pace: CloudPace) {
        (self.lane, self.pace) = (lane, pace)
    }

    /// Returns when one question may be asked; see ``CloudPace``.
    func admit() async throws(CloudError) { try await pace.admit(lane) }

    /// What the session asks until ``calm()`` comes before others' polling: a person waits for it.
    func hurry() { pace.hurry(lane) }

    /// One person less waits.
    func calm() { pace.calm(lane) }
}

/// The cloud as sessions ask it, each request at the machine's pace.
struct PacedCloud: SessionCloud {
    let client: CloudClient

    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession {
        try await client.admitting(lane.admit).session(token: token)
    }

    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading {
        try await client.admitting(lane.admit).reading(token: token, known: known)
    }

    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading {
        try await client.admitting(lane.admit).keys(ids, of: session, token: token)
    }

    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> [CloudEvent] {
        try await client.admitting(lane.admit).events(since: since, types: types, limit: limit, token: token)
    }
}
