import SeamModel
package import TermCore
package import Wire

/// A failed call in one line for people, and what to do about it.
package struct Diagnosis: Sendable, Hashable {
    package let message: TerminalSafe
    package let hint: TerminalSafe?

    package init(_ error: WireError) {
        let known = Self.known(error)
        message = known?.message ?? "\(error.message)"
        hint = known?.hint ?? Self.hint(error)
    }

    /// `message (hint)`.
    package var line: TerminalSafe {
        guard let hint else { return message }
        return "\(message) (\(hint))"
    }

    /// Errors whose details say more than their message.
    private static func known(_ error: WireError) -> (message: TerminalSafe, hint: TerminalSafe?)? {
        switch error.reason {
        case "seam.credential_errors":
            let errors = (error.details?["errors"]?.arrayValue ?? []).compactMap { try? CredentialError(json: $0) }
            guard let first = errors.first else { return nil }
            let texts = errors.map { KeyProblem($0).text }
            return ("the key cannot be used: \(texts.joined(separator: ", "))", KeyProblem(first).remedy)
        case "seam.integration_not_found":
            guard let provider = error.details.flatMap({ try? ProviderDescription(json: $0) }) else { return nil }
            return ("no module for \(provider.name) locks is installed", "\(provider.remedy)")
        case "seam.entrance_required":
            let entrances = (error.details?["entrances"]?.arrayValue ?? []).compactMap { try? Entrance(json: $0) }
            let names = entrances.map { entrance in "\(entrance.name) [\(entrance.id)]" as TerminalSafe }
            return (
                "the key opens several doors: \(names.joined(separator: ", "))", "name one with --entrance"
            )
        case "seam.invalid_entrance_id":
            let entrances = (error.details?["entrances"]?.arrayValue ?? []).compactMap { try? Entrance(json: $0) }
            let names = entrances.map { entrance in "\(entrance.name) [\(entrance.id)]" as TerminalSafe }
            return (
                "the key does not open that entrance",
                names.isEmpty ? "it opens no named door" : "it opens: \(names.joined(separator: ", "))"
            )
        case "seam.invalid_unlock_proximity":
            let supported = (error.details?["supported"]?.arrayValue ?? []).compactMap(\.stringValue)
            let ways = supported.map { TerminalSafe($0) }.joined(separator: ", ")
            return (
                "this key does not open that way",
                supported.isEmpty ? "it opens nothing from here" : "it opens: \(ways)"
            )
        case "seam.internet_connection_required": return cloud(error)
        case "seam.keys_being_read":
            guard let progress = error.details.flatMap({ try? KeyReadingProgress(json: $0) }) else { return nil }
            return (KeyReading.words(progress), "what is not read yet may be there: try again in a moment")
        default: return nil
        }
    }

    /// Why the cloud was not asked, by the cause that the daemon names. An older daemon names none.
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

    /// What helps, by reason; otherwise by what the error says about a retry.
    private static func hint(_ error: WireError) -> TerminalSafe? {
        if error.reason == "unlock.cancelled", error.effect != .none {
            return "the door may open yet: look with 'seam audit'"
        }
        if let hint = hints[error.reason] { return hint }
        switch error.effect {
        case .unknown: return "it may have happened: look with 'seam audit' before you try again"
        case .applied: return "it happened nevertheless: do not repeat it"
        case .none:
            guard error.retry.safe else { return error.field.map { field in "see \(field)" } }
            guard let after = error.retry.after else { return "nothing happened: try again" }
            return "nothing happened: try again in \(SyncReason.text(after))"
        }
    }

    private static let hints: [String: TerminalSafe] = [
        "seam.initialization_required": "sign in with 'seam init', then 'seam activate'",
        "seam.activation_required": "run 'seam activate'",
        "seam.invalid_client_session_token": "get a new client session token, then 'seam init'",
        "seam.already_initialized": "run 'seam deactivate' first",
        "seam.offline_grace_expired": "connect to the internet, then 'seam refresh'",
        "seam.invalid_credential_id": "see 'seam keys'",
        "seam.internet_connection_required": "connect to the internet and try again",
        "seam.keys_being_read": "try again in a moment",
        "seam.deactivation_in_progress": "try again in a moment",
        "unlock.queue_full": "others are at this door: try again in a moment",
        "unlock.rate_limited": "too many attempts: wait a minute",
        "reveal.rate_limited": "too many codes shown: wait a minute",
        "unlock.cancelled": "nothing was sent to the lock",
        "idem.mismatch": "use a new --idem for every intent",
        "idem.unknown": "the attempt was interrupted: look at the door, and at 'seam audit'",
        "rpc.unreachable": "is seam-sessiond running? 'seam doctor' looks further",
        "rpc.socket_permission": "join the socket's group: seam, or seam-admin for administration",
        "rpc.method_not_permitted": "administrators use the admin socket: see 'seam doctor'",
        "rpc.peer_refused": "this user is not admitted: see the daemon's configuration, allow.session",
        "rpc.unknown_method": "this daemon is older, or the name is wrong: see 'seam rpc --help'",
        "rpc.closed_by_client": "left without waiting for the end: look with 'seam audit'",
        "rpc.internal": "see the log of seam-sessiond",
        "store.unavailable": "the journal cannot be written: is the disk full?",
        "bind.exists": "see 'seam locks list', then 'seam locks unbind'",
        "bind.no_lock_found": "put the lock into pairing mode, near this machine",
        "bind.not_ready": "reset the lock by its own app; just after that, name it with --device",
        "bind.refused": "check the PIN, and that the lock is in pairing mode",
        "bind.failed": "remove 'Seam' from the lock's users, or reset a lock that has no list of them, then bind again",
        "account.unverified": "see 'getent passwd $(id -u)'",
        "account.unknown": "give the number; 'seam audit --admin' shows who used this machine",
        "bind.unknown_binding": "see 'seam locks list'",
        "bind.unknown_grant": "see 'seam locks grants'",
        "radio.not_ready": "see 'seam doctor'",
    ]
}
