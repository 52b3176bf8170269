import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Pairing, key side")
struct NukiBindTests {
    /// Replays the pairing from the vendor's document up to the given step. The random numbers are those of the
    /// document.
    private func official(after steps: Int = 5) throws -> (NukiBind, [KeyAction], ScriptedRandom) {
        var random = ScriptedRandom(hex(Official.clientSecret) + Official.clientNonce)
        var bind = NukiBind(.init(kind: .classic, appID: 0, name: "Marc (Test)", deadline: .seconds(45)))
        var actions = bind.handle(.started, at: .zero, using: &random)
        for step in 0..<steps {
            let value = hex(Official.pairing[2 * step + 1])
            actions = bind.handle(
                .value(characteristic: NukiCharacteristic.pairing, bytes: value),
                at: .zero,
                using: &random
            )
        }
        return (bind, actions, random)
    }

    private func pairingWrite(_ text: String) -> KeyAction {
        .write(characteristic: NukiCharacteristic.pairing, bytes: hex(text), commit: false)
    }

    @Test("Nuki bind: the official conversation, byte for byte")
    func conversation() throws {
        let (_, started, _) = try official(after: 0)
        #expect(
            started == [
                .phase(.authenticating), .subscribe(characteristic: NukiCharacteristic.pairing),
                pairingWrite(Official.pairing[0]),
            ]
        )
        for step in 1...4 {
            let (_, actions, _) = try official(after: step)
            #expect(actions == [pairingWrite(Official.pairing[2 * step])])
        }
    }

    @Test("Nuki bind: a lock that says nothing after completion leaves a credential without its number")
    func unchecked() throws {
        var (bind, actions, random) = try official()
        #expect(
            actions.prefix(3) == [.phase(.operating)] + [
                .subscribe(characteristic: NukiCharacteristic.general),
                .subscribe(characteristic: NukiCharacteristic.user),
            ])
        #expect(bind.wakeAt == .seconds(5))
        #expect(bind.handle(.woke, at: .seconds(4), using: &random) == [])
        var expected = KeyResult(.succeeded)
        expected.credential = try Official.credential().encoded
        #expect(bind.handle(.woke, at: .seconds(5), using: &random) == [.finish(expected)])
        #expect(bind.wakeAt == nil)
        #expect(bind.handle(.linkLost, at: .seconds(5), using: &random) == [])
    }

    @Test("Nuki bind: a lock that leaves at any step before completion fails the pairing", arguments: 0...4)
    func vanishes(step: Int) throws {
        var (bind, _, random) = try official(after: step)
        let reason = Self.mayBeListed(after: step) ? KeyResult.outcomeUnknown : NukiKeyReason.disconnected
        #expect(
            bind.handle(.linkLost, at: .zero, using: &random)
                == [.finish(KeyResult(.failed, reason: reason))]
        )
    }

    @Test("Nuki bind: silence ends at the deadline and not before", arguments: 0...4)
    func silent(step: Int) throws {
        var (bind, _, random) = try official(after: step)
        #expect(bind.wakeAt == .seconds(45))
        #expect(bind.handle(.woke, at: .milliseconds(44_999), using: &random) == [])
        #expect(
            bind.handle(.woke, at: .seconds(45), using: &random)
                == [.finish(Self.brokenOff(KeyResult(.timedOut), after: step))])
    }

    /// Whether the lock may have added us to its users after this step, even if we receive no answer.
    private static func mayBeListed(after step: Int) -> Bool { step >= 3 }

    private static func brokenOff(_ result: KeyResult, after step: Int) -> KeyResult {
        mayBeListed(after: step) ? KeyResult(.failed, reason: KeyResult.outcomeUnknown) : result
    }

    @Test("Nuki bind: an error report ends the pairing with its reason", arguments: 1...4)
    func refused(step: Int) throws {
        var (bind, _, random) = try official(after: step)
        let report = NukiMessage(
            .errorReport, NukiErrorReport(code: .tooManyUsers, command: .authorizationData).payload)
        let event = KeyEvent.value(characteristic: NukiCharacteristic.pairing, bytes: report.plainFrame)
        #expect(
            bind.handle(event, at: .zero, using: &random)
                == [.finish(KeyResult(.failed, reason: "nuki.too_many_users"))]
        )
    }

    @Test("Nuki bind: a lock with a wrong proof is refused")
    func manInTheMiddle() throws {
        var (bind, _, random) = try official(after: 3)
        var grant = try NukiMessage(plainFrame: hex(Official.pairing[7]))
        grant.payload[40] ^= 1
        let event = KeyEvent.value(characteristic: NukiCharacteristic.pairing, bytes: grant.plainFrame)
        #expect(
            bind.handle(event, at: .zero, using: &random)
                == [.finish(KeyResult(.failed, reason: NukiKeyReason.lockNotAuthentic))]
        )
    }

    @Test("Nuki bind: an all-zero public key is refused")
    func zeroKey() throws {
        var (bind, _, random) = try official(after: 0)
        let zero = NukiMessage(.publicKey, [UInt8](repeating: 0, count: 32)).plainFrame
        let event = KeyEvent.value(characteristic: NukiCharacteristic.pairing, bytes: zero)
        #expect(
            bind.handle(event, at: .zero, using: &random)
                == [.finish(KeyResult(.failed, reason: NukiKeyReason.badReply))]
        )
    }

    @Test("Nuki bind: a lock out of pairing mode is asked again until somebody pressed the button")
    func button() throws {
        var (bind, _, random) = try official(after: 0)
        let notPairing = KeyEvent.value(characteristic: NukiCharacteristic.pairing, bytes: hex("12001001008721"))
        #expect(bind.handle(notPairing, at: .seconds(1), using: &random) == [.prompt(.pressButton)])
        #expect(bind.wakeAt == .seconds(3))
        #expect(bind.handle(.woke, at: .seconds(3), using: &random) == [pairingWrite(Official.pairing[0])])
        #expect(bind.handle(notPairing, at: .seconds(3), using: &random) == [])
        #expect(bind.handle(.woke, at: .seconds(5), using: &random) == [pairingWrite(Official.pairing[0])])
        let key = KeyEvent.value(characteristic: NukiCharacteristic.pairing, bytes: hex(Official.pairing[1]))
        #expect(bind.handle(key, at: .seconds(6), using: &random) == [pairingWrite(Official.pairing[2])])
    }

    @Test("Nuki bind: cancelled at any step", arguments: 0...5)
    func cancelled(step: Int) throws {
        var (bind, _, random) = try official(after: step)
        let expected = Self.brokenOff(KeyResult(.cancelled), after: step)
        #expect(bind.handle(.cancelled, at: .zero, using: &random) == [.finish(expected)])
    }
}
