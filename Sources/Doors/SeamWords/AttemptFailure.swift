package import SeamModel

/// The kind of cause that made an attempt fail before anything happened. It follows from the attempt's reason
/// (`Protocol/errors.md`, section 2.7).
///
/// A lock's own reasons begin with the name of the lock's family. No client needs to know the families. A reason that
/// does not belong to this machine, the link or the cloud belongs to the lock. The rest of such a reason means the same
/// in every family.
package enum AttemptFailure: Sendable, Hashable, CaseIterable {
    /// The link to the lock could not be made, or broke.
    case link
    /// The lock, or the radio, is in use.
    case busy
    /// A daemon, a provider, the store or the Bluetooth adapter failed.
    case machine
    case cloud
    /// This machine used its key, and the lock closed the connection. This happened twice in a row.
    case hungUp
    /// The lock does not know this machine's key.
    case keyUnknown
    /// The lock itself refused.
    case lockRefused
    /// The key or the session ended while the attempt waited.
    case keyEnded

    package init(_ reason: String, proximity: Proximity) {
        if reason == "hung_up" {
            self = .hungUp
        } else if reason == "key_ended" {
            self = .keyEnded
        } else if Self.busyReasons.contains(reason) {
            self = .busy
        } else if Self.linkReasons.contains(reason) {
            self = .link
        } else if Self.machineReasons.contains(reason) || reason.hasPrefix("provider_") || !reason.contains("_") {
            self = .machine
        } else if proximity == .remote || Self.cloudReasons.contains(reason) || reason.hasPrefix("cloud_") {
            self = .cloud
        } else if reason.hasSuffix("_disconnected") {
            self = .link
        } else {
            self = reason.hasSuffix("_not_authorized") ? .keyUnknown : .lockRefused
        }
    }

    /// What the cause was, in English, if it is known that nothing was opened.
    package var cause: String {
        switch self {
        case .link: "the connection to the lock failed"
        case .busy: "the lock or the radio is in use"
        case .machine: "something failed on this machine"
        case .cloud: "the cloud could not open the door"
        case .hungUp: "the lock ended the connection twice while it checked this machine's key"
        case .keyUnknown: "the lock no longer knows this machine's key"
        case .lockRefused: "the lock refused"
        case .keyEnded: "the key or the session ended before the lock was told to open"
        }
    }

    /// What the cause was, in English, if nobody knows whether the door opened.
    package var loss: String {
        switch self {
        case .link, .hungUp: "the connection to the lock broke"
        case .cloud: "the cloud did not confirm it"
        case .lockRefused, .keyUnknown: "the lock reported a fault"
        case .busy, .machine, .keyEnded: "this machine could not follow the attempt to its end"
        }
    }

    private static let busyReasons: Set = ["lock_busy", "no_slot"]

    private static let linkReasons: Set = [
        "att_error", "closed", "connect_failed", "link_lost", "no_characteristic", "not_found", "outcome_unknown",
        "refused", "remote", "supervision", "unknown", "write_in_flight", "write_unknown",
    ]

    private static let cloudReasons: Set = ["remote_failed", "signed_out"]

    /// This machine's reasons that contain an underscore, as a lock's reasons do.
    private static let machineReasons: Set = [
        "already_committed", "bad_answer", "bad_frame", "bad_id", "bad_json", "bad_message", "closed_by_client",
        "connection_limit", "connection_lost", "deadline_exceeded", "feature_unsupported", "frame_timeout",
        "frame_too_large", "half_closed", "hello_repeated", "hello_required", "hello_timeout", "invalid_call",
        "invalid_page_token", "invalid_params", "method_not_permitted", "no_reply", "not_allowed", "not_ready",
        "out_of_order", "peer_refused", "quota_exceeded", "resume_expired", "server_fault", "server_identity",
        "slow_consumer", "slow_reader", "socket_permission", "store_unavailable", "stream_in_use", "too_many_calls",
        "unknown_member", "unknown_method", "unknown_service", "unknown_type", "version_unsupported",
    ]
}
