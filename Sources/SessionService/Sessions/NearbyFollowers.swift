import SessionCore

/// Who watches which of a session's keys are near, to be told when the keys may be others.
struct NearbyFollowers {
    private struct Follower {
        let mailbox: NearbyMailbox
        let groups: Set<UInt32>
        /// The keys that this machine gives them.
        var local: [DerivedCredential]
    }

    private var followers: [ObjectIdentifier: Follower] = [:]

    /// Adds one, who is told at once; `local` are this machine's keys for processes with those groups.
    mutating func join(_ mailbox: NearbyMailbox, of groups: Set<UInt32>, local: [DerivedCredential]) {
        followers[ObjectIdentifier(mailbox)] = Follower(mailbox: mailbox, groups: groups, local: local)
        mailbox.tell { $0.hasNewKeys = true }
    }

    /// Removes one; unknown ones are ignored.
    mutating func leave(_ mailbox: NearbyMailbox) {
        followers[ObjectIdentifier(mailbox)] = nil
    }

    /// The keys may have changed: those are told for whom they have.
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

    /// A key may have another lock now, which does not show in it.
    func bindingsChanged() {
        for follower in followers.values { follower.mailbox.tell { $0.hasNewKeys = true } }
    }

    /// The session is over.
    mutating func end() {
        for follower in followers.values { follower.mailbox.tell { $0.isOver = true } }
        followers = [:]
    }
}
