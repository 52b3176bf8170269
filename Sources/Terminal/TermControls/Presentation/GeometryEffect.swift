public import Foundation
public import TermUI

/// A change of a view's place, with a value that is animated on other platforms. In a terminal, the view stays in its
/// place.
nonisolated public protocol GeometryEffect: Animatable, ViewModifier where Body == ViewModifierContent<Self> {
    /// Returns the change for a size in points. This method is never called.
    func effectValue(size: CGSize) -> ProjectionTransform
}

extension GeometryEffect {
    public func body(content: Content) -> ViewModifierContent<Self> { content }
}

/// A modifier with a value that is animated on other platforms.
@preconcurrency @MainActor public protocol AnimatableModifier: Animatable, ViewModifier {}
