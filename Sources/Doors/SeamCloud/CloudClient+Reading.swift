import SeamModel
import Wire

/// The three forms of a read: one object, a list in one answer, a list in pages.
extension CloudClient {
    /// Reads the object under `key`.
    func one<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ query: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> Value {
        let answer = try await read(path, query, token: token)
        return try decode(answer.text) { fields throws(FieldFault) in try fields.value(key) }
    }

    /// Reads the list under `key`, which must be present.
    func whole<Value: JSONCodable & Equatable>(
        _ path: String,
        _ key: StaticString,
        _ query: [(name: String, value: String)] = [],
        unreadable rule: UnreadableRows = .leaveOutSome,
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<Value> {
        let answer = try await read(path, query, token: token)
        let page: Page<Value> = try decode(answer.text) { fields throws(FieldFault) in
            try Self.rows(key, from: &fields, unreadable: rule)
        }
        return CloudList(rows: page.rows, isComplete: true, unreadable: page.unreadable)
    }

    /// Reads the list under `key`, page after page.
    func pages<Value: JSONCodable & Equatable>(
        _ path: String,
        _ key: StaticString,
        _ filter: [(name: String, value: String)] = [],
        unreadable rule: UnreadableRows = .fail,
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<Value> {
        var rows: [Value] = []
        let end = try await eachPage(path, key, filter, unreadable: rule, token: token) { (page: [Value]) in
            rows += page
        }
        return CloudList(rows: rows, isComplete: end.isComplete, unreadable: end.unreadable)
    }

    /// Passes each page of the list under `key` to `take`. Therefore, no more than one page is in memory. Returns how
    /// the list ended.
    func eachPage<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ filter: [(name: String, value: String)] = [],
        limit: Int = PageWalk.rowsPerPage,
        unreadable rule: UnreadableRows = .fail,
        token: ClientSessionToken,
        _ take: ([Value]) throws(CloudError) -> Void
    ) async throws(CloudError) -> ListEnd {
        var walk = PageWalk(configuration.list)
        var unreadable: String?
        var (cursor, limit) = (String?.none, limit)
        while true {
            let position = cursor.map { [(name: "page_cursor", value: $0)] } ?? []
            let answer: CloudAnswer
            do throws(CloudError) {
                answer = try await read(path, filter + [(name: "limit", value: "\(limit)")] + position, token: token)
            } catch {
                // The rows may be long, so a request for fewer rows may succeed.
                guard error.kind == .replyTooLarge, limit > PageWalk.fewestRows else { throw error }
                limit = max(PageWalk.fewestRows, limit / 4)
                continue
            }
            let (page, step): (Page<Value>, PageWalk.Step) = try decode(answer.text) { (fields) throws(FieldFault) in
                try Self.page(key, from: &fields, bytes: answer.text.bytes.count, in: &walk, unreadable: rule)
            }
            unreadable = unreadable ?? page.unreadable
            try take(page.rows)
            switch step {
            case .next(let next): cursor = next
            case .finished: return ListEnd(isComplete: true, unreadable: unreadable)
            case .tooLong: return ListEnd(isComplete: false, unreadable: unreadable)
            }
        }
    }

    /// Reads one page, and decides on the next step. If the page does not clearly say whether more pages follow, the
    /// list ends with it, and the page counts as incomplete.
    static func page<Value: JSONCodable>(
        _ key: StaticString, from fields: inout JSONFields, bytes: Int, in walk: inout PageWalk,
        unreadable rule: UnreadableRows
    ) throws(FieldFault) -> (Page<Value>, PageWalk.Step) {
        var page: Page<Value> = try rows(key, from: &fields, unreadable: rule)
        do throws(FieldFault) {
            return (page, try walk.step(&fields, rows: page.count, bytes: bytes))
        } catch {
            page.unreadable = page.unreadable ?? error.field
            return (page, .finished)
        }
    }

    /// Decodes an answer. A fault in the answer becomes ``CloudError/Kind/invalidReply(field:)``.
    func decode<Value>(
        _ answer: JSONText,
        _ body: (inout JSONFields) throws(FieldFault) -> Value
    ) throws(CloudError) -> Value {
        do throws(FieldFault) {
            var fields = try JSONFields(reading: JSONCursor(answer))
            return try body(&fields)
        } catch {
            throw CloudError(.invalidReply(field: error.field))
        }
    }

    static func rows<Value: JSONCodable>(
        _ key: StaticString,
        from fields: inout JSONFields,
        unreadable rule: UnreadableRows = .fail
    ) throws(FieldFault) -> Page<Value> {
        // An absent list is not an empty list. Only an answer that contains the list may remove keys.
        guard fields.has(key) else { throw fields.missing(key) }
        guard rule != .fail else {
            let rows: [Value] = try fields.values(key, count: mostRows)
            return Page(rows: rows, count: rows.count)
        }
        let all: [ReadRow<Value>] = try fields.values(key, count: mostRows)
        let rows = all.compactMap(\.value)
        let fault = all.enumerated().lazy.compactMap { index, row in row.fault.map { "/\(key)/\(index)\($0.field)" } }
            .first
        if let fault, rows.isEmpty, all.count > 1, rule == .leaveOutSome {
            throw FieldFault(fault, "cannot be read, and neither can any other row")
        }
        return Page(rows: rows, count: all.count, unreadable: fault)
    }

    private static let mostRows = 0...200_000
}

/// How a reader treats a list in which a row is not as documented.
enum UnreadableRows {
    /// The whole list is rejected, because a caller would take a missing row for a deleted object.
    case fail
    /// The row is left out, so its object opens nothing, and the other rows are used. If there are several rows and
    /// none of them can be read, the whole list is rejected.
    case leaveOutSome
    /// The row is left out, and the other rows are used.
    case leaveOut
}

/// How reading a list page by page ended.
struct ListEnd {
    /// Whether the end of the list was reached.
    let isComplete: Bool
    /// A JSON Pointer to the fault in the first row that was left out.
    let unreadable: String?
}

/// One page of a list.
struct Page<Row> {
    let rows: [Row]
    /// The number of rows on the page, including the rows that were left out.
    let count: Int
    /// A JSON Pointer to the fault in the first row that was left out.
    var unreadable: String?
}

/// A row that may be unreadable. The rows after an unreadable row are still read.
private struct ReadRow<Value: JSONReadable>: JSONReadable {
    var value: Value?
    var fault: FieldFault?

    init(reading cursor: inout JSONCursor) throws(FieldFault) {
        var own = cursor
        do throws(FieldFault) {
            value = try Value(reading: &own)
            cursor = own
        } catch {
            fault = error
            _ = cursor.text()
        }
    }
}
