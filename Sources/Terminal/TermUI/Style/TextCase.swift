/// The place where text that does not fit is cut.
nonisolated public enum TextTruncationMode: Hashable, Sendable {
    /// The text is cut at its beginning. A text of several styles is cut at its end.
    case head
    case tail
    /// The text is cut in its middle. A text of several styles is cut at its end.
    case middle
}

nonisolated public enum TextCase: Hashable, Sendable {
    case uppercase
    case lowercase
}
