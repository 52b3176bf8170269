internal import Crypto
package import Foundation
package import GRDB
package import Wire

/// A database's keys: the machine key, and one data key for each owner. The data keys are wrapped with the machine key.
///
/// The machine key itself encrypts nothing. Separate keys for wrapping and for the verifier are derived from the
/// machine key.
package struct KeyRing: Sendable {
    private static let saltLength = 32

    let format: DatabaseFormat
    private let derivedKeys: DerivedKeys
    private let opened = OpenedKeys()

    init(machineKey: MachineKey, format: DatabaseFormat) {
        derivedKeys = DerivedKeys(machineKey, derivation: format.derivation)
        self.format = format
    }

    // Because of the salt, two stores under the same machine key have different keys.
    private func derived(_ purpose: String, salt: Data) -> DataKey {
        DataKey(version: 0, key: derivedKeys.key(for: purpose, salt: salt), prefix: format.prefix)
    }

    /// Writes the salt and the verifier of a new store.
    func found(in db: Database, at time: Timestamp) throws {
        var generator = SystemRandomNumberGenerator()
        let salt = Data((0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        try db.execute(
            kept: "INSERT INTO store (id, salt, verifier, created_at_ms) VALUES (1, ?, ?, ?)",
            arguments: [salt, try sealed(format.verifiers[0], salt: salt), time.millisecondsSince1970]
        )
    }

    /// Returns the verifier's value, which only the holder of the machine key can change.
    ///
    /// Throws ``StoreError/Code/wrongMachineKey`` unless this machine key founded the store.
    package func verifier(in db: Database) throws -> String {
        let stored = try Row.fetchOne(db, kept: "SELECT salt, verifier FROM store WHERE id = 1")
        guard let row = stored.map(StoredRow.init) else {
            throw StoreError(.corrupt, "the store has no verifier")
        }
        let key = derived("verifier", salt: try row.value("salt"))
        let text: [UInt8]
        let verifier = try row.value("verifier", as: Data.self)
        do {
            text = try Seal.open(verifier, key: key, context: Self.verifierContext)
        } catch {
            throw StoreError(.wrongMachineKey, "this machine key does not belong to this store")
        }
        guard let verifier = format.verifiers.first(where: { Array($0.utf8) == text }) else {
            throw StoreError(.corrupt, "the store's verifier is not valid")
        }
        return verifier
    }

    /// Sets the verifier to one of the format's values.
    package func mark(_ verifier: String, in db: Database) throws {
        try db.execute(
            kept: "UPDATE store SET verifier = ? WHERE id = 1",
            arguments: [try sealed(verifier, salt: salt(in: db))])
    }

    private func sealed(_ verifier: String, salt: Data) throws -> Data {
        try Seal.close(
            Array(verifier.utf8), key: derived("verifier", salt: salt), context: Self.verifierContext)
    }

    /// Returns the owner's data key. Returns nil if the owner has no data key, or if the key has been erased.
    package func dataKey(of owner: SealOwner, in db: Database) throws -> DataKey? {
        if let key = opened.key(of: owner) { return key }
        let stored = try Row.fetchOne(
            db, kept: "SELECT version, wrapped FROM data_key WHERE owner = ?", arguments: [owner.text])
        guard let row = stored.map(StoredRow.init) else { return nil }
        let version = try row.value("version", as: Int64.self)
        let bytes = try Seal.open(
            row.value("wrapped"), key: derived("wrap", salt: salt(in: db)),
            context: Self.wrapContext(owner, version: version))
        let key = DataKey(version: version, key: SymmetricKey(data: bytes), prefix: format.prefix)
        opened.keep(key, of: owner)
        return key
    }

    /// Whether any data key is open. No data key is open between transactions.
    var isAnyOpen: Bool { opened.isAny }

    /// Forgets the opened keys, because the transaction that needed them is over.
    func forgetOpened() { opened.forget() }

    /// Returns the owner's data key. If the owner does not have a key yet, the key is created.
    package func makeDataKey(for owner: SealOwner, in db: Database, at time: Timestamp) throws -> DataKey {
        if let key = try dataKey(of: owner, in: db) { return key }
        opened.change(owner)
        // AUTOINCREMENT gives every key a version that no earlier key had. A later key therefore never fits values that
        // were sealed with an erased key. The row is written in two steps because the version is authenticated.
        try db.execute(
            kept: "INSERT INTO data_key (owner, wrapped, created_at_ms) VALUES (?, x'', ?)",
            arguments: [owner.text, time.millisecondsSince1970]
        )
        let version = db.lastInsertedRowID
        let key = SymmetricKey(size: .bits256)
        let wrapped = try Seal.close(
            key.rawBytes,
            key: derived("wrap", salt: salt(in: db)),
            context: Self.wrapContext(owner, version: version)
        )
        try db.execute(kept: "UPDATE data_key SET wrapped = ? WHERE version = ?", arguments: [wrapped, version])
        return DataKey(version: version, key: key, prefix: format.prefix)
    }

    /// Erases the owner's data key. Values sealed with this key are unreadable once the checkpoint has run.
    package func eraseDataKey(of owner: SealOwner, in db: Database) throws {
        opened.change(owner)
        try db.execute(kept: "DELETE FROM data_key WHERE owner = ?", arguments: [owner.text])
    }

    /// Returns the seal with which bytes that are not secret are authenticated for one purpose.
    package func seal(of bytes: [UInt8], for purpose: String, in db: Database) throws -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: bytes, using: try derived(purpose, salt: salt(in: db)).key))
    }

    /// Whether `seal` is the seal of `bytes`. Checking an almost correct seal takes no longer than checking any other.
    package func isSeal(_ seal: Data, of bytes: [UInt8], for purpose: String, in db: Database) throws -> Bool {
        let key = derived(purpose, salt: try salt(in: db)).key
        return HMAC<SHA256>.isValidAuthenticationCode(seal, authenticating: bytes, using: key)
    }

    private func salt(in db: Database) throws -> Data {
        try opened.salt {
            guard let salt = try Data.fetchOne(db, kept: "SELECT salt FROM store WHERE id = 1") else {
                throw StoreError(.corrupt, "the store has no salt")
            }
            return salt
        }
    }

    private static let verifierContext = SealingContext(place: "store.verifier", row: "1", owner: .store)

    private static func wrapContext(_ owner: SealOwner, version: Int64) -> SealingContext {
        SealingContext(place: "data_key.wrapped", row: "\(version)", owner: owner)
    }
}

extension SymmetricKey {
    /// The bytes of the key, which the caller must wrap immediately.
    fileprivate var rawBytes: [UInt8] {
        unsafe withUnsafeBytes { unsafe [UInt8]($0) }
    }
}
