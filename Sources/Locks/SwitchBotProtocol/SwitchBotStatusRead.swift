package import LockProtocol

/// Reads the state in which a lock rests. If the read is not about an action, the machine also asks for the battery and
/// the firmware, but does not depend on an answer. This operation moves nothing.
package struct SwitchBotStatusRead: KeyOperation {
    private enum State: Sendable {
        case idle
        case opening(SwitchBotKeyLink)
        /// The question about the bolt has been asked.
        case awaitingInfo(SwitchBotKeyLink, SwitchBotPatience)
        /// The bolt is moving. The lock is asked again at a time.
        case awaitingRest(SwitchBotKeyLink, SwitchBotPatience, asksAt: Duration)
        /// The state is known, and the battery is still outstanding.
        case awaitingBattery(SwitchBotKeyLink, Known, until: Duration)
        case finished
    }

    /// The information known about a lock at rest.
    private struct Known: Sendable {
        var info: SwitchBotLockInfo
        /// The result of a reply shows that the batteries are nearly empty.
        var isBatteryLow: Bool
        var basic: SwitchBotBasicInfo?
    }

    /// The time within which the lock must report its battery. The state is valid even without the battery.
    package static let batteryTime: Duration = .seconds(3)

    private let credential: SwitchBotCredential
    private let asksForUnlocked: Bool
    private let deadline: Duration
    private var state = State.idle

    /// Creates a read that waits for `started` and ends at `deadline`. If `asksForUnlocked` is true, the result says
    /// whether the bolt is retracted. The lock does not show who retracted it.
    package init(credential: SwitchBotCredential, asksForUnlocked: Bool = false, deadline: Duration) {
        self.credential = credential
        self.asksForUnlocked = asksForUnlocked
        self.deadline = deadline
    }

    /// The deadline, the time of the next question, or the end of the time for the battery.
    package var wakeAt: Duration? {
        switch state {
        case .finished: nil
        case .awaitingRest(_, _, let asksAt): min(asksAt, deadline)
        case .awaitingBattery(_, _, let until): min(until, deadline)
        case .idle, .opening, .awaitingInfo: deadline
        }
    }

    /// Asks again, continues without the battery, or fails with a timeout.
    package mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard let limit = wakeAt, now >= limit else { return [] }
        switch state {
        case .awaitingRest(let link, let patience, _) where now < deadline:
            guard let question = try? link.write(.lockInfo) else { return finish(KeyResult(.timedOut)) }
            state = .awaitingInfo(link, patience)
            return [question]
        case .idle, .opening, .awaitingInfo, .awaitingRest, .awaitingBattery, .finished:
            return finish(KeyResult(.timedOut))
        }
    }

    /// Implements ``KeyOperation``.
    package static var linkLost: String { SwitchBotKeyReason.disconnected }

    /// Always false, because a status read has no commit write.
    package var isCommitted: Bool { false }

    /// Implements ``KeyOperation``.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        let link = SwitchBotKeyLink(key: credential.key)
        state = .opening(link)
        return [.phase(.authenticating)] + link.opening
    }

    /// Implements ``KeyOperation``.
    package mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            return try heard(bytes, on: characteristic, at: now)
        } catch {
            return finish(KeyResult(.failed, reason: SwitchBotKeyReason.reason(for: error)))
        }
    }

    private mutating func heard(
        _ bytes: [UInt8], on characteristic: String, at now: Duration
    ) throws(SwitchBotError) -> [KeyAction] {
        switch state {
        case .idle, .finished, .awaitingRest:
            return []
        case .opening(var link):
            switch try link.receive(bytes, on: characteristic) {
            case .opened:
                state = .awaitingInfo(link, SwitchBotPatience())
                return [try link.write(.lockInfo)]
            case .refused(let result):
                return finish(KeyResult(.failed, reason: result.accessReason))
            case .nothing, .reply, .report:
                return []
            }
        case .awaitingInfo(var link, let patience):
            guard case .reply(let result, let content) = try link.receive(bytes, on: characteristic) else { return [] }
            guard result.isSuccess else { return finish(KeyResult(.failed, reason: result.accessReason)) }
            let info = try SwitchBotLockInfo(payload: content)
            return try reported(Known(info: info, isBatteryLow: result == .lowBattery), link, patience, at: now)
        case .awaitingBattery(var link, var known, _):
            guard case .reply(let result, let content) = try link.receive(bytes, on: characteristic) else { return [] }
            // The requested state is known, whether the lock reports its battery or not.
            if result.isSuccess { known.basic = try? SwitchBotBasicInfo(payload: content) }
            return end(known)
        }
    }

    private mutating func reported(
        _ known: Known, _ link: SwitchBotKeyLink, _ patience: SwitchBotPatience, at now: Duration
    ) throws(SwitchBotError) -> [KeyAction] {
        if known.info.isCalibrated, known.info.bolt.isMoving {
            var patience = patience
            let time = patience.next(after: now)
            state = .awaitingRest(link, patience, asksAt: time)
            return []
        }
        guard !asksForUnlocked else { return end(known) }
        let question = try link.write(.basicInfo)
        state = .awaitingBattery(link, known, until: now + Self.batteryTime)
        return [question]
    }

    /// Ends the read with the known state.
    private mutating func end(_ known: Known) -> [KeyAction] {
        state = .finished
        return [.finish(result(known))]
    }

    private func result(_ known: Known) -> KeyResult {
        var result = KeyResult(.succeeded)
        if asksForUnlocked { result.isInWantedState = known.info.isCalibrated && known.info.bolt == .unlocked }
        result.state = known.info.state
        result.evidence = known.info.payload
        var reading = known.info.reading
        reading.batteryPercent = known.basic.map { Int($0.batteryPercent) }
        reading.isBatteryCritical = known.isBatteryLow
        reading.firmware = known.basic?.firmware
        result.reading = reading
        return result
    }

    /// Implements ``KeyOperation``.
    package mutating func finish(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .finished:
            return []
        case .awaitingBattery(_, let known, _):
            // The state is known, however the further request ended.
            return end(known)
        case .idle, .opening, .awaitingInfo, .awaitingRest:
            state = .finished
            return [.finish(result)]
        }
    }
}
