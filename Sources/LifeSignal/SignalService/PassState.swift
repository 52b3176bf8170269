import SignalCore
import SignalStore
import Wire

/// The knowledge that the passes have gathered. Each pass checks everything that is due. From this knowledge follow
/// three things: when the next pass is due, who is watched, and which messages are sent without being stored. This
/// value reads no clocks. `at` is always the machine's clock since its start, and `now` is the daemon's time.
struct PassState: Sendable {
    /// A call for help that is not stored: its alarm, and when the person called.
    struct UnstoredCall: Sendable {
        let alert: SignalAlertID
        let at: Timestamp
    }

    /// The longest time between two completed passes. After this time, nobody counts as watched.
    static let patience = Duration.seconds(5)
    /// The longest time between two readings of the clocks, and between two looks at the store. When the machine wakes
    /// up from sleep, no wait continues, so overdue alarms are sent within a second.
    static let (period, longestPause) = (Duration.milliseconds(900), Duration.milliseconds(2_700))
    static let shortestWait = Duration.milliseconds(5)
    /// How often the time is stored.
    static let keepingPeriod = Duration.seconds(10)
    /// How often an alarm that is not stored is sent again.
    static let repetition = Duration.seconds(60)

    /// When the last pass was completed, or nil before the first.
    private(set) var last: (time: Timestamp, at: Duration)?
    /// When something is next due, as of the last look.
    private var next: Timestamp?
    /// The moment of the last look.
    private var lookedAt: Timestamp?
    /// When the time was last stored.
    private var kept: (at: Duration, time: Timestamp)?
    /// How far the time had moved forward before a pass that was not completed.
    private(set) var owed = Duration.zero
    /// How many passes in a row have met damage since the last completed one. The value is nil before the first
    /// completed pass.
    private var damaged: Int?
    /// Whether there is room for alarms, according to the last look.
    private(set) var room = AlarmRoom.kept
    /// People whose rows could not be read at their last look.
    private(set) var unreadable: Set<SignalPersonID> = []
    /// Alarms that are sent without being stored, and when each was last sent.
    private var unstored: [SignalAlertID: (person: SignalPersonID, at: Duration)] = [:]
    /// Calls for help that are sent without being stored, by person, until they are stored.
    private(set) var calls: [SignalPersonID: UnstoredCall] = [:]

    // MARK: - When the next pass is made

    /// The moment when something is next due. `planned` is a moment that was planned since the last look.
    private func nearest(_ planned: Timestamp?) -> Timestamp? { [next, planned].compactMap(\.self).min() }

    /// Whether something is due, or the longest pause has passed without a look at the store. A completed pass shows
    /// that the store answers. The clocks are read in each period in any case.
    func isPassDue(planned: Timestamp?, at machine: Duration, now: Timestamp) -> Bool {
        guard let last, machine - last.at < Self.longestPause else { return true }
        return nearest(planned).map { $0 <= now } ?? false
    }

    /// The time until the next pass. Signal time follows the boot clock, so setting the wall clock changes no wait.
    func wait(planned: Timestamp?, now: Timestamp) -> Duration {
        guard let next = nearest(planned) else { return Self.period }
        // People who were looked at and are still due wait for the next period. People who became due during the look
        // are looked at immediately.
        if let lookedAt, next <= lookedAt { return Self.period }
        return min(Self.period, max(now.duration(to: next), Self.shortestWait))
    }

    // MARK: - Passes

    mutating func begin(at now: Timestamp) { lookedAt = now }

    mutating func found(next: Timestamp?) { self.next = next }

    mutating func found(_ room: AlarmRoom) { self.room = room }

    /// Records that a look has dealt with the clock's jump.
    mutating func paid() { owed = .zero }

    mutating func complete(at machine: Duration, now: Timestamp) { (last, damaged) = ((now, machine), 0) }

    /// Records that a pass was not completed. `jump` is how far the clock had moved forward before the pass.
    mutating func fail(isDamage: Bool, jump: Duration) {
        damaged = damaged.map { isDamage ? $0 + 1 : 0 }
        owed += jump
    }

    /// Whether pages of the store were damaged while this process had the store open. In that case, the next process
    /// recovers the undamaged part.
    var isDamaged: Bool { (damaged ?? 0) >= 2 }

    /// Whether the last pass was completed within the last 5 seconds.
    func isWatching(at machine: Duration) -> Bool { last.map { machine - $0.at <= Self.patience } ?? false }

    /// The time until people no longer count as watched if no pass is completed.
    func patienceLeft(at machine: Duration) -> Duration {
        last.map { max(.zero, $0.at + Self.patience - machine) } ?? .zero
    }

    /// Records the result for the people at whom a pass has looked: their rows were readable (`seen`) or unreadable
    /// (`failed`).
    mutating func read(_ seen: some Sequence<SignalPersonID>, failed: some Sequence<SignalPersonID>) {
        unreadable.subtract(seen)
        unreadable.formUnion(failed)
    }

    // MARK: - Keeping the time

    func isKeepingDue(at machine: Duration, now: Timestamp) -> Bool {
        guard let kept else { return true }
        return max(machine - kept.at, kept.time.duration(to: now)) >= Self.keepingPeriod
    }

    mutating func keep(at machine: Duration, now: Timestamp) { kept = (machine, now) }

    /// Makes the next pass store the time.
    mutating func keepSoon() { kept = nil }

    /// Forgets the due times, because they are unknown after the clock was set.
    mutating func clockWasSet() { (lookedAt, kept, next) = (nil, nil, nil) }

    // MARK: - Sent and not stored

    /// Alarms that were sent but are not stored.
    var untold: Set<SignalAlertID> { Set(unstored.keys) }

    /// Whether something was sent but is not stored, for one person or for anyone.
    func owes(_ person: SignalPersonID?) -> Bool {
        (person.map { calls[$0] != nil } ?? !calls.isEmpty)
            || unstored.values.contains { person == nil || $0.person == person }
    }

    /// Accepts a call for help that cannot be stored. If the person already has a waiting call, the older call stays.
    mutating func take(_ call: UnstoredCall, of person: SignalPersonID) { calls[person] = calls[person] ?? call }

    /// Removes a call for help that is now stored or over.
    mutating func forget(_ call: UnstoredCall, of person: SignalPersonID) {
        calls[person] = nil
        unstored[call.alert] = nil
    }

    /// Records that an alarm is stored.
    mutating func isStored(_ alert: SignalAlertID) { unstored[alert] = nil }

    /// Records that everything that a look found is stored. Everything that was sent from memory is now stored or over,
    /// except for the calls.
    mutating func isAllStored() {
        let calling = Set(calls.values.map(\.alert))
        unstored = unstored.filter { calling.contains($0.key) }
    }

    /// Whether an alarm that cannot be stored must be sent now. If it is, the alarm counts as sent.
    mutating func isTellingDue(_ alert: SignalAlertID, of person: SignalPersonID, at machine: Duration) -> Bool {
        if let last = unstored[alert], machine - last.at < Self.repetition { return false }
        unstored[alert] = (person, machine)
        return true
    }
}
