package import RadioModel
package import SeamModel
package import Wire

/// `credentials.nearby`: the keys whose doors are here now, and how strongly their locks are heard.
package enum CredentialsNearby: TypedStream, ReadingMethod {
    package static let name = "credentials.nearby"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        /// How often one door is reported when no interval is given.
        package static let defaultInterval = Duration.seconds(1)

        package var session: String?
        /// A door is reported at most once in this time, 250 ms to 60 s; nil for ``defaultInterval``.
        package var minimumInterval: Duration?

        package init(session: String? = nil, minimumInterval: Duration? = nil) {
            self.session = session
            self.minimumInterval = minimumInterval
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            minimumInterval = try fields.optionalMilliseconds("min_interval_ms", in: 250...60_000)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("min_interval_ms", minimumInterval?.milliseconds)
        }
    }

    package enum Item: StreamItem {
        /// First, and after every change: nothing is near while the radio is not ready.
        case radio(RadioState)
        case near(NearbyDoor)
        case gone(NearbyDoor.ID)
        /// The first round of listening is over: every door that is here has been reported.
        case scanned

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "radio":
                var fields = try JSONFields(data)
                self = .radio(RadioState(rawValue: try fields.string("state", bytes: 1...64)) ?? .unknown)
            case "near": self = .near(try NearbyDoor(json: data))
            case "gone": self = .gone(try NearbyDoor.ID(json: data))
            case "scanned": self = .scanned
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .radio: "radio"
            case .near: "near"
            case .gone: "gone"
            case .scanned: "scanned"
            }
        }

        package var json: JSON {
            switch self {
            case .radio(let state): .members(("state", .string(state.rawValue)))
            case .near(let door): door.json
            case .gone(let id): id.json
            case .scanned: [:]
            }
        }

        /// Where a reader is slow, a newer item replaces a waiting one with the same key.
        package var key: String {
            switch self {
            case .radio, .scanned: kind
            case .near(let door): Self.key(of: door.id)
            case .gone(let id): Self.key(of: id)
            }
        }

        /// The two ids as one string; ids have no slash.
        private static func key(of id: NearbyDoor.ID) -> String { "\(id.credentialID)/\(id.entranceID)" }
    }
}
