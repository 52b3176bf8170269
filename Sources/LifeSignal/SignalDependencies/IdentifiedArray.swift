/// An ordered array of elements with unique ids.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// Ordered elements with unique ids. Finding an element by its id takes constant time. Removing an element takes linear
/// time.
public struct IdentifiedArray<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// The elements in order.
    public private(set) var elements: [Element] = []
    private var places: [ID: Int] = [:]

    /// Creates an empty array.
    public init() {}

    /// Creates an array of elements whose ids are known to differ. Traps if two ids are the same.
    public init(uniqueElements: some Sequence<Element>) {
        self.init(
            uniqueElements,
            uniquingIDsWith: { _, element in
                preconditionFailure("two elements have the id \(element.id)")
            })
    }

    /// Creates an array of elements whose ids may repeat. `combine` merges an old element with the new element of the
    /// same id, and the result takes the old element's place. Traps if the merged element has another id. Throws the
    /// errors of `combine`.
    public init(
        _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
    ) rethrows {
        for element in elements {
            guard let place = places[element.id] else {
                append(element)
                continue
            }
            self[place] = try combine(self.elements[place], element)
        }
    }

    /// The ids in order.
    public var ids: [ID] { elements.map(\.id) }

    /// The place of the element with that id, in constant time.
    public func index(id: ID) -> Int? { places[id] }

    /// The element with that id. Setting nil removes it; setting a new element appends it. Traps if the new element has
    /// another id.
    public subscript(id id: ID) -> Element? {
        get { places[id].map { elements[$0] } }
        set {
            guard let newValue else {
                remove(id: id)
                return
            }
            precondition(newValue.id == id, "an element was set under another id")
            updateOrAppend(newValue)
        }
    }

    /// Appends an element. If its id is already present, the old element stays instead. Returns two values: whether the
    /// new element was inserted, and the place of the element with that id.
    @discardableResult
    public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
        insert(element, at: elements.count)
    }

    /// Inserts an element. If its id is already present, the old element stays instead. Returns two values: whether the
    /// new element was inserted, and the place of the element with that id. Traps if the place is beyond the end.
    @discardableResult
    public mutating func insert(_ element: Element, at place: Int) -> (inserted: Bool, index: Int) {
        if let known = places[element.id] { return (false, known) }
        elements.insert(element, at: place)
        number(from: place)
        return (true, place)
    }

    /// Replaces the element with that id in place, or appends the new element. Returns the replaced element.
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        guard let place = places[element.id] else {
            append(element)
            return nil
        }
        defer { elements[place] = element }
        return elements[place]
    }

    /// Removes and returns the element with that id, if there is one.
    @discardableResult
    public mutating func remove(id: ID) -> Element? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        defer { number(from: place) }
        return elements.remove(at: place)
    }

    /// The elements that satisfy the condition. Throws the errors of the condition.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        Self(uniqueElements: try elements.filter(isIncluded))
    }

    private mutating func number(from place: Int) {
        for place in place..<elements.count { places[elements[place].id] = place }
    }
}

extension IdentifiedArray: RandomAccessCollection {
    /// The first place.
    public var startIndex: Int { 0 }
    /// The place after the last element.
    public var endIndex: Int { elements.count }

    /// The element at a place. Traps if there is no such element, or if the new element has another id.
    public subscript(place: Int) -> Element {
        get { elements[place] }
        set {
            precondition(newValue.id == elements[place].id, "an element was set in place of another one")
            elements[place] = newValue
        }
    }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
    /// Creates an array of elements whose ids differ. Traps if two ids are the same.
    public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether both have the same elements in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Hashes the elements in order.
    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
    /// Encodes the elements as an array. Throws the errors of the encoder.
    public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
    /// Decodes an array of elements. Throws `DecodingError.dataCorrupted` if two have the same id.
    public init(from decoder: any Decoder) throws {
        try self.init(try [Element](from: decoder)) { _, element in
            let path = decoder.codingPath
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "two elements have the same id"))
        }
    }
}
