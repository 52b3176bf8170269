public import TermUI

/// A view in one of several phases. In a terminal, the view does not move, and stays in its last phase. If a trigger
/// starts the phases, the view stays in the first phase. The phases also end in this phase. Example: `MotionPage.swift`
/// in `Tests/Gallery`.
public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
    private let phase: Phase?
    private let content: (Phase) -> Content

    /// Creates a view that cycles through its phases continuously on other platforms.
    public init(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        phase = Array(phases).last
        self.content = content
    }

    /// Creates a view that goes through its phases on other platforms when `trigger` changes.
    public init(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        phase = Array(phases).first
        self.content = content
    }

    /// The view in its phase. The view is empty without phases.
    public var body: some View { if let phase { content(phase) } }
}

/// A view that follows the values of an animation. In a terminal, the view does not move, and keeps the first values.
/// Example: `MotionPage.swift` in `Tests/Gallery`.
public struct KeyframeAnimator<Value, Content: View>: View {
    private let value: Value
    private let content: (Value) -> Content

    public init<K>(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
    ) {
        (value, self.content) = (initialValue, content)
    }

    public init<K>(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
    ) {
        (value, self.content) = (initialValue, content)
    }

    /// The view with the first values.
    public var body: some View { content(value) }
}

/// Collects the tracks of an animation, which are not used.
@resultBuilder
public enum KeyframesBuilder<Root> {
    public static func buildExpression<Value>(_ track: KeyframeTrack<Root, Value>) -> KeyframeTrack<Root, Value> {
        track
    }

    public static func buildBlock<each Part>(_ parts: repeat each Part) {}
}

/// Collects the values of a track, which are not used.
@resultBuilder
public enum KeyframeTrackContentBuilder {
    public static func buildBlock<each Part>(_ parts: repeat each Part) {}
}

/// The values of a part of an animation, which are not used.
public struct KeyframeTrack<Root, Value> {
    public init(_ keyPath: WritableKeyPath<Root, Value>, @KeyframeTrackContentBuilder content: () -> Void) {}

    public init(@KeyframeTrackContentBuilder content: () -> Void) where Root == Value {}
}

/// A value at a point in time, reached linearly. A terminal does not use this value.
nonisolated public struct LinearKeyframe<Value> {
    public init(_ to: Value, duration: Double) {}
}

/// A value at a point in time, reached along a curve. A terminal does not use this value.
nonisolated public struct CubicKeyframe<Value> {
    public init(_ to: Value, duration: Double) {}
}

/// A value at a point in time, reached like a spring. A terminal does not use this value.
nonisolated public struct SpringKeyframe<Value> {
    public init(_ to: Value, duration: Double? = nil) {}
}

/// A value without a transition. A terminal does not use this value.
nonisolated public struct MoveKeyframe<Value> {
    public init(_ to: Value) {}
}

extension View {
    /// Shows the view in its last phase.
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Self, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(phases) { content(self, $0) }
    }

    /// Shows the view in its first phase.
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping (Self, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(phases, trigger: trigger) { content(self, $0) }
    }

    /// Shows the view with the first values.
    public func keyframeAnimator<Value, K>(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Self, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
    ) -> some View {
        KeyframeAnimator(
            initialValue: initialValue, trigger: trigger, content: { content(self, $0) }, keyframes: keyframes)
    }
}
