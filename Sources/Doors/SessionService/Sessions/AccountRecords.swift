import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// Keeps the stored names of accounts, and forgets the data of an account. Only ``AccountWatch`` uses it.
final class AccountRecords: Sendable {
    private struct State {
        /// The stored names, or nil until they have been read.
        var kept: [LocalGrant.Subject: StoredAccount.Name]?
        /// Whether the account names of users without stored data have been removed. This happens once, before any
        /// name is noted, because a user whom this process knows must have a name before any data is kept.
        var isTidied = false
        /// Whether every number must already have a name, because the store has no data from before migration 8.
        var isAdopted = false
    }

    private let store: SessionStoreThread
    private let directory: SessionDirectory
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let trusted: TrustedGroups
    /// The function that returns once all sessions have the stored grants.
    private let grantsChanged: @Sendable () async -> Void
    private let state = Locked(State())

    init(
        store: SessionStoreThread, directory: SessionDirectory, logger: Logger,
        now: @escaping @Sendable () -> Timestamp,
        trusted: TrustedGroups, grantsChanged: @escaping @Sendable () async -> Void
    ) {
        (self.store, self.directory, self.logger, self.now) = (store, directory, logger, now)
        (self.trusted, self.grantsChanged) = (trusted, grantsChanged)
    }

    /// The stored names, as they were last read and changed.
    var kept: [LocalGrant.Subject: StoredAccount.Name] { state.withLock { $0.kept ?? [:] } }

    /// Whether the store has been read.
    var isRead: Bool { state.withLock { $0.kept != nil } }

    /// The groups for which data is kept.
    var groups: Set<UInt32> {
        Set(kept.keys.compactMap { subject in if case .group(let gid) = subject { gid } else { nil } })
    }

    /// Reads the store unless it has already been read.
    func readOnce() async -> Bool {
        if isRead { return true }
        return await read()
    }

    /// Reads the store. Returns false if this fails, and then earlier records stay. The first successful call removes
    /// the account names of users without stored data.
    func read() async -> Bool {
        do {
            // All of this runs on the store's thread, where names are also noted. So an older state never replaces a
            // newer state.
            try await store.read(for: .daemon) { [state] store throws(StoreError) in
                if !state.withLock({ $0.isTidied }) {
                    // On a full disk, the names stay until the next start, and reading continues.
                    try? store.tidyAccounts()
                    state.withLock { $0.isTidied = true }
                }
                let (accounts, isAdopted) = (try store.accounts(), try store.isAccounted())
                let kept = Dictionary(accounts.map { ($0.subject, $0.name) }, uniquingKeysWith: { first, _ in first })
                state.withLock { ($0.kept, $0.isAdopted) = (kept, isAdopted) }
            }
            return true
        } catch {
            logger.error("names of accounts cannot be read", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Once every number has its name, records this under seal. After that, a number without a name shows that the
    /// store was manipulated.
    func endAdoption() async {
        guard !state.withLock({ $0.isAdopted }), !kept.values.contains(.unknown) else { return }
        do {
            let isDone = try await store.run(for: .daemon) { store throws(StoreError) in try store.markAccounted() }
            if isDone { state.withLock { $0.isAdopted = true } }
        } catch {
            logger.error("names of accounts are not sealed", metadata: ["error": "\(error)"])
        }
    }

    /// Notes to whom a number belongs. Fails if the store cannot record this, because then no other data may be kept
    /// for the number either.
    func note(_ name: String?, for subject: LocalGrant.Subject) async -> AccountWatch.Outcome {
        let now = now()
        do {
            try await store.run(for: .daemon) { [state] store throws(StoreError) in
                try store.note(name, for: subject, at: now)
                state.withLock { $0.kept?[subject] = .noted(name) }
            }
        } catch {
            logger.error("an account's name could not be stored", metadata: metadata(subject, ["error": "\(error)"]))
            return .failure(.storeUnavailable)
        }
        return .success(nil)
    }

    /// Forgets all data that is kept under a number, and ends the sessions and attempts that use it, even if the store
    /// fails.
    func forget(
        _ subject: LocalGrant.Subject, _ known: StoredAccount.Name?, noting name: String?, _ cause: AccountWatch.Cause,
        by admin: UInt32? = nil
    ) async -> AccountWatch.Outcome {
        let outcome: AccountWatch.Outcome
        do {
            let (act, now) = (try act(subject, known), now())
            let forgotten = try await store.run(for: .daemon) { [state] store throws(StoreError) in
                let forgotten = try store.forget(
                    subject, noting: name, recording: act, reason: cause.rawValue, by: admin, at: now)
                state.withLock { $0.kept?[subject] = .noted(name) }
                return forgotten
            }
            var more: Logger.Metadata = [
                "why": "\(cause.rawValue)", "sessions": "\(forgotten.sessions)", "grants": "\(forgotten.grants)",
            ]
            if let admin { more["by_uid"] = "\(admin)" }
            logger.notice("an account's sessions and grants were deleted", metadata: metadata(subject, more))
            outcome = .success(forgotten)
        } catch {
            logger.error("an account's data could not be deleted", metadata: metadata(subject, ["error": "\(error)"]))
            outcome = .failure(.storeUnavailable)
        }
        if case .user(let uid) = subject { await directory.endAll(of: uid) }
        await grantsChanged()
        return outcome
    }

    /// Records that, from now on, the group's grants give keys.
    func trust(_ gid: UInt32) async { if trusted.insert(gid) { await grantsChanged() } }

    /// Records that, from now on, the group's grants give no keys.
    func distrust(_ gid: UInt32) async { if trusted.remove(gid) { await grantsChanged() } }

    /// Logs that data from an earlier release belongs to no account. The account may have been missing for any time.
    func tellOrphan(_ subject: LocalGrant.Subject) {
        let metadata = metadata(subject, [:])
        logger.warning(
            "stored data belongs to no account; if its owner has left, run 'seam sessions forget'", metadata: metadata)
    }

    /// Logs that the owner of a number cannot be determined.
    func tell(_ error: LinuxError, of subject: LocalGrant.Subject) {
        logger.error("an account's name cannot be determined", metadata: metadata(subject, ["error": "\(error)"]))
    }

    /// The journal's entry about the forgotten account. Returns nil for a group, whose grants belong to no person.
    private func act(_ subject: LocalGrant.Subject, _ known: StoredAccount.Name?) throws -> AttemptAdmission? {
        guard case .user(let uid) = subject, let session = SessionID(uid: uid, name: "default") else { return nil }
        var act = AttemptAdmission(
            attemptID: try RandomID.make("forget_"), session: session, method: SessionForget.name,
            credentialID: "uid:\(uid)", authority: .localGrant, admittedAt: now())
        if case .noted(let name?) = known { act.credentialName = name }
        return act
    }

    private func metadata(_ subject: LocalGrant.Subject, _ more: Logger.Metadata) -> Logger.Metadata {
        var metadata = more
        switch subject {
        case .user(let uid): metadata["uid"] = "\(uid)"
        case .group(let gid): metadata["gid"] = "\(gid)"
        }
        return metadata
    }
}

/// The groups whose grants give keys. Each of them is known to be the same group for which the grants were made.
final class TrustedGroups: Sendable {
    private let groups = Locked<Set<UInt32>>([])

    /// Adds a group. Returns whether the group is new.
    func insert(_ gid: UInt32) -> Bool { groups.withLock { $0.insert(gid).inserted } }

    /// Removes a group. Returns whether the group was present.
    func remove(_ gid: UInt32) -> Bool { groups.withLock { $0.remove(gid) != nil } }

    /// The grants that may give keys.
    func grants(of all: [LocalGrant]) -> [LocalGrant] {
        let groups = groups.withLock { $0 }
        return all.filter { grant in grant.gid.map(groups.contains) ?? true }
    }
}

extension SessionDirectory {
    /// Ends all of a user's sessions and keeps none of their data.
    func endAll(of uid: UInt32) async {
        for id in ids(of: uid) {
            // If the store fails, the session has still ended, and the store records the end later.
            try? await session(id).deactivate(deintegrate: true, as: .forgotten)
        }
    }
}
