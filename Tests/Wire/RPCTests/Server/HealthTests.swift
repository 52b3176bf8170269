import LinuxSupport
import Logging
import RPC
import TestSupport
import Testing
import Wire

@Suite("The health of a server") struct HealthTests {
    private let clock = Locked(Timestamp(millisecondsSince1970: 1_000))

    private func health() -> Health {
        Health(topics: TopicSource(epoch: "e")) { [clock] in clock.withLock { $0 } }
    }

    private func pass(_ duration: Duration) { clock.withLock { $0 = $0.advanced(by: duration) } }

    @Test("health: is the worst of its components'")
    func worst() {
        let health = health()
        #expect(health.status == .serving)
        health.report("a", .serving)
        health.report("b", .degraded, "half")
        #expect(health.status == .degraded)
        health.report("c", .notServing)
        #expect(health.status == .notServing)
        health.report("c", .serving)
        health.report("b", .serving)
        #expect(health.status == .serving)
    }

    @Test("health: says since when a status is what it is; another reason does not move it")
    func since() throws {
        let health = health()
        health.report("a", .degraded, "one")
        pass(.milliseconds(250))
        health.report("a", .degraded, "two")
        let first = try #require(health.components.first)
        #expect(first.reason == "two" && first.since.description == "1970-01-01T00:00:01.000Z")
        health.report("a", .notServing, "two")
        #expect(health.components.first?.since.description == "1970-01-01T00:00:01.250Z")
    }

    @Test("is bounded: 32 components, 64 bytes of a name, 256 of a reason")
    func bounds() throws {
        let health = health()
        #expect(health.report("", .serving) == false)
        #expect(health.report(String(repeating: "n", count: 65), .serving) == false)
        #expect(health.report(String(repeating: "n", count: 64), .serving, String(repeating: "ä", count: 200)))
        #expect(health.components.first?.reason == String(repeating: "ä", count: 128))
        for number in 1..<32 { #expect(health.report("\(number)", .serving, "")) }
        #expect(health.report("one more", .notServing) == false)
        #expect(health.status == .serving)
        #expect(health.components.count == 32)
        #expect(health.components.dropFirst().allSatisfy { $0.reason == nil }, "an empty reason is none")
        #expect(health.report("7", .degraded), "one that is known can change")
    }

    @Test("health: is told as a snapshot, then as it changes, and only then")
    func watched() async throws {
        let health = health()
        health.report("store", .serving)
        health.report("radio", .notServing, "away")
        let client = try await client(of: health)
        let stream = try await client.stream("rpc.health.watch", .emptyObject, terms: StreamTerms())
        var rows: [Item] = []
        for _ in 0..<3 { rows.append(try #require(try await stream.next())) }
        #expect(rows.map(\.kind) == ["snapshot", "snapshot", "synced"])
        #expect(rows.prefix(2).map { $0.data.json["name"]?.stringValue } == ["store", "radio"])
        health.report("store", .serving)
        health.report("radio", .notServing, "away")
        pass(.seconds(1))
        health.report("radio", .serving)
        let change = try #require(try await stream.next())
        #expect(change.kind == "component", "what did not change is not told")
        #expect(
            change.data.json == ["name": "radio", "status": "serving", "since": "1970-01-01T00:00:02.000Z"])
        let told = try await client.call("rpc.health", .emptyObject).json
        #expect(told["status"] == "serving")
        #expect(told["components"]?.arrayValue?.count == 2)
    }

    @Test("health: goes on after a cursor without repeating itself")
    func resumed() async throws {
        let health = health()
        health.report("a", .serving)
        let client = try await client(of: health)
        let first = try await client.stream("rpc.health.watch", .emptyObject, terms: StreamTerms())
        _ = try await first.next()
        let place = try #require(try await first.next()?.seq)
        first.cancel()
        health.report("a", .degraded, "late")
        let second = try await client.stream(
            "rpc.health.watch", .emptyObject, terms: StreamTerms(from: .cursor(epoch: "e", seq: place)))
        let synced = try #require(try await second.next())
        #expect(synced.kind == "synced" && synced.data.json["fresh"] == false)
        #expect(try await second.next()?.data.json["reason"] == "late")
    }

    private func client(of health: Health) async throws -> RPCClient {
        let server = RPCServer(
            try RPCServer.Configuration(
                name: "test", version: "1", epoch: "e",
                contracts: [ServedContract(bytes: Array(testContract.utf8))], quotas: RPCQuotas(exemptUsers: []),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, health: health),
            handlers: RPCHandlers())
        return try await server.connect(
            as: PeerIdentity(uid: 1234, gids: [1234], pid: 0), socket: "session",
            options: .init(hello: Hello(clientName: "test", clientVersion: "1")))
    }
}
