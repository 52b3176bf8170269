package import CloudModel

/// Decides on the time and the kind of the next request to the cloud. Times are durations since any fixed start.
/// Randomness comes from the caller's generator.
package struct SyncPlan: Sendable, Equatable {
    /// The kind of a request to the cloud.
    package enum Kind: Sendable, Hashable {
        /// A request for events. It is cheap, and its answer may lead to a full read.
        case events
        /// A full read.
        case full
    }

    /// The periods of a plan.
    package struct Periods: Sendable, Equatable {
        /// The time between two requests for events while somebody uses the session. It varies at random by up to a
        /// fifth.
        package var events: Duration
        /// The time between two requests for events while nobody uses the session. It is chosen at random, and is never
        /// shorter than `events`.
        package var idle: ClosedRange<Duration>
        /// How long after its last use a session counts as used.
        package var use: Duration
        /// The longest time between two full reads.
        package var full: Duration
        /// The range of the upper bound for the wait after a failure. The first failure uses the lower end of the
        /// range.
        package var backoff: ClosedRange<Duration>
        /// The longest pause for which a cloud may ask.
        package var longestRetryAfter: Duration

        /// The default periods.
        package init(
            events: Duration = .seconds(60),
            idle: ClosedRange<Duration> = .seconds(300) ... .seconds(900),
            use: Duration = .seconds(300),
            full: Duration = .seconds(15 * 60),
            backoff: ClosedRange<Duration> = .seconds(2) ... .seconds(300),
            longestRetryAfter: Duration = .seconds(3_600)
        ) {
            self.events = events
            self.idle = idle
            self.use = use
            self.full = full
            self.backoff = backoff
            self.longestRetryAfter = longestRetryAfter
        }
    }

    /// The next request and its time.
    package struct Step: Sendable, Equatable {
        /// The earliest time for the request.
        package let at: Duration
        /// The kind of the request.
        package let kind: Kind

        /// Creates a request for `kind`, not before `at`.
        package init(at: Duration, kind: Kind) {
            self.at = at
            self.kind = kind
        }
    }

    private let periods: Periods
    private var failures = 0
    private var lastFull: Duration?
    private var lastAnswer: Duration?
    private var lastUse: Duration
    /// The moment before which the cloud wants no requests.
    private var heldUntil: Duration?
    /// The next request. It is nil after the cloud has refused the token, because no more requests are made after that.
    package private(set) var next: Step?

    /// Creates a plan that begins with a full read, now, for a session that is in use.
    package init(periods: Periods = Periods(), at now: Duration) {
        self.periods = periods
        lastUse = now
        next = Step(at: now, kind: .full)
    }

    /// The number of times in a row that the cloud could not be asked.
    package var failureCount: Int { failures }

    /// The remaining time for which the cloud wants no requests. It is nil if the cloud may be asked.
    package func hold(at now: Duration) -> Duration? {
        heldUntil.flatMap { now < $0 ? $0 - now : nil }
    }

    /// Requests a full read. The reason is that somebody asked for it, that an event reported a change, or that a
    /// validity began or ended. If the cloud has asked for a pause, the pause is still observed.
    package mutating func requested(at now: Duration) {
        guard next != nil else { return }
        next = Step(at: max(now, heldUntil ?? now), kind: .full)
    }

    /// Notes that somebody uses the session. A request that was postponed while nobody used the session is now made as
    /// early as for a session in use. Returns whether the next request is now earlier.
    package mutating func used(at now: Duration) -> Bool {
        lastUse = max(lastUse, now)
        guard let next, failures == 0, let lastAnswer else { return false }
        let due = max(now, lastAnswer + periods.events)
        // If the request is less than a fifth late, the delay is only the random variation.
        guard next.at > due, next.at > lastAnswer + periods.events * 1.2 else { return false }
        self.next = Step(at: due, kind: .events)
        return true
    }

    /// Notes that the network may have come up. If the cloud has asked for no pause, failed requests are repeated and
    /// missed events are fetched. Returns whether the next request is now earlier.
    package mutating func networkCameUp(at now: Duration) -> Bool {
        guard let next, lastFull != nil || failures > 0, hold(at: now) == nil, next.at > now else { return false }
        self.next = Step(at: now, kind: failures > 0 ? .full : .events)
        return true
    }

    /// Notes that a request was postponed because this machine had too many requests. The postponement says nothing
    /// about the cloud.
    package mutating func postponed(at now: Duration, using generator: inout some RandomNumberGenerator) {
        guard let step = next else { return }
        next = Step(at: now + periods.events * Double.random(in: 0.5...1, using: &generator), kind: step.kind)
    }

    /// Notes that the cloud answered. `boundary` is the next moment at which keys change because a validity begins or
    /// ends.
    package mutating func succeeded(
        _ kind: Kind,
        at now: Duration,
        boundary: Duration? = nil,
        using generator: inout some RandomNumberGenerator
    ) {
        guard next != nil else { return }
        failures = 0
        heldUntil = nil
        lastAnswer = now
        if kind == .full { lastFull = now }
        let fullAt = min((lastFull ?? now) + periods.full, boundary.map { max($0, now) } ?? .seconds(Int64.max / 2))
        let eventsAt = now + pause(at: now, using: &generator)
        next = fullAt <= eventsAt ? Step(at: fullAt, kind: .full) : Step(at: eventsAt, kind: .events)
    }

    private func pause(at now: Duration, using generator: inout some RandomNumberGenerator) -> Duration {
        let chance = Double.random(in: 0...1, using: &generator)
        let used = periods.events * (0.8 + 0.4 * chance)
        guard now - lastUse > periods.use else { return used }
        return max(used, periods.idle.lowerBound + (periods.idle.upperBound - periods.idle.lowerBound) * chance)
    }

    /// Notes that the cloud could not be asked, or that it asked for a pause.
    package mutating func failed(
        at now: Duration,
        retryAfter: Duration? = nil,
        using generator: inout some RandomNumberGenerator
    ) {
        guard next != nil else { return }
        failures = min(failures + 1, 32)
        var bound = periods.backoff.lowerBound
        for _ in 1..<failures where bound < periods.backoff.upperBound { bound = bound * 2 }
        bound = min(bound, periods.backoff.upperBound)
        // The whole wait is random. Kiosks that lost the cloud at the same moment therefore do not return at the same
        // moment.
        let wait = bound * Double.random(in: 0...1, using: &generator)
        let asked = min(max(retryAfter ?? .zero, .zero), periods.longestRetryAfter)
        if asked > .zero { heldUntil = now + asked }
        next = Step(at: now + max(wait, asked), kind: .full)
    }

    /// Notes that the cloud refused the token. No more requests are made, because they would only be refused too.
    package mutating func refused() {
        next = nil
    }
}

/// Merges a read of the cloud into the cache.
package enum SnapshotMerge {
    /// The new cache. Returns nil if the read belongs to another workspace or person than the session's, and then the
    /// old cache stays.
    ///
    /// A list that was read to its end counts, even if it is shorter or empty. Revoked keys must be removed, even if
    /// another list is incomplete. A list that was not read to its end adds and changes rows, but removes none. The
    /// same applies to keys whose doors were not read this time, or were never read.
    package static func merged(
        _ old: CloudSnapshot?,
        with new: CloudSnapshot,
        without gone: Set<String> = [],
        for proof: ProvenSession
    ) -> CloudSnapshot? {
        guard new.session.workspaceID == proof.workspaceID, new.workspace.id == proof.workspaceID,
            new.session.userIdentityID == proof.identityID
        else { return nil }
        guard !new.isComplete, let old, old.session.seesTheSame(as: new.session) else { return new }
        let isWhole = { (endpoint: String) in
            // Keys left out of a list must not come back from an older list.
            !new.gaps.contains(.listTooLong(endpoint: endpoint))
                || new.gaps.contains { if case .rowsLeftOut(endpoint, _) = $0 { true } else { false } }
        }
        var credentials = new.credentials
        if !isWhole("acs/credentials/list") {
            let newIDs = Set(new.credentials.map(\.id))
            let room = max(0, CloudSnapshot.mostCredentials - credentials.count)
            credentials += old.credentials.lazy.filter { !newIDs.contains($0.id) && !gone.contains($0.id) }.prefix(room)
        }
        let ids = Set(credentials.map(\.id))
        let entranceIDs = old.entranceIDs.merging(new.entranceIDs) { $1 }.filter { ids.contains($0.key) }
        let doors = Set(entranceIDs.values.joined())
        return CloudSnapshot(
            session: new.session,
            workspace: new.workspace,
            credentials: credentials,
            entrances: old.entrances.merging(new.entrances) { $1 }.filter { doors.contains($0.key) },
            entranceIDs: entranceIDs,
            systems: new.systems,
            users: isWhole("acs/users/list") ? new.users : old.users.merging(new.users) { $1 },
            identity: new.identity,
            locks: new.locks,
            outdatedDoors: new.outdatedDoors,
            olderDoors: new.olderDoors,
            gaps: new.gaps
        )
    }

    /// The cache, updated with the current state of a few keys and of the doors that these keys open. This removes
    /// nothing.
    package static func merged(
        _ old: CloudSnapshot, with rows: [(credential: CloudCredential, entrances: [CloudEntrance])]
    ) -> CloudSnapshot {
        var (credentials, entrances, entranceIDs) = (old.credentials, old.entrances, old.entranceIDs)
        for row in rows {
            if let place = credentials.firstIndex(where: { $0.id == row.credential.id }) {
                credentials[place] = row.credential
            } else if credentials.count < CloudSnapshot.mostCredentials {
                credentials.append(row.credential)
            } else {
                continue
            }
            for entrance in row.entrances { entrances[entrance.id] = entrance }
            var seen: Set<String> = []
            entranceIDs[row.credential.id] = row.entrances.map(\.id).filter { seen.insert($0).inserted }
        }
        let opened = Set(entranceIDs.values.joined())
        entrances = entrances.filter { opened.contains($0.key) }
        return CloudSnapshot(
            session: old.session, workspace: old.workspace, credentials: credentials, entrances: entrances,
            entranceIDs: entranceIDs, systems: old.systems, users: old.users, identity: old.identity, locks: old.locks,
            outdatedDoors: old.outdatedDoors, olderDoors: old.olderDoors, gaps: old.gaps)
    }
}
