import LinuxSupport
import LockProtocol
import NIOPosix
import NukiProtocol
import RadioCore
import RadioModel
import TestSupport
import Testing
import VirtualLock
import VirtualRadio
import Wire

/// A stream of the radio's reports. It is for the key side of one lock.
final class RadioEar: RadioEventSink {
    enum Input: Sendable {
        case radio(RadioEvent)
        case woke
    }

    let inputs: AsyncStream<Input>
    private let continuation: AsyncStream<Input>.Continuation

    init() {
        (inputs, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4_096))
    }

    func handle(_ event: RadioEvent) { continuation.yield(.radio(event)) }

    /// The next event, or `woke` after `limit`.
    func next(within limit: Duration) async -> Input {
        // The timer yields an input. It does not cancel a reader, because this would end the stream permanently.
        let alarm = Task {
            do { try await Task.sleep(for: limit) } catch { return }
            continuation.yield(.woke)
        }
        defer { alarm.cancel() }
        for await input in inputs { return input }
        return .woke
    }
}

/// A broker's radio that runs in the test's process. `seam-virtual-lock` runs in another process.
final class LockBench: @unchecked Sendable {
    static let front = "54:D2:72:00:00:01"
    static let back = "54:D2:72:00:00:02"

    let directory: TestDirectory
    private(set) var locks: ChildProcess

    /// Starts the locks. The locks write their events to the path `events`, and not to a file in the directory.
    init(events: String? = nil) async throws {
        directory = try TestDirectory()
        locks = try Self.start(directory, events: events)
    }

    private static func start(_ directory: TestDirectory, events: String? = nil) throws -> ChildProcess {
        try ChildProcess(
            try Products.executable("seam-virtual-lock"),
            [
                "--virtual-radio", directory.file("air.sock"), "--control", directory.file("control.sock"),
                "--events", events ?? directory.file("events.jsonl"), "--state", directory.file("state.json"),
                "--lock", "front:\(front)", "--lock", "back:\(back):ultra", "--movement-ms", "20",
            ]
        )
    }

    func restartLocks() async throws {
        locks.signal(9)
        try await locks.awaitExit()
        locks = try Self.start(directory)
        try await locks.awaitOutput("ready")
    }

    @discardableResult
    func control(_ command: JSON) throws -> JSON {
        let connection = try UnixConnection(directory.file("control.sock"))
        try connection.send(command.text + "\n")
        return try JSON(parsing: try connection.line().utf8)
    }

    func events(_ lock: String) throws -> [String] {
        let text = String(decoding: try SystemFile.read(directory.file("events.jsonl"), limit: 1 << 20), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            .filter { $0["lock"]?.stringValue == lock }.compactMap { $0["event"]?.stringValue }
    }
}

/// Runs the state machine of a key side on a real link.
struct KeyPlayer {
    let driver: VirtualRadioDriver
    let ear: RadioEar

    func run(_ machine: some KeyMachine, on address: String) async throws -> KeyResult {
        let device = try #require(DeviceAddress(address: address, kind: .public))
        try await find(device)
        let description = try await driver.connect(device)
        #expect(description.services.count == 3)
        var machine = machine
        var random = SystemRandomNumberGenerator()
        let start = SystemClock.monotonic()
        var event: KeyEvent? = .started
        while true {
            let now = SystemClock.monotonic() - start
            if let event {
                switch await perform(machine.handle(event, at: now, using: &random), device) {
                case .over(let result):
                    await driver.disconnect(device)
                    return result
                case .failed(let reason):
                    // When the state machine learns of the failure, the machine must end.
                    let actions = machine.handle(.failed(reason: reason), at: now, using: &random)
                    guard case .over(let result) = await perform(actions, device) else {
                        throw TestFailure("the machine goes on after a failed action")
                    }
                    await driver.disconnect(device)
                    return result
                case .goesOn: break
                }
            }
            event = await heard(device, within: max(.zero, (machine.wakeAt ?? now) - now))
        }
    }

    private func heard(_ device: DeviceAddress, within limit: Duration) async -> KeyEvent? {
        switch await ear.next(within: limit) {
        case .radio(.value(device, let path, let bytes)):
            .value(characteristic: path.characteristic.description, bytes: bytes)
        case .radio(.linkLost(device, _)): .linkLost
        case .radio: nil
        case .woke: .woke
        }
    }

    private func find(_ device: DeviceAddress) async throws {
        try await driver.startScan()
        for await input in ear.inputs {
            guard case .radio(.advertisement(let heard)) = input, heard.device == device else { continue }
            break
        }
        await driver.stopScan()
    }

    private enum Progress {
        case goesOn
        case failed(reason: String)
        case over(KeyResult)
    }

    private func perform(_ actions: [KeyAction], _ device: DeviceAddress) async -> Progress {
        do {
            for action in actions {
                switch action {
                case .subscribe(let name): try await driver.subscribe(to: try path(name), of: device)
                case .write(let name, let bytes, _): try await driver.write(bytes, to: try path(name), of: device)
                case .finish(let result): return .over(result)
                case .phase, .prompt, .keep: break
                }
            }
            return .goesOn
        } catch {
            return .failed(reason: "\(error)")
        }
    }

    private func path(_ characteristic: String) throws -> CharacteristicPath {
        let service = try #require(NukiCharacteristic.service(of: characteristic))
        return CharacteristicPath(
            service: try #require(BluetoothUUID(service)),
            characteristic: try #require(BluetoothUUID(characteristic))
        )
    }
}

@Suite("seam-virtual-lock", .serialized, .timeLimit(.minutes(2)))
struct VirtualLockProcessTests {
    private func with(
        events: String? = nil, _ body: (LockBench, KeyPlayer) async throws -> Void
    ) async throws {
        let bench = try await LockBench(events: events)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let driver = try VirtualRadioDriver(path: bench.directory.file("air.sock"), eventLoop: loop)
        let ear = RadioEar()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await driver.run(into: ear) }
            try await bench.locks.awaitOutput("ready")
            try await body(bench, KeyPlayer(driver: driver, ear: ear))
            group.cancelAll()
        }
    }

    private func bind(_ bench: LockBench, _ player: KeyPlayer, ultra: Bool = false) async throws -> NukiCredential {
        try bench.control(["op": "pairing", "lock": ultra ? "back" : "front", "on": true])
        let bind = NukiBind(
            .init(kind: ultra ? .ultra : .classic, appID: 7, name: "Seam", pin: 123_456, deadline: .seconds(20))
        )
        let result = try await player.run(bind, on: ultra ? LockBench.back : LockBench.front)
        #expect(result.outcome == .succeeded, "\(result.reason ?? "")")
        return try NukiCredential(encoded: try #require(result.credential))
    }

    private func unlock(_ credential: NukiCredential, _ deadline: Duration = .seconds(20)) -> NukiUnlock {
        NukiUnlock(
            .init(credential: credential, suffix: "ada", deadline: deadline, overtime: .milliseconds(500))
        )
    }

    @Test("process: pairs and opens, classic and Ultra, over a real socket; a killed process keeps its users")
    func wholeWay() async throws {
        try await with { bench, player in
            let front = try await bind(bench, player)
            let back = try await bind(bench, player, ultra: true)
            #expect(front.nukiID == 0x7200_0001 && back.nukiID == 0x7200_0002)
            let opened = try await player.run(unlock(front), on: LockBench.front)
            #expect(opened.outcome == .succeeded && opened.confirmation == .confirmed)
            #expect(try bench.events("front") == ["pairing_on", "paired", "pairing_off", "unlocking", "unlocked"])

            try await bench.restartLocks()
            let again = try await player.run(unlock(back), on: LockBench.back)
            #expect(again.outcome == .succeeded)
            #expect(try bench.events("back").suffix(2) == ["unlocking", "unlocked"])
            let state = try bench.control(["op": "state", "lock": "front"])
            #expect(state["state"] == "locked")
            #expect(state["users"]?.arrayValue?.first?["name"] == "Seam")
        }
    }

    @Test("faults over the control socket: motor, vanish at each step, silent, the smallest MTU")
    func faults() async throws {
        try await with { bench, player in
            let front = try await bind(bench, player)
            let openings = { try bench.events("front").filter { $0 == "unlocked" }.count }
            try bench.control(["op": "fault", "lock": "front", "kind": "motor"])
            let motor = try await player.run(unlock(front), on: LockBench.front)
            #expect(motor.reason == "nuki.motor_power_failure")
            #expect(try openings() == 0)
            try bench.control(["op": "clear", "lock": "front"])

            for step in 1...5 {
                let command: JSON = [
                    "op": "fault", "lock": "front", "kind": "vanish", "step": .int(step), "ms": 500,
                ]
                try bench.control(command)
                let before = try openings()
                let gone = try await player.run(unlock(front), on: LockBench.front)
                #expect(gone.outcome == .failed)
                #expect(try openings() == before + (step >= 3 ? 1 : 0), "step \(step)")
            }
            try bench.control(["op": "clear", "lock": "front"])

            try bench.control(["op": "fault", "lock": "front", "kind": "silent"])
            let silent = try await player.run(unlock(front, .milliseconds(300)), on: LockBench.front)
            #expect(silent.outcome == .timedOut)
            try bench.control(["op": "clear", "lock": "front"])

            try bench.control(["op": "fault", "lock": "front", "kind": "mtu_23"])
            let small = try await player.run(unlock(front), on: LockBench.front)
            #expect(small.outcome == .succeeded)
        }
    }

    @Test("virtual lock process: SIGTERM ends it in order; nothing secret is in the event file or on its outputs")
    func end() async throws {
        try await with { bench, player in
            let front = try await bind(bench, player)
            bench.locks.signal(15)
            #expect(try await bench.locks.awaitExit() == 0)
            #expect(bench.locks.output == "ready\n")
            #expect(bench.locks.errors == "")
            #expect(!UnixConnection.canConnect(bench.directory.file("control.sock")))
            let key = Hex.encode(front.key.secretBytes)
            let events = try SystemFile.read(bench.directory.file("events.jsonl"), limit: 1 << 20)
            #expect(!String(decoding: events, as: UTF8.self).contains(key))
            let kept = try SecretFile.read(bench.directory.file("state.json"), limit: 1 << 20)
            #expect(String(decoding: kept, as: UTF8.self).contains(key))
        }
    }

    @Test("virtual lock process: a lock whose events cannot be written says nothing more, and its process ends")
    func fullDisk() async throws {
        try await with(events: "/dev/full") { bench, _ in
            let connection = try UnixConnection(bench.directory.file("control.sock"))
            try connection.send("{\"op\":\"pairing\",\"lock\":\"front\",\"on\":true}\n")
            #expect(try await bench.locks.awaitExit() == 70)
            #expect(bench.locks.errors == "seam-virtual-lock: file: an event could not be written: errno 28\n")
        }
    }

    @Test("virtual lock process: bad arguments and bad commands are answered, and change nothing")
    func bad() async throws {
        let directory = try TestDirectory()
        let wrong = try ChildProcess(try Products.executable("seam-virtual-lock"), ["--frob", "1"])
        #expect(try await wrong.awaitExit() == 64)
        let unsafe = try directory.write("{}", to: "state.json")
        let refused = try ChildProcess(
            try Products.executable("seam-virtual-lock"),
            ["--virtual-radio", "/nowhere", "--lock", "a:54:D2:72:00:00:01", "--state", unsafe]
        )
        #expect(try await refused.awaitExit() == 70)
        try await with { bench, _ in
            let connection = try UnixConnection(bench.directory.file("control.sock"))
            try connection.send("{\n{\"op\":\"state\",\"lock\":\"nobody\"}\n{\"op\":\"state\",\"lock\":\"front\"}\n")
            #expect(try JSON(parsing: try connection.line().utf8)["error"]?["code"] == "bad_command")
            #expect(try JSON(parsing: try connection.line().utf8)["error"]?["code"] == "unknown_lock")
            #expect(try JSON(parsing: try connection.line().utf8)["ok"] == true)
            let endless = try UnixConnection(bench.directory.file("control.sock"))
            try endless.send([UInt8](repeating: 0x20, count: 5_000))
            #expect(endless.rest().isEmpty)
        }
    }
}
