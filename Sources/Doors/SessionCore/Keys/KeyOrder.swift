package import CloudModel
import SeamModel
package import Wire

/// The keys of one snapshot, sorted by name and id as in lists. The order is made once for each snapshot, and is shared
/// by everything that is derived from the snapshot.
package final class KeyOrder: Sendable {
    /// One key, as the cloud reports it.
    enum Entry: Sendable {
        /// A key of an access system. `doors` is nil if the key's doors have not been read.
        case credential(CloudCredential, Credential.AccessMethod, doors: [String]?, isUnread: Bool)
        /// A smart lock, given by its index in the snapshot's list.
        case lock(Int)
    }

    /// The snapshot, which contains the cloud's answers.
    package let snapshot: CloudSnapshot
    let entries: [Entry]
    private let holders: Holders
    /// Every beginning and end of a validity, the earliest first and without repetitions.
    private let boundaries: [Timestamp]

    /// Sorts the keys on another thread than the caller's, because sorting many keys takes a while.
    @concurrent package static func made(_ snapshot: CloudSnapshot) async -> KeyOrder { KeyOrder(snapshot) }

    /// Sorts the keys.
    package init(_ snapshot: CloudSnapshot) {
        self.snapshot = snapshot
        holders = Holders(snapshot.users.values)
        boundaries = Self.boundaries(of: snapshot)
        let unread = Set(snapshot.outdatedDoors)
        // A key that was made for one of several phones is not this machine's key. The key's parent represents all
        // these phones.
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

    /// The ids of the keys that were in `earlier` and are not in this order.
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

    /// The user to whom a credential belongs, as the credential's access system knows this user.
    func holder(of credential: CloudCredential) -> CloudUser? {
        guard let id = credential.userID else { return holders.holder(of: credential) }
        return snapshot.users[id]
    }

    /// The next moment at which keys change because of the time. This is the earliest beginning or end of a validity
    /// after `now`.
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
        // A method that this version does not know opens nothing on this machine, and the wire has no name for it.
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

    /// The holder of a credential. Returns nil if the holder is unknown. The credential then names nobody, or it names
    /// a person whom its system does not know or knows as several users.
    func holder(of credential: CloudCredential) -> CloudUser? {
        guard let person = credential.userIdentityID else { return nil }
        let users = users[Place(systemID: credential.systemID, identityID: person)] ?? []
        return users.count == 1 ? users.first : nil
    }
}
