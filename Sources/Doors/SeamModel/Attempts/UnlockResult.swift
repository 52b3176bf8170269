package import RadioModel
package import Wire

/// The result of an `unlock.start` whose attempt ran.
package struct UnlockResult: Sendable, Hashable {
    /// How the attempt ended.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        case granted
        case timedOut = "timed_out"
        case connectionFailed = "connection_failed"
    }

    package var attemptID: String
    package var outcome: Outcome
    package var effect: WireError.Effect
    package var confirmation: Confirmation?
    package var proximity: Proximity
    package var entranceID: String?
    package var reason: String?
    package var debugDescription: String?
    /// Whether the attempt ran for an earlier call with the same idempotency key.
    package var isReplayed: Bool

    package init(
        attemptID: String, outcome: Outcome, effect: WireError.Effect, confirmation: Confirmation? = nil,
        proximity: Proximity, entranceID: String? = nil, reason: String? = nil, debugDescription: String? = nil,
        isReplayed: Bool = false
    ) {
        self.attemptID = attemptID
        self.outcome = outcome
        self.effect = effect
        self.confirmation = confirmation
        self.proximity = proximity
        self.entranceID = entranceID
        self.reason = reason
        self.debugDescription = debugDescription
        self.isReplayed = isReplayed
    }
}

extension UnlockResult: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        outcome = try fields.enumeration("outcome")
        effect = try fields.enumeration("effect")
        confirmation = try fields.optionalEnumeration("confirmation")
        proximity = try fields.enumeration("proximity")
        entranceID = try fields.optionalString("entrance_id", bytes: 1...128)
        reason = try fields.optionalString("reason", bytes: 0...64)
        debugDescription = try fields.optionalString("debug_description", bytes: 0...1024)
        isReplayed = try fields.optionalBool("replayed") ?? false
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("attempt_id", attemptID)
        writer.member("outcome", outcome.rawValue)
        writer.member("effect", effect.rawValue)
        writer.member("confirmation", confirmation?.rawValue)
        writer.member("proximity", proximity.rawValue)
        writer.member("entrance_id", entranceID)
        writer.member("reason", reason)
        writer.member("debug_description", debugDescription)
        writer.member("replayed", isReplayed ? true : nil)
    }
}
