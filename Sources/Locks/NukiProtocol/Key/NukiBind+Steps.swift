import LockProtocol

extension NukiBind {
    mutating func receive(
        _ bytes: [UInt8],
        on source: String,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            if case .checking(let credential, var channel, let until) = state {
                let reply = try channel.receive(bytes, on: source)
                state = .checking(credential, channel, until: until)
                guard let reply else { return [] }
                return try checked(reply, credential, channel, using: &random)
            }
            guard source.lowercased() == characteristic, let frame = try reassembler.append(bytes) else { return [] }
            switch frame {
            case .plain(let message) where message.command == .errorReport:
                return refused(try NukiErrorReport(payload: message.payload), at: now)
            case .plain(let message):
                return try plainStep(message, at: now, using: &random)
            case .sealed(let frame):
                return try sealedStep(frame, at: now, using: &random)
            }
        } catch {
            // The request reached somebody in the middle, not the lock itself.
            return error == NukiError(.badAuthenticator, "")
                ? finish(KeyResult(.failed, reason: NukiKeyReason.lockNotAuthentic))
                : breakOff(KeyResult(.failed, reason: NukiKeyReason.badReply))
        }
    }

    /// Error 10 before any agreement means that nobody has pressed the button yet. All other errors end the pairing.
    private mutating func refused(_ report: NukiErrorReport, at now: Duration) -> [KeyAction] {
        if report.code == .notPairing, case .awaitingPIN(let patience) = state {
            return stillWaiting(patience, promptsForButton: true)
        }
        guard report.code == .notPairing, case .awaitingLockKey(let prompted) = state else {
            return finish(KeyResult(.failed, reason: report.code.reason))
        }
        state = .awaitingButton(retryAt: now + Self.buttonRetry)
        return prompted ? [] : [.prompt(.pressButton)]
    }

    private mutating func plainStep(
        _ message: NukiMessage,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> [KeyAction] {
        switch state {
        case .awaitingLockKey:
            guard message.command == .publicKey else { throw Self.unexpected }
            let pair = try NukiKeyAgreement(secret: random.bytes(32))
            let keys = PairKeys(
                client: pair.publicKey,
                lock: message.payload,
                shared: try pair.sharedKey(with: message.payload)
            )
            state = .awaitingFirstChallenge(keys)
            return [write(.publicKey, keys.client)]
        case .awaitingPIN(let patience):
            guard message.command == .publicKey else { throw Self.unexpected }
            return stillWaiting(patience, promptsForButton: false)
        case .awaitingFirstChallenge(let keys):
            let proof = keys.shared.authenticator(over: keys.client, keys.lock, try message.challenge())
            switch parameters.kind {
            case .classic: state = .awaitingSecondChallenge(keys.shared)
            case .ultra: state = .awaitingInfo(keys.shared, pin: pin ?? 0)
            }
            return [write(.authorizationAuthenticator, proof)]
        case .awaitingSecondChallenge(let key):
            let nonce = random.bytes(32)
            let request = NukiAuthorizationRequest(
                appID: parameters.appID,
                name: parameters.name,
                nonce: nonce,
                challenge: try message.challenge(),
                key: key
            )
            state = .awaitingGrant(key, clientNonce: nonce)
            return [write(.authorizationData, request.payload)]
        case .awaitingGrant(let key, let clientNonce):
            return try granted(message, key, clientNonce)
        case .awaitingCompletion(let credential):
            guard message.command == .status, try NukiStatus(payload: message.payload) == .complete
            else { throw Self.unexpected }
            return try check(credential, at: now, using: &random)
        case .awaitingInfo(let key, let pin):
            guard message.command == .authorizationInfo else { throw Self.unexpected }
            return try authorize(key, pin: pin, using: &random)
        case .idle, .awaitingButton, .awaitingUltraGrant, .checking, .finished:
            throw Self.unexpected
        }
    }

    private mutating func granted(
        _ message: NukiMessage,
        _ key: NukiSharedKey,
        _ clientNonce: [UInt8]
    ) throws(NukiError) -> [KeyAction] {
        guard message.command == .authorizationID else { throw Self.unexpected }
        let grant = try NukiAuthorizationGrant(payload: message.payload)
        let expected = grant.expectedAuthenticator(clientNonce: clientNonce, key: key)
        guard equalInConstantTime(expected, grant.authenticator) else {
            throw NukiError(.badAuthenticator, "the lock's proof is wrong")
        }
        let credential = try credential(authID: grant.authID, uuid: grant.uuid, key: key)
        let confirmation = NukiAuthorizationConfirmation(authID: grant.authID, lockNonce: grant.nonce, key: key)
        state = .awaitingCompletion(credential)
        return [write(.authorizationIDConfirmation, confirmation.payload)]
    }

    static var unexpected: NukiError { NukiError(.unexpectedCommand, "this step expects another message") }

    func credential(authID: UInt32, uuid: [UInt8], key: NukiSharedKey) throws(NukiError) -> NukiCredential {
        try NukiCredential(
            kind: parameters.kind,
            authID: authID,
            appID: parameters.appID,
            nukiID: 0,
            lockUUID: uuid,
            key: key
        )
    }
}
