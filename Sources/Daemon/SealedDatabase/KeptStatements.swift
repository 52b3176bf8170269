package import GRDB

/// Statements that are compiled once per connection and kept: compiling one takes several times as long as running it.
/// The text must be the same each time; values are passed as arguments.
extension Database {
    /// Executes one statement.
    package func execute(kept sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs `body` within the open transaction. If it throws, only what it has written is undone.
    package func inKeptSavepoint(_ body: () throws -> Void) throws {
        try execute(kept: "SAVEPOINT kept")
        do {
            try body()
            try execute(kept: "RELEASE SAVEPOINT kept")
        } catch {
            // When the disk is full, SQLite may have undone the whole transaction, and the savepoint with it. The first
            // error counts.
            if isInsideTransaction {
                try? execute(kept: "ROLLBACK TRANSACTION TO SAVEPOINT kept")
                try? execute(kept: "RELEASE SAVEPOINT kept")
            }
            throw error
        }
    }
}

extension Row {
    /// All rows of a query.
    package static func fetchAll(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> [Row] {
        try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a query; nil if there is none.
    package static func fetchOne(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> Row? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
    /// The first column of all rows of a query.
    package static func fetchAll(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> [Self] {
        try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of the first row of a query; nil if there is none, or for NULL.
    package static func fetchOne(
        _ db: Database, kept sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }
}
