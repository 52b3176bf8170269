package import TermUI

/// How much space the access screens give to text, because a terminal's letters all have one size.
package nonisolated enum SeamDensity: String, Sendable, Hashable, CaseIterable, Comparable {
    case compact, regular, comfortable, large

    /// The density that a type size asks for.
    package init(_ size: DynamicTypeSize) {
        switch size {
        case ..<DynamicTypeSize.medium: self = .compact
        case ...DynamicTypeSize.xLarge: self = .regular
        case ...DynamicTypeSize.xxxLarge: self = .comfortable
        default: self = .large
        }
    }

    package static func < (one: SeamDensity, other: SeamDensity) -> Bool { one.cardRows < other.cardRows }

    /// The rows of a key's card including its frame, in cells.
    package var cardRows: Int {
        switch self {
        case .compact: 5
        case .regular: 7
        case .comfortable: 9
        case .large: 11
        }
    }

    /// The minimum width of a card including its frame, in cells. With its height, a regular card is about 1.586 to 1
    /// on a screen.
    package var cardColumns: Int {
        switch self {
        case .compact, .regular: 25
        case .comfortable: 32
        case .large: 36
        }
    }

    /// The columns between a card's frame and its text on each side, in cells.
    var cardPadding: Int { self == .large ? 2 : 1 }

    /// How many lines a key has in a table.
    package var rowLines: Int {
        switch self {
        case .compact, .regular: 1
        case .comfortable: 2
        case .large: 3
        }
    }

    /// How many rows a button has.
    package var buttonRows: Int { self == .large ? 3 : 1 }
}
