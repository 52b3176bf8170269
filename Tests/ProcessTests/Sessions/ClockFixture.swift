import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// A system in which a test can move the session daemon's clocks and cut the daemon off from its cloud. Ada is signed
/// in. Her key to the front door and the smart lock of Flat 4 work.
final class ClockFixture {
    let system: TestSystem
    let clock: ShiftedClock
    let cloud: TestCloud
    private let directory: TestDirectory
    private let port: Int
    private var relay: ChildProcess

    static let flat = "lock_flat_four"

    /// Starts the system. `keyEnds` and `tokenEnds` are counted from the current time.
    init(keyEnds: Duration? = nil, tokenEnds: Duration? = nil) async throws {
        directory = try TestDirectory()
        clock = try await ShiftedClock(in: directory)
        cloud = try await TestCloud(in: directory)
        relay = try await Self.startRelay(port: 0, to: cloud)
        let words = relay.output.split(whereSeparator: \.isWhitespace)
        port = try #require(words.count > 1 ? Int(words[1]) : nil)
        system = try await TestSystem(
            configuration: .members(
                ("cloud_url", .string("http://127.0.0.1:\(port)")), ("sync_interval_ms", 1_000)),
            cloud: cloud, environment: clock.environment)
        try await system.bind()
        try await bindFlat()
        if let keyEnds { try endKey(in: keyEnds) }
        try await signIn(tokenEnds: tokenEnds)
    }

    private func bindFlat() async throws {
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.backLock)), ("on", true)))
        let bound = try await system.seam([
            "locks", "bind", "--provider", "nuki", "--workspace", TestCloud.workspace, "--cloud-device", Self.flat,
            "--device", TestSystem.backAddress,
        ])
        try #require(bound.status == 0, "\(bound)\n\(system.logs)")
    }

    private func signIn(tokenEnds: Duration?) async throws {
        let end = tokenEnds.map { JSON.string(ShiftedClock.machineTime.advanced(by: $0).description) }
        let session = try cloud.post(
            "/client_sessions/create", .members(("user_identity_id", .string(TestCloud.ada)), ("expires_at", end)))
        let token = try #require(session.body["client_session"]?["token"]?.stringValue, "\(session.body.text)")
        for (arguments, input) in [(["init"], token), (["activate"], ""), (["refresh"], "")] {
            let done = try await system.seam(arguments, input: input)
            try #require(done.status == 0, "\(arguments): \(done)\n\(system.logs)")
        }
    }

    /// Makes the cloud set the end of the key to the front door to the given time from now.
    func endKey(in time: Duration) throws {
        let end = ShiftedClock.machineTime.advanced(by: time).description
        let changed = try cloud.post(
            "/_dev/rows/change",
            ["table": "acs_credentials", "id": .string(Keys.front), "set": ["ends_at": .string(end)]])
        try #require(changed.status == 200, "\(changed)")
    }

    /// Lets time pass for the daemon by advancing both its clocks.
    func pass(_ time: Duration) throws {
        try clock.shiftBootClock(by: time)
        try clock.shiftWall(by: time)
    }

    // MARK: - The cloud

    private static func startRelay(port: Int, to cloud: TestCloud) async throws -> ChildProcess {
        let target = try #require(cloud.url.split(separator: ":").last.map(String.init))
        let script = "\(Products.package)Tests/ProcessTests/Peers/relay.py"
        let relay = try ChildProcess("/usr/bin/python3", [script, "\(port)", target])
        try await relay.awaitOutput("\n")
        return relay
    }

    /// Makes the cloud unreachable. No program listens at the cloud's address, and connections that are open end.
    func cutCloud() async throws {
        relay.signal(SIGKILL)
        try await relay.awaitExit()
    }

    func restoreCloud() async throws { relay = try await Self.startRelay(port: port, to: cloud) }

    /// Kills the session daemon and starts it again.
    func restart() async throws {
        try await system.killSessiond()
        try await system.startSessiond()
        // Waits for the radio. Until the broker has reported the radio, no key opens a door nearby.
        try system.awaitService()
    }

    // MARK: - What people see

    /// Waits until the key to the front door works. The daemon must achieve this by itself.
    func awaitWorkingKey() async throws { try await system.awaitKeys { $0.contains(#""proximities":["nearby"]"#) } }

    /// Waits until `isWanted` accepts the health of a component, and returns the reason that the health report gives.
    @discardableResult
    func awaitHealth(_ component: String, _ isWanted: (JSON) -> Bool) throws -> String? {
        let client = try TextClient(system.sessionSocket)
        try client.send("rpc.health.watch")
        let items = try client.messages { message in
            guard let data = message["data"], data["name"] == .string(component) else { return false }
            return isWanted(data)
        }
        return items.last?["data"]?["reason"]?.stringValue
    }

    /// The output of `seam status` as one line, with single spaces.
    func status() async throws -> String {
        let told = try await system.seam(["status"])
        #expect(told.status == 0, "\(told)")
        return told.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Tries a key, and expects that its door opens.
    func expectOpen(_ key: String = Keys.front, _ note: Comment? = nil) async throws {
        let lock = key == Keys.front ? TestSystem.frontLock : TestSystem.backLock
        let before = try system.openings(lock)
        let opened = try await system.answer("unlock", key)
        #expect(opened.status == 0, note ?? "\(opened)\n\(system.logs)")
        #expect(try system.openings(lock) == before + 1, note)
    }

    /// Tries a key as a person does. Expects the given error and a door that stays shut. Also expects the same errors
    /// in the list of keys.
    func expectRefusal(
        _ key: String = Keys.front, status: Int32, reason: String, saying text: String, kinds: [String]? = nil,
        _ note: Comment? = nil
    ) async throws {
        let before = try system.lockEvents().count
        let refused = try await system.answer("unlock", key)
        #expect(refused.status == status, "\(note ?? ""): \(refused)")
        #expect(refused.reason == reason, "\(note ?? ""): \(refused)")
        #expect(refused.items.isEmpty, note)
        let told = try await system.seam(["unlock", key])
        #expect(told.status == status, note)
        #expect(told.errors == "seam: \(text)\n", note)
        #expect(try system.lockEvents().count == before, "nothing reached a lock")
        guard let kinds else { return }
        let keys = try await system.keys().values
        let listed = try #require(keys.first { $0.id == key }, note)
        #expect(listed.errors.map { $0.json["action"]?["kind"]?.stringValue ?? $0.kind } == kinds, note)
        #expect(listed.proximities.isEmpty, note)
    }
}
