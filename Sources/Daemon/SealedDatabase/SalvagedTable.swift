internal import Foundation
internal import GRDB

/// A table that is being filled with the readable rows of the same table in a damaged database.
///
/// The tree of a table can be entered at any key. The rows behind a damaged page are found by entering the tree at a
/// key behind that page.
struct SalvagedTable {
    let name: String
    private let target: Database
    private let columns: [String]
    /// The columns of the key, in order. The value is empty if rows are numbered.
    private let key: [String]
    /// Whether rows are numbered.
    var isNumbered: Bool { key.isEmpty }
    /// Whether the key begins with bytes.
    private let hasBytes: Bool

    /// The number of row numbers after an unreadable row that are tried one by one. Beyond them, the steps become
    /// larger and larger.
    private static let closest: Int64 = 4_096

    /// Prepares a table with this name, which must be one of this program's tables.
    init(_ name: String, in target: Database) throws {
        (self.name, self.target) = (name, target)
        let rows = try Row.fetchAll(target, sql: "PRAGMA table_info(\(name))").map(StoredRow.init)
        columns = try rows.map { try $0.value("name") }
        let sql = try String.fetchOne(target, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [name])
        let isNumbered = sql?.contains("WITHOUT ROWID") != true
        let parts = try rows.filter { try $0.value("pk", as: Int.self) > 0 }
            .sorted { try $0.value("pk", as: Int.self) < $1.value("pk", as: Int.self) }
        key = isNumbered ? [] : try parts.map { try $0.value("name") }
        hasBytes = try parts.first.map { try $0.value("type", as: String.self) == "BLOB" } ?? false
    }

    /// Copies all readable rows. Returns whether all rows were readable.
    func copy(from source: Database) throws -> Bool {
        key.isEmpty ? try copyNumbered(from: source) : try copyKeyed(from: source)
    }

    /// Copies the readable rows of a single page of numbered rows.
    func copyPage(from source: Database) throws {
        _ = try Self.damage {
            // The statement is not kept, because it reads a different page each time.
            let rows = try Row.fetchCursor(source, sql: "SELECT \(list) FROM \(name) NOT INDEXED")
            while let row = try rows.next() { _ = try insert(Array(row.databaseValues)) }
        }
    }

    /// Copies the record of the row numbers that were already assigned. It copies the part of the record that can be
    /// read.
    static func copyNumbers(from source: Database, to target: Database) {
        guard let rows = try? Row.fetchAll(source, sql: "SELECT name, seq FROM sqlite_sequence") else { return }
        for row in rows {
            let values = StatementArguments(row.databaseValues)
            try? target.execute(
                kept: """
                    INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0
                    WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)
                    """,
                arguments: StatementArguments([row.databaseValues.first ?? .null]))
            try? target.execute(
                kept: "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", arguments: values)
        }
    }

    // MARK: - Numbered rows

    /// The largest row number to look for.
    private static let last = Int64(1) << 53

    private func copyNumbered(from source: Database) throws -> Bool {
        var (next, isWhole) = (Int64(0), true)
        while true {
            let damage = try Self.damage {
                let rows = try Row.fetchCursor(source, kept(numberedFrom: next))
                while let row = try rows.next() {
                    let number = try StoredRow(row).value("salvaged_number", as: Int64.self)
                    // A damaged row number must lead neither backward nor past the last number.
                    guard number >= next, number < Self.last else {
                        isWhole = false
                        continue
                    }
                    if try !insert(Array(row.databaseValues.dropFirst())) { isWhole = false }
                    next = number + 1
                }
            }
            guard damage else { return isWhole }
            isWhole = false
            guard let readable = try firstReadable(behind: next, in: source) else { return false }
            next = readable
        }
    }

    private func kept(numberedFrom next: Int64) -> SQLRequest<Row> {
        SQLRequest(
            sql: "SELECT rowid AS salvaged_number, \(list) FROM \(name) NOT INDEXED WHERE rowid >= ? ORDER BY rowid",
            arguments: [next], cached: true)
    }

    /// Returns the smallest number from which a row, or the end of the table, can be read; nil if no number allows it.
    private func firstReadable(behind last: Int64, in source: Database) throws -> Int64? {
        func isReadable(_ number: Int64) throws -> Bool {
            try !Self.damage { _ = try Row.fetchCursor(source, kept(numberedFrom: number)).next() }
        }
        guard last < Self.last else { return nil }
        for step in 1...Self.closest where try isReadable(last + step) { return last + step }
        var (low, step) = (last + Self.closest, Self.closest)
        while step < 1 << 61 {
            step *= 2
            var high = last + step
            guard try isReadable(high) else {
                low = high
                continue
            }
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if try isReadable(middle) { high = middle } else { low = middle }
            }
            return high
        }
        return nil
    }

    // MARK: - Rows with a key

    private func copyKeyed(from source: Database) throws -> Bool {
        var isWhole = true
        let damage = try Self.damage { isWhole = try copy(from: source, "", []) }
        guard damage else { return isWhole }
        // The table is read from its other end. After that, it is read from both ends for each first byte of the key.
        _ = try Self.damage { _ = try copy(from: source, "", [], backward: true) }
        guard hasBytes, let first = key.first else { return false }
        for byte in UInt8.min ... .max {
            let (low, high) = (DatabaseValue.data([byte]), byte == .max ? nil : DatabaseValue.data([byte + 1]))
            let condition = "WHERE \(first) >= ?" + (high == nil ? "" : " AND \(first) < ?")
            for backward in [false, true] {
                _ = try Self.damage {
                    _ = try copy(from: source, condition, [low, high].compactMap(\.self), backward: backward)
                }
            }
        }
        return false
    }

    private func copy(
        from source: Database, _ condition: String, _ arguments: [DatabaseValue], backward: Bool = false
    ) throws -> Bool {
        var isWhole = true
        let order = key.map { backward ? "\($0) DESC" : $0 }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            source, sql: "SELECT \(list) FROM \(name) NOT INDEXED \(condition) ORDER BY \(order)",
            arguments: StatementArguments(arguments))
        while let row = try rows.next() {
            if try !insert(Array(row.databaseValues)) { isWhole = false }
        }
        return isWhole
    }

    // MARK: - Both

    private var list: String { columns.joined(separator: ", ") }

    /// Inserts a row. Returns whether the row is valid for this table and was not in the table yet.
    private func insert(_ values: [DatabaseValue]) throws -> Bool {
        do {
            try target.execute(
                kept: "INSERT INTO \(name) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))",
                arguments: StatementArguments(values))
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
    }

    /// Whether `body` encountered a damaged page, or values that no valid row has. Throws any other error of `body`.
    private static func damage(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return false
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return true
        } catch let error as StoreError where error.code == .corrupt {
            return true
        }
    }
}

extension DatabaseValue {
    fileprivate static func data(_ bytes: [UInt8]) -> DatabaseValue { Data(bytes).databaseValue }
}
