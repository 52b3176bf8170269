package import DaemonCore

/// The queue of unlocks. It allows one attempt at a time per lock and per session, and people take turns.
///
/// An attempt takes a place with ``enter(_:)`` before its row is written. Once the row is durable, ``ready(_:)`` makes
/// the attempt startable. ``startable()`` starts the attempt. In any case, ``leave(_:)`` gives everything back at the
/// end.
package struct UnlockQueue: Sendable {
    /// An attempt that is waiting or running.
    package struct Entry: Sendable, Equatable {
        /// The attempt's id.
        package let attemptID: String
        /// The session that made the attempt.
        package let session: SessionID
        /// The locks that the attempt may use, by binding id. All of them are busy while the attempt runs, until it is
        /// narrowed down to one lock.
        package fileprivate(set) var locks: Set<String>
        /// Whether the attempt needs one of the radio's slots.
        package let usesRadio: Bool

        /// Creates an entry.
        package init(attemptID: String, session: SessionID, locks: Set<String>, usesRadio: Bool = true) {
            self.usesRadio = usesRadio
            self.attemptID = attemptID
            self.session = session
            self.locks = locks
        }
    }

    /// The largest numbers of waiting attempts.
    package struct Limits: Sendable, Equatable {
        /// The largest number of attempts that may wait for one lock.
        package var waitingPerLock: Int
        /// The largest number of one person's attempts that may wait. Attempts of exempt uids do not count here, but
        /// they count for the lock.
        package var waitingPerPerson: Int
        /// Uids that are not counted per person.
        package var exempt: Set<UInt32>

        /// The default limits.
        package init(waitingPerLock: Int = 8, waitingPerPerson: Int = 2, exempt: Set<UInt32> = []) {
            self.waitingPerLock = waitingPerLock
            self.waitingPerPerson = waitingPerPerson
            self.exempt = exempt
        }
    }

    /// Why an attempt gets no place.
    package enum Full: Error, Sendable, Equatable {
        /// Too many attempts are waiting for the lock.
        case lock(limit: Int)
        /// Too many of the person's attempts are waiting.
        case person(limit: Int)
    }

    private struct Place {
        var entry: Entry
        var stage: Stage
    }

    private enum Stage {
        case entered
        case ready
        case running
    }

    private let limits: Limits
    /// The number of attempts that may use the radio at the same time, over all locks. ``remotePerSlot`` times as many
    /// attempts may run without the radio.
    package var slots: Int
    /// The number of attempts without the radio that may run for each radio slot.
    package static let remotePerSlot = 8
    /// The places, in order of entry.
    private var places: [Place] = []
    /// The people in the order in which they were last served, the longest ago first. People who are missing here have
    /// never been served.
    private var served: [UInt32] = []

    /// Creates an empty queue.
    package init(limits: Limits = Limits(), slots: Int) {
        self.limits = limits
        self.slots = slots
    }

    /// The number of waiting attempts, including those that are not ready.
    package var waitingCount: Int { places.count { $0.stage != .running } }
    /// The number of running attempts.
    package var runningCount: Int { places.count { $0.stage == .running } }

    /// Takes a place among the waiting attempts. Even an attempt that could start immediately takes a waiting place
    /// until it is started.
    package mutating func enter(_ entry: Entry) throws(Full) {
        let waiting = places.filter { $0.stage != .running }
        for lock in entry.locks {
            guard waiting.count(where: { $0.entry.locks.contains(lock) }) < limits.waitingPerLock else {
                throw .lock(limit: limits.waitingPerLock)
            }
        }
        let uid = entry.session.uid
        let own = waiting.count { $0.entry.session.uid == uid }
        guard limits.exempt.contains(uid) || own < limits.waitingPerPerson else {
            throw .person(limit: limits.waitingPerPerson)
        }
        places.append(Place(entry: entry, stage: .entered))
    }

    /// Notes that the attempt's row is durable.
    package mutating func ready(_ attemptID: String) {
        guard let index = index(of: attemptID), places[index].stage == .entered else { return }
        places[index].stage = .ready
    }

    /// Notes that the attempt will use only this lock. The attempt's other candidate locks are free again.
    package mutating func narrow(_ attemptID: String, to lock: String) {
        guard let index = index(of: attemptID), places[index].entry.locks.contains(lock) else { return }
        places[index].entry.locks = [lock]
    }

    /// Gives back the place, the lock and the slot.
    package mutating func leave(_ attemptID: String) {
        places.removeAll { $0.entry.attemptID == attemptID }
        // Only people with a place need to be remembered, so the number of places limits the list.
        let present = Set(places.map(\.entry.session.uid))
        served.removeAll { !present.contains($0) }
    }

    /// Starts all attempts that can run now, and returns them in the order of starting. The person who was served the
    /// longest ago comes first. Of one person's attempts, the oldest comes first.
    package mutating func startable() -> [Entry] {
        var started: [Entry] = []
        while let index = nextIndex() {
            places[index].stage = .running
            let entry = places[index].entry
            served.removeAll { $0 == entry.session.uid }
            served.append(entry.session.uid)
            started.append(entry)
        }
        return started
    }

    /// Why an attempt must wait.
    package enum Obstacle: String, Sendable, Hashable {
        case session = "another attempt of this session has to end first"
        case lock = "another attempt is using the lock"
        case slots = "too many attempts are running"
    }

    /// Returns why an attempt must wait, or nil if it does not wait.
    package func obstacle(of attemptID: String) -> Obstacle? {
        guard let index = index(of: attemptID), places[index].stage != .running else { return nil }
        let (entry, running) = (places[index].entry, places.filter { $0.stage == .running }.map(\.entry))
        if running.contains(where: { $0.session == entry.session }) { return .session }
        return running.contains { !$0.locks.isDisjoint(with: entry.locks) } ? .lock : .slots
    }

    private func nextIndex() -> Int? {
        let running = places.filter { $0.stage == .running }.map(\.entry)
        let isRadioFree = running.count(where: \.usesRadio) < slots
        let isCloudFree = running.count { !$0.usesRadio } < slots * Self.remotePerSlot
        let busyLocks = running.reduce(into: Set<String>()) { $0.formUnion($1.locks) }
        let busySessions = Set(running.map(\.session))
        let free = places.indices.filter { index in
            let entry = places[index].entry
            return places[index].stage == .ready && (entry.usesRadio ? isRadioFree : isCloudFree)
                && busyLocks.isDisjoint(with: entry.locks)
                && !busySessions.contains(entry.session)
        }
        return free.min { turn(of: $0) < turn(of: $1) }
    }

    private func turn(of index: Int) -> (Int, Int) {
        let lastServed = served.firstIndex(of: places[index].entry.session.uid).map { $0 + 1 } ?? 0
        return (lastServed, index)
    }

    private func index(of attemptID: String) -> Int? {
        places.firstIndex { $0.entry.attemptID == attemptID }
    }
}
