package import GRDB
package import Wire

/// A row read with the distrust that a file on disk deserves: a missing, null or foreign-typed column throws
/// ``StoreError/Code/corrupt``, whereas the library's subscripts would crash the process.
package struct StoredRow {
    private let row: Row

    /// Takes the row.
    package init(_ row: Row) {
        self.row = row
    }

    /// The column's value; never null.
    package func value<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        guard let value = try optional(column, as: type) else {
            throw StoreError(.corrupt, "\(column) is null")
        }
        return value
    }

    /// The column's value, or nil for null.
    package func optional<Value: DatabaseValueConvertible>(
        _ column: String,
        as type: Value.Type = Value.self
    ) throws -> Value? {
        guard let stored: DatabaseValue = row[column] else {
            throw StoreError(.corrupt, "\(column) is missing")
        }
        guard !stored.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(stored) else {
            throw StoreError(.corrupt, "\(column) has another type")
        }
        return value
    }

    /// The column's value as one of an enumeration's, never null.
    package func choice<Choice: RawRepresentable<String>>(_ column: String, as type: Choice.Type = Choice.self) throws
        -> Choice
    {
        guard let choice = try optionalChoice(column, as: type) else {
            throw StoreError(.corrupt, "\(column) is null")
        }
        return choice
    }

    /// The column's value as one of an enumeration's, or nil for null.
    package func optionalChoice<Choice: RawRepresentable<String>>(
        _ column: String,
        as type: Choice.Type = Choice.self
    ) throws -> Choice? {
        guard let text = try optional(column, as: String.self) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw StoreError(.corrupt, "\(column) holds an unknown value")
        }
        return choice
    }

    /// Throws ``StoreError/Code/corrupt`` unless all these columns are null.
    package func mustLack(_ columns: String...) throws {
        for column in columns where try optional(column, as: DatabaseValue.self) != nil {
            throw StoreError(.corrupt, "\(column) holds a value that it cannot have")
        }
    }

    /// The column's milliseconds as a point in time, never null.
    package func time(_ column: String) throws -> Timestamp {
        Timestamp(millisecondsSince1970: try value(column))
    }

    /// The column's milliseconds as a point in time, or nil for null.
    package func optionalTime(_ column: String) throws -> Timestamp? {
        try optional(column, as: Int64.self).map(Timestamp.init(millisecondsSince1970:))
    }
}
