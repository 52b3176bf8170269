package import SignalCore
package import Wire

/// The alarm and the responder to whom a link in a message belongs.
package struct LinkOwner: Sendable, Hashable {
    package var alert: SignalAlertID
    package var responder: SignalPersonID
    /// The person whose alarm it is.
    package var person: SignalPersonID
}

/// An alarm as the responder with the link sees it.
package struct StoredLinkedAlarm: Sendable, Hashable {
    /// Who is on the way.
    package enum Helper: String, Sendable {
        case you
        case responder
        case `operator`
    }

    /// How the alarm ended, and when.
    package struct Ending: Sendable, Hashable {
        package var end: AlertEnd
        package var at: Timestamp
    }

    package var alert: SignalAlertID
    package var name: String
    package var isCalled: Bool
    package var isOverdue: Bool
    package var isConcealed = false
    package var raisedAt: Timestamp
    package var lastCheckIn: Timestamp?
    package var phone: String?
    package var note: String?
    /// The local emergency number, while the alarm runs.
    package var emergencyNumber: String?
    package var helper: Helper?
    package var helperSince: Timestamp?
    /// How many other responders were alerted.
    package var others = 0
    package var isOperatorTold = false
    /// How many other responders have said that they cannot come.
    package var cannot = 0
    /// Whether the responder has said that they cannot come.
    package var hasDeclined = false
    /// When the next message goes out.
    package var nextAt: Timestamp?
    /// Whether the responder can answer. People who became responders later cannot.
    package var canAnswer = false
    /// How the alarm ended, or nil while it runs.
    package var ending: Ending?
}

/// Makes sure that printed output does not contain the name, the number and the note.
extension StoredLinkedAlarm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "an alarm behind a link" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a responder says by a link.
package enum LinkAnswer: Sendable, Hashable {
    case onMyWay
    case cannot
    case allRight
}

/// The result of an answer by a link.
package struct LinkOutcome: Sendable, Hashable {
    package var owner: LinkOwner
    /// The alarm after the answer.
    package var alarm: StoredLinkedAlarm
    /// Whether the answer was recorded.
    package var isTaken: Bool
    /// The change of the alarm, if the answer has changed it.
    package var change: WatchChange?
}
