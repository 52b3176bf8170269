import CloudModel
import SeamModel
import Testing
import Wire

@testable import SeamCloud

/// Tests how the client reads the cloud if there are too many keys for a request per key.
@Suite(.timeLimit(.minutes(3))) struct ManyKeysTests {
    private static func seed(credentials: Int, entrances: Int) -> String {
        let seed: JSON = [
            "workspace": ["workspace_id": "ws", "name": "Tower", "is_sandbox": true],
            "user_identities": [["user_identity_id": "person_ada", "display_name": "Ada"]],
            "bulk": [
                "credentials": .int(credentials), "entrances": .int(entrances), "user_identity_id": "person_ada",
                "acs_system_id": "system_tower",
            ],
        ]
        return seed.text
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "5ea1c4ed-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    @Test("many keys: reads keys and doors in one pass") func readsKeysAndDoorsInOnePass() async throws {
        try await withDevCloud(seed: Self.seed(credentials: 2_200, entrances: 20)) { cloud in
            let token = try await cloud.token()
            try await cloud.withClient { client in
                let first = try await client.reading(token: token).snapshot
                #expect(first.credentials.count == 2_200)
                #expect(first.isComplete)
                #expect(first.entrances.count == 20)
                #expect(first.entranceIDs.count == 2_200)
                #expect(first.entrances(of: Self.id(21)).map(\.displayName) == ["Door 1"])
                #expect(first.entrances(of: Self.id(45)).map(\.displayName) == ["Door 2", "Door 5"])
                try await cloud.control(
                    "rows/change",
                    ["table": "acs_credentials", "id": .string(Self.id(45)), "set": ["display_name": "Renamed"]])
                let second = try await client.reading(token: token, known: first).snapshot
                let changed = zip(first.credentials, second.credentials).filter { $0 !== $1 }
                #expect(changed.map(\.1.displayName) == ["Renamed"], "what is as it was is in memory once")
                let few = try await client.keys([Self.id(45), "gone"], of: first.session, token: token)
                #expect(few.rows.map(\.credential) == changed.map(\.1))
                #expect(few.rows.first?.entrances.map(\.displayName) == ["Door 2", "Door 5"])
                #expect(few.missing == ["gone"])
            }
        }
    }

    @Test("many keys: reads no more than its bound") func readsNoMoreThanItsBound() async throws {
        try await withDevCloud(seed: Self.seed(credentials: 700, entrances: 3)) { cloud in
            let token = try await cloud.token()
            for bounds in [PageWalk.Bounds(rows: 400), .init(bytes: 200_000), .init(pages: 2)] {
                var configuration = CloudClient.Configuration(address: try CloudAddress(cloud.url))
                configuration.list = bounds
                try await withClient(configuration) { client in
                    let list = try await client.credentials(token: token)
                    #expect(!list.isComplete)
                    #expect((200...600).contains(list.rows.count))
                }
            }
        }
    }

    @Test("many keys: asks key by key where the doors cannot be asked", arguments: ["outage", "portal", "flood"])
    func asksKeyByKeyWhereTheDoorsCannotBeAsked(kind: String) async throws {
        try await withDevCloud(seed: Self.seed(credentials: 40, entrances: 3)) { cloud in
            let token = try await cloud.token()
            var configuration = CloudClient.Configuration(address: try CloudAddress(cloud.url))
            configuration.doorReads = 4
            // If there are three doors and many more keys, the client asks for the keys of each door.
            try await withClient(configuration) { client in
                #expect(try await client.reading(token: token).snapshot.isComplete)
                try await cloud.control(
                    "faults", ["route": "acs/entrances/list_credentials_with_access", "kind": .string(kind)])
                let read = try await client.reading(token: token).snapshot
                #expect(read.credentials.count == 40)
                #expect(read.entranceIDs.count == 4)
                #expect(read.outdatedDoors.count == 36)
            }
        }
    }

    @Test("many keys: asks key by key where there are too many doors")
    func asksKeyByKeyWhereThereAreTooManyDoors() async throws {
        try await withDevCloud(seed: Self.seed(credentials: 30, entrances: 8)) { cloud in
            let token = try await cloud.token()
            var configuration = CloudClient.Configuration(address: try CloudAddress(cloud.url))
            configuration.doorReads = 7
            try await withClient(configuration) { client in
                let read = try await client.reading(token: token).snapshot
                #expect(read.outdatedDoors.count == 23)
                #expect(read.entranceIDs.count == 7)
            }
            configuration.doorReads = 8
            try await withClient(configuration) { client in
                let read = try await client.reading(token: token).snapshot
                #expect(read.isComplete)
            }
        }
    }
}
