internal import GRDB
package import SeamModel
package import Wire

/// Which attempts of the journal are wanted: those that all members that are set allow.
package struct AuditFilter: Sendable, Equatable {
    /// The one attempt.
    package var attemptID: String?
    /// Whose; for administrators, who see everybody's.
    package var uid: UInt32?
    /// With which credential.
    package var credentialID: String?
    /// At which entrance.
    package var entranceID: String?
    /// How far it is, or how it ended.
    package var state: Attempt.State?
    /// What it did to the lock, as far as that is known by now.
    package var effect: WireError.Effect?
    /// Admitted then or later.
    package var since: Timestamp?
    /// Admitted before.
    package var until: Timestamp?

    /// All attempts.
    package init() {}

    /// Whether it leaves nothing out.
    package var isEmpty: Bool { self == AuditFilter() }

    /// Adds what a row must meet.
    func add(to condition: inout AuditCondition) {
        if let attemptID { condition.and("attempt_id = ?", [attemptID]) }
        if let uid { condition.and("uid = ?", [uid]) }
        if let credentialID { condition.and("credential_id = ?", [credentialID]) }
        if let entranceID { condition.and("entrance_id = ?", [entranceID]) }
        if let state { condition.and("COALESCE(outcome, ?) = ?", [Attempt.State.running.rawValue, state.rawValue]) }
        if let effect { condition.and("\(Self.effectNow) = ?", [effect.rawValue]) }
        if let since { condition.and("admitted_at_ms >= ?", [since.millisecondsSince1970]) }
        if let until { condition.and("admitted_at_ms < ?", [until.millisecondsSince1970]) }
    }

    /// What ``AttemptRecord/attempt`` says of a row's effect.
    private static let effectNow =
        "COALESCE(later_effect, effect, CASE WHEN gate IN ('open', 'refused') THEN 'none' ELSE 'unknown' END)"
}

/// What a row must meet.
struct AuditCondition {
    private(set) var sql: String
    private(set) var arguments: StatementArguments

    /// Of the scope's rows, those that `sql` holds of.
    init(_ scope: AuditScope, _ sql: String, _ arguments: StatementArguments) {
        self.sql = sql
        self.arguments = arguments
        if case .session(let key, let person) = scope {
            and("uid = ? AND session = ? AND identity_id IS ?", [key.uid, key.name, person])
        }
    }

    mutating func and(_ sql: String, _ arguments: StatementArguments) {
        self.sql += " AND \(sql)"
        self.arguments += arguments
    }
}
