internal import DaemonCore
internal import Foundation
internal import SealedDatabase
internal import SeamModel
internal import Wire

extension AttemptRecord {
    /// Reads a row of `attempt`. Throws ``StoreError/Code/corrupt`` for an invalid row.
    init(_ row: StoredRow) throws {
        guard let session = SessionID(uid: try row.value("uid"), stored: try row.value("session")) else {
            throw StoreError(.corrupt, "an attempt's session is not valid")
        }
        var admission = AttemptAdmission(
            attemptID: try row.value("attempt_id"),
            session: session,
            method: try row.value("method"),
            credentialID: try row.value("credential_id"),
            authority: try row.choice("authority"),
            admittedAt: try row.time("admitted_at_ms")
        )
        admission.idem = try row.optional("idem")
        admission.fingerprint = try row.optional("fingerprint")
        admission.credentialName = try row.optional("credential_name")
        admission.entranceID = try row.optional("entrance_id")
        admission.entranceName = try row.optional("entrance_name")
        admission.bindingID = try row.optional("binding_id")
        admission.identityID = try row.optional("identity_id")
        admission.lockAddress = try row.optional("lock_address")
        admission.trace = try row.optional("trace")
        admission.provider = try row.optional("provider")
        admission.proximity = try row.optionalChoice("proximity")
        self.admission = admission
        number = try row.value("number")
        gate = try row.choice("gate")
        gateAt = try row.optionalTime("gate_at_ms")
        outcome = try AttemptOutcome(row)
        finishedAt = try row.optionalTime("finished_at_ms")
        later = try LaterFinding(row)
        evidence = (try row.optional("evidence", as: Data.self)).map { [UInt8]($0) }
        reply = try row.optional("reply")
    }
}

extension AttemptOutcome {
    /// Reads the outcome's columns, or returns nil if they are not set.
    fileprivate init?(_ row: StoredRow) throws {
        guard let state = try row.optionalChoice("outcome", as: Attempt.State.self) else {
            try row.mustLack("confirmation", "reason", "debug_description", "finished_at_ms", "evidence")
            return nil
        }
        self.init(state, effect: try row.choice("effect"))
        confirmation = try row.optionalChoice("confirmation")
        reason = try row.optional("reason")
        debugDescription = try row.optional("debug_description")
    }
}

extension LaterFinding {
    /// Reads the finding's columns, or returns nil if they are not set.
    fileprivate init?(_ row: StoredRow) throws {
        guard let effect = try row.optionalChoice("later_effect", as: WireError.Effect.self) else {
            try row.mustLack("later_confirmation", "later_at_ms")
            return nil
        }
        self.init(
            effect: effect,
            confirmation: try row.optionalChoice("later_confirmation"),
            at: try row.time("later_at_ms")
        )
    }
}
