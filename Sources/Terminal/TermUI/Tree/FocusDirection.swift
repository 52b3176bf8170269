/// The direction in which an arrow points.
package enum FocusDirection: CaseIterable {
    case up, down, left, right

    package init?(_ key: KeyEquivalent) {
        switch key {
        case .upArrow: self = .up
        case .downArrow: self = .down
        case .leftArrow: self = .left
        case .rightArrow: self = .right
        default: return nil
        }
    }

    /// Returns the distance from one place to another in this direction, or nil if the other place is in another
    /// direction. A cell sideways is weighted like three cells ahead. A row is weighted like two columns. This matches
    /// the shape of cells.
    func distance(from one: CellRect, to other: CellRect) -> Int? {
        let ahead =
            switch self {
            case .up: one.y - (other.y + other.size.height)
            case .down: other.y - (one.y + one.size.height)
            case .left: one.x - (other.x + other.size.width)
            case .right: other.x - (one.x + one.size.width)
            }
        guard ahead >= 0 else { return nil }
        return switch self {
        case .up, .down: 2 * ahead + 3 * Self.gap(one.x, one.size.width, other.x, other.size.width)
        case .left, .right: ahead + 6 * Self.gap(one.y, one.size.height, other.y, other.size.height)
        }
    }

    /// Returns the distance between two spans, or zero if they overlap.
    private static func gap(_ one: Int, _ length: Int, _ other: Int, _ otherLength: Int) -> Int {
        max(0, other - (one + length) + 1, one - (other + otherLength) + 1)
    }
}
