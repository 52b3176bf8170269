import AsyncHTTPClient
import CloudModel
import Foundation
import NIOCore
import NIOHTTP1
import SeamCloud
import SeamModel
import Subprocess
import SystemPackage
import TestSupport
import Testing
import Wire

/// Tests the development cloud as a separate process.
@Suite(.timeLimit(.minutes(2))) struct DevCloudProcessTests {
    /// How the program ended.
    private struct Ending {
        let status: TerminationStatus
        let errors: String
    }

    /// Starts the program `seam-devcloud`. Once the program is ready, passes its base URL to `body`. Afterwards, ends
    /// the program with SIGTERM.
    private func spawn(_ arguments: [String], _ body: (String) async throws -> Void) async throws -> Ending {
        let result = try await run(
            .path(FilePath(Products.executable("seam-devcloud"))),
            arguments: Arguments(arguments),
            environment: .custom([:]),
            input: .none,
            output: .sequence,
            error: .string(limit: 65_536)
        ) { execution in
            var output = ""
            for try await chunk in execution.standardOutput {
                output += chunk.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                guard output.hasSuffix("\n") else { continue }
                #expect(output.hasPrefix("ready ") && output.count { $0 == "\n" } == 1)
                do {
                    try await body(String(output.dropFirst("ready ".count).dropLast()))
                } catch {
                    try execution.send(signal: .kill)
                    throw error
                }
                try execution.send(signal: .terminate)
            }
        }
        return Ending(status: result.terminationStatus, errors: result.standardError)
    }

    private func arguments(_ directory: TestDirectory, listen: String) throws -> [String] {
        let key = try directory.write(CloudFixture.apiKey + "\n", to: "key", mode: 0o600)
        return ["--listen", listen, "--seed", shippedSeedPath, "--api-key-file", key]
    }

    @Test("development cloud process: serves and leaves nothing") func servesAndLeavesNothing() async throws {
        let directory = try TestDirectory()
        let files = ["--address-file", directory.file("url"), "--events", directory.file("events")]
        let ending = try await spawn(try arguments(directory, listen: "127.0.0.1:0") + files) { url in
            #expect(try String(contentsOfFile: directory.file("url"), encoding: .utf8) == "\(url)\n")
            let cloud = CloudFixture(url: url, clock: CloudClock())
            let token = try await cloud.token()
            try await cloud.withClient { client in
                let snapshot = try await client.reading(token: token).snapshot
                #expect(snapshot.credentials.count == 13)
                try await cloud.control("outage", ["route": "*", "status": 503])
                await expect(.server(status: 503)) { _ = try await client.session(token: token) }
                try await cloud.control("clear", [:])
                _ = try await client.unlockDoor(deviceID: "lock_flat_four", token: token)
            }
        }
        #expect(ending.status == .exited(0))
        #expect(ending.errors.isEmpty)
        let events = try String(contentsOfFile: directory.file("events"), encoding: .utf8)
        #expect(events.contains(#""event_type":"lock.unlocked""#))
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(left == ["events", "key"])
    }

    @Test("development cloud process: unix socket is private and goes away")
    func unixSocketIsPrivateAndGoesAway() async throws {
        let directory = try TestDirectory()
        let path = directory.file("s")
        let ending = try await spawn(try arguments(directory, listen: "unix:\(path)")) { url in
            #expect(url == "unix:\(path)")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode.map { $0 & 0o077 } == 0)
        }
        #expect(ending.status == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("development cloud process: speaks TLS") func speaksTLS() async throws {
        let directory = try TestDirectory()
        let roots = try directory.write(TestCertificates.authority, to: "roots.pem")
        let tls = [
            "--tls-certificate", try directory.write(TestCertificates.localhost, to: "certificate.pem"),
            "--tls-key", try directory.write(TestCertificates.localhostKey, to: "key.pem", mode: 0o600),
        ]
        let ending = try await spawn(try arguments(directory, listen: "127.0.0.1:0") + tls) { url in
            #expect(url.hasPrefix("https://127.0.0.1:"))
            let named = url.replacing("127.0.0.1", with: "localhost")
            var configuration = CloudClient.Configuration(address: try CloudAddress(named))
            let token = try ClientSessionToken("seam_cst1nobody_0123456789".utf8)
            // The certificate for `localhost` comes from an authority that is not trusted by default.
            try await withClient(configuration) { client in
                await expect(.tls) { _ = try await client.workspace(token: token) }
            }
            configuration.trustRootsPath = roots
            try await withClient(configuration) { client in
                await expect(.invalidToken(.notFound)) { _ = try await client.workspace(token: token) }
            }
        }
        #expect(ending.status == .exited(0))
    }

    @Test(
        "development cloud process: refuses wrong certificates",
        arguments: [
            (TestCertificates.localhost, TestCertificates.elsewhereKey), ("", TestCertificates.localhostKey),
            (TestCertificates.localhost, "nothing"),
        ])
    func refusesWrongCertificates(certificate: String, key: String) async throws {
        let directory = try TestDirectory()
        let tls = [
            "--tls-certificate", try directory.write(certificate, to: "certificate.pem"),
            "--tls-key", try directory.write(key, to: "key.pem", mode: 0o600),
        ]
        let ending = try await spawn(try arguments(directory, listen: "127.0.0.1:0") + tls) { url in
            Issue.record("it serves at \(url)")
        }
        #expect(ending.status == .exited(1))
        #expect(ending.errors == "seam-devcloud: the TLS certificate and key are not a pair in PEM\n")
    }

    @Test("development cloud process: helps") func helps() async throws {
        let program = try ChildProcess(try Products.executable("seam-devcloud"), ["--help"])
        #expect(try await program.awaitExit() == 0)
        #expect(program.errors.isEmpty)
        for option in ["--listen", "--seed", "--api-key-file", "--address-file", "--events", "--tls-key", "--help"] {
            #expect(program.output.contains("  \(option) "))
        }
    }

    @Test("development cloud process: ends during a slow request") func endsDuringASlowRequest() async throws {
        let directory = try TestDirectory()
        var slow: Task<RawAnswer, any Error>?
        let ending = try await spawn(try arguments(directory, listen: "127.0.0.1:0")) { url in
            let cloud = CloudFixture(url: url, clock: CloudClock())
            try await cloud.control("latency", ["route": "workspaces/get", "ms": 60_000])
            slow = Task { try await cloud.send("GET", "workspaces/get") }
        }
        #expect(ending.status == .exited(0))
        slow?.cancel()
        _ = await slow?.result
    }

    @Test("development cloud process: ends during an unfinished answer", arguments: ["stall", "flood"])
    func endsDuringAnUnfinishedAnswer(kind: String) async throws {
        let directory = try TestDirectory()
        // The test has the answer but does not read the answer's body until the program has ended.
        var answer: HTTPClientResponse?
        let ending = try await spawn(try arguments(directory, listen: "127.0.0.1:0")) { url in
            let cloud = CloudFixture(url: url, clock: CloudClock())
            try await cloud.control("faults", ["route": "workspaces/get", "kind": .string(kind)])
            var request = HTTPClientRequest(url: "\(url)/workspaces/get")
            request.headers.add(name: "authorization", value: "Bearer \(CloudFixture.apiKey)")
            answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        }
        #expect(ending.status == .exited(0))
        #expect(answer?.status == .ok)
    }

    @Test(
        "development cloud process: refuses to start",
        arguments: [
            (["--listen", "0.0.0.0:0"], 1), (["--listen", "127.0.0.1:0", "--frob", "x"], 64), ([], 64),
            (["--listen"], 64), (["--listen", "127.0.0.1:0", "--tls-key", "/dev/null"], 64),
            (["--listen", "unix:/tmp/s", "--tls-key", "/dev/null", "--tls-certificate", "/dev/null"], 64),
        ] as [([String], Int32)]
    )
    func refusesToStart(arguments: [String], status: Int32) async throws {
        let directory = try TestDirectory()
        let key = try directory.write(CloudFixture.apiKey, to: "key", mode: 0o600)
        let rest = arguments.contains("--listen") ? ["--seed", shippedSeedPath, "--api-key-file", key] : []
        let ending = try await spawn(rest + arguments) { url in Issue.record("it serves at \(url)") }
        #expect(ending.status == .exited(status))
        #expect(ending.errors.hasPrefix("seam-devcloud: ") && !ending.errors.contains(CloudFixture.apiKey))
    }
}
