internal import Crypto
internal import Foundation
internal import GRDB
internal import Wire

/// The store's keys: the machine key, and under it one wrapped data key for each session and one for the bindings.
///
/// The machine key encrypts nothing itself: separate keys are derived from it for wrapping and for the verifier.
struct KeyRing: Sendable {
    private static let verifierText = Array("seam store verifier".utf8)
    /// The verifier of a store whose journal has a chain.
    private static let chainedText = Array("seam store verifier, with an audit chain".utf8)
    /// The verifier of a store that has also noted the account of every number.
    private static let accountedText = Array("seam store verifier, with an audit chain and accounts".utf8)
    private static let saltLength = 32

    private let machineKey: MachineKey

    init(machineKey: MachineKey) {
        self.machineKey = machineKey
    }

    // Because of the salt, two stores under one machine key have different keys.
    private func derived(_ purpose: String, salt: Data) -> DataKey {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: machineKey.secret.bytes),
            salt: salt,
            info: Data("seam/store/\(purpose)/v1".utf8),
            outputByteCount: 32
        )
        return DataKey(version: 0, key: key)
    }

    /// Writes the salt and the verifier of a new store.
    func found(in db: Database, at time: Timestamp) throws {
        var generator = SystemRandomNumberGenerator()
        let salt = Data((0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let verifier = try Seal.close(
            Self.verifierText,
            key: derived("verifier", salt: salt),
            context: Self.verifierContext
        )
        try db.execute(
            sql: "INSERT INTO store (id, salt, verifier, created_at_ms) VALUES (1, ?, ?, ?)",
            arguments: [salt, verifier, time.millisecondsSince1970]
        )
    }

    /// Throws ``StoreError/Code/wrongMachineKey`` unless this machine key founded the store.
    func verify(in db: Database) throws { _ = try isChained(in: db) }

    /// Whether the journal was given an audit chain, which only the holder of the machine key can undo; throws as
    /// ``verify(in:)`` does.
    func isChained(in db: Database) throws -> Bool { try verifier(in: db) != Self.verifierText }

    /// Whether the account of every number was noted, which only the holder of the machine key can undo.
    func isAccounted(in db: Database) throws -> Bool { try verifier(in: db) == Self.accountedText }

    private func verifier(in db: Database) throws -> [UInt8] {
        let stored = try Row.fetchOne(db, sql: "SELECT salt, verifier FROM store WHERE id = 1")
        guard let row = stored.map(StoredRow.init) else {
            throw StoreError(.corrupt, "the store has no verifier")
        }
        let key = derived("verifier", salt: try row.value("salt"))
        let text: [UInt8]
        let verifier = try row.value("verifier", as: Data.self)
        do {
            text = try Seal.open(verifier, key: key, context: Self.verifierContext)
        } catch {
            throw StoreError(.wrongMachineKey, "this machine key did not seal this store")
        }
        guard [Self.verifierText, Self.chainedText, Self.accountedText].contains(text) else {
            throw StoreError(.corrupt, "the store's verifier is not ours")
        }
        return text
    }

    /// Seals that the journal has an audit chain.
    func markChained(in db: Database) throws { try mark(Self.chainedText, in: db) }

    /// Seals that the account of every number was noted; a store whose accounts are noted has a chain.
    func markAccounted(in db: Database) throws { try mark(Self.accountedText, in: db) }

    private func mark(_ text: [UInt8], in db: Database) throws {
        let verifier = try Seal.close(
            text, key: derived("verifier", salt: salt(in: db)), context: Self.verifierContext)
        try db.execute(sql: "UPDATE store SET verifier = ? WHERE id = 1", arguments: [verifier])
    }

    /// The owner's data key; nil if it has none, or none any more.
    func dataKey(of owner: SealOwner, in db: Database) throws -> DataKey? {
        let stored = try Row.fetchOne(
            db,
            sql: "SELECT version, wrapped FROM data_key WHERE owner = ?",
            arguments: [owner.text]
        )
        guard let row = stored.map(StoredRow.init) else { return nil }
        let version = try row.value("version", as: Int64.self)
        let bytes = try Seal.open(
            row.value("wrapped"),
            key: wrappingKey(in: db),
            context: Self.wrapContext(owner, version: version)
        )
        return DataKey(version: version, key: SymmetricKey(data: bytes))
    }

    /// The owner's data key; made now if there is none.
    func makeDataKey(for owner: SealOwner, in db: Database, at time: Timestamp) throws -> DataKey {
        if let key = try dataKey(of: owner, in: db) { return key }
        // AUTOINCREMENT gives every key a version that was never used before, so nothing sealed under an erased key
        // can meet a later key. The row is written in two steps because the version is authenticated.
        try db.execute(
            sql: "INSERT INTO data_key (owner, wrapped, created_at_ms) VALUES (?, x'', ?)",
            arguments: [owner.text, time.millisecondsSince1970]
        )
        let version = db.lastInsertedRowID
        let key = SymmetricKey(size: .bits256)
        let wrapped = try Seal.close(
            key.rawBytes,
            key: wrappingKey(in: db),
            context: Self.wrapContext(owner, version: version)
        )
        try db.execute(sql: "UPDATE data_key SET wrapped = ? WHERE version = ?", arguments: [wrapped, version])
        return DataKey(version: version, key: key)
    }

    /// Forgets the owner's data key. What was sealed under it is unreadable once the checkpoint has run.
    func eraseDataKey(of owner: SealOwner, in db: Database) throws {
        try db.execute(sql: "DELETE FROM data_key WHERE owner = ?", arguments: [owner.text])
    }

    /// The seal of the audit chain's ends.
    func auditSeal(of bytes: [UInt8], in db: Database) throws -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: bytes, using: try derived("audit", salt: salt(in: db)).key))
    }

    /// Whether `seal` is the seal of `bytes`; an almost correct seal takes the same time.
    func isAuditSeal(_ seal: Data, of bytes: [UInt8], in db: Database) throws -> Bool {
        let key = derived("audit", salt: try salt(in: db)).key
        return HMAC<SHA256>.isValidAuthenticationCode(seal, authenticating: bytes, using: key)
    }

    private func wrappingKey(in db: Database) throws -> DataKey { derived("wrap", salt: try salt(in: db)) }

    private func salt(in db: Database) throws -> Data {
        guard let salt = try Data.fetchOne(db, sql: "SELECT salt FROM store WHERE id = 1") else {
            throw StoreError(.corrupt, "the store has no salt")
        }
        return salt
    }

    private static let verifierContext = SealingContext(place: "store.verifier", row: "1", owner: .store)

    private static func wrapContext(_ owner: SealOwner, version: Int64) -> SealingContext {
        SealingContext(place: "data_key.wrapped", row: "\(version)", owner: owner)
    }
}

extension SymmetricKey {
    /// The key's bytes, to be wrapped at once.
    fileprivate var rawBytes: [UInt8] {
        unsafe withUnsafeBytes { unsafe [UInt8]($0) }
    }
}
