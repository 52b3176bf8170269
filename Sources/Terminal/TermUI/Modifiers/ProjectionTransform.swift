/// A change of coordinates in three dimensions, of which two are kept.
nonisolated public struct ProjectionTransform: Hashable, Sendable {
    /// The change in two dimensions.
    public var transform: CGAffineTransform

    /// Any change.
    public init(_ transform: CGAffineTransform = .identity) {
        self.transform = transform
    }
}
