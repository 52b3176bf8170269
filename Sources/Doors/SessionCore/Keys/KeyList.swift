import CloudModel
internal import SeamModel
package import Wire

/// A person's keys at one time, sorted by name and id. Each key is derived when it is accessed, so a very long list
/// takes no more memory than the cloud's answers about the keys.
package struct KeyList: RandomAccessCollection, Sendable {
    let derivation: CredentialDerivation
    let order: KeyOrder
    let time: Timestamp

    /// Creates a list of the keys of `order`. `derivation` derives each of them. Both arguments must have the same
    /// snapshot.
    package init(_ derivation: CredentialDerivation, _ order: KeyOrder, at now: Timestamp) {
        (self.derivation, self.order, time) = (derivation, order, now)
    }

    /// The first index, which is 0.
    package var startIndex: Int { 0 }

    /// The number of keys, which is the index after the last key.
    package var endIndex: Int { order.entries.count }

    /// The key at an index, which is derived now.
    package subscript(index: Int) -> DerivedCredential {
        switch order.entries[index] {
        case .credential(let credential, let method, _, let isUnread):
            derivation.accessCredential(
                credential, method, of: order.holder(of: credential), isUnread: isUnread, at: time)
        case .lock(let place): derivation.smartLock(order.snapshot.locks[place])
        }
    }

    /// The name and id by which the list is sorted, found without deriving the key.
    package func place(at index: Int) -> (name: String, id: String) { order.place(at: index) }

    /// Whether both lists come from the same snapshot.
    package func isOfSameOrder(as other: KeyList?) -> Bool { order === other?.order }

    /// The key with an id.
    package func key(_ id: String) -> DerivedCredential? {
        indices.first { order.place(at: $0).id == id }.map { self[$0] }
    }
}
