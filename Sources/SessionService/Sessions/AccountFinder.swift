import LinuxSupport
import NIOPosix
import SeamModel

/// Asks the machine's name service to whom a number belongs, on a thread of its own: the name service may block for
/// long, as when it asks another machine.
final class AccountFinder: Sendable {
    private let pool = NIOThreadPool(numberOfThreads: 1)
    /// Whom the name service was asked about and has not told.
    private let pending = Locked<Set<LocalGrant.Subject>>([])
    private let limit: Duration

    /// Waits for at most `limit` for each answer.
    init(limit: Duration = .seconds(2)) {
        self.limit = limit
        pool.start()
    }

    /// The name of the user or group; nil if there is none. Throws `.lookupFailed` if nobody can say in time, and at
    /// once if an earlier question about the same number is not answered yet.
    func name(of subject: LocalGrant.Subject) async throws(LinuxError) -> String? {
        guard pending.withLock({ $0.insert(subject).inserted }) else { throw Self.late }
        let answer = OneAnswer<Result<String?, LinuxError>>()
        pool.submit { [pending] _ in
            defer { pending.withLock { _ = $0.remove(subject) } }
            do throws(LinuxError) {
                answer.give(.success(try Self.ask(subject)))
            } catch {
                answer.give(.failure(error))
            }
        }
        let late = Result<String?, LinuxError>.failure(Self.late)
        // Ends with the answer, whose end cancels it.
        let timer = Task { [limit] in
            try? await Task.sleep(for: limit)
            if !Task.isCancelled { answer.give(late) }
        }
        defer { timer.cancel() }
        return try await answer.wait(cancelled: late).get()
    }

    /// Ends the thread once it is idle.
    func shutdown() async { try? await pool.shutdownGracefully() }

    private static let late = LinuxError(.lookupFailed, "the machine's name service has not answered in time")

    private static func ask(_ subject: LocalGrant.Subject) throws(LinuxError) -> String? {
        switch subject {
        case .user(let uid): try AccountNames.name(ofUser: uid)
        case .group(let gid): try AccountNames.name(ofGroup: gid)
        }
    }
}
