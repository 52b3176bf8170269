import LockProtocol
import NukiProtocol
import TestSupport
import Testing

/// Tests bytes from a hostile neighbour. Nothing may trap, and the key side's state machine finishes at most once.
@Suite("Random and damaged bytes")
struct FuzzTests {
    private func noise(_ random: inout ScriptedRandom) -> [UInt8] {
        let sizes = [0, 1, 2, 5, 7, 20, 30, 36, 40, 54, 88, 105, 200, 542, 600]
        let size = sizes.randomElement(using: &random) ?? 0
        var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where size >= 2:
            // Makes the bytes begin with a known command, so that they pass the first check.
            let commands: [UInt8] = [0x01, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0E, 0x12, 0x1E, 0x4C]
            bytes[0] = commands.randomElement(using: &random) ?? 1
            bytes[1] = 0
            let crc = NukiChecksum.crc16(bytes)
            bytes += [UInt8(crc & 0xFF), UInt8(crc >> 8)]
        case 1 where size >= 30:
            bytes.replaceSubrange(24..<30, with: [2, 0, 0, 0, UInt8((size - 30) & 0xFF), UInt8((size - 30) >> 8)])
        default: break
        }
        return bytes
    }

    /// A message that the key can decrypt. Its command and its payload may be anything.
    private func sealedNoise(_ random: inout ScriptedRandom) throws -> [UInt8] {
        let commands: [UInt16] = [0x01, 0x04, 0x0C, 0x0D, 0x0E, 0x11, 0x12, 0x14, 0x15, 0x20, 0x100, 0x7777]
        let command = NukiCommand(rawValue: commands.randomElement(using: &random) ?? 1)
        let sizes = [0, 1, 2, 3, 14, 15, 19, 21, 27, 32, 33, 34, 36, 38, 58, 74, 200]
        let size = sizes.randomElement(using: &random) ?? 0
        let payload = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        let nonce = random.bytes24()
        let message = NukiMessage(command, payload)
        return try NukiSealedFrame(sealing: message, authID: 2, key: Official.shared(), nonce: nonce).encoded
    }

    @Test("fuzz: the lock", arguments: [NukiLockKind.classic, .ultra], 0..<8)
    func lock(kind: NukiLockKind, seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        var lock = try Locks.known(Locks.settings(kind))
        var now = Duration.zero
        lock.connected(mtu: 23, at: now)
        for name in [NukiCharacteristic.user, NukiCharacteristic.general, kind.pairingCharacteristic] {
            lock.subscribed(to: name, true, at: now)
        }
        for round in 0..<300 {
            if round % 97 == 0 { _ = lock.setPairing(true, at: now) }
            if round % 211 == 0 { lock.connected(mtu: 247, at: now) }
            now += .milliseconds(Int64.random(in: 0...200, using: &random))
            let bytes: [UInt8]
            let target: String
            if Bool.random(using: &random) {
                bytes = try sealedNoise(&random)
                target = NukiCharacteristic.user
            } else {
                bytes = Bool.random(using: &random) ? noise(&random) : hex(Official.pairing[round % 10])
                target = Bool.random(using: &random) ? kind.pairingCharacteristic : NukiCharacteristic.user
            }
            _ = lock.written(bytes, to: target, at: now, using: &random)
            _ = lock.woke(at: now, using: &random)
        }
        #expect(lock.users.count <= 100)
    }

    @Test("fuzz: the key side", arguments: (0..<60 as Range<UInt64>).sampled)
    func key(seed: UInt64) throws {
        let bind = NukiBind(.init(kind: .classic, appID: 1, name: "x", deadline: .seconds(45)))
        let ultra = NukiBind(.init(kind: .ultra, appID: 1, name: "x", pin: 1, deadline: .seconds(45)))
        try play(bind, seed, on: NukiCharacteristic.pairing)
        try play(ultra, seed, on: NukiCharacteristic.ultraPairing)
        try play(try Locks.unlock(), seed, on: NukiCharacteristic.user)
        try play(
            NukiStatusRead(credential: try Official.credential(), deadline: .seconds(5)),
            seed,
            on: NukiCharacteristic.user
        )
    }

    private func play(_ machine: some KeyMachine, _ seed: UInt64, on characteristic: String) throws {
        var random = ScriptedRandom(seed: seed)
        var machine = machine
        var actions = machine.handle(.started, at: .zero, using: &random)
        let opening = ["", Official.pairing[1], Official.pairing[3], Official.challenge]
        for text in opening.prefix(Int(seed % 5)) where !text.isEmpty {
            actions += machine.handle(
                .value(characteristic: characteristic, bytes: hex(text)), at: .zero, using: &random)
        }
        for round in 0..<60 {
            let bytes = seed % 2 == 0 ? try sealedNoise(&random) : noise(&random)
            let target = round % 7 == 0 ? NukiCharacteristic.general : characteristic
            actions += machine.handle(.value(characteristic: target, bytes: bytes), at: .zero, using: &random)
        }
        actions += machine.handle(.linkLost, at: .zero, using: &random)
        let ends = actions.filter { if case .finish = $0 { true } else { false } }
        #expect(ends.count == 1)
        #expect(actions.last == ends.last)
        #expect(machine.wakeAt == nil)
        let commits = actions.filter { if case .write(_, _, true) = $0 { true } else { false } }
        #expect(commits.count <= 1)
    }

    @Test("fuzz: decoders", arguments: (0..<40 as Range<UInt64>).sampled)
    func decoders(seed: UInt64) {
        var random = ScriptedRandom(seed: seed)
        for _ in 0..<50 {
            let bytes = noise(&random)
            _ = try? NukiMessage(plainFrame: bytes)
            _ = try? NukiSealedFrame(bytes)
            _ = try? NukiKeyturnerStates(payload: bytes).payload
            _ = try? NukiConfiguration(payload: bytes).payload
            _ = try? NukiBatteryReport(payload: bytes).payload
            _ = try? NukiErrorReport(payload: bytes).payload
            _ = try? NukiActionRequest(payload: bytes).payload
            _ = try? NukiAuthorizationRequest(payload: bytes).payload
            _ = try? NukiAuthorizationGrant(payload: bytes).payload
            _ = try? NukiAuthorizationConfirmation(payload: bytes).payload
            _ = try? NukiUltraAuthorizationRequest(payload: bytes).payload
            _ = try? NukiUltraAuthorizationGrant(payload: bytes).payload
            _ = try? NukiCredential(encoded: bytes)
            for expectation in [NukiReassembler.Expectation.plain, .sealed, .sealedOrPlainError] {
                var reassembler = NukiReassembler(expectation)
                for piece in NukiSegmentation.pieces(of: bytes, mtu: 23) { _ = try? reassembler.append(piece) }
            }
        }
    }
}
