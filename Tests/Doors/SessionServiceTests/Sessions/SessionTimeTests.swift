import Dispatch
import LinuxSupport
import RPC
import SeamCloud
import SeamModel
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("A session and the time", .timeLimit(.minutes(1)))
struct SessionTimeTests {
    @Test("A clock that runs ahead ends no session: the cloud is asked, and has the word")
    func ahead() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            fixture.time.set(now: moment(2_000_000))
            let error = try await wireError { _ = try await fixture.session.reveal("a") }
            #expect(error.reason == "seam.invalid_client_session_token", "what may have expired opens nothing")
            var readings = fixture.cloud.asked.readings
            try await fixture.session.refresh()
            #expect(fixture.cloud.asked.readings > readings, "whoever asks for it has the cloud asked")
            readings = fixture.cloud.asked.readings
            await fixture.session.passTime()
            try await until("the cloud was asked") { fixture.cloud.asked.readings > readings }
            #expect(await fixture.session.status.isActive)
            await fixture.session.passTime()
            fixture.time.set(now: moment(1))
            try await fixture.session.refresh()
            // The time without the cloud begins at the latest time that the cloud's answers contain.
            #expect(await fixture.session.status.sync.lastOK == moment(0))
        }
    }

    @Test("session time: the time that the cloud named ends a session, as does its own word", arguments: [true, false])
    func ends(byTime: Bool) async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            if byTime {
                fixture.time.set(now: moment(1_000_000), named: moment(1_000_000))
                await fixture.session.passTime()
            } else {
                fixture.cloud.change { $0.failure = CloudError(.invalidToken(.expired)) }
            }
            try await until("it has ended") { await !fixture.session.status.isInitialized }
        }
    }

    @Test("session time: a token that the cloud accepts activates, whatever our clock says")
    func activatesAhead() async throws {
        try await SyncFixture.with { fixture in
            fixture.time.set(now: moment(2_000_000))
            try await fixture.activate()
            #expect(await fixture.session.status.isActive)
        }
    }

    @Test("session time: while the clock is doubted, a key that expires needs the cloud")
    func suspect() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { script in
                script.credentials = [ScriptedCloud.key("front", endsAt: moment(9_000)), ScriptedCloud.key("open")]
            }
            try await fixture.activate()
            fixture.time.set(isSuspect: true)
            let needsCloud = try await fixture.keys.filter {
                $0.errors.contains(.userInteractionRequired(.enableInternet))
            }
            #expect(needsCloud.map(\.id) == ["front"])
        }
    }
}
