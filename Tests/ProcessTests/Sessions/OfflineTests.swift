import TestSupport
import Testing
import Wire

private let hour = Duration.seconds(3_600)

/// Tests an unreachable cloud. The tests cover the functions that work with the sealed cache, how long they work, and
/// the messages to people.
@Suite(.serialized, .timeLimit(.minutes(3))) struct OfflineTests {
    private static let isTooLong = """
        the keys were last read longer ago than the operator allows (connect to the internet, then run 'seam refresh'; \
        if that does not help, 'seam status' shows why)
        """
    private static let hasNoToken =
        "the client session token is not valid: the token has expired (get a new client session token, "
        + "then run 'seam init')"

    @Test("offline: within the grace the cache serves") func withinTheGraceTheCacheServes() async throws {
        let fixture = try await ClockFixture()
        let system = fixture.system
        let token = try system.cloud.token(for: TestCloud.ben)
        #expect(try await system.answer("init", "--session", "bens", input: token).status == 0)
        let online = try await system.keys()
        try await fixture.cutCloud()
        try fixture.pass(hour * 71)
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            try await fixture.expectOpen(Keys.front, "\(moment)")
            #expect(try await system.keys()["Front Door"] == online["Front Door"], "\(moment)")
            #expect(try await system.call("audit.list").lines.first?["attempts"]?.arrayValue?.isEmpty == false)
            for arguments in [["refresh"], ["activate", "--session", "bens"]] {
                let refused = try await system.seam(arguments + ["--json"])
                let answer = try SeamAnswer(refused)
                #expect(answer.status == 75, "\(moment) \(arguments): \(answer)")
                #expect(answer.reason == "seam.internet_connection_required", "\(moment) \(arguments): \(answer)")
                let told = try await system.seam(arguments)
                #expect(told.errors.hasPrefix("seam: an internet connection is required: "), "\(told)")
                #expect(told.errors.hasSuffix(" (connect to the internet and try again)\n"), "\(told)")
            }
            let status = try await fixture.status()
            #expect(status.contains("state active"), "\(status)")
            #expect(status.contains("keys offline: last read "), "\(status)")
            #expect(!status.contains("clock"), "time passed by both clocks")
        }
    }

    @Test("offline: past the grace doors stay shut until the cloud answers")
    func pastTheGraceDoorsStayShutUntilTheCloudAnswers() async throws {
        let fixture = try await ClockFixture()
        try await fixture.expectOpen()
        try await fixture.cutCloud()
        try fixture.pass(hour * 73)
        for moment in ["running", "restarted", "restarted again"] {
            if moment != "running" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 4, reason: "seam.offline_grace_expired", saying: Self.isTooLong, kinds: ["enable_internet"],
                "\(moment)")
            let status = try await fixture.status()
            #expect(status.contains("state active"), "\(moment): \(status)")
            #expect(
                status.contains("the keys are out of date: they open nothing until the cloud has been reached again"),
                "\(moment): \(status)")
        }
        // A person who follows the advice makes the daemon ask the cloud.
        let offline = try await fixture.system.answer("refresh")
        #expect(offline.status == 75 && offline.reason == "seam.internet_connection_required", "\(offline)")
        try await fixture.restoreCloud()
        let refreshed = try await fixture.system.answer("refresh")
        #expect(refreshed.status == 0, "\(refreshed)")
        try await fixture.expectOpen()
        #expect(try await !fixture.status().contains("out of date"))
    }

    /// The token has ended according to our own clock, which is ahead. The cloud, however, still accepts the token.
    @Test("offline: a refresh asks the cloud whatever our clock says of the token")
    func aRefreshAsksTheCloudWhateverOurClockSaysOfTheToken() async throws {
        let fixture = try await ClockFixture()
        try fixture.clock.setWall(to: Timestamp(millisecondsSince1970: 2_147_558_400_000))
        try await fixture.expectRefusal(
            status: 4, reason: "seam.invalid_client_session_token",
            saying: "the client session token is not valid: the token has expired "
                + "(get a new client session token, then run 'seam init')", kinds: ["expired", "enable_internet"])
        let refreshed = try await fixture.system.answer("refresh")
        #expect(refreshed.status == 0, "\(refreshed)")
        try fixture.clock.shiftWall(by: .zero)
        try await fixture.expectOpen()
    }

    /// If somebody sets the wall clock back, this does not extend the grace period, because the kernel's time since
    /// boot is enough to end the period.
    @Test("offline: the grace ends whatever the wall clock says")
    func theGraceEndsWhateverTheWallClockSays() async throws {
        let fixture = try await ClockFixture()
        try await fixture.cutCloud()
        try fixture.clock.shiftWall(by: .zero - hour * 100)
        try fixture.clock.shiftBootClock(by: hour * 73)
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 4, reason: "seam.offline_grace_expired", saying: Self.isTooLong, kinds: ["enable_internet"],
                "\(moment)")
        }
        try await fixture.restoreCloud()
        try await fixture.awaitWorkingKey()
        try await fixture.expectOpen()
    }

    @Test("offline: a key that ends within the grace ends then")
    func aKeyThatEndsWithinTheGraceEndsThen() async throws {
        let fixture = try await ClockFixture(keyEnds: hour * 10)
        try await fixture.cutCloud()
        try fixture.pass(hour * 9)
        try await fixture.expectOpen()
        try fixture.pass(hour * 11)
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 2, reason: "seam.credential_errors",
                saying: "the key cannot be used: expired (ask for a new key where you got this one)",
                kinds: ["expired"], "\(moment)")
            try await fixture.expectOpen(ClockFixture.flat, "a lock without an end of its own")
        }
    }

    /// If the token has ended only by the wall clock, the doors stay shut. If the token has certainly ended, the
    /// session ends.
    @Test("offline: a token that ends within the grace ends then")
    func aTokenThatEndsWithinTheGraceEndsThen() async throws {
        let fixture = try await ClockFixture(tokenEnds: hour * 10)
        let system = fixture.system
        try await fixture.cutCloud()
        try fixture.pass(hour * 9)
        try await fixture.expectOpen()
        try fixture.clock.shiftWall(by: hour * 11)
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 4, reason: "seam.invalid_client_session_token", saying: Self.hasNoToken, "\(moment)")
        }
        let client = try TextClient(system.sessionSocket)
        let watch = try client.send("session.watch")
        try fixture.clock.shiftBootClock(by: hour * 11)
        let end = try client.answer(to: watch).items.last
        #expect(end?["kind"] == "ended" && end?["data"]?["why"] == "expired", "\(end?.text ?? "")")
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 4, reason: "seam.initialization_required",
                saying: "the session is not initialized (sign in with 'seam init', then 'seam activate')", "\(moment)")
        }
    }

    /// The daemon resumes the session and keeps its keys up to date, without any request from a client.
    @Test("offline: sessions are taken up at the start") func sessionsAreTakenUpAtTheStart() async throws {
        let fixture = try await ClockFixture()
        try await fixture.restart()
        try fixture.awaitHealth("cloud") { $0["status"] == "serving" && $0["reason"] == nil }
        try await fixture.cutCloud()
        try await fixture.restart()
        try fixture.awaitHealth("cloud") { $0["status"] == "degraded" }
        try await fixture.restoreCloud()
        try fixture.awaitHealth("cloud") { $0["status"] == "serving" }
        try await fixture.expectOpen()
    }
}
