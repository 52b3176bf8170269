import CloudModel
import Wire

/// Follows the cursors of a paged list: never the same one twice, and not for ever.
struct PageWalk: Equatable {
    /// Rows to ask for in one page.
    static let rowsPerPage = 200
    /// Rows to ask for in one page if the rows are very long.
    static let fewestRows = 20

    /// The limits of one list.
    struct Bounds: Equatable {
        /// Rows: more than any workspace's keys.
        var rows = CloudSnapshot.mostCredentials
        /// Bytes of all pages together: rows may be large.
        var bytes = 256 << 20
        /// Pages: a page may have fewer rows than were asked for.
        var pages = 2_000
        /// From this many pages on, they must have ``PageWalk/fewestRows`` rows on average.
        var sparsePages = 50
    }

    /// The next step after a page.
    enum Step: Equatable {
        /// Ask for the page at this cursor.
        case next(cursor: String)
        /// The list is at its end.
        case finished
        /// The limit is reached; the list goes on.
        case tooLong
    }

    private let bounds: Bounds
    private var seen: Set<String> = []
    private var rows = 0
    private var bytes = 0

    /// A walk within `bounds`.
    init(_ bounds: Bounds = Bounds()) {
        self.bounds = bounds
    }

    /// Reads the `pagination` of an answer with `rows` rows and `bytes` bytes.
    mutating func step(_ answer: inout JSONFields, rows: Int = 0, bytes: Int = 0) throws(FieldFault) -> Step {
        var pagination = try answer.fields("pagination")
        (self.rows, self.bytes) = (self.rows + rows, self.bytes + bytes)
        guard try pagination.bool("has_next_page") else { return .finished }
        let cursor = try pagination.string("next_page_cursor", bytes: 1...4_096)
        guard seen.insert(cursor).inserted else { throw pagination.fault("next_page_cursor", "repeats") }
        let isSparse = seen.count >= bounds.sparsePages && self.rows < seen.count * Self.fewestRows
        let isLong =
            isSparse || self.rows >= bounds.rows || self.bytes >= bounds.bytes || seen.count >= bounds.pages
        return isLong ? .tooLong : .next(cursor: cursor)
    }
}
