import SeamSDK
import TestSupport
import Testing

/// Tests the current SDK with the daemon of an earlier release. The daemon is replayed from recordings.
@Suite(.serialized, .timeLimit(.minutes(3))) struct UpgradeTests {
    /// The observations of a program during a day's actions.
    private struct Visit: Equatable {
        var keys: [String] = []
        var events: [SeamAccessUnlockEvent] = []
        var outcomes: [SeamUnlockRecord.Outcome] = []
        var isActive = false

        init(_ seam: Seam, token: String) async throws {
            try seam.initialize(clientSessionToken: token)
            try await seam.activate()
            try await seam.refresh()
            isActive = seam.isActive
            keys = seam.credentials.map(\.name)
            events = try await seam.unlockEvents(using: try seam.key("Front Door").id).all()
            outcomes = try await seam.recentUnlocks(limit: 1).map(\.outcome)
            await seam.deactivate()
        }
    }

    /// The lane to run on the day of a release. `ReleaseRecorder` lists the other recordings.
    @Suite(.lane(.record)) struct RecordLane {
        @Test("upgrade: records") func records() async throws { try await UpgradeTests.record() }
    }

    private static func record() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let (tap, token) = (SocketTap(), try system.cloud.token())
        let socket = system.directory.file("tapped.sock")
        try tap.start(at: socket, to: system.sessionSocket)
        let visit = try await Visit(Seam(configuration: SeamConfiguration(socketPath: socket)), token: token)
        try #require(visit.events == [.launched, .grantedAccess])
        let messages = try Recording.messages(of: ["session": tap])
        try Recording(name: "18-sdk", head: Recording.Head([]), messages: messages)
            .replacing { $0 == token ? Recording.token : $0 }.write()
    }

    @Test("upgrade: opens the door with the daemon of an earlier release")
    func opensTheDoorWithTheDaemonOfAnEarlierRelease() async throws {
        for release in try RecordedRelease.all.get() {
            let recording = try #require(release.recordingsOfToday.first { $0.head.command.isEmpty })
            let daemon = try ReleasedDaemon(recording, of: release)
            defer { daemon.stop() }
            let socket = daemon.directory.file("session.sock")
            let visit = try await Visit(
                Seam(configuration: SeamConfiguration(socketPath: socket)), token: "seam_cst1token_of_nobody0000")
            #expect(visit.isActive && visit.keys.contains("Front Door"), "\(release.version)")
            #expect(visit.events == [.launched, .grantedAccess], "\(release.version)")
            #expect(visit.outcomes == [.granted], "\(release.version)")
            #expect(daemon.faults == [], "\(release.version)")
        }
    }
}
