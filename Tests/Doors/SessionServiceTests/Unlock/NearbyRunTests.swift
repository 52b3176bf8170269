import DaemonCore
import DaemonKit
import DaemonStore
import Dispatch
import LinuxSupport
import ProviderAPI
import ProviderHost
import RPC
import RadioModel
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("One attempt over a scripted radio", .timeLimit(.minutes(1)))
struct NearbyRunTests {
    /// An attempt that was admitted, the attempt's caller, and the requests that the attempt makes.
    private struct Attempted {
        let service: ServiceFixture
        let feed = AttemptFeed(attemptID: "attempt_1", credentialID: "key")
        let run: NearbyRun
        let register = AttemptRegister(slots: 1)
        let authority = ScriptedAuthority()

        init(
            _ service: ServiceFixture, _ radio: ScriptedRadio, timeout: Duration = .seconds(60),
            provider: String = "none", hangUps: HangUps = HangUps()
        ) async throws {
            self.service = service
            let device = try #require(DeviceAddress(address: "54:D2:72:00:00:01", kind: .random))
            let binding = Binding(
                id: "binding_1", provider: provider, device: device, name: nil, identity: nil, workspaceID: "ws",
                target: .entrance("door"), action: .unlock, boundAt: moment(0), boundByUID: 0)
            var manifest = try #require(service.host.directory["silent"])
            manifest.name = provider
            let (session, door) = (
                try sessionID(), UnlockCandidate(binding: binding, entranceID: "door", entranceName: "Door")
            )
            var environment = AttemptEnvironment(
                authority: authority, register: register, store: service.store,
                hub: UnlockHub(TopicSource(epoch: "e")), radio: radio, providers: service.host,
                remote: RemoteDoors(cloud: service.cloud, token: { _, _ in nil }, heard: { _ in }), logger: silent,
                now: { moment(2) })
            environment.hangUps = hangUps
            let journal = AttemptJournal(
                attemptID: "attempt_1", credentialID: "key", session: session, groups: [], feed: feed,
                environment: environment, goesOn: { _ in false })
            run = NearbyRun(.init(candidates: [door], manifest: manifest), timeout: timeout, journal: journal)
            let entry = AttemptRegister.Entry(
                attemptID: "attempt_1", session: session, credentialID: "key", idem: "0123456789abcdef",
                fingerprint: "f", ways: AttemptWays(bindingIDs: ["binding_1"], timeout: timeout, fallback: nil),
                run: run, feed: feed, local: nil)
            #expect(try register.enter(entry, at: ["binding_1"], usesRadio: true, since: 0))
            var admission = AttemptAdmission(
                attemptID: "attempt_1", session: session, method: UnlockStart.name, credentialID: "key",
                authority: .cloud, admittedAt: moment(1))
            admission.idem = "0123456789abcdef"
            admission.fingerprint = "f"
            try await service.store.run { [admission] store throws(StoreError) in
                _ = try store.admit(admission)
                try store.add(SealedBinding(binding: binding, lockKey: SecretBytes([1, 2, 3])))
            }
        }

        func record() async throws -> AttemptRecord? {
            let session = try #require(SessionID(uid: 1000, name: "default"))
            return try await service.store.run { store throws(StoreError) in
                try store.attempt(
                    session: session, method: UnlockStart.name,
                    idem: "0123456789abcdef", now: moment(3))
            }
        }
    }

    @Test("Cancelled while it scans: no event of an end, one error, effect none, and the lock is free")
    func cancelled() async throws {
        try await withService { service in
            let radio = ScriptedRadio()
            let attempted = try await Attempted(service, radio)
            let caller = await attempted.feed.join { true }
            let run = Task { await attempted.run.run() }
            attempted.run.turnGranted()
            await radio.scanning.wait()
            attempted.run.cancel()
            attempted.run.cancel()
            await run.value
            var replies = 0
            for await case .reply(let reply) in caller.elements {
                replies += 1
                #expect(throws: WireError.unlockCancelled) { try reply.get() }
            }
            #expect(replies == 1)
            #expect(try await attempted.record()?.outcome?.state == .cancelled)
            #expect(attempted.register.queue.waitingCount == 0 && attempted.register.queue.runningCount == 0)
        }
    }

    @Test("nearby run: an attempt that waits for its turn beyond its deadline times out with effect none")
    func deadline() async throws {
        try await withService { service in
            let attempted = try await Attempted(service, ScriptedRadio(), timeout: .milliseconds(1))
            await attempted.run.run()
            let result = try await attempted.feed.ended().get()
            #expect(result.outcome == .timedOut)
            #expect(result.effect == .none)
            #expect(try await attempted.record()?.reply != nil)
        }
    }

    @Test("nearby run: a broker that is gone fails the attempt with its reason")
    func brokerGone() async throws {
        try await withService { service in
            let radio = ScriptedRadio()
            let attempted = try await Attempted(service, radio)
            radio.found.give(.failure(WireError(.unavailable, "rpc.unreachable", "gone")))
            attempted.run.turnGranted()
            await attempted.run.run()
            let result = try await attempted.feed.ended().get()
            #expect(result.outcome == .connectionFailed)
            #expect(result.reason == "unreachable")
            #expect(result.effect == .none)
        }
    }

    @Test("run: a provider that cannot be started fails the attempt, and the link that comes too late is closed")
    func lateLink() async throws {
        try await withService { service in
            let radio = ScriptedRadio(answersLate: true)
            let attempted = try await Attempted(service, radio)
            let link = ScriptedLink()
            radio.found.give(.success(0))
            attempted.run.turnGranted()
            let run = Task { await attempted.run.run() }
            await radio.opening.wait()
            attempted.run.cancel()
            radio.opened.give(.success(link))
            await run.value
            await link.closed.wait()
            #expect(attempted.register.queue.waitingCount == 0 && attempted.register.queue.runningCount == 0)
            #expect(try await attempted.record()?.outcome?.effect == WireError.Effect.none)
        }
    }

    @Test("nearby run: the lock is free when a link that came while the attempt was ending is closed, and not before")
    func linkThatComesAtTheEnd() async throws {
        try await withService { service in
            let radio = ScriptedRadio(answersLate: true)
            let attempted = try await Attempted(service, radio)
            let (link, closing) = (ScriptedLink(), OneAnswer<Void>())
            link.holdsClose.withLock { $0 = closing }
            radio.found.give(.success(0))
            attempted.run.turnGranted()
            let run = Task { await attempted.run.run() }
            await radio.opening.wait()
            // The disk hangs while the daemon writes the end of the attempt, and the link opens in the meantime.
            let (hangs, freed) = (Event(), DispatchSemaphore(value: 0))
            let disk = Task {
                try await service.store.run { _ throws(StoreError) in
                    hangs.happen()
                    _ = freed.wait(timeout: .now() + 60)
                }
            }
            await hangs.wait()
            attempted.run.cancel()
            radio.opened.give(.success(link))
            _ = await attempted.run.opening?.value
            freed.signal()
            try await disk.value
            await link.closed.wait()
            #expect(attempted.register.queue.waitingCount == 1, "the lease is not back yet")
            closing.give(())
            await run.value
            #expect(attempted.register.queue.waitingCount == 0 && attempted.register.queue.runningCount == 0)
        }
    }

    /// Events that can occur after a commit write and before its row in the journal.
    private enum Stop: CaseIterable {
        case deadline, cancel, keyEnd

        var outcome: Attempt.State {
            switch self {
            case .deadline: .timedOut
            case .cancel: .cancelled
            case .keyEnd: .connectionFailed
            }
        }
    }

    @Test(
        "nearby run: what stops an attempt while its journal is being written keeps the commit write back",
        arguments: Stop.allCases
    )
    private func stoppedWhileJournaling(by stop: Stop) async throws {
        try await withService { service in
            let radio = ScriptedRadio()
            let timeout = Duration.milliseconds(stop == .deadline ? 1000 : 60_000)
            let attempted = try await Attempted(service, radio, timeout: timeout, provider: "silent")
            let link = ScriptedLink()
            radio.found.give(.success(0))
            radio.opened.give(.success(link))
            attempted.run.turnGranted()
            let run = Task { await attempted.run.run() }
            await shows(.authenticating, attempted.feed)
            // The disk hangs when the daemon writes the row. The disk hangs until after the deadline, or until the test
            // ends the hang.
            let (hangs, freed) = (Event(), DispatchSemaphore(value: 0))
            let disk = Task {
                try await service.store.run { _ throws(StoreError) in
                    hangs.happen()
                    _ = freed.wait(timeout: .now() + (stop == .deadline ? 1.1 : 60))
                }
            }
            await hangs.wait()
            let answered = OneAnswer<Result<Void, WireError>>()
            attempted.run.signal.yield(.write(try Self.commitWrite(), answered))
            switch stop {
            case .deadline: break
            case .cancel: attempted.run.cancel()
            case .keyEnd: attempted.authority.isOver.withLock { $0 = true }
            }
            if stop != .deadline { freed.signal() }
            try await disk.value
            await run.value
            let answer = await answered.wait(cancelled: .success(()))
            #expect(link.written.withLock { $0 }.isEmpty)
            #expect(throws: WireError.self) { try answer.get() }
            let record = try #require(try await attempted.record())
            #expect(record.outcome?.state == stop.outcome)
            #expect(record.outcome?.effect == WireError.Effect.none)
            #expect((record.outcome?.reason == "key_ended") == (stop == .keyEnd))
        }
    }

    @Test(
        "nearby run: operating follows the durable row and the write; until then the last caller can leave",
        arguments: [true, false])
    func operating(leaves: Bool) async throws {
        try await withService { service in
            let radio = ScriptedRadio()
            let attempted = try await Attempted(service, radio, provider: "silent")
            let link = ScriptedLink()
            radio.found.give(.success(0))
            radio.opened.give(.success(link))
            let caller = await attempted.feed.join { true }
            attempted.run.turnGranted()
            let run = Task { await attempted.run.run() }
            await shows(.authenticating, caller)
            let disk = HungDisk(service.store)
            await disk.hangs.wait()
            attempted.run.signal.yield(.write(try Self.commitWrite(), OneAnswer()))
            while await attempted.run.writes.isEmpty { await Task.yield() }
            #expect(attempted.feed.phases.last == .authenticating)
            if leaves, attempted.feed.leave(caller.number) == 0 { attempted.run.cancel() }
            try await disk.heal()
            if !leaves {
                await shows(.operating, caller)
                attempted.run.cancel()
                attempted.run.signal.yield(.timer(.deadline))
                attempted.run.signal.yield(.timer(.completion))
            }
            await run.value
            #expect(attempted.feed.phases.contains(.operating) == !leaves)
            #expect(link.written.withLock { $0.isEmpty } == leaves)
            #expect(try await attempted.record()?.outcome?.state == (leaves ? .cancelled : .timedOut))
        }
    }

    @Test(
        "nearby run: a broker that was not told until when the command may leave does not get it",
        arguments: [true, false])
    func notLimited(isDeaf: Bool) async throws {
        try await withService { service in
            let radio = ScriptedRadio()
            let attempted = try await Attempted(service, radio, provider: "silent")
            let link = ScriptedLink()
            link.isDeaf.withLock { $0 = isDeaf }
            radio.found.give(.success(0))
            radio.opened.give(.success(link))
            let caller = await attempted.feed.join { true }
            attempted.run.turnGranted()
            let run = Task { await attempted.run.run() }
            await shows(.authenticating, caller)
            let shown = OneAnswer<Bool>()
            let prompt = OperationPrompt(
                kind: .completeOTP, text: "t", expires: .seconds(30), otpURL: "https://otp.example/1")
            attempted.run.signal.yield(.prompted(prompt, shown))
            #expect(await shown.wait(cancelled: false))
            let answered = OneAnswer<Result<Void, WireError>>()
            attempted.run.signal.yield(.write(try Self.commitWrite(), answered))
            let answer = await answered.wait(cancelled: .success(()))
            #expect(link.written.withLock { $0.isEmpty } == isDeaf)
            #expect((try? answer.get()) == nil ? isDeaf : !isDeaf)
            #expect(link.limits.withLock { $0.first.map { $0 > .seconds(80) } } == true, "60 s and the page's 30")
            attempted.run.signal.yield(.providerEnded(ProviderOutcome(.timedOut)))
            attempted.run.cancel()
            await run.value
            #expect(try await attempted.record()?.outcome?.effect == (isDeaf ? WireError.Effect.none : .unknown))
        }
    }

    @Test("nearby run: a lock that hangs up at our key is said to have done so the second time in a row")
    func hangsUp() async throws {
        let hangUps = HangUps()
        let ends = [
            ("link_lost", "link_lost"), ("supervision", "supervision"), ("adapter", "adapter"), ("remote", "hung_up"),
        ]
        for (reason, told) in ends {
            try await withService { service in
                let radio = ScriptedRadio()
                let attempted = try await Attempted(service, radio, provider: "silent", hangUps: hangUps)
                radio.found.give(.success(0))
                radio.opened.give(.success(ScriptedLink()))
                attempted.run.turnGranted()
                let run = Task { await attempted.run.run() }
                await shows(.authenticating, attempted.feed)
                attempted.run.signal.yield(.linkLost(reason: reason))
                await run.value
                #expect(try await attempted.feed.ended().get().reason == told)
            }
        }
    }

    private static func commitWrite() throws -> GATTWrite {
        let path = CharacteristicPath(
            service: try #require(BluetoothUUID("a92ee200-5501-11e4-916c-0800200c9a66")),
            characteristic: try #require(BluetoothUUID("a92ee202-5501-11e4-916c-0800200c9a66")))
        return GATTWrite(path: path, value: [1], isCommit: true)
    }

    /// Waits until the attempt is in `phase`.
    private func shows(_ phase: UnlockPhase, _ feed: AttemptFeed) async {
        await shows(phase, await feed.join { true })
    }

    private func shows(_ phase: UnlockPhase, _ caller: AttemptFeed.Caller) async {
        for await element in caller.elements {
            if case .item(_, let item) = element, case .phase(phase, _, _) = item.content { return }
        }
    }

    @Test("nearby run: a journal that cannot be written still gives the caller its answer")
    func journalFails() async throws {
        try await withService { service in
            let radio = ScriptedRadio()
            let attempted = try await Attempted(service, radio)
            try await service.store.close()
            let run = Task { await attempted.run.run() }
            attempted.run.cancel()
            await run.value
            #expect(await attempted.feed.ended() == .failure(WireError.unlockCancelled))
        }
    }
}

extension AttemptFeed {
    /// The phases that have been reported so far.
    var phases: [UnlockPhase] {
        items.compactMap { if case .phase(let phase, _, _) = $0.content { phase } else { nil } }
    }
}
