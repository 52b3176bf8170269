import Wire

/// Follows the cursors of a paged list: never the same one twice, and not for ever.
struct PageWalk: Equatable {
    /// Rows asked for in one page.
    static let rowsPerPage = 200

    /// What to do after a page.
    enum Step: Equatable {
        /// Ask for the page behind this cursor.
        case next(cursor: String)
        /// The list is at its end.
        case finished
        /// The bound is reached; the list goes on.
        case tooLong
    }

    private let longestWalk: Int
    private var seen: Set<String> = []

    /// A walk of at most this many pages.
    init(pages: Int) {
        longestWalk = pages
    }

    /// Reads the `pagination` of an answer.
    mutating func step(_ answer: inout JSONFields) throws(FieldFault) -> Step {
        var pagination = try answer.fields("pagination")
        guard try pagination.bool("has_next_page") else { return .finished }
        let cursor = try pagination.string("next_page_cursor", bytes: 1...4_096)
        guard seen.insert(cursor).inserted else { throw pagination.fault("next_page_cursor", "repeats") }
        return seen.count < longestWalk ? .next(cursor: cursor) : .tooLong
    }
}
