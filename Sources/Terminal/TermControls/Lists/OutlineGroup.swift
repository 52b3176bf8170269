public import TermUI

/// A tree of views. An open view shows its children. In a list, each view is a row of its own, which Right and Left
/// open and close. Outside a list, the views are in a ``DisclosureGroup``. Example: `ListsPage.swift` in
/// `Tests/Gallery`.
public struct OutlineGroup<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, OutlineSource {
    private let data: Data
    private let id: (Data.Element) -> ID
    private let children: KeyPath<Data.Element, Data?>
    private let content: (Data.Element) -> Content

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        (self.data, self.id, self.children, self.content) = (data, { $0[keyPath: id] }, children, content)
    }

    public init(
        _ data: Data, children: KeyPath<Data.Element, Data?>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        (self.data, self.id, self.children, self.content) = (data, { $0.id }, children, content)
    }

    /// The views of the first level, and the content of the open views.
    public var body: some View {
        let group = self
        ForEach(data, key: id) { element in
            if let inner = element[keyPath: children] {
                DisclosureGroup {
                    // The type is erased, because a view type cannot contain itself.
                    AnyView(group.below(inner))
                } label: {
                    content(element)
                }
            } else {
                content(element)
            }
        }
    }

    private func below(_ data: Data) -> OutlineGroup { OutlineGroup(data, id, children, content) }

    private init(
        _ data: Data, _ id: @escaping (Data.Element) -> ID, _ children: KeyPath<Data.Element, Data?>,
        _ content: @escaping (Data.Element) -> Content
    ) {
        (self.data, self.id, self.children, self.content) = (data, id, children, content)
    }

    func rows(open: Set<AnyHashable>) -> RowSegment {
        let rows = shown(data, 0, open)
        let (id, content) = (id, content)
        var segment = RowSegment(
            count: rows.count, id: { AnyHashable(id(rows[$0].element)) },
            view: { OutlineRow(depth: rows[$0].depth, isOpen: rows[$0].isOpen, content: content(rows[$0].element)) })
        segment.isOpen = { rows[$0].isOpen }
        segment.isOutline = rows.contains { $0.isOpen != nil }
        return segment
    }

    private struct Row {
        let element: Data.Element
        let depth: Int
        let isOpen: Bool?
    }

    /// Returns the elements, and the elements below the open elements. A tree that contains itself is cut off.
    private func shown(_ data: Data, _ depth: Int, _ open: Set<AnyHashable>) -> [Row] {
        data.flatMap { element -> [Row] in
            let inner = element[keyPath: children]
            let isOpen = inner == nil ? nil : open.contains(AnyHashable(id(element)))
            let row = Row(element: element, depth: depth, isOpen: isOpen)
            guard isOpen == true, depth < 50, let inner else { return [row] }
            return [row] + shown(inner, depth + 1, open)
        }
    }
}

/// A source of rows, some of which have other rows below them.
protocol OutlineSource {
    /// Returns the rows, including the rows below the open rows.
    func rows(open: Set<AnyHashable>) -> RowSegment
}

/// A row of a tree.
private struct OutlineRow<Content: View>: View, RowWrapper {
    let depth: Int
    let isOpen: Bool?
    let content: Content

    var inner: any View { content }
    func wrapped(_ view: any View) -> any View { Self.wrapped(view, depth, isOpen) }

    private static func wrapped(_ view: some View, _ depth: Int, _ isOpen: Bool?) -> any View {
        OutlineRow<AnyView>(depth: depth, isOpen: isOpen, content: AnyView(view))
    }

    var body: some View {
        HStack {
            if let isOpen {
                DisclosureSign(isOpen: isOpen).modified(Spoken(text: isOpen ? "open" : "closed"))
            } else {
                Text(" ").accessibilityHidden(true)
            }
            content
        }
        .padding(.leading, CellMetrics.points(2 * depth, along: .horizontal))
    }
}

/// Sets the words that replace a sign for people who do not see the screen.
private struct Spoken: NodeModifier, Equatable {
    let text: String

    func semantics(_ node: ViewNode) -> [Semantic] { [Semantic(.text, text)] }
}
