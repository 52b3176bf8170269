public import Foundation
import TermCore

/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct HStack<Content: View>: PrimitiveView {
    private let layout: StackLayout
    package let content: Content

    /// Creates a row of views. The `spacing` is the space between two views, in points. By default it is one column.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        layout = .row(alignment, spacing)
        self.content = content()
    }

    package static var draws: Bool { false }

    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        (other as? Self)?.layout == layout
    }

    package func update(_ node: ViewNode) {
        node.setChild(content, node.environment(stackedAlong: .horizontal))
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { layout.size(proposal, node.elements) }

    package func place(in rect: CellRect, _ node: ViewNode) { layout.place(node.elements, in: rect) }

    package func semantics(_ node: ViewNode) -> [Semantic] { Semantic.joined(node.contentSemantics) }
}

/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct VStack<Content: View>: PrimitiveView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a column of views. The `spacing` is the space between two views, in points. By default, there is no
    /// space, as between lines of text.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        layout = .column(alignment, spacing)
        self.content = content()
    }

    package static var draws: Bool { false }

    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        (other as? Self)?.layout == layout
    }

    package func update(_ node: ViewNode) {
        node.setChild(content, node.environment(stackedAlong: .vertical))
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { layout.size(proposal, node.elements) }

    package func place(in rect: CellRect, _ node: ViewNode) { layout.place(node.elements, in: rect) }
}

/// Views on top of one another, with the last view in front. Example: `MotionPage.swift` in `Tests/Gallery`.
public struct ZStack<Content: View>: PrimitiveView {
    private let alignment: Alignment
    private let content: Content

    /// Creates a stack of views. The `alignment` is the position of each view within the space of the largest view.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    package static var draws: Bool { false }

    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        (other as? Self)?.alignment == alignment
    }

    package func update(_ node: ViewNode) {
        node.setChild(content, node.environment(stackedAlong: nil))
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        Pile(node.elements, proposal, alignment).size
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        Pile(node.elements, CellProposal(rect.size), alignment).place(in: rect)
    }
}

/// Example: `ListsPage.swift` in `Tests/Gallery`.
public struct Spacer: PrimitiveView, Equatable {
    private let minLength: CGFloat?

    /// Creates a space. The `minLength` is in points. By default there is no minimum.
    public init(minLength: CGFloat? = nil) {
        self.minLength = minLength
    }

    package static var draws: Bool { false }

    /// The lowest priority, because a spacer gets only the space that other views leave over.
    package var layoutPriority: Double { -.infinity }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let axis = node.environment.stackAxis
        func extent(_ along: Axis) -> Int {
            guard axis == nil || axis == along else { return 0 }
            let least = minLength.map { max(0, CellMetrics.cells($0, along: along)) } ?? 0
            return max(least, proposal[along] ?? least)
        }
        return CellSize(extent(.horizontal), extent(.vertical))
    }
}

/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Divider: PrimitiveView, Equatable {
    /// Creates a line that is as thin as the terminal can draw it.
    public init() {}

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        node.environment.stackAxis == .horizontal
            ? CellSize(1, proposal.height ?? 1) : CellSize(proposal.width ?? 1, 1)
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let glyphs = node.environment.lineGlyphs
        let scalar = node.environment.stackAxis == .horizontal ? glyphs.vertical : glyphs.horizontal
        canvas.fill(node.frame, scalar, CellStyle(attributes: .dim))
    }
}

extension EnvironmentValues {
    /// The axis of the stack that contains the view.
    @Entry var stackAxis: Axis? = nil
}

extension ViewNode {
    fileprivate func environment(stackedAlong axis: Axis?) -> EnvironmentValues {
        environment(after: axis) { $0.stackAxis = axis }
    }
}
