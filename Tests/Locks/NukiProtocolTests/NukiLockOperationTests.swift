import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Normal operation, lock side")
struct NukiLockOperationTests {
    /// The lock in the example of the vendor's document.
    private func official() throws -> NukiLock {
        var settings = Locks.settings()
        settings.statesForm = .bytes15
        settings.clockStart = 1_457_338_530
        settings.zoneMinutes = 60
        settings.movement = .seconds(12)
        var lock = try Locks.known(settings)
        lock.battery = NukiBattery(rawValue: 0)
        lock.connected(mtu: 247, at: .zero)
        lock.subscribed(to: NukiCharacteristic.user, true, at: .zero)
        lock.subscribed(to: NukiCharacteristic.general, true, at: .zero)
        return lock
    }

    private func sent(_ output: NukiLockOutput?) -> String? {
        guard case .tell(NukiCharacteristic.user, let pieces, _) = output, pieces.count == 1 else { return nil }
        return hex(pieces[0])
    }

    private func opened(_ outputs: [NukiLockOutput]) throws -> [String] {
        try outputs.compactMap { output in
            guard let bytes = sent(output) else { return nil }
            let message = try NukiSealedFrame(hex(bytes)).message(key: Official.shared())
            return hex(Array(message.sealedContent(authID: 2).dropFirst(4).dropLast(2)))
        }
    }

    @Test("the official conversation: states and challenge byte for byte, then the published payloads")
    func conversation() throws {
        var lock = try official()
        lock.configurationCount = 32
        lock.lockAndGoTimer = 10
        var random = ScriptedRandom(
            "90b0757cfed0243017eaf5e089f8583b9839d61b050924d2" + Official.actionChallenge
                + "99c8613a9f6ab6d3fb0399d37ad38c5c003ac139b1567bc1"
        )
        func write(_ text: String, at now: Duration) -> [NukiLockOutput] {
            lock.written(hex(text), to: NukiCharacteristic.user, at: now, using: &random)
        }
        #expect(sent(write(Official.requestStates, at: .zero).last) == Official.states)
        let challenged = write(Official.requestChallenge, at: .seconds(1))
        #expect(challenged.first == .received(.operation(1)))
        #expect(sent(challenged.last) == Official.challenge)

        lock.configurationCount = 0
        lock.lockAndGoTimer = 7
        // In the document, the action came 542 s after the reading. A challenge is valid for only 30 s, so the test
        // requests a new challenge.
        random = ScriptedRandom(Official.actionChallenge)
        _ = write(Official.requestChallenge, at: .seconds(541))
        let accepted = write(Official.lockAction, at: .seconds(542))
        #expect(try opened(accepted) == ["0e0001", "0c00" + "020200e00703070818203c00000007"])
        #expect(lock.wakeAt == .seconds(554))
        let done = lock.woke(at: .seconds(554), using: &random)
        #expect(try opened(done) == ["0c00" + "020300e007030708182c3c00000007", "0e0000"])
        #expect(lock.lockState == .unlocked)
    }

    @Test(
        "Nuki lock operation: both sides unlock and unlatch, in every form and MTU", arguments: NukiStatesForm.allCases,
        [23, 247])
    func bothSides(form: NukiStatesForm, mtu: Int) throws {
        for action in [NukiUnlockAction.unlock, .unlatch] {
            var settings = Locks.settings()
            settings.statesForm = form
            let air = Air(try Locks.known(settings), try Locks.unlock(action, suffix: "ada"), mtu: mtu)
            let result = try #require(air.run())
            #expect(result.outcome == .succeeded && result.confirmation == .confirmed)
            #expect(result.state == (action == .unlock ? "unlocked" : "unlatched"))
            #expect(air.writes.map(\.commit) == [false, true])
            #expect(air.phases == [.authenticating, .operating, .acting])
            air.settle()
            #expect(air.lock.lockState == .unlocked)
            let kinds: [NukiLockEvent.Kind] =
                action == .unlock ? [.unlocking, .unlocked] : [.unlatching, .unlatched, .unlocked]
            #expect(air.events.map(\.kind) == kinds)
            #expect(air.events.allSatisfy { $0.actor?.suffix == "ada" && $0.actor?.authID == 2 })
            #expect(air.steps.map(\.number).prefix(6) == [1, 2, 3, 4, 5, 6])
        }
    }

    @Test("a link that breaks after any step: opened exactly from the action on", arguments: 1...7)
    func broken(step: Int) throws {
        let air = Air(try Locks.known(), try Locks.unlock())
        air.breakAfter = .operation(step)
        let result = try #require(air.run())
        air.settle()
        #expect(air.lock.lockState == (step >= 3 ? .unlocked : .locked))
        #expect(result.outcome == (step >= 6 ? .succeeded : .failed))
        switch step {
        case 1, 2: #expect(result.reason == NukiKeyReason.disconnected || step == 2)
        case 3: #expect(result.confirmation == .commanded && result.reason == KeyResult.outcomeUnknown)
        case 4, 5: #expect(result.confirmation == .communicated && result.reason == KeyResult.outcomeUnknown)
        default: #expect(result.confirmation == .confirmed)
        }
    }

    @Test("Nuki lock operation: motor faults", arguments: [NukiMotor.blocked, .failed])
    func motor(fault: NukiMotor) throws {
        for form in NukiStatesForm.allCases {
            var settings = Locks.settings()
            settings.statesForm = form
            var lock = try Locks.known(settings)
            lock.motor = fault
            let air = Air(lock, try Locks.unlock())
            let result = try #require(air.run())
            #expect(result.outcome == .failed && result.confirmation == .communicated)
            #expect(result.reason == (fault == .blocked ? "nuki.motor_blocked" : "nuki.motor_power_failure"))
            #expect(air.events.map(\.kind) == [.unlocking, .motorFault])
            #expect(air.lock.lockState == (fault == .blocked ? .motorBlocked : .locked))
        }
    }

    @Test("refusals: of the action by default, of any step on request", arguments: [nil, 1, 3])
    func refusal(step: Int?) throws {
        var lock = try Locks.known()
        lock.refusal = NukiRefusal(step: step.map { .operation($0) }, code: .busy)
        let air = Air(lock, try Locks.unlock())
        let result = try #require(air.run())
        #expect(result.reason == "nuki.busy" && result.outcome == .failed)
        #expect(result.confirmation == (step == 1 ? nil : .commanded))
        #expect(air.events.map(\.kind) == [.refused])
        #expect(air.lock.lockState == .locked)
    }

    @Test("Nuki lock operation: users that are unknown, disabled, or outside their time")
    func users() throws {
        let tries: [(NukiLock, String)] = try [
            (NukiLock(Locks.settings()), "nuki.not_authorized"),
            (changed { $0.key = try NukiSharedKey([UInt8](repeating: 1, count: 32)) }, "nuki.not_authorized"),
            (changed { $0.isEnabled = false }, "nuki.authorization_disabled"),
            (changed { $0.validTimes = 0...1_799_999_999 }, "nuki.not_at_this_time"),
        ]
        for (lock, reason) in tries {
            let air = Air(lock, try Locks.unlock())
            #expect(air.run() == KeyResult(.failed, reason: reason))
        }
    }

    private func changed(_ change: (inout NukiLockUser) throws -> Void) throws -> NukiLock {
        var user = try Locks.user()
        try change(&user)
        return NukiLock(Locks.settings(), users: [user])
    }

    /// A lock with a link, and a client that can send anything.
    private final class Client {
        var lock: NukiLock
        var random = ScriptedRandom(seed: 7)
        let key: NukiSharedKey

        init(_ lock: NukiLock) throws {
            self.lock = lock
            key = try Official.shared()
        }

        func send(_ command: NukiCommand, _ payload: [UInt8], at now: Duration = .zero) throws -> [String] {
            let nonce = random.bytes24()
            let message = NukiMessage(command, payload)
            let frame = try NukiSealedFrame(sealing: message, authID: 2, key: key, nonce: nonce)
            return try write(frame.encoded, at: now)
        }

        func write(_ bytes: [UInt8], at now: Duration = .zero) throws -> [String] {
            let outputs = lock.written(bytes, to: NukiCharacteristic.user, at: now, using: &random)
            return try answers(outputs)
        }

        func answers(_ outputs: [NukiLockOutput]) throws -> [String] {
            try outputs.compactMap { output in
                guard case .tell(let characteristic, let pieces, _) = output else { return nil }
                let bytes = pieces.flatMap { $0 }
                if characteristic == NukiCharacteristic.general { return "clear:" + hex(bytes) }
                let message = try NukiSealedFrame(bytes).message(key: key)
                return hex(Array(message.sealedContent(authID: 2).dropFirst(4).dropLast(2)))
            }
        }

        func challenge(at now: Duration = .zero) throws -> [UInt8] {
            let answer = try #require(try send(.requestData, [4, 0], at: now).first)
            #expect(answer.hasPrefix("0400"))
            return hex(String(answer.dropFirst(4)))
        }
    }

    @Test("Nuki lock operation: a challenge is good once, for 30 s, and only as sent")
    func challenges() throws {
        let client = try Client(try official())
        let badNonce = "1200" + "22" + "0d00"
        func action(_ nonce: [UInt8]) -> [UInt8] { NukiActionRequest(.lock, appID: 0, nonce: nonce).payload }
        #expect(try client.send(.lockAction, action([UInt8](repeating: 0, count: 32))) == [badNonce])
        let late = try client.challenge()
        #expect(try client.send(.lockAction, action(late), at: .seconds(30)) == [badNonce])
        var wrong = try client.challenge()
        wrong[0] ^= 1
        #expect(try client.send(.lockAction, action(wrong)) == [badNonce])
        wrong[0] ^= 1
        #expect(try client.send(.lockAction, action(wrong)) == [badNonce])
        let good = try client.challenge()
        #expect(try client.send(.lockAction, action(good)).first == "0e0001")
        #expect(try client.send(.lockAction, action(good)) == [badNonce])
        let busy = try client.challenge()
        #expect(try client.send(.lockAction, action(busy)) == ["1200" + "45" + "0d00"])
        let beforeBreak = try client.challenge()
        client.lock.disconnected()
        client.lock.connected(mtu: 247, at: .zero)
        client.lock.subscribed(to: NukiCharacteristic.user, true, at: .zero)
        #expect(try client.send(.lockAction, action(beforeBreak)) == [badNonce])
    }

    @Test("Nuki lock operation: each fault of a client has its error code, in the order of the checks")
    func errors() throws {
        let client = try Client(try official())
        #expect(try client.write([]) == ["clear:" + hex(NukiMessage(.errorReport, [0xFE, 0, 0]).plainFrame)])
        #expect(try client.write(hex(Official.states) + [0])[0].hasPrefix("clear:1200fe"))
        var damaged = hex(Official.requestChallenge)
        damaged[40] ^= 1
        #expect(try client.write(damaged) == ["clear:120020000013d7"])
        damaged = hex(Official.requestChallenge)
        damaged[24] = 9
        #expect(try client.write(damaged) == ["clear:120020000013d7"])
        #expect(try client.send(.requestData, [4]) == ["1200fe0100"])
        #expect(try client.send(.requestData, [0x77, 0]) == ["1200ff0100"])
        #expect(try client.send(NukiCommand(rawValue: 0x0013), []) == ["1200ff1300"])
        #expect(try client.send(.lockAction, [1, 2]) == ["1200fe0d00"])
        let nonce = try client.challenge()
        #expect(try client.send(.lockAction, [0x77] + [UInt8](repeating: 0, count: 5) + nonce) == ["1200230d00"])
        // Seals a message with a wrong checksum.
        var content = NukiMessage(.requestData, [4, 0]).sealedContent(authID: 2)
        content[content.count - 1] ^= 1
        var frame = [UInt8](repeating: 5, count: 24) + [2, 0, 0, 0, UInt8(content.count + 16), 0]
        frame += try client.key.seal(content, nonce: Array(frame.prefix(24)))
        #expect(try client.write(frame) == ["1200fd0000"])
    }

    @Test("Nuki lock operation: the security PIN, five times wrong")
    func pin() throws {
        var settings = Locks.settings()
        settings.pin = 0x1234
        var lock = try Locks.known(settings)
        lock.connected(mtu: 247, at: .zero)
        lock.subscribed(to: NukiCharacteristic.user, true, at: .zero)
        let client = try Client(lock)
        let right: [UInt8] = [0x34, 0x12]
        #expect(try client.send(.verifySecurityPIN, client.challenge() + right) == ["0e0000"])
        for _ in 0..<5 { #expect(try client.send(.verifySecurityPIN, client.challenge() + [0, 0]) == ["1200212000"]) }
        #expect(try client.send(.verifySecurityPIN, client.challenge() + right) == ["1200282000"])
    }

    @Test("Nuki lock operation: configuration, battery report, simple lock action")
    func others() throws {
        let client = try Client(try official())
        let config = try #require(try client.send(.requestConfig, client.challenge()).first)
        #expect(config.hasPrefix("1500c535c333"))
        #expect(config.count == 4 + 2 * 74)
        #expect(try client.send(.requestData, [0x11, 0])[0].count == 4 + 2 * 17)
        #expect(try client.send(.simpleLockAction, [1] + client.challenge())[0] == "0e0001")
        #expect(try client.answers(client.lock.woke(at: .seconds(12), using: &client.random)).last == "0e0000")
        #expect(client.lock.lockState == .unlocked)
    }

    @Test("Nuki lock operation: lock'n'go, lock, and an action that changes nothing")
    func movements() throws {
        var settings = Locks.settings()
        settings.needlessActions = .complete
        var lock = try Locks.known(settings)
        lock.connected(mtu: 247, at: .zero)
        lock.subscribed(to: NukiCharacteristic.user, true, at: .zero)
        let client = try Client(lock)
        func act(_ action: NukiDoorAction) throws -> [String] {
            let nonce = try client.challenge()
            var answers = try client.send(.lockAction, NukiActionRequest(action, appID: 0, nonce: nonce).payload)
            answers += try client.answers(client.lock.woke(at: .seconds(5), using: &client.random))
            return answers.map { $0.hasPrefix("0c00") ? String($0.dropFirst(4).prefix(4).suffix(2)) : $0 }
        }
        #expect(try act(.lock) == ["0e0000"])
        #expect(try act(.lockAndGo) == ["0e0001", "02", "03", "04", "01", "0e0000"])
        #expect(try act(.unlatch) == ["0e0001", "07", "05", "03", "0e0000"])
        #expect(try act(.unlock) == ["0e0000"])
        #expect(try act(.lockAndGoWithUnlatch) == ["0e0001", "07", "05", "04", "01", "0e0000"])
    }

    @Test("Nuki lock operation: an idle link ends after 20 s, and only a bridge's question clears the changed bit")
    func idle() throws {
        let client = try Client(try official())
        #expect(client.lock.wakeAt == .seconds(20))
        _ = try client.send(.simpleLockAction, [1] + client.challenge(at: .seconds(3)), at: .seconds(3))
        _ = client.lock.woke(at: .seconds(15), using: &client.random)
        #expect(client.lock.advertisingData.last == 0xC5)
        _ = try client.send(.requestData, [0x0C, 0], at: .seconds(16))
        #expect(client.lock.advertisingData.last == 0xC5)
        #expect(client.lock.wakeAt == .seconds(36))
        #expect(client.lock.woke(at: .seconds(36), using: &client.random) == [.disconnect])
        #expect(client.lock.wakeAt == nil)

        var bridge = try Locks.user()
        bridge.type = 1
        let second = try Client(NukiLock(Locks.settings(), users: [bridge]))
        second.lock.connected(mtu: 247, at: .zero)
        _ = try second.send(.simpleLockAction, [1] + [UInt8](repeating: 0, count: 32))
        second.lock.subscribed(to: NukiCharacteristic.user, true, at: .zero)
        _ = try second.send(.simpleLockAction, [1] + second.challenge())
        _ = try second.send(.requestData, [0x0C, 0])
        #expect(second.lock.advertisingData.last == 0xC4)
    }

    @Test("operation: a motor that turns longer than 20 s keeps its link, and wants to be woken only when it rests")
    func slowMotor() throws {
        var settings = Locks.settings()
        settings.movement = .seconds(25)
        let client = try Client(try Locks.known(settings))
        client.lock.connected(mtu: 247, at: .zero)
        client.lock.subscribed(to: NukiCharacteristic.user, true, at: .zero)
        #expect(try client.send(.simpleLockAction, [1] + client.challenge()).first == "0e0001")
        #expect(client.lock.wakeAt == .seconds(25))
        #expect(try client.answers(client.lock.woke(at: .seconds(25), using: &client.random)).last == "0e0000")
        #expect(client.lock.wakeAt == .seconds(45))
        #expect(client.lock.woke(at: .seconds(45), using: &client.random) == [.disconnect])
    }
}

extension ScriptedRandom {
    mutating func bytes24() -> [UInt8] { (0..<24).map { _ in UInt8.random(in: 0...255, using: &self) } }
}
