import CloudModel
import LinuxSupport
import SeamCloud
import Testing
import Wire

@Suite("What a read asks about first", .timeLimit(.minutes(2)))
struct ReadingOrderTests {
    /// Records the reports that a read makes before its end, and how many requests came before each report.
    private final class Told: Sendable {
        struct News: Sendable {
            let snapshot: CloudSnapshot
            let hasNearDoors: Bool
            let asked: [String]
        }

        private let news = Locked<[News]>([])
        var all: [News] { news.withLock { $0 } }

        func order(
            _ api: ScriptedAPI, near: Set<String> = [], wanted: @escaping @Sendable () async -> String? = { nil }
        ) -> ReadingOrder {
            ReadingOrder(nearDoors: near, wanted: wanted) { part in
                self.news.withLock { news in
                    news.append(
                        News(snapshot: part.snapshot, hasNearDoors: part.hasNearDoors, asked: api.asked()))
                }
            }
        }
    }

    private func ids(_ count: Int) -> [String] { (0..<count).map { "k\($0)" } }

    private func house(_ api: ScriptedAPI, keys: [String], doors: [String: [String]]) {
        api.change { content in
            content.credentials = keys.map { ScriptedAPI.credential($0) }
            content.doors = doors
        }
    }

    @Test("reading order: keys come after their pages; 230 keys take as many questions for a near door as 20")
    func nearDoors() async throws {
        var asked: [Int] = []
        for count in [20, 230] {
            try await ScriptedAPI.with { api, client, token in
                let keys = ids(count)
                house(api, keys: keys, doors: ["front": ["k3", "k7"], "back": ["k7"], "far": keys, "gate": keys])
                let told = Told()
                let read = try await client.reading(
                    token: token, order: told.order(api, near: ["front", "back"])
                ).snapshot
                let lists = try #require(told.all.first)
                let near = try #require(told.all.dropFirst().first)
                #expect(lists.snapshot.credentials.count == count && lists.snapshot.outdatedDoors.count == count)
                #expect(!lists.hasNearDoors && !lists.asked.contains { $0.hasPrefix("acs/entrances") })
                #expect(near.hasNearDoors)
                #expect(near.snapshot.entrances(of: "k7").map(\.displayName) == ["Door back", "Door front"])
                #expect(near.snapshot.entranceIDs["k3"] == ["front"])
                #expect(near.snapshot.entranceIDs["k0"] == nil, "nothing is said of what was not asked")
                #expect(near.snapshot.outdatedDoors.count == count, "it may open more")
                asked.append(lists.asked.count + near.asked.count)
                #expect(read.isComplete)
                #expect(read.entranceIDs["k7"] == ["back", "front", "far", "gate"])
                #expect(read.entranceIDs["k0"] == ["far", "gate"])
                let rest = api.asked()
                #expect(rest.count == 3, "all doors, then those two that were not asked: \(rest)")
            }
        }
        #expect(asked == [10, 10])
    }

    @Test("reading order: asks about the key that a person waits for before all others, whatever the budget")
    func wanted() async throws {
        try await ScriptedAPI.with(doorReads: 3) { api, client, token in
            house(api, keys: ids(40), doors: [:])
            let (told, wanted) = (Told(), Locked<String?>("k33"))
            let order = told.order(api) { wanted.withLock { $0 } }
            let read = try await client.reading(token: token, order: order).snapshot
            let doors = told.all.flatMap(\.asked).compactMap { $0.split(separator: "acs_credential_id=").last }
                .filter { $0.hasPrefix("k") }.map { $0.prefix { $0 != "&" } }
            #expect(doors.first == "k33", "\(doors)")
            let news = try #require(told.all.first { $0.snapshot.entranceIDs["k33"] != nil })
            #expect(news.snapshot.outdatedDoors.count == 39, "told at once")
            #expect(read.outdatedDoors.count == 37)
        }
    }

    @Test("reading order: asks about a wanted key while it asks the doors")
    func wantedAmongDoors() async throws {
        try await ScriptedAPI.with { api, client, token in
            let keys = ids(40)
            house(api, keys: keys, doors: ["a": keys, "b": ["k33"], "c": keys])
            let told = Told()
            let read = try await client.reading(token: token, order: told.order(api) { "k33" }).snapshot
            let news = try #require(told.all.first { $0.snapshot.entranceIDs["k33"] != nil })
            #expect(news.snapshot.entranceIDs["k33"] == ["a", "b", "c"])
            #expect(news.snapshot.entranceIDs.count == 1)
            #expect(read.isComplete)
        }
    }

    @Test("reading order: what a wanted key was asked for stands, whatever doors say of it later", arguments: [3, 30])
    func wantedStands(count: Int) async throws {
        try await ScriptedAPI.with { api, client, token in
            let far = (0..<count).map { "far\($0)" }
            house(api, keys: ids(9), doors: Dictionary(uniqueKeysWithValues: (["front"] + far).map { ($0, ["k5"]) }))
            // After the client has requested the doors of the key itself, the doors' own lists no longer contain the
            // key.
            let order = ReadingOrder(nearDoors: ["front"], wanted: { "k5" }) { part in
                guard part.snapshot.entranceIDs["k5"] != nil, !part.hasNearDoors else { return }
                api.change { content in for door in far { content.doors[door] = ["k0"] } }
            }
            let read = try await client.reading(token: token, order: order).snapshot
            #expect(read.entranceIDs["k5"] == (["front"] + far).sorted())
            #expect(read.isComplete)
        }
    }

    @Test("order: a near door that no longer names a key takes it away at once, and says nothing of other doors")
    func revoked() async throws {
        try await ScriptedAPI.with { api, client, token in
            let keys = ids(9)
            house(api, keys: keys, doors: ["front": ["k1", "k2"], "side": keys])
            let before = try await client.reading(token: token).snapshot
            #expect(before.entranceIDs["k1"] == ["front", "side"])
            house(api, keys: keys + ["new"], doors: ["front": ["k2"], "side": keys])
            let told = Told()
            _ = try await client.reading(token: token, known: before, order: told.order(api, near: ["front"]))
            let near = try #require(told.all.first { $0.hasNearDoors })
            #expect(near.snapshot.entranceIDs["k1"] == ["side"])
            #expect(near.snapshot.entranceIDs["k2"] == ["side", "front"])
            #expect(near.snapshot.outdatedDoors == ["new"])
        }
    }

    @Test(
        "reading order: a cloud that does not say which keys open a door is asked key by key",
        arguments: [403, 404, 500])
    func refused(status: Int) async throws {
        try await ScriptedAPI.with { api, client, token in
            let keys = ids(12)
            house(api, keys: keys, doors: ["front": ["k1", "k2"], "side": keys])
            api.change {
                $0.refusals["acs/entrances/list_credentials_with_access"] = .init(status: status, type: "no")
            }
            let told = Told()
            let read = try await client.reading(token: token, order: told.order(api, near: ["front"])).snapshot
            #expect(read.isComplete)
            #expect(read.entranceIDs["k1"] == ["front", "side"] && read.entranceIDs["k0"] == ["side"])
            #expect(!told.all.contains { $0.hasNearDoors })
        }
    }

    @Test("reading order: a key that no door names is asked about itself, once")
    func unnamed() async throws {
        try await ScriptedAPI.with { api, client, token in
            house(api, keys: ids(12), doors: ["front": ["k1", "k2"], "side": ["k2"]])
            let read = try await client.reading(token: token).snapshot
            #expect(read.isComplete && read.entranceIDs["k0"] == [])
            #expect(api.askedDoors().count == 10)
            _ = try await client.reading(token: token, known: read)
            #expect(api.askedDoors().isEmpty)
        }
    }

    @Test("reading order: a read that finds nothing new tells nothing before its end")
    func nothingNew() async throws {
        try await ScriptedAPI.with { api, client, token in
            house(api, keys: ids(12), doors: ["front": ["k1", "k2"]])
            let (told, before) = (Told(), try await client.reading(token: token).snapshot)
            let read = try await client.reading(token: token, known: before, order: told.order(api, near: ["front"]))
            #expect(told.all.isEmpty && read.snapshot == before)
        }
    }
}
