package import ProviderAPI
package import Wire

/// How an operation ended, as seen by the host.
///
/// The host has compared the provider's claims with what it forwarded.
package struct ProviderOutcome: Sendable, Equatable {
    /// How the operation ended.
    package enum Verdict: Sendable, Equatable {
        /// The provider ended it, and its claim is plausible.
        ///
        /// `outcome` may still be `failed`.
        case finished(OperationFinish)
        /// The provider did not finish the operation.
        case failed(ProviderFailure)
        /// The deadline passed first, and the child was killed.
        case timedOut
        /// It was cancelled before the commit write.
        case cancelled
    }

    /// What became of the one commit write.
    package enum Commit: Sendable, Equatable {
        /// The provider asked for no commit write.
        case none
        /// The broker refused it: it was not sent.
        case refused(WireError)
        /// The provider asked for it, and it may have been sent.
        case forwarded
        /// The lock acknowledged the write over Bluetooth, which says nothing about the bolt.
        case written
    }

    /// How the operation ended.
    package var verdict: Verdict
    /// Whether the door may have been told to open.
    package var commit: Commit
    /// What the child wrote on standard error: one line of plain characters, without the credential.
    package var note: String

    /// Creates an outcome.
    package init(_ verdict: Verdict, commit: Commit = .none, note: String = "") {
        self.verdict = verdict
        self.commit = commit
        self.note = note
    }

    /// The operation's effect on the lock, as far as it is certain.
    package var effect: WireError.Effect {
        switch commit {
        case .none, .refused: .none
        case .forwarded, .written: isGranted ? .applied : isRefused ? .none : .unknown
        }
    }

    /// Whether the provider says that the lock refused the command.
    private var isRefused: Bool {
        guard case .finished(let finish) = verdict else { return false }
        return finish.outcome == .refused
    }

    /// Whether the provider says that the door is open. The host accepts that only after a commit write.
    package var isGranted: Bool {
        guard case .finished(let finish) = verdict else { return false }
        return finish.outcome == .granted
    }
}

/// Why a provider did not finish its operation.
///
/// Two failures are equal if their codes are.
package struct ProviderFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable causes; each except `link` is a reason of `connectionFailed`.
    package enum Code: String, Sendable, CaseIterable {
        /// There is no such provider, or its program cannot be trusted.
        case notInstalled = "provider_not_installed"
        /// The provider cannot do what was requested.
        case unsupported = "provider_unsupported"
        /// It has misbehaved, and is not started again until the daemon restarts.
        case quarantined = "provider_quarantined"
        /// The launcher could not be started, or refused the program.
        case notStarted = "provider_not_started"
        /// It exited before finishing.
        case exited = "provider_exited"
        /// It did not call `operation.run`, or does not take the lock's messages.
        case silent = "provider_silent"
        /// It broke the rules of the wire, or ended a different operation from the one it was given.
        case broken = "provider_broken"
        /// It accessed a characteristic that its manifest does not list, or marked a commit outside an unlock.
        case notAllowed = "provider_not_allowed"
        /// It sent more than allowed.
        case excessive = "provider_excessive"
        /// It claimed an open door without a commit write.
        case falseClaim = "provider_false_claim"
        /// The link did not open; `reason` is the broker's.
        case link = "link"
    }

    /// The stable cause.
    package let code: Code
    /// For `connectionFailed`: the code, or the broker's reason.
    package let reason: String
    /// For engineers; contains no secrets and none of the child's own text.
    package let message: String
    /// For ``Code/notStarted``: what is missing.
    package let launch: LaunchFault?

    /// Creates a failure of the provider.
    package init(_ code: Code, _ message: String, reason: String? = nil) {
        self.code = code
        self.reason = reason ?? code.rawValue
        self.message = message
        launch = nil
    }

    /// Creates the failure of a provider that did not become a contained process.
    package init(notStarted fault: LaunchFault) {
        (code, reason) = (.notStarted, Code.notStarted.rawValue)
        message = "the lock's provider could not be started: \(fault.words)"
        launch = fault
    }

    /// Whether the provider must not be started again, because it did something that no honest provider does.
    package var isHostile: Bool {
        switch code {
        case .broken, .notAllowed, .excessive, .falseClaim: true
        case .notInstalled, .unsupported, .quarantined, .notStarted, .exited, .silent, .link: false
        }
    }

    package static func == (left: ProviderFailure, right: ProviderFailure) -> Bool { left.code == right.code }

    package var description: String { message }
}
