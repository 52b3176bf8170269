import DaemonKit
import LinuxSupport

/// To whom a user's number belongs.
///
/// The kernel tells the daemon numbers, and a machine gives the number of somebody who has left to the next person. So
/// a session is kept with the account's name, and ends when the number has another one.
actor SignalAccounts {
    /// The knowledge of a user's number.
    enum Answer: Sendable, Hashable {
        /// The account's name; nil without an account.
        case name(String?)
        /// It cannot be found out: people who are watched stay watched.
        case unknown

        /// Whether the number may still be that account's, which signed in with it.
        func mayBe(_ account: String?) -> Bool { self == .unknown || self == .name(account) }
    }

    private let finder = AccountFinder()
    private var known: [UInt32: Known] = [:]
    /// The running questions: a caller that asks the same meanwhile gets the same answer.
    private var asking: [UInt32: (begun: Duration, task: Task<Answer, Never>)] = [:]
    /// When each user's last connection made its first call, as long as an older answer could count.
    private nonisolated let connected = Locked<[UInt32: Duration]>([:])

    private struct Known {
        var answer: Answer
        var begun: Duration
        var until: Duration
    }

    /// For how long an answer counts for connections that were there before it.
    private static let freshness = Duration.seconds(2)
    /// The most numbers; the knowledge about others is asked again.
    private static let most = 1_024

    /// A connection makes its first call: it may be another person's, who was given the number a moment ago. So no
    /// answer of before counts for that user.
    nonisolated func connected(_ uid: UInt32) {
        let now = SystemClock.monotonic()
        connected.withLock { connected in
            connected[uid] = now
            if connected.count > Self.most { connected = connected.filter { now - $0.value < Self.freshness } }
        }
    }

    /// The knowledge of the number, asked again if that is older than two seconds or than the last connection. Waits
    /// for at most two seconds.
    func answer(for uid: UInt32) async -> Answer {
        let since = connected.withLock { $0[uid] } ?? .zero
        if let running = asking[uid], running.begun < since {
            _ = await running.task.value
            if asking[uid]?.task == running.task { asking[uid] = nil }
        }
        let now = SystemClock.monotonic()
        if let known = known[uid], known.begun >= since, now < known.until { return known.answer }
        if let running = asking[uid] { return await running.task.value }
        let last = known[uid]?.answer ?? .unknown
        // Ends with the answer, within a second.
        let question = Task { [finder] in
            do throws(LinuxError) {
                return Answer.name(try await finder.name(of: .user(uid)))
            } catch {
                return last
            }
        }
        asking[uid] = (now, question)
        let answer = await question.value
        if asking[uid]?.task == question { asking[uid] = nil }
        if known.count >= Self.most { known = known.filter { now < $0.value.until } }
        if known.count < Self.most {
            known[uid] = Known(answer: answer, begun: now, until: SystemClock.monotonic() + Self.freshness)
        }
        return answer
    }
}
