/// Where a text that has no room is cut.
nonisolated public enum TextTruncationMode: Hashable, Sendable {
    /// At its beginning; a text of several styles at its end.
    case head
    /// At its end.
    case tail
    /// In its middle; a text of several styles at its end.
    case middle
}

/// The letters of a text.
nonisolated public enum TextCase: Hashable, Sendable {
    /// Capitals.
    case uppercase
    /// Small letters.
    case lowercase
}
