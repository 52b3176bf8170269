package import Wire

/// `notification.list`: what happened to the person, the newest first.
package enum NotificationList: ReadingMethod {
    package static let name = "notification.list"
    package typealias Params = SignalListParams

    package struct Result: JSONRecord, Hashable {
        package var notifications: [SignalNotification]
        /// How many of all, not only of these, are unread.
        package var unread: Int

        package init(notifications: [SignalNotification], unread: Int) {
            (self.notifications, self.unread) = (notifications, unread)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            notifications = try fields.values("notifications", count: 0...1_000)
            unread = Int(try fields.integer("unread", in: 0...1_000_000))
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("notifications", notifications)
            writer.member("unread", Int64(unread))
        }
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

/// The parameters of methods about one notification, or all.
package struct NotificationParams: JSONRecord, Hashable {
    package var session: String?
    /// Nil for all.
    package var notification: SignalID?

    package init(session: String? = nil, notification: SignalID? = nil) {
        (self.session, self.notification) = (session, notification)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        notification = try fields.optionalSignalID("notification")
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
        writer.member("notification", notification?.description)
    }
}

/// `notification.read`: marks one as read, or all.
package enum NotificationRead: TypedMethod {
    package static let name = "notification.read"
    package typealias Params = NotificationParams
    package typealias Result = Nothing
}

/// `notification.delete`: deletes one, or all.
package enum NotificationDelete: TypedMethod {
    package static let name = "notification.delete"
    package typealias Params = NotificationParams
    package typealias Result = Nothing
}

/// `outbox.list`: what the operator was told, the newest first. Administrators only.
package enum OutboxList: ReadingMethod {
    package static let name = "outbox.list"
    package typealias Params = PageParams
    package typealias Result = Page<SignalMessage>
}

/// Names an alarm of which the operator was told.
package struct OutboxAckParams: JSONRecord, Hashable {
    /// The alarm, or its word: one of them.
    package var alert: SignalID?
    /// Six letters; small ones count as large ones.
    package var word: String?

    package init(alert: SignalID? = nil, word: String? = nil) { (self.alert, self.word) = (alert, word) }

    package init(fields: inout JSONFields) throws(FieldFault) {
        alert = try fields.optionalSignalID("alert")
        word = try fields.optionalString("word", bytes: 6...6)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("alert", alert?.description)
        writer.member("word", word)
    }
}

/// `outbox.ack`: the operator takes care of an alarm. Administrators only.
package enum OutboxAck: TypedMethod {
    package static let name = "outbox.ack"
    package typealias Params = OutboxAckParams

    package struct Result: JSONRecord, Hashable {
        /// Whether the operator takes care of it from now on; not if somebody did already.
        package var isTaken: Bool

        package init(isTaken: Bool) { self.isTaken = isTaken }

        package init(fields: inout JSONFields) throws(FieldFault) { isTaken = try fields.bool("taken") }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("taken", isTaken) }
    }
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
