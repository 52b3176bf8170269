import DaemonKit
import LinuxSupport

/// To whom a user's number belongs.
///
/// The kernel tells the daemon numbers, and a machine gives the number of somebody who has left to the next person. So
/// a session is kept with the account's name, and ends when the number has another one.
actor SignalAccounts {
    /// What is known of a user's number.
    enum Answer: Sendable, Hashable {
        /// The account's name; nil if there is none.
        case name(String?)
        /// Nobody can say: who is watched stays watched.
        case unknown
    }

    private let finder = AccountFinder()
    private var known: [UInt32: (answer: Answer, until: Duration)] = [:]
    /// The questions that are under way: whoever asks the same meanwhile hears the same.
    private var asking: [UInt32: Task<Answer, Never>] = [:]
    /// For how long an answer counts: no account is made and used within a shorter time.
    private static let freshness = Duration.seconds(2)
    /// The most numbers; what is known of others is asked again.
    private static let most = 1_024

    /// What is known of the number, asked anew if that is older than two seconds. Waits for at most a second.
    func answer(for uid: UInt32) async -> Answer {
        let now = SystemClock.monotonic()
        if let known = known[uid], now < known.until { return known.answer }
        if let asked = asking[uid] { return await asked.value }
        let last = known[uid]?.answer ?? .unknown
        // Ends with the answer, within a second.
        let question = Task { [finder] in
            do throws(LinuxError) {
                return Answer.name(try await finder.name(of: .user(uid)))
            } catch {
                return last
            }
        }
        asking[uid] = question
        let answer = await question.value
        asking[uid] = nil
        if known.count >= Self.most { known = known.filter { now < $0.value.until } }
        if known.count < Self.most { known[uid] = (answer, SystemClock.monotonic() + Self.freshness) }
        return answer
    }
}
