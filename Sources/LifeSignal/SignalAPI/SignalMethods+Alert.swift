package import Wire

/// `alert.activate`: calls for help.
package enum AlertActivate: TypedMethod {
    package static let name = "alert.activate"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalAlert
}

/// `alert.deactivate`: ends an alarm that the person has raised.
package enum AlertDeactivate: TypedMethod {
    package static let name = "alert.deactivate"
    package typealias Params = GuardedParams
    package typealias Result = Nothing
}

/// `alert.get`: the running alarm.
package enum AlertGet: ReadingMethod {
    package static let name = "alert.get"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalAlarm
}

/// `alert.list`: the person's alarms, the newest first.
package enum AlertList: ReadingMethod {
    package static let name = "alert.list"
    package typealias Params = SignalListParams

    package struct Result: JSONRecord, Hashable {
        package var alerts: [SignalAlert]

        package init(alerts: [SignalAlert]) { self.alerts = alerts }

        package init(fields: inout JSONFields) throws(FieldFault) {
            alerts = try fields.values("alerts", count: 0...1_000)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("alerts", alerts) }
    }
}

/// `alert.watch`: the running alarm, now and after every change.
package enum AlertWatch: TypedStream, ReadingMethod {
    package static let name = "alert.watch"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        case snapshot(SignalAlarm)
        case alert(SignalAlarm)
        /// Nobody, or somebody else, is signed in now; the last item.
        case ended(why: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try SignalAlarm(json: data))
            case "alert": self = .alert(try SignalAlarm(json: data))
            case "ended": self = .ended(why: try SignalEnd(json: data).why)
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .alert: "alert"
            case .ended: "ended"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let alarm), .alert(let alarm): alarm.json
            case .ended(let why): SignalEnd(why: why).json
            }
        }
    }
}

/// Names an alarm, for its person's responders.
package struct AlertAnswerParams: JSONRecord, Hashable {
    package var session: String?
    /// The alarm, or its word: one of them.
    package var alert: SignalID?
    /// Six letters; small ones count as large ones.
    package var word: String?

    package init(session: String? = nil, alert: SignalID? = nil, word: String? = nil) {
        (self.session, self.alert, self.word) = (session, alert, word)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        alert = try fields.optionalSignalID("alert")
        word = try fields.optionalString("word", bytes: 6...6)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
        writer.member("alert", alert?.description)
        writer.member("word", word)
    }
}

/// `alert.ack`: a responder is on the way.
package enum AlertAck: TypedMethod {
    package static let name = "alert.ack"
    package typealias Params = AlertAnswerParams
    package typealias Result = SignalContact
}

/// `alert.resolve`: a responder has found that all is well.
package enum AlertResolve: TypedMethod {
    package static let name = "alert.resolve"
    package typealias Params = AlertAnswerParams
    package typealias Result = SignalContact
}

/// `alert.mute`: a responder hears no calls for help of a dependent for an hour.
package enum AlertMute: TypedMethod {
    package static let name = "alert.mute"
    package typealias Params = ContactParams
    package typealias Result = SignalContact
}

/// Why a stream about a person has ended.
struct SignalEnd: JSONRecord, Hashable {
    var why: String

    init(why: String) { self.why = why }

    init(fields: inout JSONFields) throws(FieldFault) { why = try fields.string("why", bytes: 0...64) }

    func writeMembers(to writer: inout JSONWriter) { writer.member("why", why) }
}
