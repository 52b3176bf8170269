import SeamModel
import SessionAPI
import Wire

/// Pages of lists that are read whole: the token is the list's name and the place of the page's first element.
enum Paging {
    /// Elements of a page when the caller does not say.
    static let defaultLimit = 50

    /// The page of `all` that `params` ask for. Throws `rpc.invalid_page_token`.
    static func page<Element: Listed>(_ all: [Element], _ params: PageParams) throws(WireError) -> Page<Element> {
        var start = 0
        if let token = params.pageToken {
            guard let place = place(token, of: Element.plural), place <= all.count else { throw invalidToken }
            start = place
        }
        let end = min(all.count, start + (params.limit ?? defaultLimit))
        return Page(Array(all[start..<end]), nextPageToken: end < all.count ? token(end, of: Element.plural) : nil)
    }

    /// The token for a place in a list, which is named as in its answer: `credentials-50`.
    static func token(_ place: Int, of list: String) -> String { "\(list)-\(place)" }

    /// The place that a token of this list names; nil for another list's, and for any other text.
    static func place(_ text: String, of list: String) -> Int? {
        guard text.hasPrefix("\(list)-"), let place = Int(text.dropFirst(list.utf8.count + 1)), place >= 0,
            token(place, of: list) == text
        else { return nil }
        return place
    }

    static var invalidToken: WireError {
        WireError(
            .invalidArgument, "rpc.invalid_page_token", "the page token is not one of this list's",
            field: "/params/page_token")
    }
}
