internal import SeamModel

/// All keys of a person at one time, by name and id: the cloud's keys, each derived when it is accessed, and among them
/// this machine's own keys.
package struct PersonKeys: RandomAccessCollection, Sendable {
    /// This machine's own keys, by name and id.
    package let local: [DerivedCredential]
    let cloud: KeyList?
    /// The index of each of ``local`` among all keys, ascending.
    private let localIndices: [Int]

    /// Merges the keys of `cloud`, if any, and `local`. The local keys are few, and sorted by name and id.
    package init(_ cloud: KeyList?, _ local: [DerivedCredential]) {
        (self.cloud, self.local) = (cloud, local)
        localIndices = local.enumerated().map { number, key in
            number + (cloud?.count(before: (key.credential.name, key.credential.id)) ?? 0)
        }
    }

    /// 0.
    package var startIndex: Int { 0 }

    /// The number of keys.
    package var endIndex: Int { (cloud?.count ?? 0) + local.count }

    /// One key, derived now.
    package subscript(index: Int) -> DerivedCredential {
        switch entry(at: index) {
        case .local(let key): key
        case .cloud(let keys, let index): keys[index]
        }
    }

    /// The key with that id; one of the cloud's keys takes precedence over a local key with the same id.
    package subscript(id: String) -> DerivedCredential? {
        cloud?.key(id) ?? local.first { $0.credential.id == id }
    }

    /// The name and id by which the list is sorted, without deriving anything.
    package func place(at index: Int) -> (name: String, id: String) {
        switch entry(at: index) {
        case .local(let key): (key.credential.name, key.credential.id)
        case .cloud(let keys, let index): keys.place(at: index)
        }
    }

    /// How many keys come before that place.
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
    /// How many keys come before that place.
    func count(before place: (name: String, id: String)) -> Int {
        sortedCount(count) { self.place(at: $0) < place }
    }
}

/// How many of `count` elements satisfy `isBelow`, if those come first.
func sortedCount(_ count: Int, _ isBelow: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if isBelow(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
