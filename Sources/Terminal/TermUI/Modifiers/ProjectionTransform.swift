/// A coordinate transform in three dimensions, of which only two are kept.
nonisolated public struct ProjectionTransform: Hashable, Sendable {
    public var transform: CGAffineTransform

    public init(_ transform: CGAffineTransform = .identity) {
        self.transform = transform
    }
}
