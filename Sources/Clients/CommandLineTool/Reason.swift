import SeamWords
import TermCore
package import Wire

/// What this program knows of a reason before any error has come. `Protocol/errors.md` has the tables, and a test
/// compares.
package struct Reason: Sendable {
    /// Whether the same call may be repeated.
    package enum Retry: Sendable { case safe, notSafe }

    package let code: WireError.Code
    package let retry: Retry
    /// The exit status when nothing happened, if the reason decides it.
    let exit: ExitStatus?
    /// What helps.
    let hint: TerminalSafe?

    private init(_ code: WireError.Code, retry: Retry = .notSafe, exit: ExitStatus? = nil, hint: TerminalSafe? = nil) {
        (self.code, self.retry, self.exit, self.hint) = (code, retry, exit, hint)
    }

    /// The exit status for a reason when nothing happened; nil for a reason that is not known.
    package static func status(of reason: String) -> ExitStatus? {
        known[reason].map { ExitStatus(WireError($0.code, reason, "", retry: .init(safe: $0.retry == .safe))) }
    }

    /// What helps, for somebody at a shell.
    static func hint(_ reason: String) -> TerminalSafe? {
        known[reason]?.hint ?? Refusal(rawValue: reason).map { "\($0.remedy)" }
    }

    /// The reasons that contracts name, and others that this program meets. Those of a refused session have their
    /// hints in ``Refusal``.
    package static let known: [String: Reason] = [
        "account.unknown": Reason(.notFound, hint: "give the number; 'seam audit --admin' shows who used this machine"),
        "account.unverified": Reason(.unavailable, retry: .safe, hint: "see 'getent passwd $(id -u)'"),
        "bind.busy": Reason(.aborted, retry: .safe),
        "bind.no_rotation": Reason(
            .failedPrecondition, exit: .connectionFailed, hint: "reset it, then 'seam locks rebind'"),
        "bind.exists": Reason(.alreadyExists, hint: "see 'seam locks list', then 'seam locks unbind'"),
        "bind.failed": Reason(
            .unavailable, exit: .connectionFailed,
            hint: "remove 'Seam' from the lock's users, or reset a lock that has no list of them, then bind again"),
        "bind.no_answer": Reason(.deadlineExceeded),
        "bind.no_lock_found": Reason(
            .notFound, retry: .safe, exit: .connectionFailed, hint: "put the lock into pairing mode, near this machine"),
        "bind.not_confirmed": Reason(.cancelled, exit: .cancelled),
        "bind.not_ready": Reason(
            .failedPrecondition, exit: .connectionFailed,
            hint: "reset the lock by its own app; just after that, name it with --device"),
        "bind.refused": Reason(
            .failedPrecondition, exit: .connectionFailed,
            hint: "check the PIN or the key; a lock without an owner must be in pairing mode"),
        "bind.unknown_binding": Reason(.notFound, hint: "see 'seam locks list'"),
        "bind.unknown_grant": Reason(.notFound, hint: "see 'seam locks grants'"),
        "bind.unknown_prompt": Reason(.notFound),
        "idem.mismatch": Reason(.failedPrecondition, exit: .usage, hint: "use a new --idem for every intent"),
        "idem.required": Reason(.invalidArgument),
        "idem.superseded": Reason(.aborted, retry: .safe),
        "idem.unknown": Reason(.aborted, hint: "the attempt was interrupted: look at the door, and at 'seam audit'"),
        "kiosk.code_refused": Reason(.unauthenticated, hint: "the operator gives codes, and says which work"),
        "kiosk.not_configured": Reason(
            .failedPrecondition, hint: "codes need kiosk.token_source in the daemon's configuration"),
        "kiosk.token_source_unavailable": Reason(.unavailable, retry: .safe, hint: "see 'seam doctor'"),
        "link.connect_failed": Reason(.unavailable, retry: .safe),
        "link.not_found": Reason(.notFound, retry: .safe),
        "radio.failed": Reason(.unavailable, retry: .safe),
        "radio.lock_busy": Reason(.failedPrecondition, retry: .safe),
        "radio.no_slot": Reason(.resourceExhausted, retry: .safe),
        "radio.not_ready": Reason(.unavailable, retry: .safe, exit: .connectionFailed, hint: "see 'seam doctor'"),
        "reveal.rate_limited": Reason(.resourceExhausted, retry: .safe, hint: "too many codes shown: wait a minute"),
        "rpc.cancelled": Reason(.cancelled, exit: .cancelled),
        "rpc.closed_by_client": Reason(.cancelled, hint: "left without waiting for the end: look with 'seam audit'"),
        "rpc.connection_lost": Reason(.unavailable, retry: .safe, exit: .unreachable),
        "rpc.internal": Reason(.internal, hint: "see the daemon's log"),
        "rpc.invalid_page_token": Reason(.invalidArgument),
        "rpc.invalid_params": Reason(.invalidArgument),
        "rpc.method_not_permitted": Reason(
            .permissionDenied, hint: "administrators use the admin socket: see 'seam doctor'"),
        "rpc.peer_refused": Reason(
            .permissionDenied,
            hint: "this user is not admitted: allow.session and allow.admin of the daemon's configuration say who is"),
        "rpc.quota_exceeded": Reason(.resourceExhausted, retry: .safe),
        "rpc.shutdown": Reason(.unavailable, retry: .safe),
        "rpc.socket_permission": Reason(
            .permissionDenied, hint: "join the socket's group: seam, or seam-admin for administration"),
        "rpc.unknown_method": Reason(
            .unimplemented, exit: .usage, hint: "this daemon is older, or the name is wrong: see 'seam rpc --help'"),
        "rpc.unknown_service": Reason(.notFound),
        "rpc.unreachable": Reason(
            .unavailable, retry: .safe, exit: .unreachable,
            hint: "is the daemon running? 'seam doctor' looks further, for LifeSignal 'seam signal doctor'"),
        "seam.activation_required": Reason(.failedPrecondition, exit: .notSignedIn),
        "seam.already_initialized": Reason(.alreadyExists, exit: .notSignedIn),
        "seam.credential_errors": Reason(.failedPrecondition, exit: .keyUnusable),
        "seam.deactivation_in_progress": Reason(.aborted, retry: .safe),
        "seam.entrance_required": Reason(.failedPrecondition, exit: .usage),
        "seam.initialization_required": Reason(.failedPrecondition, exit: .notSignedIn),
        "seam.integration_not_found": Reason(.failedPrecondition, exit: .keyUnusable),
        "seam.internet_connection_required": Reason(.unavailable, retry: .safe),
        "seam.invalid_client_session_token": Reason(.unauthenticated, exit: .notSignedIn),
        "seam.invalid_credential_id": Reason(.notFound, exit: .keyUnusable),
        "seam.invalid_entrance_id": Reason(.notFound, exit: .usage),
        "seam.invalid_unlock_proximity": Reason(.failedPrecondition, exit: .keyUnusable),
        "seam.keys_being_read": Reason(.unavailable, retry: .safe),
        "seam.offline_grace_expired": Reason(.failedPrecondition, exit: .notSignedIn),
        "signal.already_contact": Reason(.alreadyExists, hint: "'seam signal role' changes what they are for you"),
        "signal.clock_unsynchronized": Reason(
            .failedPrecondition, hint: "'seam signal clock set --force' says that it is right"),
        "signal.code_expired": Reason(
            .unauthenticated, hint: "ask for another: 'seam signal sign-in', for an address 'seam signal reach add'"),
        "signal.code_wrong": Reason(.unauthenticated),
        "signal.contact_limit": Reason(
            .resourceExhausted, hint: "the one with too many makes room: 'seam signal remove', or 'decline'"),
        "signal.invalid_address": Reason(.invalidArgument),
        "signal.invalid_number": Reason(.invalidArgument, hint: "such as +4915112345678"),
        "signal.interval_range": Reason(.outOfRange, hint: "5 minutes to 7 days, and at most an hour of grace"),
        "signal.limited": Reason(.resourceExhausted, retry: .safe),
        "signal.no_responder": Reason(
            .failedPrecondition, hint: "'seam signal add --responder' asks somebody, who has to agree"),
        "signal.no_sign_in": Reason(
            .notFound, hint: "the person begins: 'seam signal sign-in'; a code waits for ten minutes"),
        "signal.not_dependent": Reason(
            .failedPrecondition, hint: "ask them first: 'seam signal role NAME --dependent on'; they have to agree"),
        "signal.not_signed_in": Reason(.unauthenticated, hint: "sign in: 'seam signal sign-in'"),
        "signal.pin_required": Reason(.unauthenticated, hint: "give --pin, and the PIN on standard input"),
        "signal.pin_wrong": Reason(.unauthenticated),
        "signal.reach_limit": Reason(.resourceExhausted, hint: "remove one: 'seam signal reach remove'"),
        "signal.reminder_range": Reason(.outOfRange, hint: "a reminder comes before the deadline"),
        "signal.reminder_time": Reason(.outOfRange, hint: "up to 30 days from now"),
        "signal.last_responder": Reason(
            .failedPrecondition,
            hint: "they need another responder first: 'seam signal add --responder' on their side"),
        "signal.too_few_calls": Reason(
            .failedPrecondition, hint: "after three calls within a day that their person has ended"),
        "signal.self": Reason(.invalidArgument, hint: "somebody else's code is needed: 'seam signal qr' on their side"),
        "signal.unknown_alert": Reason(
            .notFound, hint: "'seam signal contacts' says what runs, for the operator 'seam signal outbox'"),
        "signal.unknown_channel": Reason(.notFound, hint: "'seam signal reach list' shows the channels"),
        "signal.unknown_contact": Reason(.notFound, hint: "'seam signal contacts' lists them"),
        "signal.unknown_notification": Reason(.notFound, hint: "'seam signal inbox' lists them"),
        "signal.unknown_ping": Reason(.notFound, hint: "'seam signal ping' lists them"),
        "signal.unknown_qr": Reason(.notFound, hint: "it may have been replaced: scan it again"),
        "signal.unknown_reach": Reason(.notFound, hint: "'seam signal reach list' shows what there is"),
        "store.missing": Reason(
            .unavailable, retry: .safe, hint: "the operator: 'journalctl -u lifesignald' says what to do"),
        "store.unavailable": Reason(
            .unavailable, retry: .safe, hint: "the store cannot be written: is the disk full?"),
        "stream.resume_expired": Reason(.outOfRange),
        "stream.slow_consumer": Reason(.resourceExhausted),
        "unlock.cancelled": Reason(.cancelled, exit: .cancelled, hint: "nothing was sent to the lock"),
        "unlock.queue_full": Reason(
            .resourceExhausted, retry: .safe, hint: "others are at this door: try again in a moment"),
        "unlock.rate_limited": Reason(.resourceExhausted, retry: .safe, hint: "too many attempts: wait a minute"),
    ]
}
