/// Counts tries of the staff PIN: five an hour, and a restart grants no more. This is a pure value; its owner stores it
/// for the next process before a try is judged.
///
/// The processes share only the wall clock, which may be set. A try in the future counts as made now, so that setting
/// the clock back shortens no wait, and nobody waits longer than an hour.
nonisolated struct StaffTries: Equatable, Sendable {
    /// The most wrong tries within ``window``.
    static let most = 5
    /// The window's length, in seconds.
    static let window: Double = 3600

    /// When wrong tries were made, in seconds since 1970, oldest first.
    private(set) var times: [Double]

    /// The tries as stored. Values that are not times are left out, and only the latest count.
    init(_ times: [Double] = []) { self.times = times.filter(\.isFinite).sorted().suffix(Self.most) }

    /// How many tries are left at that time.
    func left(at now: Double) -> Int { max(0, Self.most - counted(at: now).count) }

    /// Takes a try; false if none is left. It counts as wrong until ``wasRight()`` is called.
    mutating func take(at now: Double) -> Bool {
        times = counted(at: now)
        guard times.count < Self.most else { return false }
        times.append(now)
        return true
    }

    /// The last try was correct: all tries are forgotten.
    mutating func wasRight() { times = [] }

    private func counted(at now: Double) -> [Double] {
        times.map { min($0, now) }.filter { now - $0 < Self.window }
    }
}
