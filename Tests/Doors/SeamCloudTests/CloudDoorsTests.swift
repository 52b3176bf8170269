import CloudModel
import LinuxSupport
import SeamCloud
import Testing
import Wire

/// If there are too many keys, the client reads the doors of only some of the keys when it reads the cloud. The tests
/// check for which keys the client does this, and what happens if the cloud refuses a request.
@Suite(.timeLimit(.minutes(2))) struct CloudDoorsTests {
    /// The snapshot that results from `read` when the earlier snapshot was `known`. Doors that were not read stay
    /// unchanged.
    private func known(_ known: CloudSnapshot?, _ read: CloudSnapshot) -> CloudSnapshot {
        CloudSnapshot(
            session: read.session, workspace: read.workspace, credentials: read.credentials,
            entranceIDs: (known?.entranceIDs ?? [:]).merging(read.entranceIDs) { $1 },
            outdatedDoors: read.outdatedDoors, olderDoors: read.olderDoors)
    }

    private func ids(_ numbers: Range<Int>) -> [String] { numbers.map { "k\($0)" } }

    @Test("cloud doors: reads all doors in a few turns") func readsAllDoorsInAFewTurns() async throws {
        try await ScriptedAPI.with { api, client, token in
            let ids = ids(0..<1_300)
            api.change { $0.credentials = ids.map { ScriptedAPI.credential($0) } }
            var cache: CloudSnapshot?
            var left: [Int] = []
            for _ in 0..<3 {
                let read = try await client.reading(token: token, known: cache).snapshot
                #expect(read.credentials.count == 1_300)
                #expect(read.gaps.isEmpty)
                left.append(read.outdatedDoors.count)
                cache = known(cache, read)
            }
            #expect(left == [800, 300, 0])
            #expect(cache?.entranceIDs.count == 1_300)
            #expect(cache?.entranceIDs["k1299"] == ["door-k1299"])
        }
    }

    @Test("cloud doors: asks for the oldest first once all are read")
    func asksForTheOldestFirstOnceAllAreRead() async throws {
        try await ScriptedAPI.with(doorReads: 2) { api, client, token in
            api.change { $0.credentials = ids(0..<5).map { ScriptedAPI.credential($0) } }
            var cache: CloudSnapshot?
            var asked: [[String]] = []
            for _ in 0..<6 {
                let read = try await client.reading(token: token, known: cache).snapshot
                asked.append(api.askedDoors())
                cache = known(cache, read)
            }
            #expect(
                asked == [["k0", "k1"], ["k2", "k3"], ["k4", "k0"], ["k1", "k2"], ["k3", "k0"], ["k4", "k1"]])
        }
    }

    @Test("cloud doors: asks for new and changed keys first") func asksForNewAndChangedKeysFirst() async throws {
        try await ScriptedAPI.with(doorReads: 2) { api, client, token in
            api.change { $0.credentials = ids(0..<4).map { ScriptedAPI.credential($0) } }
            var cache: CloudSnapshot?
            for _ in 0..<2 { cache = known(cache, try await client.reading(token: token, known: cache).snapshot) }
            #expect(cache?.outdatedDoors == [])
            #expect(cache?.olderDoors == ["k0", "k1"])
            _ = api.asked()
            let change: JSON = [["warning_code": "schedule_modified", "message": ""]]
            api.change { content in
                content.credentials = [
                    ScriptedAPI.credential("k0"), ScriptedAPI.credential("k2"),
                    ScriptedAPI.credential("k3", ["warnings": change]), ScriptedAPI.credential("new"),
                    ScriptedAPI.credential("newer"),
                ]
            }
            let read = try await client.reading(token: token, known: cache).snapshot
            #expect(api.askedDoors() == ["k3", "new"])
            #expect(read.outdatedDoors == ["newer"])
            #expect(read.olderDoors == ["k0", "k2"], "k1 is gone")
            cache = known(cache, read)
            _ = try await client.reading(token: token, known: cache)
            #expect(api.askedDoors() == ["newer", "k0"])
        }
    }

    @Test("cloud doors: what is unread survives the store") func whatIsUnreadSurvivesTheStore() async throws {
        try await ScriptedAPI.with(doorReads: 1) { api, client, token in
            api.change { $0.credentials = ids(0..<3).map { ScriptedAPI.credential($0) } }
            let read = try await client.reading(token: token).snapshot
            #expect(!read.isComplete)
            #expect(try CloudSnapshot(json: read.json) == read)
        }
    }

    @Test(
        "cloud doors: leaves out what is listed and refused twice",
        arguments: [(403, "forbidden"), (404, "acs_credential_not_found")])
    func leavesOutWhatIsListedAndRefusedTwice(status: Int, type: String) async throws {
        try await ScriptedAPI.with { api, client, token in
            api.change { content in
                content.credentials = ids(0..<3).map { ScriptedAPI.credential($0) }
                content.refusals = ["k1": .init(status: status, type: type)]
            }
            let read = try await client.reading(token: token).snapshot
            #expect(read.credentials.map(\.id) == ["k0", "k2"])
            let asked = api.asked()
            #expect(asked.filter { $0.hasPrefix("acs/credentials/list") }.count == 2, "it is listed once more")
            #expect(asked.filter { $0.contains("acs_credential_id=k1") }.count == 2)
            api.change { $0.refusals = [:] }
            #expect(try await client.reading(token: token).snapshot.credentials.count == 3)
        }
    }

    @Test("cloud doors: takes away no key where nobody may ask for doors")
    func takesAwayNoKeyWhereNobodyMayAskForDoors() async throws {
        try await ScriptedAPI.with { api, client, token in
            api.change { content in
                content.credentials = ids(0..<3).map { ScriptedAPI.credential($0) }
                content.refusals = ["acs/entrances/list": .init(status: 401, type: "auth_method_does_not_apply")]
            }
            await expect(.notPermitted) { _ = try await client.reading(token: token) }
        }
    }

    @Test("cloud doors: a server that fails at one key leaves that for the next read")
    func aServerThatFailsAtOneKeyLeavesThatForTheNextRead() async throws {
        try await ScriptedAPI.with { api, client, token in
            api.change { content in
                content.credentials = ids(0..<4).map { ScriptedAPI.credential($0) }
                content.refusals = ["k1": .init(status: 500, type: "internal_server_error")]
            }
            let read = try await client.reading(token: token).snapshot
            #expect(read.credentials.count == 4 && read.outdatedDoors == ["k1"])
            #expect(read.entranceIDs["k2"] == ["door-k2"] && read.entranceIDs["k1"] == nil)
        }
    }

    @Test("cloud doors: a server that fails at all keys fails the read and what was read is told")
    func aServerThatFailsAtAllKeysFailsTheReadAndWhatWasReadIsTold() async throws {
        try await ScriptedAPI.with { api, client, token in
            let told = Locked<[CloudSnapshot]>([])
            let order = ReadingOrder(learnt: { part in told.withLock { $0.append(part.snapshot) } })
            api.change { content in
                content.credentials = ids(0..<5).map { ScriptedAPI.credential($0) }
                for id in ids(0..<5) { content.refusals[id] = .init(status: 503, type: "internal_server_error") }
            }
            await expect(.server(status: 503)) { _ = try await client.reading(token: token, order: order) }
            #expect(api.askedDoors().count == 3, "three in a row are enough")
            api.change { $0.refusals["k0"] = nil }
            await expect(.server(status: 503)) { _ = try await client.reading(token: token, order: order) }
            #expect(told.withLock { $0.last }?.entranceIDs == ["k0": ["door-k0"]])
        }
    }

    @Test("cloud doors: a key that is refused is not told as read before it was asked twice")
    func aKeyThatIsRefusedIsNotToldAsReadBeforeItWasAskedTwice() async throws {
        try await ScriptedAPI.with { api, client, token in
            let told = Locked<[CloudSnapshot]>([])
            let order = ReadingOrder(wanted: { "k1" }, learnt: { part in told.withLock { $0.append(part.snapshot) } })
            api.change { content in
                content.credentials = ids(0..<3).map { ScriptedAPI.credential($0) }
                content.refusals = ["k1": .init(status: 403, type: "forbidden")]
            }
            let read = try await client.reading(token: token, order: order).snapshot
            #expect(told.withLock { $0 }.allSatisfy { $0.outdatedDoors.contains("k1") })
            #expect(read.credentials.map(\.id) == ["k0", "k2"] && read.isComplete)
        }
    }
}
