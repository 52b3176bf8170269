import LockProtocol
import TestSupport
import Testing

@testable import SesameProtocol

@Suite("What a Sesame lock says of itself")
struct SesameReadingTests {
    @Test("Sesame reading: is where the bolt is, and the charge by the voltage")
    func words() {
        var status = SesameMechStatus()
        status.halfMillivolts = 2_700
        #expect(status.reading.state == .unknown, "between its ends")
        #expect(status.reading.batteryPercent == 21 && status.reading.isBatteryCritical == false)
        #expect(status.reading.door == nil)
        status.isInLockRange = true
        #expect(status.reading.state == .locked)
        status.isStopped = false
        #expect(status.reading.state == .moving)
        status.isCritical = true
        status.isBatteryLow = true
        #expect(status.reading.state == .jammed && status.reading.isBatteryCritical == true)
    }

    @Test("Sesame reading: comes with an unlock, a question and a registration")
    func operations() throws {
        let opened = try #require(SesameAir(try SesameLocks.known(), try SesameLocks.unlock()).run())
        #expect(opened.outcome == .succeeded && opened.reading?.state == .unlocked)
        let read = try #require(SesameAir(try SesameLocks.known(), try SesameLocks.status()).run())
        #expect(read.reading?.state == .locked && read.reading?.firmware == "3.0-5-18a8e4")
        let late = try #require(SesameAir(try SesameLocks.known(), try SesameLocks.status(clockStart: 7)).run())
        #expect(late.reading?.firmware == "3.0-5-18a8e4", "the clock is set as well")
        let bind = SesameBind(.init(clockStart: 1_800_000_000, deadline: .seconds(30)))
        let bound = try #require(SesameAir(SesameLock(SesameLocks.settings()), bind).run())
        #expect(bound.outcome == .succeeded && bound.reading?.state == .locked)
        #expect(bound.reading?.firmware == "3.0-5-18a8e4")
    }

    /// Once the command has been sent, the earlier position of the bolt is worthless.
    @Test("Sesame reading: is unknown where the link is lost after the command")
    func lost() throws {
        let air = SesameAir(try SesameLocks.known(), try SesameLocks.unlock())
        air.breakAfter = .operation(5)
        let result = try #require(air.run())
        #expect(result.reason == KeyResult.outcomeUnknown)
        #expect(result.reading?.state == .unknown && result.reading?.batteryPercent != nil)
    }

    @Test(
        "Sesame reading: has a version only if it can be printed",
        arguments: [[], [0], [0x41, 0x07], [UInt8](repeating: 0x41, count: 33)])
    func versions(bytes: [UInt8]) {
        #expect(SesameVersion.text(bytes) == nil)
        #expect(SesameVersion.text(Array("3.0-5".utf8) + [0, 0]) == "3.0-5")
    }
}
