import SignalCore
import TestSupport
import Testing
import Wire

/// Simulates people over thirty days with a virtual clock (promises P2 and P3 of LifeSignal). Each missed deadline
/// raises one alarm, exactly on time. A deadline that was met raises no alarm.
@Suite struct LongRunTests {
    @Test("long run: nobody is missed and nobody is alarmed for early")
    func nobodyIsMissedAndNobodyIsAlarmedForEarly() {
        Self.run(people: 50)
    }

    @Suite(.lane(.signal)) struct SignalLane {
        @Test("long run: ten thousand people", .timeLimit(.minutes(20))) func tenThousandPeople() {
            LongRunTests.run(people: 10_000)
        }
    }

    private static func run(people: Int) {
        let clock = ContinuousClock()
        var (deadlines, missed, asked) = (0, 0, 0)
        let took = clock.measure {
            for seed in 0..<UInt64(people) {
                var life = NaiveLife(seed: seed)
                life.live()
                #expect(life.faults == [], "seed \(seed)")
                (deadlines, missed, asked) = (deadlines + life.deadlines, missed + life.missed, asked + life.asked)
            }
        }
        #expect(deadlines >= people * 100)
        print(
            "signal: P2, P3 \(people) people, 30 days, \(deadlines) deadlines, \(missed) missed and alarmed for, "
                + "\(asked) of them asked first: 0 missed alarms, 0 early, in \(Int(took / .milliseconds(1))) ms")
    }
}

/// One person's month. The watch runs side by side with a naive model of it. The model knows when the check-in is due,
/// and whether there must be an alarm.
private struct NaiveLife {
    private(set) var faults: [String] = []
    private(set) var deadlines = 0
    private(set) var missed = 0
    private(set) var asked = 0

    private var random: SplitMix
    private var watch = SignalWatch()
    private var now = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private let end = Timestamp(millisecondsSince1970: 1_767_225_600_000 + 30 * 86_400_000)
    private let tiers: [[SignalPersonID]] = [[[UInt8](repeating: 2, count: 16)], [[UInt8](repeating: 3, count: 16)]]

    // The naive model's state.
    private var interval: Duration
    private var laterInterval: Duration?
    private let grace: Duration
    private var due: Timestamp?
    private var notBefore: Timestamp?
    private var isOverdue = false
    private var isCalled = false
    private var lastCheckIn: Timestamp?

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        // Intervals of this length give a few hundred deadlines in a month.
        interval = .seconds(Int64.random(in: 900...32_000, using: &random))
        grace = .seconds(Int64.random(in: 0...900, using: &random))
        watch.settings = SignalIntervals(interval: interval, reminder: interval / 3, grace: grace)
    }

    mutating func live() {
        var number: UInt64 = 0
        while now < end || deadlines < 100 {
            number += 1
            // Something happens either before the check-in is due, or some time after the alarm.
            let span = interval + grace
            let next = now.advanced(
                by: .milliseconds(Int64.random(in: 60_000...max(60_001, span.milliseconds * 11 / 10), using: &random)))
            lookUntil(next)
            now = next
            happen(id: withUnsafeBytes(of: number) { Array($0) + Array($0) })
        }
    }

    /// Makes the watch look each time something is due, as the daemon does. Some looks are late, as after an outage.
    private mutating func lookUntil(_ moment: Timestamp) {
        while let next = watch.nextLook, next <= moment {
            let isLate = Int.random(in: 0..<50, using: &random) == 0
            let late = next.advanced(by: .seconds(isLate ? Int64.random(in: 1...7_200, using: &random) : 0))
            look(at: min(late, moment), jump: .zero)
        }
    }

    private mutating func look(at moment: Timestamp, jump: Duration) {
        if jump > .zero, !isOverdue, let alarm = alarmAt, alarm > moment.advanced(by: .zero - jump),
            alarm < moment.advanced(by: .seconds(120))
        {
            // The person is asked once. Moving the clock forward again neither shortens nor extends the two minutes.
            if notBefore == nil { asked += 1 }
            notBefore = notBefore?.advanced(by: jump) ?? moment.advanced(by: .seconds(120))
        }
        now = moment
        let isDue = !isOverdue && (alarmAt.map { $0 <= moment } ?? false)
        let actions = watch.reduce(.time(jump: jump, [UInt8](repeating: 9, count: 16)), at: moment, tiers: tiers)
        let raised = actions.count { action in
            switch action {
            case .raise(_, .overdue, _, _): true
            case .turn: true
            default: false
            }
        }
        if raised != (isDue ? 1 : 0) { faults.append("\(raised) alarms at \(moment), due \(isDue)") }
        if isDue {
            isOverdue = true
            missed += 1
        }
    }

    private var alarmAt: Timestamp? {
        due.map { max($0.advanced(by: grace), notBefore ?? $0.advanced(by: grace)) }
    }

    private mutating func happen(id: [UInt8]) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: change()
        case 1:
            isCalled = true
            reduce(.called(id))
        case 2:
            isCalled = false
            reduce(.cancelled)
        case 3: reduce(.acknowledged(by: .person(tiers[0][0])))
        case 4:
            reduce(.resolved(by: tiers[1][0]))
            if isOverdue { begin(at: now) }
            (isCalled, isOverdue) = (false, false)
        case 5:
            let jump = Duration.seconds(Int64.random(in: 3...40_000, using: &random))
            look(at: now.advanced(by: jump), jump: jump)
        case 6: reduce(.reminder(at: now.advanced(by: .seconds(Int64.random(in: 1...9_000, using: &random)))))
        case 7: reduce(.withdrew(tiers[0][0]))
        default: checkIn()
        }
        if let alert = watch.alert, !alert.isOverdue && !alert.isCalled { faults.append("an alarm for nothing") }
        if (watch.alert?.isOverdue ?? false) != isOverdue { faults.append("overdue at \(now): \(isOverdue)") }
        if (watch.alert?.isCalled ?? false) != isCalled { faults.append("called at \(now): \(isCalled)") }
    }

    private mutating func reduce(_ event: SignalEvent) { _ = watch.reduce(event, at: now, tiers: tiers) }

    private mutating func checkIn() {
        reduce(.checkedIn(.manual))
        if let laterInterval { (interval, self.laterInterval) = (laterInterval, nil) }
        begin(at: now)
        isOverdue = false
    }

    private mutating func begin(at moment: Timestamp) {
        due = moment.advanced(by: interval)
        notBefore = nil
        deadlines += 1
    }

    /// A shorter interval takes effect immediately, but alerts nobody within a quarter of an hour. A longer interval
    /// takes effect from the next check-in.
    private mutating func change() {
        let new = Duration.seconds(Int64.random(in: 900...32_000, using: &random))
        reduce(.changed(SignalIntervals(interval: new, reminder: new / 3, grace: grace), arms: true))
        guard let due else {
            interval = new
            return begin(at: now)
        }
        guard new <= interval else {
            laterInterval = new
            return
        }
        let sooner = due.advanced(by: new - interval)
        self.due = min(due, max(sooner, now.advanced(by: .seconds(900))))
        (interval, laterInterval) = (new, nil)
    }
}
