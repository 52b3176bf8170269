import DaemonCore
internal import GRDB
package import SeamModel
package import Wire

/// Selects attempts of the journal. An attempt must match every member that is set.
package struct AuditFilter: Sendable, Equatable {
    /// Selects only this attempt.
    package var attemptID: String?
    /// Selects only this user's attempts. This is for administrators, who see the attempts of all users.
    package var uid: UInt32?
    /// Selects only attempts with this credential.
    package var credentialID: String?
    /// Selects only attempts at this entrance.
    package var entranceID: String?
    /// Selects only attempts in this state.
    package var state: Attempt.State?
    /// Selects only attempts with this effect on the lock. The effect that is known now counts.
    package var effect: WireError.Effect?
    /// Selects only attempts that were admitted at this time or later.
    package var since: Timestamp?
    /// Selects only attempts that were admitted before this time.
    package var until: Timestamp?

    /// Creates a filter that selects all attempts.
    package init() {}

    /// Whether the filter selects all attempts.
    package var isEmpty: Bool { self == AuditFilter() }

    /// Adds the conditions that a row must meet.
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

    /// The effect of a row, as in ``AttemptRecord/attempt``.
    private static let effectNow =
        "COALESCE(later_effect, effect, CASE WHEN gate IN ('open', 'refused') THEN 'none' ELSE 'unknown' END)"
}

/// The conditions that a row must meet.
struct AuditCondition {
    private(set) var sql: String
    private(set) var arguments: StatementArguments

    /// Creates the condition for the rows in the scope that satisfy `sql`.
    init(_ scope: AuditScope, _ sql: String, _ arguments: StatementArguments) {
        self.sql = sql
        self.arguments = arguments
        if case .session(let id, let person) = scope {
            and("uid = ? AND session = ? AND identity_id IS ?", [id.uid, id.name, person])
            // Earlier attempts belong to another account, which had the number before.
            and("number > COALESCE((SELECT since_attempt FROM account WHERE kind = 'user' AND id = ?), 0)", [id.uid])
        }
    }

    mutating func and(_ sql: String, _ arguments: StatementArguments) {
        self.sql += " AND \(sql)"
        self.arguments += arguments
    }
}
