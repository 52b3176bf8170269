package import LockProtocol

/// Retracts a bolt. The machine asks the lock for the link's vector and for reports, reads the lock's state, sends one
/// command, and then waits for the lock's report. The command is written once and never repeated, and nothing is
/// written after it.
package struct SwitchBotUnlock: KeyOperation {
    /// The parameters that the caller gives the machine in advance.
    package struct Parameters: Sendable {
        /// The client's credential.
        package var credential: SwitchBotCredential
        /// The time at which the operation ends as timed out. This applies only if the commit write has not been made.
        package var deadline: Duration
        /// The time after the deadline during which a committed operation may still learn its outcome.
        package var overtime: Duration

        /// Creates parameters for an unlock that ends at `deadline`. If the unlock is committed, it ends 15 s later. A
        /// motor that takes longer than that has given up.
        package init(credential: SwitchBotCredential, deadline: Duration, overtime: Duration = .seconds(15)) {
            self.credential = credential
            self.deadline = deadline
            self.overtime = overtime
        }
    }

    private enum State: Sendable {
        case idle
        case opening(SwitchBotKeyLink)
        /// The link has a vector, and the lock has not confirmed yet that it reports its state.
        case awaitingReports(SwitchBotKeyLink)
        /// The lock reports its state from now on, and its present state is still outstanding.
        case awaitingInfo(SwitchBotKeyLink)
        case awaitingOutcome(SwitchBotKeyLink, Progress)
        case finished
    }

    /// The lock's messages since the commit write.
    private struct Progress: Sendable {
        var confirmation = KeyConfirmation.commanded
        var hasActed = false
        var isBatteryLow: Bool
        /// The state before the command.
        let before: SwitchBotLockInfo
        /// The latest state that the lock reported after it had accepted the command.
        var latest: SwitchBotLockInfo?
        var evidence: [UInt8]?

        /// Whether the bolt was retracted and at rest before the command.
        var wasUnlocked: Bool { before.bolt == .unlocked }

        /// The lock's report about itself. Once the command has been sent, the bolt's earlier position no longer
        /// counts. It still counts only if the lock had nothing to do.
        var reading: LockReading {
            var reading = (latest ?? before).reading
            if latest == nil, confirmation != .confirmed { reading.state = .unknown }
            reading.isBatteryCritical = isBatteryLow
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
        case .idle, .opening, .awaitingReports, .awaitingInfo: parameters.deadline
        case .awaitingOutcome: parameters.deadline + parameters.overtime
        case .finished: nil
        }
    }

    /// Implements ``KeyOperation``.
    package static var linkLost: String { SwitchBotKeyReason.disconnected }

    /// Implements ``KeyOperation``.
    package var isCommitted: Bool { if case .awaitingOutcome = state { true } else { false } }

    /// Implements ``KeyOperation``.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        let link = SwitchBotKeyLink(key: parameters.credential.key)
        state = .opening(link)
        return [.phase(.authenticating)] + link.opening
    }

    /// Implements ``KeyOperation``.
    package mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            switch state {
            case .idle, .finished:
                return []
            case .opening(var link), .awaitingReports(var link), .awaitingInfo(var link):
                return try prepare(link.receive(bytes, on: characteristic), link)
            case .awaitingOutcome(var link, let progress):
                return answered(try link.receive(bytes, on: characteristic), link, progress)
            }
        } catch {
            return finish(KeyResult(.failed, reason: SwitchBotKeyReason.reason(for: error)))
        }
    }

    /// Performs the steps up to the command. The command is sent once the lock has reported the position of its bolt.
    private mutating func prepare(
        _ heard: SwitchBotKeyLink.Heard, _ link: SwitchBotKeyLink
    ) throws(SwitchBotError) -> [KeyAction] {
        switch heard {
        case .nothing, .report:
            return []
        case .opened:
            state = .awaitingReports(link)
            return [try link.write(.reports(isOn: true))]
        case .refused(let result):
            return finish(KeyResult(.failed, reason: result.accessReason))
        case .reply(let result, let content):
            guard result.isSuccess else { return finish(KeyResult(.failed, reason: result.accessReason)) }
            guard case .awaitingInfo = state else {
                state = .awaitingInfo(link)
                return [try link.write(.lockInfo)]
            }
            let info = try SwitchBotLockInfo(payload: content)
            guard info.isCalibrated else {
                return finish(KeyResult(.failed, reason: SwitchBotKeyReason.notCalibrated))
            }
            let command = try link.write(.unlock, commit: true)
            state = .awaitingOutcome(link, Progress(isBatteryLow: result == .lowBattery, before: info))
            return [.phase(.operating), command]
        }
    }

    private mutating func answered(
        _ heard: SwitchBotKeyLink.Heard, _ link: SwitchBotKeyLink, _ progress: Progress
    ) -> [KeyAction] {
        var progress = progress
        switch heard {
        case .reply(let result, _) where progress.confirmation == .commanded:
            progress.evidence = [result.rawValue]
            if result == .lowBattery { progress.isBatteryLow = true }
            if result.isSuccess { progress.confirmation = progress.wasUnlocked ? .confirmed : .communicated }
            state = .awaitingOutcome(link, progress)
            // The result is not encrypted, so anyone nearby can forge a refusal, and the lock may have moved.
            guard result.isSuccess else { return finish(KeyResult(.failed, reason: result.reason)) }
            // A lock whose motor has nothing to do may not report anything more.
            return progress.wasUnlocked ? finish(KeyResult(.succeeded)) : []
        case .report(let info) where progress.confirmation != .commanded:
            progress.latest = info
            progress.evidence = info.payload
            return reported(info, link, progress)
        // A state sent before the acceptance says nothing about this command.
        case .report, .reply, .nothing, .opened, .refused:
            return []
        }
    }

    private mutating func reported(
        _ info: SwitchBotLockInfo, _ link: SwitchBotKeyLink, _ progress: Progress
    ) -> [KeyAction] {
        var progress = progress
        let begins = info.bolt == .unlocking && !progress.hasActed
        if info.isCalibrated, info.bolt.isMoving { progress.hasActed = true }
        if info.isCalibrated, info.bolt == .unlocked { progress.confirmation = .confirmed }
        state = .awaitingOutcome(link, progress)
        guard info.isCalibrated else { return finish(KeyResult(.failed, reason: SwitchBotKeyReason.notCalibrated)) }
        switch info.bolt {
        case .unlocked:
            return finish(KeyResult(.succeeded))
        case .lockingStopped, .unlockingStopped:
            // Without a movement, this is the state from before the command.
            guard progress.hasActed || info.bolt != progress.before.bolt else { return [] }
            return finish(KeyResult(.failed, reason: SwitchBotKeyReason.jammed))
        case .locked, .notFullyLocked:
            // The bolt has not moved yet, so the movement has yet to begin.
            guard progress.hasActed else { return [] }
            return finish(KeyResult(.failed, reason: SwitchBotKeyReason.notInWantedState))
        case .locking, .unlocking:
            return begins ? [.phase(.acting)] : []
        }
    }

    /// Implements ``KeyOperation``.
    package mutating func finish(_ result: KeyResult) -> [KeyAction] {
        var result = result
        switch state {
        case .finished:
            return []
        case .idle, .opening, .awaitingReports, .awaitingInfo:
            break
        case .awaitingOutcome(_, let progress):
            result.confirmation = progress.confirmation
            result.state = progress.latest?.state
            result.reading = progress.reading
            result.evidence = progress.evidence
        }
        state = .finished
        return [.finish(result)]
    }
}
