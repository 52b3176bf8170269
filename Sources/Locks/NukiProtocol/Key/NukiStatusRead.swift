package import LockProtocol

/// Reads the state in which a lock comes to rest: while the lock's motor is turning, the machine asks again. If the
/// read is not about an action, the machine also asks for the lock's firmware version, but does not depend on an
/// answer. This operation moves nothing.
package struct NukiStatusRead: KeyOperation {
    private enum State: Sendable {
        case idle
        case awaitingStates(NukiKeyChannel)
        /// The motor was turning at the time of the last request.
        case pausing(NukiKeyChannel, until: Duration)
        /// The state is known. The configuration, which contains the firmware version, is still outstanding.
        case awaitingConfiguration(NukiKeyChannel, KeyResult, until: Duration)
        case finished
    }

    /// The time between two requests while the motor is turning.
    package static let pause: Duration = .milliseconds(250)
    /// The time within which the lock must send its firmware version. The state is valid even without the version.
    package static let configurationTime: Duration = .seconds(3)

    private let credential: NukiCredential
    private let action: NukiUnlockAction?
    private let deadline: Duration
    private var state = State.idle

    /// Creates a read that waits for `started` and ends at `deadline`. If an `action` is given, the result says whether
    /// the lock rests in the state that this action leads to.
    package init(credential: NukiCredential, action: NukiUnlockAction? = nil, deadline: Duration) {
        self.credential = credential
        self.action = action
        self.deadline = deadline
    }

    /// The time of the next request, or the deadline.
    package var wakeAt: Duration? {
        switch state {
        case .idle, .awaitingStates: deadline
        case .pausing(_, let until), .awaitingConfiguration(_, _, let until): min(until, deadline)
        case .finished: nil
        }
    }

    /// Implements ``KeyOperation``.
    package static var linkLost: String { NukiKeyReason.disconnected }

    /// Always false, because a status read has no commit write.
    package var isCommitted: Bool { false }

    /// Implements ``KeyOperation``.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        let channel = NukiKeyChannel(authID: credential.authID, key: credential.key)
        return [.phase(.authenticating)] + NukiKeyChannel.subscriptions + ask(channel, using: &random)
    }

    private mutating func ask(
        _ channel: NukiKeyChannel,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            state = .awaitingStates(channel)
            return [try channel.request(.keyturnerStates, using: &random)]
        } catch {
            return finish(KeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    /// Asks the lock again, or ends as timed out.
    package mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction] {
        if case .awaitingConfiguration(_, let result, let until) = state, now >= until { return finish(result) }
        guard now < deadline else { return finish(KeyResult(.timedOut)) }
        guard case .pausing(let channel, let until) = state, now >= until else { return [] }
        return ask(channel, using: &random)
    }

    /// Implements ``KeyOperation``.
    package mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            switch state {
            case .idle, .pausing, .finished:
                return []
            case .awaitingStates(var channel):
                let reply = try channel.receive(bytes, on: characteristic)
                state = .awaitingStates(channel)
                return try heard(reply, channel, at: now, using: &random)
            case .awaitingConfiguration(var channel, let result, let until):
                let reply = try channel.receive(bytes, on: characteristic)
                state = .awaitingConfiguration(channel, result, until: until)
                return try configured(reply, channel, result, using: &random)
            }
        } catch {
            return finish(KeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    private mutating func heard(
        _ reply: NukiKeyChannel.Reply?, _ channel: NukiKeyChannel, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case nil:
            return []
        case .refused(let report):
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message):
            guard message.command == .keyturnerStates else { return [] }
            let states = try NukiKeyturnerStates(payload: message.payload)
            guard !states.lockState.isMoving else {
                state = .pausing(channel, until: now + Self.pause)
                return []
            }
            var result = KeyResult(.succeeded)
            result.state = "\(states.lockState)"
            result.isInWantedState = action.map(states.restsAfter)
            result.evidence = message.payload
            result.reading = states.reading
            guard action == nil else { return finish(result) }
            state = .awaitingConfiguration(channel, result, until: now + Self.configurationTime)
            return [try channel.request(.challenge, using: &random)]
        }
    }

    private mutating func configured(
        _ reply: NukiKeyChannel.Reply?, _ channel: NukiKeyChannel, _ result: KeyResult,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .message(let message) where message.command == .challenge:
            return [try channel.write(NukiMessage(.requestConfig, try message.challenge()), using: &random)]
        case .message(let message) where message.command == .config:
            var result = result
            result.reading?.firmware = try NukiConfiguration(payload: message.payload).firmwareText
            return finish(result)
        case .refused:
            return finish(result)
        case nil, .message:
            return []
        }
    }

    /// Implements ``KeyOperation``.
    package mutating func finish(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .finished:
            return []
        case .awaitingConfiguration(_, let known, _):
            // However the request for the configuration ended, the state is known.
            let result = result.outcome == .succeeded ? result : known
            state = .finished
            return [.finish(result)]
        case .idle, .awaitingStates, .pausing:
            state = .finished
            return [.finish(result)]
        }
    }
}
