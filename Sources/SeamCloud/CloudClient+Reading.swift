import SeamModel
import Wire

/// The three forms of a read: one object, a list in one answer, a list in pages.
extension CloudClient {
    /// Pages of one list; with ``PageWalk/rowsPerPage`` more than any person's keys.
    static let longestWalk = 50

    /// The object under `key`.
    func one<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ query: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> Value {
        let answer = try await read(path, query, token: token)
        return try decode(answer.json) { fields throws(FieldFault) in try fields.value(key) }
    }

    /// The list under `key`, which must be there.
    func whole<Value: JSONCodable>(
        _ path: String,
        _ key: StaticString,
        _ query: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> [Value] {
        let answer = try await read(path, query, token: token)
        return try decode(answer.json) { fields throws(FieldFault) in try Self.rows(key, from: &fields) }
    }

    /// The list under `key`, page after page.
    func pages<Value: JSONCodable & Equatable>(
        _ path: String,
        _ key: StaticString,
        _ filter: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<Value> {
        var walk = PageWalk(pages: Self.longestWalk)
        var rows: [Value] = []
        var cursor: String?
        while true {
            let position = cursor.map { [(name: "page_cursor", value: $0)] } ?? []
            let limit = [(name: "limit", value: String(PageWalk.rowsPerPage))]
            let answer = try await read(path, filter + limit + position, token: token)
            let (page, step) = try decode(answer.json) { fields throws(FieldFault) in
                (try Self.rows(key, from: &fields) as [Value], try walk.step(&fields))
            }
            rows += page
            switch step {
            case .next(let next): cursor = next
            case .finished: return CloudList(rows: rows, isComplete: true)
            case .tooLong: return CloudList(rows: rows, isComplete: false)
            }
        }
    }

    /// Takes an answer apart; a fault becomes ``CloudError/Kind/invalidReply(field:)``.
    func decode<Value>(
        _ answer: JSON,
        _ body: (inout JSONFields) throws(FieldFault) -> Value
    ) throws(CloudError) -> Value {
        do throws(FieldFault) {
            var fields = try JSONFields(answer)
            return try body(&fields)
        } catch {
            throw CloudError(.invalidReply(field: error.field))
        }
    }

    private static func rows<Value: JSONCodable>(
        _ key: StaticString,
        from fields: inout JSONFields
    ) throws(FieldFault) -> [Value] {
        // An absent list is not an empty one: only an answer that has it may take keys away.
        _ = try fields.json(key)
        return try fields.values(key, count: 0...10_000)
    }
}
