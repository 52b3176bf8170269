/// The description of a part of the screen. The screen is rebuilt from this description whenever the data that it
/// depends on has changed. This is SwiftUI's protocol, drawn in the cells of a terminal.
@MainActor @preconcurrency public protocol View {
    /// The type of the view's body.
    associatedtype Body: View

    /// The content of the view at present. This property is read on the main actor, and must not change anything.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("there is no such view") }
}

/// A view that is not made of other views. It creates the views below it by itself.
@MainActor package protocol PrimitiveView: View, NodeBehaviour where Body == Never {
    /// Returns the behavior of the view's node, which is usually the view itself.
    func behaviour(_ node: ViewNode) -> any NodeBehaviour

    /// Creates the children of `node` with ``ViewNode/setChildren(_:)``, after the view or its environment has changed.
    func update(_ node: ViewNode)
}

extension PrimitiveView {
    public var body: Never { preconditionFailure("\(Self.self) is not made of other views") }

    package func behaviour(_ node: ViewNode) -> any NodeBehaviour { self }

    package func update(_ node: ViewNode) {}
}

/// A view that clips all views below it to its own space.
@MainActor package protocol ClippingView: PrimitiveView {}

/// A view in front of the whole screen. It takes no part in the layout around it.
@MainActor package protocol LayerView: PrimitiveView {}
