import DaemonStore
import Logging
import SealedDatabase
import SeamModel
import SessionAPI
import SessionStore
import Wire

/// Grants and revokes keys to bound locks without the cloud (the methods `locks.grant`, `locks.revoke` and
/// `locks.grants`).
struct GrantService: Sendable {
    let store: SessionStoreThread
    let logger: Logger
    let now: @Sendable () -> Timestamp
    /// The function that returns once the number's account is recorded and all data of an earlier account is removed.
    let settle: @Sendable (LocalGrant.Subject) async throws(WireError) -> Void
    /// The function that returns once the sessions have the stored grants, and attempts without a grant have been told
    /// to stop. If the store cannot be read, the sessions have no grants. A busy session may get the grants later.
    let changed: @Sendable () async -> Void

    /// Answers `locks.grant`, called by `uid`.
    func grant(_ params: LocksGrant.Params, by uid: UInt32) async throws(WireError) -> LocalGrant {
        let grant = LocalGrant(
            bindingID: params.bindingID, subject: params.subject, startsAt: params.startsAt, endsAt: params.endsAt,
            grantedAt: now(), grantedByUID: uid)
        try await settle(params.subject)
        let answer = try await store.answer(logger, for: .user(uid)) { store throws(StoreError) in
            try store.grant(grant)
        }
        switch answer {
        case .granted: break
        case .unknownBinding: throw .unknownBinding
        case .full(let limit, let isOfBinding):
            throw .quotaExceeded(
                QuotaBreach("grants", limit: limit, used: limit, scope: isOfBinding ? "binding" : "server"))
        }
        var metadata = Self.metadata(grant.bindingID, grant.subject, by: uid)
        metadata["starts_at"] = grant.startsAt.map { "\($0)" }
        metadata["ends_at"] = grant.endsAt.map { "\($0)" }
        logger.notice("local key granted", metadata: metadata)
        await changed()
        return grant
    }

    /// Answers `locks.revoke`, called by `uid`.
    func revoke(_ params: LocksRevoke.Params, by uid: UInt32) async throws(WireError) {
        let (subject, bindingID) = (params.subject, params.bindingID)
        let (isKnown, isRevoked): (Bool, Bool)
        do throws(WireError) {
            (isKnown, isRevoked) = try await store.answer(logger, for: .user(uid)) { store throws(StoreError) in
                (try store.hasBinding(bindingID), try store.revoke(subject, of: bindingID))
            }
        } catch {
            // The store may have failed after deleting the row. Sessions must stop using the grant.
            await changed()
            throw error
        }
        guard isKnown else { throw .unknownBinding }
        guard isRevoked else { throw .unknownGrant }
        logger.notice("local key revoked", metadata: Self.metadata(bindingID, subject, by: uid))
        await changed()
    }

    /// The grants for one binding, or for all bindings, in the store's order.
    func grants(of bindingID: String?, for uid: UInt32) async throws(WireError) -> [LocalGrant] {
        let grants = try await store.found(logger, for: .user(uid)) { store throws(StoreError) in
            try store.grants().grants
        }
        return bindingID.map { id in grants.filter { $0.bindingID == id } } ?? grants
    }

    private static func metadata(
        _ bindingID: String, _ subject: LocalGrant.Subject, by uid: UInt32
    ) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["binding": "\(bindingID)", "uid": "\(uid)"]
        switch subject {
        case .user(let uid): metadata["to_uid"] = "\(uid)"
        case .group(let gid): metadata["to_gid"] = "\(gid)"
        }
        return metadata
    }
}
