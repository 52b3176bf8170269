import RPC
import SignalAPI
package import Wire

/// The expected alarms and their times, from a naive model of everyone's deadline. Tests compare the daemon's alarms
/// with the calculated alarms.
package struct NaiveWatch: Sendable {
    /// A person who must check in.
    package struct Person: Sendable {
        package let session: String
        package var due: Timestamp
        package let grace: Duration
        /// The sessions of the person's responders. Each responder is alone in a tier.
        package let helpers: [String]
        /// The number of check-ins that the person has missed so far.
        package private(set) var missed = 0

        /// Creates a person who has not missed a check-in yet.
        package init(session: String, due: Timestamp, grace: Duration, helpers: [String] = []) {
            (self.session, self.due, self.grace, self.helpers) = (session, due, grace, helpers)
        }

        /// Records that the person has checked in. If `isLate` is true, the person checked in after the alarm.
        package mutating func checkedIn(nextDue: Timestamp, isLate: Bool) {
            due = nextDue
            if isLate { missed += 1 }
        }
    }

    /// A moment at which a clock correction moved the time forward.
    package struct Jump: Sendable {
        let to: Timestamp
        let distance: Duration

        /// Creates a jump by `distance` to `moment`.
        package init(to moment: Timestamp, distance: Duration) { (to, self.distance) = (moment, distance) }
    }

    /// The earliest time at which an alarm may come, and the latest time at which it must have come. `asking` is the
    /// time of the jump that made this alarm due.
    package struct Window: Sendable {
        package var earliest: Timestamp
        package var latest: Timestamp
        var asking: Timestamp?
    }

    package var people: [Person]
    package var jumps: [Jump] = []

    /// Creates a model of `people`, without any jump yet.
    package init(_ people: [Person]) { self.people = people }

    /// The period within which an alarm for the person must come. If a jump has made a deadline due, the person is
    /// asked once, and has two minutes to answer. Another jump moves the end of the two minutes. An alarm within the
    /// two minutes is allowed.
    package func window(of person: Person) -> Window {
        let alarm = person.due.advanced(by: person.grace)
        var window = Window(earliest: alarm, latest: alarm)
        for jump in jumps {
            let (from, asked) = (jump.to.advanced(by: .zero - jump.distance), jump.to.advanced(by: .seconds(120)))
            if window.asking != nil {
                guard window.earliest > from else { continue }
                window.earliest = window.earliest.advanced(by: jump.distance)
                window.latest = window.latest.advanced(by: jump.distance)
            } else if window.earliest > from, window.earliest <= jump.to {
                // The question may have begun with an earlier jump.
                let isAsked = window.latest > window.earliest
                let latest = isAsked ? max(asked, window.latest.advanced(by: jump.distance)) : asked
                window.asking = isAsked ? nil : jump.to
                (window.earliest, window.latest) = (isAsked ? jump.to : asked, latest)
            } else if window.earliest > jump.to, window.earliest < asked {
                window.latest = max(asked, window.latest)
            }
        }
        return window
    }

    /// The faults of the daemon's alarms at `now`. The list may be empty.
    package func faults(of bench: SignalBench, at now: Timestamp) throws -> [String] {
        let client = try bench.client()
        var heard: [String: [SignalNotification]] = [:]
        for helper in Set(people.flatMap(\.helpers)) {
            // The limit is enough for the messages of all running alarms, because each alarm has a limited number of
            // messages.
            let limit = min(1_000, 40 * people.count { $0.helpers.contains(helper) })
            heard[helper] =
                try client.call(NotificationList.self, .init(session: helper, limit: limit)).notifications
        }
        var seen: [(Person, Alarm)] = []
        for person in people {
            // A late check-in ends an alarm. By then, the model has already been compared with that alarm.
            let alerts = try client.call(AlertList.self, .init(session: person.session, limit: 3)).alerts
                .filter { person.missed == 0 || $0.status == "active" }
            let inbox = try client.call(NotificationList.self, .init(session: person.session, limit: 20)).notifications
            seen.append((person, Alarm(alerts: alerts, inbox: inbox)))
        }
        let oldest = seen.compactMap { $0.1.alerts.first?.at }.min() ?? now
        let outbox = try Self.outbox(of: bench, since: oldest)
        return seen.flatMap { person, alarm in
            faults(of: person, alarm, at: now).map { "\(person.session) at \(now): \($0)" }
                + Self.tellingFaults(of: person, alarm, heard, outbox, at: now).map {
                    "\(person.session) at \(now): \($0)"
                }
        }
    }

    /// The daemon's state of one person.
    private struct Alarm {
        /// The person's alarms, with the newest first.
        let alerts: [SignalAlert]
        let inbox: [SignalNotification]
    }

    private func faults(of person: Person, _ seen: Alarm, at now: Timestamp) -> [String] {
        let window = window(of: person)
        guard seen.alerts.count == 1, let alert = seen.alerts.first else {
            if seen.alerts.isEmpty {
                return now >= window.latest ? ["missed: the alarm was due at \(window.latest)"] : []
            }
            return ["\(seen.alerts.count) alarms"]
        }
        var faults: [String] = []
        if alert.at < window.earliest { faults.append("early: \(alert.at), and not \(window.earliest)") }
        if alert.at > max(window.latest, now) { faults.append("an alarm of the future: \(alert.at)") }
        if seen.inbox.count(where: { $0.alert == alert.id }) != 1 { faults.append("told twice, or not at all") }
        if let asking = window.asking {
            let asked = seen.inbox.filter { $0.type == "checkIn" && $0.at >= asking }
            let isAsked = asked.contains { $0.at.duration(to: alert.at) >= .seconds(120) }
            if !isAsked { faults.append("alarmed by a corrected clock, and not asked for two minutes") }
        }
        return faults
    }

    /// Checks when people hear of the alarm. Each tier must hear of it three minutes after the tier before, the
    /// operator after the last tier, and then everyone repeatedly.
    private static func tellingFaults(
        of person: Person, _ seen: Alarm, _ heard: [String: [SignalNotification]], _ outbox: [SignalMessage],
        at now: Timestamp
    ) -> [String] {
        guard let alert = seen.alerts.first else { return [] }
        let tiers = person.helpers.map { helper in
            (heard[helper] ?? []).filter { $0.alert == alert.id || $0.message.contains(alert.word) }.map(\.at)
        }
        let all = tiers.map { $0.sorted() } + [outbox.filter { $0.alert == alert.id }.map(\.at).sorted()]
        var (faults, before) = ([String](), Timestamp?.none)
        for (tier, times) in all.enumerated() {
            let begun = before ?? alert.at
            guard let first = times.first else {
                let isOwed = before == nil || begun.duration(to: now) >= .seconds(180)
                return faults + (isOwed ? ["tier \(tier + 1) is not told"] : [])
            }
            let gap = begun.duration(to: first)
            if before == nil ? gap != .zero : gap != .zero && gap < .seconds(180) {
                faults.append("tier \(tier + 1) is told \(gap) after the one before")
            }
            for (one, next) in zip(times, times.dropFirst()) where one.duration(to: next) < .seconds(60) {
                faults.append("tier \(tier + 1) is told twice, at \(one) and \(next)")
            }
            before = first
        }
        if let last = all.last?.last, let pause = pause(alert.at.duration(to: last)), last.duration(to: now) >= pause {
            faults.append("no round since \(last)")
        }
        return faults
    }

    /// The longest pause that may follow a message, depending on the alarm's age. Nil means that no further message
    /// comes.
    private static func pause(_ age: Duration) -> Duration? {
        if age < .seconds(3_600) { return .seconds(300) }
        if age < .seconds(86_400) { return .seconds(900) }
        return age < .seconds(604_800) ? .seconds(43_200) : nil
    }

    private static func outbox(of bench: SignalBench, since oldest: Timestamp) throws -> [SignalMessage] {
        let administrator = try bench.administrator()
        var (found, token) = ([SignalMessage](), String?.none)
        repeat {
            let page = try administrator.call(OutboxList.self, .init(pageToken: token, limit: 200))
            found += page.elements.filter { $0.kind == "alert" || $0.kind == "last" }
            token = (page.elements.last?.at ?? oldest) < oldest ? nil : page.nextPageToken
        } while token != nil
        return found
    }
}
