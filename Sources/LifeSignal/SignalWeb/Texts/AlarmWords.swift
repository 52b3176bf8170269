import SeamWords
import SignalAPI
import SignalCore
import Wire

/// The texts of an alarm's page, as the responder with the link reads them.
struct AlarmWords: Sendable {
    /// The alarm.
    let alarm: LinkedAlarm
    /// The daemon's time now, by which the words count.
    let now: Timestamp
    /// Formats a time for the reader.
    let local: @Sendable (Timestamp) -> String

    /// The longest name on a page, in characters.
    private static let nameLimit = 200

    /// The person's name on one line, without control characters.
    var name: String {
        let name = PlainText.clean(alarm.name).prefix(Self.nameLimit)
        return name.allSatisfy(\.isWhitespace) ? "?" : String(name)
    }

    var isOver: Bool { alarm.end != nil }

    /// The title of the page, which contains no name.
    var title: SeamText { isOver ? "LifeSignal: all clear" : "LifeSignal: alarm" }

    /// What has happened, in one sentence.
    var what: SeamText {
        if isOver { return "The alarm of \(name) is over." }
        switch (alarm.isCalled, alarm.isOverdue) {
        case (true, _) where alarm.isConcealed: return "\(name) calls for help in secret."
        case (true, true): return "\(name) calls for help, and has missed a check-in."
        case (true, false): return "\(name) calls for help."
        case (false, _): return "\(name) has missed a check-in."
        }
    }

    /// Says that nobody watches, and whom to phone then. The value is nil while deadlines are watched.
    var warning: SeamText? {
        guard !alarm.isWatched else { return nil }
        let call: SeamText? =
            switch (isOver, number) {
            case (true, _): nil
            case (false, let number?): "Phone \(name) now: \(number)"
            case (false, nil): "If you think that they are in danger, call the emergency services."
            }
        return .sentences("LifeSignal is not watching at the moment, and alerts nobody.", call)
    }

    /// The number to call. The value is nil if a call would give the person away.
    var number: String? {
        guard !alarm.isConcealed, !isOver, let phone = alarm.phone.map(PlainText.clean), !phone.isEmpty else {
            return nil
        }
        return phone
    }

    /// The number as a `tel:` link has it. The value is nil if the number contains other signs than telephones have.
    var dialled: String? {
        number.flatMap(Self.dialled)
    }

    /// A number as a `tel:` link has it, or nil if it contains other signs than telephones have.
    static func dialled(_ number: String) -> String? {
        let digits = number.filter { !" -()/.".contains($0) }
        return !digits.isEmpty && digits.utf8.allSatisfy { "+0123456789*#".utf8.contains($0) } ? digits : nil
    }

    var call: SeamText { "Phone \(name)" }

    /// The lines with the facts. None of them changes while nothing happens, except for the words about the time.
    var facts: [SeamText] {
        guard !isOver else { return ["Since: \(moment(alarm.at))", wordLine] }
        var lines: [SeamText] = ["Since: \(moment(alarm.at))"]
        if alarm.isOverdue, !alarm.isConcealed {
            lines.append("Last check-in: \(alarm.lastCheckIn.map(moment) ?? "never")")
        }
        lines.append(others)
        if alarm.cannot == 1 { lines.append("1 of them has said that they cannot come.") }
        if alarm.cannot > 1 { lines.append("\(alarm.cannot) of them have said that they cannot come.") }
        return lines + [next, wordLine]
    }

    private var wordLine: SeamText { "Word of the alarm: \(PlainText.word(alarm.word))" }

    /// Who is on the way, or how the alarm ended. Screen readers read each change of it out.
    var state: SeamText {
        if let end = AlarmEnding(alarm) { return Self.ending(end, name, alarm.endedAt.map(local) ?? "") }
        let since = local(alarm.helperSince ?? alarm.at)
        let state: SeamText =
            switch AlarmHelper(alarm) {
            case nil: "Nobody has said that they are on the way."
            case .you: "You have been on the way since \(since)."
            case .responder: "Another responder has been on the way since \(since)."
            case .operator: "The operator of this machine has been seeing to it since \(since)."
            case .somebody: "Somebody has been on the way since \(since)."
            }
        return .sentences(state, alarm.hasDeclined ? "You have said that you cannot come." : nil)
    }

    private static func ending(_ end: AlarmEnding, _ name: String, _ time: String) -> SeamText {
        switch end {
        case .cancelled: "\(name) has ended the alarm. \(time)"
        case .lateCheckIn: "\(name) has checked in. \(time)"
        case .byResponder: "A responder says that \(name) is well. \(time)"
        case .other: "The alarm is over. \(time)"
        }
    }

    private var others: SeamText {
        let people: SeamText? =
            switch alarm.others {
            case 0: nil
            case 1: "1 other responder"
            default: "\(alarm.others) other responders"
            }
        let machine: SeamText? = alarm.isWithOperator ? "the operator of this machine" : nil
        return switch (people, machine) {
        case (nil, nil): "Nobody else has been alerted yet."
        case (let people?, let machine?): "Also alerted: \(people), \(machine)."
        case (let one?, nil), (nil, let one?): "Also alerted: \(one)."
        }
    }

    /// What LifeSignal does next, and when.
    var next: SeamText {
        guard let time = alarm.nextAt else { return "No further messages follow." }
        let moment: SeamText = "\(local(time)) (\(Self.ahead(now.duration(to: time))))"
        return switch AlarmHelper(alarm) {
        case nil: "More people are alerted if nobody is on the way by then: \(moment)"
        case .you: "You are then asked whether all is well: \(moment)"
        case .responder, .operator, .somebody: "They are then asked whether all is well: \(moment)"
        }
    }

    /// What the reader should do. The value is nil if somebody else does it, or if it is over.
    var advice: SeamText? {
        let helper = AlarmHelper(alarm)
        guard !isOver, helper == nil || helper == .you || alarm.isConcealed else { return nil }
        return AlarmDetails.advice(
            isConcealed: alarm.isConcealed, hasNumber: number != nil, emergencyNumber: alarm.emergencyNumber)
    }

    /// A note without control characters, in its lines.
    static func lines(_ note: String) -> String { PlainText.lines(note).joined(separator: "\n") }

    /// Why the reader cannot answer. The value is nil if they can, or if it is over.
    var refusal: SeamText? { isOver || alarm.canAnswer ? nil : AlarmDetails.tooLate }

    /// A time, and how long ago it was.
    private func moment(_ time: Timestamp) -> SeamText {
        "\(local(time)) (\(AlarmDetails.ago(time.duration(to: now))))"
    }

    /// How soon something happens, for example `in 3 minutes`. Minutes are rounded up, so that it never comes earlier.
    private static func ahead(_ wait: Duration) -> SeamText {
        let minutes = Int((wait.components.seconds + 59) / 60)
        switch minutes {
        case ..<1: return "now"
        case 1: return "in 1 minute"
        case ..<120: return "in \(minutes) minutes"
        default: return "in \(minutes / 60) hours"
        }
    }
}
