package import SeamWords
package import Wire

/// The longer text about an alarm, for channels with room for several lines.
package struct AlarmDetails: Sendable {
    /// The person's name in messages.
    private let name: String
    /// The alarm as the reader sees it.
    private let alert: RunningAlert
    private let reader: SignalRecipient
    package var lastCheckIn: Timestamp?
    /// The person's phone number, if the reader may see the number.
    package var phone: String?
    /// The person's emergency note, if the reader may see the note.
    package var note: String?
    /// The local emergency number, if the operator has set it.
    package var emergencyNumber: String?
    /// The people who currently get the person's alarms. The text mentions only how many there are, because responders
    /// need not know each other.
    package var responders: Set<SignalPersonID> = []
    /// Whether the reader was a responder when the alarm began. People who became responders later cannot answer the
    /// alarm.
    package var canAnswer = true
    /// The results of the messages to responders, for the operator.
    package var attempts = AlarmAttempts()

    /// The longest text, in bytes.
    package static let limit = 3_500
    /// The longest name and the longest number, in bytes.
    private static let (nameLimit, phoneLimit) = (256, 64)

    /// Details of a person's alarm, for one of its recipients.
    package init(of name: String, _ alert: RunningAlert, for reader: SignalRecipient) {
        (self.name, self.alert, self.reader) = (name, alert, reader)
    }

    /// The lines of the text at the time `now`. `local` formats a time for the reader's clock.
    package func text(at now: Timestamp, in language: SeamLanguage, local: (Timestamp) -> String) -> String {
        func moment(_ time: Timestamp) -> SeamText { "\(local(time)) (\(Self.ago(time.duration(to: now))))" }
        var lines = [what]
        let called = alert.isConcealed ? alert.begunAt : alert.calledAt ?? alert.raisedAt
        if alert.isCalled { lines.append("Since: \(moment(called))") }
        if alert.isOverdue, !alert.isConcealed {
            lines.append("Last check-in: \(lastCheckIn.map(moment) ?? "never")")
        }
        if let number { lines.append("Number to call: \(number)") }
        let first = lines.map { $0.said(in: language) }
        let tried = reader == .operator ? attempts.lines(in: language) : []
        let rest =
            [others.said(in: language)] + tried + ["", advice.said(in: language), answer.said(in: language)]
        return (first + noteLines(beside: first + rest, in: language) + rest).joined(separator: "\n")
    }

    /// How long ago something happened, for example `12 hours ago`.
    package static func ago(_ age: Duration) -> SeamText {
        let minutes = Int(age.components.seconds / 60)
        switch minutes {
        case ..<1: return "just now"
        case 1: return "1 minute ago"
        case ..<60: return "\(minutes) minutes ago"
        case ..<120: return "1 hour ago"
        case ..<2_880: return "\(minutes / 60) hours ago"
        default: return "\(minutes / 1_440) days ago"
        }
    }

    private var what: SeamText {
        let name = Self.clean(name, Self.nameLimit)
        switch (alert.isCalled, alert.isOverdue) {
        case (true, _) where alert.isConcealed: return "\(name) calls for help in secret."
        case (true, true): return "\(name) calls for help, and has missed a check-in."
        case (true, false): return "\(name) calls for help."
        case (false, _): return "\(name) has missed a check-in."
        }
    }

    /// The phone number to call. If a call would give the person away, the value is nil.
    private var number: String? {
        let number = phone.map { Self.clean($0, Self.phoneLimit) } ?? ""
        return alert.isConcealed || number.isEmpty ? nil : number
    }

    /// The sentence about how many others were alerted. The text contains it only while nobody is on the way. Once
    /// somebody is on the way, no more messages are sent.
    private var others: SeamText {
        let count = alert.told.count { recipient in
            guard case .person(let id) = recipient, recipient != reader else { return false }
            return responders.contains(id)
        }
        let people: SeamText? =
            switch (count, reader) {
            case (0, _): nil
            case (1, .operator): "1 responder"
            case (_, .operator): "\(count) responders"
            case (1, .person): "1 other responder"
            case (_, .person): "\(count) other responders"
            }
        let isOperatorTold = reader != .operator && alert.told.contains(.operator)
        let machine: SeamText? = isOperatorTold ? "the operator of this machine" : nil
        let who: SeamText =
            switch (people, machine) {
            case (nil, nil) where reader == .operator && responders.isEmpty:
                "Nobody else is alerted, because they have no responder."
            case (nil, nil): "Nobody else has been alerted yet."
            case (let people?, let machine?): "Also alerted: \(people), \(machine)."
            case (let one?, nil), (nil, let one?): "Also alerted: \(one)."
            }
        return .sentences(who, "Nobody has said that they are on the way.")
    }

    private var advice: SeamText {
        Self.advice(isConcealed: alert.isConcealed, hasNumber: number != nil, emergencyNumber: emergencyNumber)
    }

    /// What a reader should do while nobody else does it. `emergencyNumber` is the local number, if it is known.
    package static func advice(isConcealed: Bool, hasNumber: Bool, emergencyNumber: String?) -> SeamText {
        let help = help(isConcealed: isConcealed, hasNumber: hasNumber)
        guard let emergencyNumber else { return help }
        return .sentences(help, "The emergency number here is \(emergencyNumber).")
    }

    private static func help(isConcealed: Bool, hasNumber: Bool) -> SeamText {
        if isConcealed {
            return """
                Do not phone or write to them: somebody may be watching. If you think that they are in danger, call \
                the emergency services, and ask them not to phone either: LifeSignal calls nobody.
                """
        }
        let first: SeamText = hasNumber ? "Phone them" : "Try to reach them"
        return """
            Please help: \(first). If nobody answers, go there, or ask somebody who can. If you think that they are \
            in danger, call the emergency services: LifeSignal does not.
            """
    }

    /// Why a reader who became a responder later cannot answer.
    package static let tooLate: SeamText =
        "You became a contact after the alarm began. Only people who were alerted earlier can answer it."

    private var answer: SeamText {
        guard canAnswer else { return Self.tooLate }
        let command = AlarmText.answer(AlarmText.word(of: alert.id), by: reader)
        return "If you take care of it, run this on the machine that sent the message: \(command)"
    }

    /// The note, with each line marked as the person's. The note is cut to the space that is available.
    private func noteLines(beside others: [String], in language: SeamLanguage) -> [String] {
        guard let note, !note.isEmpty else { return [] }
        let title = language("Their note for an emergency:")
        let cut = language("(The rest of the note is in LifeSignal.)")
        let room = Self.limit - (others + [title, cut, ""]).joined(separator: "\n").utf8.count
        let whole = PlainText.lines(note).map { "> \($0)" }.joined(separator: "\n")
        let text = Self.prefix(whole, room)
        return [title, text] + (text == whole ? [] : [cut])
    }

    private static func clean(_ text: String, _ limit: Int) -> String { prefix(PlainText.clean(text), limit) }

    /// The longest beginning of a text that fits into the limit, in whole characters.
    private static func prefix(_ text: String, _ limit: Int) -> String {
        var text = text
        while text.utf8.count > limit { text.removeLast() }
        return text
    }
}
