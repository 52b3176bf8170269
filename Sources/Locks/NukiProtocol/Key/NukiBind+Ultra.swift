import LockProtocol

extension NukiBind {
    /// Continues to wait for the PIN. Called when the lock has answered but the person has not entered the PIN yet.
    mutating func stillWaiting(_ patience: Patience, promptsForButton: Bool) -> [KeyAction] {
        var patience = patience
        let prompts = promptsForButton && !patience.hasPrompted
        patience.isAsking = false
        patience.hasPrompted = patience.hasPrompted || promptsForButton
        state = .awaitingPIN(patience)
        return prompts ? [.prompt(.pressButton)] : []
    }

    /// Handles the PIN that a person entered. The pairing then begins, either with the lock's outstanding answer or
    /// with a new request.
    mutating func answered(_ answer: String) -> [KeyAction] {
        guard case .awaitingPIN(let patience) = state, !answer.isEmpty else { return [] }
        guard (1...6).contains(answer.utf8.count), answer.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt32(answer)
        else { return finish(KeyResult(.failed, reason: NukiKeyReason.badPIN)) }
        pin = number
        state = .awaitingLockKey(prompted: patience.hasPrompted)
        return patience.isAsking ? [] : [askForLockKey]
    }

    /// Performs step 7'.
    mutating func authorize(
        _ key: NukiSharedKey,
        pin: UInt32,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        let request = NukiUltraAuthorizationRequest(appID: parameters.appID, name: parameters.name, pin: pin)
        let frame = try NukiSealedFrame(
            sealing: NukiMessage(.authorizationData, request.payload),
            authID: NukiSealedFrame.temporaryAuthID,
            key: key,
            nonce: random.bytes(NukiSealedFrame.nonceSize)
        )
        reassembler.expectation = .sealedOrPlainError
        state = .awaitingUltraGrant(key)
        return [.write(characteristic: characteristic, bytes: frame.encoded, commit: false)]
    }

    /// Performs step 8'. By sealing its message, the lock proves that it has the key.
    mutating func sealedStep(
        _ frame: NukiSealedFrame,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        guard case .awaitingUltraGrant(let key) = state else { throw Self.unexpected }
        let message = try frame.message(key: key)
        if message.command == .errorReport {
            let report = try NukiErrorReport(payload: message.payload)
            return finish(KeyResult(.failed, reason: report.code.reason))
        }
        guard message.command == .authorizationID else { throw Self.unexpected }
        let grant = try NukiUltraAuthorizationGrant(payload: message.payload)
        return try check(try credential(authID: grant.authID, uuid: grant.uuid, key: key), at: now, using: &random)
    }

    /// Tests the key with a request that moves nothing. Called when the pairing is complete.
    mutating func check(
        _ credential: NukiCredential,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        let channel = NukiKeyChannel(authID: credential.authID, key: credential.key)
        let request = try channel.request(.challenge, using: &random)
        state = .checking(credential, channel, until: now + Self.checkTime)
        return [.phase(.operating)] + NukiKeyChannel.subscriptions + [request]
    }

    mutating func checked(
        _ reply: NukiKeyChannel.Reply,
        _ credential: NukiCredential,
        _ channel: NukiKeyChannel,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch reply {
        case .refused(let report):
            return finish(KeyResult(.failed, reason: report.code.reason))
        case .message(let message) where message.command == .challenge:
            return [try channel.write(NukiMessage(.requestConfig, try message.challenge()), using: &random)]
        case .message(let message) where message.command == .config:
            var known = credential
            let configuration = try NukiConfiguration(payload: message.payload)
            known.nukiID = configuration.nukiID
            return bound(known, firmware: configuration.firmwareText)
        case .message:
            return []
        }
    }
}
