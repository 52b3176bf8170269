import Glibc
import RPC
import TestSupport
import Testing
import Wire

/// The health of the daemons, as reported over the wire while their dependencies fail and come back.
@Suite(.serialized) struct HealthTests {
    @Test(
        "health: a broker that is killed shows in the session daemon's health, and so does its return",
        .timeLimit(.minutes(2)))
    func broker() async throws {
        let system = try await TestSystem()
        let client = try await client(system.sessionSocket)
        var components = Watched(try await client.stream("rpc.health.watch", .emptyObject, terms: StreamTerms()))
        try await components.until { $0.count == 6 && $0["radio"]?["status"] == "serving" }
        #expect(Set(components.latest.keys) == ["store", "radio", "bus", "cloud", "clock", "providers"])
        let before = try #require(components.latest["radio"]?["since"]?.stringValue.flatMap { Timestamp($0) })
        try await system.killRadiod()
        try await components.until { $0["radio"]?["status"] == "not_serving" }
        let away = try #require(components.latest["radio"])
        #expect(away["reason"] == "the radio broker cannot be reached")
        let since = try #require(away["since"]?.stringValue.flatMap { Timestamp($0) })
        #expect(since >= before)
        let health = try await client.call("rpc.health", .emptyObject).json
        #expect(health["status"] == "not_serving", "the worst of all")
        try await system.startRadiod()
        try await components.until { $0["radio"]?["status"] == "serving" }
        #expect(components.latest["radio"]?["reason"] == nil)
        await client.close()
    }

    @Test("health: a cloud that goes away degrades, and what the sessions ask shows it", .timeLimit(.minutes(2)))
    func cloud() async throws {
        let system = try await TestSystem(configuration: ["sync_interval_ms": 1000])
        let client = try await client(system.sessionSocket)
        var components = Watched(try await client.stream("rpc.health.watch", .emptyObject, terms: StreamTerms()))
        try await components.until { $0["cloud"] != nil }
        #expect(components.latest["cloud"]?["reason"] == "no request has been sent yet")
        try await system.signIn()
        try await components.until { $0["cloud"]?["reason"] == nil }
        #expect(components.latest["cloud"]?["status"] == "serving")
        system.cloud.process.signal(SIGKILL)
        _ = try? await system.seam(["refresh"])
        try await components.until { $0["cloud"]?["status"] == "degraded" }
        #expect(components.latest["cloud"]?["reason"] != nil)
        await client.close()
    }

    @Test("health: the broker tells of its adapter and driver, and administrators see what daemons do")
    func radio() async throws {
        let system = try await TestSystem()
        for (socket, names) in [
            (system.radioSocket, ["adapter", "driver"]),
            (system.adminSocket, ["store", "radio", "bus", "cloud", "clock", "providers"]),
        ] {
            let client = try await client(socket)
            let health = try await client.call("rpc.health", .emptyObject).json
            #expect(health["components"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == names)
            let stats = try await client.call("rpc.stats", .emptyObject).json
            #expect((stats["connections"]?.integerValue ?? 0) >= 1)
            await client.close()
        }
        let session = try await client(system.sessionSocket)
        let error = try await #require(throws: WireError.self) {
            _ = try await session.call("rpc.stats", .emptyObject)
        }
        #expect(error.code == .permissionDenied)
        await session.close()
    }

    @Test("health: rpc.can tells a kiosk what the session lacks, as the method would")
    func can() async throws {
        let system = try await TestSystem.withFrontKey()
        let client = try await client(system.sessionSocket)
        func reason(_ question: JSON) async throws -> String? {
            try await client.call("rpc.can", JSONText(question)).json["reason"]?.stringValue
        }
        #expect(try await reason(["method": "credentials.list"]) == nil)
        #expect(try await reason(["method": "session.refresh"]) == nil)
        #expect(
            try await reason(["method": "session.refresh", "session": "other"]) == "seam.initialization_required")
        #expect(
            try await reason(["method": "credentials.list", "params": ["session": "other"]])
                == "seam.initialization_required")
        #expect(try await reason(["method": "locks.list"]) == "rpc.method_not_permitted")
        await client.close()
        let admin = try await self.client(system.adminSocket)
        let watch: JSON = ["method": "unlock.watch", "params": ["session": "x"]]
        let answer = try await admin.call("rpc.can", JSONText(watch)).json
        let error = try await #require(throws: WireError.self) {
            let stream = try await admin.stream("unlock.watch", JSONText(["session": "x"]), terms: StreamTerms())
            _ = try await stream.next()
        }
        #expect(answer["field"]?.stringValue == error.field && answer["reason"]?.stringValue == error.reason)
        #expect(try await admin.call("rpc.can", JSONText(["method": "unlock.watch"])).json == ["allowed": true])
        await admin.close()
    }

    private func client(_ socket: String) async throws -> RPCClient {
        try await RPCClient.connect(
            to: socket, options: RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    /// The latest report about each component in a health stream.
    private struct Watched {
        let stream: ClientStream
        private(set) var latest: [String: JSON] = [:]

        init(_ stream: ClientStream) { self.stream = stream }

        /// Reads reports until `isWanted` returns true. The suite's time limit ends a futile wait.
        mutating func until(_ isWanted: ([String: JSON]) -> Bool) async throws {
            while !isWanted(latest) {
                let item = try #require(try await stream.next())
                guard let name = item.data.json["name"]?.stringValue else { continue }
                latest[name] = item.data.json
            }
        }
    }
}
