/// Where text that does not fit is cut.
nonisolated public enum TextTruncationMode: Hashable, Sendable {
    /// At its beginning; a text of several styles at its end.
    case head
    case tail
    /// In its middle; a text of several styles at its end.
    case middle
}

nonisolated public enum TextCase: Hashable, Sendable {
    case uppercase
    case lowercase
}
