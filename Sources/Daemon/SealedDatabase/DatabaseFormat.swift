package import GRDB

/// Whether a database that is not there may be made.
package enum StoreFounding: Sendable {
    case allowed
    case refused
}

/// The marks of a daemon's own databases, the same in every release.
package struct DatabaseFormat: Sendable {
    /// Marks the file: another program's database is refused before anything is written to it.
    package let applicationID: Int32
    /// The first part of what each sealed value is authenticated with.
    package let prefix: String
    /// The prefix of the names under which keys are derived from the machine key.
    package let derivation: String
    /// The verifier's possible values: first that the file was founded, then the marks of its owner.
    package let verifiers: [String]
    /// The steps that make the tables. Released steps never change; a new release appends one. The first step begins
    /// with `founding`, which makes the tables of the keys and a new file's keys, so that no half-made file exists.
    package let migrator: @Sendable (_ founding: @escaping @Sendable (Database) throws -> Void) -> DatabaseMigrator

    /// Corrects the rows that were read out of a damaged file, some of which are missing; nil if a damaged file is
    /// refused.
    package let mend: (@Sendable (Database) throws -> Void)?

    /// A format.
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
