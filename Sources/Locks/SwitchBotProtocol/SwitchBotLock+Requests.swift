import LockProtocol

extension SwitchBotLock {
    /// Handles one message written by the client. Three things have no effect: writes of a client that does not listen,
    /// writes to other characteristics, and bytes that are not a request.
    package mutating func written(
        _ bytes: [UInt8],
        to characteristic: String,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [SwitchBotLockOutput] {
        guard characteristic.lowercased() == SwitchBotCharacteristic.write, link != nil,
            let request = try? SwitchBotRequest(bytes)
        else { return [] }
        guard let key else { return refuse(.unencrypted) }
        if request.isPlain { return introduced(request, key, using: &random) }
        guard let session = link?.session else { return refuse(.encrypted) }
        guard request.keyID == key.id, request.mark == session.mark else { return refuse(.badPassword) }
        // A command that was encrypted with another key becomes noise.
        guard !isOwnedElsewhere, let content = try? session.crypt(request.content),
            let command = try? SwitchBotCommand(content)
        else { return refuse(.unsupported) }
        return perform(command, at: now)
    }

    /// Handles a request in plaintext. The only such request is for a session.
    private mutating func introduced(
        _ request: SwitchBotRequest, _ key: SwitchBotKey, using random: inout some RandomNumberGenerator
    ) -> [SwitchBotLockOutput] {
        guard case .session(let id)? = try? SwitchBotCommand(request.content) else { return refuse(.encrypted) }
        guard id == key.id else { return [.received(.operation(1))] + refuse(.badPassword) }
        let vector = random.bytes(SwitchBotSession.vectorSize)
        guard let session = try? key.session(vector: vector) else { return refuse(.failed) }
        link?.session = session
        return [.received(.operation(1)), Self.tell(SwitchBotReply(vector: vector), step: .operation(2))]
    }

    /// Handles an encrypted request. The reply comes first, followed by the effects of the request.
    private mutating func perform(_ command: SwitchBotCommand, at now: Duration) -> [SwitchBotLockOutput] {
        switch command {
        case .session:
            return refuse(.unsupported)
        case .basicInfo:
            let info = SwitchBotBasicInfo(
                batteryPercent: batteryPercent, firmwareTenths: settings.firmwareTenths)
            return reply(success, info.payload, step: nil)
        case .lockInfo:
            let isFirst = link?.hasCommand != true
            return (isFirst ? [.received(.operation(3))] : []) + reply(success, info.payload, step: infoStep)
        case .reports(let isOn):
            link?.reports = isOn
            return reply(success, step: nil)
        case .lock, .unlock, .unlockOnly:
            link?.hasCommand = true
            return [.received(.operation(5))] + move(opens: command != .lock, at: now)
        }
    }

    private mutating func move(opens: Bool, at now: Duration) -> [SwitchBotLockOutput] {
        let result = refusal ?? (movement != nil ? .busy : motor == .failed ? .failed : success)
        guard result.isSuccess else {
            let isMotor = motor == .failed && refusal == nil && movement == nil
            return [
                .event(SwitchBotLockEvent(isMotor ? .motorFault : .refused, result: result)),
                Self.tell(SwitchBotReply(result), step: .operation(6)),
            ]
        }
        return reply(result, step: .operation(6)) + turn(opens: opens, at: now)
    }

    /// The result of a request that the lock carries out.
    private var success: SwitchBotResult { isBatteryLow ? .lowBattery : .ok }

    private func refuse(_ result: SwitchBotResult) -> [SwitchBotLockOutput] {
        let step: LockStep = .operation(link?.session == nil ? 2 : 4)
        return [
            .event(SwitchBotLockEvent(.refused, result: result)), Self.tell(SwitchBotReply(result), step: step),
        ]
    }
}
