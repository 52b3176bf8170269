package import Foundation

/// A layout of elements one after another along an axis, as in SwiftUI. The least flexible elements are asked first,
/// and each element is offered an equal part of the remaining space.
nonisolated package struct StackLayout: Equatable, Sendable {
    package let axis: Axis
    /// The number of cells between two elements.
    package let spacing: Int
    /// The position of each element across the axis.
    package let alignment: Alignment

    static let column = StackLayout(axis: .vertical, spacing: 0, alignment: .topLeading)

    /// Returns a row. The `spacing` is in points; the default is one column.
    package static func row(_ alignment: VerticalAlignment, _ spacing: CGFloat?) -> StackLayout {
        StackLayout(
            axis: .horizontal, spacing: spacing.map { max(0, CellMetrics.columns($0)) } ?? 1,
            alignment: Alignment(horizontal: .leading, vertical: alignment))
    }

    /// Returns a column. The `spacing` is in points; the default is no space.
    package static func column(_ alignment: HorizontalAlignment, _ spacing: CGFloat?) -> StackLayout {
        StackLayout(
            axis: .vertical, spacing: spacing.map { max(0, CellMetrics.rows($0)) } ?? 0,
            alignment: Alignment(horizontal: alignment, vertical: .top))
    }

    /// The position of the elements across the stack.
    private var across: AlignmentKey { axis == .horizontal ? alignment.vertical.key : alignment.horizontal.key }

    /// A number of cells larger than any screen.
    private static let plenty = 100_000

    @MainActor func size(_ proposal: CellProposal, _ elements: [ViewNode]) -> CellSize {
        guard !elements.isEmpty else { return .zero }
        let sizes = sizes(proposal, elements)
        let length = sizes.reduce(0) { $0 + $1[axis] } + spacing * (elements.count - 1)
        let breadth = Aligned(elements, sizes, across)?.length ?? sizes.map { $0[axis.other] }.max() ?? 0
        return CellSize(along: axis, length, across: breadth)
    }

    @MainActor func place(_ elements: [ViewNode], in rect: CellRect) {
        guard !elements.isEmpty else { return }
        var offset = axis == .horizontal ? rect.x : rect.y
        let sizes = sizes(CellProposal(rect.size), elements)
        let aligned = Aligned(elements, sizes, across)
        let start = aligned.map { across.offset(of: $0.length, in: rect.size[axis.other]) } ?? 0
        for (index, (element, size)) in zip(elements, sizes).enumerated() {
            var place = rect.aligned(size, alignment)
            if axis == .horizontal { place.x = offset } else { place.y = offset }
            if let aligned {
                let moved = start + aligned.offsets[index]
                if axis == .horizontal { place.y = rect.y + moved } else { place.x = rect.x + moved }
            }
            element.place(in: place)
            offset += size[axis] + spacing
        }
    }

    @MainActor private func sizes(_ proposal: CellProposal, _ elements: [ViewNode]) -> [CellSize] {
        guard let length = proposal[axis] else { return elements.map { $0.size(proposal) } }
        var sizes = Array(repeating: CellSize.zero, count: elements.count)
        var left = max(0, length - spacing * (elements.count - 1))
        var groups: [Double: [(index: Int, least: Int, flexibility: Int)]] = [:]
        for (index, element) in elements.enumerated() {
            let (least, most) = (extent(element, 0, proposal), extent(element, Self.plenty, proposal))
            groups[element.layoutPriority, default: []].append((index, least, most - least))
        }
        let priorities = groups.keys.sorted(by: >)
        // Later elements get at least the space they need.
        var reserved = priorities.dropFirst().flatMap { groups[$0] ?? [] }.reduce(0) { $0 + $1.least }
        for (rank, priority) in priorities.enumerated() {
            let group = groups[priority] ?? []
            if rank > 0 { reserved -= group.reduce(0) { $0 + $1.least } }
            var waiting = group.count
            for (index, _, _) in group.sorted(by: { ($0.flexibility, $0.index) < ($1.flexibility, $1.index) }) {
                var offer = proposal
                // The remainder of the division goes to the elements that are asked first.
                offer[axis] = (max(0, left - reserved) + waiting - 1) / waiting
                sizes[index] = elements[index].size(offer)
                left = max(0, left - sizes[index][axis])
                waiting -= 1
            }
        }
        return sizes
    }

    @MainActor private func extent(_ element: ViewNode, _ length: Int, _ proposal: CellProposal) -> Int {
        var proposal = proposal
        proposal[axis] = length
        return element.size(proposal)[axis]
    }
}
