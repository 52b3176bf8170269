/// The upper or the lower edge.
nonisolated public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
    /// Each of the two edges.
    case top, bottom

    /// A set of edges.
    public struct Set: OptionSet, Hashable, Sendable {
        /// One bit for each edge.
        public let rawValue: Int8

        /// A set with these bits.
        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// The upper one.
        public static let top = Set(rawValue: 1 << 0)
        /// The lower one.
        public static let bottom = Set(rawValue: 1 << 1)
        /// Both.
        public static let all: Set = [.top, .bottom]
    }
}

/// The left or the right edge.
nonisolated public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable {
    /// Each of the two edges.
    case leading, trailing

    /// A set of edges.
    public struct Set: OptionSet, Hashable, Sendable {
        /// One bit for each edge.
        public let rawValue: Int8

        /// A set with these bits.
        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// The left one.
        public static let leading = Set(rawValue: 1 << 0)
        /// The right one.
        public static let trailing = Set(rawValue: 1 << 1)
        /// Both.
        public static let all: Set = [.leading, .trailing]
    }
}
