package import GRDB

/// Whether a missing database may be created.
package enum StoreFounding: Sendable {
    case allowed
    case refused
}

/// The properties that identify a daemon's own databases. They are the same in every release.
package struct DatabaseFormat: Sendable {
    /// The number that marks the file, so that another program's database is refused before anything is written to it.
    package let applicationID: Int32
    /// The first part of the context that authenticates each sealed value.
    package let prefix: String
    /// The prefix of the names under which keys are derived from the machine key.
    package let derivation: String
    /// The possible values of the verifier. The first value means that the file was founded; the others are the marks
    /// of the file's owner.
    package let verifiers: [String]
    /// The steps that create the tables. Released steps never change; a new release appends one. The first step begins
    /// with `founding`, which creates the key tables and the keys of a new file, so that a partly created file never
    /// exists.
    package let migrator: @Sendable (_ founding: @escaping @Sendable (Database) throws -> Void) -> DatabaseMigrator

    /// A closure that corrects the rows that were copied from a damaged file in which some rows are missing. If damaged
    /// files are refused, this is nil.
    package let mend: (@Sendable (Database) throws -> Void)?

    /// Creates a format.
    package init(
        applicationID: Int32, prefix: String, derivation: String, verifiers: [String],
        migrator: @escaping @Sendable (_ founding: @escaping @Sendable (Database) throws -> Void) -> DatabaseMigrator,
        mend: (@Sendable (Database) throws -> Void)? = nil
    ) {
        self.mend = mend
        self.applicationID = applicationID
        self.prefix = prefix
        self.derivation = derivation
        self.verifiers = verifiers
        self.migrator = migrator
    }
}
