import TermUI

/// A view that represents several rows of a list. Each row can be created separately, so a list of 10,000 rows creates
/// only those that are visible.
protocol RowSource {
    /// The rows of the view, in order.
    var rows: [RowSegment] { get }
}

/// A sequence of rows from one source.
struct RowSegment {
    let count: Int
    /// A closure that returns the identity of the row at a place.
    let id: (Int) -> AnyHashable
    /// A closure that returns the row at a place.
    var view: (Int) -> any View
    /// The actions that a person can take on the rows.
    var edits = RowEdits()
    /// The row's role in its section, or nil for a row that can be chosen.
    var part: SectionPart.Kind?
    /// A closure that returns whether the row at a place shows the rows below it. It returns nil if this row can have
    /// no rows below it.
    var isOpen: (Int) -> Bool? = { _ in nil }
    var isOutline = false
    /// Whether the rows have tags. A row's tag is its value in a selection.
    lazy var isTagged = count > 0 && trait(Tag.self, of: view(0)) != nil

    /// Creates a segment of a single row, identified by `id`.
    init(_ view: any View, id: AnyHashable) {
        count = 1
        self.id = { _ in id }
        self.view = { _ in view }
        part = (view as? SectionPart)?.kind
    }

    init(count: Int, id: @escaping (Int) -> AnyHashable, view: @escaping (Int) -> any View) {
        self.count = count
        self.id = id
        self.view = view
    }
}

/// The identity of a row to which none was given. It is the row's place in the list's description.
private struct RowPlace: Hashable {
    let path: [AnyHashable]
}

/// The table of all rows of a list.
struct RowTable {
    private var segments: [RowSegment]
    /// The number of the first row of each segment.
    private let starts: [Int]
    let count: Int
    /// Whether a person may take actions on rows of a ``ForEach``, or may open rows.
    let isEditable: Bool

    /// Creates the rows of a list's content. The argument `open` contains the rows that currently show the rows below
    /// them. With `isGrouped`, a blank line separates two sections.
    init(_ content: some View, open: Set<AnyHashable> = [], isGrouped: Bool = false) {
        var segments = Self.segments(of: content, at: [], open)
        let all = segments
        segments = all.enumerated().filter { place, segment in
            guard segment.part == .gap else { return true }
            return isGrouped && all[..<place].contains { $0.count > 0 && $0.part != .gap }
        }.map(\.element)
        var (starts, count) = ([Int](), 0)
        for segment in segments {
            starts.append(count)
            count += segment.count
        }
        (self.segments, self.starts, self.count) = (segments, starts, count)
        isEditable = segments.contains { $0.edits.isThere || $0.count > 0 && $0.isOutline }
    }

    private static func segments(of view: any View, at path: [AnyHashable], _ open: Set<AnyHashable>) -> [RowSegment] {
        if let outline = view as? any OutlineSource { return [outline.rows(open: open)] }
        if let source = view as? any RowSource {
            return source.rows.flatMap { segment in
                guard segment.count > 0, isSection(segment.view(0)) else { return [segment] }
                return (0..<segment.count).flatMap { segments(of: segment.view($0), at: path + [segment.id($0)], open) }
            }
        }
        if let wrapper = view as? any RowWrapper, isSeveral(wrapper.inner) {
            return segments(of: wrapper.inner, at: path, open).map { segment in
                guard segment.part != .gap else { return segment }
                var wrapped = segment
                wrapped.view = { wrapper.wrapped(segment.view($0)) }
                return wrapped
            }
        }
        guard let group = view as? any RowGroup else { return [RowSegment(view, id: RowPlace(path: path))] }
        return group.parts.enumerated().flatMap { segments(of: $0.element, at: path + [$0.offset], open) }
    }

    /// Whether a view is a section. The rows of a section are separate rows, no matter where the section is.
    private static func isSection(_ view: any View) -> Bool {
        if view is any SectionView { return true }
        if let wrapper = view as? any RowWrapper { return isSection(wrapper.inner) }
        return (view as? any RowGroup)?.parts.contains(where: isSection) ?? false
    }

    private static func isSeveral(_ view: any View) -> Bool {
        if let wrapper = view as? any RowWrapper { return isSeveral(wrapper.inner) }
        return view is any RowSource || view is any RowGroup
    }

    /// The rows of each source, and their role in the section.
    var spans: [(rows: Range<Int>, part: SectionPart.Kind?)] {
        segments.indices.map { (starts[$0]..<starts[$0] + segments[$0].count, segments[$0].part) }
    }

    private func place(of row: Int) -> (segment: Int, place: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= row { low = middle } else { high = middle }
        }
        return (low, row - starts[low])
    }

    /// Returns the source of a row, and the row's place in this source.
    func segment(of row: Int) -> (segment: RowSegment, place: Int) {
        let (number, place) = place(of: row)
        return (segments[number], place)
    }

    /// Returns the identity of a row.
    func id(_ row: Int) -> AnyHashable {
        let (segment, place) = segment(of: row)
        return segment.id(place)
    }

    /// Returns the value of a row in a selection: the row's tag, or its identity.
    mutating func value(_ row: Int) -> AnyHashable {
        let (number, place) = place(of: row)
        guard segments[number].isTagged else { return segments[number].id(place) }
        return trait(Tag.self, of: segments[number].view(place))?.value ?? segments[number].id(place)
    }

    /// Returns the role of a row in its section.
    func part(_ row: Int) -> SectionPart.Kind? { segment(of: row).segment.part }

    func view(_ row: Int) -> any View {
        let (segment, place) = segment(of: row)
        return segment.view(place)
    }

    /// Returns the row with the identity `id`. The search goes from `hint` in both directions.
    func row(_ id: AnyHashable, near hint: Int) -> Int? { row(near: hint) { self.id($0) == id } }

    /// Returns the row that `value` represents.
    mutating func row(of value: AnyHashable, near hint: Int) -> Int? {
        var table = self
        defer { self = table }
        return row(near: hint) { table.part($0) == nil && table.value($0) == value }
    }

    private func row(near hint: Int, _ isWanted: (Int) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        let hint = min(max(hint, 0), count - 1)
        for distance in 0..<count {
            if hint + distance < count, isWanted(hint + distance) { return hint + distance }
            if distance > 0, hint >= distance, isWanted(hint - distance) { return hint - distance }
            if hint + distance >= count, hint < distance { break }
        }
        return nil
    }
}

extension ForEach: RowSource {
    var rows: [RowSegment] {
        let (data, id, content) = (data, id, content)
        func element(_ place: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: place)] }
        var segment = RowSegment(
            count: data.count, id: { AnyHashable(id(element($0))) }, view: { content(element($0)) })
        segment.edits = edits
        return [segment]
    }
}

extension EmptyView: RowGroup {
    var parts: [any View] { [] }
}

extension TupleView: RowGroup {}

extension ConditionalContent: RowGroup {
    var parts: [any View] {
        switch branch {
        case .first(let view): [view]
        case .second(let view): [view]
        }
    }
}

extension Optional: RowGroup where Wrapped: View {
    var parts: [any View] { map { [$0] } ?? [] }
}

extension Group: RowGroup {
    var parts: [any View] { [content] }
}

extension ViewModifierContent: RowGroup {
    var parts: [any View] { [content] }
}

extension AnyView: RowGroup {
    var parts: [any View] { [content] }
}
