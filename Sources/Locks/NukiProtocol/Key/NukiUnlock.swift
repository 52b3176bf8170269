package import LockProtocol

/// Opens a lock. The machine asks for a challenge, writes one action, and then waits for the lock's report. The action
/// is written once and never repeated.
package struct NukiUnlock: KeyOperation {
    /// The parameters that the caller gives the machine in advance.
    package struct Parameters: Sendable {
        /// The client's credential.
        package var credential: NukiCredential
        /// The action: unlock or unlatch.
        package var action: NukiUnlockAction
        /// The name of the person who opens, for the lock's own log, truncated to 20 bytes of UTF-8. If the short form
        /// must be sent, this is nil.
        package var suffix: String?
        /// The time at which the operation ends as timed out. This applies only if the commit write has not been made.
        package var deadline: Duration
        /// The time after the deadline during which a committed operation may still learn its outcome.
        package var overtime: Duration

        /// Creates parameters for an unlock that ends at `deadline`. If the unlock is committed, it ends 30 s later.
        package init(
            credential: NukiCredential,
            action: NukiUnlockAction = .unlock,
            suffix: String? = nil,
            deadline: Duration,
            overtime: Duration = .seconds(30)
        ) {
            self.credential = credential
            self.action = action
            self.suffix = suffix
            self.deadline = deadline
            self.overtime = overtime
        }
    }

    private enum State: Sendable {
        case idle
        case awaitingChallenge(NukiKeyChannel)
        case awaitingOutcome(NukiKeyChannel, Progress)
        case finished
    }

    /// The lock's messages since the commit write.
    private struct Progress: Sendable {
        var confirmation = KeyConfirmation.commanded
        var hasActed = false
        var states: NukiKeyturnerStates?
        var evidence: [UInt8]?
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
        case .idle, .awaitingChallenge: parameters.deadline
        case .awaitingOutcome: parameters.deadline + parameters.overtime
        case .finished: nil
        }
    }

    /// Implements ``KeyOperation``.
    package static var linkLost: String { NukiKeyReason.disconnected }

    /// Implements ``KeyOperation``.
    package var isCommitted: Bool { if case .awaitingOutcome = state { true } else { false } }

    /// Implements ``KeyOperation``.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        let channel = NukiKeyChannel(authID: parameters.credential.authID, key: parameters.credential.key)
        do {
            let request = try channel.request(.challenge, using: &random)
            state = .awaitingChallenge(channel)
            return [.phase(.authenticating)] + NukiKeyChannel.subscriptions + [request]
        } catch {
            return broken()
        }
    }

    /// Implements ``KeyOperation``.
    package mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            switch state {
            case .idle, .finished:
                return []
            case .awaitingChallenge(var channel):
                let reply = try channel.receive(bytes, on: characteristic)
                state = .awaitingChallenge(channel)
                guard let reply else { return [] }
                return try challenged(reply, channel, using: &random)
            case .awaitingOutcome(var channel, let progress):
                let reply = try channel.receive(bytes, on: characteristic)
                state = .awaitingOutcome(channel, progress)
                guard let reply else { return [] }
                return try answered(reply, channel, progress)
            }
        } catch {
            return broken()
        }
    }

    private mutating func challenged(
        _ reply: NukiKeyChannel.Reply,
        _ channel: NukiKeyChannel,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .refused(let report):
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message) where message.command == .challenge:
            let request = NukiActionRequest(
                parameters.action.doorAction,
                appID: parameters.credential.appID,
                suffix: parameters.suffix,
                nonce: try message.challenge()
            )
            let action = NukiMessage(.lockAction, request.payload)
            let write = try channel.write(action, commit: true, using: &random)
            state = .awaitingOutcome(channel, Progress())
            return [.phase(.operating), write]
        case .message:
            // A lock may send its states unasked at any time, and a status may be the late end of an earlier command.
            return []
        }
    }

    private mutating func answered(
        _ reply: NukiKeyChannel.Reply,
        _ channel: NukiKeyChannel,
        _ progress: Progress
    ) throws(NukiError) -> [KeyAction] {
        var progress = progress
        switch reply {
        case .refused(let report):
            progress.evidence = report.payload
            state = .awaitingOutcome(channel, progress)
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message) where message.command == .status:
            let status = try NukiStatus(payload: message.payload)
            progress.evidence = progress.evidence ?? message.payload
            guard status == .complete else {
                if status == .accepted { progress.confirmation = .communicated }
                state = .awaitingOutcome(channel, progress)
                return []
            }
            return completed(channel, progress)
        case .message(let message) where message.command == .keyturnerStates:
            let states = try NukiKeyturnerStates(payload: message.payload)
            // A state sent before the acceptance says nothing about this command.
            guard progress.confirmation != .commanded else { return [] }
            progress.states = states
            progress.evidence = message.payload
            return reported(states, channel, progress)
        case .message:
            return []
        }
    }

    private mutating func reported(
        _ states: NukiKeyturnerStates,
        _ channel: NukiKeyChannel,
        _ progress: Progress
    ) -> [KeyAction] {
        var progress = progress
        let begins = states.lockState == parameters.action.movingState && !progress.hasActed
        if begins { progress.hasActed = true }
        if states.confirms(parameters.action) { progress.confirmation = .confirmed }
        state = .awaitingOutcome(channel, progress)
        if progress.confirmation == .confirmed { return finish(KeyResult(.succeeded)) }
        guard states.lockState == .motorBlocked else { return begins ? [.phase(.acting)] : [] }
        return finish(KeyResult(.failed, reason: NukiErrorCode.motorBlocked.reason))
    }

    /// Handles status 00. The command is complete, unless the state last reported by the lock contradicts the status.
    private mutating func completed(_ channel: NukiKeyChannel, _ progress: Progress) -> [KeyAction] {
        var progress = progress
        let resting = progress.states.flatMap { $0.lockState.isMoving ? nil : $0.lockState }
        let contradicted = resting.map { $0 != parameters.action.wantedState } ?? false
        if !contradicted { progress.confirmation = .confirmed }
        state = .awaitingOutcome(channel, progress)
        guard contradicted else { return finish(KeyResult(.succeeded)) }
        return finish(KeyResult(.failed, reason: NukiKeyReason.notInWantedState))
    }

    private mutating func broken() -> [KeyAction] {
        finish(KeyResult(.failed, reason: NukiKeyReason.badReply))
    }

    /// Implements ``KeyOperation``.
    package mutating func finish(_ result: KeyResult) -> [KeyAction] {
        var result = result
        switch state {
        case .finished:
            return []
        case .idle, .awaitingChallenge:
            break
        case .awaitingOutcome(_, let progress):
            result.confirmation = progress.confirmation
            result.state = progress.states.map { "\($0.lockState)" }
            result.reading = progress.states?.reading
            result.evidence = progress.evidence
        }
        state = .finished
        return [.finish(result)]
    }
}

/// The action that an unlock requests from the motor.
package enum NukiUnlockAction: String, Sendable, Equatable {
    /// Retract the bolt.
    case unlock
    /// Retract the bolt and pull the latch.
    case unlatch

    var doorAction: NukiDoorAction {
        switch self {
        case .unlock: .unlock
        case .unlatch: .unlatch
        }
    }

    /// The lock's state while it carries out the action.
    var movingState: NukiLockState {
        switch self {
        case .unlock: .unlocking
        case .unlatch: .unlatching
        }
    }

    /// The lock's state that confirms the action.
    var wantedState: NukiLockState {
        switch self {
        case .unlock: .unlocked
        case .unlatch: .unlatched
        }
    }
}

extension NukiKeyturnerStates {
    /// Whether a report sent after the acceptance of `action` shows that the lock carried the action out. A lock that
    /// was already open, and whose motor then failed, is still open. Therefore, if the lock reports how its last
    /// unlocking ended, the unlocking must have ended well. An unlatching has not ended yet when the latch is pulled,
    /// so the lock cannot report its end at that time.
    func confirms(_ action: NukiUnlockAction) -> Bool {
        guard lockState == action.wantedState else { return false }
        switch action {
        case .unlock: return last.map { $0.completion == .success } ?? true
        case .unlatch: return true
        }
    }

    /// Whether the lock rests in the state that `action` leads to, and was brought to this state by a Bluetooth
    /// command. A bolt turned by hand, or with the lock's button, says nothing about this client's command.
    func restsAfter(_ action: NukiUnlockAction) -> Bool {
        guard trigger == Self.byCommand else { return false }
        let isWell = last.map { $0.trigger == Self.byCommand && $0.completion == .success }
        let lastAction = last.map(\.action)
        switch action {
        case .unlock:
            return lockState == .unlocked && (isWell ?? true) && lastAction.isNilOr(NukiDoorAction.unlock.rawValue)
        case .unlatch:
            if lockState == .unlatched { return lastAction.isNilOr(NukiDoorAction.unlatch.rawValue) }
            return lockState == .unlocked && isWell == true && lastAction == NukiDoorAction.unlatch.rawValue
        }
    }

    /// The value 0 of the trigger, for the lock's system or a Bluetooth command.
    private static let byCommand: UInt8 = 0
}

extension Optional where Wrapped: Equatable {
    /// Whether a field is missing or equals `value`. A field missing from a shorter form of the report contradicts
    /// nothing.
    fileprivate func isNilOr(_ value: Wrapped) -> Bool { self == nil || self == value }
}
