internal import Foundation
internal import GRDB
internal import SealedDatabase

/// A span of dropped entries between kept entries of the chain. It has the first and the last number of the dropped
/// entries, the hash before them, and the hash of the last one.
///
/// The span is sealed under the machine key, so nobody without this key can leave out entries. The entries were
/// compared with the chain before they were dropped, so the span is lasting proof that they existed.
struct AuditSpan {
    var first: Int64
    var base: Data
    var last: Int64
    var head: Data

    /// The bytes that are sealed. They are shorter than the bytes of a chain's ends, so neither can pass for the other.
    fileprivate var bytes: [UInt8] {
        AuditChain.bytes(of: first) + [UInt8](base) + AuditChain.bytes(of: last) + [UInt8](head)
    }
}

extension AuditChain {
    /// The span that contained an entry. If there is no such span, this is nil. Throws ``StoreError/Code/corrupt`` for
    /// a span that this machine did not seal.
    func span(over number: Int64) throws -> AuditSpan? {
        // Spans do not overlap, so only the span that begins last can reach this far.
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM audit_span WHERE first <= ? ORDER BY first DESC LIMIT 1")
        guard let row = try Row.fetchOne(statement, arguments: [number]).map(StoredRow.init) else { return nil }
        let span = AuditSpan(
            first: try row.value("first"), base: try row.value("base"), last: try row.value("last"),
            head: try row.value("head"))
        guard span.base.count == 32, span.head.count == 32, span.first >= 1,
            try keys.isSeal(try row.value("seal"), of: span.bytes, for: Self.sealing, in: db)
        else { throw StoreError(.corrupt, "somebody other than this daemon left entries out of the audit chain") }
        return span.last >= number ? span : nil
    }

    /// Drops the entries of removed attempts that lie between other entries. Altered entries stay, so that a check
    /// finds them. Entries that report damage also stay.
    func letGo(between attempts: [Int64], _ state: inout State) throws {
        var numbers = try spentTrims(state)
        for attempt in attempts {
            let statement = try db.cachedStatement(
                sql: """
                    SELECT number FROM audit_entry
                    WHERE attempt = ? AND number BETWEEN ? AND ? AND content NOT LIKE '{"damage"%'
                    """)
            numbers += try Int64.fetchAll(statement, arguments: [attempt, state.first, state.last])
        }
        numbers.sort()
        var index = 0
        while index < numbers.count {
            let first = numbers[index]
            var last = first
            repeat {
                last = numbers[index]
                index += 1
                // The span includes following entries that were dropped earlier.
                if let span = try span(over: last + 1) { last = span.last }
            } while index < numbers.count && numbers[index] == last + 1
            try letGo(first: first, last: last, &state)
        }
    }

    /// The earlier entries that report trimming and whose attempts have no entries left. These
    /// attempts are no longer looked for.
    private func spentTrims(_ state: State) throws -> [Int64] {
        // Each trim finds the spent entries of the previous trim.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT number, content FROM audit_entry
                WHERE attempt = ? AND number >= ? AND number < ? AND content LIKE '{"trimmed"%'
                ORDER BY number DESC LIMIT 8
                """, arguments: [Self.noAttempt, state.first, state.last])
        let hasEntry = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM audit_entry WHERE attempt = ?)")
        return try rows.map(StoredRow.init).compactMap { row in
            guard case .trimmed(let attempts)? = try? Content(row.value("content"), attempt: Self.noAttempt) else {
                return nil
            }
            let isSpent = try !attempts.contains { try Bool.fetchOne(hasEntry, arguments: [$0]) ?? true }
            return isSpent ? try row.value("number") : nil
        }
    }

    /// Removes spans that this machine did not seal, because such spans would prevent entries from being dropped. The
    /// entries of a removed span then count as missing, and a check reports this.
    func removeForeignSpans() throws {
        for first in try Int64.fetchAll(db, sql: "SELECT first FROM audit_span") {
            do {
                _ = try span(over: first)
            } catch let error as StoreError where error.code == .corrupt {
                try db.execute(sql: "DELETE FROM audit_span WHERE first = ?", arguments: [first])
            }
        }
    }

    private func letGo(first: Int64, last: Int64, _ state: inout State) throws {
        var span = AuditSpan(first: first, base: Data(), last: last, head: Data())
        // A span directly before this span becomes part of it.
        if let before = try self.span(over: first - 1) {
            (span.first, span.base) = (before.first, before.base)
        } else if let base = try hash(before: first, state) {
            span.base = base
        }
        guard span.base.count == 32, let head = try follow(from: span.first, span.base, before: last + 1) else {
            try append(
                .damage("an entry that was to be dropped had been changed"), of: Self.noAttempt, to: &state)
            return
        }
        span.head = head
        let place: StatementArguments = [span.first, span.last]
        try db.execute(sql: "DELETE FROM audit_entry WHERE number BETWEEN ? AND ?", arguments: place)
        try db.execute(sql: "DELETE FROM audit_span WHERE first >= ? AND last <= ?", arguments: place)
        try db.execute(
            sql: "INSERT OR REPLACE INTO audit_span (first, base, last, head, seal) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                span.first, span.base, span.last, span.head, try keys.seal(of: span.bytes, for: Self.sealing, in: db),
            ])
    }

    private func hash(before number: Int64, _ state: State) throws -> Data? {
        guard number > state.first else { return state.base }
        return try Data.fetchOne(db, sql: "SELECT hash FROM audit_entry WHERE number = ?", arguments: [number - 1])
    }

    /// The hash of the last entry before `end`. Returns nil if the entries from `first` on are not the original ones.
    /// `base` is the hash before these entries.
    func follow(from first: Int64, _ base: Data, before end: Int64) throws -> Data? {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT number, attempt, CAST(content AS BLOB) AS content, hash FROM audit_entry
                WHERE number >= ? AND number < ? ORDER BY number
                """, arguments: [first, end])
        var (number, hash) = (first, base)
        func pass(_ next: Int64) throws -> Bool {
            while number < next {
                guard let span = try span(over: number), span.first == number, span.base == hash, span.last < next
                else { return false }
                (number, hash) = (span.last + 1, span.head)
            }
            return number == next
        }
        while let row = try rows.next().map(StoredRow.init) {
            guard try pass(row.value("number")) else { return nil }
            let content = [UInt8](try row.value("content", as: Data.self))
            hash = Self.hash(after: hash, number, of: try row.value("attempt"), content)
            guard try row.value("hash") == hash else { return nil }
            number += 1
        }
        return try pass(end) ? hash : nil
    }
}
