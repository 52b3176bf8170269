import CloudModel

/// A snapshot while it is being read.
struct SnapshotDraft {
    private(set) var credentials: [CloudCredential] = []
    let session: CloudSession
    private let workspace: CloudWorkspace
    private let locks: [CloudLock]
    private var entrances: [String: CloudEntrance] = [:]
    private var entranceIDs: [String: [String]] = [:]
    private var systems: [String: CloudSystem] = [:]
    private var users: [String: CloudUser] = [:]
    private var identity: CloudUserIdentity?
    private var (outdatedDoors, olderDoors): ([String], [String]) = ([], [])
    private var gaps: [CloudSnapshot.Gap] = []

    init(session: CloudSession, workspace: CloudWorkspace, locks: CloudList<CloudLock>) {
        self.session = session
        self.workspace = workspace
        var seen: Set<String> = []
        self.locks = locks.rows.filter { seen.insert($0.id).inserted }
        addGaps(of: locks, "locks/list")
    }

    mutating func add(_ list: CloudList<CloudCredential>) {
        credentials = list.rows
        addGaps(of: list, "acs/credentials/list")
    }

    mutating func add(_ list: CloudList<CloudUser>) {
        for user in list.rows where users[user.id] == nil { users[user.id] = user }
        addGaps(of: list, "acs/users/list")
    }

    mutating func add(_ list: CloudList<CloudSystem>) {
        for system in list.rows where systems[system.id] == nil { systems[system.id] = system }
        addGaps(of: list, "acs/systems/list")
    }

    mutating func add(_ list: CloudList<CloudEntrance>, of credentialID: String) {
        var seen: Set<String> = []
        entranceIDs[credentialID] = list.rows.map(\.id).filter { seen.insert($0).inserted }
        for entrance in list.rows where entrances[entrance.id] == nil { entrances[entrance.id] = entrance }
        addGaps(of: list, "acs/entrances/list")
    }

    /// The doors that are known for a key. If the key's doors have not been read, this is nil.
    func doors(of credentialID: String) -> [String]? { entranceIDs[credentialID] }

    /// Adds the answers about near doors. `lists` contains, for some keys, the known doors that these keys open.
    mutating func add(near doors: [CloudEntrance], opened lists: [String: [String]]) {
        entranceIDs.merge(lists) { $1 }
        let opened = Set(lists.values.joined())
        for door in doors where opened.contains(door.id) && entrances[door.id] == nil { entrances[door.id] = door }
    }

    /// Adds all doors in one step. `lists` contains the doors of each key, in order.
    mutating func add(_ doors: CloudList<CloudEntrance>, opened lists: [String: [String]]) {
        entranceIDs = lists
        addGaps(of: doors, "acs/entrances/list")
        let opened = Set(lists.values.joined())
        for door in doors.rows where opened.contains(door.id) && entrances[door.id] == nil { entrances[door.id] = door }
    }

    mutating func add(_ list: CloudList<CloudUserIdentity>) {
        identity = list.rows.first
        if identity == nil { addGaps(of: list, "user_identities/list") }
    }

    mutating func leave(outdated: [String], older: [String]) {
        (outdatedDoors, olderDoors) = (outdated, older)
    }

    mutating func leaveOut(_ credentialID: String) { credentials.removeAll { $0.id == credentialID } }

    private mutating func addGaps<Row>(of list: CloudList<Row>, _ endpoint: String) {
        if !list.isComplete { addGap(.listTooLong(endpoint: endpoint)) }
        guard list.unreadable != nil, !gaps.contains(where: { $0.isUnreadable(endpoint) }) else { return }
        addGap(.rowsLeftOut(endpoint: endpoint, field: list.unreadable ?? ""))
    }

    private mutating func addGap(_ gap: CloudSnapshot.Gap) {
        if !gaps.contains(gap) { gaps.append(gap) }
    }

    var snapshot: CloudSnapshot {
        CloudSnapshot(
            session: session,
            workspace: workspace,
            credentials: credentials,
            entrances: entrances,
            entranceIDs: entranceIDs,
            systems: systems,
            users: users,
            identity: identity,
            locks: locks,
            outdatedDoors: outdatedDoors,
            olderDoors: olderDoors,
            gaps: gaps
        )
    }
}

extension CloudSnapshot.Gap {
    fileprivate func isUnreadable(_ endpoint: String) -> Bool {
        if case .rowsLeftOut(endpoint, _) = self { true } else { false }
    }
}
