package import LinuxSupport
import NIOPosix

/// Asks the machine's name service which user or group has a number. The questions run on separate threads, because the
/// name service may block for a long time, for example while it asks another machine.
package final class AccountFinder: Sendable {
    /// A user or a group, by number.
    package enum Account: Sendable, Hashable {
        case user(UInt32)
        case group(UInt32)
    }

    /// The threads for the name service. The pool is never shut down, because a thread stuck in the name service only
    /// ends with the process.
    private static let pool = {
        let pool = NIOThreadPool(numberOfThreads: 4)
        pool.start()
        return pool
    }()

    /// The accounts for which an answer from the name service is still outstanding.
    private let pending = Locked<Set<Account>>([])
    private let limit: Duration

    /// Creates a finder that waits at most `limit` for each answer.
    package init(limit: Duration = .seconds(1)) { self.limit = limit }

    /// Returns the name of the user or group. If the number has no name, returns nil. Throws `.lookupFailed` if the
    /// answer does not arrive in time. Throws it immediately if an earlier question about the same number has not been
    /// answered yet.
    package func name(of account: Account) async throws(LinuxError) -> String? {
        guard pending.withLock({ $0.insert(account).inserted }) else { throw Self.late }
        let (answer, isGivenUp) = (OneAnswer<Result<String?, LinuxError>>(), Locked(false))
        Self.pool.submit { [pending] _ in
            defer { pending.withLock { _ = $0.remove(account) } }
            // A question that has waited too long for a thread is dropped.
            guard !isGivenUp.withLock({ $0 }) else { return }
            do throws(LinuxError) {
                answer.give(.success(try Self.ask(account)))
            } catch {
                answer.give(.failure(error))
            }
        }
        // This timer is cancelled once there is an answer. Otherwise, the timer gives an answer itself.
        let timer = Task { [limit] in
            try? await Task.sleep(for: limit)
            guard !Task.isCancelled else { return }
            isGivenUp.withLock { $0 = true }
            answer.give(.failure(Self.late))
        }
        defer { timer.cancel() }
        return try await answer.wait(cancelled: .failure(Self.late)).get()
    }

    private static let late = LinuxError(.lookupFailed, "the machine's name service has not answered in time")

    private static func ask(_ account: Account) throws(LinuxError) -> String? {
        switch account {
        case .user(let uid): try AccountNames.name(ofUser: uid)
        case .group(let gid): try AccountNames.name(ofGroup: gid)
        }
    }
}
