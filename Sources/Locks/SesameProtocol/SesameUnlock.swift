package import LockProtocol

/// Turns a bolt back: login, the lock's state, one command, then the lock's word on it. The command is written once and
/// never again.
package struct SesameUnlock: KeyOperation {
    /// What the caller tells the machine in advance.
    package struct Parameters: Sendable {
        /// The key.
        package var credential: SesameCredential
        /// The person who opens, for the lock's own history; truncated at 20 bytes of UTF-8.
        package var label: String
        /// When the operation ends as timed out, if its commit write has not been made.
        package var deadline: Duration
        /// How long past the deadline an operation may still learn its outcome after its commit write.
        package var overtime: Duration

        /// Creates an unlock that ends at `deadline`, or 15 s later once committed: a motor that takes longer has given
        /// up.
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
        /// Logged in; the state is still to come.
        case awaitingStatus(SesameKeyLink)
        case awaitingOutcome(SesameKeyLink, Progress)
        case finished
    }

    /// The lock's messages since the commit write.
    private struct Progress: Sendable {
        var confirmation = KeyConfirmation.commanded
        var hasActed = false
        /// Whether, for whatever reason, the bolt was seen elsewhere before the lock had answered.
        var mayHaveActed = false
        /// Where the bolt was before the command.
        let before: SesameBoltState
        /// The latest status since the lock accepted.
        var status: SesameMechStatus?
        /// The latest status overall, even from before the command.
        var latest: SesameMechStatus
        var evidence: [UInt8]?

        /// Whether the bolt was back, and at rest, before the command.
        var wasUnlocked: Bool { before == .unlocked }

        /// What the lock reported. Where the bolt was before the command is meaningless once the command has been sent,
        /// unless the lock refused it or had nothing to do.
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

    /// The deadline; once committed, the end of the overtime.
    package var wakeAt: Duration? {
        switch state {
        case .idle, .loggingIn, .awaitingStatus: parameters.deadline
        case .awaitingOutcome: parameters.deadline + parameters.overtime
        case .finished: nil
        }
    }

    /// See `KeyOperation`.
    package static var linkLost: String { SesameKeyReason.disconnected }

    /// See `KeyOperation`.
    package var isCommitted: Bool { if case .awaitingOutcome = state { true } else { false } }

    /// See `KeyOperation`.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        state = .loggingIn(SesameKeyLink(secret: parameters.credential.secret))
        return [.phase(.authenticating), SesameKeyLink.subscription]
    }

    /// See `KeyOperation`.
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

    /// Takes the steps up to the command, which is sent once the lock has said where its bolt is.
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
            // A motor with nothing to do may not report anything more.
            return progress.wasUnlocked ? finish(KeyResult(.succeeded)) : []
        case .publish(.mechStatus, let payload):
            // A state from before the acceptance says nothing about this command, but a moving lock has not refused.
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
            // The bolt rests elsewhere and has not moved yet: the movement has yet to begin.
            guard progress.hasActed else { return [] }
            return finish(KeyResult(.failed, reason: SesameKeyReason.notInWantedState))
        case .moving, nil:
            return begins ? [.phase(.acting)] : []
        }
    }

    /// See `KeyOperation`.
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
    /// Whether the result means that the lock has not begun what was requested. Failing storage, `unknown` and unlisted
    /// results may come after that.
    var isRefusal: Bool {
        let refusals: Set<SesameResult> = [
            .invalidFormat, .notSupported, .invalidSignature, .notFound, .busy, .invalidParameter, .invalidAction,
        ]
        return refusals.contains(self)
    }

    /// Why a login failed: a lock that does not know the secret has its own result for that.
    var loginReason: String { self == .invalidSignature ? SesameKeyReason.notAuthorized : reason }
}
