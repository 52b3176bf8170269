public import Foundation
public import TermUI

/// A change of a view's place, by a value that is animated elsewhere. In a terminal the view stays in its place.
nonisolated public protocol GeometryEffect: Animatable, ViewModifier where Body == ViewModifierContent<Self> {
    /// The change for a size in points; never requested.
    func effectValue(size: CGSize) -> ProjectionTransform
}

extension GeometryEffect {
    public func body(content: Content) -> ViewModifierContent<Self> { content }
}

/// A modifier with a value that is animated elsewhere.
@preconcurrency @MainActor public protocol AnimatableModifier: Animatable, ViewModifier {}
