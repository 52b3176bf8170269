package import SeamWords
package import Wire

/// The text about an alarm: at most 140 characters, all of which a text message (SMS) can contain.
package enum AlarmText {
    /// The largest number of people in one message. Even if their names consist of four-byte letters, the message stays
    /// below 1,024 bytes.
    package static let listLength = 6

    /// Six letters that identify a message, its repeats and its answer.
    package static func word(of id: SignalAlertID) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        return String(id.prefix(6).map { letters[Int($0) % letters.count] })
    }

    /// The command with which a reader says that they are taking care of an alarm.
    static func answer(_ word: String, by reader: SignalRecipient?) -> String {
        "seam signal ack \(reader == .operator ? "--operator " : "")\(word)"
    }

    /// Says that somebody has called for help, has not checked in, or both. `off` is the period in which the machine
    /// was off or its clock was wrong. It is given only if the deadline passed during this period. A reader who became
    /// a responder after the alarm began cannot answer the alarm. `local` formats a time for the reader's clock.
    package static func alarm(
        _ alert: RunningAlert, of name: String, for reader: SignalRecipient, since lastCheckIn: Timestamp?,
        isLast: Bool, isSuspect: Bool, canAnswer: Bool = true, off: ClosedRange<Timestamp>? = nil,
        local moment: (Timestamp) -> String = utc
    ) -> SeamText {
        let (word, name) = (word(of: alert.id), short(name))
        let what: SeamText =
            switch (alert.isCalled, alert.isOverdue) {
            case (true, _) where alert.isConcealed:
                "\(name) calls for help in secret, \(moment(alert.begunAt)): do not phone."
            case (true, true):
                if let lastCheckIn {
                    "\(name) calls for help and has not checked in since \(moment(lastCheckIn))."
                } else {
                    "\(name) calls for help and has never checked in."
                }
            case (true, false): "\(name) calls for help, \(moment(alert.calledAt ?? alert.raisedAt))."
            case (false, _):
                if let lastCheckIn {
                    "\(name) has not checked in since \(moment(lastCheckIn))."
                } else {
                    "\(name) has never checked in."
                }
            }
        var sentences: [SeamText.Argument] = [.text(what)]
        if isSuspect { sentences.append(.text("Clock corrected.")) }
        if isLast { sentences.append(.text("No more messages.")) }
        if let off { sentences.append(.shortened(outage(off, moment), to: "")) }
        let end: SeamText = canAnswer ? "Answer: \(answer(word, by: reader))" : "\(early) \(word)"
        sentences.append(.shortened(end, to: .plain(word)))
        return SeamText(sentences: sentences)
    }

    /// Says why somebody who became a responder later cannot answer an alarm.
    private static let early: SeamText = "Only people who were alerted earlier can answer."

    /// Lists people who have not checked in, but no more than ``listLength``. Each entry has the person's name and the
    /// word of their alarm.
    package static func list(
        _ missing: [(name: String, word: String)], for reader: SignalRecipient, off: ClosedRange<Timestamp>?,
        local moment: (Timestamp) -> String = utc
    ) -> SeamText {
        let names = missing.map { "\(short($0.name)) \($0.word)" }.joined(separator: ", ")
        return .sentences(
            "\(missing.count) people have not checked in: \(names).", off.map { outage($0, moment) },
            "Answer each: \(answer("WORD", by: reader))")
    }

    private static func outage(_ off: ClosedRange<Timestamp>, _ moment: (Timestamp) -> String) -> SeamText {
        let (from, to) = (moment(off.lowerBound), moment(off.upperBound))
        let end = from.prefix(10) == to.prefix(10) ? "\(to.dropFirst(11))" : to
        return "This machine was off, or its clock was wrong, from \(String(from.prefix(16))) to \(end)."
    }

    /// Informs the operator that the daemon started without its store.
    package static let lostStore: SeamText =
        "This machine has lost LifeSignal's store: nobody on it is watched. The log of lifesignald says what to do."
    /// Informs the operator that the store is back.
    package static let foundStore: SeamText = "LifeSignal's store is back on this machine: people are watched again."
    /// Informs the operator that the daemon started with a damaged store.
    package static let damagedStore: SeamText =
        "LifeSignal's store on this machine was damaged. People are watched; the log of lifesignald says what is missing."

    /// Says that the alarm is over.
    package static func allClear(_ end: AlertEnd, of name: String, word: String) -> SeamText {
        switch end {
        case .cancelled: "\(short(name)) has ended the alarm. \(word)"
        case .lateCheckIn: "\(short(name)) has checked in. \(word)"
        case .byResponder: "A responder says that \(short(name)) is well. \(word)"
        }
    }

    /// Says that this is a drill, and asks the reader to answer.
    package static func drill(of name: String, word: String) -> SeamText {
        "A drill: \(short(name)) asks whether alarms reach you. Answer: \(answer(word, by: nil))"
    }

    /// Shortens a name to leave room for the rest of the message.
    private static func short(_ name: String) -> String {
        guard name.unicodeScalars.count > 30 else { return name }
        return "\(String(String.UnicodeScalarView(name.unicodeScalars.prefix(27))))..."
    }

    /// A moment in a message, for example `2026-11-27 11:30 UTC`.
    package static func utc(_ time: Timestamp) -> String {
        let text = time.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}

/// The texts that accompany a code.
package enum CodeText {
    /// The code and its purpose.
    package static func reach(_ code: String) -> SeamText {
        "\(code) is the code for this address in LifeSignal. It is valid for 10 minutes. If you did not ask for it, ignore it."
    }
}
