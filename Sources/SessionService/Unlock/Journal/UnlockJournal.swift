import LinuxSupport
import SealedStore
import SeamModel
import SessionCore
import Wire

/// Translates between what an attempt decides and what the journal keeps.
enum UnlockJournal {
    /// The method that attempts are journalled under.
    static let method = "unlock.start"

    static func outcome(of conclusion: Conclusion) -> AttemptOutcome {
        var outcome = AttemptOutcome(conclusion.state, effect: conclusion.effect)
        outcome.confirmation = conclusion.confirmation
        outcome.reason = conclusion.reason
        outcome.debugDescription = conclusion.debugDescription
        return outcome
    }

    /// What the attempt's callers are answered.
    static func reply(
        of conclusion: Conclusion, attemptID: String, proximity: Proximity, entranceID: String?
    ) -> Result<UnlockResult, WireError> {
        let outcome: UnlockResult.Outcome
        switch conclusion.state {
        case .granted: outcome = .granted
        case .timedOut: outcome = .timedOut
        case .connectionFailed, .unknown, .running, .revealed: outcome = .connectionFailed
        case .cancelled:
            return .failure(cancelled)
        }
        return .success(
            UnlockResult(
                attemptID: attemptID, outcome: outcome, effect: conclusion.effect,
                confirmation: conclusion.confirmation, proximity: proximity, entranceID: entranceID,
                reason: conclusion.reason, debugDescription: conclusion.debugDescription))
    }

    /// The answer to a cancelled attempt: nothing was sent to the lock, and its key is free.
    static let cancelled = WireError(
        .cancelled, "unlock.cancelled", "the attempt was cancelled before anything was sent to the lock")

    /// The stored form of a reply: `{"result": …}` or `{"error": …}`.
    static func text(of reply: Result<UnlockResult, WireError>) -> String {
        switch reply {
        case .success(let result): JSON.members(("result", result.json)).text
        case .failure(let error): JSON.members(("error", error.json)).text
        }
    }

    /// Reads the stored form, marked as replayed; nil if it is not one.
    static func replayed(_ text: String) -> Result<UnlockResult, WireError>? {
        guard let json = try? JSON(parsing: text.utf8) else { return nil }
        if let error = json["error"], let decoded = try? WireError(json: error) { return .failure(decoded) }
        guard let result = json["result"], var decoded = try? UnlockResult(json: result) else { return nil }
        decoded.isReplayed = true
        return .success(decoded)
    }
}
