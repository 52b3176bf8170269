import CloudModel
import DaemonStore
import LinuxSupport
import RPC
import SealedDatabase
import SeamCloud
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("One attempt through a scripted cloud", .timeLimit(.minutes(1)))
struct RemoteRunTests {
    /// A cloud that grants every request and counts the requests.
    private final class Cloud: RemoteCloud {
        let asked = Locked(0)

        func unlockDoor(
            deviceID: String, token: ClientSessionToken
        ) async throws(CloudError) -> CloudActionAttempt {
            asked.withLock { $0 += 1 }
            return CloudActionAttempt(
                id: "action_1", actionType: "UNLOCK_DOOR", status: .success(wasConfirmedByDevice: true))
        }

        func actionAttempt(id: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt {
            CloudActionAttempt(id: id, actionType: "UNLOCK_DOOR", status: .pending)
        }
    }

    /// An admitted attempt. The test sets the clock for its deadline.
    private struct Attempted {
        let feed = AttemptFeed(attemptID: "attempt_1", credentialID: "key")
        let run: RemoteRun
        let cloud = Cloud()
        let clock = Locked(Duration.zero)
        let authority = ScriptedAuthority()
        private let service: ServiceFixture

        init(_ service: ServiceFixture) async throws {
            self.service = service
            let (session, clock, token) = (try sessionID(), clock, try testToken())
            let environment = AttemptEnvironment(
                authority: authority, register: AttemptRegister(slots: 1), store: service.store,
                hub: UnlockHub(TopicSource(epoch: "e")), radio: ScriptedRadio(), providers: service.host,
                remote: RemoteDoors(cloud: cloud, token: { _, _ in token }, heard: { _ in }), logger: silent,
                now: { moment(2) }, monotonic: { clock.withLock { $0 } })
            let journal = AttemptJournal(
                attemptID: "attempt_1", credentialID: "key", session: session, groups: [], feed: feed,
                environment: environment, goesOn: { _ in false })
            run = RemoteRun(
                .init(deviceID: "device", name: "Flat", provider: nil), of: nil, timeout: .seconds(60),
                journal: journal)
            let admission = AttemptAdmission(
                attemptID: "attempt_1", session: session, method: UnlockStart.name, credentialID: "key",
                authority: .cloud, admittedAt: moment(1))
            try await service.store.run { store throws(StoreError) in _ = try store.admit(admission) }
        }

        func record() async throws -> AttemptRecord? {
            try await service.store.run { store throws(StoreError) in try store.attempt("attempt_1") }
        }
    }

    @Test("remote run: the cloud is asked when the journal has the attempt past its gate, and not before")
    func order() async throws {
        try await withService { service in
            let attempted = try await Attempted(service)
            _ = await attempted.feed.join { true }
            let disk = HungDisk(service.store)
            await disk.hangs.wait()
            let run = Task { await attempted.run.run(takesOver: false) }
            attempted.run.turnGranted()
            try await until("the row waits") { service.store.waitingUrgent > 0 }
            #expect(attempted.cloud.asked.withLock { $0 } == 0)
            try await disk.heal()
            await run.value
            #expect(attempted.cloud.asked.withLock { $0 } == 1)
            #expect(try await attempted.feed.ended().get().outcome == .granted)
            #expect(try await attempted.record()?.gate == .committed)
        }
    }

    @Test("remote run: a row that takes until after the deadline is not followed by a request")
    func lateRow() async throws {
        try await withService { service in
            let attempted = try await Attempted(service)
            _ = await attempted.feed.join { true }
            let disk = HungDisk(service.store)
            await disk.hangs.wait()
            let run = Task { await attempted.run.run(takesOver: false) }
            attempted.run.turnGranted()
            try await until("the row waits") { service.store.waitingUrgent > 0 }
            // The attempt's timer uses another clock, so the timer has not fired yet.
            attempted.clock.withLock { $0 = .seconds(61) }
            try await disk.heal()
            await run.value
            #expect(attempted.cloud.asked.withLock { $0 } == 0)
            let result = try await attempted.feed.ended().get()
            #expect(result.outcome == .timedOut && result.effect == .none)
        }
    }

    @Test("remote run: a key that ends while its row is written is not followed by a request")
    func keyEnd() async throws {
        try await withService { service in
            let attempted = try await Attempted(service)
            _ = await attempted.feed.join { true }
            attempted.authority.isOver.withLock { $0 = true }
            attempted.run.turnGranted()
            await attempted.run.run(takesOver: false)
            #expect(attempted.cloud.asked.withLock { $0 } == 0)
            let result = try await attempted.feed.ended().get()
            #expect(result.outcome == .connectionFailed && result.effect == .none && result.reason == "key_ended")
            #expect(try await attempted.record()?.gate == .refused)
        }
    }
}
