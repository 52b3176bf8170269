import LockProtocol
import SwitchBotProtocol
import TestSupport
import Testing

@Suite("A SwitchBot lock, both sides") struct SwitchBotOperationTests {
    @Test("SwitchBot operation: a bolt turns back, with exactly one commit") func opens() throws {
        let air = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed && end.state == "unlocked")
        #expect(air.events == [.unlocking, .unlocked])
        #expect(air.phases == [.authenticating, .operating, .acting])
        #expect(air.steps.map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(air.lock.info.bolt == .unlocked)
        // Nothing is written after the command.
        #expect(air.writes.map(\.commit) == [false, false, false, true])
        #expect(end.evidence == [0x90, 0] && end.reading?.state == .unlocked)
    }

    @Test("SwitchBot operation: a bolt that is back already is confirmed when the lock has taken the command")
    func needless() throws {
        let first = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        _ = first.run()
        let air = SwitchBotAir(first.lock, try SwitchBotLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed && end.reading?.state == .unlocked)
    }

    @Test("SwitchBot operation: the recorded conversation, byte for byte") func recorded() throws {
        var random = ScriptedRandom()
        var unlock = try SwitchBotLocks.unlock()
        func hears(_ bytes: String) -> [KeyAction] {
            unlock.handle(
                .value(characteristic: SwitchBotCharacteristic.notify, bytes: hex(bytes)), at: .zero, using: &random)
        }
        func write(_ bytes: String, commit: Bool = false) -> KeyAction {
            .write(characteristic: SwitchBotCharacteristic.write, bytes: hex(bytes), commit: commit)
        }
        #expect(
            unlock.handle(.started, at: .zero, using: &random)
                == [
                    .phase(.authenticating), .subscribe(characteristic: SwitchBotCharacteristic.notify),
                    write("570000000f21035a"),
                ])
        #expect(hears("01000000" + SwitchBotLocks.vector) == [write("575af0e1d28d060aadb2e1da")])
        #expect(hears("015af0e1") == [write("575af0e1d3c38715")])
        #expect(hears("015af0e15c8c") == [.phase(.operating), write("575af0e1d3c20715bd32", commit: true)])
        // The state from before the acceptance proves nothing.
        #expect(hears("0f5af0e14c8c") == [])
        #expect(hears("015af0e1") == [])
        #expect(hears("0f5af0e16c8c") == [.phase(.acting)])
        #expect(hears("0f5af0e16c8c") == [])
        let end = try #require(SwitchBotLocks.result(hears("0f5af0e14c8c")))
        #expect(end.outcome == .succeeded && end.confirmation == .confirmed)
        #expect(hears("0f5af0e14c8c") == [] && unlock.wakeAt == nil)
    }

    @Test("SwitchBot operation: a motor that gives up, one that does not start, and a lock that says no")
    func faults() throws {
        var jammed = try SwitchBotLocks.known()
        jammed.motor = .blocked
        let air = SwitchBotAir(jammed, try SwitchBotLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .failed && end.reason == "switchbot.jammed" && end.confirmation == .communicated)
        #expect(air.events == [.unlocking, .motorFault] && air.lock.info.bolt == .unlockingStopped)
        #expect(end.reading?.state == .jammed)
        // A jammed lock can be opened once the obstacle is gone.
        var freed = air.lock
        freed.motor = .works
        #expect(SwitchBotAir(freed, try SwitchBotLocks.unlock()).run()?.outcome == .succeeded)

        var dead = try SwitchBotLocks.known()
        dead.motor = .failed
        let deadEnd = try #require(SwitchBotAir(dead, try SwitchBotLocks.unlock()).run())
        #expect(deadEnd.outcome == .failed && deadEnd.reason == "switchbot.failed")

        var busy = try SwitchBotLocks.known()
        busy.refusal = .busy
        let busyEnd = try #require(SwitchBotAir(busy, try SwitchBotLocks.unlock()).run())
        #expect(busyEnd.outcome == .failed, "the refusal is not encrypted, so anyone could have sent it")
        #expect(busyEnd.reason == "switchbot.busy" && busyEnd.confirmation == .commanded)
        #expect(busyEnd.reading?.state == .unknown)
    }

    @Test("SwitchBot operation: a lock with low batteries opens, and says so") func battery() throws {
        var lock = try SwitchBotLocks.known()
        lock.setBattery(isLow: true)
        let opened = try #require(SwitchBotAir(lock, try SwitchBotLocks.unlock()).run())
        #expect(opened.outcome == .succeeded && opened.reading?.isBatteryCritical == true)
        let read = try #require(SwitchBotAir(lock, try SwitchBotLocks.status()).run())
        #expect(read.reading?.batteryPercent == 4 && read.reading?.isBatteryCritical == true)
    }

    @Test("SwitchBot operation: a lock that was never calibrated gets no command") func uncalibrated() throws {
        let air = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        // The first bit of a state shows whether the lock is calibrated.
        air.change = { $0.count == 6 ? Array($0.prefix(4)) + [$0[4] ^ 0x80, $0[5]] : $0 }
        let end = try #require(air.run())
        #expect(end.outcome == .failed && end.reason == "switchbot.not_calibrated" && end.confirmation == nil)
        #expect(!air.writes.contains { $0.commit })
        let read = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.status(asksForUnlocked: true))
        read.change = air.change
        #expect(read.run()?.isInWantedState == false && read.result?.state == "uncalibrated")
    }

    @Test(
        "SwitchBot operation: a lock that has another key, another number or no key is not opened",
        arguments: [0, 1, 2, 3])
    func strangers(kind: Int) throws {
        let other: SwitchBotKey? =
            switch kind {
            case 0: try SwitchBotKey(id: 0x5A, [UInt8](repeating: 9, count: 16))
            case 1: try SwitchBotKey(id: 0x5B, hex(SwitchBotLocks.secret))
            case 2: nil
            default: try SwitchBotLocks.key()
            }
        var lock = SwitchBotLock(SwitchBotLocks.settings(), key: other)
        lock.isOwnedElsewhere = kind == 3
        let air = SwitchBotAir(lock, try SwitchBotLocks.unlock())
        let end = try #require(air.run())
        #expect(end.outcome == .failed && end.reason == "switchbot.not_authorized" && end.confirmation == nil)
        #expect(air.events == [.refused] && !air.writes.contains { $0.commit })
        let bind = SwitchBotAdopt(key: try SwitchBotLocks.key(), deadline: .seconds(10))
        let bound = try #require(SwitchBotAir(lock, bind).run())
        #expect(bound.reason == "switchbot.not_authorized" && bound.credential == nil)
    }

    @Test("SwitchBot operation: a newer way of encryption is recognized", arguments: [1, 2, 255] as [UInt8])
    func otherEncryption(mode: UInt8) throws {
        let air = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        air.change = { $0.count == 20 ? [$0[0], 0, mode, 0] + $0.suffix(16) : $0 }
        #expect(air.run()?.reason == "switchbot.other_encryption")
    }

    @Test("SwitchBot operation: a link that breaks at each step", arguments: 1...8)
    func broken(step: Int) throws {
        let air = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        air.breakAfter = .operation(step)
        let end = try #require(air.run())
        let isCommitted = air.writes.contains { $0.commit }
        #expect(isCommitted == (step >= 4))
        // At step 8, the key side has already received all the lock's messages.
        if step == 8 {
            #expect(end.outcome == .succeeded && end.confirmation == .confirmed)
        } else {
            #expect(end.outcome == .failed)
            #expect(end.reason == (isCommitted ? KeyResult.outcomeUnknown : "switchbot.disconnected"))
            #expect(end.confirmation == (isCommitted ? (step < 6 ? .commanded : .communicated) : nil))
            #expect(end.reading?.state == (isCommitted ? (step < 7 ? .unknown : .moving) : nil))
        }
        air.settle()
        #expect(air.lock.info.bolt == (step >= 5 ? .unlocked : .locked))
    }

    @Test("SwitchBot operation: time and cancellation before and after the commit") func limits() throws {
        var random = ScriptedRandom()
        var unlock = try SwitchBotLocks.unlock()
        _ = unlock.handle(.started, at: .zero, using: &random)
        #expect(unlock.wakeAt == .seconds(10))
        #expect(unlock.handle(.woke, at: .seconds(9), using: &random) == [])
        var cancelled = unlock
        #expect(SwitchBotLocks.result(cancelled.handle(.cancelled, at: .zero, using: &random))?.outcome == .cancelled)
        var late = unlock
        #expect(SwitchBotLocks.result(late.handle(.woke, at: .seconds(10), using: &random))?.outcome == .timedOut)
        for bytes in ["01000000" + SwitchBotLocks.vector, "015af0e1", "015af0e15c8c"] {
            _ = unlock.handle(
                .value(characteristic: SwitchBotCharacteristic.notify, bytes: hex(bytes)), at: .zero, using: &random)
        }
        #expect(unlock.wakeAt == .seconds(25))
        #expect(unlock.handle(.cancelled, at: .seconds(1), using: &random) == [])
        let end = try #require(SwitchBotLocks.result(unlock.handle(.woke, at: .seconds(25), using: &random)))
        #expect(end.outcome == .timedOut && end.confirmation == .commanded)
    }

    @Test("SwitchBot operation: a bolt that was seen to turn and rests elsewhere has failed") func elsewhere() throws {
        let air = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        // An attacker changes "unlocked" into "locked". No message has a tag, so nobody notices.
        var unlocked = 0
        air.change = { bytes in
            guard air.lock.info.bolt == .unlocked, bytes.count == 6 else { return bytes }
            unlocked += 1
            return Array(bytes.prefix(4)) + [bytes[4] ^ 0x10, bytes[5]]
        }
        let end = try #require(air.run())
        #expect(unlocked == 1 && end.outcome == .failed && end.reason == "switchbot.not_in_wanted_state")
    }

    @Test("SwitchBot status: waits until the bolt rests, and reports battery and firmware") func status() throws {
        let read = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.status())
        let end = try #require(read.run())
        #expect(end.outcome == .succeeded && end.state == "locked" && end.confirmation == nil)
        #expect(end.isInWantedState == nil && end.reading?.batteryPercent == 100 && end.reading?.firmware == "8.3")
        #expect(read.writes.count == 3 && !read.writes.contains { $0.commit })

        let unlocking = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.unlock())
        unlocking.breakAfter = .operation(6)
        _ = unlocking.run()
        let moving = SwitchBotAir(unlocking.lock, try SwitchBotLocks.status(asksForUnlocked: true))
        #expect(moving.run()?.state == "unlocked" && moving.result?.isInWantedState == true)
        #expect(moving.now == .milliseconds(250) && moving.result?.reading?.firmware == nil)
    }

    @Test("SwitchBot status: is known without the battery") func withoutBattery() throws {
        let read = SwitchBotAir(try SwitchBotLocks.known(), try SwitchBotLocks.status())
        // The reply about the battery means that the lock does not know the command.
        var replies = 0
        read.change = { bytes in
            replies += 1
            return replies == 3 ? [5] : bytes
        }
        #expect(read.run()?.state == "locked" && read.result?.reading?.batteryPercent == nil)
        var random = ScriptedRandom()
        var status = try SwitchBotLocks.status()
        for event in [
            .started, Self.value("01000000" + SwitchBotLocks.vector), Self.value("015af0e15c8c"),
        ] as [KeyEvent] {
            _ = status.handle(event, at: .seconds(1), using: &random)
        }
        #expect(status.wakeAt == .seconds(4))
        #expect(SwitchBotLocks.result(status.handle(.woke, at: .seconds(4), using: &random))?.state == "locked")
    }

    private static func value(_ bytes: String) -> KeyEvent {
        .value(characteristic: SwitchBotCharacteristic.notify, bytes: hex(bytes))
    }

    @Test("SwitchBot bind: the owner's key is tried and kept, and nothing is changed") func binds() throws {
        let bind = SwitchBotAdopt(key: try SwitchBotLocks.key(), deadline: .seconds(10))
        let air = SwitchBotAir(try SwitchBotLocks.known(), bind)
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded && end.reason == nil && end.reading?.state == .locked)
        #expect(end.credential == SwitchBotCredential(key: try SwitchBotLocks.key()).encoded)
        #expect(air.events == [] && !air.writes.contains { $0.commit } && air.lock.info.bolt == .locked)
    }

    @Test("SwitchBot lock: locks by itself, and reports each state to a client that asked for it") func reports() throws
    {
        var settings = SwitchBotLocks.settings()
        settings.autoLock = .seconds(3)
        var lock = try SwitchBotLocks.known(settings)
        var random = ScriptedRandom(seed: 9)
        lock.connected()
        lock.subscribed(to: SwitchBotCharacteristic.notify, true)
        func says(_ outputs: [SwitchBotLockOutput]) -> [[UInt8]] {
            outputs.flatMap { output -> [[UInt8]] in
                if case .tell(_, let pieces, _) = output { pieces } else { [] }
            }
        }
        func write(_ bytes: [UInt8], at now: Duration = .zero) -> [[UInt8]] {
            says(lock.written(bytes, to: SwitchBotCharacteristic.write, at: now, using: &random))
        }
        let opening = try #require(write(SwitchBotRequest(plain: .session(keyID: 0x5A)).encoded).first)
        let session = try SwitchBotLocks.key().session(vector: Array(opening.suffix(16)))
        #expect(write(try SwitchBotRequest(.reports(isOn: true), in: session).encoded).count == 1)
        #expect(write(try SwitchBotRequest(.unlock, in: session).encoded).count == 2)
        var bolts: [SwitchBotBolt] = []
        while let next = lock.wakeAt {
            for bytes in says(lock.woke(at: next)) {
                let reply = try SwitchBotReply(bytes)
                #expect(reply.result == .report)
                bolts.append(try SwitchBotLockInfo(payload: try session.crypt(reply.content)).bolt)
            }
        }
        #expect(bolts == [.unlocked, .locking, .locked])
        #expect(write(try SwitchBotRequest(.reports(isOn: false), in: session).encoded).count == 1)
        #expect(write(try SwitchBotRequest(.lock, in: session).encoded).count == 1)
        #expect(write(try SwitchBotRequest(.unlockOnly, in: session).encoded) == [[3]], "it is moving")
    }
}
