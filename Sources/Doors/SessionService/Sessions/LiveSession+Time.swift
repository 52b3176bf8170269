import SeamModel
import SessionCore
import Wire

extension LiveSession {
    /// The longest time for which a jump of the wall clock may go unnoticed.
    private static let longestTick = Duration.seconds(15)

    /// Watches for jumps of the wall clock and for the currently known validity boundaries, even while a read runs or
    /// is postponed.
    func watchClock() {
        clockTask?.cancel()
        // This task ends when `stopSync` cancels it, at the session's end, or when the boundaries change.
        clockTask = Task { await self.clockLoop() }
    }

    private func clockLoop() async {
        while !Task.isCancelled {
            let now = environment.now()
            let boundaries = [order?.nextBoundary(after: now), localDerivation.nextBoundary(after: now)]
            let ends = (boundaries + [lifecycle.usableUntil]).compactMap { $0 }
            let wait = ends.filter { $0 > now }.min().map { now.duration(to: $0) } ?? Self.longestTick
            guard (try? await Task.sleep(for: min(wait, Self.longestTick))) != nil else { return }
            await passTime()
        }
    }

    /// Applies the changes that happen only because time has passed.
    func passTime() async {
        derive()
        let now = environment.now()
        guard lifecycle.isActive, let end = lifecycle.proof?.expiresAt else { return }
        if let named = environment.named(), end <= named { return await learnt { $0.passed(named) } }
        // This machine's clock alone is no reason to end a session, but it is a reason to ask the cloud.
        let isDoubted = end <= now || environment.isClockSuspect()
        defer { isTimeDoubted = isDoubted }
        if isDoubted, !isTimeDoubted { requestSync() }
    }

    // MARK: - Deriving

    var derivation: CredentialDerivation? {
        guard let snapshot, lifecycle.isActive else { return nil }
        var derivation = CredentialDerivation(
            snapshot: snapshot, bindings: facts.bindings, providers: environment.providers, radio: facts.radio,
            cloud: reach, policy: environment.policy)
        derivation.invalidated = invalidated
        derivation.pendingAuthorizations = pendingAuthorizations
        derivation.isClockSuspect = environment.isClockSuspect()
        derivation.lowBatteries = facts.lowBatteries
        return derivation
    }

    private var reach: CloudReach {
        guard let until = lifecycle.usableUntil, environment.now() < until else { return .graceExpired }
        return staleSince == nil ? .reachable : .unreachable
    }

    /// Why the keys cannot be used or, if they can be used, why they are not current.
    var staleness: SyncReason? {
        let now = environment.now()
        guard let until = lifecycle.usableUntil, until <= now else { return syncReason }
        let isTokenOver = lifecycle.proof.map { $0.expiresAt <= now } ?? false
        if isTokenOver { return .tokenExpired }
        return until > environment.settled() ? .timesDiffer : .graceExpired
    }

    /// Derives the keys again, and informs watchers of the changes.
    func derive() {
        let new = order.flatMap { order in derivation.map { KeyList($0, order, at: environment.now()) } }
        let old = keyList
        keyList = new
        topics.changed(from: old, to: new) { localKeys(of: $0) }
        nearby.changed(from: old, to: new) { localKeys(of: $0) }
    }
}
