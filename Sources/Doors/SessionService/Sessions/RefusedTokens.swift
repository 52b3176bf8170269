import DaemonCore
import DaemonKit
import LinuxSupport
import SessionCore
import Wire

/// Limits how often the cloud may refuse a user's tokens. Guessing tokens uses up other users' share of requests, and
/// may make the cloud block this machine.
final class RefusedTokens: Sendable {
    /// The time in which one more token may be refused after the burst. The burst is for typing errors.
    private static let interval = Duration.seconds(30)
    /// The number of a user's unconfirmed tokens about which the cloud may be asked at the same time. Further tokens
    /// wait.
    private static let mostAsked = 4
    /// The largest number of tokens that may wait.
    private static let mostWaiting = 64

    private struct State {
        var refused: PersonRateLimit
        var asked: [UInt32: Int] = [:]
        var waiting: [UInt32: [OneAnswer<Bool>]] = [:]
    }

    private let state: Locked<State>
    private let burst: Int
    private let now: @Sendable () -> Duration

    /// Creates a limit. `burst` is the number of tokens that may be refused in a row.
    init(burst: Int = 5, now: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
        self.burst = burst
        state = Locked(State(refused: PersonRateLimit(.init(burst: burst, every: Self.interval))))
        self.now = now
    }

    /// The number of a user's tokens that wait for their turn.
    func waitingCount(of user: UInt32) -> Int { state.withLock { $0.waiting[user]?.count ?? 0 } }

    /// Throws `rpc.quota_exceeded` after too many of the user's tokens have been refused. In that case, the cloud must
    /// not be asked.
    func check(_ user: UInt32) throws(WireError) {
        let wait = state.withLock { $0.refused.wait(uid: user, at: now()) }
        guard wait > .zero else { return }
        throw .quotaExceeded(
            QuotaBreach("refused_tokens", limit: burst, used: burst, scope: "uid", configKey: "refused_tokens"),
            after: wait)
    }

    /// Asks the cloud about a token that it has not accepted yet, when it is the user's turn. Returns nil if too many
    /// tokens have been refused by then, if too many are waiting, or if the task was cancelled.
    func ask(_ user: UInt32, _ question: () async -> TokenVerdict) async -> TokenVerdict? {
        guard await begin(user) else { return nil }
        defer { end(user) }
        // The token is counted before the cloud is asked, so that simultaneous calls stay within the limit.
        guard state.withLock({ $0.refused.use(uid: user, at: now()) == nil }) else { return nil }
        let verdict = await question()
        if case .invalid = verdict { return verdict }
        state.withLock { $0.refused.giveBack(uid: user) }
        return verdict
    }

    private enum Turn { case now, never, later(OneAnswer<Bool>) }

    /// Waits for the user's turn. Returns false if the task was cancelled before its turn, or if too many are waiting.
    private func begin(_ user: UInt32) async -> Bool {
        let turn = state.withLock { state -> Turn in
            let asked = state.asked[user, default: 0]
            guard asked >= min(Self.mostAsked, burst) else {
                state.asked[user] = asked + 1
                return .now
            }
            guard state.waiting[user, default: []].count < Self.mostWaiting else { return .never }
            let place = OneAnswer<Bool>()
            state.waiting[user, default: []].append(place)
            return .later(place)
        }
        let place: OneAnswer<Bool>
        switch turn {
        case .now: return true
        case .never: return false
        case .later(let later): place = later
        }
        if await place.wait(cancelled: false) { return true }
        let isLeft = state.withLock { state in
            let index = state.waiting[user]?.firstIndex { $0 === place }
            if let index { state.waiting[user]?.remove(at: index) }
            return index != nil
        }
        // The turn came at the same time as the cancellation.
        if !isLeft { end(user) }
        return false
    }

    /// Gives the turn to the caller that has waited the longest.
    private func end(_ user: UInt32) {
        let next = state.withLock { state -> OneAnswer<Bool>? in
            if let first = state.waiting[user]?.first {
                state.waiting[user]?.removeFirst()
                return first
            }
            state.waiting[user] = nil
            let asked = state.asked[user, default: 1] - 1
            state.asked[user] = asked > 0 ? asked : nil
            return nil
        }
        next?.give(true)
    }
}
