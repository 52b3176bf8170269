import LockProtocol

extension NukiLock {
    /// Performs steps 7' and 8', the sealed end of an Ultra's pairing. The id that the client puts before the box is
    /// ignored.
    mutating func authorizeUltra(
        _ bytes: [UInt8],
        _ key: NukiSharedKey,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        let command = NukiCommand.authorizationData
        guard let frame = try? NukiSealedFrame(bytes) else {
            return refusePairing(.badLength, NukiCommand(rawValue: 0), .pairing(7))
        }
        guard let message = try? frame.message(key: key), message.command == command else {
            return refusePairing(.notAuthorized, command, .pairing(7))
        }
        func refuse(_ code: NukiErrorCode) -> [NukiLockOutput] {
            link?.pairing = .idle
            let report = NukiMessage(.errorReport, NukiErrorReport(code: code, command: command).payload)
            return [.received(.pairing(7)), .event(NukiLockEvent(.refused, code: code, command: command))]
                + ultraAnswer(report, frame.authID, key, using: &random)
        }
        if let code = refusal(at: .pairing(7)) { return refuse(code) }
        guard let request = try? NukiUltraAuthorizationRequest(payload: message.payload) else {
            return refuse(.badLength)
        }
        if let code = refusePIN(request.pin) { return refuse(code) }
        guard hasRoom(for: request.name) else { return refuse(.tooManyUsers) }
        let user = NukiLockUser(authID: nextAuthID, appID: request.appID, name: request.name, key: key)
        let grant = NukiUltraAuthorizationGrant(authID: user.authID, uuid: settings.uuid)
        let answer = ultraAnswer(
            NukiMessage(.authorizationID, grant.payload),
            frame.authID,
            key,
            using: &random
        )
        return [.received(.pairing(7))] + adopt(user, at: now) + answer
    }

    /// Returns the reason for refusing this PIN, or nil if the PIN is correct. Wrong PINs are counted, and beyond the
    /// limit no PIN is accepted.
    mutating func refusePIN(_ pin: UInt32) -> NukiErrorCode? {
        guard badPINs < settings.maximumBadPINs else { return .tooManyPINAttempts }
        guard pin == settings.pin else {
            badPINs += 1
            return .badPIN
        }
        badPINs = 0
        return nil
    }

    private func ultraAnswer(
        _ message: NukiMessage,
        _ authID: UInt32,
        _ key: NukiSharedKey,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        let nonce = random.bytes(NukiSealedFrame.nonceSize)
        guard let frame = try? NukiSealedFrame(sealing: message, authID: authID, key: key, nonce: nonce) else {
            return []
        }
        return indication(frame.encoded, on: NukiCharacteristic.ultraPairing, step: .pairing(8))
    }
}
