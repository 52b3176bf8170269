/// Counts attempts at the staff PIN. Five an hour are allowed, and a restart grants no additional ones. The type is a
/// pure value. The owner stores this value for the next process before checking a PIN.
///
/// The processes share only the wall clock, which may be set. If an attempt has a time in the future, it counts as made
/// now. Setting the clock back therefore does not shorten the wait, and nobody waits longer than an hour.
nonisolated struct StaffTries: Equatable, Sendable {
    /// The largest number of wrong attempts within ``window``.
    static let most = 5
    /// The window's length, in seconds.
    static let window: Double = 3600

    /// The times of wrong attempts in seconds since 1970, with the oldest first.
    private(set) var times: [Double]

    /// Creates the count from stored times. Values that are not times are left out, and only the latest times count.
    init(_ times: [Double] = []) { self.times = times.filter(\.isFinite).sorted().suffix(Self.most) }

    /// The number of attempts that are left at the time `now`.
    func left(at now: Double) -> Int { max(0, Self.most - counted(at: now).count) }

    /// Takes an attempt, and returns false if none is left. The attempt counts as wrong until ``wasRight()`` is called.
    mutating func take(at now: Double) -> Bool {
        times = counted(at: now)
        guard times.count < Self.most else { return false }
        times.append(now)
        return true
    }

    /// Records that the last attempt was correct, so that all attempts are forgotten.
    mutating func wasRight() { times = [] }

    private func counted(at now: Double) -> [Double] {
        times.map { min($0, now) }.filter { now - $0 < Self.window }
    }
}
