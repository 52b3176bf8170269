import LockProtocol
import SesameProtocol
import TestSupport
import Testing

/// Tests bytes from a hostile neighbour. Nothing may trap or grow without limit, and the key side's state machine
/// finishes at most once.
@Suite("Random and damaged bytes") struct SesameFuzzTests {
    private func noise(_ random: inout ScriptedRandom) -> [UInt8] {
        let size = [0, 1, 2, 4, 8, 12, 20, 21, 100, 300].randomElement(using: &random) ?? 0
        var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Often begins the bytes with a known header and a known item, so that they pass the first check.
        if size > 0, Bool.random(using: &random) { bytes[0] = UInt8.random(in: 0...5, using: &random) }
        if size > 2 { bytes[1] = [1, 2, 7, 8].randomElement(using: &random) ?? 7 }
        if size > 3 { bytes[2] = [1, 2, 14, 80, 81, 83].randomElement(using: &random) ?? 14 }
        return bytes
    }

    /// A message that the key can decrypt. Its content may be anything.
    private func sealed(_ session: inout SesameSession, _ random: inout ScriptedRandom) throws -> [[UInt8]] {
        let size = [0, 1, 2, 3, 5, 8, 9, 20, 80].randomElement(using: &random) ?? 0
        var message = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        let items: [UInt8] = [2, 4, 5, 7, 8, 11, 14, 80, 81, 82, 83, 104]
        if size > 0 { message[0] = items.randomElement(using: &random) ?? 7 }
        return try session.seal(message).packets
    }

    @Test("Sesame fuzz: the lock", arguments: 0..<20)
    func lock(seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        var lock = try SesameLocks.known()
        var now = Duration.zero
        for _ in 0..<40 {
            lock.connected()
            guard
                case .tell(_, let pieces, _)? = lock.subscribed(
                    to: SesameCharacteristic.notify, true, at: now, using: &random
                ).first
            else { throw SesameError(.unexpectedMessage, "no token") }
            guard let secret = lock.secret else { break }
            var session = try secret.session(token: Array(pieces[0].suffix(4)))
            if Bool.random(using: &random) {
                let login = SesameParcel(SesameRequest(.login, session.proof).encoded, isSealed: false).packets[0]
                _ = lock.written(login, to: SesameCharacteristic.write, at: now, using: &random)
            }
            for _ in 0..<20 {
                now += .milliseconds(Int64.random(in: 0...2_000, using: &random))
                let packets = Bool.random(using: &random) ? try sealed(&session, &random) : [noise(&random)]
                for packet in packets {
                    _ = lock.written(packet, to: SesameCharacteristic.write, at: now, using: &random)
                }
                _ = lock.woke(at: now)
            }
        }
        #expect(lock.wakeAt.map { $0 > now } ?? true)
    }

    @Test("Sesame fuzz: the key side", arguments: 0..<60)
    func key(seed: UInt64) throws {
        try play(try SesameLocks.unlock(), seed)
        try play(try SesameLocks.status(), seed)
        try play(SesameBindTests.bind(), seed)
    }

    private func play(_ machine: some KeyMachine, _ seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        var machine = machine
        var actions = machine.handle(.started, at: .zero, using: &random)
        func hear(_ bytes: [UInt8]) {
            actions += machine.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: bytes), at: .zero, using: &random)
        }
        let opening = ["03080ea1b2c3d4", "0507d56b5cb2c6ab31ec6ba2", "05ec8e62965bea70a6a9a1e76685"]
        for text in opening.prefix(Int(seed % 4)) { hear(hex(text)) }
        var session = try SesameVectorsTests.secret().session(token: hex(SesameVectorsTests.token))
        for _ in 0..<max(0, Int(seed % 4) - 1) { _ = try session.seal([0]) }
        for _ in 0..<40 {
            if seed % 2 == 0 {
                let size = [0, 2, 3, 9, 20].randomElement(using: &random) ?? 0
                let tail = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
                let starts = ["07", "0851", "0850", "075300", "070200", "070500", "070800", ""]
                for packet in try session.seal(hex(starts.randomElement(using: &random) ?? "") + tail).packets {
                    hear(packet)
                }
            } else {
                hear(noise(&random))
            }
        }
        actions += machine.handle(.linkLost, at: .zero, using: &random)
        let ends = actions.filter { if case .finish = $0 { true } else { false } }
        #expect(ends.count == 1)
        #expect(actions.last == ends.last)
        #expect(machine.wakeAt == nil)
        let commits = actions.filter { if case .write(_, _, true) = $0 { true } else { false } }
        #expect(commits.count <= 1)
    }

    @Test("Sesame fuzz: decoders", arguments: 0..<40)
    func decoders(seed: UInt64) {
        var random = ScriptedRandom(seed: seed)
        for _ in 0..<100 {
            let bytes = noise(&random)
            _ = try? SesameRequest(bytes).encoded
            _ = try? SesameReport(bytes).encoded
            if let status = try? SesameMechStatus(payload: bytes) {
                #expect((0...100).contains(status.batteryPercent))
            }
            _ = try? SesameMechSetting(payload: bytes).payload
            _ = try? SesameHistoryTag(payload: bytes).payload
            _ = try? SesameAdvertisement(manufacturerData: bytes).localName
            _ = try? SesameCredential(encoded: bytes)
            var reassembler = SesameReassembler()
            for packet in SesameParcel(bytes, isSealed: true).packets { _ = try? reassembler.append(packet) }
        }
    }
}
