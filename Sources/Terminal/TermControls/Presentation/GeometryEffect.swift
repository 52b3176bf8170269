public import Foundation
public import TermUI

/// A change of a view's place, by a value that changes over time elsewhere. In a terminal the view stays in its place.
nonisolated public protocol GeometryEffect: Animatable, ViewModifier where Body == ViewModifierContent<Self> {
    /// The change for a size in points; never asked for.
    func effectValue(size: CGSize) -> ProjectionTransform
}

extension GeometryEffect {
    public func body(content: Content) -> ViewModifierContent<Self> { content }
}

/// A change that has a value that changes over time elsewhere.
@preconcurrency @MainActor public protocol AnimatableModifier: Animatable, ViewModifier {}
