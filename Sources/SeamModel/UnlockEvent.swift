package import Wire

/// One step of an unlock attempt as the SDK reports it; the seeds' `SeamAccessUnlockEvent`. There is no denied access.
package enum UnlockEvent: Sendable, Hashable {
    case launched
    case grantedAccess
    case timedOut
    /// `reason` is for programs, `debugDescription` for engineers; neither is for the person at the door.
    case connectionFailed(debugDescription: String, reason: String)

    /// Whether nothing follows it.
    package var isTerminal: Bool { self != .launched }

    /// The seeds' spelling, which is also the wire's.
    package var name: String {
        switch self {
        case .launched: "launched"
        case .grantedAccess: "grantedAccess"
        case .timedOut: "timedOut"
        case .connectionFailed: "connectionFailed"
        }
    }
}

/// How far an attempt is, for people; not an event of the SDK.
package enum UnlockPhase: String, Sendable, Hashable, CaseIterable {
    case queued
    case scanning
    case connecting
    case authenticating
    case operating
}

/// An item of `unlock.start` and `unlock.watch` about one attempt.
package struct UnlockItem: Sendable, Hashable {
    /// What the item says.
    package enum Content: Sendable, Hashable {
        case event(UnlockEvent)
        case phase(UnlockPhase, proximity: Proximity?, detail: String?)
    }

    package var attemptID: String
    package var credentialID: String
    package var content: Content

    package init(attemptID: String, credentialID: String, content: Content) {
        self.attemptID = attemptID
        self.credentialID = credentialID
        self.content = content
    }

    /// The wire item's `kind`.
    package var kind: String {
        switch content {
        case .event: "event"
        case .phase: "phase"
        }
    }
}

extension UnlockItem: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        credentialID = try fields.string("credential_id", bytes: 1...128)
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

    package var json: JSON {
        switch content {
        case .event(let event):
            var description: String?
            var reason: String?
            if case .connectionFailed(let text, let why) = event { (description, reason) = (text, why) }
            return .members(
                ("event", .string(event.name)),
                ("attempt_id", .string(attemptID)),
                ("credential_id", .string(credentialID)),
                ("debug_description", description.map(JSON.string)),
                ("reason", reason.map(JSON.string))
            )
        case .phase(let phase, let proximity, let detail):
            return .members(
                ("phase", .string(phase.rawValue)),
                ("attempt_id", .string(attemptID)),
                ("credential_id", .string(credentialID)),
                ("proximity", proximity.map { .string($0.rawValue) }),
                ("detail", detail.map(JSON.string))
            )
        }
    }
}
