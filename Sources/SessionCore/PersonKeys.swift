internal import SeamModel

/// All keys of a person at one time, by name and id: the cloud's, each derived when it is looked at, and among them those that
/// this machine gives.
package struct PersonKeys: RandomAccessCollection, Sendable {
    /// Those that this machine gives, by name and id.
    package let local: [DerivedCredential]
    let cloud: KeyList?
    /// Where each of ``local`` stands among all; ascending.
    private let localIndices: [Int]

    /// The keys of `cloud`, if there are any, and `local`, which are few and by name and id.
    package init(_ cloud: KeyList?, _ local: [DerivedCredential]) {
        (self.cloud, self.local) = (cloud, local)
        localIndices = local.enumerated().map { number, key in
            number + (cloud?.count(before: (key.credential.name, key.credential.id)) ?? 0)
        }
    }

    /// 0.
    package var startIndex: Int { 0 }

    /// How many there are.
    package var endIndex: Int { (cloud?.count ?? 0) + local.count }

    /// One key, derived now.
    package subscript(index: Int) -> DerivedCredential {
        switch entry(at: index) {
        case .local(let key): key
        case .cloud(let keys, let index): keys[index]
        }
    }

    /// The key with that id; what the cloud lists under an id comes first.
    package subscript(id: String) -> DerivedCredential? {
        cloud?.key(id) ?? local.first { $0.credential.id == id }
    }

    /// What the list is sorted by, without deriving anything.
    package func place(at index: Int) -> (name: String, id: String) {
        switch entry(at: index) {
        case .local(let key): (key.credential.name, key.credential.id)
        case .cloud(let keys, let index): keys.place(at: index)
        }
    }

    /// How many stand before that place.
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
    /// How many stand before that place.
    func count(before place: (name: String, id: String)) -> Int {
        sortedCount(count) { self.place(at: $0) < place }
    }
}

/// How many of so many are below something, where those come first.
func sortedCount(_ count: Int, _ isBelow: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if isBelow(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
