import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("What a Nuki lock says of itself")
struct NukiReadingTests {
    private static func states(_ state: NukiLockState, battery: NukiBattery, door: NukiDoorSensor? = nil)
        -> NukiKeyturnerStates
    {
        var states = NukiKeyturnerStates(
            lockState: state, time: NukiTimestamp(unixSeconds: 1_457_338_530), battery: battery)
        states.last = door.map { .init(action: 1, trigger: 0, completion: .success, doorSensor: $0) }
        return states
    }

    @Test(
        "Nuki reading: is in the words that all locks share",
        arguments: [
            (NukiLockState.locked, LockReading.State.locked), (.unlocked, .unlocked), (.unlockedForNow, .unlocked),
            (.unlatched, .unlatched), (.unlocking, .moving), (.locking, .moving), (.unlatching, .moving),
            (.motorBlocked, .jammed), (.undefined, .unknown), (.uncalibrated, .unknown),
            (NukiLockState(rawValue: 0x99), .unknown),
        ])
    func states(state: NukiLockState, shared: LockReading.State) {
        #expect(Self.states(state, battery: NukiBattery(rawValue: 0)).reading.state == shared)
    }

    @Test("Nuki reading: has the door only where there is a sensor in use, and the charge only where it is said")
    func doorAndBattery() {
        let battery = NukiBattery(isCritical: true, percent: 18)
        let doors: [(NukiDoorSensor?, LockReading.Door?)] = [
            (nil, nil), (.unavailable, nil), (.deactivated, nil), (.closed, .closed), (.open, .open),
            (NukiDoorSensor(rawValue: 0x04), .unknown), (NukiDoorSensor(rawValue: 0xF0), .unknown),
        ]
        for (sensor, door) in doors {
            let reading = Self.states(.locked, battery: battery, door: sensor).reading
            #expect(reading.door == door && reading.batteryPercent == 18 && reading.isBatteryCritical == true)
        }
        let silent = Self.states(.locked, battery: NukiBattery(rawValue: 1)).reading
        #expect(silent.batteryPercent == nil && silent.isBatteryCritical == true)
        #expect(Self.states(.locked, battery: NukiBattery(rawValue: 0xFC)).reading.batteryPercent == 100)
    }

    @Test("Nuki reading: comes with an unlock that succeeds, and with one whose motor is blocked")
    func unlocks() throws {
        let opened = try #require(Air(try Locks.known(), try Locks.unlock()).run())
        #expect(opened.outcome == .succeeded)
        #expect(opened.reading?.state == .unlocked && opened.reading?.batteryPercent == 92)
        #expect(opened.reading?.door == .closed && opened.reading?.firmware == nil)
        var lock = try Locks.known()
        lock.motor = .blocked
        let blocked = try #require(Air(lock, try Locks.unlock()).run())
        #expect(blocked.outcome == .failed && blocked.reading?.state == .jammed)
    }

    @Test("Nuki reading: comes with a question, the firmware as well; a pairing says only that")
    func questions() throws {
        let read = NukiStatusRead(credential: try Official.credential(), deadline: .seconds(10))
        let result = try #require(Air(try Locks.known(), read).run())
        #expect(result.outcome == .succeeded && result.reading?.state == .locked)
        #expect(result.reading?.firmware == "2.12.4")
        let asked = NukiStatusRead(credential: try Official.credential(), action: .unlock, deadline: .seconds(10))
        #expect(try #require(Air(try Locks.known(), asked).run()).reading?.firmware == nil, "nobody waits for it")

        var lock = NukiLock(Locks.settings())
        _ = lock.setPairing(true, at: .zero)
        let bind = NukiBind(.init(kind: .classic, appID: 1, name: "Seam", deadline: .seconds(45)))
        let bound = try #require(Air(lock, bind).run())
        #expect(bound.outcome == .succeeded && bound.reading?.state == .unknown)
        #expect(bound.reading?.firmware == "2.12.4")
    }

    @Test("Nuki reading: does not wait for a lock that keeps its configuration to itself")
    func silentConfiguration() throws {
        var random = ScriptedRandom(seed: 7)
        var read = NukiStatusRead(credential: try Official.credential(), deadline: .seconds(10))
        _ = read.handle(.started, at: .zero, using: &random)
        let answer = KeyEvent.value(characteristic: NukiCharacteristic.user, bytes: hex(Official.states))
        #expect(read.handle(answer, at: .zero, using: &random).count == 1)
        #expect(read.wakeAt == NukiStatusRead.configurationTime)
        guard case .finish(let result)? = read.handle(.woke, at: .seconds(3), using: &random).last else {
            Issue.record("not finished")
            return
        }
        #expect(result.outcome == .succeeded && result.reading?.state == .locked)
    }
}
