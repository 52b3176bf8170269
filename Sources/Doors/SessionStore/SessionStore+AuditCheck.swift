internal import Foundation
internal import GRDB
package import SealedDatabase
internal import Wire

/// The first fault that a check has found in the journal.
package struct AuditFault: Sendable, Hashable {
    /// The number of the chain's entry, if the fault concerns an entry.
    package var entry: Int64?
    /// The attempt's id, if the fault concerns an attempt.
    package var attemptID: String?
    /// The fault, in words that people may see.
    package var problem: String
}

/// An entry whose number and hash somebody wrote down elsewhere.
package struct NotedEntry: Sendable, Hashable {
    package var number: Int64
    /// The entry's hash, which has 32 bytes.
    package var hash: [UInt8]

    package init(number: Int64, hash: [UInt8]) {
        self.number = number
        self.hash = hash
    }
}

/// A check of the journal, which ``SessionStore/advance(_:by:)`` continues.
package struct AuditCheck: Sendable {
    fileprivate enum Place {
        case beginning
        /// The file's pages and indexes, table by table, each table in one step.
        case pages(after: String)
        case attempts(from: Int64)
        case strangers(after: Int64)
        case done
    }

    /// The number of the chain's entries that were read.
    package fileprivate(set) var entries = 0
    /// The number of attempts that were compared with the chain.
    package fileprivate(set) var attempts = 0
    /// The number of attempts that existed before the chain began and were accepted without a check.
    package fileprivate(set) var adopted: Int64 = 0
    /// The number of the first kept entry, or 0 until it is known.
    package fileprivate(set) var first: Int64 = 0
    /// The number of the last entry that was read.
    package fileprivate(set) var last: Int64 = 0
    /// The hash of the last entry that was read.
    package fileprivate(set) var head: [UInt8] = []
    /// The fault, if there is one. After a fault, nothing more is read. Earlier damage that the chain reports comes
    /// last.
    package fileprivate(set) var fault: AuditFault?
    /// Whether the fault differs from the damage that the chain reports.
    package fileprivate(set) var isNews = false
    /// Whether the chain has the noted entry. This is nil until it is known, and if no entry was noted.
    package fileprivate(set) var hasNoted: Bool?
    fileprivate let noted: NotedEntry?
    /// The removed attempts, each with the number of the entry that reports its removal.
    fileprivate var trimmed: [Int64: Int64] = [:]
    fileprivate var place = Place.beginning

    /// Creates a check that has not begun. The chain must have `noted`, unless that entry has been dropped.
    package init(expecting noted: NotedEntry? = nil) { self.noted = noted }

    /// Whether there is nothing left to read.
    package var isDone: Bool {
        if fault != nil { return true }
        if case .done = place { return true }
        return false
    }

    fileprivate mutating func fail(_ problem: String, entry: Int64? = nil, attemptID: String? = nil) {
        guard fault == nil else { return }
        fault = AuditFault(entry: entry, attemptID: attemptID, problem: problem)
        isNews = true
    }

    /// Ends the check without a new fault. The chain may report earlier damage.
    fileprivate mutating func end(_ damage: AuditChain.State.Damage?) {
        if let damage { fault = AuditFault(entry: damage.entry, problem: damage.problem) }
        place = .done
    }

    /// Compares the chain's hash at a number with the noted hash.
    fileprivate mutating func pass(_ number: Int64, _ hash: [UInt8]) {
        guard let noted, noted.number == number else { return }
        hasNoted = true
        if noted.hash != hash { fail("the recorded entry has a different hash", entry: number) }
    }
}

extension SessionStore {
    /// Reads more of the journal and compares it with its chain. One call reads at most `rows` entries and the same
    /// number of attempts, or all pages of one table, and writes wait meanwhile. Call this until the check is done. The
    /// journal may grow and be trimmed in between. Throws the errors of a read, except ``StoreError/Code/corrupt``,
    /// which becomes a fault of the check.
    package func advance(_ check: inout AuditCheck, by rows: Int) throws(StoreError) {
        // SQLite reports an unreadable page as damaged. Real damage is still present when the page is read again.
        for isLast in [false, true] {
            var next = check
            do {
                try read { db in try Self.advance(&next, by: max(rows, 1), AuditChain(db: db, keys: keys)) }
            } catch {
                guard error.code == .corrupt else { throw error }
                guard isLast else { continue }
                next.fail(error.message)
            }
            return check = next
        }
    }

    /// Records a finished check's findings in the chain. A process must finish and note a check before its first
    /// ``trim(before:keeping:count:now:)``, because trimming drops entries and would drop traces of damage with them.
    package func note(_ check: AuditCheck) throws(StoreError) {
        guard check.isNews, let fault = check.fault else { return }
        try write { db in try AuditChain(db: db, keys: keys).note(fault.problem) }
    }

    /// Reads the next rows. Entries come first, including those that were written since the last step. Each step
    /// therefore sees the journal with its whole chain.
    private static func advance(_ check: inout AuditCheck, by rows: Int, _ chain: AuditChain) throws {
        let state = try chain.state()
        if case .beginning = check.place {
            (check.first, check.last, check.head) = (state.first, state.first - 1, [UInt8](state.base))
            check.place = .pages(after: "")
            check.pass(check.last, check.head)
        }
        guard try readEntries(&check, rows, state, chain) else { return }
        switch check.place {
        case .beginning, .done: break
        case .pages(let table): try checkPages(&check, after: table, chain)
        case .attempts(let number): try readAttempts(&check, number, rows, state, chain)
        case .strangers(let number): try findStrangers(&check, number, rows, state, chain)
        }
    }

    private static func checkPages(_ check: inout AuditCheck, after table: String, _ chain: AuditChain) throws {
        let found = try String.fetchOne(
            chain.db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name > ? ORDER BY name LIMIT 1",
            arguments: [table])
        guard let next = found else { return check.place = .attempts(from: .min) }
        guard try SealedDatabase.isSound(chain.db, "integrity_check(\(next.quotedDatabaseIdentifier))") else {
            return check.fail("the file's pages or indexes are damaged")
        }
        check.place = .pages(after: next)
    }

    /// Whether all entries have been read and are genuine.
    private static func readEntries(
        _ check: inout AuditCheck, _ rows: Int, _ state: AuditChain.State, _ chain: AuditChain
    ) throws -> Bool {
        if check.first < state.first { check.first = state.first }
        if check.last < state.first - 1 { (check.last, check.head) = (state.first - 1, [UInt8](state.base)) }
        guard check.last <= state.last else {
            check.fail("the chain ends before an entry that was read")
            return false
        }
        let fetched = try Row.fetchAll(
            chain.db,
            sql: """
                SELECT number, attempt, CAST(content AS BLOB) AS content, hash FROM audit_entry
                WHERE number > ? AND number <= ? ORDER BY number LIMIT ?
                """,
            arguments: [check.last, state.last, rows])
        for row in fetched.map(StoredRow.init) {
            try passSpans(before: try row.value("number"), &check, chain)
            try read(row, number: check.last + 1, &check)
            if check.fault == nil, try chain.span(over: check.last) != nil {
                check.fail("there is an entry where entries were dropped", entry: check.last)
            }
            guard check.fault == nil else { return false }
        }
        guard fetched.count < rows || check.last == state.last else { return false }
        guard check.last == state.last, Data(check.head) == state.head else {
            check.fail("the chain does not end where it was sealed", entry: check.last + 1)
            return false
        }
        let outside = try Int64.fetchOne(
            chain.db, sql: "SELECT number FROM audit_entry WHERE number < ? OR number > ? LIMIT 1",
            arguments: [state.first, state.last])
        if let outside { check.fail("there is an entry outside the chain", entry: outside) }
        check.adopted = state.adopted
        if let noted = check.noted, noted.number > state.last {
            check.fail("the chain ends before the noted entry", entry: noted.number)
        }
        if check.noted != nil, check.hasNoted == nil { check.hasNoted = false }
        return check.fault == nil
    }

    /// Skips the dropped entries before a kept one.
    private static func passSpans(before number: Int64, _ check: inout AuditCheck, _ chain: AuditChain) throws {
        while check.last + 1 < number, let span = try chain.span(over: check.last + 1), span.last < number {
            // If a span reaches back to entries that were already read, it was made after they were read.
            guard span.first <= check.last || span.base == Data(check.head) else {
                return check.fail("an entry was changed", entry: check.last + 1)
            }
            (check.last, check.head) = (span.last, [UInt8](span.head))
            check.pass(check.last, check.head)
        }
    }

    private static func read(_ row: StoredRow, number: Int64, _ check: inout AuditCheck) throws {
        guard try row.value("number") == number else { return check.fail("an entry is missing", entry: number) }
        let attempt = try row.value("attempt", as: Int64.self)
        let content = [UInt8](try row.value("content", as: Data.self))
        let hash = AuditChain.hash(after: Data(check.head), number, of: attempt, content)
        guard try row.value("hash") == hash else { return check.fail("an entry was changed", entry: number) }
        (check.last, check.head) = (number, [UInt8](hash))
        check.entries += 1
        check.pass(number, check.head)
        if case .trimmed(let numbers) = try AuditChain.Content(
            String(decoding: content, as: UTF8.self), attempt: attempt)
        {
            for trimmed in numbers { check.trimmed[trimmed] = number }
        }
    }

    private static func readAttempts(
        _ check: inout AuditCheck, _ number: Int64, _ rows: Int, _ state: AuditChain.State, _ chain: AuditChain
    ) throws {
        let fetched = try Row.fetchAll(
            chain.db, sql: "SELECT * FROM attempt WHERE number >= ? ORDER BY number LIMIT ?",
            arguments: [number, rows])
        var next = number
        for row in fetched.map(StoredRow.init) {
            let number = try row.value("number", as: Int64.self)
            let attemptID = try row.optional("attempt_id", as: String.self)
            guard try chain.isSound(number, chain.told(of: number, in: state)) else {
                return check.fail("an attempt differs from the chain", attemptID: attemptID)
            }
            check.attempts += 1
            guard number < .max else { return check.place = .strangers(after: 0) }
            next = number + 1
        }
        check.place = fetched.count < rows ? .strangers(after: 0) : .attempts(from: next)
    }

    /// Finds two kinds of attempts. Some are in the chain but not in the journal, although they were not trimmed. The
    /// others have entries after their trimming.
    private static func findStrangers(
        _ check: inout AuditCheck, _ number: Int64, _ rows: Int, _ state: AuditChain.State, _ chain: AuditChain
    ) throws {
        let fetched = try Row.fetchAll(
            chain.db,
            sql: """
                SELECT attempt, max(number) AS number,
                    EXISTS (SELECT 1 FROM attempt WHERE attempt.number = audit_entry.attempt) AS is_there
                FROM audit_entry WHERE attempt > ? GROUP BY attempt ORDER BY attempt LIMIT ?
                """, arguments: [number, rows])
        var last = number
        for row in fetched.map(StoredRow.init) {
            last = try row.value("attempt")
            guard try row.value("is_there", as: Int64.self) == 0 else { continue }
            let entry = try row.value("number", as: Int64.self)
            guard let trimmed = check.trimmed[last], trimmed > entry else {
                return check.fail("an attempt is missing", entry: entry)
            }
        }
        if fetched.count < rows { check.end(state.damage) } else { check.place = .strangers(after: last) }
    }
}
