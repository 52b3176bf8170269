/// Whether something is shown.
nonisolated public enum Visibility: Hashable, CaseIterable, Sendable {
    /// As usual there.
    case automatic
    /// It is.
    case visible
    /// It is not.
    case hidden
}
