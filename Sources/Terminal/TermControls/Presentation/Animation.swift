public import Foundation
public import TermUI

/// How something changes, on systems where a change takes time. In a terminal every change is immediate: there are no
/// half cells, and meaningless movement disturbs people with a screen reader.
nonisolated public struct Animation: Hashable, Sendable {
    private init() {}

    public static let `default` = Animation()
    public static let easeInOut = Animation()
    public static let easeIn = Animation()
    public static let easeOut = Animation()
    public static let linear = Animation()
    public static let spring = Animation()
    /// Like a spring that follows a finger.
    public static let interactiveSpring = Animation()
    public static let bouncy = Animation()
    public static let snappy = Animation()
    /// Like a spring that does not bounce.
    public static let smooth = Animation()
    /// Slow at both ends, for that many seconds.
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
    /// Slow at first, for that many seconds.
    public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
    /// Slow at the end, for that many seconds.
    public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
    public static func linear(duration: TimeInterval) -> Animation { Animation() }
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = 0.35
    ) -> Animation { Animation() }
    /// Like a spring, for that many seconds.
    public static func spring(
        duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0
    ) -> Animation { Animation() }

    /// Like a spring, by its own terms.
    @_disfavoredOverload
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation { Animation() }
    /// Like a spring that follows a finger.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
    ) -> Animation { Animation() }
    /// Like a spring, by the terms of physics.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation { Animation() }
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    /// Like a spring that does not bounce.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    public func delay(_ delay: TimeInterval) -> Animation { self }
    public func speed(_ speed: Double) -> Animation { self }
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// When a change counts as done; in a terminal, immediately.
nonisolated public enum AnimationCompletionCriteria: Hashable, Sendable {
    case logicallyComplete
    case removed
}

/// The circumstances of a change of state; see ``Animation``.
nonisolated public struct Transaction: Sendable {
    /// How the change is shown elsewhere.
    public var animation: Animation?
    /// Whether nothing moves: always, in a terminal.
    public var disablesAnimations = true
    /// Whether the change is one of many, as while something is dragged.
    public var isContinuous = false

    public init() {}

    public init(animation: Animation?) {
        self.animation = animation
    }
}

/// Runs a change; see ``Animation``.
nonisolated public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// Runs a change; `completion` is called soon after, once the caller has returned.
nonisolated public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    // The caller is on the main actor, as in SwiftUI, and the closure stays there.
    nonisolated(unsafe) let completion = completion
    // The task ends with the closure: nobody waits for it, and nothing cancels it.
    Task { @MainActor in unsafe completion() }
    return result
}

/// Runs a change; see ``Animation``.
nonisolated public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows
    -> Result
{
    try body()
}

/// Runs a change; see ``Animation``.
nonisolated public func withTransaction<Result, Value>(
    _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// How a view's content changes; in a terminal, immediately.
nonisolated public struct ContentTransition: Hashable, Sendable {
    public static let identity = ContentTransition()
    public static let opacity = ContentTransition()
    public static let interpolate = ContentTransition()
    public static let symbolEffect = ContentTransition()
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
    public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}

// Each of these leaves the view as it is; see ``Animation``.
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
    /// Returns the binding itself: every change is immediate.
    public func animation(_ animation: Animation? = .default) -> Binding { self }
}
