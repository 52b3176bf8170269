import SessionCore

/// The watchers of a session's nearby keys. The watchers are informed when the keys may have changed.
struct NearbyFollowers {
    private struct Follower {
        let mailbox: NearbyMailbox
        let groups: Set<UInt32>
        /// The local keys that this machine gives the watcher.
        var local: [DerivedCredential]
    }

    private var followers: [ObjectIdentifier: Follower] = [:]

    /// Adds a watcher and notifies it immediately. `local` are this machine's own keys for processes with these groups.
    mutating func join(_ mailbox: NearbyMailbox, of groups: Set<UInt32>, local: [DerivedCredential]) {
        followers[ObjectIdentifier(mailbox)] = Follower(mailbox: mailbox, groups: groups, local: local)
        mailbox.tell { $0.hasNewKeys = true }
    }

    /// Removes a watcher. An unknown watcher is ignored.
    mutating func leave(_ mailbox: NearbyMailbox) {
        followers[ObjectIdentifier(mailbox)] = nil
    }

    /// Notifies the watchers whose keys have changed.
    mutating func changed(from old: KeyList?, to new: KeyList?, local: (Set<UInt32>) -> [DerivedCredential]) {
        guard !followers.isEmpty else { return }
        var isOther = false
        KeyList.forEachChange(from: old, to: new) { _ in isOther = true }
        for (id, follower) in followers {
            let own = local(follower.groups)
            guard isOther || own != follower.local else { continue }
            followers[id]?.local = own
            follower.mailbox.tell { $0.hasNewKeys = true }
        }
    }

    /// Notifies every watcher, because a key may have another lock now, and the key itself does not show this.
    func bindingsChanged() {
        for follower in followers.values { follower.mailbox.tell { $0.hasNewKeys = true } }
    }

    /// Informs the watchers that the session has ended.
    mutating func end() {
        for follower in followers.values { follower.mailbox.tell { $0.isOver = true } }
        followers = [:]
    }
}
