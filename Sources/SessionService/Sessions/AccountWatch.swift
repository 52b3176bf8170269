import LinuxSupport
import Logging
import SealedStore
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// Keeps what belongs to a user's number with the account that it belonged to.
///
/// The kernel tells the daemon numbers, and a machine gives the number of somebody who has left to the next person. So
/// the account's name is kept beside the number. When the name is another one, or there is no account any more, all
/// that was kept under the number is forgotten before anybody can use it: sessions, local grants and idempotency keys.
/// The same holds for a group's number and its grants.
actor AccountWatch {
    /// Finds the name of a user or group; nil if there is none. Throws `.lookupFailed` if nobody can say.
    typealias Find = @Sendable (LocalGrant.Subject) async throws(LinuxError) -> String?

    /// Why something was forgotten; the journal's reason.
    private enum Cause: String {
        case changed = "account.changed"
        case gone = "account.gone"
        case administrator = "account.forgotten"
    }

    private let find: Find
    private let store: StoreThread
    private let directory: SessionDirectory
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let monotonic: @Sendable () -> Duration
    /// Returns when all sessions have the stored grants.
    private let grantsChanged: @Sendable () async -> Void
    /// What the store has; nil until it was read.
    private var kept: [LocalGrant.Subject: StoredAccount.Name]?
    private var checks: [LocalGrant.Subject: Task<WireError?, Never>] = [:]
    /// Numbers whose account was told to this process at least once.
    private var verified: Set<LocalGrant.Subject> = []
    /// Numbers whose account nobody could tell, or whose name could not be noted, the last time. That was logged.
    private var failing: Set<LocalGrant.Subject> = []

    /// What calls need to know without waiting.
    private struct Sight {
        /// Until when an account counts as being as it was.
        var good: [LocalGrant.Subject: Duration] = [:]
        /// The groups of which something is kept.
        var groups: Set<UInt32> = []
    }

    private let sight = Locked(Sight())

    /// For how long an answer of the name service counts: an account is made and its first program runs within no
    /// shorter time.
    static let freshness = Duration.seconds(2)
    /// The same where the name service fails, but had told the account to this process before: its callers must not
    /// wait for it with every call.
    static let leniency = Duration.seconds(30)
    /// How long a check of all accounts may take; the next one goes on.
    private static let longestCheck = Duration.seconds(10)
    /// The time between two checks of all accounts.
    static let period = Duration.seconds(60)

    init(
        find: @escaping Find, store: StoreThread, directory: SessionDirectory, logger: Logger,
        now: @escaping @Sendable () -> Timestamp, monotonic: @escaping @Sendable () -> Duration,
        grantsChanged: @escaping @Sendable () async -> Void
    ) {
        self.find = find
        self.store = store
        self.directory = directory
        self.logger = logger
        self.now = now
        self.monotonic = monotonic
        self.grantsChanged = grantsChanged
    }

    /// Returns when what is kept for the caller's numbers belongs to their accounts. Throws `store.unavailable` if that
    /// cannot be said.
    nonisolated func admit(_ uid: UInt32, groups: Set<UInt32>) async throws(WireError) {
        let now = monotonic()
        let stale = sight.withLock { sight in
            ([.user(uid)] + sight.groups.intersection(groups).map(LocalGrant.Subject.group)).filter { subject in
                sight.good[subject].map { $0 < now } ?? true
            }
        }
        for subject in stale { try await settle(subject) }
    }

    /// The same for one number; also notes whose it is, if that is not known yet.
    func settle(_ subject: LocalGrant.Subject) async throws(WireError) {
        let check = checks[subject] ?? Task { await self.check(subject) }
        checks[subject] = check
        let error = await check.value
        if checks[subject] == check { checks[subject] = nil }
        if let error { throw error }
    }

    /// Checks every number under which something is kept, and removes the names of those that have nothing.
    func settleAll() async {
        kept = nil
        guard await load() != nil else { return }
        let end = monotonic() + Self.longestCheck
        // A dictionary's order differs with every reading, so that each has its turn.
        for subject in (kept ?? [:]).keys where monotonic() < end {
            guard !Task.isCancelled else { return }
            // What failed was logged, and is tried again.
            try? await settle(subject)
        }
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in try store.tidyAccounts() }
        } catch {
            logger.error("names of accounts are not removed", metadata: ["error": "\(error)"])
        }
        let time = monotonic()
        sight.withLock { sight in sight.good = sight.good.filter { $0.value >= time } }
        verified.formIntersection((kept ?? [:]).keys)
        failing.formIntersection((kept ?? [:]).keys)
    }

    /// Checks all accounts from time to time; ends with the task.
    func run() async {
        while (try? await Task.sleep(for: Self.period)) != nil {
            // Until the store has been opened and read, there is nothing to check.
            if kept != nil { await settleAll() }
        }
    }

    // MARK: - Forgetting

    /// `session.forget`, which `admin` called: forgets everything that is kept for a user. Throws `account.unknown` if
    /// nothing is.
    func forget(_ user: SessionForget.User, by admin: UInt32) async throws(WireError) -> SessionForget.Result {
        kept = nil
        guard let kept = await load() else { throw .storeUnavailable }
        let subjects = await subjects(user, in: kept)
        guard !subjects.isEmpty else {
            throw WireError(.notFound, "account.unknown", "nothing is kept for such a user")
        }
        var result = SessionForget.Result(users: [])
        for subject in subjects {
            guard case .user(let uid) = subject else { continue }
            // If nobody can say whose the number is now, whoever comes next is not the one who is forgotten.
            let name = (try? await find(subject)) ?? nil
            do {
                let forgotten = try await forget(subject, kept[subject], noting: name, .administrator, by: admin)
                result.users.append(.init(uid: uid, sessions: forgotten.sessions, grants: forgotten.grants))
            } catch {
                logger.error("a user is not forgotten", metadata: ["uid": "\(uid)", "error": "\(error)"])
                throw .storeUnavailable
            }
        }
        return result
    }

    private func subjects(
        _ user: SessionForget.User, in kept: [LocalGrant.Subject: StoredAccount.Name]
    ) async -> [LocalGrant.Subject] {
        switch user {
        case .uid(let uid): return kept[.user(uid)] == nil ? [] : [.user(uid)]
        case .name(let name):
            var found: [LocalGrant.Subject] = []
            for (subject, known) in kept {
                guard case .user = subject else { continue }
                switch known {
                case .noted(let noted): if noted == name { found.append(subject) }
                case .unknown, .altered: if (try? await find(subject)) == name { found.append(subject) }
                }
            }
            return found
        }
    }

    private func forget(
        _ subject: LocalGrant.Subject, _ known: StoredAccount.Name?, noting name: String?, _ cause: Cause,
        by admin: UInt32? = nil
    ) async throws -> ForgottenAccount {
        let (act, now) = (try act(subject, known), now())
        let forgotten = try await store.run(for: .daemon) { store throws(StoreError) in
            try store.forget(subject, noting: name, recording: act, reason: cause.rawValue, at: now)
        }
        kept?[subject] = .noted(name)
        var metadata: Logger.Metadata = [
            "why": "\(cause.rawValue)", "sessions": "\(forgotten.sessions)", "grants": "\(forgotten.grants)",
        ]
        if let admin { metadata["by_uid"] = "\(admin)" }
        switch subject {
        case .user(let uid):
            metadata["uid"] = "\(uid)"
            await directory.endAll(of: uid)
        case .group(let gid): metadata["gid"] = "\(gid)"
        }
        if forgotten.grants > 0 { await grantsChanged() }
        logger.notice("an account's sessions and grants are forgotten", metadata: metadata)
        return forgotten
    }

    /// What the journal gets; nothing for a group, whose grants are no person's.
    private func act(
        _ subject: LocalGrant.Subject, _ known: StoredAccount.Name?
    ) throws -> AttemptAdmission? {
        guard case .user(let uid) = subject, let session = SessionID(uid: uid, name: "default") else { return nil }
        var act = AttemptAdmission(
            attemptID: try RandomID.make("forget_"), session: session, method: SessionForget.name,
            credentialID: "uid:\(uid)", authority: .localGrant, admittedAt: now())
        if case .noted(let name?) = known { act.credentialName = name }
        return act
    }

    // MARK: - Checking

    private func check(_ subject: LocalGrant.Subject) async -> WireError? {
        // Without the store nothing that is kept can be read, either.
        guard let kept = await load() else { return nil }
        let name: String?
        do throws(LinuxError) {
            name = try await find(subject)
        } catch {
            return unknown(subject, kept[subject], error)
        }
        do {
            switch kept[subject] {
            case .noted(name): failing.remove(subject)
            case .noted(let old):
                let cause = old != nil && name == nil ? Cause.gone : .changed
                _ = try await forget(subject, kept[subject], noting: name, cause)
            case .altered: _ = try await forget(subject, .altered, noting: name, .changed)
            case .unknown, nil: await note(name, for: subject)
            }
        } catch {
            logger.error("an account is not forgotten", metadata: ["account": "\(subject)", "error": "\(error)"])
            return .storeUnavailable
        }
        counts(subject, for: Self.freshness)
        verified.insert(subject)
        return nil
    }

    private func counts(_ subject: LocalGrant.Subject, for time: Duration) {
        let end = monotonic() + time
        sight.withLock { $0.good[subject] = end }
    }

    /// Nobody can say whose the number is. What was found before by this process still holds; otherwise nobody may use
    /// what is kept.
    private func unknown(
        _ subject: LocalGrant.Subject, _ known: StoredAccount.Name?, _ error: LinuxError
    ) -> WireError? {
        if failing.insert(subject).inserted {
            logger.error("an account's name is not known", metadata: ["account": "\(subject)", "error": "\(error)"])
        }
        guard !verified.contains(subject), known != nil else {
            counts(subject, for: Self.leniency)
            return nil
        }
        return WireError(
            .unavailable, "store.unavailable", "the machine's name service does not say whose the number is",
            retry: .init(safe: true))
    }

    private func note(_ name: String?, for subject: LocalGrant.Subject) async {
        let now = now()
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in
                try store.note(name, for: subject, at: now)
            }
            kept?[subject] = .noted(name)
            failing.remove(subject)
            if case .group(let gid) = subject { sight.withLock { _ = $0.groups.insert(gid) } }
        } catch {
            // It is noted with the next check. Until then nothing else can be stored for the account, either.
            guard failing.insert(subject).inserted else { return }
            logger.error("an account's name is not noted", metadata: ["account": "\(subject)", "error": "\(error)"])
        }
    }

    /// What is kept; nil if the store cannot be read.
    private func load() async -> [LocalGrant.Subject: StoredAccount.Name]? {
        if let kept { return kept }
        guard
            let accounts = try? await store.read(for: .daemon, { store throws(StoreError) in try store.accounts() })
        else { return nil }
        let read = Dictionary(accounts.map { ($0.subject, $0.name) }, uniquingKeysWith: { first, _ in first })
        kept = read
        sight.withLock { sight in
            sight.groups = Set(
                read.keys.compactMap { subject in if case .group(let gid) = subject { gid } else { nil } })
        }
        return read
    }
}

extension SessionDirectory {
    /// Ends all sessions of a user, and keeps nothing of them.
    func endAll(of uid: UInt32) async {
        for id in ids(of: uid) {
            // If the store fails, the session has ended all the same, and the store is told later.
            try? await session(id).deactivate(deintegrate: true, as: .forgotten)
        }
    }
}
