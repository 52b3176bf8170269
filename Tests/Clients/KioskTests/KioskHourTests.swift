import TestSupport
import Testing

/// Visitors come and go without leaving a trace. The test needs root to read the memory of processes.
@Suite(.serialized, .enabled(if: canBeOtherUsers, "looks into memory: run it as root"))
struct KioskHourTests {
    @Suite(.lane(.kiosk)) struct KioskLane {
        /// Covers, once each, every kind of visitor who leaves without waiting, and every fault.
        @Test("kiosk hour: a quarter of an hour", .timeLimit(.minutes(10))) func aQuarterOfAnHour() async throws {
            let hour = try await KioskHour()
            let visits: [(KioskHour.Visitor, KioskHour.Fault?)] = [
                (.opens, nil), (.pastes, nil), (.opens, .desk), (.walksOff, .program), (.bangs, .program),
                (.walksOffAtTheDoor, .program), (.opensAndGoes, .daemon), (.opens, .radio), (.opens, nil),
            ]
            for (visitor, fault) in visits {
                print("kiosk: \(visitor), and what fails: \(fault.map { "\($0)" } ?? "nothing")")
                try await hour.visit(visitor, fault)
            }
            #expect(hour.failures == [])
            #expect(hour.openings >= 2)
        }

        /// Simulates a hundred and twenty visitors. A third of the visitors leave without ending their visit. Something
        /// fails in every fourth visit.
        @Test("kiosk hour: an hour", .timeLimit(.minutes(59))) func anHour() async throws {
            let hour = try await KioskHour()
            let begun = ContinuousClock.now
            let (visitors, faults) = (KioskHour.Visitor.allCases, KioskHour.Fault.allCases)
            for number in 0..<120 {
                let fault = number % 4 == 3 ? faults[number / 4 % faults.count] : nil
                try await hour.visit(visitors[number % visitors.count], fault)
            }
            print(
                "kiosk: \(hour.visits) visits in \((ContinuousClock.now - begun) / .seconds(60)) minutes, "
                    + "\(hour.openings) doors opened, the program killed \(hour.killed) times")
            let memory = hour.memory
            for number in [0, memory.count / 4, memory.count / 2, memory.count - 1] {
                print(
                    "kiosk: after visit \(number + 1): keeper \(memory[number].keeper) KiB, "
                        + "seam-sessiond \(memory[number].daemon) KiB")
            }
            #expect(hour.failures == [])
            #expect(hour.killed >= 5)
            // The memory must not grow after the first quarter of the visits. The daemon is restarted before the end of
            // that quarter.
            let (early, last) = (memory[memory.count / 4], memory[memory.count - 1])
            #expect(last.keeper <= early.keeper + 1024)
            #expect(last.daemon <= early.daemon + 16_384)
        }
    }
}
