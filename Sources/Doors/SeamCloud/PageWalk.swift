import CloudModel
import Wire

/// Follows the cursors of a paged list: never the same one twice, and not forever.
struct PageWalk: Equatable {
    /// How many rows to request per page.
    static let rowsPerPage = 200
    /// How many rows to request per page if the rows are very long.
    static let fewestRows = 20

    /// The limits of one list.
    struct Bounds: Equatable {
        /// The number of rows: more keys than any workspace has.
        var rows = CloudSnapshot.mostCredentials
        /// The bytes of all pages combined: rows may be large.
        var bytes = 256 << 20
        /// The number of pages: a page may have fewer rows than requested.
        var pages = 2_000
        /// From this many pages on, they must have ``PageWalk/fewestRows`` rows on average.
        var sparsePages = 50
    }

    /// The next step after a page.
    enum Step: Equatable {
        /// Ask for the page at this cursor.
        case next(cursor: String)
        /// The list has ended.
        case finished
        /// The limit has been reached, but the list goes on.
        case tooLong
    }

    private let bounds: Bounds
    private var seen: Set<String> = []
    private var rows = 0
    private var bytes = 0

    /// Creates a walk within `bounds`.
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
