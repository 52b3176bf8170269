package import GRDB
package import Wire

/// A row whose columns are checked, because a file on disk cannot be trusted. A missing or null column, or a column of
/// another type, throws ``StoreError/Code/corrupt``, whereas the library's subscripts would crash the process.
package struct StoredRow {
    private let row: Row

    /// Creates a checked row from a fetched row.
    package init(_ row: Row) {
        self.row = row
    }

    /// Returns the column's value, which must not be null.
    package func value<Value: DatabaseValueConvertible>(_ column: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        guard let value = try optional(column, as: type) else {
            throw StoreError(.corrupt, "\(column) is null")
        }
        return value
    }

    /// Returns the column's value, or nil for null.
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

    /// Returns the column's value as a case of an enumeration. The value must not be null.
    package func choice<Choice: RawRepresentable<String>>(_ column: String, as type: Choice.Type = Choice.self) throws
        -> Choice
    {
        guard let choice = try optionalChoice(column, as: type) else {
            throw StoreError(.corrupt, "\(column) is null")
        }
        return choice
    }

    /// Returns the column's value as a case of an enumeration. For null, returns nil.
    package func optionalChoice<Choice: RawRepresentable<String>>(
        _ column: String,
        as type: Choice.Type = Choice.self
    ) throws -> Choice? {
        guard let text = try optional(column, as: String.self) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw StoreError(.corrupt, "\(column) has an unknown value")
        }
        return choice
    }

    /// Throws ``StoreError/Code/corrupt`` unless all these columns are null.
    package func mustLack(_ columns: String...) throws {
        for column in columns where try optional(column, as: DatabaseValue.self) != nil {
            throw StoreError(.corrupt, "\(column) has a value that is not allowed")
        }
    }

    /// Returns the column's milliseconds as a point in time. The value must not be null.
    package func time(_ column: String) throws -> Timestamp {
        Timestamp(millisecondsSince1970: try value(column))
    }

    /// Returns the column's milliseconds as a point in time. For null, returns nil.
    package func optionalTime(_ column: String) throws -> Timestamp? {
        try optional(column, as: Int64.self).map(Timestamp.init(millisecondsSince1970:))
    }
}
