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
    package typealias Params = SignalSessionParams
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

/// `notification.list`: what happened to the person, the newest first.
package enum NotificationList: ReadingMethod {
    package static let name = "notification.list"
    package typealias Params = SignalListParams

    package struct Result: JSONRecord, Hashable {
        package var notifications: [SignalNotification]

        package init(notifications: [SignalNotification]) { self.notifications = notifications }

        package init(fields: inout JSONFields) throws(FieldFault) {
            notifications = try fields.values("notifications", count: 0...1_000)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("notifications", notifications) }
    }
}

/// `notification.watch`: what happens to the person from now on.
package enum NotificationWatch: TypedStream, ReadingMethod {
    package static let name = "notification.watch"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        case notification(SignalNotification)
        /// Nobody, or somebody else, is signed in now; the last item.
        case ended(why: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "notification": self = .notification(try SignalNotification(json: data))
            case "ended": self = .ended(why: try SignalEnd(json: data).why)
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .notification: "notification"
            case .ended: "ended"
            }
        }

        package var json: JSON {
            switch self {
            case .notification(let notification): notification.json
            case .ended(let why): SignalEnd(why: why).json
            }
        }
    }
}

/// Why a stream about a person has ended.
struct SignalEnd: JSONRecord, Hashable {
    var why: String

    init(why: String) { self.why = why }

    init(fields: inout JSONFields) throws(FieldFault) { why = try fields.string("why", bytes: 0...64) }

    func writeMembers(to writer: inout JSONWriter) { writer.member("why", why) }
}

/// `outbox.list`: what the operator was told, the newest first. Administrators only.
package enum OutboxList: ReadingMethod {
    package static let name = "outbox.list"
    package typealias Params = PageParams
    package typealias Result = Page<SignalMessage>
}

/// `outbox.watch`: what the operator is told from now on. Administrators only.
package enum OutboxWatch: TypedStream, ReadingMethod {
    package static let name = "outbox.watch"
    package typealias Params = NoParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        case message(SignalMessage)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            guard kind == "message" else { return nil }
            self = .message(try SignalMessage(json: data))
        }

        package var kind: String { "message" }

        package var json: JSON {
            switch self {
            case .message(let message): message.json
            }
        }
    }
}
