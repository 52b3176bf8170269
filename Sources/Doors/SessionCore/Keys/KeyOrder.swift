package import CloudModel
import SeamModel
package import Wire

/// The keys of one snapshot in the order of lists: by name and id. Made once for each snapshot, and shared by
/// everything that is derived from it.
package final class KeyOrder: Sendable {
    /// One key, as reported by the cloud.
    enum Entry: Sendable {
        /// A key of an access system. `doors` is nil if none of its doors have been read.
        case credential(CloudCredential, Credential.AccessMethod, doors: [String]?, isUnread: Bool)
        /// The smart lock at that index in the snapshot's list.
        case lock(Int)
    }

    /// The cloud's answer.
    package let snapshot: CloudSnapshot
    let entries: [Entry]
    private let holders: Holders
    /// Every beginning and end of a validity, the earliest first, each once.
    private let boundaries: [Timestamp]

    /// Sorts the keys off the caller's thread: with many keys, this takes a while.
    @concurrent package static func made(_ snapshot: CloudSnapshot) async -> KeyOrder { KeyOrder(snapshot) }

    /// Sorts the keys.
    package init(_ snapshot: CloudSnapshot) {
        self.snapshot = snapshot
        holders = Holders(snapshot.users.values)
        boundaries = Self.boundaries(of: snapshot)
        let unread = Set(snapshot.outdatedDoors)
        // A key made for one of several phones is not this machine's; its parent stands for all of them.
        let isAnyChild = snapshot.credentials.contains { $0.parentID != nil }
        let parents = isAnyChild ? Set(snapshot.credentials.map(\.id)) : []
        var seen: Set<String> = []
        var entries: [Entry] = []
        entries.reserveCapacity(snapshot.credentials.count + snapshot.locks.count)
        for credential in snapshot.credentials {
            guard let method = Self.accessMethod(credential.accessMethod),
                credential.parentID.map({ !parents.contains($0) }) ?? true, seen.insert(credential.id).inserted
            else { continue }
            entries.append(
                .credential(
                    credential, method, doors: snapshot.entranceIDs[credential.id],
                    isUnread: unread.contains(credential.id)))
        }
        for (index, lock) in snapshot.locks.enumerated() where seen.insert(lock.id).inserted {
            entries.append(.lock(index))
        }
        entries.sort { Self.place($0, snapshot) < Self.place($1, snapshot) }
        self.entries = entries
    }

    /// The ids of the keys that were in `earlier` and are gone.
    package func keysGone(since earlier: KeyOrder?) -> Set<String> {
        guard let earlier, earlier !== self else { return [] }
        return earlier.ids.subtracting(ids)
    }

    private var ids: Set<String> { Set(entries.indices.map { place(at: $0).id }) }

    func place(at index: Int) -> (name: String, id: String) { Self.place(entries[index], snapshot) }

    private static func place(_ entry: Entry, _ snapshot: CloudSnapshot) -> (name: String, id: String) {
        switch entry {
        case .credential(let credential, _, _, _): (credential.displayName, credential.id)
        case .lock(let index): (snapshot.locks[index].displayName, snapshot.locks[index].id)
        }
    }

    /// The user that a credential belongs to, as its access system knows them.
    func holder(of credential: CloudCredential) -> CloudUser? {
        guard let id = credential.userID else { return holders.holder(of: credential) }
        return snapshot.users[id]
    }

    /// When the keys next change by themselves: the earliest beginning or end of a validity after `now`.
    package func nextBoundary(after now: Timestamp) -> Timestamp? {
        let passed = sortedCount(boundaries.count) { boundaries[$0] <= now }
        return passed < boundaries.count ? boundaries[passed] : nil
    }

    private static func boundaries(of snapshot: CloudSnapshot) -> [Timestamp] {
        var moments: Set<Timestamp> = []
        for credential in snapshot.credentials {
            if let moment = credential.startsAt { moments.insert(moment) }
            if let moment = credential.endsAt { moments.insert(moment) }
        }
        for user in snapshot.users.values {
            if let moment = user.startsAt { moments.insert(moment) }
            if let moment = user.endsAt { moments.insert(moment) }
        }
        return moments.sorted()
    }

    private static func accessMethod(_ method: CloudAccessMethod) -> Credential.AccessMethod? {
        switch method {
        case .code: .code
        case .card: .card
        case .mobileKey: .mobileKey
        case .cloudKey: .cloudKey
        // A method from the future opens nothing here, and the wire has no word for it.
        case .other: nil
        }
    }
}

/// The access systems' users, by person, for credentials that name only the person.
struct Holders: Sendable {
    private struct Place: Hashable, Sendable {
        let systemID: String
        let identityID: String
    }

    private let users: [Place: [CloudUser]]

    init(_ users: some Sequence<CloudUser>) {
        let known = users.compactMap { user in
            user.userIdentityID.map { (Place(systemID: user.systemID, identityID: $0), [user]) }
        }
        self.users = Dictionary(known, uniquingKeysWith: +)
    }

    /// Nil if the credential names nobody, or a person whom its system does not know, or knows as several users: then
    /// its holder is unknown.
    func holder(of credential: CloudCredential) -> CloudUser? {
        guard let person = credential.userIdentityID else { return nil }
        let users = users[Place(systemID: credential.systemID, identityID: person)] ?? []
        return users.count == 1 ? users.first : nil
    }
}
