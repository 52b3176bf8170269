public import TermUI

/// The kinds of controls to which styles apply.
nonisolated enum StyleKind: Hashable {
    case label, button, toggle, picker, progress, gauge, labeledContent, textField, menu, controlGroup
}

/// A style of any kind. Styles of the same type without properties are equal.
struct AnyStyle: Equatable {
    let base: Any
    private let isSame: (Any) -> Bool

    init<Style>(_ style: Style) {
        base = style
        isSame = { other in
            guard let other = other as? Style else { return false }
            if MemoryLayout<Style>.size == 0 { return true }
            guard let style = style as? any Equatable else { return false }
            return style.isEqual(to: other)
        }
    }

    static func == (one: AnyStyle, other: AnyStyle) -> Bool { one.isSame(other.base) }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

nonisolated extension EnvironmentValues {
    /// The styles of the surrounding controls, by the controls' kinds.
    @Entry var styles: [StyleKind: AnyStyle] = [:]

    /// Whether controls hide their labels.
    @Entry var labelsAreHidden = false

    /// Whether labels are at the left edge, while their controls are at the right edge, as in a form.
    @Entry var labelsAreSpread = false

    /// Whether the view is in an opened menu.
    @Entry var isInMenu = false
}

struct StyleSetting: NodeModifier, Equatable {
    let kind: StyleKind
    let style: AnyStyle

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: style) { $0.styles[kind] = style }
    }
}

extension View {
    /// Sets the style for a kind of control in the view.
    func style(_ kind: StyleKind, _ style: some Any) -> some View {
        modified(StyleSetting(kind: kind, style: AnyStyle(style)))
    }

    /// Draws the controls in the view without their labels. People who do not see the screen still get the labels.
    public func labelsHidden() -> some View { environment(\.labelsAreHidden, true) }
}

/// The body that a style creates. The style may have state and read the environment. A control of the same kind inside
/// this body has the default style.
struct StyleBody<Style>: PrimitiveView {
    let kind: StyleKind
    let style: Style
    let make: (Style) -> any View

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        var style = style
        Properties.connect(&style, to: node)
        node.setChild(node.observing { make(style) }, node.environment(after: kind) { $0.styles[kind] = nil })
    }
}

/// A control's label beside the control.
struct LabelRow<Label: View, Content: View>: View {
    let label: Label
    var isSpread = false
    @ViewBuilder let content: Content

    @Environment(\.labelsAreHidden) private var isHidden
    @Environment(\.labelsAreSpread) private var isFormed

    var body: some View {
        if isHidden || Label.self == EmptyView.self {
            ZStack(alignment: .leading) {
                label.modified(Unseen())
                content
            }
        } else {
            HStack {
                label
                if isSpread || isFormed { Spacer() }
                content
            }
        }
    }
}

/// Hides a view, and gives it no space. People who do not see the screen still get the view.
struct Unseen: NodeModifier, Equatable {
    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { .zero }
    func place(in rect: CellRect, _ node: ViewNode) {}
    func paint(_ node: ViewNode, on canvas: inout Canvas) {}
}

/// Makes the view as wide as the ideal width of its content, if there is room.
struct Hugging: NodeModifier, Equatable {
    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let ideal = node.contentSize(CellProposal(nil, proposal.height)).width
        let width = min(ideal, proposal.width ?? ideal)
        return CellSize(width, node.contentSize(CellProposal(width, proposal.height)).height)
    }
}
