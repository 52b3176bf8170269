import DaemonStore
import LinuxSupport
import ProviderAPI
import ProviderHost
import RPC
import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("What the bound locks last said", .timeLimit(.minutes(1)))
struct LockStatusesTests {
    private static let low = LockReport(.unlocked, batteryPercent: 4, isBatteryCritical: true)

    private static func with(_ body: (ServiceFixture, LockStatuses) async throws -> Void) async throws {
        try await withService { service in
            let statuses = LockStatuses(
                store: service.store, topics: TopicSource(epoch: "e"), logger: silent, now: { moment(9) })
            let binding = try localBinding()
            try await service.store.run { store throws(StoreError) in
                try store.add(SealedBinding(binding: binding, lockKey: SecretBytes([1])))
            }
            statuses.read([binding], [:])
            try await body(service, statuses)
        }
    }

    private static func stored(_ service: ServiceFixture) async throws -> [String: LockStatus] {
        // The store runs this closure after the daemon's earlier writes.
        try await service.store.run { store throws(StoreError) in try store.lockStatuses() }
    }

    @Test("lock statuses: is dated, kept in the store, and not of a lock that is not bound")
    func kept() async throws {
        try await Self.with { service, statuses in
            statuses.heard(Self.low, of: "b")
            statuses.heard(Self.low, of: "another")
            let binding = try localBinding()
            #expect(statuses.dated(binding).status == LockStatus(Self.low, asOf: moment(9)))
            #expect(try await Self.stored(service) == ["b": LockStatus(Self.low, asOf: moment(9))])
            let (bound, low) = statuses.counts
            #expect(bound == 1 && low == 1 && statuses.low == ["b"])
        }
    }

    @Test("lock statuses: says when a lock was heard on the air, which watchers are not told of")
    func heardOnTheAir() async throws {
        try await Self.with { _, statuses in
            let binding = try localBinding()
            let stranger = try #require(DeviceAddress(address: "54:D2:72:00:00:99", kind: .public))
            #expect(statuses.dated(binding).heardAt == nil)
            statuses.sighted(stranger)
            statuses.sighted(binding.device)
            #expect(statuses.dated(binding).heardAt == moment(9))
            statuses.read([], [:])
            #expect(statuses.dated(binding).heardAt == nil, "what is not bound is forgotten")
        }
    }

    @Test("lock statuses: keeps a version that was said once, and is newer than what the store had")
    func followed() async throws {
        try await Self.with { service, statuses in
            let binding = try localBinding()
            statuses.read([binding], ["b": LockStatus(LockReport(.locked, firmware: "1.2"), asOf: moment(1))])
            statuses.heard(LockReport(.unlocked), of: "b")
            #expect(statuses.dated(binding).status?.report == LockReport(.unlocked, firmware: "1.2"))
            statuses.read([binding], ["b": LockStatus(LockReport(.locked), asOf: moment(1))])
            #expect(statuses.dated(binding).status?.report.state == .unlocked)
            statuses.read([], [:])
            #expect(statuses.dated(binding).status == nil && statuses.low.isEmpty)
        }
    }

    @Test("lock statuses: comes from an operation that has ended, unless the provider did not finish it")
    func operations() async throws {
        try await Self.with { _, statuses in
            let binding = try localBinding()
            var finish = OperationFinish(outcome: .failed, reason: "nuki_motor_blocked")
            finish.status = LockReport(.jammed)
            statuses.ended("b", ProviderOutcome(.timedOut))
            statuses.ended(nil, ProviderOutcome(.finished(finish)))
            #expect(statuses.dated(binding).status == nil)
            statuses.ended("b", ProviderOutcome(.finished(finish)))
            #expect(statuses.dated(binding).status?.report.state == .jammed)
        }
    }

    @Test("lock statuses: a battery that gets low, or full again, is told to those who derive keys")
    func lowBattery() async throws {
        try await Self.with { _, statuses in
            var changes = statuses.lowChanges.makeAsyncIterator()
            statuses.heard(LockReport(.locked, isBatteryCritical: false), of: "b")
            statuses.heard(Self.low, of: "b")
            await changes.next()
            #expect(statuses.low == ["b"])
            statuses.heard(LockReport(.locked, batteryPercent: 90), of: "b")
            await changes.next()
            #expect(statuses.low.isEmpty)
        }
    }
}
