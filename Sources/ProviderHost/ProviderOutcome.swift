package import ProviderAPI
package import Wire

/// How an operation ended, as the host saw it.
///
/// What the provider claims was compared with what was forwarded.
package struct ProviderOutcome: Sendable, Equatable {
    /// The end.
    package enum Verdict: Sendable, Equatable {
        /// The provider ended it, and its claim is possible.
        ///
        /// `outcome` may still be `failed`.
        case finished(OperationFinish)
        /// The provider did not get to an end.
        case failed(ProviderFailure)
        /// The deadline passed first; the child was killed.
        case timedOut
        /// It was cancelled before the commit write.
        case cancelled
    }

    /// What became of the one commit write.
    package enum Commit: Sendable, Equatable {
        /// None was asked for.
        case none
        /// The broker refused it: it did not leave.
        case refused(WireError)
        /// It was asked for and may have left.
        case forwarded
        /// The lock acknowledged the write over Bluetooth, which says nothing of the bolt.
        case written
    }

    /// How it ended.
    package var verdict: Verdict
    /// Whether the door may have been told to open.
    package var commit: Commit
    /// What the child wrote on standard error: one line of plain characters, without the credential.
    package var note: String

    /// An outcome.
    package init(_ verdict: Verdict, commit: Commit = .none, note: String = "") {
        self.verdict = verdict
        self.commit = commit
        self.note = note
    }

    /// What the operation did to the lock, as far as that is certain.
    package var effect: WireError.Effect {
        switch commit {
        case .none, .refused: .none
        case .forwarded, .written: isGranted ? .applied : isRefused ? .none : .unknown
        }
    }

    /// Whether the provider says that the lock has refused the command.
    private var isRefused: Bool {
        guard case .finished(let finish) = verdict else { return false }
        return finish.outcome == .refused
    }

    /// Whether the provider says that the door is open, and had a commit write to say it of.
    package var isGranted: Bool {
        guard case .finished(let finish) = verdict else { return false }
        return finish.outcome == .granted
    }
}

/// Why a provider did not get to an end of its own.
///
/// Equality is the code.
package struct ProviderFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable causes; each is a reason of `connectionFailed`.
    package enum Code: String, Sendable, CaseIterable {
        /// No such provider, or its program is not to be trusted.
        case notInstalled = "provider_not_installed"
        /// The provider cannot do what was asked.
        case unsupported = "provider_unsupported"
        /// It misbehaved before, and is not started again until the daemon restarts.
        case quarantined = "provider_quarantined"
        /// The launcher could not be started, or refused the program.
        case notStarted = "provider_not_started"
        /// It ended before it had finished.
        case exited = "provider_exited"
        /// It said nothing.
        case silent = "provider_silent"
        /// It broke the wire's rules.
        case broken = "provider_broken"
        /// It reached for what its manifest does not list.
        case notAllowed = "provider_not_allowed"
        /// It said more than it may.
        case excessive = "provider_excessive"
        /// It claimed an open door without a commit write.
        case falseClaim = "provider_false_claim"
        /// The link did not open; `reason` is the broker's.
        case link = "link"
    }

    /// The cause; stable.
    package let code: Code
    /// For `connectionFailed`: the code, or the broker's reason.
    package let reason: String
    /// For engineers, without secrets and without the child's own words.
    package let message: String

    /// A failure of the provider.
    package init(_ code: Code, _ message: String, reason: String? = nil) {
        self.code = code
        self.reason = reason ?? code.rawValue
        self.message = message
    }

    /// Whether the provider is not to be started again: it did what no honest one does.
    package var isHostile: Bool {
        switch code {
        case .broken, .notAllowed, .excessive, .falseClaim: true
        case .notInstalled, .unsupported, .quarantined, .notStarted, .exited, .silent, .link: false
        }
    }

    package static func == (left: ProviderFailure, right: ProviderFailure) -> Bool { left.code == right.code }

    package var description: String { message }
}
