import LockProtocol
import SesameProtocol
import TestSupport
import Testing

@Suite("Opening, both sides") struct SesameOperationTests {
    @Test("Sesame operation: a bolt turns back, with exactly one commit, and the lock knows for whom")
    func opens() throws {
        let air = SesameAir(try SesameLocks.known(), try SesameLocks.unlock("ada at the kiosk"))
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed && end.state == "unlocked")
        #expect(air.phases == [.authenticating, .operating, .acting])
        #expect(air.events.map(\.kind) == [.unlocking, .unlocked])
        #expect(air.events.map(\.tag) == [.text("ada at the kiosk"), .text("ada at the kiosk")])
        #expect(air.steps.map(\.number) == [1, 2, 3, 4, 4, 5, 6, 7, 8])
        #expect(air.lock.status.state == .unlocked)
        // The command has two packets. Only the packet that makes the command complete counts as the commit.
        #expect(air.writes.map(\.commit) == [false, false, true])
    }

    @Test("Sesame operation: a bolt that is back already is confirmed when the lock has taken the command")
    func needless() throws {
        let first = SesameAir(try SesameLocks.known(), try SesameLocks.unlock())
        _ = first.run()
        let air = SesameAir(first.lock, try SesameLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed)
    }

    @Test("Sesame operation: the recorded conversation, byte for byte")
    func recorded() throws {
        var random = ScriptedRandom()
        var unlock = try SesameLocks.unlock("kiosk 1")
        func hears(_ packet: String) -> [KeyAction] {
            unlock.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: hex(packet)), at: .zero, using: &random)
        }
        func write(_ packet: String, commit: Bool = false) -> KeyAction {
            .write(characteristic: SesameCharacteristic.write, bytes: hex(packet), commit: commit)
        }
        #expect(
            unlock.handle(.started, at: .zero, using: &random)
                == [.phase(.authenticating), .subscribe(characteristic: SesameCharacteristic.notify)])
        #expect(hears("03080ea1b2c3d4") == [write("0302f23e01b7")])
        #expect(hears("0507d56b5cb2c6ab31ec6ba2") == [])
        #expect(
            hears("05ec8e62965bea70a6a9a1e76685")
                == [.phase(.operating), write("0553d000352ce6a5d2f1ea93adc6", commit: true)])
        #expect(hears("05f547f397352b58d95f8bc4c0") == [])
        #expect(hears("0555ea68e3cb62b8") == [])
        let end = try #require(Self.result(hears("055536a72f24508d298e795d8711")))
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed)
        #expect(end.evidence.map(hex) == "0851b80b0080000014")
        #expect(hears("055536a72f24508d298e795d8711") == [])
        #expect(unlock.wakeAt == nil)
    }

    @Test("Sesame operation: a motor that gives up, one that does not start, and a lock that says no")
    func faults() throws {
        var jammed = try SesameLocks.known()
        jammed.motor = .blocked
        let air = SesameAir(jammed, try SesameLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .failed && end.reason == "sesame.jammed" && end.confirmation == .communicated)
        #expect(air.events.map(\.kind) == [.unlocking, .motorFault])
        #expect(air.lock.status.state == .jammed)

        var dead = try SesameLocks.known()
        dead.motor = .failed
        let deadEnd = try #require(SesameAir(dead, try SesameLocks.unlock()).run())
        #expect(deadEnd.outcome == .failed, "its motor may have tried")
        #expect(deadEnd.reason == "sesame.unknown" && deadEnd.confirmation == .commanded)

        var busy = try SesameLocks.known()
        busy.refusal = .busy
        let busyEnd = try #require(SesameAir(busy, try SesameLocks.unlock()).run())
        #expect(busyEnd.outcome == .refused && busyEnd.reason == "sesame.busy" && busyEnd.confirmation == .commanded)
        #expect(busy.status.state == .locked)
    }

    @Test(
        "Sesame operation: a lock whose bolt was seen elsewhere has not refused, whatever it says",
        arguments: [true, false])
    func refusesAndMoves(isElsewhere: Bool) throws {
        var lock = try SesameLocks.known()
        let rest = lock.status
        lock.refusal = .busy
        let air = SesameAir(lock, try SesameLocks.unlock())
        var moved = rest
        (moved.isInLockRange, moved.isInUnlockRange) = (false, true)
        air.published = isElsewhere ? moved : rest
        let end = try #require(air.run())
        #expect(end.outcome == (isElsewhere ? .failed : .refused))
        #expect(end.reason == "sesame.busy" && end.confirmation == .commanded)
    }

    @Test("Sesame operation: a bolt that has moved and rests elsewhere has failed", arguments: [true, false])
    func movesAndRests(isElsewhere: Bool) throws {
        let lock = try SesameLocks.known()
        let air = SesameAir(lock, try SesameLocks.unlock())
        air.reports = isElsewhere ? [lock.status] : []
        let end = try #require(air.run())
        #expect(end.outcome == (isElsewhere ? .failed : .succeeded))
        #expect(end.reason == (isElsewhere ? "sesame.not_in_wanted_state" : nil))
        #expect(air.phases.count { $0 == .acting } == 1)
    }

    @Test("Sesame operation: a lock that has another key, or none, takes no proof", arguments: [false, true])
    func strangers(isRegistered: Bool) throws {
        let other = isRegistered ? try SesameDeviceSecret(hex("000102030405060708090a0b0c0d0e0f")) : nil
        let air = SesameAir(SesameLock(SesameLocks.settings(), secret: other), try SesameLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .failed && end.reason == "sesame.not_authorized" && end.confirmation == nil)
        #expect(air.events.map(\.kind) == [.refused])
        #expect(!air.writes.contains { $0.commit })
    }

    @Test("Sesame operation: a link that breaks at each step", arguments: 1...8)
    func broken(step: Int) throws {
        let air = SesameAir(try SesameLocks.known(), try SesameLocks.unlock())
        air.breakAfter = .operation(step)
        let end = try #require(air.run())
        let isCommitted = air.writes.contains { $0.commit }
        #expect(isCommitted == (step >= 4))
        // At step 8, the key side has already received all the lock's messages.
        if step == 8 {
            #expect(end.outcome == .succeeded && end.confirmation == .confirmed)
        } else {
            #expect(end.outcome == .failed)
            #expect(end.reason == (isCommitted ? KeyResult.outcomeUnknown : "sesame.disconnected"))
            #expect(end.confirmation == (isCommitted ? (step < 6 ? .commanded : .communicated) : nil))
        }
        air.settle()
        #expect(air.lock.status.state == (step >= 5 ? .unlocked : .locked))
    }

    @Test("Sesame operation: time and cancellation before and after the commit")
    func limits() throws {
        var random = ScriptedRandom()
        var unlock = try SesameLocks.unlock("kiosk 1")
        _ = unlock.handle(.started, at: .zero, using: &random)
        #expect(unlock.wakeAt == .seconds(10))
        #expect(unlock.handle(.woke, at: .seconds(9), using: &random) == [])
        var cancelled = unlock
        #expect(Self.result(cancelled.handle(.cancelled, at: .zero, using: &random))?.outcome == .cancelled)
        var late = unlock
        #expect(Self.result(late.handle(.woke, at: .seconds(10), using: &random))?.outcome == .timedOut)
        for packet in ["03080ea1b2c3d4", "0507d56b5cb2c6ab31ec6ba2", "05ec8e62965bea70a6a9a1e76685"] {
            _ = unlock.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: hex(packet)), at: .zero, using: &random)
        }
        #expect(unlock.wakeAt == .seconds(25))
        #expect(unlock.handle(.cancelled, at: .seconds(1), using: &random) == [])
        let end = try #require(Self.result(unlock.handle(.woke, at: .seconds(25), using: &random)))
        #expect(end.outcome == .timedOut && end.confirmation == .commanded)
    }

    @Test("Sesame operation: what is not sealed is believed at no time after the token")
    func forged() throws {
        var random = ScriptedRandom()
        var unlock = try SesameLocks.unlock("kiosk 1")
        func hears(_ packet: String) -> [KeyAction] {
            unlock.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: hex(packet)), at: .zero, using: &random)
        }
        _ = unlock.handle(.started, at: .zero, using: &random)
        _ = hears("03080ea1b2c3d4")
        // A stranger sends a login answer and a state, both unencrypted. The key side sends no command.
        #expect(hears("0307020000f15365") == [])
        #expect(hears("030851b80b0080000014") == [])
        // A state that is sealed with another key also does not make the key side send a command.
        #expect(Self.result(hears("05bf824be547abd200cf238e5df5"))?.reason == "sesame.bad_reply")
    }

    @Test("Sesame operation: a status waits until the bolt rests, and sets a clock that is wrong")
    func status() throws {
        var lock = try SesameLocks.known()
        let read = SesameAir(lock, try SesameLocks.status())
        let end = try #require(read.run())
        #expect(end.outcome == .succeeded && end.state == "locked" && end.confirmation == nil)
        #expect(end.isInWantedState == nil)
        #expect(read.writes.count == 2)
        lock = read.lock
        let late = SesameAir(lock, try SesameLocks.status(clockStart: 1_800_000_100))
        #expect(try #require(late.run()).outcome == .succeeded)
        #expect(late.writes.count == 3)
        #expect(!late.writes.contains { $0.commit })
        let again = SesameAir(late.lock, try SesameLocks.status(clockStart: 1_800_000_100))
        _ = again.run()
        #expect(again.writes.count == 2)

        let unlocking = SesameAir(again.lock, try SesameLocks.unlock())
        unlocking.breakAfter = .operation(7)
        _ = unlocking.run()
        let moving = SesameAir(unlocking.lock, try SesameLocks.status())
        #expect(try #require(moving.run()).state == "unlocked")
        #expect(moving.result?.isInWantedState == nil)
        #expect(moving.now > .zero)
        for lock in [moving.lock, try SesameLocks.known()] {
            let credential = SesameCredential(secret: try SesameVectorsTests.secret())
            let asked = SesameStatusRead(
                credential: credential, asksForUnlocked: true, clockStart: 1_800_000_000, deadline: .seconds(10))
            let answer = try #require(SesameAir(lock, asked).run())
            #expect(answer.isInWantedState == (lock.status.state == .unlocked))
        }
    }

    @Test("Sesame operation: a lock that locks by itself, and one that nobody logs in to")
    func timers() throws {
        var settings = SesameLocks.settings()
        settings.mechanics.autoLockSeconds = 3
        let air = SesameAir(
            SesameLock(settings, secret: try SesameVectorsTests.secret()), try SesameLocks.unlock())
        _ = air.run()
        air.settle(.seconds(10))
        #expect(air.events.map(\.kind) == [.unlocking, .unlocked, .locking, .locked])
        #expect(air.events.last?.tag == nil)
        #expect(air.now == .milliseconds(3_200))

        var lock = try SesameLocks.known()
        var random = ScriptedRandom()
        lock.connected()
        let said = lock.subscribed(to: SesameCharacteristic.notify, true, at: .zero, using: &random)
        #expect(said.count == 1)
        #expect(lock.wakeAt == .seconds(10))
        #expect(lock.woke(at: .seconds(9)) == [])
        #expect(lock.woke(at: .seconds(10)) == [.disconnect])
        #expect(lock.wakeAt == nil)
    }

    static func result(_ actions: [KeyAction]) -> KeyResult? {
        if case .finish(let result)? = actions.last { result } else { nil }
    }
}
