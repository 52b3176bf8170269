/// The keys of one object that were read so far. Keys differ if their bytes do: what looks alike to people is not the same key.
struct JSONKeys {
    private var keys: [String] = []
    /// The keys' hashes, once there are many: an object of 256 keys must not cost 32,000 comparisons.
    private var hashes: Set<Int> = []

    private static let few = 16

    var count: Int { keys.count }

    /// Adds a key; false if it is there.
    mutating func insert(_ key: String) -> Bool {
        guard keys.count >= Self.few else {
            guard !contains(key) else { return false }
            keys.append(key)
            return true
        }
        if hashes.isEmpty { hashes = Set(keys.map(Self.hash)) }
        let isNew = hashes.insert(Self.hash(key)).inserted
        guard isNew || !contains(key) else { return false }
        keys.append(key)
        return true
    }

    private func contains(_ key: String) -> Bool { keys.contains { $0.hasBytes(of: key) } }

    /// Seeded anew in each process, so that nobody can prepare keys that collide.
    private static func hash(_ key: String) -> Int {
        var hasher = Hasher()
        for byte in key.utf8 { hasher.combine(byte) }
        return hasher.finalize()
    }
}

extension String {
    /// Whether both are the same bytes. `==` holds for more: canonically equivalent text.
    func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
