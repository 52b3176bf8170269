/// How often staff's PIN was tried: five times an hour, and no more often after a restart. A pure value; its owner
/// keeps it where the next process finds it, before a try is judged.
///
/// Both processes share only the wall clock. It may be set: a try that lies in the future counts as one of now, so that
/// setting it back shortens no wait, and nobody waits longer than an hour.
nonisolated struct StaffTries: Equatable, Sendable {
    /// The most wrong tries within ``window``.
    static let most = 5
    /// In seconds.
    static let window: Double = 3600

    /// When wrong ones were made, in seconds since 1970, the oldest first.
    private(set) var times: [Double]

    /// As they were kept. Values that are not times are left out, and only the last ones count.
    init(_ times: [Double] = []) { self.times = times.filter(\.isFinite).sorted().suffix(Self.most) }

    /// How many are left at that time.
    func left(at now: Double) -> Int { max(0, Self.most - counted(at: now).count) }

    /// Takes one; false if none is left. It counts as wrong until ``wasRight()``.
    mutating func take(at now: Double) -> Bool {
        times = counted(at: now)
        guard times.count < Self.most else { return false }
        times.append(now)
        return true
    }

    /// The last one was right: all are forgotten.
    mutating func wasRight() { times = [] }

    private func counted(at now: Double) -> [Double] {
        times.map { min($0, now) }.filter { now - $0 < Self.window }
    }
}
