import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests that a visitor who showed a code leaves an entry in the journal and leaves no other trace. The test needs root
/// to read the memory of processes.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: canBeOtherUsers, "looks into memory: run it as root"))
struct VisitorTracesTests {
    /// A code and a token that do not occur by chance, and a search for the traces of both.
    private struct Canary {
        let mark = (0..<24).map { _ in String("abcdefghijkmnpqrstuvwxyz23456789".randomElement() ?? "x") }.joined()
        var code: String { "code-\(mark)-c" }
        var token: String { "seam_cst1\(mark)_t" }
        let number = UInt32.random(in: .min ... .max)
        /// The code and the token have the same text in their middle. These are the forms of this text. A search for
        /// the middle of the text also finds a copy that has lost its beginning or its end.
        var forms: SecretForms { SecretForms("mark", Array(mark.utf8)) }

        /// The forms of the text that occur in a process's memory.
        func found(in process: ChildProcess) throws -> [String] {
            let forms = forms
            return try SecretPlace.memory(of: process.pid).flatMap { forms.found(in: $0) }
        }
    }

    /// Some visits end when their connection ends, and some end with `session.deactivate`. Other visits end before they
    /// have begun.
    @Test("visitor traces: leaves nothing in memory") func leavesNothingInMemory() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.system.bind()
        for round in 0..<2 {
            let (canary, stranger) = (Canary(), Canary())
            try Self.settle(canary, in: kiosk.system.cloud)
            if round == 1 { #expect(try kiosk.refusal(of: stranger.code)["reason"] == "kiosk.code_refused") }
            var visitor: TextClient? = try kiosk.connect()
            let name = try Self.begin(try #require(visitor), with: canary)
            try Self.open(try #require(visitor), idem: "a-canary-is-at-the-door-\(round)")
            #expect(try !canary.found(in: kiosk.system.sessiond).isEmpty, "a control: it is found while it is used")
            if round % 2 == 0 {
                _ = try visitor.map { try $0.answer(to: try $0.send("session.deactivate")) }
                try await kiosk.system.awaitEnd(of: name, why: "deactivated")
            }
            visitor = nil
            if round % 2 == 1 { try await kiosk.system.awaitEnd(of: name, why: "disconnected") }
            for gone in [canary, stranger] { try await Self.expectNothing(of: gone, in: kiosk.system.sessiond) }
        }
    }

    private static func open(_ client: TextClient, idem: String) throws {
        let key: JSON = ["credential_id": .string(Keys.front), "timeout_ms": 30_000]
        let opened = try client.answer(to: try client.send("unlock.start", key, idem: idem)).reply
        #expect(opened["result"]?["outcome"] == "granted", "\(opened.text)")
    }

    /// The connection to the cloud uses TLS. TLS's code for encryption and buffering must also keep no traces.
    @Test("visitor traces: leaves nothing in memory behind TLS") func leavesNothingInMemoryBehindTLS() async throws {
        let cloud = try await BadCloud(kioskSecret: "kiosk-behind-tls")
        for _ in 0..<3 {
            let canary = Canary()
            try Self.settle(canary, in: cloud.cloud)
            var visitor: TextClient? = try TextClient(cloud.daemon.socket)
            let name = try Self.begin(try #require(visitor), with: canary)
            #expect(try !canary.found(in: cloud.daemon.process).isEmpty, "a control: it is found while it is used")
            visitor = nil
            try await cloud.daemon.process.awaitErrors("/~\(name)")
            try await Self.expectNothing(of: canary, in: cloud.daemon.process)
        }
        try await cloud.stop()
    }

    /// The TLS connections stay open between requests, so the last answer might remain in their buffers.
    @Test("visitor traces: leaves nothing in memory of kept connections")
    func leavesNothingInMemoryOfKeptConnections() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let cloud = try await TestCloud(in: directory, kioskSecret: "kiosk-behind-tls")
        let pair = try directory.write(
            TestCertificates.localhost + "\n" + TestCertificates.localhostKey + "\n", to: "pair.pem", mode: 0o600)
        let port = try #require(cloud.url.split(separator: ":").last)
        let relay = try ChildProcess(
            "/usr/bin/socat",
            ["-d", "-d", "OPENSSL-LISTEN:0,bind=127.0.0.1,fork,verify=0,cert=\(pair)", "TCP:127.0.0.1:\(port)"])
        try await relay.awaitErrors("listening on")
        let own = try #require(relay.errors.firstMatch(of: /listening on .*:(\d+)/)?.1)
        let address = "https://localhost:\(own)"
        let authority = try directory.write(TestCertificates.authority + "\n", to: "authority.pem")
        let desk = JSON.members(
            ("token_source", .string("\(address)/kiosk/code")), ("users", .strings(["\(geteuid())"])),
            ("secret", .string(directory.file("kiosk-secret"))))
        let daemon = try await LoneDaemon(
            .session,
            configuration: ["cloud_url": .string(address), "cloud_ca": .string(authority), "kiosk": desk])
        try await daemon.awaitReady()
        for _ in 0..<2 {
            let canary = Canary()
            try Self.settle(canary, in: cloud)
            var visitor: TextClient? = try TextClient(daemon.socket)
            let name = try Self.begin(try #require(visitor), with: canary)
            #expect(try !canary.found(in: daemon.process).isEmpty, "a control: it is found while it is used")
            visitor = nil
            try await daemon.process.awaitErrors("/~\(name)")
            try await Self.expectNothing(of: canary, in: daemon.process)
        }
        #expect(try await daemon.stop() == 0)
    }

    /// No message, log or file contains the code, the token or the kiosk's secret.
    @Test("visitor traces: leaves nothing in texts and files") func leavesNothingInTextsAndFiles() async throws {
        let kiosk = try await Kiosk()
        let (system, canary, stranger) = (kiosk.system, Canary(), Canary())
        try await system.bind()
        try Self.settle(canary, in: system.cloud)
        let secret = SecretForms("kiosk secret", Array(try #require(system.kioskSecret).utf8))
        let secrets = [canary.forms, stranger.forms, secret]
        var said = ""
        func run(_ arguments: [String], input: String = "", status: Int32? = nil) async throws {
            let ended = try await system.seam(arguments, input: input)
            #expect(status == nil || status == ended.status, "\(arguments): \(ended)")
            said += ended.output + ended.errors
        }
        try await run(["log-level", "debug"], status: 0)
        try await run(["keys", "--ephemeral", "--code", "--json"], input: stranger.code + "\n", status: 4)
        let call = JSON.members(("code", .string(stranger.code + " ")))
        try await run(["rpc", "session.exchange", "-"], input: call.text, status: 64)
        // Searches while the program is running and while its visitor is opening a door.
        try system.fault("slow", step: 4, milliseconds: 1500)
        let lock = try system.followLock()
        let unlock = try system.startSeam(
            ["unlock", "Front Door", "--ephemeral", "--code", "--json"], input: canary.code + "\n")
        try await lock.awaitOutput("\"unlocking\"")
        let places = SecretPlace.processes(of: system)
        #expect(places.contains { $0.name.contains("unlock") }, "the program is there")
        for place in places { #expect(secrets.flatMap { $0.found(in: place.content) } == [], "\(place.name)") }
        #expect(try await unlock.awaitExit() == 0, "\(unlock.errors)\n\(system.logs)")
        said += unlock.output + unlock.errors
        let body = #"{"client_session_token":"\#(stranger.code)"}"#
        try kiosk.fault("outage", ("status", 200), ("body", .string(body)))
        #expect(try kiosk.refusal(of: canary.code)["reason"] == "kiosk.token_source_unavailable")
        for command in ["rpc --admin audit.list", "rpc rpc.health", "metrics", "doctor --bundle -"] {
            try await run(command.split(separator: " ").map(String.init))
        }
        #expect(said.contains("token_source") && said.contains(TestCloud.ada), "a control: what is searched was said")
        for outcome in ["accepted", "refused"] { #expect(system.sessiond.errors.contains("outcome=\(outcome)")) }
        for text in [said, system.sessiond.output + system.sessiond.errors, system.radiod.errors] {
            #expect(secrets.flatMap { $0.found(in: Data(text.utf8)) } == [])
        }
        let files = try SecretPlace.files(below: system.directory.path).filter { !$0.path.hasSuffix("/kiosk-secret") }
        #expect(files.contains { $0.path == system.storeFile })
        for file in files { #expect(secrets.flatMap { $0.found(in: file.content) } == [], "\(file.path)") }
    }

    /// Expects that the daemon's memory contains no trace. A connection to the cloud may end a little later than the
    /// session. Until then, it keeps the bytes that it has sent.
    private static func expectNothing(of canary: Canary, in daemon: ChildProcess) async throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while try !canary.found(in: daemon).isEmpty, ContinuousClock.now < deadline { await Task.yield() }
        #expect(try canary.found(in: daemon) == [])
    }

    /// Makes the cloud return the canary's token for Ada when it gets the canary's code, and a pass that contains the
    /// mark.
    private static func settle(_ canary: Canary, in cloud: TestCloud) throws {
        let session = JSON.members(
            ("client_session_id", .string("cs_\(canary.number)")), ("workspace_id", .string(TestCloud.workspace)),
            ("created_at", "now"), ("expires_at", "+1d"), ("token", .string(canary.token)),
            ("user_identity_id", .string(TestCloud.ada)), ("device_count", 0), ("connected_account_ids", []),
            ("connect_webview_ids", []))
        let code: JSON = [
            "code": .string(canary.code), "token": .string(canary.token), "lifesignal_phone": .string(canary.mark),
        ]
        for (table, row) in [("client_sessions", session), ("kiosk_codes", code)] {
            let answer = try cloud.post("/_dev/rows/put", ["table": .string(table), "row": row])
            guard answer.status == 200 else { throw TestFailure("the cloud answers \(answer)") }
        }
    }

    /// Shows the code, reads the keys, and returns the session's name.
    private static func begin(_ client: TextClient, with canary: Canary) throws -> String {
        let id = try client.send("session.exchange", ["code": .string(canary.code)], idem: "the-visit-of-a-canary")
        let begun = try client.answer(to: id).reply
        guard let name = begun["result"]?["name"]?.stringValue, begun["result"]?["lifesignal_pass"] != nil else {
            throw TestFailure(begun.text)
        }
        for method in ["session.activate", "session.refresh", "credentials.list"] {
            let reply = try client.answer(to: try client.send(method)).reply
            guard reply["result"] != nil else { throw TestFailure("\(method): \(reply.text)") }
        }
        return name
    }
}
