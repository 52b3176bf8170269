import SignalCore
import SignalStore
import Wire

/// The passes' knowledge, and its consequences: when the next is due, who is watched, and what is sent although it is
/// not stored. A value, without clocks: `at` is always the machine's clock since its start, `now` the daemon's time.
struct PassState: Sendable {
    /// A call for help that is not stored: its alarm, and when it came.
    struct UnstoredCall: Sendable {
        let alert: SignalAlertID
        let at: Timestamp
    }

    /// The longest time between two passes before nobody counts as watched.
    static let patience = Duration.seconds(5)
    /// The longest time between two readings of the clocks, and between two looks at the store. No wait goes on while
    /// the machine sleeps: when it wakes up, alarms that fell due go out within a second, with the look.
    static let (period, longestPause) = (Duration.milliseconds(900), Duration.milliseconds(2_700))
    static let shortestWait = Duration.milliseconds(5)
    /// How often the time is kept.
    static let keepingPeriod = Duration.seconds(10)
    /// How often an alarm that is not stored is sent.
    static let repetition = Duration.seconds(60)

    /// When the last pass was completed; nil before the first.
    private(set) var last: (time: Timestamp, at: Duration)?
    /// When something is due next, as far as the last look knows.
    private var next: Timestamp?
    /// The moment of the last look.
    private var lookedAt: Timestamp?
    /// When the time was kept last.
    private var kept: (at: Duration, time: Timestamp)?
    /// How far the time was moved forward before a pass that was not completed.
    private(set) var owed = Duration.zero
    /// How many passes in a row have met damage since one was completed; nil before the first.
    private var damaged: Int?
    /// Whether there is room for alarms, as the last look found it.
    private(set) var room = AlarmRoom.kept
    /// People whose rows could not be read when they were looked at last.
    private(set) var unreadable: Set<SignalPersonID> = []
    /// Alarms that are sent although they are not stored, and when each was sent last.
    private var unstored: [SignalAlertID: (person: SignalPersonID, at: Duration)] = [:]
    /// Calls for help that are sent although they are not stored, by person, until they are.
    private(set) var calls: [SignalPersonID: UnstoredCall] = [:]

    // MARK: - When the next pass is made

    /// When something is due; `planned` is the plan since the last look.
    private func nearest(_ planned: Timestamp?) -> Timestamp? { [next, planned].compactMap(\.self).min() }

    /// Whether there is something to look at, or the store was not looked at for the longest pause: a completed pass
    /// shows that it answers. The clocks are read in each period in any case.
    func isPassDue(planned: Timestamp?, at machine: Duration, now: Timestamp) -> Bool {
        guard let last, machine - last.at < Self.longestPause else { return true }
        return nearest(planned).map { $0 <= now } ?? false
    }

    /// How long until the next pass. Signal time runs by the boot clock: a wall clock that is set changes no wait.
    func wait(planned: Timestamp?, now: Timestamp) -> Duration {
        guard let next = nearest(planned) else { return Self.period }
        // People who are still due, although they were looked at, wait for their turn; those who fell due during the
        // look do not.
        if let lookedAt, next <= lookedAt { return Self.period }
        return min(Self.period, max(now.duration(to: next), Self.shortestWait))
    }

    // MARK: - Passes

    mutating func begin(at now: Timestamp) { lookedAt = now }

    mutating func found(next: Timestamp?) { self.next = next }

    mutating func found(_ room: AlarmRoom) { self.room = room }

    /// The clock was moved forward by the amount owed: that was looked at.
    mutating func paid() { owed = .zero }

    mutating func complete(at machine: Duration, now: Timestamp) { (last, damaged) = ((now, machine), 0) }

    /// A pass was not completed; `jump` is how far the clock had moved forward before it.
    mutating func fail(isDamage: Bool, jump: Duration) {
        damaged = damaged.map { isDamage ? $0 + 1 : 0 }
        owed += jump
    }

    /// Whether pages of the store were damaged while this process had it open: the next process reads out the sound
    /// part.
    var isDamaged: Bool { (damaged ?? 0) >= 2 }

    /// Whether the last pass was completed within the last 5 seconds.
    func isWatching(at machine: Duration) -> Bool { last.map { machine - $0.at <= Self.patience } ?? false }

    /// How long it takes until nobody counts as watched, unless a pass is completed.
    func patienceLeft(at machine: Duration) -> Duration {
        last.map { max(.zero, $0.at + Self.patience - machine) } ?? .zero
    }

    /// Of people who were looked at, `seen` could be read and `failed` could not.
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

    /// The time is kept with the next pass.
    mutating func keepSoon() { kept = nil }

    /// The clock was set: nothing is known about due times.
    mutating func clockWasSet() { (lookedAt, kept, next) = (nil, nil, nil) }

    // MARK: - Sent and not stored

    /// The alarms that were sent and are not stored.
    var untold: Set<SignalAlertID> { Set(unstored.keys) }

    /// Whether something was sent and is not stored, of a person, or of anyone.
    func owes(_ person: SignalPersonID?) -> Bool {
        (person.map { calls[$0] != nil } ?? !calls.isEmpty)
            || unstored.values.contains { person == nil || $0.person == person }
    }

    /// A call for help that cannot be stored. One that waits already stays.
    mutating func take(_ call: UnstoredCall, of person: SignalPersonID) { calls[person] = calls[person] ?? call }

    /// A call for help is stored, or over.
    mutating func forget(_ call: UnstoredCall, of person: SignalPersonID) {
        calls[person] = nil
        unstored[call.alert] = nil
    }

    /// An alarm is stored.
    mutating func isStored(_ alert: SignalAlertID) { unstored[alert] = nil }

    /// All that a look found is stored: what was sent from memory is also stored, or over, except for the calls.
    mutating func isAllStored() {
        let calling = Set(calls.values.map(\.alert))
        unstored = unstored.filter { calling.contains($0.key) }
    }

    /// Whether an alarm that cannot be stored is to be sent now; from then on it counts as sent.
    mutating func isTellingDue(_ alert: SignalAlertID, of person: SignalPersonID, at machine: Duration) -> Bool {
        if let last = unstored[alert], machine - last.at < Self.repetition { return false }
        unstored[alert] = (person, machine)
        return true
    }
}
