import Foundation
import Glibc
import RPC
import TestSupport
import Testing
import Wire

/// A session daemon and its cloud. The cloud uses TLS, and answers correctly until a script changes its answers. The
/// server in `bad_replies.py` follows the scripts.
final class BadCloud: Sendable {
    let daemon: LoneDaemon
    let client: RPCClient
    let cloud: TestCloud
    private let server: ChildProcess
    private let scripts: TestDirectory
    private let reader: ChildProcess

    static let program = "\(Products.package)Tests/ProcessTests/Peers/bad_replies.py"
    /// The time for which the daemon waits for the answer to a request.
    static let requestLimit = Duration.seconds(1)

    /// If a secret is given, the cloud also provides a desk, which uses the same TLS.
    init(configuration: JSON = [:], kioskSecret: String? = nil) async throws {
        scripts = try TestDirectory()
        cloud = try await TestCloud(in: scripts, kioskSecret: kioskSecret)
        for (name, certificate, key) in [
            ("localhost", TestCertificates.localhost, TestCertificates.localhostKey),
            ("expired", TestCertificates.expired, TestCertificates.localhostKey),
            ("elsewhere", TestCertificates.elsewhere, TestCertificates.elsewhereKey),
            ("selfsigned", TestCertificates.selfSigned, TestCertificates.selfSignedKey),
        ] {
            try scripts.write(certificate + "\n", to: "\(name).pem")
            try scripts.write(key + "\n", to: "\(name).key", mode: 0o600)
        }
        try scripts.write("{}", to: "script")
        let port = try #require(cloud.url.split(separator: ":").last)
        server = try ChildProcess("/usr/bin/python3", [Self.program, String(port), scripts.path])
        try await server.awaitOutput("\n")
        let own = server.output.split(separator: "\n").first ?? ""
        let authority = try scripts.write(TestCertificates.authority + "\n", to: "authority.pem")
        var more: [(String, JSON)] = [
            ("cloud_url", .string("https://localhost:\(own)")), ("cloud_ca", .string(authority)),
            ("cloud_timeout_ms", .int(Int(Self.requestLimit / .milliseconds(1)))), ("cloud_burst", 1_000),
            ("cloud_interval_ms", 10), ("sync_interval_ms", 3_600_000),
        ]
        if kioskSecret != nil {
            let desk = JSON.members(
                ("token_source", .string("https://localhost:\(own)/kiosk/code")), ("users", .strings(["\(geteuid())"])),
                ("secret", .string(scripts.file("kiosk-secret"))))
            more.append(("kiosk", desk))
        }
        more += (configuration.objectValue?.members ?? []).map { ($0.key, $0.value) }
        var object = JSONObject()
        for (key, value) in more { object[key] = value }
        daemon = try await LoneDaemon(.session, configuration: .object(object))
        try await daemon.awaitReady()
        reader = try ChildProcess(
            "/usr/bin/python3", [Self.program, "--rows", daemon.directory.file("store/session.db")], input: nil)
        client = try await RPCClient.connect(
            to: daemon.socket, options: RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1")))
    }

    /// Sets the script for later connections. With the script `[:]`, the cloud answers correctly.
    func say(_ script: JSON, token: String? = nil) throws {
        var object = script.objectValue ?? JSONObject()
        if let token { object["token"] = .string(token) }
        try scripts.write(JSON.object(object).text, to: "script.new")
        guard rename(scripts.file("script.new"), scripts.file("script")) == 0 else { throw TestFailure("rename") }
    }

    /// Initializes and activates a session, and returns its token.
    func signIn(_ session: String) async throws -> String {
        let token = try cloud.token()
        _ = try await call("session.initialize", session, ("token", .string(token)))
        _ = try await call("session.activate", session)
        return token
    }

    @discardableResult
    func call(_ method: String, _ session: String, _ more: (String, JSON)...) async throws -> JSON {
        var object = JSONObject()
        object["session"] = .string(session)
        for (key, value) in more { object[key] = value }
        return try await client.call(method, JSONText(JSON.object(object))).json
    }

    /// The error with which a call ends, or nil if the call succeeds.
    func failure(of method: String, _ session: String) async throws -> WireError? {
        do throws(WireError) {
            var object = JSONObject()
            object["session"] = .string(session)
            _ = try await client.call(method, JSONText(JSON.object(object)))
            return nil
        } catch {
            return error
        }
    }

    /// The part of a session's status that concerns the last reads of the cloud.
    func sync(_ session: String) async throws -> JSON { try await call("session.get", session)["sync"] ?? .null }

    /// Makes the cloud answer correctly, and waits until a correct answer has reached the session. A request that is
    /// already in progress may fail once more.
    func heal(_ session: String) async throws {
        try say([:])
        let deadline = ContinuousClock.now + .seconds(20)
        while let error = try await failure(of: "session.refresh", session) {
            guard ContinuousClock.now < deadline else { throw TestFailure("never heals: \(error)") }
        }
        let sync = try await sync(session)
        #expect(sync["reason"] == nil && sync["stale_since"] == nil)
    }

    /// The keys that the person sees, and the content of the store.
    func cache(_ session: String) async throws -> Cache {
        Cache(shown: try await call("credentials.list", session).text, stored: try await rows())
    }

    struct Cache: Equatable {
        let shown: String
        let stored: String
    }

    /// A digest of the sealed rows of all caches.
    func rows() async throws -> String {
        let question = UUID().uuidString
        try reader.write(question + "\n")
        try await reader.awaitOutput("\(question) done")
        let line = reader.output.split(separator: "\n").first { $0.hasPrefix(question) }
        return String(try #require(line).dropFirst(question.count))
    }

    /// The output of `seam status` for a session.
    func status(_ session: String) async throws -> String {
        let seam = try ChildProcess(
            try Products.executable("seam"), ["status", "--session", session],
            environment: ["SEAM_SOCKET": daemon.socket, "NO_COLOR": "1"])
        try await seam.awaitExit()
        return seam.output
    }

    /// The logs of the daemon and the server.
    var logs: String { "--- daemon\n\(daemon.process.errors)\n--- server\n\(server.errors)" }

    func stop() async throws {
        await client.close()
        #expect(try await daemon.stop() == 0)
    }
}
