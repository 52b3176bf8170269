import SeamModel
import SessionAPI
import SessionCore
import Wire

/// A list element whose place does not change when other elements are added or removed.
protocol Placed: Listed {
    /// The element's place: the value by which the list is sorted, and an id that distinguishes elements with equal
    /// values.
    var place: Paging.Place { get }
}

extension Credential: Placed { var place: Paging.Place { .init(order: name, id: id) } }
extension Binding: Placed { var place: Paging.Place { .init(order: boundAt.description, id: id) } }
// Users come before groups; both are sorted by number.
extension LocalGrant: Placed {
    var place: Paging.Place {
        switch subject {
        case .user(let uid): .init(order: bindingID, id: "0-\(Self.padded(uid))")
        case .group(let gid): .init(order: bindingID, id: "1-\(Self.padded(gid))")
        }
    }

    private static func padded(_ number: UInt32) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: 10 - digits.utf8.count) + digits
    }
}
extension SessionStatus: Placed { var place: Paging.Place { .init(order: name, id: "") } }
// The list never changes while the daemon runs.
extension ProviderDescription: Placed { var place: Paging.Place { .init(order: "", id: name) } }

/// A list that knows its elements' places without making the elements.
protocol PlacedList: RandomAccessCollection where Element: Placed, Index == Int {
    func place(at index: Int) -> Paging.Place

    /// The index after the element with a place. If there is no such element, this is the index of the first element
    /// after the place.
    func following(_ place: Paging.Place) -> Int
}

extension PlacedList {
    func following(_ place: Paging.Place) -> Int {
        if let same = indices.first(where: { place.names(self.place(at: $0)) }) { return same + 1 }
        return indices.first { self.place(at: $0) > place } ?? endIndex
    }
}

extension Array: PlacedList where Element: Placed {
    func place(at index: Int) -> Paging.Place { self[index].place }
}

/// Keys as `credentials.list` returns them.
struct ListedKeys: PlacedList {
    let keys: PersonKeys

    var startIndex: Int { keys.startIndex }
    var endIndex: Int { keys.endIndex }

    subscript(index: Int) -> Credential { keys[index].credential }

    func place(at index: Int) -> Paging.Place {
        let (name, id) = keys.place(at: index)
        return Paging.Place(order: name, id: id)
    }

    // A binary search finds the place, so that nobody waits until each of very many keys has been examined.
    func following(_ place: Paging.Place) -> Int {
        let next = keys.count(before: (place.order, place.id))
        // A truncated name sorts before the whole name.
        for index in next..<endIndex {
            let there = self.place(at: index)
            if place.names(there) { return index + 1 }
            guard there.order.hasPrefix(place.order) else { break }
        }
        return next
    }
}

/// Splits lists that are read as a whole into pages. The page token consists of the list's name and the place of the
/// last element that was sent.
enum Paging {
    /// An element's position in the order.
    struct Place: Comparable {
        let order: String
        let id: String

        static func < (left: Place, right: Place) -> Bool { (left.order, left.id) < (right.order, right.id) }
    }

    /// The number of elements on a page if the caller gives none.
    static let defaultLimit = 50
    /// The number of bytes after which a page ends. A page exceeds this number by at most one element, so the size of a
    /// reply is bounded.
    static let longestPage = 262_144

    /// Returns the page of `all` that `params` request. Throws `rpc.invalid_page_token`.
    static func page<List: PlacedList>(_ all: List, _ params: PageParams) throws(WireError) -> Page<List.Element> {
        var index = all.startIndex
        if let token = params.pageToken {
            guard let place = Place(token: token, of: List.Element.list) else { throw invalidToken }
            index = all.following(place)
        }
        let most = params.limit ?? defaultLimit
        var page: [List.Element] = []
        var bytes = 0
        while page.count < most, bytes < longestPage, index < all.endIndex {
            let element = all[index]
            page.append(element)
            bytes += element.jsonText.bytes.count
            index += 1
        }
        let last = index < all.endIndex ? page.last : nil
        return Page(page, nextPageToken: last.map { $0.place.token(of: List.Element.list) })
    }

    /// The token for the place after an element, in a list that is read page by page, for example
    /// `attempts-attempt_8Zr…`.
    static func token(after id: String, of list: String) -> String { "\(list)-\(id)" }

    /// The id that a token of this list names, or nil for a token of another list. The element with this id may not
    /// exist.
    static func id(of token: String, in list: String) -> String? {
        token.hasPrefix("\(list)-") ? String(token.dropFirst(list.utf8.count + 1)) : nil
    }

    static var invalidToken: WireError {
        WireError(
            .invalidArgument, "rpc.invalid_page_token", "the page token does not belong to this list",
            field: "/params/page_token")
    }
}

extension Paging.Place {
    /// The token: the list's name and the place, for example `credentials-…`. A long name is truncated.
    func token(of list: String) -> String { "\(list)-\(Base64URL.encode(Array(text.utf8)))" }

    /// Reads a token of this list. Returns nil for a token of another list, and for any other text.
    init?(token: String, of list: String) {
        guard token.hasPrefix("\(list)-"),
            let bytes = Base64URL.decode(String(token.dropFirst(list.utf8.count + 1))),
            let text = String(validating: bytes, as: UTF8.self), let end = text.firstIndex(of: "\n")
        else { return nil }
        self.init(order: String(text[text.index(after: end)...]), id: String(text[..<end]))
    }

    private var text: String {
        var text = "\(id)\n"
        for character in order {
            guard text.utf8.count + character.utf8.count <= Self.longestText else { break }
            text.append(character)
        }
        return text
    }

    // The longest text of a place. It keeps a token within the 256 bytes that the contract allows.
    private static let longestText = 160

    /// Whether this place, which may come from a token, is the given place.
    fileprivate func names(_ place: Paging.Place) -> Bool { place.id == id && place.text == text }
}
