package import SeamModel
package import Wire

/// `unlock.start`: opens a door. Needs an idempotency key, made once per intent.
package enum UnlockStart: TypedStream {
    package static let name = "unlock.start"
    package typealias Result = UnlockResult

    /// What the attempt's callers are told, in order.
    package enum Item: StreamItem {
        case progress(UnlockItem)
        /// Something that the person must do; only callers are told.
        case prompt(UnlockPrompt)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            if kind == "prompt" {
                self = .prompt(try UnlockPrompt(json: data))
            } else {
                guard let item = try UnlockItem(kind: kind, data: data) else { return nil }
                self = .progress(item)
            }
        }

        package var kind: String {
            switch self {
            case .progress(let item): item.kind
            case .prompt: "prompt"
            }
        }

        package var json: JSON {
            switch self {
            case .progress(let item): item.json
            case .prompt(let prompt): prompt.json
            }
        }
    }

    package struct Params: JSONRecord, Hashable {
        /// The attempt's deadline when none is given.
        package static let defaultTimeout = Duration.seconds(10)

        package var session: String?
        package var credentialID: String
        /// 1 to 60 s from admission; nil for ``defaultTimeout``.
        package var timeout: Duration?
        /// The way to open the door; nil for the key's first way that works now.
        package var proximity: Proximity?
        /// The entrance to open; nil where only one door can be meant.
        package var entranceID: String?

        package init(
            session: String? = nil, credentialID: String, timeout: Duration? = nil, proximity: Proximity? = nil,
            entranceID: String? = nil
        ) {
            self.session = session
            self.credentialID = credentialID
            self.timeout = timeout
            self.proximity = proximity
            self.entranceID = entranceID
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            credentialID = try fields.id("credential_id")
            timeout = try fields.optionalMilliseconds("timeout_ms", in: 1000...60_000)
            proximity = try fields.optionalEnumeration("proximity")
            entranceID = try fields.optionalID("entrance_id")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("credential_id", credentialID)
            writer.member("timeout_ms", timeout?.milliseconds)
            writer.member("proximity", proximity?.rawValue)
            writer.member("entrance_id", entranceID)
        }
    }
}

/// An event or a phase: the value reads both by their members, and `kind` says which it is.
extension UnlockItem: StreamItem {
    package init?(kind: String, data: JSON) throws(FieldFault) {
        guard kind == "event" || kind == "phase" else { return nil }
        try self.init(json: data, at: "")
        guard self.kind == kind else { throw FieldFault("", "must be an item of kind \(kind)") }
    }
}

/// `unlock.watch`: the session's attempts as they happen; on the admin socket, the attempts of all users.
package enum UnlockWatch: TypedStream, ReadingMethod {
    package static let name = "unlock.watch"
    package typealias Params = SessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        /// An entry of the journal when the stream begins.
        case snapshot(Attempt)
        case progress(UnlockItem)
        /// The journal entry of an attempt that has ended.
        case result(Attempt)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try Attempt(json: data))
            case "result": self = .result(try Attempt(json: data))
            default:
                guard let item = try UnlockItem(kind: kind, data: data) else { return nil }
                self = .progress(item)
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .progress(let item): item.kind
            case .result: "result"
            }
        }

        package var json: JSON {
            switch self {
            case .progress(let item): item.json
            case .snapshot(let attempt), .result(let attempt): attempt.json
            }
        }
    }
}

/// `audit.list`: who opened what, newest first; on the admin socket, for all users.
package enum AuditList: ReadingMethod {
    package static let name = "audit.list"
    package typealias Result = Page<Attempt>

    /// Which attempts are wanted: those that match every member that is set.
    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// Only this attempt.
        package var attemptID: String?
        /// Only this user's; on the admin socket only.
        package var uid: UInt32?
        package var credentialID: String?
        package var entranceID: String?
        package var state: Attempt.State?
        /// What the attempt did to the lock, as far as that is known by now.
        package var effect: WireError.Effect?
        /// Admitted at this time or later.
        package var since: Timestamp?
        /// Admitted before this time.
        package var until: Timestamp?
        package var page = PageParams()

        package init(session: String? = nil) { self.session = session }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            attemptID = try fields.optionalID("attempt_id")
            uid = try fields.optionalInteger("uid", in: 0...Int64(UInt32.max)).map { UInt32($0) }
            credentialID = try fields.optionalID("credential_id")
            entranceID = try fields.optionalID("entrance_id")
            state = try fields.optionalEnumeration("state")
            effect = try fields.optionalEnumeration("effect")
            since = try fields.optionalTimestamp("since")
            until = try fields.optionalTimestamp("until")
            page = try PageParams(from: &fields)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("attempt_id", attemptID)
            writer.member("uid", uid.map { Int64($0) })
            writer.member("credential_id", credentialID)
            writer.member("entrance_id", entranceID)
            writer.member("state", state?.rawValue)
            writer.member("effect", effect?.rawValue)
            writer.member("since", since)
            writer.member("until", until)
            writer.member("page_token", page.pageToken)
            writer.member("limit", page.limit)
        }
    }
}

/// `audit.verify`: checks the journal against its hash chain. Administrators only.
package enum AuditVerify: ReadingMethod {
    package static let name = "audit.verify"
    package typealias Result = AuditVerdict

    /// An entry whose number and hash were noted elsewhere, if there is one.
    package struct Params: JSONRecord, Hashable {
        package var noted: Noted?

        package init(noted: Noted? = nil) { self.noted = noted }

        package init(fields: inout JSONFields) throws(FieldFault) {
            noted = try fields.optionalValue("noted")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("noted", noted) }
    }

    /// What an earlier verdict said of its last entry.
    package struct Noted: JSONRecord, Hashable {
        /// The entry's number, from 1.
        package var entry: Int64
        /// Its hash, 32 bytes; base64url on the wire.
        package var head: [UInt8]

        package init(entry: Int64, head: [UInt8]) {
            self.entry = entry
            self.head = head
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            entry = try fields.integer("entry", in: 1...JSON.largestInteger)
            head = try fields.bytes("head", count: 32...32)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("entry", entry)
            writer.member("head", bytes: head)
        }
    }
}

/// `providers.try`: starts each installed provider with nothing to do; the health says what is missing.
package enum ProvidersTry: ReadingMethod {
    package static let name = "providers.try"
    package typealias Params = NoParams
    package typealias Result = Nothing
}

/// `providers.list`: the lock providers: installed here, missing, or closed.
package enum ProvidersList: ReadingMethod {
    package static let name = "providers.list"
    package typealias Params = PageParams
    package typealias Result = Page<ProviderDescription>
}
