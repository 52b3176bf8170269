import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SignalStore
import Wire

/// Makes a copy of the store each day, in the store's directory, and keeps the last two copies. Each copy is checked,
/// so that damaged pages are found on the day of the damage.
final class StoreCopies: Sendable {
    private static let period = Duration.seconds(86_400)
    /// How long to wait after a failed attempt to make a copy.
    private static let pause = Duration.seconds(3_600)
    /// How often to check whether a copy is due.
    private static let look = Duration.seconds(600)

    private let path: String
    private let store: StoreThread<SignalStore>
    private let clock: SignalClock
    private let health: Health
    private let logger: Logger
    private let failedAt = Locked<Timestamp?>(nil)

    /// Creates the copy maker for the store at `path`.
    init(of path: String, _ store: StoreThread<SignalStore>, _ clock: SignalClock, _ health: Health, _ logger: Logger) {
        (self.path, self.store, self.clock, self.health, self.logger) = (path, store, clock, health, logger)
    }

    /// Makes copies when they are due, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await makeIfDue()
            try? await Task.sleep(for: Self.look)
        }
    }

    /// Makes a copy if the last one is a day old.
    func makeIfDue() async {
        let now = clock.now()
        guard store.failure == nil, isDue(at: now) else { return }
        do {
            try await make(at: now)
            failedAt.withLock { $0 = nil }
            health.report("copy", .serving, "the last copy was made at \(now)")
        } catch is CancellationError {
            return
        } catch {
            failedAt.withLock { $0 = now }
            let reason = (error as? StoreError)?.message ?? "it failed"
            logger.error("the store was not copied", metadata: ["error": "\(error)"])
            health.report("copy", .degraded, "the store was not copied: \(reason)")
        }
    }

    private func isDue(at now: Timestamp) -> Bool {
        if let failed = failedAt.withLock({ $0 }), failed.duration(to: now) < Self.pause { return false }
        guard let newest = DatabaseCopy.newest(beside: path) else { return true }
        let age = newest.duration(to: now)
        // If the clock was ahead, a copy may be dated in the future.
        guard (.zero - Self.period..<Self.period).contains(age) else { return true }
        if failedAt.withLock({ $0 }) == nil { health.report("copy", .serving, "the last copy was made at \(newest)") }
        return false
    }

    private func make(at now: Timestamp) async throws {
        let path = path
        let copy = try await store.run(for: .daemon) { _ throws(StoreError) in try DatabaseCopy(of: path) }
        do {
            while try await !store.run(for: .daemon, { store throws(StoreError) in try store.go(on: copy) }) {
                try Task.checkCancellation()
            }
        } catch {
            // The copy's database must be closed first.
            try await store.run(for: .daemon) { _ in copy.discard() }
            throw error
        }
        try await copy.finish(at: now)
    }
}
