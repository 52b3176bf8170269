import SeamWords
import TermCore
package import Wire

/// The knowledge that this program has about a reason before any error arrives. ``known`` is generated from
/// `Protocol/reasons.json`.
package struct Reason: Sendable {
    /// Whether the same call may be repeated.
    package enum Retry: Sendable { case safe, notSafe }

    package let code: WireError.Code
    package let retry: Retry
    /// The exit status when nothing happened, if the reason decides it.
    let exit: ExitStatus?
    /// The remedy. The remedy for a refused session is in ``Refusal``.
    let hint: TerminalSafe?

    init(_ code: WireError.Code, retry: Retry = .notSafe, exit: ExitStatus? = nil, hint: TerminalSafe? = nil) {
        (self.code, self.retry, self.exit, self.hint) = (code, retry, exit, hint)
    }

    /// The exit status for a reason if nothing happened. If the reason is unknown, this is nil.
    package static func status(of reason: String) -> ExitStatus? {
        known[reason].map { ExitStatus(WireError($0.code, reason, "", retry: .init(safe: $0.retry == .safe))) }
    }

    /// The remedy for a reason, for a person at a shell.
    static func hint(_ reason: String) -> TerminalSafe? {
        known[reason]?.hint ?? Refusal(rawValue: reason).map { "\($0.remedy)" }
    }
}
