import SignalAPI

/// Who is on the way. Later versions of `lifesignald` may have further values.
enum AlarmHelper: Sendable, Hashable {
    case you
    case responder
    case `operator`
    case somebody

    /// The helper of an alarm, or nil while nobody is on the way.
    init?(_ alarm: LinkedAlarm) {
        switch alarm.helper {
        case nil: return nil
        case "you": self = .you
        case "responder": self = .responder
        case "operator": self = .operator
        default: self = .somebody
        }
    }
}

/// How an alarm ended. Later versions of `lifesignald` may have further values.
enum AlarmEnding: Sendable, Hashable {
    case cancelled
    case lateCheckIn
    case byResponder
    case other

    /// The end of an alarm, or nil while it runs.
    init?(_ alarm: LinkedAlarm) {
        switch alarm.end {
        case nil: return nil
        case "cancelled": self = .cancelled
        case "lateCheckIn": self = .lateCheckIn
        case "byResponder": self = .byResponder
        default: self = .other
        }
    }
}
