package import LockProtocol

/// Changes the key of a lock that already lists this client. If the lock's PIN is given, the lock first lists a new key
/// beside the old key. The machine tries and stores the new key, and only then removes the old key from the list. If
/// the PIN is not given, the lock is paired again using its button, and still lists the old key. The old key works
/// until the new key is stored.
package struct NukiRotate: KeyMachine {
    /// The parameters that the caller gives the machine in advance.
    package struct Parameters: Sendable {
        /// The current credential.
        package var credential: NukiCredential
        /// The name under which the lock lists the new key, truncated to 32 bytes of UTF-8. The name must differ from
        /// the old key's name: of two clients with the same name, a lock may drop the older one before the new key is
        /// stored.
        package var name: String
        /// The lock's security PIN, or nil to pair using the button.
        package var pin: NukiPIN?
        /// The number that the client chooses for itself when pairing with the button.
        package var appID: UInt32
        /// The time at which the operation ends as timed out.
        package var deadline: Duration

        /// Creates parameters for a rotation that ends at `deadline`.
        package init(
            credential: NukiCredential, name: String, pin: NukiPIN?, appID: UInt32, deadline: Duration
        ) {
            self.credential = credential
            self.name = name
            self.pin = pin
            self.appID = appID
            self.deadline = deadline
        }
    }

    private enum State: Sendable {
        case idle
        case pairing(NukiBind)
        /// A challenge for the invitation has been requested with the old key.
        case asking(NukiKeyChannel, NukiPIN)
        /// The invitation has been sent, so the lock may already list the new key.
        case inviting(NukiKeyChannel, NukiSharedKey, NukiPIN)
        /// The new key is being tried with a request that moves nothing.
        case trying(NukiKeyChannel, NukiCredential, NukiPIN)
        case keeping(NukiKeyChannel, NukiCredential, NukiPIN)
        /// The new key is stored, and the old one is being removed.
        case removing(NukiKeyChannel, NukiPIN, until: Duration)
        case finished
    }

    /// The time within which the lock must remove the old key. The rotation is valid even without the removal.
    package static let removalTime = Duration.seconds(5)

    private let parameters: Parameters
    private var state = State.idle

    /// Creates a rotation that waits for `started`.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// The end of the time for the removal, the next time of the inner pairing, or the deadline.
    package var wakeAt: Duration? {
        switch state {
        case .finished: nil
        case .pairing(let bind): bind.wakeAt
        case .removing(_, _, let until): min(until, parameters.deadline)
        case .idle, .asking, .inviting, .trying, .keeping: parameters.deadline
        }
    }

    /// Implements ``KeyMachine``.
    package mutating func handle(
        _ event: KeyEvent, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        if case .pairing(var bind) = state {
            let actions = bind.handle(event, at: now, using: &random)
            state = .pairing(bind)
            return actions.map(paired)
        }
        switch event {
        case .started:
            return begin(at: now, using: &random)
        case .value(let characteristic, let bytes):
            do {
                return try receive(bytes, on: characteristic, using: &random)
            } catch {
                return breakOff(KeyResult(.failed, reason: NukiKeyReason.badReply))
            }
        case .failed(let reason): return breakOff(KeyResult(.failed, reason: reason))
        case .linkLost: return breakOff(KeyResult(.failed, reason: NukiKeyReason.disconnected))
        case .woke:
            guard let limit = wakeAt, now >= limit else { return [] }
            return breakOff(KeyResult(.timedOut))
        case .kept: return kept(at: now, using: &random)
        case .cancelled: return breakOff(KeyResult(.cancelled))
        case .answered: return []
        }
    }

    private mutating func begin(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        let credential = parameters.credential
        guard let pin = parameters.pin else {
            var bind = NukiBind(
                .init(
                    kind: credential.kind, appID: parameters.appID, name: parameters.name,
                    deadline: parameters.deadline))
            let actions = bind.handle(.started, at: now, using: &random)
            state = .pairing(bind)
            return actions.map(paired)
        }
        let channel = NukiKeyChannel(authID: credential.authID, key: credential.key)
        do {
            let request = try channel.request(.challenge, using: &random)
            state = .asking(channel, pin)
            return [.phase(.authenticating)] + NukiKeyChannel.subscriptions + [request]
        } catch {
            return breakOff(KeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    /// Adjusts a pairing's action: a pairing with the button leaves the old key in the lock's list.
    private func paired(_ action: KeyAction) -> KeyAction {
        guard case .finish(var result) = action, result.outcome == .succeeded else { return action }
        result.reason = NukiKeyReason.oldKeyListed
        return .finish(result)
    }

    private mutating func receive(
        _ bytes: [UInt8], on characteristic: String, using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch state {
        case .idle, .pairing, .finished, .keeping:
            return []
        case .asking(var channel, let pin):
            let reply = try channel.receive(bytes, on: characteristic)
            state = .asking(channel, pin)
            return try asked(reply, channel, pin, using: &random)
        case .inviting(var channel, let key, let pin):
            let reply = try channel.receive(bytes, on: characteristic)
            state = .inviting(channel, key, pin)
            return try invited(reply, key, pin, using: &random)
        case .trying(var channel, let credential, let pin):
            let reply = try channel.receive(bytes, on: characteristic)
            state = .trying(channel, credential, pin)
            return try tried(reply, channel, credential, pin, using: &random)
        case .removing(var channel, let pin, let until):
            let reply = try channel.receive(bytes, on: characteristic)
            state = .removing(channel, pin, until: until)
            return try removed(reply, channel, pin, using: &random)
        }
    }

    private mutating func asked(
        _ reply: NukiKeyChannel.Reply?, _ channel: NukiKeyChannel, _ pin: NukiPIN,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .refused(let report):
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message) where message.command == .challenge:
            let key = try NukiSharedKey(random.bytes(NukiSharedKey.size))
            let invitation = NukiInvitation(
                name: parameters.name, key: key, nonce: try message.challenge(), pin: pin)
            let payload = invitation.payload(parameters.credential.kind)
            state = .inviting(channel, key, pin)
            return [
                .phase(.operating), try channel.write(NukiMessage(.inviteAuthorization, payload), using: &random),
            ]
        case nil, .message:
            return []
        }
    }

    private mutating func invited(
        _ reply: NukiKeyChannel.Reply?, _ key: NukiSharedKey, _ pin: NukiPIN,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .refused(let report):
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message) where message.command == .invitedAuthorization:
            var credential = parameters.credential
            credential.authID = try NukiInvited(payload: message.payload).authID
            credential.key = key
            let channel = NukiKeyChannel(authID: credential.authID, key: key)
            state = .trying(channel, credential, pin)
            return [try channel.request(.keyturnerStates, using: &random)]
        case nil, .message:
            return []
        }
    }

    private mutating func tried(
        _ reply: NukiKeyChannel.Reply?, _ channel: NukiKeyChannel, _ credential: NukiCredential, _ pin: NukiPIN,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .refused(let report):
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message) where message.command == .keyturnerStates:
            state = .keeping(channel, credential, pin)
            return [.keep(credential: credential.encoded)]
        case nil, .message:
            return []
        }
    }

    private mutating func kept(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .keeping(let channel, _, let pin) = state else { return [] }
        state = .removing(channel, pin, until: now + Self.removalTime)
        do {
            return [try channel.request(.challenge, using: &random)]
        } catch {
            return breakOff(KeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    private mutating func removed(
        _ reply: NukiKeyChannel.Reply?, _ channel: NukiKeyChannel, _ pin: NukiPIN,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .message(let message) where message.command == .challenge:
            let removal = NukiRemoval(
                authID: parameters.credential.authID, nonce: try message.challenge(), pin: pin)
            let payload = removal.payload(parameters.credential.kind)
            return [try channel.write(NukiMessage(.removeAuthorization, payload), using: &random)]
        case .message(let message) where message.command == .status:
            guard try NukiStatus(payload: message.payload) == .complete else { return [] }
            return finish(KeyResult(.succeeded))
        case .refused(let report) where report.code == .noSuchAuthorization:
            return finish(KeyResult(.succeeded))
        case .refused:
            return breakOff(KeyResult(.failed))
        case nil, .message:
            return []
        }
    }

    private mutating func finish(_ result: KeyResult) -> [KeyAction] {
        if case .finished = state { return [] }
        state = .finished
        return [.finish(result)]
    }

    /// Ends the rotation without the lock's final answer. Once the invitation has been sent, the lock may list a key
    /// that was not stored. Once a new key is stored, the rotation is valid, whether or not the old key was removed.
    private mutating func breakOff(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .inviting, .trying, .keeping: finish(KeyResult(.failed, reason: KeyResult.outcomeUnknown))
        case .removing: finish(KeyResult(.succeeded, reason: NukiKeyReason.oldKeyListed))
        case .idle, .pairing, .asking, .finished: finish(result)
        }
    }
}
