/// The owner of sealed values. The owner is part of the context with which the values are authenticated.
package struct SealOwner: Hashable, Sendable {
    /// A text unique to this owner.
    package let text: String

    /// Creates an owner with this text.
    package init(_ text: String) { self.text = text }

    /// The owner that represents the database itself.
    static let store = SealOwner("store")
}

/// The place of a sealed value. If the value is moved to another table, column, row or owner, or next to other plain
/// columns, it no longer opens: the context is authenticated together with the versions of the key and the layout.
package struct SealingContext: Equatable, Sendable {
    /// The table and the column, such as `session.token`.
    let place: String
    /// The row's identity, as spelled in the table.
    let row: String
    /// The owner of the value.
    let owner: SealOwner
    /// The plain columns of the same row that must not change independently of the sealed column, in a fixed order.
    let beside: [String]

    /// Creates a context.
    package init(place: String, row: String, owner: SealOwner, beside: [String] = []) {
        self.place = place
        self.row = row
        self.owner = owner
        self.beside = beside
    }

    /// Returns the authenticated bytes. Every part is preceded by its length, so that no two contexts have the same
    /// encoding.
    func authenticatedBytes(by key: DataKey, layout: UInt8) -> [UInt8] {
        let parts = [key.prefix, place, row, owner.text, "\(key.version)", "\(layout)"] + beside
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + MemoryLayout<UInt64>.size + $1.utf8.count })
        for part in parts {
            let count = UInt64(part.utf8.count)
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
            bytes.append(contentsOf: part.utf8)
        }
        return bytes
    }
}
