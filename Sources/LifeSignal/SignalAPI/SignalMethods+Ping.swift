package import Wire

/// `ping.send`: asks a dependent whether they are well.
package enum PingSend: TypedMethod {
    package static let name = "ping.send"
    package typealias Params = ContactParams
    package typealias Result = SignalPing
}

/// `ping.respond`: answers one ping, or all; it is a check-in, too.
package enum PingRespond: TypedMethod {
    package static let name = "ping.respond"

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// Nil for all.
        package var ping: SignalID?

        package init(session: String? = nil, ping: SignalID? = nil) { (self.session, self.ping) = (session, ping) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            ping = try fields.optionalSignalID("ping")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("ping", ping?.description)
        }
    }

    package struct Result: JSONRecord, Hashable {
        /// How many pings were open.
        package var answered: Int

        package init(answered: Int) { self.answered = answered }

        package init(fields: inout JSONFields) throws(FieldFault) {
            answered = Int(try fields.integer("answered", in: 0...1_000_000))
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("answered", Int64(answered)) }
    }
}

/// `ping.list`: what the person was asked and has not answered, and what they have asked.
package enum PingList: ReadingMethod {
    package static let name = "ping.list"
    package typealias Params = SignalSessionParams

    package struct Result: JSONRecord, Hashable {
        package var pings: [SignalPing]

        package init(pings: [SignalPing]) { self.pings = pings }

        package init(fields: inout JSONFields) throws(FieldFault) {
            pings = try fields.values("pings", count: 0...10_000)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("pings", pings) }
    }
}

/// `ping.watch`: each ping that comes or is answered from now on.
package enum PingWatch: TypedStream, ReadingMethod {
    package static let name = "ping.watch"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        case ping(SignalPing)
        /// Nobody, or somebody else, is signed in now; the last item.
        case ended(why: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "ping": self = .ping(try SignalPing(json: data))
            case "ended": self = .ended(why: try SignalEnd(json: data).why)
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .ping: "ping"
            case .ended: "ended"
            }
        }

        package var json: JSON {
            switch self {
            case .ping(let ping): ping.json
            case .ended(let why): SignalEnd(why: why).json
            }
        }
    }
}
