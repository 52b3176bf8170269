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

/// Makes sure that the data under a user's number stays with the account to which it belonged when it was stored
/// (decision 0032).
///
/// The kernel gives the daemon only numbers, and a machine may reassign the number of a deleted account to another
/// person. For this reason, the account's name is stored with the number before any other data. If the number has a new
/// name, all data under the number is forgotten before anyone can use it. If the number no longer has an account,
/// nobody can use the data. If no account reappears, the data is forgotten. A group's number gives a key only if the
/// group is known to be the same group as before.
actor AccountWatch {
    /// Finds the name of a user or group, or returns nil if the number has no name. Throws `.lookupFailed` if the name
    /// cannot be determined.
    typealias Find = @Sendable (LocalGrant.Subject) async throws(LinuxError) -> String?
    /// The result of checking a number, or of forgetting its data.
    typealias Outcome = Result<ForgottenAccount?, WireError>

    /// Why data was forgotten. The raw value is the journal's reason.
    enum Cause: String {
        case changed = "account.changed"
        case gone = "account.gone"
        case administrator = "account.forgotten"
    }

    /// The facts that calls need immediately.
    private struct Sight {
        /// The moment until which each account counts as unchanged.
        var good: [LocalGrant.Subject: Duration] = [:]
        /// The groups for which data is kept.
        var groups: Set<UInt32> = []
    }

    private let find: Find
    private let monotonic: @Sendable () -> Duration
    private let sight = Locked(Sight())
    private let records: AccountRecords
    /// The running checks and removals, at most one for each number.
    private var busy: [LocalGrant.Subject: Task<Outcome, Never>] = [:]
    /// Numbers whose account this process has learned at least once.
    private var verified: Set<LocalGrant.Subject> = []
    /// Numbers whose account could not be determined the last time. The failure has been logged.
    private var failing: Set<LocalGrant.Subject> = []
    /// The time at which each account that no longer exists was first missing.
    private var goneSince: [LocalGrant.Subject: Duration] = [:]

    /// How long an answer from the name service is valid. Creating and using an account takes longer than this time.
    static let freshness = Duration.seconds(2)
    /// How long an earlier answer is valid if the name service fails. Callers must not wait for a failing service on
    /// every call.
    static let leniency = Duration.seconds(30)
    /// How long an account must be missing before its data is forgotten. A name service that is starting, or has lost
    /// its own server, may report that an account does not exist.
    static let patience = Duration.seconds(600)
    /// The time between two checks of all accounts, and how long one check may take. The next check continues with the
    /// remaining accounts.
    static let (period, longestCheck) = (Duration.seconds(60), Duration.seconds(10))
    /// The number of accounts that are checked in parallel.
    private static let width = 4

    init(find: @escaping Find, records: AccountRecords, monotonic: @escaping @Sendable () -> Duration) {
        self.find = find
        self.records = records
        self.monotonic = monotonic
    }

    /// Returns once the data under the caller's numbers is known to belong to their accounts. Throws
    /// `account.unverified` if this cannot be determined for the user. If this cannot be determined for a group, the
    /// group gives no key.
    nonisolated func admit(_ uid: UInt32, groups: Set<UInt32>) async throws(WireError) {
        let now = monotonic()
        let stale = sight.withLock { sight in
            ([.user(uid)] + sight.groups.intersection(groups).map(LocalGrant.Subject.group)).filter { subject in
                sight.good[subject].map { $0 < now } ?? true
            }
        }
        guard !stale.isEmpty else { return }
        let error = await withTaskGroup(of: WireError?.self) { group in
            for subject in stale {
                group.addTask {
                    guard case .failure(let error) = await self.look(at: subject) else { return nil }
                    if case .group = subject { return nil }
                    return error
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
        if let error { throw error }
    }

    /// Returns once the data under one number is known to belong to the number's account. Also notes the number's owner
    /// if the owner is not known yet.
    func settle(_ subject: LocalGrant.Subject) async throws(WireError) { _ = try await look(at: subject).get() }

    /// Checks every number for which data is kept.
    func settleAll() async {
        guard await records.read() else { return }
        sight.withLock { $0.groups = records.groups }
        let end = monotonic() + Self.longestCheck
        // The order of a dictionary differs each time, so every number gets its turn.
        var left = Array(records.kept.keys)[...]
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.width { if let subject = left.popFirst() { group.addTask { await self.sweep(subject) } } }
            while await group.next() != nil, !Task.isCancelled, monotonic() < end {
                if let subject = left.popFirst() { group.addTask { await self.sweep(subject) } }
            }
        }
        await records.endAdoption()
        let time = monotonic()
        sight.withLock { sight in sight.good = sight.good.filter { $0.value >= time } }
    }

    /// Checks one number. A failure is logged elsewhere, and the check is tried again.
    private func sweep(_ subject: LocalGrant.Subject) async { _ = await look(at: subject) }

    /// Checks all accounts periodically. This ends with the task.
    func run() async {
        while (try? await Task.sleep(for: Self.period)) != nil {
            // Until the store has been opened and read, there is nothing to check.
            if records.isRead { await settleAll() }
        }
    }

    // MARK: - Forgetting

    /// Answers `session.forget`, called by `admin`. It forgets all data that is kept for a user. Throws
    /// `account.unknown` if there is no such data.
    func forget(_ user: SessionForget.User, by admin: UInt32) async throws(WireError) -> SessionForget.Result {
        guard await records.read() else { throw .storeUnavailable }
        let uids = await uids(of: user)
        guard !uids.isEmpty else { throw .unknownAccount }
        var result = SessionForget.Result(users: [])
        for uid in uids.sorted() {
            let outcome = await alone(.user(uid)) { await self.forgetNow(.user(uid), by: admin) }
            guard let forgotten = try outcome.get() else { continue }
            result.users.append(
                .init(uid: uid, sessions: Int64(forgotten.sessions), grants: Int64(forgotten.grants)))
        }
        return result
    }

    private func uids(of user: SessionForget.User) async -> [UInt32] {
        var found: [UInt32] = []
        for (subject, known) in records.kept {
            guard case .user(let uid) = subject else { continue }
            switch (user, known) {
            case (.uid(let meant), _): if meant == uid { found.append(uid) }
            case (.name(let name), .noted(let noted)): if noted == name { found.append(uid) }
            case (.name(let name), _): if (try? await find(subject)) == name { found.append(uid) }
            }
        }
        return found
    }

    private func forgetNow(_ subject: LocalGrant.Subject, by admin: UInt32) async -> Outcome {
        let known = records.kept[subject]
        var name: String?
        do {
            name = try await find(subject)
        } catch {
            // If the number's current owner cannot be determined, the number stays with the account that was noted for
            // it.
            if case .noted(let noted) = known { name = noted }
        }
        return await records.forget(subject, known, noting: name, .administrator, by: admin)
    }

    // MARK: - Looking

    private func look(at subject: LocalGrant.Subject) async -> Outcome {
        if let running = busy[subject] { return await running.value }
        return await alone(subject) { await self.check(subject) }
    }

    /// Runs `body` after the check or removal that is running for the number.
    private func alone(
        _ subject: LocalGrant.Subject, _ body: @escaping @Sendable () async -> Outcome
    ) async -> Outcome {
        while let running = busy[subject] {
            _ = await running.value
            if busy[subject] == running { busy[subject] = nil }
        }
        // This task ends with the body. The body waits for the store and, for at most a second, for the name service.
        let task = Task { await body() }
        busy[subject] = task
        let outcome = await task.value
        if busy[subject] == task { busy[subject] = nil }
        return outcome
    }

    private func check(_ subject: LocalGrant.Subject) async -> Outcome {
        guard await records.readOnce() else { return .failure(.storeUnavailable) }
        let begun = monotonic()
        let name: String?
        do throws(LinuxError) {
            name = try await find(subject)
        } catch {
            return unknown(subject, begun, error)
        }
        if name != nil { goneSince[subject] = nil }
        let outcome: Outcome
        switch records.kept[subject] {
        case .noted(name): outcome = .success(nil)
        case .noted(.some) where name == nil: return await gone(subject, begun)
        case .noted, .altered:
            outcome = await records.forget(subject, records.kept[subject], noting: name, .changed)
        case .unknown, nil:
            if records.kept[subject] == .unknown, name == nil { records.tellOrphan(subject) }
            outcome = await records.note(name, for: subject)
        }
        guard case .success = outcome else { return outcome }
        failing.remove(subject)
        verified.insert(subject)
        await counts(subject, until: begun + Self.freshness)
        return outcome
    }

    private func counts(_ subject: LocalGrant.Subject, until end: Duration) async {
        sight.withLock { sight in
            sight.good[subject] = end
            if case .group(let gid) = subject { sight.groups.insert(gid) }
        }
        if case .group(let gid) = subject { await records.trust(gid) }
    }

    /// Handles a number whose account no longer exists.
    private func gone(_ subject: LocalGrant.Subject, _ time: Duration) async -> Outcome {
        sight.withLock { $0.good[subject] = nil }
        if case .group(let gid) = subject { await records.distrust(gid) }
        let since = goneSince[subject] ?? time
        goneSince[subject] = since
        guard time - since >= Self.patience else {
            return .failure(.unverifiedAccount("the user number no longer belongs to an account"))
        }
        goneSince[subject] = nil
        return await records.forget(subject, records.kept[subject], noting: nil, .gone)
    }

    /// Handles a number whose owner cannot be determined. If this process has found the owner before, the earlier
    /// answer still counts. Otherwise nobody may use the kept data, and no new data is kept.
    private func unknown(_ subject: LocalGrant.Subject, _ begun: Duration, _ error: LinuxError) -> Outcome {
        if failing.insert(subject).inserted { records.tell(error, of: subject) }
        guard verified.contains(subject), goneSince[subject] == nil else {
            return .failure(.unverifiedAccount("the machine's name service has failed"))
        }
        sight.withLock { $0.good[subject] = begun + Self.leniency }
        return .success(nil)
    }
}

extension WireError {
    fileprivate static let unknownAccount = WireError(
        .notFound, "account.unknown", "no data is stored for this user")

    fileprivate static func unverifiedAccount(_ why: String) -> WireError {
        WireError(
            .unavailable, "account.unverified", "the account cannot be identified: \(why)", retry: .init(safe: true))
    }
}

extension LocalGrant.Subject {
    /// The account by which the name service knows the user or group.
    var account: AccountFinder.Account {
        switch self {
        case .user(let uid): .user(uid)
        case .group(let gid): .group(gid)
        }
    }
}
