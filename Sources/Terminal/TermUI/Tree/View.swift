/// The description of a part of the screen. The screen is rebuilt from it whenever something it depends on has changed.
/// This is SwiftUI's protocol, drawn in the cells of a terminal.
@MainActor @preconcurrency public protocol View {
    /// The type of its body.
    associatedtype Body: View

    /// The view that it shows now. Called on the main actor; it must not change anything.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("there is no such view") }
}

/// A view that is not made of others: it decides itself what is below it.
@MainActor package protocol PrimitiveView: View, NodeBehaviour where Body == Never {
    /// Its node's behaviour: usually the view itself.
    func behaviour(_ node: ViewNode) -> any NodeBehaviour

    /// Makes the children of `node`, by ``ViewNode/setChildren(_:)``, after the view or its environment has changed.
    func update(_ node: ViewNode)
}

extension PrimitiveView {
    public var body: Never { preconditionFailure("\(Self.self) is not made of other views") }

    package func behaviour(_ node: ViewNode) -> any NodeBehaviour { self }

    package func update(_ node: ViewNode) {}
}

/// A view that clips everything below it to its own space.
@MainActor package protocol ClippingView: PrimitiveView {}

/// A view in front of the whole screen. It takes no part in the layout around it.
@MainActor package protocol LayerView: PrimitiveView {}
