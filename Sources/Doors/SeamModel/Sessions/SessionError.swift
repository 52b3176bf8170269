package import Wire

/// Why a session refuses a call. The cases are those of `SeamError` in Seam's documentation, and five cases of our own.
/// One place maps all of them to errors on the wire.
package enum SessionError: Error, Sendable, Hashable {
    /// The cloud could not be asked. `cause` is the reason, if known, and `after` is how long the cloud asks clients to
    /// wait.
    case internetConnectionRequired(detail: String?, cause: SyncReason? = nil, after: Duration? = nil)
    case initializationRequired
    case invalidClientSessionToken(detail: String?)
    case deactivationInProgress
    case alreadyInitialized
    /// The key is not one of the session's keys. An unknown id and another person's id get the same answer.
    case invalidCredentialID
    case integrationNotFound(ProviderDescription)
    /// The key cannot be used. The errors are in order of priority, and there is at least one.
    case credentialErrors([CredentialError])
    case activationRequired
    case invalidUnlockProximity(supported: [Proximity])
    case entranceRequired([Entrance])
    /// The key does not open the named entrance. The value is the list of entrances that it opens.
    case invalidEntranceID([Entrance])
    case offlineGraceExpired(since: Timestamp?)
    /// The key's doors have not been read yet, so nobody knows whether the key opens anything.
    case keysBeingRead(KeyReadingProgress)

    private static func need(_ cause: SyncReason?, _ after: Duration?) -> String {
        cause?.missesInternet ?? (after == nil)
            ? "an internet connection is required" : "the cloud has to be asked, but cannot be reached"
    }

    /// The error for the reply. Its effect is `none`, because a session refuses a call before doing anything else.
    package var wireError: WireError {
        switch self {
        case .internetConnectionRequired(let detail, let cause, let after):
            WireError(
                .unavailable, "seam.internet_connection_required",
                "\(Self.need(cause, after))\(detail.map { ": \($0)" } ?? "")", retry: .init(safe: true, after: after),
                details: cause.map { .members(("cause", .string($0.rawValue))) })
        case .initializationRequired:
            WireError(.failedPrecondition, "seam.initialization_required", "the session is not initialized")
        case .invalidClientSessionToken(let detail):
            WireError(
                .unauthenticated, "seam.invalid_client_session_token",
                "the client session token is not valid\(detail.map { ": \($0)" } ?? "")")
        case .deactivationInProgress:
            WireError(
                .aborted, "seam.deactivation_in_progress", "the session is being deactivated",
                retry: .init(safe: true, after: .milliseconds(500)))
        case .alreadyInitialized:
            WireError(
                .alreadyExists, "seam.already_initialized",
                "the session is initialized with another token: deactivate it first")
        case .invalidCredentialID:
            WireError(.notFound, "seam.invalid_credential_id", "no such key in this session")
        case .integrationNotFound(let provider):
            WireError(
                .failedPrecondition, "seam.integration_not_found",
                "no module for \(provider.name) is installed: \(provider.remedy)", details: provider.json)
        case .credentialErrors(let errors):
            WireError(
                .failedPrecondition, "seam.credential_errors",
                "the key cannot be used: \(errors.map(\.kind).joined(separator: ", "))",
                details: .members(("errors", .array(errors.map(\.json)))))
        case .activationRequired:
            WireError(.failedPrecondition, "seam.activation_required", "the session is not active")
        case .invalidUnlockProximity(let supported):
            WireError(
                .failedPrecondition, "seam.invalid_unlock_proximity", "this key cannot open in that way",
                details: .members(("supported", .strings(supported.map(\.rawValue)))))
        case .entranceRequired(let entrances):
            WireError(
                .failedPrecondition, "seam.entrance_required", "the key opens several doors: name one of them",
                details: .members(("entrances", .array(entrances.map(\.json)))))
        case .invalidEntranceID(let entrances):
            WireError(
                .notFound, "seam.invalid_entrance_id", "the key does not open that entrance",
                details: .members(("entrances", .array(entrances.map(\.json)))))
        case .offlineGraceExpired(let since):
            WireError(
                .failedPrecondition, "seam.offline_grace_expired",
                "the keys were last read longer ago than the operator allows",
                details: .members(("since", since.map { .string($0.description) })))
        case .keysBeingRead(let progress):
            WireError(
                .unavailable, "seam.keys_being_read",
                "the keys are being read\(progress.words.isEmpty ? "" : ": \(progress.words)")",
                retry: .init(safe: true, after: .seconds(1)), details: progress.json)
        }
    }
}
