import SeamModel
import SessionAPI
import Wire

/// Pages of lists that are read whole: the token is the place of the page's first element.
enum Paging {
    /// Elements of a page when the caller does not say.
    static let defaultLimit = 50

    /// The page of `all` that `params` ask for. Throws `rpc.invalid_page_token`.
    static func page<Element: Listed>(_ all: [Element], _ params: PageParams) throws(WireError) -> Page<Element> {
        var start = 0
        if let token = params.pageToken {
            guard let place = place(token), place <= all.count else { throw invalidToken }
            start = place
        }
        let end = min(all.count, start + (params.limit ?? defaultLimit))
        return Page(Array(all[start..<end]), nextPageToken: end < all.count ? "at-\(end)" : nil)
    }

    /// The number in a token `at-N`; nil for any other text.
    static func place(_ token: String) -> Int? {
        guard token.hasPrefix("at-"), let place = Int(token.dropFirst(3)), place >= 0 else { return nil }
        return place
    }

    static var invalidToken: WireError {
        WireError(
            .invalidArgument, "rpc.invalid_page_token", "the page token is not one of this list's",
            field: "/params/page_token")
    }
}
