import DaemonKit
import LinuxSupport

/// Finds the account to which a user number belongs.
///
/// The kernel gives the daemon only numbers, and a machine may reuse the number of a deleted account. For this reason,
/// a session is stored with the account's name, and ends when the number belongs to another account.
actor SignalAccounts {
    /// The knowledge about a user number.
    enum Answer: Sendable, Hashable {
        /// The account's name, or nil without an account.
        case name(String?)
        /// The account cannot be determined. People who are watched stay watched.
        case unknown

        /// Whether the number may still belong to the account that signed in with it.
        func mayBe(_ account: String?) -> Bool { self == .unknown || self == .name(account) }
    }

    private let finder = AccountFinder()
    private var known: [UInt32: Known] = [:]
    /// The running look-ups. Concurrent callers who ask about the same user share the answer.
    private var asking: [UInt32: (begun: Duration, task: Task<Answer, Never>)] = [:]
    /// The time of the first call on each user's latest connection. The time is kept as long as an older answer could
    /// still be used.
    private nonisolated let connected = Locked<[UInt32: Duration]>([:])

    private struct Known {
        var answer: Answer
        var begun: Duration
        var until: Duration
    }

    /// How long an answer is valid for connections that existed before it.
    private static let freshness = Duration.seconds(2)
    /// The largest number of users to remember. Other users are looked up again.
    private static let most = 1_024

    /// Records that a connection makes its first call. The connection may belong to another person, to whom the number
    /// was given a moment ago. So earlier answers no longer count for that user.
    nonisolated func connected(_ uid: UInt32) {
        let now = SystemClock.monotonic()
        connected.withLock { connected in
            connected[uid] = now
            if connected.count > Self.most { connected = connected.filter { now - $0.value < Self.freshness } }
        }
    }

    /// The account for a user number. The account is looked up again if the known answer is older than two seconds or
    /// older than the latest connection. This waits at most two seconds.
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
        // This task ends with the answer, within a second.
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
