package import Wire

/// One step of an unlock attempt as the SDK reports it. The type corresponds to `SeamAccessUnlockEvent` in Seam's
/// documentation. There is no event for denied access.
package enum UnlockEvent: Sendable, Hashable {
    case launched
    case grantedAccess
    case timedOut
    /// The connection to the lock failed. `reason` is for programs and `debugDescription` is for engineers. Neither is
    /// for the person at the door.
    case connectionFailed(debugDescription: String, reason: String)

    /// Whether this is the last event of an attempt.
    package var isTerminal: Bool { self != .launched }

    /// The event's name in Seam's documentation, which is also its name on the wire.
    package var name: String {
        switch self {
        case .launched: "launched"
        case .grantedAccess: "grantedAccess"
        case .timedOut: "timedOut"
        case .connectionFailed: "connectionFailed"
        }
    }
}

/// How far an attempt has got, for people. A phase is not an event of the SDK.
package enum UnlockPhase: String, Sendable, Hashable, CaseIterable {
    case queued
    case scanning
    case connecting
    case authenticating
    /// The lock receives the command, and cancelling no longer has any effect.
    case operating
}

/// An item of `unlock.start` and `unlock.watch` about one attempt.
package struct UnlockItem: Sendable, Hashable {
    /// The item's content.
    package enum Content: Sendable, Hashable {
        case event(UnlockEvent)
        case phase(UnlockPhase, proximity: Proximity?, detail: String?)
    }

    package var attemptID: String
    package var credentialID: String
    /// The key's name. Only an item with ``UnlockEvent/launched`` has the name.
    package var credentialName: String?
    package var content: Content

    package init(attemptID: String, credentialID: String, credentialName: String? = nil, content: Content) {
        self.attemptID = attemptID
        self.credentialID = credentialID
        if content == .event(.launched) { self.credentialName = credentialName }
        self.content = content
    }

    /// The `kind` of the item on the wire.
    package var kind: String {
        switch content {
        case .event: "event"
        case .phase: "phase"
        }
    }
}

extension UnlockItem: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        credentialID = try fields.string("credential_id", bytes: 1...128)
        credentialName = try fields.optionalString("credential_name", bytes: 0...1024)
        if let phase: UnlockPhase = try fields.optionalEnumeration("phase") {
            content = .phase(
                phase, proximity: try fields.optionalEnumeration("proximity"),
                detail: try fields.optionalString("detail", bytes: 0...1024))
            return
        }
        switch try fields.string("event", bytes: 1...64) {
        case "launched": content = .event(.launched)
        case "grantedAccess": content = .event(.grantedAccess)
        case "timedOut": content = .event(.timedOut)
        case "connectionFailed":
            let description = try fields.string("debug_description", bytes: 0...1024)
            let reason = try fields.string("reason", bytes: 0...64)
            content = .event(.connectionFailed(debugDescription: description, reason: reason))
        default: throw fields.fault("event", "is not an event that this version knows")
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        switch content {
        case .event(let event):
            writer.member("event", event.name)
            writer.member("attempt_id", attemptID)
            writer.member("credential_id", credentialID)
            if event == .launched { writer.member("credential_name", credentialName) }
            if case .connectionFailed(let description, let reason) = event {
                writer.member("debug_description", description)
                writer.member("reason", reason)
            }
        case .phase(let phase, let proximity, let detail):
            writer.member("phase", phase.rawValue)
            writer.member("attempt_id", attemptID)
            writer.member("credential_id", credentialID)
            writer.member("proximity", proximity?.rawValue)
            writer.member("detail", detail)
        }
    }
}
