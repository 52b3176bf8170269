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

/// A session with a scripted cloud and clocks.
struct SyncFixture {
    let service: ServiceFixture
    let cloud: ScriptedCloud
    let time: ScriptedTime
    let session: LiveSession

    func activate() async throws {
        _ = try await session.initialize(try testToken())
        _ = try await session.activate()
    }

    var keys: [Credential] {
        get async throws { try await session.credentials() }
    }

    func environment(_ cloud: any SessionCloud) -> SessionEnvironment {
        var environment = service.environment
        let time = time
        environment.cloud = cloud
        environment.now = { time.now }
        environment.named = { time.named }
        environment.isClockSuspect = { time.isSuspect }
        environment.periods = SyncPlan.Periods(
            events: .milliseconds(20), backoff: .milliseconds(1) ... .milliseconds(5))
        return environment
    }

    static func with(_ body: (SyncFixture) async throws -> Void) async throws {
        try await withService { service in
            let (cloud, time) = (ScriptedCloud(), ScriptedTime())
            let placeholder = try service.session()
            let fixture = SyncFixture(service: service, cloud: cloud, time: time, session: placeholder)
            let session = LiveSession(
                id: try sessionID(), lifecycle: SessionLifecycle(offlineGrace: .seconds(3600)),
                environment: fixture.environment(cloud))
            try await body(SyncFixture(service: service, cloud: cloud, time: time, session: session))
            try? await session.deactivate(deintegrate: true)
        }
    }
}
