import Foundation
import SeamCloud
import SeamModel
import TestSupport
import Testing
import Wire

/// The executable, spawned.
@Suite(.timeLimit(.minutes(2))) struct DevCloudProcessTests {
    private func start(_ directory: TestDirectory, listen: String, extra: [String] = []) throws -> ChildProcess {
        let key = try directory.write(CloudFixture.apiKey + "\n", to: "key", mode: 0o600)
        let arguments = ["--listen", listen, "--seed", shippedSeedPath, "--api-key-file", key] + extra
        return try ChildProcess(Products.executable("seam-devcloud"), arguments)
    }

    @Test func servesAndLeavesNothing() async throws {
        let directory = try TestDirectory()
        let process = try start(
            directory,
            listen: "127.0.0.1:0",
            extra: ["--address-file", directory.file("url"), "--events", directory.file("events")]
        )
        try await process.awaitOutput("\n")
        let url = try String(contentsOfFile: directory.file("url"), encoding: .utf8).split(separator: "\n")[0]
        #expect(process.output == "ready \(url)\n")
        let cloud = CloudFixture(url: String(url), clock: CloudClock())
        let token = try await cloud.token()
        try await cloud.withClient { client in
            #expect(try await client.snapshot(token: token).credentials.count == 13)
            try await cloud.control("outage", ["route": "*", "status": 503])
            await expect(.server(status: 503)) { _ = try await client.session(token: token) }
            try await cloud.control("clear", [:])
            _ = try await client.unlockDoor(deviceID: "lock_flat_four", token: token)
        }
        process.signal(SIGTERM)
        #expect(try await process.awaitExit() == 0)
        let events = try String(contentsOfFile: directory.file("events"), encoding: .utf8)
        #expect(events.contains(#""event_type":"lock.unlocked""#))
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(left == ["events", "key"])
        #expect(!process.errors.contains(CloudFixture.apiKey) && !process.output.contains("seam_"))
    }

    @Test func unixSocketIsPrivateAndGoesAway() async throws {
        let directory = try TestDirectory()
        let path = directory.file("s")
        let process = try start(directory, listen: "unix:\(path)")
        try await process.awaitOutput("ready unix:\(path)\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o077 } == 0)
        process.signal(SIGTERM)
        #expect(try await process.awaitExit() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func endsDuringASlowRequest() async throws {
        let directory = try TestDirectory()
        let process = try start(directory, listen: "127.0.0.1:0")
        try await process.awaitOutput("\n")
        let url = String(process.output.dropFirst("ready ".count).dropLast())
        let cloud = CloudFixture(url: url, clock: CloudClock())
        try await cloud.control("latency", ["route": "workspaces/get", "ms": 60_000])
        let slow = Task { try await cloud.send("GET", "workspaces/get") }
        process.signal(SIGTERM)
        #expect(try await process.awaitExit(limit: .seconds(20)) == 0)
        slow.cancel()
        _ = await slow.result
    }

    @Test(
        arguments: [
            (["--listen", "0.0.0.0:0"], 1), (["--listen", "127.0.0.1:0", "--frob", "x"], 64), ([], 64),
            (["--listen"], 64),
        ] as [([String], Int32)])
    func refusesToStart(arguments: [String], status: Int32) async throws {
        let directory = try TestDirectory()
        let key = try directory.write(CloudFixture.apiKey, to: "key", mode: 0o600)
        let rest = arguments.contains("--listen") ? ["--seed", shippedSeedPath, "--api-key-file", key] : []
        let process = try ChildProcess(Products.executable("seam-devcloud"), rest + arguments)
        #expect(try await process.awaitExit() == status)
        #expect(process.errors.hasPrefix("seam-devcloud: "))
        #expect(process.output.isEmpty)
    }
}
