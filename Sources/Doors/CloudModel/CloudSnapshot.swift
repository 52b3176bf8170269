/// Everything that one session may see in the cloud, from one full read.
///
/// A full read takes several requests, so a snapshot does not show the cloud at one instant. A snapshot contains only
/// rows that were seen.
package struct CloudSnapshot: Equatable, Sendable {
    /// Why a snapshot is incomplete.
    package enum Gap: Equatable, Hashable, Sendable {
        /// A list was longer than the reader's limit; `endpoint` names the list without its leading slash.
        case listTooLong(endpoint: String)
        /// Rows of a list were not as documented and are left out. `field` is a JSON Pointer to the fault in the first
        /// such row.
        case rowsLeftOut(endpoint: String, field: String)
    }

    /// The largest number of credentials that are read and kept.
    package static let mostCredentials = 200_000

    /// The session that read the snapshot.
    package let session: CloudSession
    /// The workspace of the session.
    package let workspace: CloudWorkspace
    /// The credentials without repetitions, in the cloud's order or in the store's order.
    package let credentials: [CloudCredential]
    /// The entrances that at least one credential opens, by id.
    package let entrances: [String: CloudEntrance]
    /// For the id of each credential, the ids of the entrances that this credential opens. They are in the cloud's
    /// order.
    package let entranceIDs: [String: [String]]
    /// The access systems, by id.
    package let systems: [String: CloudSystem]
    /// The access systems' users, by id.
    package let users: [String: CloudUser]
    /// The person behind the session. This is nil if the session has no person, or if the cloud does not report the
    /// person.
    package let identity: CloudUserIdentity?
    /// The smart locks, in the cloud's order.
    package let locks: [CloudLock]
    /// New or changed credentials whose doors have not been read since then. The first has been waiting for the longest
    /// time. Until the doors are read, the credential opens the doors of the earlier read.
    package let outdatedDoors: [String]
    /// Credentials whose doors were read by an earlier read, but not by the last read. The first was read the longest
    /// ago.
    package let olderDoors: [String]
    /// The reasons why the snapshot is incomplete. If a list was too long, this removes no rows that an earlier list
    /// had. A list with left-out rows does remove them.
    package let gaps: [Gap]

    /// Whether every list was read to its end.
    package var isComplete: Bool { gaps.isEmpty && outdatedDoors.isEmpty && olderDoors.isEmpty }

    /// Whether rows of this list were left out.
    package func lacksRows(of endpoint: String) -> Bool {
        gaps.contains { if case .rowsLeftOut(endpoint, _) = $0 { true } else { false } }
    }

    /// Creates a snapshot. A small test may omit the lists.
    package init(
        session: CloudSession,
        workspace: CloudWorkspace,
        credentials: [CloudCredential] = [],
        entrances: [String: CloudEntrance] = [:],
        entranceIDs: [String: [String]] = [:],
        systems: [String: CloudSystem] = [:],
        users: [String: CloudUser] = [:],
        identity: CloudUserIdentity? = nil,
        locks: [CloudLock] = [],
        outdatedDoors: [String] = [],
        olderDoors: [String] = [],
        gaps: [Gap] = []
    ) {
        self.session = session
        self.workspace = workspace
        self.credentials = credentials
        self.entrances = entrances
        self.entranceIDs = entranceIDs
        self.systems = systems
        self.users = users
        self.identity = identity
        self.locks = locks
        self.outdatedDoors = outdatedDoors
        self.olderDoors = olderDoors
        self.gaps = gaps
    }

    /// The entrances that a credential opens, in the cloud's order. The value is empty for an unknown credential.
    package func entrances(of credentialID: String) -> [CloudEntrance] {
        (entranceIDs[credentialID] ?? []).compactMap { entrances[$0] }
    }
}
