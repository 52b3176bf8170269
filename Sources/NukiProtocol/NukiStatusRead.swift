/// Reads a lock's state: one request, one answer, nothing moves.
package struct NukiStatusRead: NukiKeyMachine {
    private enum State: Sendable {
        case idle
        case awaitingStates(NukiKeyChannel)
        case finished
    }

    private let credential: NukiCredential
    private let deadline: Duration
    private var state = State.idle

    /// A read that waits for `started` and ends at `deadline`.
    package init(credential: NukiCredential, deadline: Duration) {
        self.credential = credential
        self.deadline = deadline
    }

    /// The deadline.
    package var wakeAt: Duration? {
        switch state {
        case .idle, .awaitingStates: deadline
        case .finished: nil
        }
    }

    /// See `NukiKeyMachine`.
    package mutating func handle(
        _ event: NukiKeyEvent,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiKeyAction] {
        switch event {
        case .started: return begin(using: &random)
        case .value(let characteristic, let bytes): return receive(bytes, on: characteristic)
        case .failed(let reason): return finish(NukiKeyResult(.failed, reason: reason))
        case .disconnected: return finish(NukiKeyResult(.failed, reason: NukiKeyReason.disconnected))
        case .woke: return now >= deadline ? finish(NukiKeyResult(.timedOut)) : []
        case .cancelled: return finish(NukiKeyResult(.cancelled))
        case .answered: return []
        }
    }

    private mutating func begin(using random: inout some RandomNumberGenerator) -> [NukiKeyAction] {
        guard case .idle = state else { return [] }
        let channel = NukiKeyChannel(authID: credential.authID, key: credential.key)
        do {
            let request = try channel.request(.keyturnerStates, using: &random)
            state = .awaitingStates(channel)
            return [.phase(.authenticating)] + NukiKeyChannel.subscriptions + [request]
        } catch {
            return finish(NukiKeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    private mutating func receive(_ bytes: [UInt8], on characteristic: String) -> [NukiKeyAction] {
        guard case .awaitingStates(var channel) = state else { return [] }
        do {
            let reply = try channel.receive(bytes, on: characteristic)
            state = .awaitingStates(channel)
            switch reply {
            case nil:
                return []
            case .refused(let report):
                return finish(NukiKeyResult(.failed, reason: report.code.reason))
            case .message(let message):
                guard message.command == .keyturnerStates else { return [] }
                var result = NukiKeyResult(.succeeded)
                result.states = try NukiKeyturnerStates(payload: message.payload)
                result.evidence = message.payload
                return finish(result)
            }
        } catch {
            return finish(NukiKeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    private mutating func finish(_ result: NukiKeyResult) -> [NukiKeyAction] {
        if case .finished = state { return [] }
        state = .finished
        return [.finish(result)]
    }
}
