import SeamModel
import SessionCore
import SessionStore
import Wire

/// The reply to an attempt's callers, and its form in the journal.
enum UnlockReply {
    /// The reply for a conclusion.
    static func of(
        _ conclusion: Conclusion, attemptID: String, proximity: Proximity, entranceID: String?
    ) -> Result<UnlockResult, WireError> {
        let outcome: UnlockResult.Outcome
        switch conclusion.state {
        case .granted: outcome = .granted
        case .timedOut: outcome = .timedOut
        case .connectionFailed, .unknown, .running, .revealed, .forgotten, .bound, .rebound, .rotated, .unbound:
            outcome = .connectionFailed
        case .cancelled:
            return .failure(.unlockCancelled)
        }
        return .success(
            UnlockResult(
                attemptID: attemptID, outcome: outcome, effect: conclusion.effect,
                confirmation: conclusion.confirmation, proximity: proximity, entranceID: entranceID,
                reason: conclusion.reason, debugDescription: conclusion.debugDescription))
    }

    /// The stored form of a reply: `{"result": …}` or `{"error": …}`.
    static func text(of reply: Result<UnlockResult, WireError>) -> String {
        switch reply {
        case .success(let result): JSON.members(("result", result.json)).text
        case .failure(let error): JSON.members(("error", error.json)).text
        }
    }

    /// Reads the stored form, and marks a result as replayed. Returns nil if the text is not a stored reply.
    static func replayed(_ text: String) -> Result<UnlockResult, WireError>? {
        guard let json = try? JSON(parsing: text.utf8) else { return nil }
        if let error = json["error"], let decoded = try? WireError(json: error) { return .failure(decoded) }
        guard let result = json["result"], var decoded = try? UnlockResult(json: result) else { return nil }
        decoded.isReplayed = true
        return .success(decoded)
    }
}

extension AttemptOutcome {
    /// The journal's part of a conclusion.
    init(_ conclusion: Conclusion) {
        self.init(conclusion.state, effect: conclusion.effect)
        confirmation = conclusion.confirmation
        reason = conclusion.reason
        debugDescription = conclusion.debugDescription
    }
}
