/// A modifier that is written after a view and changes how the view is laid out, drawn or used. A transparent modifier
/// only changes values for the views below, or reacts to their events. It takes no part in the layout.
package protocol NodeModifier: NodeBehaviour {
    /// Whether the modifier is applied to each of several views separately, and not to all of them as one view. By
    /// default, this is true for modifiers that change the layout.
    static var isSpread: Bool { get }

    /// Returns the environment of the views below.
    func environment(_ node: ViewNode) -> EnvironmentValues

    /// Called when the view has a new description.
    func updated(_ node: ViewNode)
}

extension NodeModifier {
    package static var isSpread: Bool { !isTransparent }
    package func environment(_ node: ViewNode) -> EnvironmentValues { node.environment }
    package func updated(_ node: ViewNode) {}
}

extension NodeModifier where Self: Equatable {
    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        other as? Self == self
    }

    package func looksLike(_ other: any NodeBehaviour) -> Bool { !Self.draws || other as? Self == self }
}

/// A view together with the modifier that was written after it.
struct Modified<Content: View, Modifier: NodeModifier>: PrimitiveView, RowWrapper, TransparentlyChanged {
    let content: Content
    let modifier: Modifier

    private func several(_ node: ViewNode) -> (any SeveralViews)? {
        guard Modifier.isSpread, node.kind.isOfSeveral, let several = content as? any SeveralViews else { return nil }
        return several.isSeveral ? several : nil
    }

    func behaviour(_ node: ViewNode) -> any NodeBehaviour { several(node) == nil ? modifier : SpreadModifier() }

    var inner: any View { content }

    var isTransparent: Bool { Modifier.isTransparent }

    func wrapped(_ view: any View) -> any View { view.modifiedAny(modifier) }

    func update(_ node: ViewNode) {
        if let several = several(node) {
            node.setChildren(node.observing { several.members.map { ($0.key, wrapped($0.view)) } })
        } else {
            node.setChild(content, modifier.environment(node))
            modifier.updated(node)
        }
    }
}

/// A view with a modifier, which may change only values and events of the view, and not how it is drawn.
@MainActor package protocol TransparentlyChanged {
    var inner: any View { get }
    var isTransparent: Bool { get }
}

/// A placeholder for a modifier that is applied to each of several views separately.
private struct SpreadModifier: NodeBehaviour {
    static var isTransparent: Bool { true }
}

extension View {
    /// Returns the view with a modifier.
    package func modified(_ modifier: some NodeModifier) -> some View { Modified(content: self, modifier: modifier) }

    fileprivate func modifiedAny(_ modifier: some NodeModifier) -> any View { modified(modifier) }
}
