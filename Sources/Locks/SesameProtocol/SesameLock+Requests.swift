import LockProtocol

extension SesameLock {
    /// Handles a message from a client that has proved nothing yet. Such a client may register a lock that has no key,
    /// or log in to a lock that has a key.
    mutating func introduced(
        _ message: [UInt8],
        _ link: Link,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [SesameLockOutput] {
        guard let request = try? SesameRequest(message) else { return [] }
        switch request.item {
        case .registration:
            return [.received(.pairing(2))] + register(request.payload, link, at: now, using: &random)
        case .login:
            return [.received(.operation(2))] + login(request.payload, link, at: now)
        default:
            return []
        }
    }

    private mutating func register(
        _ payload: [UInt8],
        _ link: Link,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [SesameLockOutput] {
        guard secret == nil, !isOwnedElsewhere else { return refuse(.registration, .invalidAction) }
        let keySize = SesameKeyAgreement.publicKeySize
        // The four bytes of the clock were added later, and some clients leave them out.
        guard payload.count == keySize || payload.count == keySize + 4 else {
            return refuse(.registration, .invalidFormat)
        }
        let agreement = SesameKeyAgreement(using: &random)
        guard let secret = try? agreement.deviceSecret(with: Array(payload.prefix(keySize))),
            let session = try? secret.session(token: link.token)
        else { return refuse(.registration, .invalidParameter) }
        var reader = ByteReader(Array(payload.dropFirst(keySize)))
        if let time = try? reader.uint32() { setClock(time, at: now) }
        self.secret = secret
        self.link?.session = session
        let answer = status.payload + mechanics.payload + agreement.publicKey
        return [
            .keysChanged, .event(SesameLockEvent(.paired)), .advertisementChanged,
            tell(.response(.registration, .success, answer), step: .pairing(3)),
        ]
    }

    private mutating func login(_ payload: [UInt8], _ link: Link, at now: Duration) -> [SesameLockOutput] {
        guard !isOwnedElsewhere, let secret, let session = try? secret.session(token: link.token),
            equalInConstantTime(session.proof, payload)
        else {
            self.link?.isSpent = true
            return refuse(.login, .invalidSignature)
        }
        self.link?.session = session
        var time: [UInt8] = []
        time.append(littleEndian: clock(at: now))
        return tellSealed(.response(.login, .success, time), step: .operation(3))
            + tellSealed(.publish(.mechStatus, status.payload), step: .operation(4))
            + tellSealed(.publish(.mechSetting, mechanics.payload), step: .operation(4))
    }

    /// Refuses a client that has no session, in plaintext.
    private func refuse(_ item: SesameItem, _ result: SesameResult) -> [SesameLockOutput] {
        let step: LockStep = item == .registration ? .pairing(3) : .operation(3)
        return [
            .event(SesameLockEvent(.refused, result: result, item: item)),
            tell(.response(item, result, []), step: step),
        ]
    }

    /// Handles a sealed request. The answer comes first, followed by the effects of the request.
    mutating func perform(_ request: SesameRequest, at now: Duration) -> [SesameLockOutput] {
        var reader = ByteReader(request.payload)
        switch request.item {
        case .version:
            return answer(request.item, .success, Array(settings.version.utf8))
        case .time:
            guard let time = try? reader.uint32(), reader.remaining == 0 else { return answer(.time, .invalidFormat) }
            setClock(time, at: now)
            return answer(.time, .success)
        case .autoLock:
            guard let seconds = try? reader.uint16(), reader.remaining == 0 else {
                return answer(.autoLock, .invalidFormat)
            }
            mechanics.autoLockSeconds = seconds
            if seconds == 0 { locksAt = nil }
            return answer(.autoLock, .success) + tellSealed(.publish(.mechSetting, mechanics.payload), step: nil)
        case .mechSetting:
            guard let lockAngle = try? reader.int16(), let unlockAngle = try? reader.int16(), reader.remaining == 0
            else {
                return answer(.mechSetting, .invalidFormat)
            }
            (mechanics.lockAngle, mechanics.unlockAngle) = (lockAngle, unlockAngle)
            return answer(.mechSetting, .success) + tellSealed(.publish(.mechSetting, mechanics.payload), step: nil)
        case .history:
            // This lock's events record what happened; the lock's own list stays empty.
            return answer(.history, .notFound)
        case .lock, .unlock:
            return [.received(.operation(5))] + move(request, at: now)
        case .reset:
            let outputs = answer(.reset, .success)
            return outputs + forget()
        default:
            return answer(request.item, .notSupported)
        }
    }

    private mutating func move(_ request: SesameRequest, at now: Duration) -> [SesameLockOutput] {
        let result: SesameResult
        let tag = try? SesameHistoryTag(payload: request.payload)
        if tag == nil {
            result = .invalidFormat
        } else if let refusal {
            result = refusal
        } else if movement != nil {
            result = .busy
        } else {
            result = motor == .failed ? SesameResult(rawValue: 6) : .success
        }
        guard result == .success else {
            let kind: SesameLockEvent.Kind = motor == .failed && refusal == nil && tag != nil ? .motorFault : .refused
            return [.event(SesameLockEvent(kind, tag: tag, result: result, item: request.item))]
                + answer(request.item, result)
        }
        return answer(request.item, .success)
            + turn(opens: request.item == .unlock, tag, step: .operation(7), at: now)
    }

    private mutating func answer(
        _ item: SesameItem, _ result: SesameResult, _ payload: [UInt8] = []
    ) -> [SesameLockOutput] {
        let moves = item == .lock || item == .unlock
        return tellSealed(.response(item, result, payload), step: moves ? .operation(6) : nil)
    }

    private mutating func setClock(_ time: UInt32, at now: Duration) {
        clockCorrection = Int64(time) &- settings.clockStart &- now.components.seconds
    }

    /// Starts the motor.
    mutating func turn(
        opens: Bool, _ tag: SesameHistoryTag?, step: LockStep?, at now: Duration
    ) -> [SesameLockOutput] {
        locksAt = nil
        movement = Movement(opens: opens, endsAt: now + settings.movement, tag: tag, step: step)
        status.target = opens ? mechanics.unlockAngle : mechanics.lockAngle
        status.isStopped = false
        status.isCritical = false
        return [.event(SesameLockEvent(opens ? .unlocking : .locking, tag: tag))]
            + tellSealed(.publish(.mechStatus, status.payload), step: step)
    }

    /// Ends a movement. Called when the motor has come to rest.
    mutating func end(_ movement: Movement, at now: Duration) -> [SesameLockOutput] {
        self.movement = nil
        status.target = nil
        status.isStopped = true
        status.isCritical = motor == .blocked
        let isThere = motor != .blocked
        status.isInUnlockRange = isThere && movement.opens
        status.isInLockRange = isThere && !movement.opens
        if isThere {
            status.position = movement.opens ? mechanics.unlockAngle : mechanics.lockAngle
        } else {
            let ends = Int(mechanics.lockAngle) + Int(mechanics.unlockAngle)
            status.position = Int16(clamping: ends / 2)
        }
        if isThere, movement.opens, mechanics.autoLockSeconds > 0 {
            locksAt = now + .seconds(Int64(mechanics.autoLockSeconds))
        }
        let kind: SesameLockEvent.Kind = isThere ? (movement.opens ? .unlocked : .locked) : .motorFault
        let step = movement.step.map { LockStep(conversation: $0.conversation, number: $0.number + 1) }
        return [.event(SesameLockEvent(kind, tag: movement.tag))]
            + tellSealed(.publish(.mechStatus, status.payload), step: step)
    }
}
