import TermCore
import TermUI

/// Arranges views in lines along an axis. Only the lines that are visible in the enclosing ``ScrollView`` are created.
/// A line that has not been visible yet is assumed to have the average length of the lines that have been visible.
struct LazyLines: PrimitiveView {
    /// The places in a line. Nil means that one view takes the whole line.
    let tracks: [GridItem]?
    /// The stack of the lines.
    let stack: StackLayout
    /// Whether a section's header stays at the start of the visible part.
    let pinsHeaders: Bool
    let content: any View

    private var axis: Axis { stack.axis }
    private var alignment: Alignment { stack.alignment }
    private var spacing: Int { stack.spacing }

    /// The state that the node keeps.
    private final class Known {
        var rows: RowTable
        var lines: LineTable
        /// The places across the lines. Also the breadth for which these places were calculated.
        var places: [(offset: Int, length: Int, alignment: Alignment?)]
        var breadth: Int?
        var made: Range<Int>
        /// The number of the pinned header's line.
        var pinned: Int?
        var start = CellRect.zero

        init(_ rows: RowTable, after old: Known?) {
            self.rows = rows
            places = old?.places ?? [(0, 0, nil)]
            lines = LineTable(rows, in: places.count)
            made = (old?.made ?? 0..<1).clamped(to: 0..<lines.count)
        }

        /// Arranges the views in lines of `count` views.
        func arrange(_ count: Int) {
            lines = LineTable(rows, in: count)
            made = made.clamped(to: 0..<lines.count)
        }

        /// The rows with nodes, in the order of the nodes. The pinned row is in front of the other rows.
        var order: [Int] {
            let shown = made.filter { $0 != pinned } + (pinned.map { [$0] } ?? [])
            return shown.flatMap { lines[$0].rows }
        }
    }

    static var draws: Bool { false }

    func update(_ node: ViewNode) {
        let known = Known(node.observing { RowTable(content) }, after: node.memo as? Known)
        node.memo = known
        node.setChildren(node.observing { views(known) })
    }

    private func views(_ known: Known) -> [(key: ViewNode.Key, view: any View)] {
        known.order.map { row in
            let isPinned = known.pinned.map { known.lines[$0].rows.contains(row) } ?? false
            return (
                .identified(known.rows.id(row)),
                LazyCell(pinned: isPinned ? alignment : nil, content: known.rows.view(row))
            )
        }
    }

    /// Calculates the places across the lines. After this, the lines may contain different views.
    private func prepare(_ known: Known, _ breadth: Int?, _ node: ViewNode) {
        guard known.breadth != breadth || known.places.isEmpty else { return }
        known.breadth = breadth
        let count = known.places.count
        known.places = tracks.map { GridItem.places($0, in: breadth, along: axis.other) } ?? [(0, breadth ?? 0, nil)]
        if known.places.count != count { known.arrange(known.places.count) }
        known.lines.forgetLengths()
        known.pinned = nil
        node.setChildrenInPlace(node.observing { views(known) })
    }

    private func proposal(_ known: Known, _ row: Int, in line: Int) -> CellProposal {
        let place = row - known.lines[line].rows.lowerBound
        let isWhole = tracks == nil || known.lines[line].part != nil || !known.places.indices.contains(place)
        var proposal = whole(known)
        if !isWhole { proposal[axis.other] = known.places[place].length }
        return proposal
    }

    private func measure(_ known: Known, _ node: ViewNode) {
        let nodes = nodes(known, node)
        for line in Set(known.made).union(known.pinned.map { [$0] } ?? []) {
            let length = known.lines[line].rows.reduce(0) { longest, row in
                max(longest, nodes[row]?.size(proposal(known, row, in: line))[axis] ?? 0)
            }
            known.lines.set(length, of: line)
        }
    }

    private func nodes(_ known: Known, _ node: ViewNode) -> [Int: ViewNode] {
        Dictionary(zip(known.order, node.children), uniquingKeysWith: { first, _ in first })
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard let known = node.memo as? Known else { return .zero }
        prepare(known, proposal[axis.other], node)
        measure(known, node)
        let length = known.lines.total + spacing * max(0, known.lines.count - 1)
        let isWide = axis == .vertical && proposal.width != nil
        let tracked = tracks == nil ? 0 : known.places.last.map { $0.offset + $0.length } ?? 0
        let widest = node.children.map { $0.size(whole(known))[axis.other] }.max() ?? 0
        let breadth = isWide ? proposal.width ?? 0 : tracks == nil ? widest : tracked
        return CellSize(along: axis, length, across: breadth)
    }

    private func whole(_ known: Known) -> CellProposal {
        axis == .vertical ? CellProposal(known.breadth, nil) : CellProposal(nil, known.breadth)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        guard let known = node.memo as? Known else { return }
        prepare(known, rect.size[axis.other], node)
        known.start = rect
        let seen = range(node.graph.viewport ?? rect)
        let start = range(rect).lowerBound
        let made = known.lines.visible(in: seen, from: start, spacing) ?? known.made
        let pinned = pinsHeaders ? known.lines.header(before: seen.lowerBound, from: start, spacing) : nil
        let total = known.lines.total
        if made != known.made || pinned != known.pinned {
            (known.made, known.pinned) = (made, pinned)
            node.setChildrenInPlace(node.observing { views(known) })
        }
        measure(known, node)
        if known.lines.total != total { node.invalidateLayout() }
        var position = start + known.lines.position(of: made.lowerBound, spacing)
        let nodes = nodes(known, node)
        for line in made {
            if line != pinned { place(known, line, at: position, in: rect, nodes) }
            position += known.lines.length(of: line) + spacing
        }
        guard let pinned else { return }
        let next = known.lines.headers.first { $0 > pinned }
        let end = next.map { start + known.lines.position(of: $0, spacing) } ?? range(rect).upperBound
        place(known, pinned, at: min(seen.lowerBound, end - known.lines.length(of: pinned)), in: rect, nodes)
    }

    private func range(_ rect: CellRect) -> Range<Int> { axis == .vertical ? rect.rows : rect.columns }

    private func place(_ known: Known, _ line: Int, at position: Int, in rect: CellRect, _ nodes: [Int: ViewNode]) {
        let (length, breadth) = (known.lines.length(of: line), rect.size[axis.other])
        let used = tracks == nil ? breadth : known.places.last.map { $0.offset + $0.length } ?? 0
        let whole = CellRect(x: 0, y: 0, CellSize(along: axis, length, across: breadth))
        let block = whole.aligned(CellSize(along: axis, length, across: used), alignment)
        for row in known.lines[line].rows {
            guard let node = nodes[row] else { continue }
            let number = row - known.lines[line].rows.lowerBound
            let isWhole = known.lines[line].part != nil || tracks == nil || !known.places.indices.contains(number)
            let track = isWhole ? (offset: 0, length: breadth, alignment: nil) : known.places[number]
            var size = node.size(proposal(known, row, in: line))
            if line == known.pinned { size[axis.other] = breadth }
            let room = CellRect(x: 0, y: 0, CellSize(along: axis, length, across: track.length))
            let isCell = tracks != nil && known.lines[line].part == nil
            var place = room.aligned(size, track.alignment ?? (isCell ? .center : alignment))
            let across = track.offset + (isWhole ? 0 : axis == .vertical ? block.x : block.y)
            place.x += axis == .vertical ? rect.x + across : position
            place.y += axis == .vertical ? position : rect.y + across
            node.place(in: place)
        }
    }
}

extension LazyLines: ScrollTargets {
    func frame(of id: AnyHashable, _ node: ViewNode) -> CellRect? {
        guard let known = node.memo as? Known,
            let row = known.rows.row(id, near: 0),
            let line = known.lines.line(of: row)
        else { return nil }
        var rect = known.start
        let (start, length) = (known.lines.position(of: line, spacing), known.lines.length(of: line))
        if axis == .vertical {
            (rect.y, rect.size.height) = (rect.y + start, length)
        } else {
            (rect.x, rect.size.width) = (rect.x + start, length)
        }
        return rect
    }
}

/// A view in a line. A pinned view hides the other views across the whole line.
private struct LazyCell: PrimitiveView {
    let pinned: Alignment?
    let content: any View

    func looksLike(_ other: any NodeBehaviour) -> Bool { (other as? LazyCell)?.pinned == pinned }

    func update(_ node: ViewNode) { node.setChild(content) }

    func place(in rect: CellRect, _ node: ViewNode) {
        guard let pinned else { return node.placeContent(in: rect) }
        node.placeContent(in: rect.aligned(node.contentSize(CellProposal(rect.size)), pinned))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        if pinned != nil { canvas.fill(node.frame, " ", .plain) }
        node.paintContent(on: &canvas)
    }
}
