import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests the reasons why a key cannot open a door. Some reasons concern the key itself, and come from the development
/// cloud's seed. Other reasons concern the machine.
@Suite(.serialized) struct CredentialErrorTests {
    /// In an earlier version, a name that was too long made the whole list of keys invalid. In this case, a key can
    /// still open its door after it was withdrawn.
    @Test("credential error: a long name is cut and the rest of the list is learnt")
    func aLongNameIsCutAndTheRestOfTheListIsLearnt() async throws {
        let system = try await TestSystem.withFrontKey()
        func change(_ id: String, _ members: JSON) throws {
            let rows = JSON.members(("table", "acs_credentials"), ("id", .string(id)), ("set", members))
            try system.cloud.post("/_dev/rows/change", rows)
        }
        try change(Keys.back, ["display_name": .string(String(repeating: "Back Door ", count: 110))])
        try change(Keys.front, ["ends_at": "2020-01-01T00:00:00.000Z"])
        let refreshed = try await system.answer("refresh")
        #expect(refreshed.status == 0, "\(refreshed)\n\(system.logs)")
        let keys = try await system.keys()
        #expect(keys.keys.contains { $0.hasPrefix("Back Door Back Door") && $0.hasSuffix("…") }, "\(keys.keys)")
        #expect(try await system.answer("unlock", "Front Door").status == 2, "it has ended")
        #expect(try system.openings() == 0)
    }

    /// If a key's row cannot be read, the row is left out, and the report names the key. If the same answer withdraws
    /// another key, that key no longer opens any door.
    @Test("credential error: a bad row is left out and the rest of the list is learnt")
    func aBadRowIsLeftOutAndTheRestOfTheListIsLearnt() async throws {
        let system = try await TestSystem.withFrontKey()
        func change(_ id: String, _ members: JSON) throws {
            let rows = JSON.members(("table", "acs_credentials"), ("id", .string(id)), ("set", members))
            try system.cloud.post("/_dev/rows/change", rows)
        }
        let before = try await system.keys()
        try change(Keys.back, ["ends_at": "the day after tomorrow"])
        try change(Keys.front, ["ends_at": "2020-01-01T00:00:00.000Z"])
        let refreshed = try await system.answer("refresh")
        #expect(refreshed.status == 0, "\(refreshed)\n\(system.logs)")
        let keys = try await system.keys()
        #expect(Set(before.keys).subtracting(keys.keys).count == 1, "\(keys.keys)")
        #expect(try await system.answer("unlock", "Front Door").status == 2, "it has ended")
        let status = try await system.answer("status")
        #expect(status.lines.first?["sync"]?["reason"] == "rows_left_out", "\(status)")
        #expect(system.sessiond.errors.contains("/acs_credentials/"), "its log names the row: \(system.logs)")
    }

    @Test("credential error: every key of the seed says why it does not open")
    func everyKeyOfTheSeedSaysWhyItDoesNotOpen() async throws {
        let system = try await TestSystem()
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: "entrance_cellar")
        try await system.signIn()
        let keys = try await system.keys()
        // In this test, only the door of the cellar has a lock. The error for the other doors is listed after errors
        // that are more urgent.
        let expected = [
            ("Front Door", ["awaiting_local_credential"]),
            ("Pool", ["expired", "awaiting_local_credential"]),
            ("Summer House", ["awaiting_local_credential"]),
            ("Gym", ["awaiting_local_credential"]),
            ("Archive", ["contact_seam_support", "awaiting_local_credential"]),
            ("Cellar", ["unknown"]),
        ]
        for (name, kinds) in expected {
            let listed = try #require(keys[name])
            #expect(Self.distinct(listed.errors.map(\.kind)) == kinds, "\(name)")
            #expect(listed.proximities.isEmpty, "\(name)")
            let refused = try await system.answer("unlock", name)
            #expect(refused.status == 2, "\(name): \(refused)")
            #expect(refused.reason == "seam.credential_errors", "\(name): \(refused)")
            #expect(refused.items.isEmpty)
            let errors = refused.error?["details"]?["errors"]?.arrayValue ?? []
            #expect(errors == listed.errors.map(\.json), "\(name): told as listed")
        }
        #expect(
            try #require(keys["Summer House"]).errors.contains { error in
                if case .awaitingLocalCredential(let availableAt) = error { availableAt != nil } else { false }
            })
        #expect(try system.openings(TestSystem.backLock) == 0)
    }

    @Test("credential error: a vendor without a module is named") func aVendorWithoutAModuleIsNamed() async throws {
        let system = try await TestSystem(providers: ["nuki"])
        try await system.signIn()
        for (name, provider, module, state) in [
            ("Office", "salto_space", "SeamSaltoIntegration", "closed"), ("Studio", "sesame", nil, "missing"),
        ] {
            let refused = try await system.answer("unlock", name)
            #expect(refused.status == 2, "\(refused)")
            #expect(refused.reason == "seam.integration_not_found", "\(refused)")
            let details = refused.error?["details"]
            #expect(details?["name"] == .string(provider))
            #expect(details?["state"] == .string(state))
            #expect(details?["remedy"]?.stringValue?.isEmpty == false)
            if let module { #expect(details?["seam_module"] == .string(module)) }
            let listed = try #require(try await system.keys()[name])
            #expect(listed.errors == [.contactSeamSupport] && listed.proximities.isEmpty, "the list says so, too")
        }
    }

    @Test("credential error: what is no mobile key opens nothing nearby")
    func whatIsNoMobileKeyOpensNothingNearby() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let keys = try await system.keys()
        for key in keys.values { #expect(key.errors.isEmpty == !key.proximities.isEmpty, "\(key.name)") }
        for name in ["Letter Room", "Garage", "Lobby"] {
            #expect(keys[name]?.errors == [.unsupportedDevice], "\(name)")
            for proximity in [[], ["--proximity", "nearby"], ["--proximity", "remote"]] {
                let refused = try SeamAnswer(await system.seam(["unlock", name, "--json"] + proximity))
                #expect(refused.status == 2, "\(name): \(refused)")
                #expect(refused.reason == "seam.invalid_unlock_proximity", "\(name): \(refused)")
                #expect(refused.error?["details"]?["supported"] == [])
            }
        }
        for proximity in ["touch", "remote"] {
            let refused = try await system.answer("unlock", "Front Door", "--proximity", proximity)
            #expect(refused.status == 2)
            #expect(refused.reason == "seam.invalid_unlock_proximity", "\(refused)")
            #expect(refused.error?["details"]?["supported"] == ["nearby"])
        }
        #expect(try system.openings() == 0)
    }

    @Test("credential error: another person's id is answered like one that does not exist")
    func anotherPersonsIdIsAnsweredLikeOneThatDoesNotExist() async throws {
        let system = try await TestSystem()
        try await system.signIn()
        func error(_ method: String, _ id: String) async throws -> JSON? {
            let refused = try await system.call(method, ["credential_id": .string(id)])
            #expect(refused.status == 2, "\(refused)")
            var error = refused.error?.objectValue
            #expect(error?["reason"] == "seam.invalid_credential_id", "\(refused)")
            error?["trace"] = nil
            return error.map(JSON.object)
        }
        for method in ["unlock.start", "credentials.reveal"] {
            #expect(try await error(method, Keys.bensWorkshop) == error(method, "credential_nobody"))
        }
        #expect(try await system.answer("unlock", Keys.bensWorkshop).status == 2)
        #expect(try await system.answer("unlock", "Workshop").status == 2, "a name that matches no key")
    }

    @Test("credential error: of several doors the nearest or the named opens")
    func ofSeveralDoorsTheNearestOrTheNamedOpens() async throws {
        let system = try await TestSystem()
        try await system.bind(entrance: "entrance_courtyard_north")
        try await system.bind(
            lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: "entrance_courtyard_south")
        try await system.signIn()
        let nearest = try await system.answer("unlock", "Courtyard")
        #expect(nearest.status == 0, "\(nearest)\n\(system.logs)")
        #expect(try system.openings() + system.openings(TestSystem.backLock) == 1)
        let south = try system.openings(TestSystem.backLock)
        let named = try await system.answer("unlock", "Courtyard", "--entrance", "Courtyard South")
        #expect(named.status == 0, "\(named)\n\(system.logs)")
        #expect(named.result?["entrance_id"] == "entrance_courtyard_south")
        #expect(try system.openings(TestSystem.backLock) == south + 1)

        let wrong = try await system.call(
            "unlock.start", ["credential_id": "credential_ada_courtyard", "entrance_id": .string(TestCloud.frontDoor)])
        #expect(wrong.status == 64, "\(wrong)")
        #expect(wrong.reason == "seam.invalid_entrance_id")
        let doors = wrong.error?["details"]?["entrances"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        #expect(Set(doors) == ["entrance_courtyard_north", "entrance_courtyard_south"])
        #expect(try await system.answer("unlock", "Courtyard", "--entrance", "Cellar").status == 64)
    }

    @Test("credential error: a name of several keys is the callers to decide")
    func aNameOfSeveralKeysIsTheCallersToDecide() async throws {
        let system = try await TestSystem()
        try await system.signIn()
        try system.cloud.post(
            "/_dev/rows/change",
            ["table": "acs_credentials", "id": .string(Keys.back), "set": ["display_name": "Front Door"]])
        #expect(try await system.answer("refresh").status == 0)
        let refused = try await system.answer("unlock", "Front Door")
        #expect(refused.status == 64, "\(refused)")
        #expect(refused.errors.contains(Keys.front))
        #expect(refused.errors.contains(Keys.back))
    }

    /// Tests how the states of the adapter are shown to a person. Each error disappears together with its cause.
    @Test("credential error: the radio's state is every keys error")
    func theRadiosStateIsEveryKeysError() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let air = try UnixConnection(system.directory.file("radio/air.sock"))
        let table = [
            ("off", "user_interaction_required", "enable_bluetooth"),
            ("no_permission", "user_interaction_required", "grant_bluetooth_permission"),
            ("blocked", "user_interaction_required", "enable_bluetooth"),
            ("absent", "unsupported_device", nil),
            ("wedged", "user_interaction_required", "app_restart_required"),
        ]
        for (state, kind, action) in table {
            try air.send(JSON.members(("type", "adapter"), ("state", .string(state))).text + "\n")
            let told = action ?? kind
            try await system.awaitKeys { $0.contains("\"\(told)\"") }
            let refused = try await system.answer("unlock", "Front Door")
            #expect(refused.status == 2, "\(state): \(refused)")
            #expect(refused.reason == "seam.credential_errors", "\(state): \(refused)")
            let errors = refused.error?["details"]?["errors"]?.arrayValue ?? []
            #expect(errors.first?["kind"] == .string(kind), "\(state): \(refused)")
            #expect(errors.first?["action"]?["kind"]?.stringValue == action, "\(state): \(refused)")
            #expect(errors.count == 1, "\(state): \(refused)")
        }
        try air.send(#"{"type":"adapter","state":"ready"}"# + "\n")
        try await system.awaitKeys { !$0.contains("app_restart_required") }
        let unlocked = try await system.answer("unlock", "Front Door")
        #expect(unlocked.status == 0, "\(unlocked)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    /// An unlock waits while bluetoothd restarts. If bluetoothd does not come back or does not answer, people are told
    /// to try again.
    @Test("credential error: an unlock waits for bluetoothd") func anUnlockWaitsForBluetoothd() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let air = try UnixConnection(system.directory.file("radio/air.sock"))
        func adapter(_ state: String) async throws {
            try air.send(JSON.members(("type", "adapter"), ("state", .string(state))).text + "\n")
            try await system.awaitKeys { $0.contains("app_restart_required") != (state == "ready") }
        }
        for state in ["no_bluetoothd", "bluetoothd_silent"] {
            try await adapter(state)
            let refused = try await system.answer("unlock", "Front Door")
            #expect(refused.status == 3 && refused.reason == "radio.not_ready", "\(state): \(refused)")
            #expect(refused.error?["details"]?["state"] == .string(state))
            #expect(refused.error?["retry"]?["safe"] == true)
        }
        try await adapter("no_bluetoothd")
        let client = try TextClient(system.sessionSocket)
        let unlock = try client.send(
            "unlock.start", ["credential_id": .string(Keys.front)], idem: "unlock-after-bluetoothd")
        // The daemon answers this call only after it has accepted the unlock.
        _ = try client.answer(to: try client.send("session.get"))
        try air.send(#"{"type":"adapter","state":"ready"}"# + "\n")
        let answer = try client.answer(to: unlock).reply
        #expect(answer["result"]?["outcome"] == "granted", "\(answer.text)\n\(system.logs)")
        #expect(try system.openings() == 1)
    }

    /// An unlock waits while the broker is started again, as after an update. If it does not come back, people are told
    /// to try again.
    @Test(
        "credential error: an unlock waits for the radio broker", .disabled(if: TestSystem.isInLab, "it has one broker")
    )
    func anUnlockWaitsForTheRadioBroker() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let client = try TextClient(system.sessionSocket)
        try await system.killRadiod()
        try await system.awaitKeys { $0.contains("app_restart_required") }
        func unlock(_ idem: String) throws -> Int64 {
            let id = try client.send("unlock.start", ["credential_id": .string(Keys.front)], idem: idem)
            _ = try client.answer(to: try client.send("session.get"))
            return id
        }
        let first = try unlock("unlock-after-the-broker")
        try await system.startRadiod()
        var answer = try client.answer(to: first).reply
        // A machine under load may take longer than an unlock waits.
        if answer["error"]?["reason"] == "radio.not_ready" {
            answer = try client.answer(to: try unlock("unlock-once-more")).reply
        }
        #expect(answer["result"]?["outcome"] == "granted", "\(answer.text)\n\(system.logs)")
        #expect(try system.openings() == 1)
        try await system.killRadiod()
        try await system.awaitKeys { $0.contains("app_restart_required") }
        let refused = try await system.answer("unlock", "Front Door")
        #expect(refused.status == 3 && refused.reason == "radio.not_ready", "\(refused)")
        #expect(refused.error?["details"]?["state"] == "unknown")
        #expect(refused.error?["retry"]?["safe"] == true)
    }

    /// If the cloud is unreachable for longer than the grace period, the keys show an error. The next answer from the
    /// cloud clears the error.
    @Test("credential error: the cloud out of reach for too long is every keys error")
    func theCloudOutOfReachForTooLongIsEveryKeysError() async throws {
        let system = try await TestSystem(configuration: ["offline_grace_ms": 3_000, "sync_interval_ms": 1_000])
        try await system.bind()
        try await system.signIn()
        try system.cloud.post("/_dev/outage", ["route": "*"])
        try await system.awaitKeys { $0.contains("\"enable_internet\"") }
        let refused = try await system.answer("unlock", Keys.front)
        #expect(refused.status == 4, "\(refused)")
        #expect(refused.reason == "seam.offline_grace_expired")
        try system.cloud.post("/_dev/clear")
        try await system.awaitKeys { !$0.contains("\"enable_internet\"") }
        let unlocked = try await system.answer("unlock", Keys.front)
        #expect(unlocked.status == 0, "\(unlocked)\n\(system.logs)")
    }

    private static func distinct(_ kinds: [String]) -> [String] {
        kinds.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension TestSystem {
    /// Waits until `holds` accepts the key to the front door. The key has the form that its owner sees. Waits for at
    /// most 30 seconds.
    func awaitKeys(_ holds: (String) -> Bool) async throws {
        let client = try TextClient(sessionSocket)
        try client.send("credentials.watch")
        let deadline = ContinuousClock().now + .seconds(30)
        while ContinuousClock().now < deadline {
            let message = try client.message()
            guard message["data"]?["id"] == .string(Keys.front) else { continue }
            if let key = message["data"], holds(key.text) { return }
        }
        throw TestFailure("the keys did not change as awaited\n\(logs)")
    }
}
