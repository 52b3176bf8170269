import LinuxSupport
import NukiProtocol
import ProviderAPI
import ProviderHost
import RadioModel
import SeamModel
import Testing
import Wire

/// Tests the real Nuki provider with the real lock side. The provider is confined as in production.
@Suite(.timeLimit(.minutes(2))) struct ProviderHostNukiTests {
    let fixture: HostFixture

    init() throws { fixture = try HostFixture() }

    private func unlock(_ credential: [UInt8], timeout: Duration = .seconds(20)) -> ProviderRequest {
        ProviderRequest(
            provider: "nuki",
            operation: .unlock,
            action: .unlock,
            label: "Ada",
            credential: credential,
            timeout: timeout,
            overtime: .milliseconds(300)
        )
    }

    @Test("provider host Nuki: a door opens") func aDoorOpens() async throws {
        let (lock, credential) = try HostFixture.knownLock()
        let link = NukiLink(lock)
        let phases = Locked<[OperationPhase.Phase]>([])
        let observer = ProviderObserver(phase: { phase in phases.withLock { $0.append(phase.phase) } })
        let outcome = try await fixture.host().run(unlock(credential), link: link, observer: observer)
        #expect(outcome.isGranted)
        #expect(outcome.effect == .applied)
        #expect(outcome.commit == .written)
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.confirmation == .confirmed)
        #expect(finish.evidence != nil)
        #expect(outcome.note.isEmpty)
        #expect(phases.withLock { $0 } == [.authenticating, .operating, .acting])
        #expect(await link.kinds.contains(.unlocked))
        #expect(await link.writes.map(\.isCommit) == [false, true])
    }

    @Test("provider host Nuki: a lock is bound and then opened") func aLockIsBoundAndThenOpened() async throws {
        let settings = NukiLockSettings(nukiID: 0x0A0B_0C0D, uuid: [UInt8](repeating: 9, count: 16), name: "Back Door")
        let first = NukiLink(NukiLock(settings))
        let asked = Locked<[OperationPrompt.Kind]>([])
        let observer = ProviderObserver(prompt: { (prompt) async throws(WireError) -> OperationAnswer in
            asked.withLock { $0.append(prompt.kind) }
            await first.pressButton()
            return OperationAnswer()
        })
        let request = ProviderRequest(provider: "nuki", operation: .bind, name: "Kiosk", timeout: .seconds(30))
        let host = try fixture.host()
        let bound = await host.run(request, link: first, observer: observer)
        guard case .finished(let finish) = bound.verdict, let credential = finish.credential else {
            Issue.record("\(bound)")
            return
        }
        #expect(finish.outcome == .bound)
        #expect(finish.identity == "Nuki_0A0B0C0D")
        #expect(asked.withLock { $0 } == [.pressButton])
        let second = NukiLink(await first.knownLock)
        let opened = await host.run(unlock(credential), link: second)
        #expect(opened.isGranted)
        #expect(await second.kinds.contains(.unlocked))
    }

    @Test("provider host Nuki: the state is read") func theStateIsRead() async throws {
        let (lock, credential) = try HostFixture.knownLock()
        let request = ProviderRequest(
            provider: "nuki", operation: .status, credential: credential, timeout: .seconds(20))
        let outcome = try await fixture.host().run(request, link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.outcome == .reported)
        #expect(finish.detail?.contains("locked") == true)
        #expect(outcome.effect == .none)
    }

    @Test("provider host Nuki: a silent lock times out and never early")
    func aSilentLockTimesOutAndNeverEarly() async throws {
        let (lock, credential) = try HostFixture.knownLock()
        let start = SystemClock.monotonic()
        let outcome = try await fixture.host().run(
            unlock(credential, timeout: .seconds(2)),
            link: NukiLink(lock, fault: .silentLock)
        )
        // The host and the provider have the same deadline, and either of them may report first that it has passed.
        switch outcome.verdict {
        case .timedOut: break
        case .finished(let finish): #expect(finish.outcome == .failed && finish.reason == "timed_out")
        case .failed, .cancelled: Issue.record("\(outcome)")
        }
        #expect(outcome.effect == .none)
        #expect(SystemClock.monotonic() - start >= .seconds(2))
    }

    @Test(
        "provider host Nuki: a link fails",
        arguments: [
            (NukiLink.Fault.breaksAfter(write: 1), WireError.Effect.none, "nuki_disconnected"),
            (.breaksAfter(write: 2), .unknown, "outcome_unknown"),
            (.refusesCommit, .none, "link_refused"),
            (.losesCommit, .unknown, "link_write_unknown"),
        ])
    func aLinkFails(fault: NukiLink.Fault, effect: WireError.Effect, reason: String) async throws {
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(unlock(credential), link: NukiLink(lock, fault: fault))
        #expect(!outcome.isGranted)
        #expect(outcome.effect == effect)
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.outcome == .failed)
        #expect(finish.reason == reason)
    }

    @Test("provider host Nuki: a link that does not open is its own reason")
    func aLinkThatDoesNotOpenIsItsOwnReason() async throws {
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(unlock(credential), link: NukiLink(lock, fault: .doesNotOpen))
        guard case .failed(let failure) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.code == .link && failure.reason == "link.connect_failed")
    }

    @Test("provider host Nuki: cancelling before the commit is cancelled")
    func cancellingBeforeTheCommitIsCancelled() async throws {
        let (lock, credential) = try HostFixture.knownLock()
        for fault in [NukiLink.Fault.neverOpens, .silentLock] {
            let cancellation = ProviderCancellation()
            let observer = ProviderObserver(phase: { _ in cancellation.cancel() })
            if fault == .neverOpens { cancellation.cancel() }
            let outcome = try await fixture.host().run(
                unlock(credential),
                link: NukiLink(lock, fault: fault),
                observer: observer,
                cancellation: cancellation
            )
            #expect(outcome.verdict == .cancelled)
            #expect(outcome.effect == .none)
        }
    }

    @Test("provider host Nuki: cancelling past the commit changes nothing")
    func cancellingPastTheCommitChangesNothing() async throws {
        let (lock, credential) = try HostFixture.knownLock()
        let cancellation = ProviderCancellation()
        let link = NukiLink(lock, whenCommitted: { cancellation.cancel() })
        let outcome = try await fixture.host().run(unlock(credential), link: link, cancellation: cancellation)
        #expect(outcome.isGranted)
    }

    @Test("provider host Nuki: a bad credential is refused by the provider")
    func aBadCredentialIsRefusedByTheProvider() async throws {
        let (lock, _) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(unlock([1, 2, 3]), link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.outcome == .failed && finish.reason == "nuki_bad_credential")
    }
}
