import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests how a smart lock is opened through the cloud, and how an attempt falls back from one way of opening to the
/// other.
struct RemoteUnlockTests {
    private static let flat = "lock_flat_four"

    private func plan(_ outcome: JSON, in system: TestSystem) throws {
        let answer = try system.cloud.post("/_dev/action_attempts/plan", outcome)
        try #require(answer.status == 200, "\(answer)")
    }

    private func system(_ policy: String) async throws -> TestSystem {
        let system = try await TestSystem(configuration: ["proximity_policy": .string(policy)])
        try await system.signIn()
        return system
    }

    private func bindFlat(_ system: TestSystem) async throws {
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.frontLock)), ("on", true)))
        let bound = try await system.seam([
            "locks", "bind", "--provider", "nuki", "--workspace", TestCloud.workspace, "--cloud-device", Self.flat,
            "--device", TestSystem.frontAddress,
        ])
        try #require(bound.status == 0, "\(bound)\n\(system.logs)")
    }

    private func newest(_ system: TestSystem) async throws -> JSON? {
        try await system.call("audit.list").lines.first?["attempts"]?.arrayValue?.first
    }

    @Test("remote unlock: opens through the cloud") func opensThroughTheCloud() async throws {
        let system = try await system("remote_only")
        try plan(["status": "success", "was_confirmed_by_device": true], in: system)
        let answer = try await system.answer("unlock", "flat 4")
        #expect(answer.status == 0, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "grantedAccess"])
        #expect(answer.phases == ["queued", "operating"])
        #expect(answer.items.compactMap { $0["proximity"] } == ["remote", "remote"])
        #expect(answer.result?["proximity"] == "remote")
        #expect(answer.result?["confirmation"] == "confirmed")
        let entry = try #require(try await newest(system))
        #expect((entry["proximity"], entry["state"], entry["effect"]) == ("remote", "granted", "applied"))
        #expect(entry["entrance_id"] == .string(Self.flat))
        #expect(entry["user_identity_id"] == .string(TestCloud.ada))
        #expect(entry["evidence"]?.stringValue?.isEmpty == false, "the request's id")
        #expect(try await system.call("audit.verify", isAdmin: true).lines.first?["intact"] == true)
        let key = try #require(try await system.keys()["Flat 4"])
        #expect(key.proximities == [.remote])
    }

    @Test("remote unlock: says what the lock did not confirm") func saysWhatTheLockDidNotConfirm() async throws {
        let system = try await system("remote_only")
        try plan(["status": "success", "was_confirmed_by_device": false], in: system)
        let answer = try await system.answer("unlock", "flat 4")
        #expect(answer.status == 0 && answer.result?["confirmation"] == "communicated", "\(answer)")
    }

    @Test("remote unlock: tells why the cloud could not") func tellsWhyTheCloudCouldNot() async throws {
        let system = try await system("remote_only")
        try plan(["status": "error", "error_type": "device_offline"], in: system)
        let harmless = try await system.answer("unlock", "flat 4")
        #expect(harmless.status == 3 && harmless.reason == "device_offline" && harmless.effect == "none", "\(harmless)")
        try plan(["status": "error", "error_type": "provider_timeout"], in: system)
        var entry = try await newest(system)
        #expect((entry?["state"], entry?["effect"]) == ("connection_failed", "none"), "as the journal has it")
        let unclear = try await system.answer("unlock", "flat 4")
        #expect(
            unclear.status == 5 && unclear.reason == "provider_timeout" && unclear.effect == "unknown", "\(unclear)")
        try plan(["status": "error", "error_type": "It <b>broke</b>"], in: system)
        let strange = try await system.answer("unlock", "flat 4")
        #expect(strange.reason == "remote_failed", "\(strange)")
        entry = try await newest(system)
        #expect((entry?["state"], entry?["effect"]) == ("connection_failed", "unknown"))
    }

    /// The caller gets an answer at the deadline. The journal also gets the cloud's later report.
    @Test("remote unlock: asks on after the deadline") func asksOnAfterTheDeadline() async throws {
        let system = try await system("remote_only")
        try plan(["status": "pending"], in: system)
        let answer = try await system.answer("unlock", "flat 4", "--timeout", "1500ms")
        #expect(answer.status == 5 && answer.effect == "unknown", "\(answer)")
        #expect(answer.events == ["launched", "timedOut"])
        let entry = try #require(try await newest(system))
        #expect((entry["state"], entry["effect"]) == ("timed_out", "unknown"))
        let evidence = Base64URL.decode(try #require(entry["evidence"]?.stringValue)) ?? []
        let watch = try system.startSeam(["watch", "--json"])
        try await watch.awaitOutput("synced")
        try system.cloud.post(
            "/_dev/action_attempts/set",
            .members(
                ("action_attempt_id", .string(String(decoding: evidence, as: UTF8.self))), ("status", "success")))
        try await watch.awaitOutput("\"result\"")
        watch.signal(SIGINT)
        _ = try await watch.awaitExit()
        let later = try #require(try await newest(system))
        #expect((later["state"], later["effect"]) == ("timed_out", "applied"), "\(later.text)")
    }

    /// After a kill, the daemon must not send a second request, which might open the door a second time.
    @Test("remote unlock: opens once though it is killed while the cloud acts")
    func opensOnceThoughItIsKilledWhileTheCloudActs() async throws {
        let system = try await system("remote_only")
        try plan(["status": "pending"], in: system)
        let call = JSON.members(("credential_id", .string(try #require(try await system.keys()["Flat 4"]).id)))
        let client = try TextClient(system.sessionSocket)
        let idem = "killed-while-pending"
        try client.send("unlock.start", call, idem: idem)
        _ = try client.messages { $0["data"]?["phase"] == "operating" }
        try await system.killSessiond()
        try await system.startSessiond()
        let again = try await system.call("unlock.start", call, idem: idem)
        #expect(again.reason == "idem.unknown" && again.effect == "unknown", "\(again)")
        let entries = try await system.call("audit.list").lines.first?["attempts"]?.arrayValue ?? []
        #expect(entries.map { $0["state"] } == ["unknown"] && entries.first?["effect"] == "unknown", "\(entries)")
    }

    @Test("remote unlock: refuses what the policy leaves out") func refusesWhatThePolicyLeavesOut() async throws {
        let system = try await system("nearby_only")
        let answer = try await system.answer("unlock", "flat 4", "--proximity", "remote")
        #expect(answer.status == 2 && answer.reason == "seam.invalid_unlock_proximity", "\(answer)")
    }

    @Test("remote unlock: counts requests per door") func countsRequestsPerDoor() async throws {
        let system = try await system("remote_only")
        try plan(["status": "success"], in: system)
        // The caller is root. The limit for each person does not apply to root, while the limit for each door does.
        var refused: SeamAnswer?
        for _ in 0..<16 where refused == nil {
            let answer = try await system.answer("unlock", "flat 4")
            if answer.status != 0 { refused = answer }
        }
        #expect(refused?.status == 75 && refused?.reason == "unlock.rate_limited", "\(String(describing: refused))")
    }

    @Test("remote unlock: falls back to the door where the cloud had no effect")
    func fallsBackToTheDoorWhereTheCloudHadNoEffect() async throws {
        let system = try await system("remote_first")
        try await bindFlat(system)
        try plan(["status": "error", "error_type": "device_offline"], in: system)
        let answer = try await system.answer("unlock", "flat 4", "--timeout", "30s")
        #expect(answer.status == 0, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "grantedAccess"], "one attempt, one end")
        #expect(answer.phases.prefix(3) == ["queued", "operating", "scanning"])
        #expect(answer.items.compactMap { $0["proximity"]?.stringValue }.prefix(3) == ["remote", "remote", "nearby"])
        #expect(answer.result?["proximity"] == "nearby")
        let entry = try #require(try await newest(system))
        #expect((entry["proximity"], entry["state"]) == ("nearby", "granted"))
        #expect(entry["lock_address"] == .string(TestSystem.frontAddress))
        #expect(try system.openings() == 1)
        #expect(try await system.call("audit.verify", isAdmin: true).lines.first?["intact"] == true)
    }

    @Test("remote unlock: falls back to the cloud where the lock is not reached")
    func fallsBackToTheCloudWhereTheLockIsNotReached() async throws {
        let system = try await system("nearby_first")
        try await bindFlat(system)
        try plan(["status": "success"], in: system)
        // The lock accepts the connection, and closes it before it receives any command.
        try system.fault("vanish", step: 1, milliseconds: 500)
        let answer = try await system.answer("unlock", "flat 4", "--timeout", "30s")
        #expect(answer.status == 0, "\(answer)\n\(system.logs)")
        #expect(answer.events == ["launched", "grantedAccess"])
        #expect(answer.result?["proximity"] == "remote", "\(answer)")
        #expect(try await newest(system)?["proximity"] == "remote")
        #expect(try system.openings() == 0)
    }

    /// A caller cannot take back a request to the cloud, even if the cloud was only the second way in which the attempt
    /// tried to open the door.
    @Test("remote unlock: stands by the request of the second way")
    func standsByTheRequestOfTheSecondWay() async throws {
        let system = try await system("nearby_first")
        try await bindFlat(system)
        try plan(["status": "pending"], in: system)
        try system.fault("vanish", step: 1, milliseconds: 500)
        let unlock = try system.startSeam(["unlock", "flat 4", "--json", "--timeout", "6s"])
        try await unlock.awaitOutput("\"operating\"")
        unlock.signal(SIGINT)
        let status = try await unlock.awaitExit(limit: .seconds(30))
        #expect(status == 5, "not cancelled without effect: \(unlock.output)")
        #expect(unlock.output.contains("\"timedOut\""), "\(unlock.output)")
    }

    /// If a request to the cloud had no effect, the attempt is not committed by it. When the attempt continues nearby,
    /// its callers may still leave.
    @Test("remote unlock: is left at the door after the cloud had no effect", arguments: [SIGINT, SIGKILL])
    func isLeftAtTheDoorAfterTheCloudHadNoEffect(signal: Int32) async throws {
        let system = try await system("remote_first")
        try await bindFlat(system)
        try plan(["status": "error", "error_type": "device_offline"], in: system)
        try system.fault("slow", step: 2, milliseconds: 2000)
        let unlock = try system.startSeam(["unlock", "flat 4", "--json", "--timeout", "20s"])
        try await unlock.awaitOutput("\"authenticating\"")
        unlock.signal(signal)
        let status = try await unlock.awaitExit()
        if signal == SIGINT { #expect(status == 130, "\(unlock.output)") }
        let deadline = ContinuousClock.now + .seconds(20)
        while try await newest(system)?["state"] == "running", ContinuousClock.now < deadline { poll(nil, 0, 100) }
        let entry = try #require(try await newest(system))
        #expect((entry["state"], entry["effect"]) == ("cancelled", "none"), "\(entry.text)\n\(system.logs)")
        #expect(entry["proximity"] == "nearby")
        #expect(try system.openings() == 0)
    }

    /// The nearby attempt has failed. The daemon asks the broker to release the lock, and the broker does not answer.
    @Test("remote unlock: a broker that hangs does not hold up the other way")
    func aBrokerThatHangsDoesNotHoldUpTheOtherWay() async throws {
        let system = try await system("nearby_first")
        try await bindFlat(system)
        try plan(["status": "success"], in: system)
        try system.fault("slow", step: 2, milliseconds: 10_000)
        let unlock = try system.startSeam(["unlock", "flat 4", "--json", "--timeout", "20s"])
        try await unlock.awaitOutput("\"authenticating\"")
        let provider = try system.startedProvider()
        kill(system.radiod.pid, SIGSTOP)
        defer { kill(system.radiod.pid, SIGCONT) }
        let start = ContinuousClock.now
        kill(provider, SIGKILL)
        let status = try await unlock.awaitExit()
        let time = ContinuousClock.now - start
        #expect(status == 0, "\(unlock.output)\n\(system.logs)")
        #expect(unlock.output.contains("\"remote\""), "\(unlock.output)")
        #expect(time < .seconds(5), "\(time)\n\(system.logs)")
        system.sessiond.signal(SIGTERM)
        #expect(try await system.sessiond.awaitExit(limit: .seconds(5)) == 0, "nor the end of the daemon")
    }

    /// If a door may have opened, the attempt does not try the other way.
    @Test("remote unlock: does not fall back from the unknown") func doesNotFallBackFromTheUnknown() async throws {
        let system = try await system("remote_first")
        try await bindFlat(system)
        try plan(["status": "error", "error_type": "provider_timeout"], in: system)
        let answer = try await system.answer("unlock", "flat 4", "--timeout", "30s")
        #expect(answer.status == 5 && answer.result?["proximity"] == "remote", "\(answer)")
        #expect(try system.openings() == 0)
    }
}
