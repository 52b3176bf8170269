import Glibc
import TestSupport
import Testing
import Wire

/// Tests the reports that public screens send, and the messages of administrators to all screens.
@Suite(.serialized, .timeLimit(.minutes(3))) struct KioskScreenTests {
    private static let ends: JSON = ["ended": 3, "idle": 1]

    /// Sends a screen's report, and returns the reply.
    private static func report(
        _ system: TestSystem, _ state: String = "waiting", kiosk: String = "tty1", ends: JSON = ends
    ) throws -> JSON {
        let client = try TextClient(system.sessionSocket)
        let params: JSON = ["kiosk": .string(kiosk), "state": .string(state), "ended_visits": ends]
        return try client.answer(to: try client.send("kiosk.report", params)).reply
    }

    private static func ask(_ system: TestSystem, _ method: String, _ params: JSON = [:]) throws -> JSON {
        let client = try TextClient(system.adminSocket)
        return try client.answer(to: try client.send(method, params)).reply
    }

    @Test("kiosk screen: a screen is seen and told") func aScreenIsSeenAndTold() async throws {
        let system = try await TestSystem(kioskUsers: [geteuid()])
        #expect(try Self.report(system)["result"] == ["out_of_service": false])
        let screens = try Self.ask(system, "kiosk.list")["result"]?["screens"]?.arrayValue ?? []
        #expect(screens.count == 1)
        #expect(screens.first?["kiosk"] == "tty1" && screens.first?["state"] == "waiting")
        #expect(screens.first?["silent"] == false && screens.first?["ended_visits"] == Self.ends)
        let set = try Self.ask(system, "kiosk.set", ["out_of_service": true, "message": "Back at five."])
        #expect(set["result"] == ["out_of_service": true, "message": "Back at five."], "\(set.text)")
        let told = try Self.report(system)["result"]
        #expect(told == set["result"])
        // The settings survive a restart, and if a call does not mention a setting, this setting stays unchanged.
        try await system.killSessiond()
        try await system.startSessiond()
        #expect(try Self.report(system)["result"] == set["result"])
        let back = try Self.ask(system, "kiosk.set", ["out_of_service": false])
        #expect(back["result"] == ["out_of_service": false, "message": "Back at five."])
        #expect(try Self.ask(system, "kiosk.set", ["message": ""])["result"] == ["out_of_service": false])
    }

    @Test("kiosk screen: only a kiosk's user reports") func onlyAKiosksUserReports() async throws {
        let system = try await TestSystem(users: [61_001], kioskUsers: [61_001])
        let refused = try Self.report(system)["error"]
        #expect(refused?["reason"] == "rpc.method_not_permitted" && refused?["effect"] == "none")
        let client = try TextClient(system.sessionSocket)
        for method in ["kiosk.list", "kiosk.set"] {
            let reply = try client.answer(to: try client.send(method)).reply
            #expect(reply["error"]?["reason"] == "rpc.method_not_permitted", "\(method): \(reply.text)")
        }
        #expect(try Self.ask(system, "kiosk.list")["result"]?["screens"] == [])
    }

    @Test("kiosk screen: what is wrong is named") func whatIsWrongIsNamed() async throws {
        let system = try await TestSystem(kioskUsers: [geteuid()])
        for (kiosk, state, ends, field) in [
            ("a b", "waiting", [:], "kiosk"), ("", "waiting", [:], "kiosk"), ("tty1", "asleep", [:], "state"),
            ("tty1", "visit", ["ended": -1], "ended"), ("tty1", "visit", ["who": 1], "who"),
        ] as [(String, String, JSON, String)] {
            let error = try Self.report(system, state, kiosk: kiosk, ends: ends)["error"]
            #expect(error?["reason"] == "rpc.invalid_params", "\(kiosk) \(state) \(ends.text)")
            #expect(error?["field"]?.stringValue?.hasSuffix(field) == true, "\(error?.text ?? "")")
        }
        let long = String(repeating: "x", count: 121)
        let error = try Self.ask(system, "kiosk.set", ["message": .string(long)])["error"]
        #expect(error?["reason"] == "rpc.invalid_params" && error?["field"] == "/params/message")
    }

    /// An operator uses `seam` to change the settings, and sees the screens' state in the metrics.
    @Test("kiosk screen: by command") func byCommand() async throws {
        let system = try await TestSystem(kioskUsers: [geteuid()])
        let nobody = try await system.seam(["kiosk", "status"])
        #expect(nobody.status == 75 && nobody.output.contains("no public screen has reported"))
        _ = try Self.report(system, "visit")
        let one = try await system.seam(["kiosk", "status"])
        #expect(one.status == 0 && one.output.contains("tty1") && one.output.contains("visit"), "\(one)")
        #expect(try await system.seam(["kiosk", "message", "Mind the step."]).status == 0)
        #expect(try await system.seam(["kiosk", "out-of-service", "on"]).status == 0)
        #expect(try await system.seam(["kiosk", "out-of-service", "perhaps"]).status == 64)
        let more = try Self.report(system, "out_of_service", ends: ["ended": 5, "idle": 1])
        #expect(more["result"]?["message"] == "Mind the step.")
        let out = try await system.seam(["kiosk", "status", "--json"])
        #expect(out.status == 75 && out.output.contains(#""state":"out_of_service""#), "\(out)")
        let metrics = try await system.seam(["metrics"]).output
        #expect(metrics.contains(#"seam_kiosk_screens{state="out_of_service"} 1"#), "\(metrics)")
        #expect(metrics.contains(#"seam_kiosk_visits_total{end="ended"} 2"#))
        #expect(metrics.contains(#"seam_kiosk_screens{state="silent"} 0"#))
    }

    /// A monitoring service gets a heartbeat as long as the screens are in service. A machine can send a heartbeat even
    /// if it has no desk.
    @Test("kiosk screen: a heartbeat comes while the screens serve")
    func aHeartbeatComesWhileTheScreensServe() async throws {
        let server = try ChildProcess(
            "/usr/bin/python3", [try Products.file("Tests/LifeSignal/Peers/webhook.py")], input: nil)
        try await server.awaitOutput("\n")
        let port = server.output.split(separator: "\n")[0]
        let kiosk: JSON = [
            "users": .strings(["\(geteuid())"]), "heartbeat_url": .string("http://127.0.0.1:\(port)/canary-beat"),
            "heartbeat_interval_ms": 1000,
        ]
        let system = try await TestSystem(configuration: ["kiosk": kiosk])
        _ = try Self.report(system)
        try await server.awaitOutput("/canary-beat")
        _ = try Self.report(system, "unavailable")
        try await system.sessiond.awaitErrors("a public screen is not serving")
        #expect(!system.logs.contains("canary"))
        let client = try TextClient(system.sessionSocket)
        let refused = try client.answer(to: try client.send("session.exchange", ["code": "ADA-2207"])).reply
        #expect(refused["error"]?["reason"] == "kiosk.not_configured")
    }
}
