package import TermUI

/// How much room the access screens give to text: letters of a terminal have one size.
package nonisolated enum SeamDensity: String, Sendable, Hashable, CaseIterable, Comparable {
    case compact, regular, comfortable, large

    /// A size's wish.
    package init(_ size: DynamicTypeSize) {
        switch size {
        case ..<DynamicTypeSize.medium: self = .compact
        case ...DynamicTypeSize.xLarge: self = .regular
        case ...DynamicTypeSize.xxxLarge: self = .comfortable
        default: self = .large
        }
    }

    package static func < (one: SeamDensity, other: SeamDensity) -> Bool { one.cardRows < other.cardRows }

    /// The rows of a key's card with its frame, in cells.
    package var cardRows: Int {
        switch self {
        case .compact: 5
        case .regular: 7
        case .comfortable: 9
        case .large: 11
        }
    }

    /// The least width of a card with its frame, in cells: with its height, about 1.586 to 1 on a screen for a
    /// regular one.
    package var cardColumns: Int {
        switch self {
        case .compact, .regular: 25
        case .comfortable: 32
        case .large: 36
        }
    }

    /// The columns on each side between a card's frame and its text, in cells.
    var cardPadding: Int { self == .large ? 2 : 1 }

    /// The lines of a key in a table.
    package var rowLines: Int {
        switch self {
        case .compact, .regular: 1
        case .comfortable: 2
        case .large: 3
        }
    }

    /// The rows of a button.
    package var buttonRows: Int { self == .large ? 3 : 1 }
}
