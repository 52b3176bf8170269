import LockProtocol

extension NukiLock {
    /// The progress of a pairing on this link.
    enum Pairing: Sendable {
        case idle
        case awaitingClientKey(NukiKeyAgreement)
        case awaitingProof(NukiSharedKey, bothKeys: [UInt8], challenge: [UInt8])
        case awaitingRequest(NukiSharedKey, challenge: [UInt8])
        case awaitingConfirmation(NukiLockUser, nonce: [UInt8])
        case awaitingUltraRequest(NukiSharedKey)
    }

    /// Handles a message on the pairing characteristic.
    mutating func pair(
        _ bytes: [UInt8],
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        if case .awaitingUltraRequest(let key) = link?.pairing {
            return authorizeUltra(bytes, key, at: now, using: &random)
        }
        let message: NukiMessage
        do {
            message = try NukiMessage(plainFrame: bytes)
        } catch {
            let code: NukiErrorCode = error.code == .badChecksum ? .badChecksum : .badLength
            return refusePairing(code, NukiCommand(rawValue: 0))
        }
        if message == NukiMessage(.requestData, [0x03, 0x00]) { return beginPairing(using: &random) }
        switch (link?.pairing ?? .idle, message.command) {
        case (.awaitingClientKey(let pair), .publicKey):
            return agree(pair, message, using: &random)
        case (.awaitingProof(let key, let bothKeys, let challenge), .authorizationAuthenticator):
            return proven(key, bothKeys + challenge, message, using: &random)
        case (.awaitingRequest(let key, let challenge), .authorizationData):
            return authorize(key, challenge, message, using: &random)
        case (.awaitingConfirmation(let user, let nonce), .authorizationIDConfirmation):
            return confirm(user, nonce, message, at: now)
        default:
            return refusePairing(.unknown, message.command)
        }
    }

    /// Performs steps 1 and 2.
    private mutating func beginPairing(using random: inout some RandomNumberGenerator) -> [NukiLockOutput] {
        if let code = refusal(at: .pairing(1)) { return refusePairing(code, .requestData, .pairing(1)) }
        guard pairingUntil != nil, !isOwnedElsewhere else {
            return refusePairing(.notPairing, .requestData, .pairing(1))
        }
        guard let pair = settings.keyAgreement ?? (try? NukiKeyAgreement(secret: random.bytes(32))) else {
            return refusePairing(.unknown, .requestData, .pairing(1))
        }
        link?.pairing = .awaitingClientKey(pair)
        return [.received(.pairing(1))] + answer(.publicKey, pair.publicKey, step: 2)
    }

    /// Performs steps 3 and 4.
    private mutating func agree(
        _ pair: NukiKeyAgreement,
        _ message: NukiMessage,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        if let code = refusal(at: .pairing(3)) { return refusePairing(code, message.command, .pairing(3)) }
        guard message.payload.count == 32 else { return refusePairing(.badLength, message.command, .pairing(3)) }
        guard let key = try? pair.sharedKey(with: message.payload) else {
            return refusePairing(.badPairingParameter, message.command, .pairing(3))
        }
        let challenge = random.bytes(32)
        link?.pairing = .awaitingProof(key, bothKeys: message.payload + pair.publicKey, challenge: challenge)
        return [.received(.pairing(3))] + answer(.challenge, challenge, step: 4)
    }

    /// Performs steps 5 and 6.
    private mutating func proven(
        _ key: NukiSharedKey,
        _ proven: [UInt8],
        _ message: NukiMessage,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        if let code = refusal(at: .pairing(5)) { return refusePairing(code, message.command, .pairing(5)) }
        guard equalInConstantTime(key.authenticator(over: proven), message.payload) else {
            return refusePairing(.badAuthenticator, message.command, .pairing(5))
        }
        switch settings.kind {
        case .classic:
            let challenge = random.bytes(32)
            link?.pairing = .awaitingRequest(key, challenge: challenge)
            return [.received(.pairing(5))] + answer(.challenge, challenge, step: 6)
        case .ultra:
            link?.pairing = .awaitingUltraRequest(key)
            return [.received(.pairing(5))] + answer(.authorizationInfo, [settings.pin == 0 ? 0 : 1], step: 6)
        }
    }

    /// Performs steps 7 and 8.
    private mutating func authorize(
        _ key: NukiSharedKey,
        _ challenge: [UInt8],
        _ message: NukiMessage,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        if let code = refusal(at: .pairing(7)) { return refusePairing(code, message.command, .pairing(7)) }
        guard let request = try? NukiAuthorizationRequest(payload: message.payload) else {
            return refusePairing(.badLength, message.command, .pairing(7))
        }
        let expected = request.expectedAuthenticator(challenge: challenge, key: key)
        guard equalInConstantTime(expected, request.authenticator) else {
            return refusePairing(.badAuthenticator, message.command, .pairing(7))
        }
        guard request.type <= 3 else { return refusePairing(.badPairingParameter, message.command, .pairing(7)) }
        guard hasRoom(for: request.name) else { return refusePairing(.tooManyUsers, message.command, .pairing(7)) }
        let user = NukiLockUser(
            authID: nextAuthID,
            appID: request.appID,
            name: request.name,
            type: request.type,
            key: key
        )
        let nonce = random.bytes(32)
        let grant = NukiAuthorizationGrant(
            authID: user.authID,
            uuid: settings.uuid,
            nonce: nonce,
            clientNonce: request.nonce,
            key: key
        )
        link?.pairing = .awaitingConfirmation(user, nonce: nonce)
        return [.received(.pairing(7))] + answer(.authorizationID, grant.payload, step: 8)
    }

    /// Performs steps 9 and 10.
    private mutating func confirm(
        _ user: NukiLockUser,
        _ nonce: [UInt8],
        _ message: NukiMessage,
        at now: Duration
    ) -> [NukiLockOutput] {
        if let code = refusal(at: .pairing(9)) { return refusePairing(code, message.command, .pairing(9)) }
        guard let confirmation = try? NukiAuthorizationConfirmation(payload: message.payload) else {
            return refusePairing(.badLength, message.command, .pairing(9))
        }
        let expected = NukiAuthorizationConfirmation(authID: user.authID, lockNonce: nonce, key: user.key)
        guard confirmation.authID == user.authID,
            equalInConstantTime(expected.authenticator, confirmation.authenticator)
        else { return refusePairing(.badAuthenticator, message.command, .pairing(9)) }
        return [.received(.pairing(9))] + adopt(user, at: now)
            + answer(.status, [NukiStatus.complete.rawValue], step: 10)
    }

    /// Lists a new user, removes an older user with the same name, and ends pairing mode.
    mutating func adopt(_ user: NukiLockUser, at now: Duration) -> [NukiLockOutput] {
        users.removeAll { $0.name == user.name }
        users.append(user)
        configurationCount &+= 1
        link?.pairing = .idle
        let actor = NukiActor(authID: user.authID, appID: user.appID, name: user.name)
        return [.keysChanged, .event(NukiLockEvent(.paired, actor))] + setPairing(false, at: now)
    }

    /// Sends a pairing step's error report, and forgets everything agreed so far.
    mutating func refusePairing(
        _ code: NukiErrorCode,
        _ command: NukiCommand,
        _ step: LockStep? = nil
    ) -> [NukiLockOutput] {
        link?.pairing = .idle
        let report = NukiErrorReport(code: code, command: command)
        let frame = NukiMessage(.errorReport, report.payload).plainFrame
        let answerStep = step.map { LockStep.pairing($0.number + 1) }
        return (step.map { [.received($0)] } ?? [])
            + [.event(NukiLockEvent(.refused, code: code, command: command))]
            + indication(frame, on: settings.kind.pairingCharacteristic, step: answerStep)
    }

    func refusal(at step: LockStep) -> NukiErrorCode? {
        guard let refusal, refusal.applies(to: step) else { return nil }
        return refusal.code
    }

    func hasRoom(for name: String) -> Bool {
        users.count < settings.maximumUsers || users.contains { $0.name == name }
    }

    var nextAuthID: UInt32 {
        (users.map(\.authID).max() ?? 0) &+ 1
    }

    private func answer(_ command: NukiCommand, _ payload: [UInt8], step: Int) -> [NukiLockOutput] {
        let frame = NukiMessage(command, payload).plainFrame
        return indication(frame, on: settings.kind.pairingCharacteristic, step: .pairing(step))
    }
}
