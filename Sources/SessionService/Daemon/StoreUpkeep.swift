import Logging
import SealedStore
import Wire

/// What the journal keeps.
package struct JournalLimits: Sendable, Hashable {
    /// How old an entry may be.
    package var age: Duration
    /// How many entries there may be.
    package var rows: Int

    /// Limits; entries whose idempotency key is still kept stay in any case.
    package init(age: Duration, rows: Int) {
        self.age = age
        self.rows = rows
    }
}

/// What the store needs from time to time: the journal's oldest entries go, and the time is kept.
struct StoreUpkeep: Sendable {
    let store: StoreThread
    let clock: SessionClock
    let limits: JournalLimits
    let logger: Logger

    /// Between two rounds of trimming.
    private static let trimmingPeriod = Duration.seconds(3_600)
    /// Entries that go at once; calls of clients come in between.
    private static let batch = 500

    /// Works until it is cancelled.
    func run() async {
        var sinceTrimming = Self.trimmingPeriod
        while !Task.isCancelled {
            await clock.keep(in: store, logger: logger)
            if sinceTrimming >= Self.trimmingPeriod {
                await trim()
                sinceTrimming = .zero
            }
            guard (try? await Task.sleep(for: SessionClock.keepingPeriod)) != nil else { return }
            sinceTrimming += SessionClock.keepingPeriod
        }
    }

    /// Removes what the journal need not keep any more.
    func trim() async {
        // Only what is certainly old goes: a clock that runs ahead must not empty the journal.
        let now = clock.named() ?? clock.now()
        let (limit, rows) = (now.advanced(by: .zero - limits.age), limits.rows)
        do {
            while !Task.isCancelled {
                let count = try await store.run { store throws(StoreError) in
                    try store.trim(before: limit, keeping: rows, count: Self.batch, now: now)
                }
                guard count == Self.batch else { return }
            }
        } catch {
            logger.error("the journal is not trimmed", metadata: ["error": "\(error)"])
        }
    }
}
