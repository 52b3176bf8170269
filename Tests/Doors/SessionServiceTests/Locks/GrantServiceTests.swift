import DaemonStore
import LinuxSupport
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Testing
import Wire

@testable import SessionService

/// A grant service with one bound lock. The fixture keeps the last report that the code for deriving keys received.
private struct GrantFixture {
    let service: ServiceFixture
    let grants: GrantService
    let reading: BoundLocks
    let told: Locked<[LocalGrant]>

    static func with(_ body: (GrantFixture) async throws -> Void) async throws {
        try await withService { service in
            let told = Locked<[LocalGrant]>([])
            let statuses = LockStatuses(
                store: service.store, topics: TopicSource(epoch: "e"), logger: silent, now: { moment(5) })
            let reading = BoundLocks(store: service.store, statuses: statuses, logger: silent) { _, grants in
                told.withLock { $0 = grants }
            }
            let binding = try localBinding()
            try await service.store.run { store throws(StoreError) in
                try store.add(SealedBinding(binding: binding, lockKey: SecretBytes([1, 2, 3])))
            }
            let grants = GrantService(
                store: service.store, logger: silent, now: { moment(5) }, settle: { _ in },
                changed: { await reading.readAgain() })
            try await body(GrantFixture(service: service, grants: grants, reading: reading, told: told))
        }
    }

    var known: [LocalGrant] { told.withLock { $0 } }
}

@Suite("locks.grant and locks.revoke", .timeLimit(.minutes(1)))
struct GrantServiceTests {
    @Test("grant service: what was granted or revoked is known when the call is answered")
    func known() async throws {
        try await GrantFixture.with { fixture in
            let params = LocksGrant.Params(bindingID: "b", subject: .user(7), endsAt: moment(9))
            let grant = try await fixture.grants.grant(params, by: 42)
            #expect(grant.grantedByUID == 42 && grant.grantedAt == moment(5) && grant.endsAt == moment(9))
            #expect(fixture.known == [grant])
            #expect(try await fixture.grants.grants(of: "b", for: 42) == [grant])
            #expect(try await fixture.grants.grants(of: "c", for: 42).isEmpty)
            try await fixture.grants.revoke(.init(bindingID: "b", subject: .user(7)), by: 42)
            #expect(fixture.known.isEmpty)
            #expect(try await fixture.grants.grants(of: nil, for: 42).isEmpty)
        }
    }

    @Test("grant service: who names what is not there is told what")
    func unknown() async throws {
        try await GrantFixture.with { fixture in
            let grant = try await wireError {
                _ = try await fixture.grants.grant(.init(bindingID: "c", subject: .user(7)), by: 0)
            }
            #expect(grant.reason == "bind.unknown_binding")
            for (binding, reason) in [("c", "bind.unknown_binding"), ("b", "bind.unknown_grant")] {
                let error = try await wireError {
                    try await fixture.grants.revoke(.init(bindingID: binding, subject: .group(7)), by: 0)
                }
                #expect(error.reason == reason)
            }
        }
    }

    @Test("grant service: too many grants of a binding are refused, and the limit is told")
    func tooMany() async throws {
        try await GrantFixture.with { fixture in
            try await fixture.service.store.run { store throws(StoreError) in
                for uid in 0..<UInt32(SessionStore.grantLimitOfBinding) { _ = try store.grant(localGrant(.user(uid))) }
            }
            let error = try await wireError {
                _ = try await fixture.grants.grant(.init(bindingID: "b", subject: .group(7)), by: 0)
            }
            #expect(error.reason == "rpc.quota_exceeded")
            #expect(error.details?["scope"] == "binding" && error.details?["limit"] == 64)
        }
    }

    @Test("grant service: many changes at once end with what the store has")
    func concurrent() async throws {
        try await GrantFixture.with { fixture in
            let grants = fixture.grants
            try await withThrowingTaskGroup(of: Void.self) { group in
                for uid in 0..<40 as Range<UInt32> {
                    group.addTask {
                        _ = try await grants.grant(.init(bindingID: "b", subject: .user(uid)), by: 0)
                        if uid % 2 == 0 { try await grants.revoke(.init(bindingID: "b", subject: .user(uid)), by: 0) }
                    }
                }
                try await group.waitForAll()
            }
            let wanted: [UInt32] = (0..<40).filter { $0 % 2 == 1 }
            #expect(fixture.known.compactMap(\.uid) == wanted)
        }
    }

    @Test("grant service: where the store cannot be read, nobody has a local key")
    func unreadable() async throws {
        try await GrantFixture.with { fixture in
            _ = try await fixture.grants.grant(.init(bindingID: "b", subject: .user(7)), by: 0)
            try await fixture.service.store.close()
            await #expect(throws: StoreError.self) { try await fixture.reading.read() }
            #expect(fixture.known.isEmpty)
        }
    }
}
