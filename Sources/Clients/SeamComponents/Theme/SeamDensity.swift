package import TermUI

/// The amount of space that the access screens give to text. The space replaces the type size, because all letters of a
/// terminal have the same size.
package nonisolated enum SeamDensity: String, Sendable, Hashable, CaseIterable, Comparable {
    case compact, regular, comfortable, large

    /// Creates the density for a type size.
    package init(_ size: DynamicTypeSize) {
        switch size {
        case ..<DynamicTypeSize.medium: self = .compact
        case ...DynamicTypeSize.xLarge: self = .regular
        case ...DynamicTypeSize.xxxLarge: self = .comfortable
        default: self = .large
        }
    }

    package static func < (one: SeamDensity, other: SeamDensity) -> Bool { one.cardRows < other.cardRows }

    /// The number of rows of a key's card including its frame.
    package var cardRows: Int {
        switch self {
        case .compact: 5
        case .regular: 7
        case .comfortable: 9
        case .large: 11
        }
    }

    /// The smallest width of a card including its frame, in cells. A regular card has a ratio of about 1.586 to 1
    /// between width and height on a screen.
    package var cardColumns: Int {
        switch self {
        case .compact, .regular: 25
        case .comfortable: 32
        case .large: 36
        }
    }

    /// The number of columns between a card's frame and its text on each side.
    var cardPadding: Int { self == .large ? 2 : 1 }

    /// The largest number of lines of a key in a table.
    package var rowLines: Int {
        switch self {
        case .compact, .regular: 1
        case .comfortable: 2
        case .large: 3
        }
    }

    /// The number of empty lines between two keys in a table. Keys with several lines need an empty line to be
    /// distinguishable.
    package var rowGap: Int { rowLines > 1 ? 1 : 0 }

    /// Returns the density for a screen with this number of rows. A small screen only has room for a compact density.
    package func fitting(rows: Int) -> SeamDensity { rows < Self.fewestRows ? .compact : self }

    /// The smallest number of rows at which a density other than compact leaves room for a few keys.
    private static let fewestRows = 16

    /// The number of rows of a button.
    package var buttonRows: Int { self == .large ? 3 : 1 }
}
