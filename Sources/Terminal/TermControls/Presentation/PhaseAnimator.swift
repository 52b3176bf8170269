public import TermUI

/// A view in one phase of several. In a terminal it does not move: it is in its last phase, or, if something starts
/// it, in the first, to which it comes back.
/// Example: `MotionPage.swift` in `Tests/Gallery`.
public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
    private let phase: Phase?
    private let content: (Phase) -> Content

    /// Goes through the phases again and again elsewhere.
    public init(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        phase = Array(phases).last
        self.content = content
    }

    /// Goes through the phases elsewhere when `trigger` changes.
    public init(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        phase = Array(phases).first
        self.content = content
    }

    /// The view in its phase; no view without phases.
    public var body: some View { if let phase { content(phase) } }
}

/// A view that takes the values of a movement. In a terminal it does not move, and has the first values.
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

/// Collects the tracks of a movement, which are not used.
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

/// The values of a part of a movement, which are not used.
public struct KeyframeTrack<Root, Value> {
    public init(_ keyPath: WritableKeyPath<Root, Value>, @KeyframeTrackContentBuilder content: () -> Void) {}

    public init(@KeyframeTrackContentBuilder content: () -> Void) where Root == Value {}
}

/// A value at a time; not used.
nonisolated public struct LinearKeyframe<Value> {
    public init(_ to: Value, duration: Double) {}
}

/// A value at a time; not used.
nonisolated public struct CubicKeyframe<Value> {
    public init(_ to: Value, duration: Double) {}
}

/// A value at a time; not used.
nonisolated public struct SpringKeyframe<Value> {
    public init(_ to: Value, duration: Double? = nil) {}
}

/// A value at once; not used.
nonisolated public struct MoveKeyframe<Value> {
    public init(_ to: Value) {}
}

extension View {
    /// The view as it is in its last phase.
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Self, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(phases) { content(self, $0) }
    }

    /// The view as it is in its first phase.
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping (Self, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(phases, trigger: trigger) { content(self, $0) }
    }

    /// The view with the first values.
    public func keyframeAnimator<Value, K>(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Self, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> K
    ) -> some View {
        KeyframeAnimator(
            initialValue: initialValue, trigger: trigger, content: { content(self, $0) }, keyframes: keyframes)
    }
}
