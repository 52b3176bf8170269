import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// The helpers for the machine's radio. `RadioLane` itself tests the radio's faults one by one.
private typealias Machine = RadioLane

/// Tests all faults together, for a given time. The suite runs only in the radio lab (`Tests/RadioLab`).
@Suite("Storms") struct StormTests {
    /// A fault while somebody opens a door.
    fileprivate enum Trouble: String, CaseIterable {
        case nothing, unplugged, killed, stopped, outOfRange

        func begin(_ system: TestSystem) async throws {
            switch self {
            case .nothing: break
            case .unplugged: try await Machine.Fault.unplugged.begin()
            case .killed: try await Machine.Fault.bluetoothd.begin()
            case .stopped: try await Machine.run("/usr/bin/pkill", "-STOP", "-x", "bluetoothd")
            case .outOfRange: try system.fault("out_of_range")
            }
        }

        func end(_ system: TestSystem) async throws {
            switch self {
            case .nothing: break
            case .unplugged: try await Machine.Fault.unplugged.end()
            case .killed: try await Machine.Fault.bluetoothd.end()
            case .stopped: try await Machine.run("/usr/bin/pkill", "-CONT", "-x", "bluetoothd")
            case .outOfRange: try system.clearFaults()
            }
        }
    }

    /// The reasons that were reported for one kind of trouble, and how long it took each time until the door could be
    /// opened again.
    fileprivate struct Tally {
        var told: [String: Int] = [:]
        var recoveries: [Duration] = []

        var text: String {
            let told = told.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            let times = recoveries.sorted()
            guard let most = times.last else { return told }
            return "\(told); open again after: p50 \(times[times.count / 2]), most \(most)"
        }
    }

    @Suite(.lane(.radio), .serialized, .timeLimit(.minutes(120))) struct RadioLane {
        /// Twenty devices advertise. At a random moment of an unlock, the adapter is pulled, bluetoothd is killed or
        /// stopped, or the lock goes out of range. Each unlock has one answer, and the answer agrees with the lock. The
        /// door can be opened again without a repair. The environment variable `SEAM_LAB_STORM` says how many seconds
        /// the storm lasts.
        @Test("storm: a storm of troubles") func aStormOfTroubles() async throws {
            let time = Duration.seconds(Machine.count("SEAM_LAB_STORM") ?? 60)
            let system = try await TestSystem.withFrontKey()
            for number in 0..<20 {
                let address = "F0:00:00:00:00:\(String(format: "%02X", number))"
                try Machine.air(#"{"op":"add","name":"Ad \#(number)","address":"\#(address)"}"#)
            }
            try await Machine.expectOpen(system)
            let memory = try Machine.residentKilobytes(of: system.radiod)
            var (random, tallies, last) = (SplitMix(seed: 62), [Trouble: Tally](), Trouble.nothing)
            let start = ContinuousClock.now
            while ContinuousClock.now - start < time {
                let trouble = Trouble.allCases.randomElement(using: &random) ?? .nothing
                let before = try system.openings()
                let unlock = try system.startUnlock(timeout: "10s")
                try await unlock.awaitOutput(#""launched""#)
                poll(nil, 0, .random(in: 0...1_500, using: &random))
                try await trouble.begin(system)
                poll(nil, 0, .random(in: 100...2_000, using: &random))
                try await trouble.end(system)
                let told = try await system.told(unlock)
                let ended = ContinuousClock.now
                tallies[trouble, default: Tally()].told[StormTests.row(told), default: 0] += 1
                let isOpened = try system.openings() - before
                let all: Comment =
                    "\(trouble) after \(last), opened \(isOpened): \(told)\n\(system.logs.suffix(8_000))"
                last = trouble
                if trouble == .nothing { #expect(told.status == 0, all) }
                switch told.result?.effect {
                case .applied?: #expect(isOpened == 1, all)
                case WireError.Effect.none?: #expect(isOpened == 0, all)
                case .unknown?, nil: #expect(isOpened <= 1, all)
                }
                var isOpen = false
                for _ in 1...6 where !isOpen {
                    try await Machine.awaitRadio("ready", system)
                    isOpen = try await system.unlock(timeout: "10s").status == 0
                }
                #expect(isOpen, all)
                tallies[trouble, default: Tally()].recoveries.append(ContinuousClock.now - ended)
            }
            for (trouble, tally) in tallies.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                print("storm, \(trouble.rawValue): \(tally.text)")
            }
            let grown = try Machine.residentKilobytes(of: system.radiod) - memory
            let rounds = tallies.values.reduce(0) { $0 + $1.recoveries.count }
            print("storm: \(rounds) rounds in \(time), the broker has grown by \(grown) KiB")
            #expect(grown < 16_384)
            #expect(try await system.journalIsIntact())
        }
    }

    fileprivate static func row(_ told: UnlockTold) -> String {
        guard let result = told.result else { return "ended with \(told.status)" }
        return told.status == 0 ? "opened" : "\(result.reason ?? "timed_out") (\(result.effect.rawValue))"
    }
}
