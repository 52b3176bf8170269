import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Unlock, key side")
struct NukiUnlockTests {
    /// An unlock of the lock from the vendor's document. The random numbers are those of the document.
    struct Run {
        var unlock: NukiUnlock
        var random = ScriptedRandom(
            "88fdefd7f941b63c242b7f84b3d786886340a4a8b1c1eaa0" + "19467990b69ffbe3d484a5882c995449e3ebc878712152e7"
        )
        let key: NukiSharedKey

        init(action: NukiUnlockAction = .unlock) throws {
            unlock = NukiUnlock(.init(credential: try Official.credential(), action: action, deadline: .seconds(10)))
            key = try Official.shared()
        }

        mutating func handle(_ event: KeyEvent, at now: Duration = .zero) -> [KeyAction] {
            unlock.handle(event, at: now, using: &random)
        }

        mutating func receive(_ message: NukiMessage, at now: Duration = .zero) throws -> [KeyAction] {
            handle(.value(characteristic: NukiCharacteristic.user, bytes: try Self.sealed(message, key)), at: now)
        }

        static func sealed(_ message: NukiMessage, _ key: NukiSharedKey) throws -> [UInt8] {
            let nonce = [UInt8](repeating: 9, count: 24)
            return try NukiSealedFrame(sealing: message, authID: 2, key: key, nonce: nonce).encoded
        }

        /// A run that has already sent the commit write.
        static func committed(action: NukiUnlockAction = .unlock) throws -> Run {
            var run = try Run(action: action)
            _ = run.handle(.started)
            _ = run.handle(.value(characteristic: NukiCharacteristic.user, bytes: hex(Official.challenge)))
            return run
        }

        static func accepted(action: NukiUnlockAction = .unlock) throws -> Run {
            var run = try committed(action: action)
            #expect(try run.receive(NukiMessage(.status, [1])) == [])
            return run
        }
    }

    private static func states(_ state: NukiLockState) -> NukiMessage {
        let time = NukiTimestamp(unixSeconds: 1_457_338_530)
        let states = NukiKeyturnerStates(lockState: state, time: time, battery: NukiBattery(rawValue: 0))
        return NukiMessage(.keyturnerStates, states.payload)
    }

    private static func error(_ code: NukiErrorCode) -> NukiMessage {
        NukiMessage(.errorReport, NukiErrorReport(code: code, command: .lockAction).payload)
    }

    private func result(_ actions: [KeyAction]) throws -> KeyResult {
        guard case .finish(let result) = try #require(actions.last) else {
            throw NukiError(.badValue, "not finished: \(actions)")
        }
        #expect(actions.count == 1)
        return result
    }

    @Test("Nuki unlock: the official conversation, byte for byte, with exactly one commit")
    func conversation() throws {
        var run = try Run()
        #expect(
            run.handle(.started) == [
                .phase(.authenticating), .subscribe(characteristic: NukiCharacteristic.general),
                .subscribe(characteristic: NukiCharacteristic.user),
                .write(characteristic: NukiCharacteristic.user, bytes: hex(Official.requestChallenge), commit: false),
            ]
        )
        #expect(
            run.handle(.value(characteristic: NukiCharacteristic.user.uppercased(), bytes: hex(Official.challenge)))
                == [
                    .phase(.operating),
                    .write(characteristic: NukiCharacteristic.user, bytes: hex(Official.lockAction), commit: true),
                ]
        )
        #expect(try run.receive(NukiMessage(.status, hex("01"))) == [])
        #expect(
            try run.receive(NukiMessage(.keyturnerStates, hex("020200e00703070818203c00000007"))) == [.phase(.acting)])
        let last = hex("020300e007030708182c3c00000007")
        let end = try result(try run.receive(NukiMessage(.keyturnerStates, last)))
        #expect(end.outcome == .succeeded)
        #expect(end.confirmation == .confirmed)
        #expect(end.evidence == last)
        #expect(end.state == "unlocked")
        #expect(try run.receive(NukiMessage(.status, [0])) == [])
    }

    @Test("Nuki unlock: status 00 at once confirms")
    func nothingToDo() throws {
        var run = try Run.committed()
        let end = try result(try run.receive(NukiMessage(.status, [0])))
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed)
    }

    @Test("Nuki unlock: unlatch is confirmed by 05, not by 03")
    func unlatch() throws {
        var run = try Run.accepted(action: .unlatch)
        #expect(try run.receive(Self.states(.unlatching)) == [.phase(.acting)])
        #expect(try run.receive(Self.states(.unlocked)) == [])
        #expect(try result(try run.receive(Self.states(.unlatched))).confirmation == .confirmed)
    }

    @Test("Nuki unlock: a state from before the acceptance confirms nothing")
    func unsolicited() throws {
        var run = try Run.committed()
        #expect(try run.receive(Self.states(.unlocked)) == [])
        let end = try result(run.handle(.linkLost))
        #expect(end.outcome == .failed && end.confirmation == .commanded)
        #expect(end.reason == KeyResult.outcomeUnknown)
        #expect(end.state == nil)
    }

    @Test("lost after the acceptance: communicated, and the outcome is unknown")
    func lostAfterAcceptance() throws {
        var run = try Run.accepted()
        let end = try result(run.handle(.linkLost))
        #expect(end.confirmation == .communicated && end.reason == KeyResult.outcomeUnknown)
    }

    @Test(
        "Nuki unlock: completion that contradicts the last state is no success",
        arguments: [NukiLockState.locked, .undefined])
    func contradicted(state: NukiLockState) throws {
        var run = try Run.accepted()
        #expect(try run.receive(Self.states(state)) == [])
        let end = try result(try run.receive(NukiMessage(.status, [0])))
        #expect(end.outcome == .failed && end.confirmation == .communicated)
        #expect(end.reason == NukiKeyReason.notInWantedState)
    }

    @Test("Nuki unlock: completion while the last state was on the way confirms")
    func completedOnTheWay() throws {
        var run = try Run.accepted()
        #expect(try run.receive(Self.states(.unlocking)) == [.phase(.acting)])
        #expect(try result(try run.receive(NukiMessage(.status, [0]))).confirmation == .confirmed)
    }

    @Test("Nuki unlock: a refusal has the lock's reason, before and after the commit")
    func refused() throws {
        var early = try Run()
        _ = early.handle(.started)
        let first = try result(try early.receive(Self.error(.disabled)))
        #expect(first == KeyResult(.failed, reason: "nuki.authorization_disabled"))
        for code in [NukiErrorCode.busy, .badNonce, .motorBlocked] {
            var run = try Run.committed()
            let end = try result(try run.receive(Self.error(code)))
            #expect(end.reason == code.reason && end.confirmation == .commanded)
        }
        var blocked = try Run.accepted()
        #expect(try result(try blocked.receive(Self.states(.motorBlocked))).reason == "nuki.motor_blocked")
    }

    @Test("Nuki unlock: a revoked client is told so in plain text on e201")
    func notAuthorized() throws {
        var run = try Run()
        _ = run.handle(.started)
        let event = KeyEvent.value(characteristic: NukiCharacteristic.general, bytes: hex("120020000013d7"))
        #expect(try result(run.handle(event)) == KeyResult(.failed, reason: "nuki.not_authorized"))
    }

    @Test("Nuki unlock: timed out never early, and with overtime once committed")
    func deadlines() throws {
        var early = try Run()
        _ = early.handle(.started)
        #expect(early.unlock.wakeAt == .seconds(10))
        #expect(early.handle(.woke, at: .milliseconds(9_999)) == [])
        #expect(try result(early.handle(.woke, at: .seconds(10))) == KeyResult(.timedOut))

        var late = try Run.accepted()
        #expect(late.unlock.wakeAt == .seconds(40))
        #expect(late.handle(.woke, at: .seconds(10)) == [])
        let end = try result(late.handle(.woke, at: .seconds(40)))
        #expect(end.outcome == .timedOut && end.confirmation == .communicated)
        #expect(late.unlock.wakeAt == nil)
    }

    @Test("Nuki unlock: cancel counts until the commit write and not after it")
    func cancelled() throws {
        var early = try Run()
        _ = early.handle(.started)
        #expect(try result(early.handle(.cancelled)) == KeyResult(.cancelled))
        var late = try Run.committed()
        #expect(late.handle(.cancelled) == [])
        #expect(try result(try late.receive(NukiMessage(.status, [0]))).outcome == .succeeded)
    }

    @Test(
        "Nuki unlock: a reply that cannot be one ends the operation",
        arguments: [
            hex(Official.states).dropLast() + [0], [UInt8](repeating: 0, count: 600), hex(Official.states) + [1],
        ])
    func badReply(bytes: [UInt8]) throws {
        var run = try Run()
        _ = run.handle(.started)
        let end = try result(run.handle(.value(characteristic: NukiCharacteristic.user, bytes: bytes)))
        #expect(end.outcome == .failed && end.reason == NukiKeyReason.badReply)
    }

    @Test("Nuki unlock: states and battery reports may come at any time before the challenge")
    func chatter() throws {
        var run = try Run()
        _ = run.handle(.started)
        #expect(try run.receive(Self.states(.unlocked)) == [])
        #expect(try run.receive(NukiMessage(.batteryReport, [1, 2, 3])) == [])
        #expect(try run.receive(NukiMessage(.status, [0])) == [])
        #expect(run.handle(.value(characteristic: "2a19", bytes: [1])) == [])
    }

    @Test("unlock: a lock that begins to turn is said to act, once; a state from before the acceptance says nothing")
    func acting() throws {
        var run = try Run.committed()
        #expect(try run.receive(Self.states(.unlocking)) == [])
        #expect(try run.receive(NukiMessage(.status, [1])) == [])
        #expect(try run.receive(Self.states(.unlocking)) == [.phase(.acting)])
        #expect(try run.receive(Self.states(.unlocking)) == [])
    }

    @Test("Nuki unlock: a lock that stood open and whose motor fails is not open for this attempt")
    func motorFaultOfAnOpenLock() throws {
        let before = Air(try Locks.known(), try Locks.unlock())
        #expect(before.run()?.outcome == .succeeded)
        before.settle()
        var lock = before.lock
        lock.disconnected()
        lock.motor = .failed
        #expect(lock.lockState == .unlocked)
        let air = Air(lock, try Locks.unlock(), at: before.now)
        let end = try #require(air.run())
        #expect(end.outcome == .failed)
        #expect(end.confirmation == .communicated)
    }

    @Test("Nuki unlock: a turning motor is asked again until it rests")
    func statusOfATurningMotor() throws {
        for (action, state, wanted) in [
            (NukiUnlockAction.unlock, NukiLockState.unlocked, true), (.unlock, .locked, false),
            (.unlatch, .unlocked, false), (.unlatch, .unlatched, true),
        ] {
            var random = ScriptedRandom(seed: 7)
            var read = NukiStatusRead(credential: try Official.credential(), action: action, deadline: .seconds(5))
            _ = read.handle(.started, at: .zero, using: &random)
            func value(_ state: NukiLockState) throws -> KeyEvent {
                .value(
                    characteristic: NukiCharacteristic.user,
                    bytes: try Run.sealed(Self.states(state), Official.shared()))
            }
            #expect(read.handle(try value(.unlocking), at: .zero, using: &random) == [])
            #expect(read.wakeAt == NukiStatusRead.pause)
            #expect(read.handle(.woke, at: .milliseconds(249), using: &random) == [])
            let again = read.handle(.woke, at: NukiStatusRead.pause, using: &random)
            #expect(again.count == 1, "one more question")
            let end = try result(read.handle(try value(state), at: .milliseconds(300), using: &random))
            #expect(end.isInWantedState == wanted, "\(action), \(state)")
        }
    }

    /// Somebody may have opened the lock by hand, and in this case its state does not prove that our command opened it.
    /// The argument `last` is nil in the short form.
    @Test(
        "Nuki unlock: only what a command brought about is a proof",
        arguments: [
            (trigger: 0, last: nil, isProof: true), (1, nil, false), (2, nil, false),
            (0, NukiKeyturnerStates.LastAction(action: 1, trigger: 0, completion: .success, doorSensor: .closed), true),
            (0, .init(action: 1, trigger: 1, completion: .success, doorSensor: .closed), false),
            (1, .init(action: 1, trigger: 0, completion: .success, doorSensor: .closed), false),
            (0, .init(action: 2, trigger: 0, completion: .success, doorSensor: .closed), false),
            (0, .init(action: 1, trigger: 0, completion: .motorBlocked, doorSensor: .closed), false),
        ] as [(UInt8, NukiKeyturnerStates.LastAction?, Bool)])
    func provenByACommand(trigger: UInt8, last: NukiKeyturnerStates.LastAction?, isProof: Bool) throws {
        let time = NukiTimestamp(unixSeconds: 1_457_338_530)
        var states = NukiKeyturnerStates(lockState: .unlocked, time: time, battery: NukiBattery(rawValue: 0))
        states.trigger = trigger
        states.last = last
        var random = ScriptedRandom(seed: 7)
        var read = NukiStatusRead(credential: try Official.credential(), action: .unlock, deadline: .seconds(5))
        _ = read.handle(.started, at: .zero, using: &random)
        let bytes = try Run.sealed(NukiMessage(.keyturnerStates, states.payload), Official.shared())
        let event = KeyEvent.value(characteristic: NukiCharacteristic.user, bytes: bytes)
        #expect(try result(read.handle(event, at: .zero, using: &random)).isInWantedState == isProof)
    }

    @Test("Nuki unlock: reading the state")
    func statusRead() throws {
        var random = ScriptedRandom("37917f1af31ec5940705f34d1e5550607d5b2f9fe7d496b6")
        var read = NukiStatusRead(credential: try Official.credential(), deadline: .seconds(5))
        let started = read.handle(.started, at: .zero, using: &random)
        #expect(
            started.last
                == .write(characteristic: NukiCharacteristic.user, bytes: hex(Official.requestStates), commit: false)
        )
        let answer = KeyEvent.value(characteristic: NukiCharacteristic.user, bytes: hex(Official.states))
        #expect(read.handle(answer, at: .zero, using: &random).count == 1, "it asks for the firmware as well")
        // The state of the lock is known, no matter how the reading ends.
        let end = try result(read.handle(.linkLost, at: .zero, using: &random))
        #expect(end.outcome == .succeeded && end.state == "locked" && end.confirmation == nil)
        #expect(end.reading?.state == .locked && end.reading?.firmware == nil)
    }
}
