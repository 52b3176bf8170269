import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests which keys are near. The tests cover everything between the lock's advertisements and the person's screen.
@Suite(.serialized) struct NearbyTests {
    private static let guest: UInt32 = 63_011

    /// Starts a system with two bound locks. The signal of the front door's lock is the stronger one.
    private static func system(
        users: [UInt32] = [], hold: Int64 = 30_000, moreLocks: [String] = []
    ) async throws -> TestSystem {
        let system = try await TestSystem(
            users: users, configuration: ["nearby_hold_ms": .integer(hold)], moreLocks: moreLocks)
        try await system.bind()
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: TestCloud.backDoor)
        try await system.signIn()
        try system.signal(TestSystem.frontLock, -50)
        try system.signal(TestSystem.backLock, -70)
        return system
    }

    // MARK: - At the shell

    @Test("nearby: lists the keys that are here the nearest first")
    func listsTheKeysThatAreHereTheNearestFirst() async throws {
        // Another lock, which has no owner, also sends advertisements.
        let system = try await Self.system(moreLocks: ["stranger:54:D2:72:00:00:09"])
        let listed = try await system.answer("keys", "--nearby")
        #expect(listed.status == 0, "\(listed)\n\(system.logs)")
        #expect(listed.lines.map { $0["credential_id"] } == [.string(Keys.front), .string(Keys.back)], "\(listed)")
        #expect(listed.lines.map { $0["rssi_dbm"] } == [-50, -70])
        #expect(listed.lines.map { $0["entrance_id"] } == [.string(TestCloud.frontDoor), .string(TestCloud.backDoor)])
        #expect(!listed.lines.contains { $0.text.contains("54:D2") }, "the list shows a lock's address")

        try system.signal(TestSystem.backLock, -30)
        let table = try await system.seam(["keys", "--nearby", "--timeout", "1s"])
        #expect(table.status == 0, "\(table)\n\(system.logs)")
        let rows = table.output.split(separator: "\n").map(String.init)
        #expect(rows.count == 3, "\(table.output)")
        #expect(rows.first?.hasPrefix("NAME") == true)
        #expect(rows.dropFirst().first?.hasPrefix("Back Door") == true, "\(table.output)")
        #expect(rows.dropFirst().first?.contains("strong, -30 dBm") == true, "\(table.output)")
        try await system.expectNoScan()
    }

    @Test(
        "nearby: says that nothing is near and that the radio is off",
        .disabled(if: TestSystem.isInLab, "it switches the virtual adapter"))
    func saysThatNothingIsNearAndThatTheRadioIsOff() async throws {
        let system = try await TestSystem()
        try await system.signIn()
        let none = try await system.seam(["keys", "--nearby"])
        #expect(none.status == 0, "\(none)\n\(system.logs)")
        #expect(none.output.hasPrefix("none of your keys opens a door near here"), "\(none)")
        #expect(try await system.answer("keys", "--nearby").lines.isEmpty)
        try system.adapter("off")
        _ = try await system.awaitRadio("off")
        let off = try await system.answer("keys", "--nearby")
        #expect(off.status == 3, "\(off)")
        #expect(off.reason == "radio.not_ready", "\(off)")
        #expect(off.errors.contains("the radio: off"), "\(off)")
    }

    @Test("nearby: needs a session and tells wrong options") func needsASessionAndTellsWrongOptions() async throws {
        let system = try await TestSystem()
        #expect(try await system.answer("keys", "--nearby").status == 4)
        for options in [
            ["--timeout", "3s"], ["--nearby", "--timeout", "61s"], ["--nearby", "--watch", "--timeout", "3s"],
        ] {
            #expect(try await system.seam(["keys"] + options).status == 64, "\(options)")
        }
        try await system.signIn()
        let client = try TextClient(system.sessionSocket)
        for interval in [249, 60_001] as [Int64] {
            let call = try client.send("credentials.nearby", ["min_interval_ms": .integer(interval)])
            #expect(try client.answer(to: call).reply["error"]?["field"] == "/params/min_interval_ms")
        }
    }

    @Test(
        "nearby: staying it tells each change until interrupted",
        .disabled(if: TestSystem.isInLab, "it switches the virtual adapter"))
    func stayingItTellsEachChangeUntilInterrupted() async throws {
        let system = try await Self.system(hold: 2_000)
        let watch = try system.startSeam(["keys", "--nearby", "--watch"])
        try await watch.awaitOutput("near  Front Door [\(Keys.front)]  strong, -50 dBm")
        try await watch.awaitOutput("near  Back Door")
        try system.lockControl(.members(("op", "fault"), ("lock", "back"), ("kind", "out_of_range")))
        try await watch.awaitOutput("gone  Back Door [\(Keys.back)]")
        try system.adapter("off")
        try await watch.awaitOutput("radio  off")
        watch.signal(SIGINT)
        #expect(try await watch.awaitExit() == 130)
        try await system.expectNoScan()
    }

    // MARK: - On the wire

    @Test("nearby: the order follows the signal and a lock that is silent is gone")
    func theOrderFollowsTheSignalAndALockThatIsSilentIsGone() async throws {
        let system = try await Self.system(hold: 2_000)
        let watch = try NearbyClient(system, ["min_interval_ms": 250])
        try watch.read { $0.order == [Keys.front, Keys.back] && $0.isScanned }
        #expect(watch.kinds.first == "radio")
        try system.signal(TestSystem.frontLock, -90)
        try watch.read { $0.order == [Keys.back, Keys.front] }
        try system.lockControl(.members(("op", "fault"), ("lock", "back"), ("kind", "out_of_range")))
        try watch.read { $0.order == [Keys.front] }
        try system.lockControl(.members(("op", "clear"), ("lock", "back")))
        try watch.read { $0.order == [Keys.back, Keys.front] }
        #expect(!watch.text.contains("54:D2"), "no address leaves the daemon")
        try await watch.end()
        try await system.expectNoScan()
    }

    /// When a key changes, it appears or disappears immediately, whatever the lock does.
    @Test("nearby: items follow the keys") func itemsFollowTheKeys() async throws {
        let system = try await Self.system()
        let watch = try NearbyClient(system)
        try watch.read { $0.order == [Keys.front, Keys.back] }
        let change: JSON = [
            "table": "acs_credentials", "id": .string(Keys.front), "set": ["display_name": "Main Door"],
        ]
        try system.cloud.post("/_dev/rows/change", change)
        #expect(try await system.answer("refresh").status == 0)
        try watch.read { $0.near[Keys.front]?["name"] == "Main Door" }

        try system.cloud.post(
            "/_dev/rows/change",
            [
                "table": "acs_credentials", "id": .string(Keys.front), "set": ["ends_at": "2020-01-01T00:00:00.000Z"],
            ])
        #expect(try await system.answer("refresh").status == 0)
        try watch.read { $0.order == [Keys.back] }

        let bindings = try await system.answer("locks", "list").lines
        let back = try #require(bindings.first { $0["entrance_id"] == .string(TestCloud.backDoor) }?["binding_id"])
        #expect(try await system.answer("locks", "unbind", back.stringValue ?? "").status == 0)
        try watch.read { $0.order == [] }
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: TestCloud.backDoor)
        try watch.read { $0.order == [Keys.back] }
        #expect(try await system.answer("deactivate").status == 0)
        #expect(try watch.reply()["result"] == [:], "the session is over, and with it the stream")
        try await system.expectNoScan()
    }

    /// All users share one scan, but each user sees only doors that one of their own keys can open.
    @Test("nearby: everybody sees their own", .enabled(if: geteuid() == 0)) func everybodySeesTheirOwn() async throws {
        let system = try await Self.system(users: [Self.guest])
        try await system.signIn(TestCloud.ben, uid: Self.guest)
        let gate = try await Gate(uid: Self.guest, to: ["session": system.sessionSocket])
        let ada = try NearbyClient(system)
        let ben = try NearbyClient(system, at: gate.socket("session"))
        try ada.read { $0.order == [Keys.front, Keys.back] && $0.isScanned }
        try ben.read { $0.isScanned }
        let bens = try await system.keys(uid: Self.guest).values.filter { $0.proximities.contains(.nearby) }.map(\.id)
        #expect(Set(ben.order) == Set(bens))
        #expect(!ben.text.contains(Keys.back), "ada's alone")
        #expect(try await system.radio()["scanning"] == true)
        try await ada.end()
        #expect(try await system.radio()["scanning"] == true, "for who still watches")
        try await ben.end()
        try await system.expectNoScan()
    }

    /// A person's key is near only in the session that has it. It is not near in the person's other sessions.
    @Test("nearby: another session has its own keys") func anotherSessionHasItsOwnKeys() async throws {
        let system = try await Self.system()
        let other = ["--session", "other"]
        let token = try system.cloud.token(for: TestCloud.ben)
        #expect(try await system.seam(["init"] + other, input: token).status == 0)
        #expect(try await system.seam(["activate"] + other).status == 0)
        let listed = try SeamAnswer(try await system.seam(["keys", "--nearby", "--json"] + other))
        #expect(listed.status == 0, "\(listed)")
        #expect(!listed.lines.contains { $0["credential_id"] == .string(Keys.back) }, "\(listed)")
    }

    @Test(
        "nearby: the radio is told and it goes on when it is back",
        .disabled(if: TestSystem.isInLab, "it switches the virtual adapter"))
    func theRadioIsToldAndItGoesOnWhenItIsBack() async throws {
        let system = try await Self.system()
        let watch = try NearbyClient(system)
        try watch.read { $0.order == [Keys.front, Keys.back] && $0.isScanned }
        for state in ["off", "blocked", "absent", "wedged"] {
            try system.adapter(state)
            try watch.read { $0.radio == state && $0.order == [] }
        }
        let late = try NearbyClient(system)
        try late.read { $0.radio == "wedged" }
        try system.adapter("ready")
        for client in [watch, late] {
            try client.read { $0.radio == "ready" && $0.order == [Keys.front, Keys.back] && $0.isScanned }
        }
        // The broker ends and is started again.
        try await system.killRadiod()
        try watch.read { $0.radio == "unknown" && $0.order == [] }
        try await system.startRadiod()
        try await system.killLocks()
        try await system.startLocks()
        try watch.read { $0.radio == "ready" && $0.near.count == 2 && $0.isScanned }
    }

    @Test("nearby: a door opens while it is watched") func aDoorOpensWhileItIsWatched() async throws {
        let system = try await Self.system()
        let watch = try NearbyClient(system)
        try watch.read { $0.order == [Keys.front, Keys.back] && $0.isScanned }
        for opening in 1...3 {
            let unlocked = try await system.answer("unlock", "Front Door")
            #expect(unlocked.status == 0, "\(unlocked)\n\(system.logs)")
            #expect(try system.openings() == opening)
        }
        #expect(try await system.radio()["scanning"] == true)
        try await watch.end()
        #expect(!watch.kinds.contains("gone"), "a lock that is in use is still here")
        try await system.expectNoScan()
    }

    /// Later watchers get the known locks without another scan.
    @Test("nearby: who joins is told at once") func whoJoinsIsToldAtOnce() async throws {
        let system = try await Self.system()
        let first = try NearbyClient(system)
        try first.read { $0.order == [Keys.front, Keys.back] && $0.isScanned }
        let start = ContinuousClock().now
        let second = try NearbyClient(system)
        try second.read { $0.order == [Keys.front, Keys.back] && $0.isScanned }
        #expect(ContinuousClock().now - start < .seconds(2), "a round is three seconds")
    }

    /// A client that vanishes leaves nothing behind.
    @Test("nearby: the scan ends with the connection") func theScanEndsWithTheConnection() async throws {
        let system = try await Self.system()
        do {
            let watch = try NearbyClient(system)
            try watch.read { $0.order == [Keys.front, Keys.back] }
            #expect(try await system.radio()["scanning"] == true)
        }
        try await system.expectNoScan()
        #expect(try await system.stop() == [0, 0, 0, 0])
    }
}

/// A client that watches nearby keys, and the keys that it shows.
private final class NearbyClient {
    private let client: TextClient
    private let call: Int64
    private(set) var radio: String?
    private(set) var near: [String: JSON] = [:]
    private(set) var isScanned = false
    private(set) var kinds: [String] = []
    private(set) var text = ""

    init(_ system: TestSystem, _ params: JSON = [:], at socket: String? = nil) throws {
        client = try TextClient(socket ?? system.sessionSocket)
        call = try client.send("credentials.nearby", params)
    }

    /// The keys in the order in which the client shows them.
    var order: [String] {
        near.sorted { ($0.value["rssi_dbm"]?.integerValue ?? 0) > ($1.value["rssi_dbm"]?.integerValue ?? 0) }.map(\.key)
    }

    /// Reads items until `holds` accepts the list.
    func read(until holds: (NearbyClient) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !holds(self) {
            guard ContinuousClock.now < deadline else { throw TestFailure("not as awaited: \(text)") }
            let message = try client.message()
            text += message.text + "\n"
            guard message["type"] == "item", let data = message["data"], let kind = message["kind"]?.stringValue else {
                throw TestFailure("no item: \(text)")
            }
            take(kind, data)
        }
    }

    private func take(_ kind: String, _ data: JSON) {
        kinds.append(kind)
        let id = data["credential_id"]?.stringValue ?? ""
        switch kind {
        case "radio":
            radio = data["state"]?.stringValue
            if radio != "ready" { isScanned = false }
        case "near": near[id] = data
        case "gone": near[id] = nil
        default: isScanned = isScanned || kind == "scanned"
        }
    }

    /// Cancels the call and waits for its reply.
    func end() async throws {
        try client.cancel(call)
        #expect(try reply()["error"]?["code"] == "cancelled")
    }

    func reply() throws -> JSON {
        let last = try client.messages { $0["type"] == "reply" }
        for message in last where message["type"] == "item" {
            take(message["kind"]?.stringValue ?? "", message["data"] ?? [:])
        }
        return last.last ?? .null
    }
}

extension TestSystem {
    /// Sets the signal strength of a lock.
    fileprivate func signal(_ lock: String, _ rssiDBm: Int64) throws {
        try lockControl(.members(("op", "signal"), ("lock", .string(lock)), ("rssi_dbm", .integer(rssiDBm))))
    }

    /// Puts the broker's adapter into the given state.
    fileprivate func adapter(_ state: String) throws {
        let air = try UnixConnection(directory.file("radio/air.sock"))
        try air.send(JSON.members(("type", "adapter"), ("state", .string(state))).text + "\n")
    }

    /// Waits until the session daemon knows that the radio is in the given state.
    fileprivate func awaitRadio(_ state: String) async throws {
        let client = try TextClient(sessionSocket)
        try client.send("session.watch")
        _ = try client.messages { $0["data"]?["radio"] == .string(state) }
    }

    /// The state of the radio in the broker's report.
    func radio() async throws -> JSON {
        let client = try TextClient(radioSocket)
        let answer = try client.answer(to: try client.send("radio.get"))
        return try #require(answer.reply["result"], "\(answer.reply.text)")
    }

    /// Waits until no scan is running.
    fileprivate func expectNoScan() async throws {
        let client = try TextClient(radioSocket)
        try client.send("radio.watch")
        _ = try client.messages { $0["data"]?["scanning"] == false }
    }
}
