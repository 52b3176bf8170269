/// A modifier that can be applied to any view. A modifier may have state of its own.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View

    /// The view that was changed.
    typealias Content = ViewModifierContent<Self>

    /// Returns the changed view, which may contain `content` several times.
    @ViewBuilder func body(content: Content) -> Body
}

extension ViewModifier where Body == Never {
    public func body(content: Content) -> Never { preconditionFailure("\(Self.self) is not made of views") }
}

extension ViewModifier {
    public func concat<Other: ViewModifier>(_ other: Other) -> ModifiedContent<Self, Other> {
        ModifiedContent(content: self, modifier: other)
    }
}

/// The view to which a ``ViewModifier`` is applied.
/// Example: `ComposedViews.swift` in `Tests/Gallery`.
public struct ViewModifierContent<Modifier: ViewModifier>: PrimitiveView {
    package let content: any View

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) { node.setChild(content) }
}

@preconcurrency @MainActor public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    public init(content: Content, modifier: Modifier) {
        (self.content, self.modifier) = (content, modifier)
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Never { preconditionFailure("a changed view is not made of other views") }
}

extension ModifiedContent: PrimitiveView, NodeBehaviour where Content: View, Modifier: ViewModifier {
    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        var modifier = modifier
        Properties.connect(&modifier, to: node)
        let content = ViewModifierContent<Modifier>(content: content)
        node.setChild(node.observing { modifier.body(content: content) })
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    /// Applies the second modifier to the result of the first modifier.
    public func body(content: ViewModifierContent<Self>) -> some View {
        content.modifier(self.content).modifier(modifier)
    }
}

public struct EmptyModifier: ViewModifier, Sendable {
    nonisolated public static let identity = EmptyModifier()

    nonisolated public init() {}

    public func body(content: Content) -> some View { content }
}

extension View {
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
