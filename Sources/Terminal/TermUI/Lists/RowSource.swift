/// A view that stands for several rows of a list. Each row can be made by itself: a list of 10,000 only makes the
/// visible ones.
protocol RowSource {
    /// Its rows, in order.
    var rows: [RowSegment] { get }
}

/// Rows that come one after the other from one source.
struct RowSegment {
    let count: Int
    /// The identity of the row at that place.
    let id: (Int) -> AnyHashable
    /// The row at that place.
    let view: (Int) -> any View

    /// One row, identified by `id`, or by its place among the list's segments.
    init(_ view: any View, id: AnyHashable) {
        count = 1
        self.id = { _ in id }
        self.view = { _ in view }
    }

    init(count: Int, id: @escaping (Int) -> AnyHashable, view: @escaping (Int) -> any View) {
        self.count = count
        self.id = id
        self.view = view
    }
}

/// The identity of a row that was given none: its place in the list's description.
private struct RowPlace: Hashable {
    let path: [Int]
}

/// All rows of a list.
struct RowTable {
    private let segments: [RowSegment]
    /// The number of the first row of each segment.
    private let starts: [Int]
    let count: Int

    init(_ content: some View) {
        segments = Self.segments(of: content, at: [])
        var (starts, count) = ([Int](), 0)
        for segment in segments {
            starts.append(count)
            count += segment.count
        }
        (self.starts, self.count) = (starts, count)
    }

    private static func segments(of view: any View, at path: [Int]) -> [RowSegment] {
        if let source = view as? any RowSource { return source.rows }
        if let wrapper = view as? any RowWrapper, isSeveral(wrapper.inner) {
            return segments(of: wrapper.inner, at: path).map { segment in
                RowSegment(count: segment.count, id: segment.id) { wrapper.wrapped(segment.view($0)) }
            }
        }
        guard let group = view as? any RowGroup else { return [RowSegment(view, id: RowPlace(path: path))] }
        return group.parts.enumerated().flatMap { segments(of: $0.element, at: path + [$0.offset]) }
    }

    private static func isSeveral(_ view: any View) -> Bool {
        if let wrapper = view as? any RowWrapper { return isSeveral(wrapper.inner) }
        return view is any RowSource || view is any RowGroup
    }

    private func segment(of row: Int) -> (segment: RowSegment, place: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= row { low = middle } else { high = middle }
        }
        return (segments[low], row - starts[low])
    }

    /// The row's identity.
    func id(_ row: Int) -> AnyHashable {
        let (segment, place) = segment(of: row)
        return segment.id(place)
    }

    /// The row.
    func view(_ row: Int) -> any View {
        let (segment, place) = segment(of: row)
        return segment.view(place)
    }

    /// The row with the identity `id`; searched from `hint` on in both directions.
    func row(_ id: AnyHashable, near hint: Int) -> Int? {
        guard count > 0 else { return nil }
        let hint = min(max(hint, 0), count - 1)
        for distance in 0..<count {
            if hint + distance < count, self.id(hint + distance) == id { return hint + distance }
            if distance > 0, hint >= distance, self.id(hint - distance) == id { return hint - distance }
            if hint + distance >= count, hint < distance { break }
        }
        return nil
    }
}

extension ForEach: RowSource {
    var rows: [RowSegment] {
        let (data, id, content) = (data, id, content)
        func element(_ place: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: place)] }
        return [RowSegment(count: data.count, id: { AnyHashable(id(element($0))) }, view: { content(element($0)) })]
    }
}

extension EmptyView: RowGroup {
    var parts: [any View] { [] }
}

extension TupleView: RowGroup {
    var parts: [any View] {
        var views: [any View] = []
        repeat views.append(each content)
        return views
    }
}

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

/// Rows under a header of their own.
public struct Section<Header: View, Content: View>: View {
    private let header: Header
    private let content: Content

    /// `header` stands above the rows.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
        self.header = header()
        self.content = content()
    }

    /// The header, then the rows.
    public var body: some View {
        VStack(alignment: .leading) {
            header.bold()
            content
        }
    }
}

extension Section where Header == Text {
    /// A section with a title.
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension Section: RowGroup {
    var parts: [any View] { [header.bold(), content] }
}
