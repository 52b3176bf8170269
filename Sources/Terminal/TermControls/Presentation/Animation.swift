public import Foundation
public import TermUI

/// The course of a change, on systems where a change takes time. In a terminal, every change is immediate. There are no
/// half cells, and meaningless movement disturbs people who use a screen reader.
nonisolated public struct Animation: Hashable, Sendable {
    private init() {}

    public static let `default` = Animation()
    public static let easeInOut = Animation()
    public static let easeIn = Animation()
    public static let easeOut = Animation()
    public static let linear = Animation()
    public static let spring = Animation()
    /// An animation like a spring that follows a finger.
    public static let interactiveSpring = Animation()
    public static let bouncy = Animation()
    public static let snappy = Animation()
    /// An animation like a spring that does not bounce.
    public static let smooth = Animation()
    /// Returns an animation that is slow at both ends, with a duration in seconds.
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
    /// Returns an animation that is slow at first, with a duration in seconds.
    public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
    /// Returns an animation that is slow at the end, with a duration in seconds.
    public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
    public static func linear(duration: TimeInterval) -> Animation { Animation() }
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = 0.35
    ) -> Animation { Animation() }
    /// Returns an animation like a spring, with a duration in seconds.
    public static func spring(
        duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0
    ) -> Animation { Animation() }

    /// Returns an animation like a spring, given by the spring's response and damping.
    @_disfavoredOverload
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation { Animation() }
    /// Returns an animation like a spring that follows a finger.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
    ) -> Animation { Animation() }
    /// Returns an animation like a spring, given by physical values.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation { Animation() }
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    /// Returns an animation like a spring that does not bounce.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    public func delay(_ delay: TimeInterval) -> Animation { self }
    public func speed(_ speed: Double) -> Animation { self }
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// The time at which a change is considered complete. In a terminal, this is immediately.
nonisolated public enum AnimationCompletionCriteria: Hashable, Sendable {
    case logicallyComplete
    case removed
}

/// The circumstances of a change of state. See ``Animation``.
nonisolated public struct Transaction: Sendable {
    /// The animation of the change on other systems.
    public var animation: Animation?
    /// Whether animations are disabled, which is always true in a terminal.
    public var disablesAnimations = true
    /// Whether the change is one of many, as during a drag.
    public var isContinuous = false

    public init() {}

    public init(animation: Animation?) {
        self.animation = animation
    }
}

/// Runs a change. See ``Animation``.
nonisolated public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// Runs a change. The closure `completion` is called soon after the caller has returned.
nonisolated public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    // The caller is on the main actor, as in SwiftUI, and the closure stays there.
    nonisolated(unsafe) let completion = completion
    // This task ends with the closure. No code waits for the task or cancels it.
    Task { @MainActor in unsafe completion() }
    return result
}

/// Runs a change. See ``Animation``.
nonisolated public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows
    -> Result
{
    try body()
}

/// Runs a change. See ``Animation``.
nonisolated public func withTransaction<Result, Value>(
    _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// The way in which a view's content changes. In a terminal, the change is immediate.
nonisolated public struct ContentTransition: Hashable, Sendable {
    public static let identity = ContentTransition()
    public static let opacity = ContentTransition()
    public static let interpolate = ContentTransition()
    public static let symbolEffect = ContentTransition()
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
    public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}

// Each modifier in this extension leaves the view unchanged. See ``Animation``.
extension View {
    public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
    public func animation(_ animation: Animation?) -> some View { self }
    public func animation<V: View>(_ animation: Animation?, @ViewBuilder body: (Self) -> V) -> some View { body(self) }
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
    public func transaction(
        value: some Equatable, _ transform: @escaping (inout Transaction) -> Void
    ) -> some View { self }
    public func contentTransition(_ transition: ContentTransition) -> some View { self }
}

nonisolated extension Binding {
    /// Returns the binding itself, because every change is immediate.
    public func animation(_ animation: Animation? = .default) -> Binding { self }
    public func transaction(_ transaction: Transaction) -> Binding { self }
}
