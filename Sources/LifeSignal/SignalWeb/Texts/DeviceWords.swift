import SeamWords
import SignalAPI
import SignalCore
import Wire

/// The texts of the pages of a person's phone.
struct DeviceWords: Sendable {
    let sight: DeviceSight
    /// Formats a time for the reader.
    let local: @Sendable (Timestamp) -> String
    /// Says a moment of the coming days as people do, in the page's language.
    let spoken: @Sendable (Timestamp) -> String

    /// The longest name on a page, in characters.
    private static let nameLimit = 200

    var title: SeamText { "LifeSignal" }

    /// Says that nobody watches. The value is nil while deadlines are watched.
    var warning: SeamText? {
        sight.person.isWatched ? nil : "LifeSignal is not watching at the moment, and alerts nobody."
    }

    /// Who uses this phone, for a person with several.
    var owner: SeamText? {
        let name = Self.clean([sight.person.firstName, sight.person.lastName])
        return name.isEmpty ? nil : .plain(name)
    }

    // MARK: - The deadline

    /// What to do, and by when.
    var headline: SeamText {
        guard let due = sight.person.nextDue else { return "No deadline is running." }
        guard late == nil else { return overdue }
        return "Check in by \(spoken(due))."
    }

    /// How long the person is late, or nil if they are not.
    var late: Duration? {
        guard let due = sight.person.nextDue, due <= sight.now else { return nil }
        return due.duration(to: sight.now)
    }

    private var overdue: SeamText {
        let minutes = Self.minutes(late ?? .zero)
        switch minutes {
        case ...1: return "Your check-in is 1 minute late."
        case ..<120: return "Your check-in is \(minutes) minutes late."
        default: return "Your check-in is \(minutes / 60) hours late."
        }
    }

    /// How much time is left, or what happens next.
    var detail: SeamText {
        guard let due = sight.person.nextDue else { return "Your next check-in starts one." }
        guard late != nil else {
            return "\(Self.ahead(sight.now.duration(to: due))) (\(local(due)))"
        }
        if sight.areOthersAlerted { return "Others have been alerted. Check in as soon as you can." }
        let left = Self.minutes(sight.now.duration(to: due.advanced(by: sight.person.grace)) + .seconds(59))
        switch left {
        case ..<1: return "Others are being alerted."
        case 1: return "Others are alerted in 1 minute."
        default: return "Others are alerted in \(left) minutes."
        }
    }

    /// How soon something happens. Everything is rounded down, so that nobody relies on time that is not left.
    private static func ahead(_ wait: Duration) -> SeamText {
        let minutes = minutes(wait)
        switch minutes {
        case ..<1: return "now"
        case 1: return "in 1 minute"
        case ..<120: return "in \(minutes) minutes"
        case ..<2_880: return "in \(minutes / 60) hours"
        default: return "in \(minutes / 1_440) days"
        }
    }

    private static func minutes(_ duration: Duration) -> Int { Int(duration.components.seconds / 60) }

    /// When the person last checked in.
    var last: SeamText { "Last check-in: \(sight.person.lastCheckIn.map(moment) ?? "never")" }

    // MARK: - Alarms

    /// The person's own alarm, or nil.
    var ownAlarm: SeamText? {
        guard let alarm = sight.alarm else { return nil }
        let what: SeamText =
            alarm.isCall
            ? "You called for help \(ago(alarm.at))." : "Others are alerted because you did not check in."
        let answer: SeamText =
            alarm.acknowledgedAt == nil
            ? "Nobody has answered yet."
            : alarm.isWithOperator
                ? "The operator of this machine takes care of it."
                : sight.contact(alarm.acknowledgedBy).map { "\(Self.name($0)) is on the way." }
                    ?? "Somebody is on the way."
        return .sentences(what, answer)
    }

    /// The people who ask whether the person is well.
    var questions: [SeamText] {
        sight.questions.map { question in
            let name = sight.contact(question.contact).map(Self.name) ?? "somebody"
            return "\(name) asks: are you all right?"
        }
    }

    /// What has happened to somebody else.
    static func what(_ contact: SignalContact, _ alarm: SignalAlert) -> SeamText {
        let name = name(contact)
        guard alarm.isCall || alarm.isConcealed else { return "\(name) has missed a check-in." }
        return alarm.isConcealed ? "\(name) calls for help in secret." : "\(name) calls for help."
    }

    /// Since when an alarm runs, and who is on the way.
    func state(_ alarm: SignalAlert) -> [SeamText] {
        let state: SeamText =
            alarm.acknowledgedAt == nil
            ? "Nobody has said that they are on the way."
            : alarm.isWithOperator ? "The operator of this machine takes care of it." : "Somebody is on the way."
        return ["Since: \(moment(alarm.at))", state]
    }

    /// What the reader should do about an alarm, or nil if somebody is on the way.
    static func advice(_ alarm: SignalAlert, hasNumber: Bool) -> SeamText? {
        guard alarm.acknowledgedAt == nil || alarm.isConcealed else { return nil }
        return AlarmDetails.advice(isConcealed: alarm.isConcealed, hasNumber: hasNumber, emergencyNumber: nil)
    }

    /// The number to call, or nil if it is not known, or if a call would give the person away.
    static func number(_ contact: SignalContact) -> String? {
        guard contact.alert?.isConcealed != true else { return nil }
        let number = PlainText.clean(contact.phone)
        return number.isEmpty ? nil : number
    }

    /// A contact's name, or their number if they have given no name.
    static func name(_ contact: SignalContact) -> SeamText {
        let name = clean([contact.firstName, contact.lastName])
        if !name.isEmpty { return .plain(name) }
        let number = PlainText.clean(contact.phone)
        return number.isEmpty ? "somebody" : .plain(number)
    }

    static func phone(_ contact: SignalContact) -> SeamText { "Phone \(name(contact))" }

    static func clean(_ names: [String]) -> String {
        let name = names.map(PlainText.clean).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
        return String(name.prefix(nameLimit))
    }

    func ago(_ time: Timestamp) -> SeamText { AlarmDetails.ago(time.duration(to: sight.now)) }

    func moment(_ time: Timestamp) -> SeamText { "\(local(time)) (\(ago(time)))" }
}
