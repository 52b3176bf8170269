import DaemonKit
import LinuxSupport
import RadioModel
import SeamModel
import SessionAPI
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

/// A scripted radio, which receives the signals that the test sends.
private final class ScriptedEar: NearbyRadio {
    private struct State {
        var begun = 0
        var running = 0
        var heard: (@Sendable (DeviceAddress, Int) -> Void)?
        var failure: WireError?
    }

    private let state = Locked(State())

    /// The number of scans that have begun so far, and the number of scans that are running now.
    var begun: Int { state.withLock { $0.begun } }
    var running: Int { state.withLock { $0.running } }

    /// Makes all later scans fail immediately.
    func fail(_ reason: String) {
        state.withLock { $0.failure = WireError(.unavailable, reason, "scripted", retry: .init(safe: true)) }
    }

    func hear(_ device: DeviceAddress, _ rssiDBm: Int) { state.withLock { $0.heard }?(device, rssiDBm) }

    func isReady(within limit: Duration) async -> Bool { true }

    func listen(
        for services: [BluetoothUUID], interval: Duration, begun: @Sendable () -> Void,
        heard: @Sendable (DeviceAddress, Int) -> Void
    ) async throws(WireError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        try await withoutActuallyEscaping(heard) { (heard) async throws(WireError) in
            state.withLock { state in
                state.begun += 1
                state.running += 1
                state.heard = heard
            }
            begun()
            // No peer answers, so the scan lasts until its cancellation.
            await OneAnswer<Void>().wait(cancelled: ())
            state.withLock { state in
                state.running -= 1
                if state.running == 0 { state.heard = nil }
            }
        }
    }
}

@Suite("One scan for all who watch", .timeLimit(.minutes(1)))
struct NearbyScanTests {
    private static func device(_ number: Int) throws -> DeviceAddress {
        try #require(DeviceAddress(address: "54:D2:72:00:00:0\(number)", kind: .public))
    }

    private static func scan(_ ear: ScriptedEar) throws -> NearbyScan {
        let scan = NearbyScan(radio: ear, services: [], hold: .seconds(30), logger: silent)
        scan.bound([try device(1), try device(2)])
        scan.radioIs(.ready)
        return scan
    }

    @Test("nearby scan: begins with the first watcher and ends with the last")
    func shared() async throws {
        let ear = ScriptedEar()
        let scan = try Self.scan(ear)
        #expect(ear.begun == 0)
        let (first, second) = (NearbyMailbox(), NearbyMailbox())
        scan.join(first)
        scan.join(second)
        try await until("it listens") { ear.running == 1 }
        scan.leave(first)
        scan.leave(first)
        #expect(scan.watcherCount == 1 && ear.running == 1)
        scan.leave(second)
        try await until("nobody listens") { ear.running == 0 }
        scan.join(first)
        try await until("it listens again") { ear.running == 1 && ear.begun == 2 }
        scan.leave(first)
        try await until("nobody listens") { ear.running == 0 }
    }

    @Test("nearby scan: tells what locks are bound to, and tells a later watcher what was heard lately")
    func boundOnly() async throws {
        let ear = ScriptedEar()
        let scan = try Self.scan(ear)
        let first = NearbyMailbox()
        scan.join(first)
        try await until("it listens") { ear.running == 1 }
        for number in 1...3 { ear.hear(try Self.device(number), -40 - number) }
        let news = first.take()
        #expect(news.heard.mapValues(\.rssiDBm) == [try Self.device(1): -41, try Self.device(2): -42])
        #expect(news.radio == .ready && news.listeningSince != nil)
        scan.bound([try Self.device(2), try Self.device(3)])
        let late = NearbyMailbox()
        scan.join(late)
        #expect(late.take().heard.mapValues(\.rssiDBm) == [try Self.device(2): -42])
        scan.radioIs(.off)
        let after = late.take()
        #expect(after.radio == .off && after.heard.isEmpty && after.listeningSince == nil)
        scan.radioIs(.ready)
        #expect(late.take().heard.isEmpty, "what was heard before is not here any more")
        scan.leave(first)
        scan.leave(late)
    }

    @Test("nearby scan: ends the watchers' calls where nothing can be heard though the radio is ready")
    func failure() async throws {
        let ear = ScriptedEar()
        ear.fail("radio.failed")
        let scan = try Self.scan(ear)
        let mailbox = NearbyMailbox()
        scan.join(mailbox)
        var failure: WireError?
        for await _ in mailbox.signals {
            failure = mailbox.take().failure
            if failure != nil { break }
        }
        #expect(failure?.reason == "radio.failed")
        scan.leave(mailbox)
    }
}

@Suite("One call that watches what is near", .timeLimit(.minutes(1)))
struct NearbyWatchTests {
    private static let porters: UInt32 = 50

    /// A running watch, and the items that it has reported.
    private final class Watching: Sendable {
        let task: Task<WireError?, Never>
        private let told: Locked<[CredentialsNearby.Item]>

        init(_ session: LiveSession, _ scan: NearbyScan, groups: Set<UInt32> = []) {
            let told = Locked<[CredentialsNearby.Item]>([])
            self.told = told
            task = Task {
                var watch = NearbyWatch(
                    of: session, groups: groups, interval: .milliseconds(250), scan: scan, now: { moment(0) }
                ) { (item) in told.withLock { $0.append(item) } }
                do throws(WireError) {
                    try await watch.run()
                    return nil
                } catch {
                    return error
                }
            }
        }

        var lines: [String] {
            told.withLock { items in
                items.map { item in
                    switch item {
                    case .radio(let state): "radio \(state.rawValue)"
                    case .near(let door): "near \(door.id.credentialID) \(door.id.entranceID) \(door.rssiDBm)"
                    case .gone(let id): "gone \(id.credentialID)"
                    case .scanned: "scanned"
                    }
                }
            }
        }
    }

    @Test("nearby watch: follows the keys of its caller's groups, and ends with the session")
    func follows() async throws {
        try await SyncFixture.withLocks { fixture in
            let ear = ScriptedEar()
            let scan = NearbyScan(radio: ear, services: [], hold: .seconds(30), logger: silent)
            let device = try localBinding().device
            scan.bound([device])
            scan.radioIs(.ready)
            #expect(await Watching(fixture.session, scan).task.value?.reason == "seam.initialization_required")
            #expect(scan.watcherCount == 0)
            _ = try await fixture.session.initialize(try testToken())
            #expect(await Watching(fixture.session, scan).task.value?.reason == "seam.activation_required")
            _ = try await fixture.session.activate()
            try await fixture.give(localGrant(.group(Self.porters)), revision: 1)

            let porter = Watching(fixture.session, scan, groups: [Self.porters])
            let other = Watching(fixture.session, scan)
            try await until("both watch") { scan.watcherCount == 2 && ear.running == 1 }
            ear.hear(device, -55)
            try await until("the porter sees the gate") {
                porter.lines.prefix(2) == ["radio ready", "near local:b gate_b -55"]
            }
            try await fixture.give(revision: 2)
            try await until("it is taken back") { porter.lines.contains("gone local:b") }
            try await fixture.give(localGrant(.user(1000)), revision: 3)
            try await until("everybody's now") {
                other.lines.contains("near local:b gate_b -55") && porter.lines.last == "near local:b gate_b -55"
            }
            #expect(!other.lines.contains("gone local:b"), "\(other.lines)")

            try await fixture.session.deactivate(deintegrate: false)
            #expect(await porter.task.value == nil)
            #expect(await other.task.value == nil)
            try await until("nobody listens") { ear.running == 0 && scan.watcherCount == 0 }
        }
    }

    @Test("nearby watch: ends with its task, and a failure of the radio is the call's")
    func ends() async throws {
        try await SyncFixture.withLocks { fixture in
            let ear = ScriptedEar()
            let scan = NearbyScan(radio: ear, services: [], hold: .seconds(30), logger: silent)
            scan.radioIs(.off)
            _ = try await fixture.session.initialize(try testToken())
            _ = try await fixture.session.activate()
            let watching = Watching(fixture.session, scan)
            try await until("it has said how the radio is") { watching.lines == ["radio off"] }
            watching.task.cancel()
            #expect(await watching.task.value == nil)
            #expect(scan.watcherCount == 0)
            ear.fail("radio.failed")
            #expect(await Watching(fixture.session, scan).task.value?.reason == "radio.failed")
        }
    }
}
