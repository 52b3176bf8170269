import SeamModel
import SeamWords
package import TermCore
package import Wire

/// A failed call, described for people in one line, with the remedy.
package struct Diagnosis: Sendable, Hashable {
    package let message: TerminalSafe
    package let hint: TerminalSafe?

    package init(_ error: WireError) {
        let known = Self.known(error)
        message = known?.message ?? Self.sentence(error)
        hint = known?.hint ?? Self.hint(error)
    }

    /// The message and the hint in one line, in the form `message (hint)`.
    package var line: TerminalSafe {
        guard let hint else { return message }
        return "\(message) (\(hint))"
    }

    /// The message, with the member's name in place of a leading JSON Pointer.
    private static func sentence(_ error: WireError) -> TerminalSafe {
        guard let field = error.field, error.message.hasPrefix(field + " ") else { return "\(error.message)" }
        return "\(name(of: field)) \(String(error.message.dropFirst(field.count + 1)))"
    }

    /// The name for a JSON Pointer, such as `first name` for `/params/first_name`.
    private static func name(of field: String) -> String {
        field.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? "the call"
    }

    /// The texts for errors whose details are more informative than their message.
    private static func known(_ error: WireError) -> (message: TerminalSafe, hint: TerminalSafe?)? {
        switch error.reason {
        case "seam.credential_errors":
            let errors = (error.details?["errors"]?.arrayValue ?? []).compactMap { try? CredentialError(json: $0) }
            guard let first = errors.first else { return nil }
            let texts = errors.map { KeyProblem($0).text }
            return ("\(Refusal.credentialErrors.text): \(texts.joined(separator: ", "))", KeyProblem(first).remedy)
        case "rpc.unknown_method":
            let near = (error.details?["candidates"]?.arrayValue ?? []).compactMap(\.stringValue)
            guard !near.isEmpty else { return nil }
            let names = near.map { "'\($0)'" as TerminalSafe }.joined(separator: ", or ")
            return ("\(error.message)", "did you mean \(names)? See 'seam rpc --help'")
        case "seam.integration_not_found":
            guard let provider = error.details.flatMap({ try? ProviderDescription(json: $0) }) else { return nil }
            if provider.state == .closed {
                return ("the key opens only with its vendor's app", "\(ClosedProviders.remedy)")
            }
            return ("no module for \(provider.name) locks is installed", "\(provider.remedy)")
        case "seam.entrance_required":
            let entrances = (error.details?["entrances"]?.arrayValue ?? []).compactMap { try? Entrance(json: $0) }
            let names = entrances.map { entrance in "\(entrance.name) [\(entrance.id)]" as TerminalSafe }
            return (
                "\(Refusal.entranceRequired.text): \(names.joined(separator: ", "))",
                "\(Refusal.entranceRequired.remedy)"
            )
        case "seam.invalid_entrance_id":
            let entrances = (error.details?["entrances"]?.arrayValue ?? []).compactMap { try? Entrance(json: $0) }
            let names = entrances.map { entrance in "\(entrance.name) [\(entrance.id)]" as TerminalSafe }
            return (
                "\(Refusal.invalidEntranceID.text)",
                names.isEmpty ? "\(Refusal.invalidEntranceID.remedy)" : "it opens: \(names.joined(separator: ", "))"
            )
        case "seam.invalid_unlock_proximity":
            let supported = (error.details?["supported"]?.arrayValue ?? []).compactMap(\.stringValue)
            let ways = supported.map { TerminalSafe($0) }.joined(separator: ", ")
            return (
                "\(Refusal.invalidUnlockProximity.text)",
                supported.isEmpty ? "\(Refusal.invalidUnlockProximity.remedy)" : "it opens: \(ways)"
            )
        case "seam.internet_connection_required": return cloud(error)
        case "seam.keys_being_read":
            guard let progress = error.details.flatMap({ try? KeyReadingProgress(json: $0) }) else { return nil }
            return (KeyReading.words(progress), "the key may not have been read yet: try again in a moment")
        default: return nil
        }
    }

    /// The text that explains why the cloud was not asked. It follows from the cause in the daemon's answer. An older
    /// daemon gives no cause.
    private static func cloud(_ error: WireError) -> (message: TerminalSafe, hint: TerminalSafe?)? {
        guard let cause = error.details?["cause"]?.stringValue else {
            guard let after = error.retry.after else { return nil }
            return ("\(error.message)", "try again in \(SyncReason.text(after))")
        }
        guard let reason = SyncReason(rawValue: cause) else {
            return ("the cloud could not be asked: \(cause)", "see 'seam status'")
        }
        let missing: TerminalSafe = reason == .offline ? "an internet connection is required: " : ""
        return ("\(missing)\(reason.words)", "\(reason.advice(after: error.retry.after))")
    }

    /// The remedy for an error's reason. If the reason has no remedy, the hint depends on whether a retry is safe.
    private static func hint(_ error: WireError) -> TerminalSafe? {
        if error.reason == "unlock.cancelled", error.effect != .none {
            return "the door may still open: check with 'seam audit'"
        }
        if error.reason == "bind.failed", error.effect == .none {
            let isProviders = error.details?["reason"]?.stringValue?.hasPrefix("provider_") == true
            return isProviders
                ? "the lock was not changed: run 'seam doctor' to see what is missing here"
                : "the lock was not changed: try again"
        }
        if let hint = Reason.hint(error.reason) { return hint }
        switch error.effect {
        case .unknown: return "the action may have been carried out: check with 'seam audit' before you try again"
        case .applied: return "the action was carried out anyway: do not repeat it"
        case .none:
            guard error.retry.safe else {
                // The message itself begins with the name of a wrong member.
                return error.field.flatMap { error.message.hasPrefix($0) ? nil : "see \(Self.name(of: $0))" }
            }
            guard let after = error.retry.after else { return "nothing was changed: try again" }
            return "nothing was changed: try again in \(SyncReason.text(after))"
        }
    }
}
