/// How something changes, on systems where a change takes time. In a terminal every change is there at once: there is
/// no half cell, and meaningless movement disturbs people with a screen reader.
nonisolated public struct Animation: Hashable, Sendable {
    private let seconds: Double

    private init(seconds: Double) {
        self.seconds = seconds
    }

    /// The system's default.
    public static let `default` = Animation(seconds: 0.35)
    /// Slow at both ends.
    public static let easeInOut = Animation(seconds: 0.35)
    /// Evenly.
    public static let linear = Animation(seconds: 0.35)

    /// Slow at both ends, for `duration` seconds.
    public static func easeInOut(duration: Double) -> Animation { Animation(seconds: duration) }

    /// Evenly, for `duration` seconds.
    public static func linear(duration: Double) -> Animation { Animation(seconds: duration) }

    /// Like a spring.
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825) -> Animation {
        Animation(seconds: response)
    }
}

/// Runs a change; see ``Animation``.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

extension View {
    /// Leaves the view as it is; see ``Animation``.
    public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
}

nonisolated extension Binding {
    /// Itself: every change is there at once.
    public func animation(_ animation: Animation? = .default) -> Binding { self }
}
