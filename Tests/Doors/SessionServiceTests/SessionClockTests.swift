import DaemonCore
import DaemonStore
import LinuxSupport
import SealedDatabase
import SessionCore
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("The daemon's clock", .timeLimit(.minutes(1)))
struct SessionClockTests {
    /// A machine whose clocks a test moves.
    private final class Machine: Sendable {
        private let reading = Locked(
            TrustedClock.Reading(wall: moment(0), bootClock: .seconds(100), bootID: "boot-1"))

        func pass(_ time: Duration) {
            reading.withLock { reading in
                reading.wall = reading.wall.advanced(by: time)
                reading.bootClock += time
            }
        }

        func setWall(_ wall: Timestamp) { reading.withLock { $0.wall = wall } }

        func reboot() {
            reading.withLock { reading in
                reading.bootID += "'"
                reading.bootClock = .seconds(1)
            }
        }

        func clock(_ kept: TimeMark?) -> DaemonClock { DaemonClock(kept) { self.reading.withLock { $0 } } }
    }

    private func mark(_ service: ServiceFixture) async throws -> TimeMark? {
        try await service.store.run { store throws(StoreError) in try store.timeMark() }
    }

    @Test("session clock: a clock set back is not believed after a restart, in the same boot or another")
    func restart() async throws {
        try await withService { service in
            let machine = Machine()
            let clock = machine.clock(nil)
            #expect(clock.named() == nil)
            #expect(clock.heard(moment(0)))
            await clock.keep(in: service.store, logger: silent)
            machine.pass(.seconds(10))
            machine.setWall(moment(-7_200_000))
            let restarted = machine.clock(try await mark(service))
            #expect(restarted.now() == moment(10_000))
            #expect(restarted.isSuspect())
            machine.reboot()
            let rebooted = machine.clock(try await mark(service))
            #expect(rebooted.now() == moment(0))
            #expect(rebooted.isSuspect())
            machine.pass(.seconds(5))
            #expect(rebooted.now() == moment(5_000), "time goes on in the new boot")
            // The clock exists before the store is open, as in the daemon.
            let late = machine.clock(nil)
            machine.pass(.seconds(3))
            late.take(try await mark(service))
            #expect(late.now() == moment(3_000), "what passed while the store was opened counts")
            machine.pass(.seconds(5))
            #expect(late.now() == moment(8_000))
            _ = rebooted.heard(moment(60_000))
            #expect(!rebooted.isSuspect())
        }
    }

    @Test("session clock: a clock that ran ahead is back where it was when it is set right")
    func ahead() {
        let machine = Machine()
        let clock = machine.clock(nil)
        _ = clock.heard(moment(0))
        machine.setWall(moment(500 * 86_400_000))
        #expect(clock.now() == moment(500 * 86_400_000))
        #expect(clock.named() == moment(0))
        machine.setWall(moment(20))
        #expect(clock.now() == moment(20))
    }

    @Test("session clock: the store is told seldom, and kept up while the cloud is away")
    func seldom() async throws {
        try await withService { service in
            let machine = Machine()
            let clock = machine.clock(nil)
            #expect(clock.heard(moment(0)))
            await clock.keep(in: service.store, logger: silent)
            for second in 1..<300 {
                machine.pass(.seconds(1))
                #expect(!clock.heard(moment(Int64(second) * 1_000)))
            }
            await clock.keep(in: service.store, logger: silent)
            let first = try await mark(service)
            #expect(first?.trusted == moment(0))
            machine.pass(.seconds(10))
            await clock.keep(in: service.store, logger: silent)
            let second = try await mark(service)
            #expect(second?.trusted == moment(309_000))
        }
    }

    @Test("session clock: the machine's clocks are read")
    func machine() throws {
        let reading = try DaemonClock.machine()()
        #expect(reading.bootClock > .zero)
        let bootID = try SystemClock.bootID()
        #expect(reading.bootID == bootID)
    }
}
