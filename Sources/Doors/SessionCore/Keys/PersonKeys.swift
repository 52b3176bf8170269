internal import SeamModel

/// All keys of a person at one time, sorted by name and id. They are the cloud's keys, each of which is derived when it
/// is accessed, and this machine's own keys.
package struct PersonKeys: RandomAccessCollection, Sendable {
    /// This machine's own keys, sorted by name and id.
    package let local: [DerivedCredential]
    let cloud: KeyList?
    /// For each key in ``local``, its index among all keys, in ascending order.
    private let localIndices: [Int]

    /// Merges the keys of `cloud`, if any, and `local`. The local keys are few, and must be sorted by name and id.
    package init(_ cloud: KeyList?, _ local: [DerivedCredential]) {
        (self.cloud, self.local) = (cloud, local)
        localIndices = local.enumerated().map { number, key in
            number + (cloud?.count(before: (key.credential.name, key.credential.id)) ?? 0)
        }
    }

    /// The first index, which is 0.
    package var startIndex: Int { 0 }

    /// The number of keys, which is the index after the last key.
    package var endIndex: Int { (cloud?.count ?? 0) + local.count }

    /// The key at an index, which is derived now.
    package subscript(index: Int) -> DerivedCredential {
        switch entry(at: index) {
        case .local(let key): key
        case .cloud(let keys, let index): keys[index]
        }
    }

    /// The key with an id. A key from the cloud takes precedence over a local key with the same id.
    package subscript(id: String) -> DerivedCredential? {
        cloud?.key(id) ?? local.first { $0.credential.id == id }
    }

    /// The name and id by which the list is sorted, found without deriving the key.
    package func place(at index: Int) -> (name: String, id: String) {
        switch entry(at: index) {
        case .local(let key): (key.credential.name, key.credential.id)
        case .cloud(let keys, let index): keys.place(at: index)
        }
    }

    /// The number of keys before a place.
    package func count(before place: (name: String, id: String)) -> Int {
        sortedCount(endIndex) { self.place(at: $0) < place }
    }

    private enum Entry {
        case local(DerivedCredential)
        case cloud(KeyList, Int)
    }

    private func entry(at index: Int) -> Entry {
        let before = sortedCount(localIndices.count) { localIndices[$0] < index }
        if before < local.count, localIndices[before] == index { return .local(local[before]) }
        guard let cloud else { preconditionFailure("no key at \(index)") }
        return .cloud(cloud, index - before)
    }
}

extension KeyList {
    /// The number of keys before a place.
    func count(before place: (name: String, id: String)) -> Int {
        sortedCount(count) { self.place(at: $0) < place }
    }
}

/// The number of elements, among `count`, that satisfy `isBelow`. These elements must come first.
func sortedCount(_ count: Int, _ isBelow: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if isBelow(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
