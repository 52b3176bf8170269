import LockProtocol
import SwitchBotProtocol
import TestSupport
import Testing

/// Tests bytes from a hostile neighbour. Nothing may trap or grow without limit, and the key side's state machine
/// finishes at most once.
@Suite("Random and damaged bytes for SwitchBot") struct SwitchBotFuzzTests {
    private func noise(_ random: inout ScriptedRandom) -> [UInt8] {
        let size = [0, 1, 2, 4, 5, 6, 8, 20, 21, 100, 300].randomElement(using: &random) ?? 0
        var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Often begins the bytes with known bytes, so that they pass the first check.
        if size > 0, Bool.random(using: &random) { bytes[0] = [1, 6, 0x0F, 0x57].randomElement(using: &random) ?? 1 }
        if size > 3, Bool.random(using: &random) { bytes.replaceSubrange(1..<4, with: [0x5A, 0xF0, 0xE1]) }
        return bytes
    }

    @Test("SwitchBot fuzz: the lock", arguments: 0..<20)
    func lock(seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        var lock = try SwitchBotLocks.known()
        var now = Duration.zero
        for _ in 0..<40 {
            lock.connected()
            lock.subscribed(to: SwitchBotCharacteristic.notify, true)
            guard let key = lock.key else { break }
            let opening = SwitchBotRequest(plain: .session(keyID: key.id)).encoded
            let outputs = lock.written(opening, to: SwitchBotCharacteristic.write, at: now, using: &random)
            guard case .tell(_, let pieces, _)? = outputs.last else {
                throw SwitchBotError(.unexpectedMessage, "no vector")
            }
            let session = try key.session(vector: Array(pieces[0].suffix(16)))
            for _ in 0..<20 {
                now += .milliseconds(Int64.random(in: 0...2_000, using: &random))
                let content = Array(noise(&random).prefix(16))
                var sealed = try SwitchBotRequest(.lockInfo, in: session)
                sealed.content = content
                let bytes = Bool.random(using: &random) ? sealed.encoded : noise(&random)
                _ = lock.written(bytes, to: SwitchBotCharacteristic.write, at: now, using: &random)
                _ = lock.woke(at: now)
            }
        }
        #expect(lock.info.bolt == .locked, "nobody sent the command")
    }

    @Test("SwitchBot fuzz: the key side", arguments: 0..<60)
    func key(seed: UInt64) throws {
        try play(try SwitchBotLocks.unlock(), seed)
        try play(try SwitchBotLocks.status(), seed)
        try play(SwitchBotAdopt(key: try SwitchBotLocks.key(), deadline: .seconds(10)), seed)
    }

    private func play(_ machine: some KeyMachine, _ seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        var machine = machine
        var actions = machine.handle(.started, at: .zero, using: &random)
        func hear(_ bytes: [UInt8]) {
            actions += machine.handle(
                .value(characteristic: SwitchBotCharacteristic.notify, bytes: bytes), at: .zero, using: &random)
        }
        let opening = ["01000000" + SwitchBotLocks.vector, "015af0e1", "015af0e15c8c", "015af0e1"]
        for text in opening.prefix(Int(seed % 5)) { hear(hex(text)) }
        for _ in 0..<40 {
            hear(noise(&random))
            actions += machine.handle(.woke, at: .milliseconds(300), using: &random)
        }
        actions += machine.handle(.linkLost, at: .zero, using: &random)
        let ends = actions.filter { if case .finish = $0 { true } else { false } }
        #expect(ends.count == 1 && actions.last == ends.last && machine.wakeAt == nil)
        #expect(actions.count { if case .write(_, _, true) = $0 { true } else { false } } <= 1)
    }

    @Test("SwitchBot fuzz: decoders", arguments: 0..<40)
    func decoders(seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        let session = try SwitchBotLocks.session()
        for _ in 0..<100 {
            let bytes = noise(&random)
            if let request = try? SwitchBotRequest(bytes) { #expect(request.encoded == bytes) }
            if let reply = try? SwitchBotReply(bytes) { #expect(reply.encoded == bytes) }
            if let command = try? SwitchBotCommand(bytes) { #expect(command.encoded == bytes) }
            if let plain = try? session.crypt(bytes) { #expect(try session.crypt(plain) == bytes) }
            _ = try? SwitchBotLockInfo(payload: bytes).reading
            _ = try? SwitchBotBasicInfo(payload: bytes).firmware
            _ = try? SwitchBotAdvertisement(manufacturerData: bytes, serviceData: bytes).manufacturerData
            _ = try? SwitchBotCredential(encoded: bytes)
            _ = try? SwitchBotSharedKey(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test(
        "SwitchBot fuzz: each refusal of bytes has its code",
        arguments: [
            ("", SwitchBotFault.truncated), ("57", .truncated), ("5700", .truncated), ("5800000002", .badValue),
            ("57" + String(repeating: "00", count: 20), .oversize),
        ])
    func refusals(bytes: String, fault: SwitchBotFault) throws {
        #expect(throws: SwitchBotError(fault, "")) { try SwitchBotRequest(hex(bytes)) }
        #expect(throws: SwitchBotError(.truncated, "")) { try SwitchBotReply([]) }
        #expect(throws: SwitchBotError(.oversize, "")) { try SwitchBotReply([UInt8](repeating: 1, count: 245)) }
        #expect(throws: SwitchBotError(.badValue, "")) { try SwitchBotLockInfo(payload: [0xF0, 0]) }
        #expect(throws: SwitchBotError(.truncated, "")) { try SwitchBotLockInfo(payload: [0x80]) }
        #expect(throws: SwitchBotError(.badValue, "")) { try SwitchBotBasicInfo(payload: [101, 1]) }
        let session = try SwitchBotLocks.session()
        #expect(throws: SwitchBotError(.oversize, "")) { try session.crypt([UInt8](repeating: 1, count: 245)) }
    }
}
