import LockProtocol

extension NukiLock {
    /// The client that wrote a sealed message, and the command that it sent.
    struct Caller {
        let user: NukiLockUser
        let command: NukiCommand
    }

    /// Handles a message on the user characteristic. The checks are made in the order in which they are safe.
    mutating func operate(
        _ bytes: [UInt8],
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard let frame = try? NukiSealedFrame(bytes) else { return refuseInClear(.badLength) }
        guard !isOwnedElsewhere, let user = users.first(where: { $0.authID == frame.authID }),
            let content = try? user.key.open(frame.box, nonce: frame.nonce)
        else { return refuseInClear(.notAuthorized) }
        let message: NukiMessage
        do {
            message = try NukiMessage(sealedContent: content, authID: frame.authID)
        } catch {
            guard error.code != .wrongIdentity else { return refuseInClear(.notAuthorized) }
            let caller = Caller(user: user, command: NukiCommand(rawValue: 0))
            return refuse(error.code == .badChecksum ? .badChecksum : .badLength, caller, nil, using: &random)
        }
        let caller = Caller(user: user, command: message.command)
        guard user.isEnabled else { return refuse(.disabled, caller, nil, using: &random) }
        if let times = user.validTimes, !times.contains(unixSeconds(at: now)) {
            return refuse(.notAtThisTime, caller, nil, using: &random)
        }
        return perform(message.payload, caller, at: now, using: &random)
    }

    private mutating func perform(
        _ payload: [UInt8],
        _ caller: Caller,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        switch caller.command {
        case .requestData:
            return requested(payload, caller, at: now, using: &random)
        case .lockAction, .simpleLockAction:
            return [.received(.operation(3))] + act(payload, caller, at: now, using: &random)
        case .requestConfig:
            guard payload.count == 32 else { return refuse(.badLength, caller, nil, using: &random) }
            guard useChallenge(payload, caller, at: now) else { return refuse(.badNonce, caller, nil, using: &random) }
            let config = NukiMessage(.config, configuration(at: now).payload)
            return reply(config, to: caller.user, nil, using: &random)
        case .inviteAuthorization:
            return invite(payload, caller, at: now, using: &random)
        case .removeAuthorization:
            return remove(payload, caller, at: now, using: &random)
        case .verifySecurityPIN:
            return verifyPIN(payload, caller, at: now, using: &random)
        default:
            return refuse(.unknown, caller, nil, using: &random)
        }
    }

    private mutating func requested(
        _ payload: [UInt8],
        _ caller: Caller,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard payload.count == 2 else { return refuse(.badLength, caller, nil, using: &random) }
        switch NukiCommand(rawValue: UInt16(payload[0]) | UInt16(payload[1]) << 8) {
        case .challenge:
            let received = [NukiLockOutput.received(.operation(1))]
            if let code = refusal(at: .operation(1)) {
                return received + refuse(code, caller, .operation(2), using: &random)
            }
            let nonce = random.bytes(32)
            link?.challenges[caller.user.authID] = (nonce, now)
            return received + reply(NukiMessage(.challenge, nonce), to: caller.user, .operation(2), using: &random)
        case .keyturnerStates:
            let message = NukiMessage(.keyturnerStates, states(at: now).payload)
            let answer = reply(message, to: caller.user, nil, using: &random)
            // Only a bridge that requests the state is considered to have noticed the change.
            guard caller.user.type == 1, hasChanged else { return answer }
            hasChanged = false
            return answer + [.advertisementChanged]
        case .batteryReport:
            let report = NukiMessage(.batteryReport, batteryReport.payload)
            return reply(report, to: caller.user, nil, using: &random)
        default:
            return refuse(.unknown, caller, nil, using: &random)
        }
    }

    private mutating func verifyPIN(
        _ payload: [UInt8],
        _ caller: Caller,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        let size = settings.kind == .classic ? 2 : 4
        guard payload.count == 32 + size else { return refuse(.badLength, caller, nil, using: &random) }
        guard useChallenge(Array(payload.prefix(32)), caller, at: now) else {
            return refuse(.badNonce, caller, nil, using: &random)
        }
        let pin = payload.suffix(size).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        if let code = refusePIN(pin) { return refuse(code, caller, nil, using: &random) }
        let status = NukiMessage(.status, [NukiStatus.complete.rawValue])
        return reply(status, to: caller.user, nil, using: &random)
    }

    /// Whether `nonce` is the client's outstanding challenge. Whether right or wrong, the challenge cannot be used
    /// again.
    mutating func useChallenge(_ nonce: [UInt8], _ caller: Caller, at now: Duration) -> Bool {
        guard let challenge = link?.challenges.removeValue(forKey: caller.user.authID) else { return false }
        return now < challenge.at + settings.challengeLifetime && equalInConstantTime(challenge.nonce, nonce)
    }

    /// Sends a sealed message to a client if the client has subscribed.
    func reply(
        _ message: NukiMessage,
        to user: NukiLockUser,
        _ step: LockStep?,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        let nonce = random.bytes(NukiSealedFrame.nonceSize)
        let frame = try? NukiSealedFrame(sealing: message, authID: user.authID, key: user.key, nonce: nonce)
        guard let frame else { return [] }
        return indication(frame.encoded, on: NukiCharacteristic.user, step: step)
    }

    /// Sends a sealed refusal to a client. This is safe, because the client has proved that it holds its key. Error 20
    /// is sent elsewhere.
    func refuse(
        _ code: NukiErrorCode,
        _ caller: Caller,
        _ step: LockStep?,
        actor: NukiActor? = nil,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard code != .notAuthorized else { return refuseInClear(code, step) }
        let user = caller.user
        let actor = actor ?? NukiActor(authID: user.authID, appID: user.appID, name: user.name)
        let report = NukiErrorReport(code: code, command: caller.command)
        return [.event(NukiLockEvent(.refused, actor, code: code, command: caller.command))]
            + reply(NukiMessage(.errorReport, report.payload), to: user, step, using: &random)
    }

    /// Refuses a client that has proved nothing. The refusal is sent in plaintext on e201, for command 0.
    private func refuseInClear(_ code: NukiErrorCode, _ step: LockStep? = nil) -> [NukiLockOutput] {
        let report = NukiErrorReport(code: code, command: NukiCommand(rawValue: 0))
        let frame = NukiMessage(.errorReport, report.payload).plainFrame
        return [.event(NukiLockEvent(.refused, code: code))]
            + indication(frame, on: NukiCharacteristic.general, step: step)
    }
}
