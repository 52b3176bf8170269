public import Foundation
package import Wire

/// The common form of the errors of LifeSignal's clients: six cases, each with a text for people.
///
/// Programs should look only at the case. After a network error it may be unknown whether the call took effect. In that
/// case, the error's text says so.
public protocol SignalClientError: Error, Equatable, Sendable, LocalizedError {
    /// The daemon is unreachable, or did not answer in time.
    static func networkError(_ text: String) -> Self
    /// The person is not signed in, or lacks permission for the request.
    static func authenticationError(_ text: String) -> Self
    /// The request is not possible, or not possible now.
    static func validationError(_ text: String) -> Self
    /// The item does not exist, or does not belong to the person.
    static func notFoundError(_ text: String) -> Self
    /// The daemon is at fault.
    static func serverError(_ text: String) -> Self
    /// Any other error.
    static func unknownError(_ text: String) -> Self

    /// The problem, in words for people.
    var text: String { get }
}

extension SignalClientError {
    /// The same as ``text``.
    public var errorDescription: String? { text }

    /// Converts a wire error into the client's error. All wire errors are converted here and nowhere else.
    package init(_ error: WireError) {
        let text = error.hint.map { "\(error.sentence) (\($0))" } ?? error.sentence
        self =
            switch error.kind {
            case .network: .networkError(text)
            case .authentication: .authenticationError(text)
            case .validation: .validationError(text)
            case .notFound: .notFoundError(text)
            case .server: .serverError(text)
            case .unknown: .unknownError(text)
            }
    }
}

/// The six cases of ``SignalClientError``.
private enum ErrorKind {
    case network, authentication, validation, notFound, server, unknown
}

extension WireError {
    /// The error's reason decides the kind; if the reason is unlisted, the error's code decides.
    fileprivate var kind: ErrorKind {
        switch reason {
        case "rpc.unreachable", "rpc.connection_lost", "rpc.no_reply", "rpc.draining", "rpc.shutdown", "rpc.idle":
            .network
        case "signal.not_signed_in", "signal.code_wrong", "signal.code_expired", "signal.pin_required",
            "signal.pin_wrong", "signal.no_consent", "rpc.socket_permission":
            .authentication
        case "store.unavailable", "store.missing", "signal.images_unavailable", "rpc.server_fault",
            "rpc.server_identity":
            .server
        default: code.kind
        }
    }

    /// The error message, with the field's name in place of its JSON Pointer.
    fileprivate var sentence: String {
        guard let field, let name = Self.name(of: field), message.hasPrefix(field + " ") else { return message }
        return name + message.dropFirst(field.count)
    }

    /// A short suggestion for solving the problem, or nil if none is known.
    fileprivate var hint: String? {
        switch reason {
        case "rpc.unreachable": return "is lifesignald running?"
        case "rpc.socket_permission": return "this user may not use LifeSignal"
        case "signal.not_signed_in": return "sign in first"
        case "signal.code_wrong":
            guard let left = details?["tries_left"]?.integerValue, left >= 0 else { break }
            return left == 1 ? "1 try left" : "\(left) tries left"
        case "signal.code_expired": return "ask for a new code"
        case "signal.no_consent": return "the other side has to agree first"
        default: break
        }
        if let after = retry.after, after > .zero { return "again in \(Self.written(after))" }
        switch kind {
        case .network:
            return effect == .none ? "try again" : "the change may have been made: check before you try again"
        case .validation:
            guard let name = field.flatMap(Self.name) else { return nil }
            if name == "phone" { return "write the number like +4915112345678" }
            return sentence.hasPrefix(name) ? nil : "see \(name)"
        case .notFound: return "it may have been removed, or it belongs to somebody else"
        case .server: return code == .unimplemented ? nil : "see the daemon's log"
        case .authentication, .unknown: return nil
        }
    }

    /// The name of the parameter that a JSON Pointer points to: `first name` for `/params/first_name`.
    private static func name(of field: String) -> String? {
        field.split(separator: "/").last.map { String($0).replacing("_", with: " ") }
    }

    /// Writes a duration, rounded up to whole seconds, or to whole minutes if it is at least two minutes long.
    private static func written(_ duration: Duration) -> String {
        let seconds = duration.milliseconds / 1000 + (duration.milliseconds % 1000 == 0 ? 0 : 1)
        return seconds < 120 ? "\(seconds) s" : "\((seconds - 1) / 60 + 1) min"
    }
}

extension WireError.Code {
    fileprivate var kind: ErrorKind {
        switch self {
        case .deadlineExceeded, .unavailable: .network
        case .unauthenticated, .permissionDenied: .authentication
        case .invalidArgument, .outOfRange, .failedPrecondition, .alreadyExists, .resourceExhausted: .validation
        case .notFound: .notFound
        case .internal, .dataLoss, .unimplemented, .aborted: .server
        case .unknown, .cancelled: .unknown
        }
    }
}
