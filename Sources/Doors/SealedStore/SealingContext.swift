internal import SeamModel

/// The owner of a sealed value; part of what the value is authenticated with.
enum SealOwner: Equatable, Sendable {
    case store
    case bindings
    case session(SessionID)

    /// A text that no other owner has: a session's name cannot contain the separator.
    var text: String {
        switch self {
        case .store: "store"
        case .bindings: "bindings"
        case .session(let id): "session/\(id.uid)/\(id.name)"
        }
    }
}

/// The place of a sealed value. If the value is moved to another table, column, row or owner, or beside other plain
/// columns, it no longer opens: the context is authenticated together with the key's version and the layout's
/// version.
struct SealingContext: Equatable, Sendable {
    /// Table and column, `session.token`.
    let place: String
    /// The row's identity, as the table spells it.
    let row: String
    /// Whose value it is.
    let owner: SealOwner
    /// Plain columns of the same row that must not change under the sealed one, in a fixed order.
    var beside: [String] = []

    /// The authenticated bytes: every part with its length before it, so that no two contexts share an encoding.
    func authenticatedBytes(keyVersion: Int64, layout: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in ["seam-store", place, row, owner.text, "\(keyVersion)", "\(layout)"] + beside {
            let text = Array(part.utf8)
            withLittleEndianBytes(of: UInt64(text.count)) { bytes.append($0) }
            bytes.append(contentsOf: text)
        }
        return bytes
    }

    private func withLittleEndianBytes(of value: UInt64, _ append: (UInt8) -> Void) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
