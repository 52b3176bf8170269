package import RadioModel
package import Wire

/// What the journal says about one attempt: who opened what, how, and how we know it. An entry of `audit.list`.
package struct Attempt: Sendable, Hashable {
    /// What was done with the key.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case unlock
        /// A code or card number was shown.
        case reveal
        /// Nothing was done with a key: all that was kept of the user was forgotten.
        case forget
        /// Nothing was done with a key: a lock was bound or unbound, or has a new key.
        case bind
    }

    /// How far it is, or how it ended.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case running
        case granted
        case timedOut = "timed_out"
        case connectionFailed = "connection_failed"
        case cancelled
        /// The commit write may have been sent, and no outcome was recorded.
        case unknown
        case revealed
        /// No attempt, but the end of all that was kept of the user.
        case forgotten
        /// No attempt: an administrator paired a lock.
        case bound
        /// No attempt: an administrator paired a lock again, which was bound already.
        case rebound
        /// No attempt: the lock has a new key in place of the old one.
        case rotated
        /// No attempt: the lock's key was erased here.
        case unbound
    }

    /// Who said that the person may enter.
    package enum Authority: String, Sendable, Hashable, CaseIterable {
        case cloud
        case localGrant = "local_grant"
    }

    package var attemptID: String
    package var uid: UInt32
    package var session: String
    /// The person, as Seam knows them.
    package var userIdentityID: String?
    package var credentialID: String
    package var credentialName: String?
    package var entranceID: String?
    package var entranceName: String?
    package var bindingID: String?
    /// The Bluetooth address of the lock.
    package var lockAddress: String?
    package var provider: String?
    package var proximity: Proximity?
    package var authority: Authority
    package var kind: Kind
    package var startedAt: Timestamp
    package var endedAt: Timestamp?
    package var state: State
    package var effect: WireError.Effect
    package var confirmation: Confirmation?
    package var reason: String?
    package var debugDescription: String?
    /// The lock's own words behind the confirmation, in its protocol, at most 256 bytes; untrusted.
    package var evidence: [UInt8]?
    /// The trace that the call carried.
    package var trace: String?

    package init(
        attemptID: String, uid: UInt32, session: String, userIdentityID: String? = nil, credentialID: String,
        credentialName: String? = nil, entranceID: String? = nil, entranceName: String? = nil,
        bindingID: String? = nil, lockAddress: String? = nil, provider: String? = nil, proximity: Proximity? = nil,
        authority: Authority = .cloud, kind: Kind = .unlock, startedAt: Timestamp, endedAt: Timestamp? = nil,
        state: State, effect: WireError.Effect, confirmation: Confirmation? = nil, reason: String? = nil,
        debugDescription: String? = nil, evidence: [UInt8]? = nil, trace: String? = nil
    ) {
        self.attemptID = attemptID
        self.uid = uid
        self.session = session
        self.userIdentityID = userIdentityID
        self.credentialID = credentialID
        self.credentialName = credentialName
        self.entranceID = entranceID
        self.entranceName = entranceName
        self.bindingID = bindingID
        self.lockAddress = lockAddress
        self.provider = provider
        self.proximity = proximity
        self.authority = authority
        self.kind = kind
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.state = state
        self.effect = effect
        self.confirmation = confirmation
        self.reason = reason
        self.debugDescription = debugDescription
        self.evidence = evidence
        self.trace = trace
    }
}

extension Attempt: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        uid = UInt32(try fields.integer("uid", in: 0...Int64(UInt32.max)))
        session = try fields.string("session", bytes: 0...64)
        userIdentityID = try fields.optionalString("user_identity_id", bytes: 1...128)
        credentialID = try fields.string("credential_id", bytes: 1...128)
        credentialName = try fields.optionalString("credential_name", bytes: 0...1024)
        entranceID = try fields.optionalString("entrance_id", bytes: 1...128)
        entranceName = try fields.optionalString("entrance_name", bytes: 0...1024)
        bindingID = try fields.optionalString("binding_id", bytes: 1...128)
        lockAddress = try fields.optionalString("lock_address", bytes: 1...64)
        provider = try fields.optionalString("provider", bytes: 0...64)
        proximity = try fields.optionalEnumeration("proximity")
        authority = try fields.enumeration("authority")
        kind = try fields.enumeration("kind")
        startedAt = try fields.timestamp("started_at")
        endedAt = try fields.optionalTimestamp("ended_at")
        state = try fields.enumeration("state")
        effect = try fields.enumeration("effect")
        confirmation = try fields.optionalEnumeration("confirmation")
        reason = try fields.optionalString("reason", bytes: 0...64)
        debugDescription = try fields.optionalString("debug_description", bytes: 0...1024)
        evidence = try fields.optionalBytes("evidence", count: 0...256)
        trace = try fields.optionalString("trace", bytes: 1...128)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("attempt_id", attemptID)
        writer.member("uid", Int64(uid))
        writer.member("session", session)
        writer.member("user_identity_id", userIdentityID)
        writer.member("credential_id", credentialID)
        writer.member("credential_name", credentialName)
        writer.member("entrance_id", entranceID)
        writer.member("entrance_name", entranceName)
        writer.member("binding_id", bindingID)
        writer.member("lock_address", lockAddress)
        writer.member("provider", provider)
        writer.member("proximity", proximity?.rawValue)
        writer.member("authority", authority.rawValue)
        writer.member("kind", kind.rawValue)
        writer.member("started_at", startedAt.description)
        writer.member("ended_at", endedAt)
        writer.member("state", state.rawValue)
        writer.member("effect", effect.rawValue)
        writer.member("confirmation", confirmation?.rawValue)
        writer.member("reason", reason)
        writer.member("debug_description", debugDescription)
        writer.member("evidence", evidence.map { Base64URL.encode($0) })
        writer.member("trace", trace)
    }
}
