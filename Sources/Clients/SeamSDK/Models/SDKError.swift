import FoundationEssentials
import SeamModel
import Wire

/// Translates a call's error into the SDK's errors. Errors are mapped only here, so that this type is also the
/// documentation's table of errors.
enum SDKError {
    /// Returns a ``SeamError`` if Seam's documentation has a case for the error, or else a ``SeamSystemError``.
    static func of(_ error: WireError) -> any Error {
        seamError(error) ?? SeamSystemError(error)
    }

    /// Returns the reason why the cloud could not be asked. If an error does not mean that the cloud must be asked, the
    /// result is nil.
    static func cloudProblem(_ error: WireError) -> SeamSystemError? {
        guard error.reason == "seam.internet_connection_required" else { return nil }
        let after = error.retry.after.map { max($0 / .seconds(1), SeamSystemError.shortestPause) }
        guard let cause = error.details?["cause"]?.stringValue else { return SeamSystemError(error) }
        guard let known = SyncReason(rawValue: cause) else {
            return SeamSystemError(
                reason: cause, message: error.message, retryAfter: after ?? SeamSystemError.longPause)
        }
        return SeamSystemError(
            reason: cause, message: "\(known.words): \(known.advice(after: error.retry.after))",
            retryAfter: after ?? pause(after: known))
    }

    /// Returns the time after which the cloud may answer. It agrees with the message. If a person must act first,
    /// returns nil.
    private static func pause(after cause: SyncReason) -> TimeInterval? {
        switch cause {
        case .offline, .connectionLost, .timedOut, .tooManyWaiting: SeamSystemError.pause
        case .rateLimited, .serverFailed, .replyTooLarge, .invalidReply, .rejected: SeamSystemError.longPause
        case .untrusted, .captivePortal, .tokenRefused, .tokenExpired, .graceExpired, .notPermitted, .listTooLong,
            .rowsLeftOut, .notStored, .idle, .timesDiffer:
            nil
        }
    }

    private static func seamError(_ error: WireError) -> SeamError? {
        switch error.reason {
        case "seam.internet_connection_required", "seam.offline_grace_expired": .internetConnectionRequired
        case "seam.initialization_required", "seam.activation_required": .initializationRequired
        case "seam.invalid_client_session_token": .invalidClientSessionToken
        case "seam.deactivation_in_progress": .deactivationInProgress
        case "seam.already_initialized": .alreadyInitialized
        case "seam.invalid_credential_id": .invalidCredentialId
        case "seam.integration_not_found": .integrationNotFound
        case "seam.credential_errors": .credentialErrors(credentialErrors(error.details))
        case "rpc.invalid_params" where error.field == "/params/token": .invalidClientSessionToken
        case "rpc.invalid_params" where error.field == "/params/credential_id": .invalidCredentialId
        default: nil
        }
    }

    /// Returns the errors in the order of the answer. An unreadable error becomes ``SeamCredentialError/unknown``, so
    /// that the list is never empty.
    private static func credentialErrors(_ details: JSON?) -> [SeamCredentialError] {
        let errors = details?["errors"]?.arrayValue?.map { json in
            (try? CredentialError(json: json)).map(SeamCredentialError.init) ?? .unknown
        }
        return errors.flatMap { $0.isEmpty ? nil : $0 } ?? [.unknown]
    }
}

extension SeamSystemError {
    init(_ error: WireError) {
        self.init(
            reason: error.reason, message: error.message, retryAfter: Self.wait(error),
            which: error.reason == Self.codeRefused ? error.details?["which"]?.stringValue : nil)
    }

    /// The shortest pause before a caller retries.
    static let shortestPause: TimeInterval = 0.5
    /// The pause for a daemon that may be available again soon, or for a quota that other programs have used up.
    static let pause: TimeInterval = 1
    /// The pause for a cloud that fails, or that asks for fewer requests.
    static let longPause: TimeInterval = 60

    private static func wait(_ error: WireError) -> TimeInterval? {
        guard error.retry.safe, error.effect == .none else { return nil }
        switch error.code {
        // A repeated call ends in the same way, or the caller no longer wants the call.
        case .invalidArgument, .cancelled: return nil
        case .unknown, .deadlineExceeded, .notFound, .alreadyExists, .permissionDenied, .resourceExhausted,
            .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal, .unavailable, .dataLoss,
            .unauthenticated:
            return max(error.retry.after.map { $0 / .seconds(1) } ?? pause, shortestPause)
        }
    }
}
