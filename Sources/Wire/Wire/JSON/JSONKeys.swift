/// The keys of an object that have been read so far. They are used to find duplicates.
///
/// Keys differ if their bytes differ, even if they look alike to people. Each key has a number, and the first sixteen
/// numbers are stored inline. If two keys have the same number, the numbers are not enough. The reader then reads the
/// keys themselves again.
struct JSONKeys: Sendable {
    private static let room = 16

    private(set) var count = 0
    private var first = InlineArray<16, UInt64>(repeating: 0)
    private var more: [UInt64] = []
    private var exact: ExactKeys?

    /// Whether the keys themselves are stored.
    var isExact: Bool { exact != nil }

    /// Adds a key. Returns false if the key may be a duplicate. The numbers alone cannot decide this. ``beExact(_:)``
    /// and ``insertExactly(_:)`` decide it.
    mutating func insert(_ key: String) -> Bool {
        guard exact == nil else { return insertExactly(key) }
        let number = Self.number(of: key)
        for index in 0..<min(count, Self.room) where first[index] == number { return false }
        if more.contains(number) { return false }
        if count < Self.room { first[count] = number } else { more.append(number) }
        count += 1
        return true
    }

    /// Stores the keys that were inserted so far.
    mutating func beExact(_ keys: [String]) {
        var exact = ExactKeys()
        for key in keys { _ = exact.insert(key) }
        self.exact = exact
    }

    /// Adds a key. Returns false if the key is a duplicate. This may be called only after ``beExact(_:)``.
    mutating func insertExactly(_ key: String) -> Bool {
        guard exact?.insert(key) == true else { return false }
        count += 1
        return true
    }

    private static func number(of key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { buffer in
            let bytes = unsafe buffer.span
            return JSONScan.fingerprint(of: bytes, from: 0, to: bytes.count)
        }
    }
}

/// The keys themselves. An attacker gains nothing from keys with the same number, because many keys are compared by
/// seeded hashes.
private struct ExactKeys: Sendable {
    private var keys: [String] = []
    /// The hashes of the keys, once there are many. If an object has 256 keys, this must not cost 32,000 comparisons.
    private var hashes: Set<Int> = []

    private static let few = 16

    /// Adds a key. Returns false if the key is a duplicate.
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

    private func contains(_ key: String) -> Bool { keys.contains { $0.isSpelled(as: key) } }

    /// The hash of a key. Its seed is new in each process, so nobody can prepare keys that collide.
    private static func hash(_ key: String) -> Int {
        var hasher = Hasher()
        for byte in key.utf8 { hasher.combine(byte) }
        return hasher.finalize()
    }
}

extension String {
    /// Whether both strings have the same bytes. `==` also accepts canonically equivalent text.
    func isSpelled(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
