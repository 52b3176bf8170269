import FoundationEssentials
import SeamModel
import Wire

/// Translates a call's error into the SDK's errors. This is the only place that maps them; it is also the
/// documentation's table.
enum SDKError {
    /// A ``SeamError`` if the seeds have a case for it, else a ``SeamSystemError``.
    static func of(_ error: WireError) -> any Error {
        seamError(error) ?? SeamSystemError(error)
    }

    /// Why the cloud could not be asked, for an error that says that it must be; nil for any other error.
    static func cloudProblem(_ error: WireError) -> SeamSystemError? {
        guard error.reason == "seam.internet_connection_required" else { return nil }
        let after = error.retry.after
        guard let cause = error.details?["cause"]?.stringValue else { return SeamSystemError(error) }
        guard let known = SyncReason(rawValue: cause) else {
            return SeamSystemError(reason: cause, message: error.message, retryAfter: after.map { $0 / .seconds(1) })
        }
        return SeamSystemError(
            reason: cause, message: "\(known.words): \(known.advice(after: after))",
            retryAfter: after.map { $0 / .seconds(1) } ?? 0)
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

    /// The errors in the order of the answer. An error that cannot be read becomes ``SeamCredentialError/unknown``,
    /// so that the list is never empty.
    private static func credentialErrors(_ details: JSON?) -> [SeamCredentialError] {
        let errors = details?["errors"]?.arrayValue?.map { json in
            (try? CredentialError(json: json)).map(SeamCredentialError.init) ?? .unknown
        }
        return errors.flatMap { $0.isEmpty ? nil : $0 } ?? [.unknown]
    }
}

extension SeamSystemError {
    init(_ error: WireError) {
        let seconds = error.retry.after.map { $0 / .seconds(1) } ?? 0
        self.init(
            reason: error.reason, message: error.message,
            retryAfter: error.retry.safe && error.effect == .none ? seconds : nil)
    }
}
