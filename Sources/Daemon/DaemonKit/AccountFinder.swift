package import LinuxSupport
import NIOPosix

/// Asks the machine's name service to whom a number belongs, on threads of its own: the name service may block for
/// long, as when it asks another machine.
package final class AccountFinder: Sendable {
    /// A user or a group, by number.
    package enum Account: Sendable, Hashable {
        case user(UInt32)
        case group(UInt32)
    }

    /// It is never shut down: a thread that the name service holds ends with the process.
    private static let pool = {
        let pool = NIOThreadPool(numberOfThreads: 4)
        pool.start()
        return pool
    }()

    /// Whom the name service was asked about and has not told.
    private let pending = Locked<Set<Account>>([])
    private let limit: Duration

    /// Waits for at most `limit` for each answer.
    package init(limit: Duration = .seconds(1)) { self.limit = limit }

    /// The name of the user or group; nil if there is none. Throws `.lookupFailed` if nobody can say in time, and at
    /// once if an earlier question about the same number is not answered yet.
    package func name(of account: Account) async throws(LinuxError) -> String? {
        guard pending.withLock({ $0.insert(account).inserted }) else { throw Self.late }
        let (answer, isGivenUp) = (OneAnswer<Result<String?, LinuxError>>(), Locked(false))
        Self.pool.submit { [pending] _ in
            defer { pending.withLock { _ = $0.remove(account) } }
            // Questions that waited for a thread too long are dropped.
            guard !isGivenUp.withLock({ $0 }) else { return }
            do throws(LinuxError) {
                answer.give(.success(try Self.ask(account)))
            } catch {
                answer.give(.failure(error))
            }
        }
        // Ends with the answer, whose end cancels it, or gives one.
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
