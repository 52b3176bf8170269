import Wire

/// The exit status of `seam` for a reason when nothing happened, known before any error has come. A test compares
/// with `Protocol/errors.md`.
package enum ReasonExit {
    /// Nil for a reason that this program does not know.
    package static func status(of reason: String) -> ExitStatus? {
        reasons[reason].map { ExitStatus(WireError($0.code, reason, "", retry: .init(safe: $0.isRetrySafe))) }
    }

    /// The reasons that contracts name, with their code and whether the same call may be repeated.
    private static let reasons: [String: (code: WireError.Code, isRetrySafe: Bool)] = [
        "bind.busy": (.aborted, true),
        "bind.exists": (.alreadyExists, false),
        "bind.not_ready": (.failedPrecondition, false),
        "bind.failed": (.unavailable, false),
        "bind.no_answer": (.deadlineExceeded, false),
        "bind.no_lock_found": (.notFound, true),
        "account.unknown": (.notFound, false),
        "account.unverified": (.unavailable, true),
        "bind.not_confirmed": (.cancelled, false),
        "bind.refused": (.failedPrecondition, false),
        "bind.unknown_binding": (.notFound, false),
        "bind.unknown_grant": (.notFound, false),
        "bind.unknown_prompt": (.notFound, false),
        "idem.mismatch": (.failedPrecondition, false),
        "idem.required": (.invalidArgument, false),
        "idem.superseded": (.aborted, true),
        "idem.unknown": (.aborted, false),
        "link.connect_failed": (.unavailable, true),
        "link.not_found": (.notFound, true),
        "radio.failed": (.unavailable, true),
        "radio.lock_busy": (.failedPrecondition, true),
        "radio.no_slot": (.resourceExhausted, true),
        "radio.not_ready": (.unavailable, true),
        "reveal.rate_limited": (.resourceExhausted, true),
        "rpc.invalid_page_token": (.invalidArgument, false),
        "rpc.invalid_params": (.invalidArgument, false),
        "rpc.quota_exceeded": (.resourceExhausted, true),
        "rpc.shutdown": (.unavailable, true),
        "rpc.unknown_service": (.notFound, false),
        "seam.activation_required": (.failedPrecondition, false),
        "seam.already_initialized": (.alreadyExists, false),
        "seam.credential_errors": (.failedPrecondition, false),
        "seam.deactivation_in_progress": (.aborted, true),
        "seam.entrance_required": (.failedPrecondition, false),
        "seam.initialization_required": (.failedPrecondition, false),
        "seam.integration_not_found": (.failedPrecondition, false),
        "seam.internet_connection_required": (.unavailable, true),
        "seam.invalid_client_session_token": (.unauthenticated, false),
        "seam.invalid_credential_id": (.notFound, false),
        "seam.invalid_entrance_id": (.notFound, false),
        "seam.invalid_unlock_proximity": (.failedPrecondition, false),
        "seam.keys_being_read": (.unavailable, true),
        "seam.offline_grace_expired": (.failedPrecondition, false),
        "store.unavailable": (.unavailable, true),
        "stream.resume_expired": (.outOfRange, false),
        "stream.slow_consumer": (.resourceExhausted, false),
        "unlock.cancelled": (.cancelled, false),
        "unlock.queue_full": (.resourceExhausted, true),
        "unlock.rate_limited": (.resourceExhausted, true),
    ]
}
