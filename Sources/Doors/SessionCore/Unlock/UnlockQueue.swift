package import DaemonCore

/// The order of unlocks: one attempt at a time per lock and per session, and people take turns.
///
/// An attempt takes a place with ``enter(_:)`` before its row is written, and ``ready(_:)`` makes it startable once the
/// row is durable. ``startable()`` starts it, and ``leave(_:)`` gives everything back, whatever the outcome.
package struct UnlockQueue: Sendable {
    /// An attempt that is waiting or running.
    package struct Entry: Sendable, Equatable {
        /// The attempt's id.
        package let attemptID: String
        /// The session that made it.
        package let session: SessionID
        /// The locks that it may use, by binding id; all of them are busy while it runs, until it is narrowed down to
        /// one.
        package fileprivate(set) var locks: Set<String>
        /// Whether it needs one of the radio's slots.
        package let usesRadio: Bool

        /// Creates an entry.
        package init(attemptID: String, session: SessionID, locks: Set<String>, usesRadio: Bool = true) {
            self.usesRadio = usesRadio
            self.attemptID = attemptID
            self.session = session
            self.locks = locks
        }
    }

    /// How many attempts may wait.
    package struct Limits: Sendable, Equatable {
        /// For one lock.
        package var waitingPerLock: Int
        /// For one person; exempt uids do not count here, but they do count for the lock.
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

    /// Why there is no place.
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
    /// How many attempts may use the radio at the same time, over all locks. ``remotePerSlot`` times as many may run
    /// without it.
    package var slots: Int
    /// How many attempts without the radio may run for each radio slot.
    package static let remotePerSlot = 8
    /// The places, in order of entry.
    private var places: [Place] = []
    /// People in the order in which they were last served, longest ago first; people not in it have never been served.
    private var served: [UInt32] = []

    /// Creates an empty queue.
    package init(limits: Limits = Limits(), slots: Int) {
        self.limits = limits
        self.slots = slots
    }

    /// How many attempts are waiting, ready or not.
    package var waitingCount: Int { places.count { $0.stage != .running } }
    /// How many attempts are running.
    package var runningCount: Int { places.count { $0.stage == .running } }

    /// Takes a place among the waiting attempts. An attempt that could start immediately also takes one until it is
    /// started.
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

    /// Notes that the attempt will only use that lock; its other candidates are free again.
    package mutating func narrow(_ attemptID: String, to lock: String) {
        guard let index = index(of: attemptID), places[index].entry.locks.contains(lock) else { return }
        places[index].entry.locks = [lock]
    }

    /// Gives back the place, the lock and the slot.
    package mutating func leave(_ attemptID: String) {
        places.removeAll { $0.entry.attemptID == attemptID }
        // Only people with a place here need to be remembered, so the places bound the list.
        let present = Set(places.map(\.entry.session.uid))
        served.removeAll { !present.contains($0) }
    }

    /// Starts everything that can run now, and returns it in the order of starting. Among people, the one served
    /// longest ago comes first; among one person's attempts, the oldest.
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
