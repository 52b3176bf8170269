import DaemonCore
internal import Foundation
import RadioModel
internal import SeamModel
internal import Wire

extension AttemptRecord {
    /// The row as it is recorded in the chain. It is everything except the caller's idempotency key and the answers
    /// that are kept under this key. Once a member is present, it stays present.
    var auditMembers: [JSONMember] {
        let members: [(key: String, value: JSON?)] = [
            ("number", .integer(number)),
            ("attempt_id", .string(admission.attemptID)),
            ("uid", .integer(Int64(admission.session.uid))),
            ("session", .string(admission.session.name)),
            ("method", .string(admission.method)),
            ("credential_id", .string(admission.credentialID)),
            ("credential_name", admission.credentialName.map(JSON.string)),
            ("entrance_id", admission.entranceID.map(JSON.string)),
            ("entrance_name", admission.entranceName.map(JSON.string)),
            ("binding_id", admission.bindingID.map(JSON.string)),
            ("provider", admission.provider.map(JSON.string)),
            ("proximity", (admission.proximity?.rawValue).map(JSON.string)),
            ("authority", .string(admission.authority.rawValue)),
            ("admitted_at_ms", .integer(admission.admittedAt.millisecondsSince1970)),
            ("gate", .string(gate.rawValue)),
            ("gate_at_ms", (gateAt?.millisecondsSince1970).map(JSON.integer)),
            ("outcome", (outcome?.state.rawValue).map(JSON.string)),
            ("effect", (outcome?.effect.rawValue).map(JSON.string)),
            ("confirmation", (outcome?.confirmation?.rawValue).map(JSON.string)),
            ("reason", (outcome?.reason).map(JSON.string)),
            ("debug_description", (outcome?.debugDescription).map(JSON.string)),
            ("finished_at_ms", (finishedAt?.millisecondsSince1970).map(JSON.integer)),
            ("later_effect", (later?.effect.rawValue).map(JSON.string)),
            ("later_confirmation", (later?.confirmation?.rawValue).map(JSON.string)),
            ("later_at_ms", (later?.at.millisecondsSince1970).map(JSON.integer)),
            ("identity_id", admission.identityID.map(JSON.string)),
            ("lock_address", admission.lockAddress.map(JSON.string)),
            ("trace", admission.trace.map(JSON.string)),
            ("evidence", evidence.map { .string(Base64URL.encode($0)) }),
        ]
        return members.compactMap { member in member.value.map { JSONMember(key: member.key, value: $0) } }
    }

    /// The members in which the row differs from the chain. If the row no longer has a member, the member's value is
    /// null.
    func news(since told: [String: JSON]) -> [JSONMember] {
        let members = auditMembers
        let gone = told.keys.filter { key in !members.contains { $0.key == key } }.sorted()
        return members.filter { !$0.isToldBy(told) } + gone.map { JSONMember(key: $0, value: .null) }
    }

    /// Whether the chain agrees with the row.
    func isAs(_ told: [String: JSON]) -> Bool {
        let members = auditMembers
        return members.count == told.count && members.allSatisfy { $0.isToldBy(told) }
    }
}

extension JSONMember {
    /// Whether `told` contains the member, compared byte by byte. Texts that Unicode considers equal may still differ
    /// in their bytes.
    fileprivate func isToldBy(_ told: [String: JSON]) -> Bool {
        guard let other = told[key] else { return false }
        return other.text.utf8.elementsEqual(value.text.utf8)
    }
}
