package import RadioModel
package import Wire

/// The parameters of `operation.finish`: what the provider claims to have achieved.
package struct OperationFinish: Sendable, Hashable {
    /// The limit of evidence, in bytes: many times the size of a lock's message.
    package static let evidenceLimit = 256

    /// The reason for a binding whose lock has not proved that it has the key.
    package static let unverified = "unverified"

    /// The reason for a rotation after which the lock still lists the old key.
    package static let oldKeyListed = "old_key_listed"

    /// How an operation can end.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The door is open, as far as `confirmation` says.
        case granted
        /// The lock is paired; `credential` holds what to keep, unless a rotation has kept it before.
        case bound
        /// The lock was read.
        case reported
        /// None of these; `reason` says why.
        case failed
        /// For an unlock: the lock said that it does not carry the command out and had not begun to. Its answer is
        /// authenticated; if it is not, the outcome is ``failed``.
        case refused
    }

    /// How it ended.
    package var outcome: Outcome
    /// What is known of the door, also when a granted access failed half-way.
    package var confirmation: Confirmation?
    /// Why it failed: 1 to 64 of `[a-z0-9_]`. For a lock that is ``Outcome/bound``: ``unverified``,
    /// ``oldKeyListed`` or nil.
    package var reason: String?
    /// For engineers; untrusted text.
    package var debugDescription: String?
    /// The lock's own message that supports the claim, at most ``evidenceLimit`` bytes.
    package var evidence: [UInt8]?
    /// The credential to store: from a bind, or because it has changed.
    ///
    /// Secret.
    package var credential: [UInt8]?
    /// What the lock calls itself.
    package var identity: String?
    /// More for people; untrusted text.
    package var detail: String?
    /// For a status that was started with an action: whether the lock rests where the action leaves it.
    package var isInWantedState: Bool?
    /// What the lock said of itself, with whatever outcome: a lock whose motor is blocked has much to say.
    package var status: LockReport?

    /// An end with only an outcome and perhaps a reason.
    package init(_ outcome: Outcome, reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }

    /// Whether `text` may be a reason.
    package static func isReason(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...64).contains(bytes.count)
            && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}

extension OperationFinish: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        outcome = try fields.enumeration("outcome")
        confirmation = try fields.optionalEnumeration("confirmation")
        reason = try fields.optionalString("reason", bytes: 1...64)
        if let reason, !Self.isReason(reason) { throw fields.fault("reason", "must be 1 to 64 of [a-z0-9_]") }
        debugDescription = try fields.optionalString("debug_description", bytes: 0...4_096)
        evidence = try fields.optionalBytes("evidence", count: 0...Self.evidenceLimit)
        credential = try fields.optionalBytes("credential", count: 0...OperationStart.secretLimit)
        identity = try fields.optionalString("identity", bytes: 0...256)
        detail = try fields.optionalString("detail", bytes: 0...4_096)
        isInWantedState = try fields.optionalBool("in_wanted_state")
        status = try fields.optionalValue("status")
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("outcome", outcome.rawValue)
        writer.member("confirmation", confirmation?.rawValue)
        writer.member("reason", reason)
        writer.member("debug_description", debugDescription)
        writer.member("evidence", evidence.map { Base64URL.encode($0) })
        writer.member("credential", credential.map { Base64URL.encode($0) })
        writer.member("identity", identity)
        writer.member("detail", detail)
        writer.member("in_wanted_state", isInWantedState)
        writer.member("status", status)
    }
}
