public import Foundation
public import TermUI

// A terminal has one mouse, so the gestures of two fingers never begin.

/// A gesture that never begins.
@MainActor package protocol AbsentGesture: PrimitiveGesture {}

extension AbsentGesture {
    package var abilities: [GestureAbility] { [] }
    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> { .failed }
}

public struct MagnificationGesture: AbsentGesture {
    public typealias Value = CGFloat
    public var minimumScaleDelta: CGFloat

    public init(minimumScaleDelta: CGFloat = 0.01) { self.minimumScaleDelta = minimumScaleDelta }
}

public struct MagnifyGesture: AbsentGesture {
    nonisolated public struct Value: Equatable, Sendable {
        public var time: Date
        public var magnification: CGFloat
        public var velocity: CGFloat
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }

    public var minimumScaleDelta: CGFloat

    public init(minimumScaleDelta: CGFloat = 0.01) { self.minimumScaleDelta = minimumScaleDelta }
}

public struct RotationGesture: AbsentGesture {
    public typealias Value = Angle
    public var minimumAngleDelta: Angle

    public init(minimumAngleDelta: Angle = .degrees(1)) { self.minimumAngleDelta = minimumAngleDelta }
}

public struct RotateGesture: AbsentGesture {
    nonisolated public struct Value: Equatable, Sendable {
        public var time: Date
        public var rotation: Angle
        public var velocity: Angle
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }

    public var minimumAngleDelta: Angle

    public init(minimumAngleDelta: Angle = .degrees(1)) { self.minimumAngleDelta = minimumAngleDelta }
}
