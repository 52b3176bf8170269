import SeamModel
import Wire

/// The three forms of a read: one object, a list in one answer, a list in pages.
extension CloudClient {
    /// The object under `key`.
    func one<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ query: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> Value {
        let answer = try await read(path, query, token: token)
        return try decode(answer.text) { fields throws(FieldFault) in try fields.value(key) }
    }

    /// The list under `key`, which must be there.
    func whole<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ query: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> [Value] {
        let answer = try await read(path, query, token: token)
        return try decode(answer.text) { fields throws(FieldFault) in try Self.rows(key, from: &fields) }
    }

    /// The list under `key`, page after page.
    func pages<Value: JSONCodable & Equatable>(
        _ path: String,
        _ key: StaticString,
        _ filter: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<Value> {
        var rows: [Value] = []
        let isComplete = try await eachPage(path, key, filter, token: token) { (page: [Value]) in rows += page }
        return CloudList(rows: rows, isComplete: isComplete)
    }

    /// Hands each page of the list under `key` to `take`, so that no more than one is in memory; answers whether the list was
    /// read to its end.
    func eachPage<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ filter: [(name: String, value: String)] = [],
        limit: Int = PageWalk.rowsPerPage,
        token: ClientSessionToken,
        _ take: ([Value]) throws(CloudError) -> Void
    ) async throws(CloudError) -> Bool {
        var walk = PageWalk(configuration.list)
        var (cursor, limit) = (String?.none, limit)
        while true {
            let position = cursor.map { [(name: "page_cursor", value: $0)] } ?? []
            let answer: CloudAnswer
            do throws(CloudError) {
                answer = try await read(path, filter + [(name: "limit", value: "\(limit)")] + position, token: token)
            } catch {
                // Rows may be long: fewer of them may do.
                guard error.kind == .replyTooLarge, limit > PageWalk.fewestRows else { throw error }
                limit = max(PageWalk.fewestRows, limit / 4)
                continue
            }
            let (page, step) = try decode(answer.text) { fields throws(FieldFault) in
                let rows: [Value] = try Self.rows(key, from: &fields)
                return (rows, try walk.step(&fields, rows: rows.count, bytes: answer.text.bytes.count))
            }
            try take(page)
            switch step {
            case .next(let next): cursor = next
            case .finished: return true
            case .tooLong: return false
            }
        }
    }

    /// Takes an answer apart; a fault becomes ``CloudError/Kind/invalidReply(field:)``.
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
        from fields: inout JSONFields
    ) throws(FieldFault) -> [Value] {
        // An absent list is not an empty one: only an answer that has it may take keys away.
        guard fields.has(key) else { throw fields.missing(key) }
        return try fields.values(key, count: 0...200_000)
    }
}
