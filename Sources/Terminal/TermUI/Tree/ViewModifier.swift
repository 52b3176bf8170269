/// A change that can be written after any view. It may have state of its own.
@MainActor @preconcurrency public protocol ViewModifier {
    /// The type of its view.
    associatedtype Body: View

    /// The view that was changed.
    typealias Content = ViewModifierContent<Self>

    /// The changed view; `content` may be in it several times.
    @ViewBuilder func body(content: Content) -> Body
}

extension ViewModifier where Body == Never {
    /// There is none.
    public func body(content: Content) -> Never { preconditionFailure("\(Self.self) is not made of views") }
}

extension ViewModifier {
    /// This change, then another.
    public func concat<Other: ViewModifier>(_ other: Other) -> ModifiedContent<Self, Other> {
        ModifiedContent(content: self, modifier: other)
    }
}

/// The view to which a ``ViewModifier`` is applied.
public struct ViewModifierContent<Modifier: ViewModifier>: PrimitiveView {
    package let content: any View

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) { node.setChild(content) }
}

/// A view with a change, or two changes one after the other.
@preconcurrency @MainActor public struct ModifiedContent<Content, Modifier> {
    /// What is changed.
    public var content: Content
    /// The change.
    public var modifier: Modifier

    /// Changes `content`.
    public init(content: Content, modifier: Modifier) {
        (self.content, self.modifier) = (content, modifier)
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    /// There is none.
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
    /// The second change of the first.
    public func body(content: ViewModifierContent<Self>) -> some View {
        content.modifier(self.content).modifier(modifier)
    }
}

/// A change that changes nothing.
public struct EmptyModifier: ViewModifier, Sendable {
    /// The one of its kind.
    nonisolated public static let identity = EmptyModifier()

    /// Changes nothing.
    nonisolated public init() {}

    /// The view as it is.
    public func body(content: Content) -> some View { content }
}

extension View {
    /// Applies a change.
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
