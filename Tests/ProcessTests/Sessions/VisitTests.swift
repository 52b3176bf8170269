import Foundation
import TestSupport
import Testing
import Wire

/// Tests visitors at a kiosk. Each visit is one command, as in the documentation. The visitors have so many keys that
/// the daemon does not ask the cloud about each key separately.
@Suite("Visits", .serialized, .timeLimit(.minutes(3))) struct VisitTests {
    /// The result of a finished visit.
    private struct Visit: Sendable {
        let status: Int32
        let reason: String?
        let errors: String
        /// The time from the token to the end of the command.
        let time: Duration
    }

    private struct House: Sendable {
        let system: TestSystem

        /// Starts the system. Ben gets `keys` keys in addition to those in the seed. All of the new keys open the back
        /// door. The cloud answers after `latency`.
        init(keys: Int, latency: Duration = .zero) async throws {
            system = try await TestSystem(configuration: ["cloud_interval_ms": 50])
            try await system.bind()
            try await system.bind(
                lock: TestSystem.backLock, address: TestSystem.backAddress, entrance: "entrance_back_door")
            for number in 0..<keys {
                try system.cloud.post("/_dev/rows/put", ["table": "acs_credentials", "row": Self.row(number)])
            }
            if latency > .zero {
                let delay: JSON = ["route": "*", "ms": .integer(Int64(latency / .milliseconds(1)))]
                try system.cloud.post("/_dev/latency", delay)
            }
        }

        private static func row(_ number: Int) -> JSON {
            [
                "acs_credential_id": .string("credential_room_\(number)"), "display_name": .string("Room \(number)"),
                "access_method": "mobile_key", "acs_system_id": "system_harbour", "acs_user_id": "user_ben_harbour",
                "user_identity_id": "person_ben", "connected_account_id": "account_harbour", "is_managed": true,
                "is_issued": true, "is_multi_phone_sync_credential": false, "external_type": "nuki_credential",
                "allowed_acs_entrance_ids": ["entrance_back_door"], "created_at": "2026-11-26T10:00:00.000Z",
                "errors": [], "warnings": [], "workspace_id": "ws_harbour",
            ]
        }

        func visit(
            _ name: String, person: String = TestCloud.ben, token: String? = nil, timeout: String = "10s"
        ) async throws -> Visit {
            let token = try token ?? system.cloud.token(for: person)
            let start = ContinuousClock.now
            let answer = try await system.answer(
                "unlock", name, "--ephemeral", "--timeout", timeout, input: token + "\n")
            return Visit(
                status: answer.status, reason: answer.reason, errors: "\(answer)", time: ContinuousClock.now - start)
        }

        /// The number of requests that the session daemon has made to the cloud.
        func requests() async throws -> Int64 {
            let metrics = try await system.call("rpc.metrics", isAdmin: true)
            let families = metrics.lines.last?["families"]?.arrayValue ?? []
            let family = families.first { $0["name"] == "seam_cloud_requests_total" }
            return (family?["series"]?.arrayValue ?? []).reduce(0) { $0 + ($1["value"]?.integerValue ?? 0) }
        }

        func expectOpen(_ visit: Visit, within limit: Duration = .seconds(12)) {
            #expect(visit.status == 0, "\(visit.errors)\n\(system.logs)")
            #expect(visit.time < limit)
        }
    }

    @Test("visit: in a row and at the same time all open their doors, with 14 keys and with 70")
    func allOpen() async throws {
        let house = try await House(keys: 70)
        for number in 0..<4 {
            house.expectOpen(try await house.visit("Room \(number)"))
            house.expectOpen(try await house.visit("Back Door", person: TestCloud.ada))
        }
        try await withThrowingTaskGroup(of: Visit.self) { group in
            for number in 10..<14 { group.addTask { try await house.visit("Room \(number)", timeout: "30s") } }
            for try await visit in group { house.expectOpen(visit, within: .seconds(32)) }
        }
        #expect(try house.system.openings(TestSystem.backLock) == 12)
    }

    @Test("visit: while the cloud is asking for fewer requests, no key is called unknown, and afterwards all open")
    func slowDown() async throws {
        let house = try await House(keys: 30)
        house.expectOpen(try await house.visit("Room 1"))
        let tokens = try (0..<3).map { _ in try house.system.cloud.token(for: TestCloud.ben) }
        try house.system.cloud.post(
            "/_dev/faults", ["route": "*", "kind": "outage", "status": 429, "retry_after_s": 60])
        for token in tokens {
            let visit = try await house.visit("Room 2", token: token, timeout: "2s")
            #expect(visit.status == 75, "\(visit.errors)")
            #expect(visit.reason == "seam.internet_connection_required", "\(visit.errors)")
        }
        try house.system.cloud.post("/_dev/clear", [:])
        house.expectOpen(try await house.visit("Room 3"))
    }

    @Test("visit: a name that nobody has is unknown once all keys are read, and not before")
    func unknown() async throws {
        let house = try await House(keys: 20)
        let visit = try await house.visit("No Such Room")
        #expect(visit.status == 2 && visit.time < .seconds(10), "\(visit.errors)")
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("with 230 keys and a cloud 50 ms away: how long a visit takes, and how many requests")
        func figures() async throws {
            for (keys, name, person) in [(0, "Back Door", TestCloud.ada), (230, "Room 5", TestCloud.ben)] {
                let house = try await House(keys: keys, latency: .milliseconds(50))
                let before = try await house.requests()
                var times: [Duration] = []
                for _ in 0..<20 {
                    let visit = try await house.visit(name, person: person)
                    house.expectOpen(visit, within: .seconds(2))
                    times.append(visit.time)
                }
                let sorted = times.sorted().map { "\($0 / .milliseconds(1))".prefix { $0 != "." } }
                let requests = try await house.requests() - before
                print(
                    "visits: \(keys) more keys, twenty in a row: \(sorted.joined(separator: ", ")) ms, "
                        + "\(requests / 20) requests each")
                let four = ContinuousClock.now
                try await withThrowingTaskGroup(of: Visit.self) { group in
                    for _ in 0..<4 { group.addTask { try await house.visit(name, person: person, timeout: "30s") } }
                    for try await visit in group { house.expectOpen(visit, within: .seconds(20)) }
                }
                print("visits: four at once are all done after \(ContinuousClock.now - four)")
            }
        }
    }
}
