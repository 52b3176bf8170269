import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Payloads")
struct NukiPayloadTests {
    @Test("Nuki payload: the published 15-byte state, field by field")
    func fifteenBytes() throws {
        let states = try NukiKeyturnerStates(payload: hex("020100e0070307080f1e3c0000200a"))
        #expect(states.operatingMode == 2)
        #expect(states.lockState == .locked)
        #expect(states.time == NukiTimestamp(year: 2016, month: 3, day: 7, hour: 8, minute: 15, second: 30))
        #expect(states.zoneMinutes == 60)
        #expect(!states.battery.isCritical)
        #expect(states.configurationCount == 32)
        #expect(states.lockAndGoTimer == 10)
        #expect(states.last == nil)
    }

    @Test(
        "states by length: each form, and what lies between and beyond",
        arguments: [(14, nil), (15, 15), (18, 15), (19, 19), (20, 19), (21, 21), (26, 21), (27, 27), (40, 27)]
    )
    func lengths(sent: Int, kept: Int?) throws {
        let bytes = (0..<sent).map { UInt8($0 + 1) }
        guard let kept else {
            #expect(throws: NukiError(.truncated, "")) { try NukiKeyturnerStates(payload: bytes) }
            return
        }
        #expect(try NukiKeyturnerStates(payload: bytes).payload == Array(bytes.prefix(kept)))
    }

    @Test("Nuki payload: battery byte")
    func battery() {
        let low = NukiBattery(isCritical: true, percent: 9)
        #expect(low.isCritical && !low.isCharging && low.percent == 8)
        #expect(NukiBattery(isCritical: false, percent: 100).rawValue == 0xC8)
        #expect(NukiBattery(isCritical: false, isCharging: true, percent: 500).percent == 100)
    }

    @Test("Nuki payload: battery report and configuration survive both ways", arguments: [0, 1, 2, 3])
    func reports(seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        var battery = (0..<17).map { _ in UInt8.random(in: 0...255, using: &random) }
        battery[4] = 1
        #expect(try NukiBatteryReport(payload: battery).payload == battery)
        #expect(throws: NukiError(.truncated, "")) { try NukiBatteryReport(payload: Array(battery.dropLast())) }

        for size in [71, 74, 79] {
            var config = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            config.replaceSubrange(4..<36, with: Array("Haustür".utf8) + [UInt8](repeating: 0, count: 24))
            for flag in [44, 45, 46, 47, 58] { config[flag] &= 1 }
            let decoded = try NukiConfiguration(payload: config)
            #expect(decoded.payload == config)
            #expect(decoded.name == "Haustür")
        }
        #expect(throws: NukiError(.truncated, "")) { try NukiConfiguration(payload: [UInt8](battery + battery)) }
    }

    @Test("Nuki payload: a lock action has 38 or 58 bytes, and a suffix is cut between characters")
    func lockAction() throws {
        let nonce = hex(Official.actionChallenge)
        let plain = NukiActionRequest(.unlock, appID: 7, nonce: nonce)
        #expect(plain.payload.count == 38)
        let named = NukiActionRequest(.unlatch, appID: 7, suffix: "Kioskgerät im Flur ä", nonce: nonce)
        #expect(named.payload.count == 58)
        #expect(try NukiActionRequest(payload: named.payload).suffix == "Kioskgerät im Flur ")
        for size in [0, 37, 39, 57, 59] {
            #expect(throws: NukiError(.badLength, "")) {
                try NukiActionRequest(payload: [UInt8](repeating: 1, count: size))
            }
        }
    }

    @Test(
        "Nuki payload: times",
        arguments: [
            (0, "b2070101000000"), (951_782_399, "d007021c173b3b"), (951_782_400, "d007021d000000"),
            (1_457_338_530, "e0070307080f1e"), (4_107_542_399, "3408021c173b3b"), (-5, "b2070101000000"),
            (Int64.max, "0f270c1f173b3b"),
        ] as [(Int64, String)]
    )
    func times(seconds: Int64, encoded: String) {
        let states = NukiKeyturnerStates(
            lockState: .locked,
            time: NukiTimestamp(unixSeconds: seconds),
            battery: NukiBattery(rawValue: 0)
        )
        #expect(hex(Array(states.payload[3..<10])) == encoded)
    }
}
