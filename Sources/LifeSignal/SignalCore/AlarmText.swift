package import Wire

/// What is said of an alarm, in at most 140 characters that a text message can carry.
package enum AlarmText {
    /// Six letters by which a message, its repeats and its answer are known.
    package static func word(of id: SignalAlertID) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        return String(id.prefix(6).map { letters[Int($0) % letters.count] })
    }

    /// That somebody has called for help, or has not checked in since.
    package static func alarm(
        _ kind: AlertKind, of name: String, since: Timestamp, word: String, isLast: Bool, isSuspect: Bool
    ) -> String {
        let what =
            switch kind {
            case .manual: "\(short(name)) calls for help, \(moment(since))."
            case .overdue: "\(short(name)) has not checked in since \(moment(since))."
            }
        let doubt = isSuspect ? " The clock was corrected." : ""
        return "\(what)\(doubt)\(isLast ? " No more messages will follow." : "") \(word)"
    }

    /// That it is over.
    package static func allClear(_ end: AlertEnd, of name: String, word: String) -> String {
        switch end {
        case .cancelled: "\(short(name)) has ended the alarm. \(word)"
        case .lateCheckIn: "\(short(name)) has checked in. \(word)"
        case .byResponder: "\(short(name)) was found well. \(word)"
        }
    }

    /// A name that leaves room for the rest.
    private static func short(_ name: String) -> String {
        name.isEmpty ? "Somebody without a name" : name.count <= 40 ? name : "\(name.prefix(39))…"
    }

    /// `2026-11-27 11:30 UTC`.
    private static func moment(_ time: Timestamp) -> String {
        let text = time.description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
