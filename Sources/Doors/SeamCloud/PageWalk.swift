import CloudModel
import Wire

/// Follows the cursors of a paged list. A walk never follows the same cursor twice, and has a limited length.
struct PageWalk: Equatable {
    /// The number of rows to request per page.
    static let rowsPerPage = 200
    /// The number of rows to request per page if the rows are very long.
    static let fewestRows = 20

    /// The limits of one list.
    struct Bounds: Equatable {
        /// The largest number of rows. No workspace has so many keys.
        var rows = CloudSnapshot.mostCredentials
        /// The largest number of bytes in all pages combined, because rows may be large.
        var bytes = 256 << 20
        /// The largest number of pages. A page may have fewer rows than requested.
        var pages = 2_000
        /// If there are at least this many pages, they must have ``PageWalk/fewestRows`` rows on average.
        var sparsePages = 50
    }

    /// The next step after a page.
    enum Step: Equatable {
        /// The walk continues with the page at this cursor.
        case next(cursor: String)
        /// The list has ended.
        case finished
        /// The limit has been reached, but the list continues.
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

    /// Decides the next step from the `pagination` of an answer with `rows` rows and `bytes` bytes.
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
