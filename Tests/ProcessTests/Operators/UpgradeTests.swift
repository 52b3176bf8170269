import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing
import Wire

/// Tests that programs of different releases work together. The other release is replayed from its recordings.
@Suite(.serialized, .timeLimit(.minutes(3))) struct UpgradeTests {
    static let releases = (try? RecordedRelease.all.get()) ?? []

    /// All recorded commands of all releases.
    static let commands = releases.flatMap { release in
        release.recordingsOfToday.filter { !$0.head.command.isEmpty }.map { Command(release, $0) }
    }

    struct Command: Sendable, CustomTestStringConvertible {
        let release: RecordedRelease
        let recording: Recording

        init(_ release: RecordedRelease, _ recording: Recording) {
            (self.release, self.recording) = (release, recording)
        }

        var testDescription: String { "\(release.version) \(recording.name)" }
    }

    @Test("upgrade: this release is recorded") func thisReleaseIsRecorded() throws {
        let release = try #require(try RecordedRelease.all.get().first { $0.version == Release.version })
        let names = release.recordings.map { String($0.name.drop { $0 != "-" }.dropFirst()) }
        #expect(names == ReleaseRecorder.commands.map(\.name) + ["sdk"], "deploy/test --record writes a release")
        for recording in release.recordings { #expect(recording.messages.count >= 4, "\(recording.name)") }
        #expect(try !Self.texts(of: release).contains { $0.contains("seam_cst") && !$0.contains("…") })
    }

    @Test("upgrade: a client of an earlier release opens the door with today's daemons", arguments: releases)
    func oldClient(release: RecordedRelease) async throws {
        let system = try await TestSystem()
        // Waits until the radio works, because the radio worked when the recordings were made.
        let health = try TextClient(system.adminSocket)
        try health.send("rpc.health.watch")
        _ = try health.messages { $0["data"]?["name"] == "radio" && $0["data"]?["status"] == "serving" }
        try system.lockControl(["op": "pairing", "lock": .string(TestSystem.frontLock), "on": true])
        let token = try system.cloud.token()
        for recording in release.recordings.map(\.withoutWhatTimeOrders) {
            let before = try system.openings()
            let sockets = ["session": system.sessionSocket, "admin": system.adminSocket]
            let client = ReplayedClient(recording, token: token, at: sockets) { try system.startSeam($0) }
            try await client.run()
            #expect(client.differences == [], "\(recording.name)\n\(system.logs)")
            let opens = recording.messages.contains { $0.json["data"]?["event"] == "grantedAccess" }
            #expect(try system.openings() == before + (opens ? 1 : 0), "\(recording.name)")
        }
    }

    @Test("upgrade: today's seam does with an earlier release's daemon what that release's did", arguments: commands)
    func newClient(command: Command) async throws {
        let daemon = try ReleasedDaemon(command.recording, of: command.release)
        defer { daemon.stop() }
        let client = try ReleasedCommand(
            command.recording.head, in: daemon.directory, token: "seam_cst1token_of_nobody0000")
        let status = try await client.end()
        #expect(status == command.recording.head.exit, "\(client.process.output)\n\(client.process.errors)")
        #expect(client.missing == [], "\(client.process.output)")
        #expect(daemon.faults == [])
    }

    @Test(
        "upgrade: an answer that lacks what Seam reads is found",
        arguments: [("keys", "credentials"), ("unlock", "outcome"), ("locks-list", "device")])
    func anAnswerThatLacksWhatSeamReadsIsFound(name: String, member: String) async throws {
        let command = try #require(Self.commands.first { $0.recording.name.hasSuffix("-\(name)") })
        let daemon = try ReleasedDaemon(command.recording.without(member), of: command.release)
        defer { daemon.stop() }
        let client = try ReleasedCommand(command.recording.head, in: daemon.directory, token: "")
        let status = try await client.end()
        let isAsThen = status == command.recording.head.exit && client.missing.isEmpty
        #expect(!isAsThen, "\(client.process.output)\n\(client.process.errors)")
    }

    @Test(
        "upgrade: an earlier daemon refuses what it does not know",
        arguments: [
            (#""method":"session.later""#, "rpc.unknown_method"),
            (#""method":"credentials.list","params":{"later":1}"#, "rpc.invalid_params"),
            (#""method":"credentials.list","idem":"key-of-a-later-release""#, "rpc.invalid_call"),
            (#""method":"locks.list""#, "rpc.method_not_permitted"), (#""method":"unlock.start""#, "idem.required"),
        ])
    func anEarlierDaemonRefusesWhatItDoesNotKnow(call: String, reason: String) throws {
        let release = try #require(Self.releases.first { $0.version == "0.1.0" })
        let daemon = try ReleasedDaemon(try #require(release.recordings.first), of: release)
        defer { daemon.stop() }
        let client = try UnixConnection(daemon.directory.file("session.sock"))
        try client.send(#"{"type":"call","id":1,\#(call)}"# + "\n")
        #expect(try JSON(parsing: client.line().utf8)["error"]?["reason"]?.stringValue == reason)
        #expect(daemon.faults.count == 1)
    }

    /// `Tests/Doors/SessionStoreTests/Fixtures/README.md` describes the content of the store.
    @Test("upgrade: today's daemon has what an earlier release's stored", arguments: [("0.1.0", 7)])
    func storeForward(version: String, step: Int) async throws {
        let place = try TestDirectory(mode: 0o755)
        let store = "\(try place.directory("store"))/session.db"
        let fixture = "\(Products.package)Tests/Doors/SessionStoreTests/Fixtures/store-\(step).sql"
        let founder = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())",
                store, fixture,
            ])
        #expect(try await founder.awaitExit() == 0, "\(founder.errors)")
        let key = Data((0..<32).map { UInt8($0) &* 7 &+ 1 })
        try key.write(to: URL(filePath: place.file("store/machine-key")))
        for file in [store, place.file("store/machine-key")] { chmod(file, 0o600) }
        let daemon = try await LoneDaemon(.session, in: place)
        try await daemon.awaitReady()
        let client = try TextClient(daemon.adminSocket)
        func rows(_ method: String, _ list: String) throws -> [JSON] {
            let reply = try client.answer(to: try client.send(method)).reply
            return try #require(reply["result"]?[list]?.arrayValue, "\(reply.text)\n\(daemon.process.errors)")
        }
        #expect(try Set(rows("locks.list", "bindings").map { $0["binding_id"] }) == ["binding_front", "binding_back"])
        #expect(try rows("locks.grants", "grants").count == 2)
        let states = try rows("audit.list", "attempts").map { $0["state"]?.stringValue }
        #expect(states == ["revealed", "connection_failed", "unknown", "connection_failed", "granted"])
        let verdict = try client.answer(to: try client.send("audit.verify")).reply["result"]
        #expect(verdict?["intact"] == true && verdict?["adopted"] == 0, "\(verdict?.text ?? "")")
        #expect(try await daemon.stop() == 0)
    }

    private static func texts(of release: RecordedRelease) throws -> [String] {
        var texts: [String] = []
        for recording in release.recordings {
            _ = recording.replacing { text in
                texts.append(text)
                return text
            }
        }
        return texts
    }
}

extension Recording {
    /// The recording without messages about the program's own calls. A watching program may get such a message before
    /// or after the call's reply.
    fileprivate var withoutWhatTimeOrders: Recording {
        guard head.command.isEmpty else { return self }
        let watches = Set(
            messages.filter { $0.json["method"]?.stringValue?.hasSuffix(".watch") == true }.map { $0.id })
        var copy = self
        copy.messages.removeAll { $0.isFromDaemon && $0.id != nil && watches.contains($0.id) }
        return copy
    }
}
