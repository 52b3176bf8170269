import DaemonStore
import Dispatch
import LinuxSupport
import RadioModel
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("All sessions", .timeLimit(.minutes(1)))
struct SessionDirectoryTests {
    @Test("session directory: asking about names uses up nothing")
    func names() async throws {
        try await withService { service in
            let directory = service.directory()
            for number in 0..<100 {
                let session = try await directory.session(try sessionID(1000, "made-up-\(number)"))
                #expect(await !session.status.isInitialized)
            }
            #expect(try await service.storedCount() == 0)
            #expect(try await directory.statuses(of: 1000).isEmpty)
        }
    }

    @Test("session directory: a session that a call asks about is listed once somebody signs in to it")
    func askedAbout() async throws {
        try await withService { service in
            let directory = service.directory()
            let asked = try await directory.session(try sessionID(1000, "asked"))
            #expect(try await directory.statuses(of: 1000).isEmpty)
            _ = try await asked.initialize(try testToken())
            #expect(try await directory.statuses(of: 1000).map(\.name) == ["asked"])
            #expect(try await directory.statuses(of: 1001).isEmpty)
            try await asked.deactivate(deintegrate: true)
            #expect(try await directory.statuses(of: 1000).isEmpty)
        }
    }

    @Test("session directory: a user has a number of sessions at most, and what is his stays reachable")
    func limit() async throws {
        try await withService { service in
            let directory = service.directory()
            for number in 0..<32 {
                _ = try await directory.session(try sessionID(1000, "s\(number)")).initialize(try testToken())
            }
            let error = try await wireError { _ = try await directory.session(try sessionID(1000, "more")) }
            #expect(error.reason == "rpc.quota_exceeded")
            #expect(try await directory.statuses(of: 1000).count == 32)
            _ = try await directory.session(try sessionID(1001, "more"))
            try await directory.session(try sessionID(1000, "s0")).deactivate(deintegrate: false)
            _ = try await directory.session(try sessionID(1000, "more"))
        }
    }

    @Test("session directory: a damaged session hides no other, and goes when everything is to be forgotten")
    func damaged() async throws {
        try await withService { service in
            for name in ["whole", "wrecked"] {
                let session = try await service.directory().session(try sessionID(1000, name))
                _ = try await session.initialize(try testToken())
            }
            try await service.store.close()
            try service.damage("wreckedinitialized")
            let store = try service.reopened()
            var environment = service.environment
            environment.store = store
            let directory = service.directory(environment)
            #expect(try await directory.statuses(of: 1000).map(\.name) == ["whole"])
            _ = try await directory.session(try sessionID(1000, "new"))
            let wrecked = try sessionID(1000, "wrecked")
            let error = try await wireError { _ = try await directory.session(wrecked) }
            #expect(error.reason == "store.unavailable")
            await #expect(throws: WireError.self) { try await directory.deactivate(wrecked, deintegrate: false) }
            try await directory.deactivate(wrecked, deintegrate: true)
            #expect(try await !directory.session(wrecked).status.isInitialized)
            try await directory.deactivate(try sessionID(1000, "whole"), deintegrate: false)
            try await store.close()
        }
    }

    @Test("session directory: a session that is busy holds up neither the others nor who tells of a change")
    func busy() async throws {
        try await SyncFixture.with { fixture in
            let (isStuck, hold) = (Locked(false), DispatchSemaphore(value: 0))
            var environment = fixture.environment(fixture.cloud)
            // Only a session with keys calls this function.
            environment.isClockSuspect = {
                if isStuck.withLock({ $0 }) { hold.wait() }
                return false
            }
            environment.periods = SyncPlan.Periods()
            let directory = fixture.service.directory(environment)
            let stuck = try await directory.session(try sessionID(1000, "stuck"))
            _ = try await stuck.initialize(try testToken())
            _ = try await stuck.activate()
            let other = try await directory.session(try sessionID(1000, "other"))
            _ = try await other.initialize(try testToken())
            isStuck.withLock { $0 = true }
            await directory.update { $0.radio = .ready }
            #expect(await other.status.radio == .ready)
            isStuck.withLock { $0 = false }
            for _ in 0..<10 { hold.signal() }
            try await until("it has heard of it, too") { await stuck.status.radio == .ready }
            try await stuck.deactivate(deintegrate: true)
        }
    }

    @Test("session directory: what was active is taken up at the start, without a call, and nothing else is")
    func takenUp() async throws {
        try await SyncFixture.with { fixture in
            let before = fixture.service.directory(fixture.environment(fixture.cloud))
            for (uid, isActive) in [(1000, true), (1001, false), (1002, true)] as [(UInt32, Bool)] {
                let session = try await before.session(try sessionID(uid))
                _ = try await session.initialize(try testToken())
                if isActive { _ = try await session.activate() }
            }
            for uid in [1000, 1002] as [UInt32] {
                let session = try await before.session(try sessionID(uid))
                try await until("stored") {
                    let stored = try await fixture.service.stored(try sessionID(uid))
                    return await session.snapshot != nil && stored?.phase == .active
                }
                await session.stopSync(.deactivated)
            }
            let cloud = ScriptedCloud()
            let after = fixture.service.directory(fixture.environment(cloud))
            await after.takeUp()
            try await until("both are read") { cloud.asked.readings >= 2 }
            #expect(cloud.asked.session == 2, "only what was active asks the cloud")
            for uid in [1000, 1002] as [UInt32] {
                let session = try await after.session(try sessionID(uid))
                #expect(await session.status.isActive)
                try await session.deactivate(deintegrate: true)
            }
        }
    }

    @Test("session directory: a session that somebody signed in to is the same for every call, and after a restart")
    func same() async throws {
        try await withService { service in
            let directory = service.directory()
            _ = try await directory.session(try sessionID()).initialize(try testToken())
            let (one, two) = (
                try await directory.session(try sessionID()), try await directory.session(try sessionID())
            )
            #expect(one === two)
            #expect(await one.status.isInitialized)
            let restarted = try await service.directory().session(try sessionID())
            #expect(await restarted.status.isInitialized)
        }
    }
}
