/// How something changes, on systems where it takes time. In a terminal every change is there at once: half a cell does not
/// exist, and what moves without a meaning is in the way of whoever has the screen read to them.
nonisolated public struct Animation: Hashable, Sendable {
    private let seconds: Double

    private init(seconds: Double) {
        self.seconds = seconds
    }

    /// As the system has it.
    public static let `default` = Animation(seconds: 0.35)
    /// Slow at both ends.
    public static let easeInOut = Animation(seconds: 0.35)
    /// Evenly.
    public static let linear = Animation(seconds: 0.35)

    /// Slow at both ends, for so many seconds.
    public static func easeInOut(duration: Double) -> Animation { Animation(seconds: duration) }

    /// Evenly, for so many seconds.
    public static func linear(duration: Double) -> Animation { Animation(seconds: duration) }

    /// Like a spring.
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825) -> Animation {
        Animation(seconds: response)
    }
}

/// Changes something; see ``Animation``.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

extension View {
    /// The view as it is; see ``Animation``.
    public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
}
