package import ProviderAPI
package import Wire

/// How an operation ended, as seen by the host.
///
/// The host has compared the provider's claims with the writes that the host has forwarded.
package struct ProviderOutcome: Sendable, Equatable {
    /// The way in which an operation ended.
    package enum Verdict: Sendable, Equatable {
        /// The provider ended the operation, and the provider's claim is plausible.
        ///
        /// The claim's `outcome` may still be `failed`.
        case finished(OperationFinish)
        /// The provider did not finish the operation.
        case failed(ProviderFailure)
        /// The deadline passed before the provider had finished, and the child was killed.
        case timedOut
        /// The operation was cancelled before the commit write.
        case cancelled
    }

    /// The fate of the operation's only commit write.
    package enum Commit: Sendable, Equatable {
        /// The provider requested no commit write.
        case none
        /// The broker refused the write, so the write was not sent.
        case refused(WireError)
        /// The provider requested the write, and the write may have been sent.
        case forwarded
        /// The lock acknowledged the write over Bluetooth. The acknowledgement says nothing about the bolt.
        case written
    }

    /// The way in which the operation ended.
    package var verdict: Verdict
    /// The fate of the commit write. This write may have told the lock to open.
    package var commit: Commit
    /// The child's text on standard error, as one line of plain characters without the credential.
    package var note: String

    /// Creates an outcome.
    package init(_ verdict: Verdict, commit: Commit = .none, note: String = "") {
        self.verdict = verdict
        self.commit = commit
        self.note = note
    }

    /// The operation's effect on the lock. It includes only what is certain.
    package var effect: WireError.Effect {
        switch commit {
        case .none, .refused: .none
        case .forwarded, .written: isGranted ? .applied : isRefused ? .none : .unknown
        }
    }

    /// Whether the provider claims that the lock refused the command.
    private var isRefused: Bool {
        guard case .finished(let finish) = verdict else { return false }
        return finish.outcome == .refused
    }

    /// Whether the provider claims that the door is open. The host accepts this claim only after a commit write.
    package var isGranted: Bool {
        guard case .finished(let finish) = verdict else { return false }
        return finish.outcome == .granted
    }
}

/// The reason why a provider did not finish its operation.
///
/// Two failures are equal if they have the same code.
package struct ProviderFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable causes of a failure. Each cause except `link` is a reason of `connectionFailed`.
    package enum Code: String, Sendable, CaseIterable {
        /// The provider does not exist, or its program cannot be trusted.
        case notInstalled = "provider_not_installed"
        /// The provider cannot do what was requested.
        case unsupported = "provider_unsupported"
        /// The provider has misbehaved, and is not started again until the daemon restarts.
        case quarantined = "provider_quarantined"
        /// The launcher could not be started, or refused the program.
        case notStarted = "provider_not_started"
        /// The provider exited before it had finished the operation.
        case exited = "provider_exited"
        /// The provider did not call `operation.run`, or does not accept the lock's messages.
        case silent = "provider_silent"
        /// The provider broke the rules of the wire, or ended an operation other than the given one.
        case broken = "provider_broken"
        /// The provider accessed a characteristic that its manifest does not list, or marked a write as a commit
        /// outside an unlock.
        case notAllowed = "provider_not_allowed"
        /// The provider sent more than its limits allow.
        case excessive = "provider_excessive"
        /// The provider claimed an open door without a commit write.
        case falseClaim = "provider_false_claim"
        /// The link did not open. The failure has the broker's `reason`.
        case link = "link"
    }

    /// The stable cause.
    package let code: Code
    /// The reason for `connectionFailed`: either the code or the broker's reason.
    package let reason: String
    /// The message for engineers, without any secrets or the child's own text.
    package let message: String
    /// For ``Code/notStarted``: the missing requirement.
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
