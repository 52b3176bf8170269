import DaemonKit
import LinuxSupport

/// Which account a user number belongs to.
///
/// The kernel gives the daemon only numbers, and a machine may reuse the number of somebody who has left. So a session
/// is kept with the account's name, and ends when the number belongs to another account.
actor SignalAccounts {
    /// What is known about a user number.
    enum Answer: Sendable, Hashable {
        /// The account's name; nil without an account.
        case name(String?)
        /// It cannot be found out; people who are watched stay watched.
        case unknown

        /// Whether the number may still belong to the account that signed in with it.
        func mayBe(_ account: String?) -> Bool { self == .unknown || self == .name(account) }
    }

    private let finder = AccountFinder()
    private var known: [UInt32: Known] = [:]
    /// The running look-ups: concurrent callers with the same question share the answer.
    private var asking: [UInt32: (begun: Duration, task: Task<Answer, Never>)] = [:]
    /// When each user's latest connection made its first call, for as long as an older answer could count.
    private nonisolated let connected = Locked<[UInt32: Duration]>([:])

    private struct Known {
        var answer: Answer
        var begun: Duration
        var until: Duration
    }

    /// How long an answer is valid for connections that existed before it.
    private static let freshness = Duration.seconds(2)
    /// The most numbers to remember; others are looked up again.
    private static let most = 1_024

    /// A connection makes its first call. It may belong to another person, who was given the number a moment ago, so
    /// earlier answers no longer count for that user.
    nonisolated func connected(_ uid: UInt32) {
        let now = SystemClock.monotonic()
        connected.withLock { connected in
            connected[uid] = now
            if connected.count > Self.most { connected = connected.filter { now - $0.value < Self.freshness } }
        }
    }

    /// The answer for a number; looked up again if it is older than two seconds or than the latest connection. Waits at
    /// most two seconds.
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
