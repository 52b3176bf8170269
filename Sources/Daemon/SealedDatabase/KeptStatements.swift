package import GRDB

/// Statements that are compiled once for each connection and kept, because compiling a statement takes several times as
/// long as running it. The text must be the same each time, so values are passed as arguments.
extension Database {
    /// Executes one statement.
    package func execute(kept sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs `body` within the open transaction. If `body` throws, only the changes made by `body` are undone.
    package func inKeptSavepoint(_ body: () throws -> Void) throws {
        try execute(kept: "SAVEPOINT kept")
        do {
            try body()
            try execute(kept: "RELEASE SAVEPOINT kept")
        } catch {
            // When the disk is full, SQLite may have undone the whole transaction together with the savepoint. The
            // first error is the one to report.
            if isInsideTransaction {
                try? execute(kept: "ROLLBACK TRANSACTION TO SAVEPOINT kept")
                try? execute(kept: "RELEASE SAVEPOINT kept")
            }
            throw error
        }
    }
}

extension Row {
    /// Returns all rows of a query.
    package static func fetchAll(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> [Row] {
        try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the first row of a query. If the query has no rows, returns nil.
    package static func fetchOne(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> Row? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
    /// Returns the first column of all rows of a query.
    package static func fetchAll(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> [Self] {
        try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the first column of the first row of a query. Returns nil if the query has no rows, or if the value is
    /// NULL.
    package static func fetchOne(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }
}
