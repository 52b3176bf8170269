package import LockProtocol

/// Retracts a bolt. The machine logs in, reads the lock's state, sends one command, and then waits for the lock's
/// report. The command is written once and never repeated.
package struct SesameUnlock: KeyOperation {
    /// The parameters that the caller gives the machine in advance.
    package struct Parameters: Sendable {
        /// The client's credential.
        package var credential: SesameCredential
        /// The name of the person who opens, for the lock's own history, truncated to 20 bytes of UTF-8.
        package var label: String
        /// The time at which the operation ends as timed out. This applies only if the commit write has not been made.
        package var deadline: Duration
        /// The time after the deadline during which a committed operation may still learn its outcome.
        package var overtime: Duration

        /// Creates parameters for an unlock that ends at `deadline`. If the unlock is committed, it ends 15 s later. If
        /// a motor takes longer than that, it has given up.
        package init(
            credential: SesameCredential,
            label: String = "",
            deadline: Duration,
            overtime: Duration = .seconds(15)
        ) {
            self.credential = credential
            self.label = label
            self.deadline = deadline
            self.overtime = overtime
        }
    }

    private enum State: Sendable {
        case idle
        case loggingIn(SesameKeyLink)
        /// The client has logged in, and the lock's state is still outstanding.
        case awaitingStatus(SesameKeyLink)
        case awaitingOutcome(SesameKeyLink, Progress)
        case finished
    }

    /// The lock's messages since the commit write.
    private struct Progress: Sendable {
        var confirmation = KeyConfirmation.commanded
        var hasActed = false
        /// Whether the bolt was seen in another state before the lock had answered. The reason makes no difference.
        var mayHaveActed = false
        /// The state of the bolt before the command.
        let before: SesameBoltState
        /// The latest status sent after the lock had accepted the command.
        var status: SesameMechStatus?
        /// The latest status overall, which may have been sent before the command.
        var latest: SesameMechStatus
        var evidence: [UInt8]?

        /// Whether the bolt was retracted and at rest before the command.
        var wasUnlocked: Bool { before == .unlocked }

        /// Returns the lock's report about itself. Once the command has been sent, the bolt's earlier position matters
        /// only if the lock refused the command or had nothing to do.
        func reading(isRefused: Bool) -> LockReading {
            var reading = latest.reading
            let isStill = isRefused || (wasUnlocked && confirmation == .confirmed)
            if status == nil, !isStill { reading.state = .unknown }
            return reading
        }
    }

    private let parameters: Parameters
    private var state = State.idle

    /// Creates an unlock that waits for `started`.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// The deadline. After the commit write, this is the end of the overtime.
    package var wakeAt: Duration? {
        switch state {
        case .idle, .loggingIn, .awaitingStatus: parameters.deadline
        case .awaitingOutcome: parameters.deadline + parameters.overtime
        case .finished: nil
        }
    }

    /// Implements ``KeyOperation``.
    package static var linkLost: String { SesameKeyReason.disconnected }

    /// Implements ``KeyOperation``.
    package var isCommitted: Bool { if case .awaitingOutcome = state { true } else { false } }

    /// Implements ``KeyOperation``.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        state = .loggingIn(SesameKeyLink(secret: parameters.credential.secret))
        return [.phase(.authenticating), SesameKeyLink.subscription]
    }

    /// Implements ``KeyOperation``.
    package mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            switch state {
            case .idle, .finished:
                return []
            case .loggingIn(var link), .awaitingStatus(var link):
                return try prepare(link.receive(bytes, on: characteristic), link)
            case .awaitingOutcome(var link, let progress):
                let heard = try link.receive(bytes, on: characteristic)
                state = .awaitingOutcome(link, progress)
                guard case .report(let report) = heard else { return [] }
                return try answered(report, link, progress)
            }
        } catch {
            return finish(KeyResult(.failed, reason: SesameKeyReason.badReply))
        }
    }

    /// Performs the steps up to the command. The command is sent once the lock has reported the position of its bolt.
    private mutating func prepare(_ heard: SesameKeyLink.Heard, _ link: SesameKeyLink) throws(SesameError)
        -> [KeyAction]
    {
        var link = link
        switch heard {
        case .nothing:
            keep(link)
            return []
        case .token(let login):
            state = .loggingIn(link)
            return login
        case .loggedIn:
            state = .awaitingStatus(link)
            return []
        case .refused(let result):
            return finish(KeyResult(.failed, reason: result.loginReason))
        case .report(.publish(.mechStatus, let payload)):
            let status = try SesameMechStatus(payload: payload)
            let tag = SesameHistoryTag.text(parameters.label)
            let writes = try link.write(SesameRequest(.unlock, tag.payload), commit: true)
            state = .awaitingOutcome(link, Progress(before: status.state, latest: status))
            return [.phase(.operating)] + writes
        case .report:
            keep(link)
            return []
        }
    }

    private mutating func keep(_ link: SesameKeyLink) {
        if case .loggingIn = state { state = .loggingIn(link) }
        if case .awaitingStatus = state { state = .awaitingStatus(link) }
    }

    private mutating func answered(
        _ report: SesameReport, _ link: SesameKeyLink, _ progress: Progress
    ) throws(SesameError) -> [KeyAction] {
        var progress = progress
        switch report {
        case .response(.unlock, let result, _):
            progress.evidence = report.encoded
            if result == .success { progress.confirmation = progress.wasUnlocked ? .confirmed : .communicated }
            state = .awaitingOutcome(link, progress)
            guard result == .success else {
                // The answer is sealed, so it comes from the lock.
                let isRefusal = result.isRefusal && !progress.mayHaveActed && progress.confirmation == .commanded
                return finish(KeyResult(isRefusal ? .refused : .failed, reason: result.reason))
            }
            // A lock whose motor has nothing to do may not report anything more.
            return progress.wasUnlocked ? finish(KeyResult(.succeeded)) : []
        case .publish(.mechStatus, let payload):
            // A state sent before the acceptance says nothing about this command, but a lock that is moving has not
            // refused.
            guard progress.confirmation != .commanded else {
                let status = try SesameMechStatus(payload: payload)
                progress.latest = status
                if status.state != progress.before { progress.mayHaveActed = true }
                state = .awaitingOutcome(link, progress)
                return []
            }
            let status = try SesameMechStatus(payload: payload)
            (progress.status, progress.latest) = (status, status)
            progress.evidence = report.encoded
            return reported(link, progress)
        case .response, .publish:
            return []
        }
    }

    private mutating func reported(_ link: SesameKeyLink, _ progress: Progress) -> [KeyAction] {
        var progress = progress
        let bolt = progress.status?.state
        let begins = bolt == .moving && !progress.hasActed
        if bolt == .moving { progress.hasActed = true }
        if bolt == .unlocked { progress.confirmation = .confirmed }
        state = .awaitingOutcome(link, progress)
        switch bolt {
        case .unlocked:
            return finish(KeyResult(.succeeded))
        case .jammed:
            return finish(KeyResult(.failed, reason: SesameKeyReason.jammed))
        case .locked, .between:
            // The bolt rests in another state and has not moved yet, so the movement has yet to begin.
            guard progress.hasActed else { return [] }
            return finish(KeyResult(.failed, reason: SesameKeyReason.notInWantedState))
        case .moving, nil:
            return begins ? [.phase(.acting)] : []
        }
    }

    /// Implements ``KeyOperation``.
    package mutating func finish(_ result: KeyResult) -> [KeyAction] {
        var result = result
        switch state {
        case .finished:
            return []
        case .idle, .loggingIn, .awaitingStatus:
            break
        case .awaitingOutcome(_, let progress):
            result.confirmation = progress.confirmation
            result.state = progress.status?.state.rawValue
            result.reading = progress.reading(isRefused: result.outcome == .refused)
            result.evidence = progress.evidence
        }
        state = .finished
        return [.finish(result)]
    }
}

extension SesameResult {
    /// Whether the result means that the lock has not begun the requested movement. The result for failing storage,
    /// `unknown` and unlisted results may come after the movement has begun.
    var isRefusal: Bool {
        let refusals: Set<SesameResult> = [
            .invalidFormat, .notSupported, .invalidSignature, .notFound, .busy, .invalidParameter, .invalidAction,
        ]
        return refusals.contains(self)
    }

    /// The reason for a failed login. A lock that does not know the secret answers with a result of its own.
    var loginReason: String { self == .invalidSignature ? SesameKeyReason.notAuthorized : reason }
}
