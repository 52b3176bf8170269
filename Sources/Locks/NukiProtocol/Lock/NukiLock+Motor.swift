import LockProtocol

extension NukiLock {
    /// The motor's movement, and the client that caused it.
    struct Movement: Sendable {
        let action: NukiDoorAction
        let actor: NukiActor
        /// The state before the movement.
        let origin: NukiLockState
        /// The failure with which the movement will end. If the movement succeeds, this is nil.
        let failure: (code: NukiErrorCode, completion: NukiCompletion)?
        let command: NukiCommand
        /// The client that gets reports about the progress. When the client's link has been lost, this is nil.
        var client: NukiLockUser?
        var nextAt: Duration
        /// The states still to come, each with its duration.
        var coming: ArraySlice<(state: NukiLockState, lasts: Duration)>
    }

    /// Performs step 3 and the steps that immediately follow: the lock accepts the command, and the motor starts.
    mutating func act(
        _ payload: [UInt8],
        _ caller: Caller,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        let answer = LockStep.operation(4)
        let request: (action: UInt8, actor: NukiActor, nonce: [UInt8])
        do {
            request = try Self.request(payload, caller)
        } catch {
            return refuse(.badLength, caller, answer, using: &random)
        }
        let isFresh = useChallenge(request.nonce, caller, at: now)
        func refused(_ code: NukiErrorCode) -> [NukiLockOutput] {
            refuse(code, caller, answer, actor: request.actor, using: &random)
        }
        guard isFresh else { return refused(.badNonce) }
        if let code = refusal(at: .operation(3)) { return refused(code) }
        guard let action = NukiDoorAction(rawValue: request.action) else { return refused(.badParameter) }
        guard movement == nil else { return refused(.busy) }
        guard settings.needlessActions == .move || lockState != action.needlessState else {
            let status = NukiMessage(.status, [NukiStatus.complete.rawValue])
            return reply(status, to: caller.user, .operation(7), using: &random)
        }
        return start(action, request.actor, caller, at: now, using: &random)
    }

    private static func request(
        _ payload: [UInt8],
        _ caller: Caller
    ) throws(NukiError) -> (action: UInt8, actor: NukiActor, nonce: [UInt8]) {
        let user = caller.user
        var actor = NukiActor(authID: user.authID, appID: user.appID, name: user.name)
        if caller.command == .simpleLockAction {
            guard payload.count == 33 else { throw NukiError(.badLength, "a simple lock action must have 33 bytes") }
            return (payload[0] <= 2 ? payload[0] : 0, actor, Array(payload.dropFirst()))
        }
        let request = try NukiActionRequest(payload: payload)
        actor.appID = request.appID
        actor.suffix = request.suffix
        return (request.action, actor, request.nonce)
    }

    private mutating func start(
        _ action: NukiDoorAction,
        _ actor: NukiActor,
        _ caller: Caller,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        let plan = action.plan(movement: settings.movement, hold: settings.hold)
        let origin = lockState
        lockState = plan.first
        movement = Movement(
            action: action,
            actor: actor,
            origin: origin,
            failure: motor.failure,
            command: caller.command,
            client: link == nil ? nil : caller.user,
            nextAt: now + settings.movement,
            coming: plan.then[...]
        )
        let accepted = NukiMessage(.status, [NukiStatus.accepted.rawValue])
        let outputs = reply(accepted, to: caller.user, .operation(4), using: &random) + changed(actor)
        return outputs + report(.keyturnerStates, states(at: now).payload, .operation(5), using: &random)
    }

    /// Applies all changes that the motor has caused by `now`.
    mutating func moveOn(to now: Duration, using random: inout some RandomNumberGenerator) -> [NukiLockOutput] {
        var outputs: [NukiLockOutput] = []
        while let moving = movement, now >= moving.nextAt {
            if let failure = moving.failure {
                outputs += fail(moving, failure, at: now, using: &random)
                continue
            }
            guard let next = moving.coming.first else { break }
            lockState = next.state
            movement?.coming.removeFirst()
            movement?.nextAt = moving.nextAt + next.lasts
            let isLast = moving.coming.count == 1
            if isLast { last = lastAction(moving, .success) }
            outputs += changed(moving.actor)
            outputs += report(.keyturnerStates, states(at: now).payload, .operation(6), using: &random)
            if isLast {
                let complete = [NukiStatus.complete.rawValue]
                outputs += report(.status, complete, .operation(7), using: &random)
                movement = nil
                link?.lastTraffic = now
            }
        }
        return outputs
    }

    private mutating func fail(
        _ moving: Movement,
        _ failure: (code: NukiErrorCode, completion: NukiCompletion),
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        lockState = failure.code == .motorBlocked ? .motorBlocked : moving.origin
        last = lastAction(moving, failure.completion)
        hasChanged = true
        let event = NukiLockEvent(.motorFault, moving.actor, code: failure.code, command: moving.command)
        var outputs: [NukiLockOutput] = [.event(event), .advertisementChanged]
        outputs += report(.keyturnerStates, states(at: now).payload, .operation(6), using: &random)
        let error = NukiErrorReport(code: failure.code, command: moving.command)
        outputs += report(.errorReport, error.payload, .operation(7), using: &random)
        movement = nil
        link?.lastTraffic = now
        return outputs
    }

    private func lastAction(
        _ moving: Movement,
        _ completion: NukiCompletion
    ) -> NukiKeyturnerStates.LastAction {
        .init(action: moving.action.rawValue, trigger: 0, completion: completion, doorSensor: door)
    }

    /// Reports that the bolt or the latch has changed its state.
    private mutating func changed(_ actor: NukiActor) -> [NukiLockOutput] {
        let event = NukiLockEvent.Kind(lockState).map { [NukiLockOutput.event(NukiLockEvent($0, actor))] } ?? []
        guard !hasChanged else { return event }
        hasChanged = true
        return event + [.advertisementChanged]
    }

    /// Sends a report to the client that caused this movement, if the client is still connected.
    private func report(
        _ command: NukiCommand,
        _ payload: [UInt8],
        _ step: LockStep,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard let client = movement?.client else { return [] }
        return reply(NukiMessage(command, payload), to: client, step, using: &random)
    }
}

extension NukiDoorAction {
    /// The state in which the action changes nothing. If the action always moves the motor, this is nil.
    var needlessState: NukiLockState? {
        switch self {
        case .unlock: .unlocked
        case .lock, .fullLock: .locked
        case .unlatch, .lockAndGo, .lockAndGoWithUnlatch: nil
        }
    }

    /// Returns the states during the action. The first state begins immediately and the second after `movement`. Each
    /// later state begins after the time given with the state before it.
    func plan(
        movement: Duration,
        hold: Duration
    ) -> (first: NukiLockState, then: [(state: NukiLockState, lasts: Duration)]) {
        switch self {
        case .unlock: (.unlocking, [(.unlocked, .zero)])
        case .lock, .fullLock: (.locking, [(.locked, .zero)])
        case .unlatch: (.unlatching, [(.unlatched, hold), (.unlocked, .zero)])
        case .lockAndGo: (.unlocking, [(.unlocked, hold), (.locking, movement), (.locked, .zero)])
        case .lockAndGoWithUnlatch: (.unlatching, [(.unlatched, hold), (.locking, movement), (.locked, .zero)])
        }
    }
}
