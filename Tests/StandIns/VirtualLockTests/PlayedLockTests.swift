import LockProtocol
import NukiProtocol
import RadioModel
import SesameProtocol
import TestSupport
import Testing
import VirtualLock
import VirtualRadio
import Wire

/// A lock, a radio that passes messages on without changing them, and a key. The lock, the radio and the key are
/// values, and the clock jumps from event to event.
final class PlayedAir {
    static let address = LockAddress(bits: 0x54D2_7200_0001)

    var played: PlayedLock
    var machine: any KeyMachine
    var now = Duration.zero
    var random = SystemRandomNumberGenerator()
    var events: [NukiLockEvent.Kind] = []
    var sesameEvents: [SesameLockEvent.Kind] = []
    var otherEvents: [PlayedEvent] = []
    var updates: [VirtualLockUpdate] = []
    var indications: [Int] = []
    var result: KeyResult?
    private var isLinked = true
    private var pending: [KeyEvent] = []
    private var lastID: Int64 = 0

    init(_ played: PlayedLock, _ machine: any KeyMachine, mtu: Int = 247) {
        self.played = played
        self.machine = machine
        receive(.connected(Self.address, mtu: mtu))
    }

    func run() -> KeyResult? {
        deliver(.started)
        while result == nil {
            if pending.isEmpty {
                guard let next = [played.wakeAt, machine.wakeAt].compactMap({ $0 }).min() else { break }
                now = max(now, next)
                carryOut(played.woke(at: now, using: &random))
                pending.append(.woke)
            }
            deliver(pending.removeFirst())
        }
        return result
    }

    /// Lets time pass until the lock has finished its current action.
    func settle() {
        while let next = played.wakeAt, next < now + .seconds(5) {
            now = max(now, next)
            carryOut(played.woke(at: now, using: &random))
        }
    }

    private func receive(_ message: RadioMessage) {
        carryOut(played.received(message, at: now, using: &random))
    }

    private func carryOut(_ outputs: [PlayedLock.Output]) {
        for output in outputs {
            switch output {
            case .record(.nuki(let event)): events.append(event.kind)
            case .record(.sesame(let event)): sesameEvents.append(event.kind)
            case .record(let event): otherEvents.append(event)
            case .keepKeys: break
            case .update(let update):
                updates.append(update)
                if update.inRange == false { breakLink() }
            case .send(.indicate(let address, let path, let value)):
                guard isLinked else { continue }
                indications.append(value.count)
                pending.append(.value(characteristic: path.characteristic.description, bytes: value))
                receive(.confirm(address, path))
            case .send(.notify(_, let path, let value)):
                guard isLinked else { continue }
                indications.append(value.count)
                pending.append(.value(characteristic: path.characteristic.description, bytes: value))
            case .send(.disconnect): breakLink()
            case .send: break
            }
        }
    }

    private func breakLink() {
        guard isLinked else { return }
        isLinked = false
        pending.append(.linkLost)
        receive(.disconnected(Self.address, .supervision))
    }

    /// The characteristic that has a UUID, and the mode in which a client subscribes to it.
    private func find(_ name: String) -> (path: CharacteristicPath, mode: RadioMessage.SubscriptionMode)? {
        for service in played.profile?.services ?? [] {
            guard let found = service.characteristics.first(where: { $0.uuid == BluetoothUUID(name) }) else { continue }
            let path = CharacteristicPath(service: service.uuid, characteristic: found.uuid)
            return (path, found.properties.contains(.indicate) ? .indicate : .notify)
        }
        return nil
    }

    private func deliver(_ event: KeyEvent) {
        for action in machine.handle(event, at: now, using: &random) {
            lastID += 1
            switch action {
            case .subscribe(let name):
                guard isLinked, let found = find(name) else { continue }
                receive(.subscribe(Self.address, id: lastID, found.path, found.mode))
            case .write(let name, let bytes, _):
                guard isLinked, let found = find(name) else { continue }
                receive(.write(Self.address, .request(id: lastID), found.path, value: bytes))
            case .finish(let result): self.result = result
            case .phase, .prompt, .keep: break
            }
        }
    }
}

@Suite("A played lock and its faults")
struct PlayedLockTests {
    private static let key = [UInt8](1...32)

    private func lock(_ faults: LockFault...) throws -> PlayedLock {
        let specification = try LockSpecification(name: "front", address: PlayedAir.address)
        let user = NukiLockUser(authID: 7, appID: 9, name: "Seam", key: try NukiSharedKey(Self.key))
        var played = PlayedLock(specification, keys: PlayedKeys(users: [user]), clockStart: 1_800_000_000)
        for fault in faults { _ = played.set(fault) }
        return played
    }

    private func unlock(_ action: NukiUnlockAction = .unlock) throws -> NukiUnlock {
        let credential = try NukiCredential(
            kind: .classic,
            authID: 7,
            appID: 9,
            nukiID: 0,
            lockUUID: [UInt8](repeating: 0, count: 16),
            key: NukiSharedKey(Self.key)
        )
        return NukiUnlock(.init(credential: credential, action: action, suffix: "ada", deadline: .seconds(10)))
    }

    @Test("played lock: opens, with the smallest MTU as well", arguments: [23, 247])
    func opens(mtu: Int) throws {
        let air = PlayedAir(try lock(), try unlock(), mtu: mtu)
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded && result.confirmation == .confirmed)
        #expect(air.events == [.unlocking, .unlocked])
        #expect(air.indications.allSatisfy { $0 <= mtu - 3 })
    }

    @Test("vanish after any step: opened exactly when the action had arrived, and back later", arguments: 0...7)
    func vanish(step: Int) throws {
        let air = PlayedAir(try lock(LockFault(.vanish, step: step)), try unlock())
        let result = try #require(air.run())
        air.settle()
        #expect(air.events.contains(.unlocked) == (step >= 3))
        #expect(result.outcome == (step >= 6 ? .succeeded : .failed))
        switch step {
        case 0, 1, 2: #expect(result.confirmation == nil || step == 2)
        case 3: #expect(result.confirmation == .commanded)
        case 4, 5: #expect(result.confirmation == .communicated)
        default: #expect(result.confirmation == .confirmed)
        }
        #expect(air.updates.compactMap(\.inRange) == (step == 7 ? [false, true] : [false, true]))
        #expect(!air.played.isLinked)
    }

    @Test("played lock: silent from the start, and after any step", arguments: [nil, 1, 2, 3, 4, 5, 6])
    func silent(step: Int?) throws {
        let air = PlayedAir(try lock(LockFault(.silent, step: step)), try unlock())
        let result = try #require(air.run())
        air.settle()
        // A client that has received its challenge, and sends the action. A lock that sends nothing opens anyway.
        let challenged = (step ?? 0) >= 2
        #expect(air.events.contains(.unlocked) == challenged)
        #expect(result.outcome == (step == 6 ? .succeeded : step == nil || step == 1 ? .timedOut : .failed))
    }

    @Test("slow: each answer late, and the order kept")
    func slow() throws {
        var fault = LockFault(.slow)
        fault.time = .seconds(2)
        let air = PlayedAir(try lock(fault), try unlock())
        #expect(air.run()?.outcome == .succeeded)
        #expect(air.now >= .seconds(8))
        let late = PlayedAir(try lock(LockFault(.slow, step: 4)), try unlock())
        #expect(late.run()?.outcome == .succeeded)
        #expect(late.now >= .seconds(3) && late.now < .seconds(4))
    }

    @Test(
        "played lock: refuse, jammed, motor, paired elsewhere",
        arguments: [
            (LockFault(.refuse), "nuki.busy", [NukiLockEvent.Kind.refused]),
            (LockFault(.refuse, step: 1), "nuki.busy", [.refused]),
            (LockFault(.jammed), "nuki.motor_blocked", [.unlocking, .motorFault]),
            (LockFault(.motor), "nuki.motor_power_failure", [.unlocking, .motorFault]),
            (LockFault(.pairedElsewhere), "nuki.not_authorized", [.refused]),
        ])
    func refused(fault: LockFault, reason: String, events: [NukiLockEvent.Kind]) throws {
        let air = PlayedAir(try lock(fault), try unlock())
        #expect(air.run()?.reason == reason)
        air.settle()
        #expect(air.events == events)
        // The same lock opens once the fault has been cleared.
        var cleared = air.played
        _ = cleared.clear()
        let again = PlayedAir(cleared, try unlock())
        #expect(again.run()?.outcome == .succeeded)
    }

    @Test("played lock: mute answers nothing, low battery only says so")
    func others() throws {
        var mute = try lock(LockFault(.mute))
        var random = SystemRandomNumberGenerator()
        let path = try #require(mute.profile?.services.last).characteristics[1].uuid
        let user = CharacteristicPath(service: path, characteristic: path)
        _ = mute.received(.connected(PlayedAir.address, mtu: 247), at: .zero, using: &random)
        let request = RadioMessage.subscribe(PlayedAir.address, id: 1, user, .indicate)
        #expect(mute.received(request, at: .zero, using: &random) == [])
        _ = mute.clear(.mute)
        #expect(
            mute.received(request, at: .zero, using: &random) == [.send(.subscribeResult(PlayedAir.address, id: 1))])

        let air = PlayedAir(try lock(LockFault(.lowBattery)), try unlock())
        let states = try NukiKeyturnerStates(payload: try #require(air.run()?.evidence))
        #expect(states.battery.isCritical)
    }

    @Test("played lock: range and MTU are told to the radio, and taken back")
    func radioFaults() throws {
        var played = try lock()
        #expect(played.set(LockFault(.outOfRange)) == [.update(VirtualLockUpdate(inRange: false))])
        #expect(played.clear(.outOfRange) == [.update(VirtualLockUpdate(inRange: true))])
        #expect(played.set(LockFault(.smallMTU)) == [.update(VirtualLockUpdate(mtu: 23))])
        #expect(played.profile?.mtu == 23)
        #expect(played.clear() == [.update(VirtualLockUpdate(mtu: 247))])
        #expect(played.profile?.mtu == 247)
        #expect(played.faults.isEmpty)
    }

    @Test("played lock: device information can be read; nothing else can")
    func reads() throws {
        var played = try lock()
        var random = SystemRandomNumberGenerator()
        _ = played.received(.connected(PlayedAir.address, mtu: 247), at: .zero, using: &random)
        func read(_ short: UInt32) -> [PlayedLock.Output] {
            let path = CharacteristicPath(service: BluetoothUUID(short: 0x180A), characteristic: .init(short: short))
            return played.received(.read(PlayedAir.address, id: 4, path), at: .zero, using: &random)
        }
        #expect(
            read(0x2A25) == [.send(.readResult(PlayedAir.address, id: 4, value: Array("72000001".utf8)))]
        )
        #expect(read(0x2A19) == [.send(.attError(PlayedAir.address, id: 4, code: 2))])
    }

    @Test("played lock: a client that never confirms loses its link, and nothing is kept for it")
    func unconfirmed() throws {
        var played = try lock()
        var random = SystemRandomNumberGenerator()
        let name = NukiCharacteristic.general
        let path = CharacteristicPath(
            service: try #require(BluetoothUUID(NukiCharacteristic.keyturnerService)),
            characteristic: try #require(BluetoothUUID(name))
        )
        let user = CharacteristicPath(
            service: path.service,
            characteristic: try #require(BluetoothUUID(NukiCharacteristic.user))
        )
        _ = played.received(.connected(PlayedAir.address, mtu: 23), at: .zero, using: &random)
        _ = played.received(.subscribe(PlayedAir.address, id: 1, path, .indicate), at: .zero, using: &random)
        var outputs: [PlayedLock.Output] = []
        for id in 2..<400 where played.isLinked {
            let write = RadioMessage.write(PlayedAir.address, .request(id: Int64(id)), user, value: [1])
            outputs = played.received(write, at: .zero, using: &random)
        }
        #expect(!played.isLinked)
        #expect(outputs.contains(.send(.disconnect(PlayedAir.address))))
    }
}

@Suite("A played Sesame lock and its faults")
struct PlayedSesameTests {
    private static let secret = "53a89c8dfc8adf36ace5bb83e8d1d25c"

    private func lock(_ faults: LockFault...) throws -> PlayedLock {
        let specification = try LockSpecification(name: "side", address: PlayedAir.address, kind: .sesame5)
        let keys = PlayedKeys(secret: try SesameDeviceSecret(hex(Self.secret)))
        var played = PlayedLock(specification, keys: keys, clockStart: 1_800_000_000)
        for fault in faults { _ = played.set(fault) }
        return played
    }

    private func unlock() throws -> SesameUnlock {
        let credential = SesameCredential(secret: try SesameDeviceSecret(hex(Self.secret)))
        return SesameUnlock(.init(credential: credential, label: "ada", deadline: .seconds(10)))
    }

    @Test("played Sesame: opens, with the smallest MTU as well", arguments: [23, 247])
    func opens(mtu: Int) throws {
        let air = PlayedAir(try lock(), try unlock(), mtu: mtu)
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded && result.confirmation == .confirmed)
        #expect(air.sesameEvents == [.unlocking, .unlocked])
        #expect(air.indications.allSatisfy { $0 <= 20 })
    }

    @Test("played Sesame: what it says to everybody fits an advertisement, and tells whether it has a key")
    func advertisement() throws {
        let profile = try #require(try lock().profile)
        #expect(profile.advertising.count == 30)
        let data = try SesameAdvertisement(manufacturerData: Array(profile.advertising.suffix(19)))
        #expect(data.isRegistered && data.model == 5 && data.localName == profile.name)
        #expect(profile.services.map(\.uuid) == [BluetoothUUID(short: 0xFD81)])
        var reset = try lock()
        let outputs = reset.setPairing(true, at: .zero)
        #expect(outputs.contains(.keepKeys) && reset.lock.keys.secret == nil)
        #expect(reset.setPairing(false, at: .zero) == [])
        let free = try SesameAdvertisement(manufacturerData: Array(try #require(reset.profile).advertising.suffix(19)))
        #expect(!free.isRegistered)
    }

    @Test("vanish after any step: opened exactly when the command had arrived, and back later", arguments: 0...8)
    func vanish(step: Int) throws {
        let air = PlayedAir(try lock(LockFault(.vanish, step: step)), try unlock())
        let result = try #require(air.run())
        air.settle()
        #expect(air.sesameEvents.contains(.unlocked) == (step >= 5))
        #expect(result.outcome == (step == 8 ? .succeeded : .failed))
        #expect(air.updates.compactMap(\.inRange) == [false, true])
    }

    @Test("played Sesame: silent from the start, and after any step", arguments: [nil, 2, 4, 5, 6])
    func silent(step: Int?) throws {
        let air = PlayedAir(try lock(LockFault(.silent, step: step)), try unlock())
        let result = try #require(air.run())
        air.settle()
        let hasCommand = (step ?? 0) >= 4
        #expect(air.sesameEvents.contains(.unlocked) == hasCommand)
        // The lock ends a link on which nobody logs in.
        #expect(result.outcome == (step == nil ? .failed : .timedOut))
    }

    @Test(
        "played Sesame: refuse, jammed, motor, paired elsewhere",
        arguments: [
            (LockFault(.refuse), "sesame.busy", [SesameLockEvent.Kind.refused]),
            (LockFault(.jammed), "sesame.jammed", [.unlocking, .motorFault]),
            (LockFault(.motor), "sesame.unknown", [.motorFault]),
            (LockFault(.pairedElsewhere), "sesame.not_authorized", [.refused]),
        ])
    func refused(fault: LockFault, reason: String, events: [SesameLockEvent.Kind]) throws {
        let air = PlayedAir(try lock(fault), try unlock())
        #expect(air.run()?.reason == reason)
        air.settle()
        #expect(air.sesameEvents == events)
        var cleared = air.played
        _ = cleared.clear()
        let again = PlayedAir(cleared, try unlock())
        #expect(again.run()?.outcome == .succeeded)
    }

    @Test("played Sesame: low battery only says so")
    func battery() throws {
        let air = PlayedAir(try lock(LockFault(.lowBattery)), try unlock())
        let evidence = try #require(air.run()?.evidence)
        let status = try SesameMechStatus(payload: Array(evidence.dropFirst(2)))
        #expect(status.isBatteryLow && status.batteryPercent < 5)
    }
}
