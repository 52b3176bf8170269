package import SeamModel
import TermCore
package import Wire

/// The exit statuses of `seam`. The statuses are listed in `Protocol/errors.md`, section 3, and a test compares the
/// list with this type.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// The command has succeeded, or access was granted.
    case done = 0
    case keyUnusable = 2
    /// There was no connection to the lock, and nothing happened.
    case connectionFailed = 3
    case notSignedIn = 4
    /// Nobody knows whether something happened, so the command must not simply be repeated.
    case outcomeUnknown = 5
    case usage = 64
    /// The daemon could not be reached, and nothing was sent.
    case unreachable = 69
    case fault = 70
    /// Nothing happened, and trying again is safe.
    case tryAgain = 75
    case notPermitted = 77
    /// The time ran out, and nothing happened.
    case timedOut = 124
    case cancelled = 130
    /// SIGTERM cancelled the command.
    case terminated = 143

    /// The status for a failed call. The status depends first on the effect, then on the reason, then on whether a
    /// retry is safe, and then on the code.
    package init(_ error: WireError) {
        switch error.effect {
        case .unknown, .applied: self = .outcomeUnknown
        case .none:
            if let status = Reason.known[error.reason]?.exit {
                self = status
            } else {
                self = error.retry.safe ? .tryAgain : Self.byCode(error.code)
            }
        }
    }

    /// The status for an attempt that ran to its end.
    package init(_ result: UnlockResult) {
        switch (result.outcome, result.effect) {
        case (.granted, _): self = .done
        case (.timedOut, .none): self = .timedOut
        case (.connectionFailed, .none): self = .connectionFailed
        case (.timedOut, .unknown), (.timedOut, .applied), (.connectionFailed, .unknown), (.connectionFailed, .applied):
            self = .outcomeUnknown
        }
    }

    private static func byCode(_ code: WireError.Code) -> ExitStatus {
        switch code {
        case .cancelled: .cancelled
        case .invalidArgument, .notFound, .alreadyExists, .outOfRange: .usage
        case .deadlineExceeded: .timedOut
        case .permissionDenied: .notPermitted
        case .resourceExhausted, .aborted: .tryAgain
        case .unavailable: .unreachable
        case .unauthenticated: .notSignedIn
        case .unknown, .failedPrecondition, .unimplemented, .internal, .dataLoss: .fault
        }
    }
}

/// Ends a command with a status once everything has been reported.
struct CommandEnd: Error {
    let status: ExitStatus
}

/// A fault in the caller's arguments or request, described in one line, with a hint.
struct UsageFault: Error {
    let message: TerminalSafe
    let hint: TerminalSafe?
    let status: ExitStatus
    /// The output for programs with `--json`. The error has the form of a refused call, although no call was made.
    let error: WireError

    /// Creates a fault. `field` is the faulty member of the call that was not made, as a JSON Pointer.
    init(
        _ message: TerminalSafe, hint: TerminalSafe? = nil, status: ExitStatus = .usage, field: String? = nil,
        details: JSON? = nil
    ) {
        self.message = message
        self.hint = hint
        self.status = status
        error = WireError(.invalidArgument, "cli.usage", message.description, field: field, details: details)
    }

    /// The fault for a key that does not exist. Programs get the same error in both cases, whether the daemon or the
    /// key list reported it.
    init(unknownKey message: TerminalSafe, hint: TerminalSafe, details: JSON) {
        self.message = message
        self.hint = hint
        var error = SessionError.invalidCredentialID.wireError
        error.message = message.description
        error.details = details
        self.error = error
        status = ExitStatus(error)
    }
}
