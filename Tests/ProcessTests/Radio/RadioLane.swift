import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests faults of a machine's radio. bluetoothd is real. The lane runs only in the radio lab (`Tests/RadioLab`). The
/// tests restart none of our own processes.
@Suite("The machine's radio", .lane(.radio), .serialized, .timeLimit(.minutes(120)))
struct RadioLane {
    /// A fault that makes the radio unavailable, and the method of ending this fault.
    enum Fault: String, Sendable, CaseIterable {
        case unplugged, off, blocked, bluetoothd

        /// The adapter's state that the broker reports during the fault.
        var state: String {
            switch self {
            case .unplugged: "absent"
            case .bluetoothd: "no_bluetoothd"
            case .off: "off"
            case .blocked: "blocked"
            }
        }

        func begin() async throws {
            switch self {
            case .unplugged: try RadioLane.air(#"{"op":"unplug"}"#)
            case .off: try await RadioLane.run("/usr/bin/bluetoothctl", "power", "off")
            case .blocked: try RadioLane.block(true)
            case .bluetoothd: try await RadioLane.bluetoothd("kill")
            }
        }

        func end() async throws {
            switch self {
            case .unplugged: try RadioLane.air(#"{"op":"plug"}"#)
            case .off: try await RadioLane.run("/usr/bin/bluetoothctl", "power", "on")
            case .blocked: try RadioLane.block(false)
            case .bluetoothd: try await RadioLane.bluetoothd("start")
            }
        }
    }

    /// A moment in a conversation with a lock.
    struct Moment: Sendable {
        let isPastGate: Bool
        /// The number of the lock's step, as in `Protocol/locks.md`.
        let step: Int
    }

    /// The environment variable `SEAM_LAB_FAULTS` says how often each row is repeated.
    @Test("radio: a radio that goes and comes", arguments: Fault.allCases)
    func aRadioThatGoesAndComes(fault: Fault) async throws {
        let system = try await TestSystem.withFrontKey()
        for _ in 0..<(Self.count("SEAM_LAB_FAULTS") ?? 1) { try await Self.goesAndComes(fault, system) }
    }

    private static func goesAndComes(_ fault: Fault, _ system: TestSystem) async throws {
        let opened = try system.openings()
        try await fault.begin()
        try await Self.awaitRadio(fault.state, system)
        let refused = try await system.answer("unlock", Keys.front)
        if fault == .bluetoothd {
            #expect(refused.status == 3 && refused.reason == "radio.not_ready", "\(refused)")
        } else {
            #expect(refused.status == 2 && refused.reason == "seam.credential_errors", "\(refused)")
        }
        let end = ContinuousClock.now
        try await fault.end()
        try await Self.awaitRadio("ready", system)
        try await Self.expectOpen(system)
        #expect(try system.openings() == opened + 1)
        Self.report(fault, "before", refused.reason ?? "-", refused.status, 0, since: end)
    }

    /// Prints a row of the table of faults.
    private static func report(
        _ fault: Fault, _ moment: String, _ told: String, _ status: Int32, _ opened: Int,
        since end: ContinuousClock.Instant
    ) {
        let time = ContinuousClock.now - end
        print("fault \(fault), \(moment): told \(told), exit \(status), opened \(opened), open again after \(time)")
    }

    /// The radio disappears while a slow lock delays its challenge, or while it delays its answer to the command.
    @Test(
        "radio: a radio that goes in the middle", arguments: Fault.allCases,
        [Moment(isPastGate: false, step: 2), Moment(isPastGate: true, step: 4)])
    func aRadioThatGoesInTheMiddle(fault: Fault, moment: Moment) async throws {
        let system = try await TestSystem.withFrontKey()
        for _ in 0..<(Self.count("SEAM_LAB_FAULTS") ?? 1) { try await Self.goesInTheMiddle(fault, moment, system) }
    }

    private static func goesInTheMiddle(_ fault: Fault, _ moment: Moment, _ system: TestSystem) async throws {
        try system.fault("slow", step: moment.step, milliseconds: 3_000)
        let opened = try system.openings()
        let lock = try system.followLock()
        let unlock = try system.startUnlock(timeout: "20s")
        if moment.isPastGate {
            try await lock.awaitOutput(#""unlocking""#)
        } else {
            try await unlock.awaitOutput(#""phase":"authenticating""#)
        }
        try await fault.begin()
        let told = try await system.told(unlock)
        let all: Comment = "\(fault) \(moment): \(told)\n\(system.logs)"
        #expect(told.terminals == ["connectionFailed"], all)
        #expect(told.result?.effect == (moment.isPastGate ? .unknown : WireError.Effect.none), all)
        #expect(told.status == (moment.isPastGate ? 5 : 3), all)
        try system.clearFaults()
        let end = ContinuousClock.now
        try await fault.end()
        try await Self.awaitRadio("ready", system)
        // If the lock has received the command, it opens, even if the link breaks. The next unlock opens the lock once
        // more.
        let between = try system.openings()
        #expect(between == opened + (moment.isPastGate ? 1 : 0), all)
        try await Self.expectOpen(system)
        #expect(try system.openings() == between + 1, all)
        #expect(try await system.journalIsIntact())
        Self.report(
            fault, moment.isPastGate ? "past the command" : "authenticating", told.result?.reason ?? "-", told.status,
            between - opened, since: end)
    }

    @Test("radio: a lock that ignores connection requests") func aLockThatIgnoresConnectionRequests() async throws {
        let system = try await TestSystem.withFrontKey()
        try Self.air(#"{"op":"ignore-connect","name":"\#(TestSystem.frontAddress)"}"#)
        let refused = try await system.unlock(timeout: "4s")
        #expect(refused.terminals == ["timedOut"] && refused.result?.effect == WireError.Effect.none, "\(refused)")
        try Self.air(#"{"op":"ignore-connect","name":"\#(TestSystem.frontAddress)","on":false}"#)
        try await Self.expectOpen(system)
    }

    /// If bluetoothd is stopped, this is not reported as a lock that does not answer. Everything works again when
    /// bluetoothd continues.
    @Test("radio: a bluetoothd that does not answer") func aBluetoothdThatDoesNotAnswer() async throws {
        let system = try await TestSystem.withFrontKey()
        let opened = try system.openings()
        try await Self.run("/usr/bin/pkill", "-STOP", "-x", "bluetoothd")
        // Lets bluetoothd continue even if the test fails, because other tests need bluetoothd.
        defer { _ = try? ChildProcess("/usr/bin/pkill", ["-CONT", "-x", "bluetoothd"]) }
        let told = try await system.unlock(timeout: "15s")
        #expect(told.terminals == ["connectionFailed"] && told.result?.reason == "not_ready", "\(told)\n\(system.logs)")
        try await Self.awaitRadio("bluetoothd_silent", system)
        let refused = try await system.answer("unlock", Keys.front)
        #expect(refused.status == 3 && refused.reason == "radio.not_ready", "\(refused)")
        try await Self.run("/usr/bin/pkill", "-CONT", "-x", "bluetoothd")
        try await Self.awaitRadio("ready", system)
        try await Self.expectOpen(system)
        #expect(try system.openings() == opened + 1)
    }

    /// If an unlock begins while bluetoothd is restarting, it opens the door.
    @Test("radio: a bluetoothd that is started again") func aBluetoothdThatIsStartedAgain() async throws {
        let system = try await TestSystem.withFrontKey()
        for _ in 0..<3 {
            try await Self.bluetoothd("kill")
            try await Self.awaitRadio("no_bluetoothd", system)
            let unlock = try system.startUnlock(timeout: "20s")
            try await Self.bluetoothd("start")
            let told = try await system.told(unlock)
            #expect(told.status == 0, "\(told)\n\(system.logs)")
        }
    }

    /// If bluetoothd dies while a link is being made, a link may remain that nobody can end. The door must open again
    /// anyway. The environment variable `SEAM_LAB_KILLS` is the number of repetitions.
    @Test("radio: a bluetoothd that dies while a link comes up")
    func aBluetoothdThatDiesWhileALinkComesUp() async throws {
        let system = try await TestSystem.withFrontKey()
        var tries: [Int] = []
        for number in 0..<(Self.count("SEAM_LAB_KILLS") ?? 3) {
            let unlock = try system.startUnlock(timeout: "10s")
            try await unlock.awaitOutput(#""phase":"connecting""#)
            // Connecting takes a quarter of a second. Each kill comes at a different moment within that time.
            poll(nil, 0, Int32(number * 40 % 240))
            try await Self.bluetoothd("kill")
            _ = try await system.told(unlock)
            try await Self.bluetoothd("start")
            try await Self.awaitRadio("ready", system)
            var isOpen = false
            for attempt in 1...4 where !isOpen {
                isOpen = try await system.unlock(timeout: "10s").status == 0
                if isOpen { tries.append(attempt) } else { try await Self.awaitRadio("ready", system) }
            }
            #expect(isOpen, "\(number): \(system.logs)")
        }
        print("killed while a link comes up: open again at the tries \(tries)")
    }

    /// Some people watch nearby doors or look for an absent lock. Even so, others can open a door within the default
    /// time. The environment variable `SEAM_LAB_UNLOCKS` says how often each case is repeated.
    @Test("radio: beside others who scan") func besideOthersWhoScan() async throws {
        let count = Self.count("SEAM_LAB_UNLOCKS") ?? 10
        let system = try await TestSystem.withFrontKey()
        try await Self.expectOpen(system)
        for (watchers, absent) in [(0, 0), (1, 0), (10, 0), (0, 3), (10, 3)] {
            let scans = try (0..<absent).map { try Self.lookForAbsent($0, system) }
            let watches = try (0..<watchers).map { _ in try Self.watchNearby(system) }
            var times: [Duration] = []
            for _ in 0..<count {
                try await Self.awaitNoLink(system)
                let began = ContinuousClock.now
                let told = try await system.unlock(timeout: "10s")
                #expect(told.status == 0, "\(watchers) \(absent): \(told)\n\(system.logs)")
                if told.status == 0 { times.append(ContinuousClock.now - began) }
            }
            times.sort()
            guard !times.isEmpty else { continue }
            let (middle, high) = (times[times.count / 2], times[min(times.count * 99 / 100, times.count - 1)])
            print("\(watchers) watchers, \(absent) absent: \(times.count) of \(count), p50 \(middle), p99 \(high)")
            withExtendedLifetime((scans, watches)) {}
        }
    }

    private static func watchNearby(_ system: TestSystem) throws -> TextClient {
        let client = try TextClient(system.sessionSocket)
        _ = try client.send("credentials.nearby")
        return client
    }

    /// Looks for an absent lock in the same way as the session daemon.
    private static func lookForAbsent(_ number: Int, _ system: TestSystem) throws -> TextClient {
        let client = try TextClient(system.radioSocket)
        _ = try client.send(
            "radio.scan", ["device": ["address": .string("54:D2:72:00:0F:0\(number)"), "address_type": "random"]])
        return client
    }

    /// Makes many unlocks in a row while somebody watches. Each unlock opens the door once and within its time limit.
    /// No descriptors or links stay open. The environment variable `SEAM_LAB_UNLOCKS` is the number of unlocks.
    @Test("radio: many in a row") func manyInARow() async throws {
        let count = Self.count("SEAM_LAB_UNLOCKS") ?? 10
        let system = try await TestSystem.withFrontKey()
        try await Self.expectOpen(system)
        try await Self.awaitNoLink(system)
        let watch = try Self.watchNearby(system)
        let opened = try system.openings()
        let parts = [system.radiod, system.sessiond]
        let (descriptors, memory) = (try parts.map(Self.descriptors), try parts.map(Self.residentKilobytes))
        for number in 1...count {
            let told = try await system.unlock(timeout: "10s")
            #expect(told.status == 0, "\(number): \(told)\n\(system.logs)")
            #expect(try system.openings() == opened + number)
        }
        #expect(try await system.radio()["scanning"] == true, "somebody watches all the time")
        withExtendedLifetime(watch) {}
        try await Self.awaitNoLink(system)
        // Waits, because the descriptors of the last unlock may not be closed yet.
        for (part, most) in zip(parts, descriptors) {
            try ProcessFigures(pid: part.pid).wait(for: "no descriptor more than \(most)") {
                try $0.openFiles() <= most
            }
        }
        let grown = zip(try parts.map(Self.residentKilobytes), memory).map { $0 - $1 }
        #expect(grown.allSatisfy { $0 < 16_384 }, "\(grown) KiB after \(count) unlocks")
        print("unlocks in a row: \(count), broker and session daemon have grown by \(grown) KiB")
    }

    /// Advertisements arrive while the broker is looking for a lock. They come from thousands of invented devices, and
    /// contain noise and hostile names. `SEAM_LAB_ADVERTISEMENTS` is the total number of advertisements.
    @Test("radio: a storm of advertisements") func aStormOfAdvertisements() async throws {
        let count = Self.count("SEAM_LAB_ADVERTISEMENTS") ?? 10_000
        let system = try await TestSystem.withFrontKey()
        let before = try Self.residentKilobytes(of: system.radiod)
        var (told, seed, most) = (0, 0, before)
        try system.fault("out_of_range")
        while told < count {
            // bluetoothd keeps a record of thousands of devices, and may not answer for a while after so many
            // advertisements.
            try await Self.awaitRadio("ready", system)
            let unlock = try system.startUnlock(timeout: "60s")
            try await unlock.awaitOutput("scanning")
            while told < count, unlock.isRunning {
                seed += 1
                told +=
                    try Self.air(#"{"op":"storm","count":2000,"seed":\#(seed)}"#)["told"]?.integerValue.map(Int.init)
                    ?? 0
            }
            unlock.signal(SIGINT)
            let end = try await system.told(unlock)
            #expect(end.status == 130 || end.terminals == ["timedOut"], "\(end)")
            most = max(most, try Self.residentKilobytes(of: system.radiod))
        }
        #expect(most - before < 16_384)
        print("advertisements: \(told), the broker has grown by \(most - before) KiB")
        try system.clearFaults()
        try await Self.awaitRadio("ready", system)
        // bluetoothd takes a minute or two to forget so many devices, and reports no other devices during this time.
        let began = ContinuousClock.now
        var opened = try await system.told(try system.startUnlock(timeout: "60s"), within: .seconds(75))
        for _ in 0..<3 where opened.terminals == ["timedOut"] {
            opened = try await system.told(try system.startUnlock(timeout: "60s"), within: .seconds(75))
        }
        print("after them, until the door is open: \(ContinuousClock.now - began)")
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
    }

    // MARK: - The lab's side

    @discardableResult
    static func air(_ order: String) throws -> JSON {
        let socket = try #require(ProcessInfo.processInfo.environment["RADIOLAB_AIR"])
        let connection = try UnixConnection(socket)
        try connection.send(order + "\n")
        let answer = try JSON(parsing: try connection.line().utf8)
        guard answer["ok"] == true else { throw TestFailure("\(order): \(answer.text)") }
        return answer
    }

    static func run(_ program: String, _ arguments: String...) async throws {
        let process = try ChildProcess(program, arguments)
        guard try await process.awaitExit() == 0 else { throw TestFailure("\(program): \(process.output)") }
    }

    static func bluetoothd(_ order: String) async throws {
        try await run("/bin/bash", "\(Products.package)Tests/RadioLab/guest-bluetoothd", order)
    }

    private static func block(_ isBlocked: Bool) throws {
        let folder = "/sys/class/bluetooth/hci0"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let name = try #require(names.first { $0.hasPrefix("rfkill") }, "\(names)")
        try Data((isBlocked ? "1" : "0").utf8).write(to: URL(filePath: "\(folder)/\(name)/soft"))
    }

    static func count(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    /// Waits until no link is open. The broker releases a lock only after the caller has received the broker's answer.
    private static func awaitNoLink(_ system: TestSystem) async throws {
        let client = try TextClient(system.radioSocket)
        let watch = try client.send("radio.watch")
        _ = try client.messages { message in
            message["id"] == .integer(watch) && message["data"]?["links_used"] == .integer(0)
        }
    }

    private static func descriptors(of process: ChildProcess) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/fd").count
    }

    static func residentKilobytes(of process: ChildProcess) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.split(separator: " ")[1]))
    }

    /// Waits until the session daemon knows that the radio is in the given state.
    static func awaitRadio(_ state: String, _ system: TestSystem) async throws {
        let client = try TextClient(system.sessionSocket)
        let watch = try client.send("session.watch")
        _ = try client.messages { message in
            message["id"] == .integer(watch) && message["data"]?["radio"] == .string(state)
        }
    }

    static func expectOpen(_ system: TestSystem) async throws {
        let told = try await system.unlock(timeout: "20s")
        #expect(told.status == 0, "\(told)\n\(system.logs)")
    }
}
