import TermCore
public import TermUI

/// A group of views that are shown while the group is open. Enter, the space bar and a click on the label open and
/// close the group. The right arrow opens the group, and the left arrow closes it. Example: `ListsPage.swift` in
/// `Tests/Gallery`.
public struct DisclosureGroup<Label: View, Content: View>: View {
    private let label: Label
    private let content: () -> Content
    private let expanded: Binding<Bool>?

    @State private var isOpen = false

    private init(_ expanded: Binding<Bool>?, _ label: Label, _ content: @escaping () -> Content) {
        (self.expanded, self.label, self.content) = (expanded, label, content)
    }

    /// Creates a group that is initially closed.
    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        self.init(nil, label(), content)
    }

    public init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) { self.init(isExpanded, label(), content) }

    /// The label and the views below the label.
    public var body: some View {
        let isOpen = expanded ?? $isOpen
        VStack(alignment: .leading) {
            DisclosureRow(isExpanded: isOpen, label: label)
            if isOpen.wrappedValue { content().padding(.leading, CellMetrics.points(2, along: .horizontal)) }
        }
    }
}

extension DisclosureGroup where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(nil, Text(titleKey), content)
    }

    @_disfavoredOverload
    public init(_ label: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {
        self.init(nil, Text(label), content)
    }

    public init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) { self.init(isExpanded, Text(titleKey), content) }

    @_disfavoredOverload
    public init(
        _ label: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) { self.init(isExpanded, Text(label), content) }
}

/// A label with a sign that shows whether the content below it is open.
struct DisclosureRow<Label: View>: View {
    let isExpanded: Binding<Bool>
    let label: Label

    var body: some View {
        let isExpanded = isExpanded
        Button {
            isExpanded.wrappedValue.toggle()
        } label: {
            HStack {
                DisclosureSign(isOpen: isExpanded.wrappedValue)
                label
            }
        }
        .buttonStyle(.plain)
        .modified(DisclosureKeys(isExpanded: isExpanded))
    }
}

private struct DisclosureKeys: NodeModifier {
    let isExpanded: Binding<Bool>

    static var draws: Bool { false }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key.modifiers.isEmpty, node.environment.isEnabled, node.graph.focused?.isWithin(node) == true,
            key.key == (isExpanded.wrappedValue ? .leftArrow : .rightArrow)
        else { return false }
        isExpanded.wrappedValue.toggle()
        return true
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let state = isExpanded.wrappedValue ? "open" : "closed"
        return node.contentSemantics.map { part in
            guard part.kind == .button else { return part }
            return part.saying("\(part.text), \(state)")
        }
    }
}

/// The sign for a view that can be opened.
struct DisclosureSign: PrimitiveView, Equatable {
    let isOpen: Bool

    static func sign(_ isOpen: Bool, _ glyphs: TerminalProfile.Glyphs) -> TerminalSafe {
        switch glyphs {
        case .unicode: isOpen ? "▾" : "▸"
        case .console: isOpen ? "▼" : "►"
        case .ascii: isOpen ? "v" : ">"
        }
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { CellSize(1, 1) }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let sign = Self.sign(isOpen, node.environment.glyphs)
        canvas.write(sign, node.environment.cellStyle, x: node.frame.x, y: node.frame.y)
    }
}

/// A group of views in a box, with their label in the upper edge of the box. Example: `ListsPage.swift` in
/// `Tests/Gallery`.
public struct GroupBox<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content())
    }

    public init(label: Label, @ViewBuilder content: () -> Content) { (self.label, self.content) = (label, content()) }

    public var body: some View { LabeledBox(label: label.bold(), content: content, hasLabel: !(label is EmptyView)) }
}

extension GroupBox where Label == EmptyView {
    public init(@ViewBuilder content: () -> Content) { self.init(label: EmptyView(), content: content) }
}

extension GroupBox where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(label: Text(titleKey), content: content)
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(label: Text(title), content: content)
    }
}

private struct LabeledBox<Label: View, Content: View>: PrimitiveView {
    let label: Label
    let content: Content
    let hasLabel: Bool

    static var draws: Bool { false }

    func update(_ node: ViewNode) {
        let box = Box { VStack(alignment: .leading) { content } }
        let title = label.lineLimit(1).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
        node.setChildren(hasLabel ? [Single(content: title.modified(Opaque())), box] : [box])
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let box = node.children.last?.size(proposal) ?? .zero
        let title = hasLabel ? node.children[0].size(CellProposal(nil, 1)).width + 4 : 0
        return CellSize(max(box.width, min(title, proposal.width ?? title)), box.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.children.last?.place(in: rect)
        guard hasLabel else { return }
        let edge = CellRect(x: rect.x + 2, y: rect.y, CellSize(rect.width - 4, min(1, rect.height)))
        node.children[0].place(in: edge.aligned(node.children[0].size(CellProposal(edge.size)), .leading))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.children.last?.paint(on: &canvas)
        if hasLabel, node.frame.width > 4 {
            canvas.clipped(to: node.children[0].frame) { node.children[0].paint(on: &$0) }
        }
    }
}

/// Hides all content behind the view.
struct Opaque: NodeModifier, Equatable {
    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.fill(node.frame, " ", .plain)
        node.paintContent(on: &canvas)
    }
}
