internal import Crypto
internal import Foundation
internal import GRDB
internal import SealedDatabase
internal import SeamModel
internal import Wire

/// The journal's hash chain. The chain has an entry for each change to an attempt. The entry has the new content of the
/// attempt's row, and the hash of everything before the entry.
///
/// An entry's hash is the SHA-256 of the previous hash, the entry's number and the attempt's number (eight big-endian
/// bytes each), and the entry's content. The ends of the chain are sealed under the machine key. For this reason,
/// nobody who writes to the file without that key can change an entry, cut off the last entries or create another chain
/// without being noticed. `Protocol/decisions/0010` says what the chain does not show.
///
/// Before a row is changed, it is compared with its entries. If there is a difference, it gets its own entry. No later
/// change can therefore make a forgery look genuine.
struct AuditChain {
    /// The two ends of the chain.
    struct State: Equatable {
        /// The number of the first kept entry, and the hash before this entry.
        var first: Int64
        var base: Data
        /// The number of the last entry, and the hash of this entry. In an empty chain, the number is one less than the
        /// first number.
        var last: Int64
        var head: Data
        /// The number of attempts that existed before the chain began and were accepted without a check.
        var adopted: Int64 = 0
        /// The first damage that somebody else has done to the journal, and the entry that reports the damage. It is
        /// kept even when the entry is dropped.
        var damage: Damage?

        struct Damage: Equatable {
            var entry: Int64
            var problem: String
        }

        /// The state of an empty chain whose first entry will have the number `first`.
        static func empty(before first: Int64) -> State {
            State(first: first, base: Data(count: 32), last: first - 1, head: Data(count: 32))
        }

        /// The bytes that are sealed: both ends, each with a number of eight bytes and a hash of 32; the number of
        /// adopted attempts; and the damage, given by the number of its entry (or 0) and its description.
        fileprivate var bytes: [UInt8] {
            AuditChain.bytes(of: first) + [UInt8](base) + AuditChain.bytes(of: last) + [UInt8](head)
                + AuditChain.bytes(of: adopted) + AuditChain.bytes(of: damage?.entry ?? 0)
                + Array((damage?.problem ?? "").utf8)
        }
    }

    /// An entry's content.
    enum Content {
        /// Members of an attempt's row. The value is null if the row no longer has the member.
        case members([JSONMember])
        /// The numbers of attempts that were removed because they are no longer kept.
        case trimmed([Int64])
        /// The number of attempts that the journal had before the chain began. Entries with their unchecked content
        /// follow.
        case adopted(Int64)
        /// Damage that somebody else has done to the journal.
        case damage(String)

        /// Reads an entry's text. Throws ``StoreError/Code/corrupt`` for a text that no entry can have.
        init(_ text: String, attempt: Int64) throws {
            guard let object = (try? JSON(parsing: text.utf8))?.objectValue else {
                throw StoreError(.corrupt, "an entry of the audit chain is not an object")
            }
            if let trimmed = object["trimmed"] {
                guard attempt == AuditChain.noAttempt, object.members.count == 1, let numbers = trimmed.arrayValue
                else {
                    throw StoreError(.corrupt, "an entry of the audit chain trims something that cannot be trimmed")
                }
                self = .trimmed(numbers.compactMap(\.integerValue))
            } else if let count = object["adopted"]?.integerValue {
                self = .adopted(count)
            } else if let damage = object["damage"]?.stringValue {
                self = .damage(damage)
            } else {
                self = .members(object.members)
            }
        }

        fileprivate var text: String {
            switch self {
            case .members(let members): JSON.object(JSONObject(members)).text
            case .trimmed(let numbers): JSON.members(("trimmed", .array(numbers.map(JSON.integer)))).text
            case .adopted(let count): JSON.members(("adopted", .integer(count))).text
            case .damage(let problem): JSON.members(("damage", .string(problem))).text
            }
        }
    }

    /// The attempt number of an entry that concerns no attempt. The numbers of rows begin at 1.
    static let noAttempt: Int64 = 0

    /// The purpose for which the chain's ends are sealed.
    static let sealing = "audit"

    let db: Database
    let keys: KeyRing

    /// The hash of an entry.
    static func hash(after previous: Data, _ number: Int64, of attempt: Int64, _ content: [UInt8]) -> Data {
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: bytes(of: number))
        hash.update(data: bytes(of: attempt))
        hash.update(data: content)
        return Data(hash.finalize())
    }

    static func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    /// The chain's state. Throws ``StoreError/Code/corrupt`` if this machine key did not seal it.
    func state() throws -> State {
        let stored = try Row.fetchOne(db, sql: "SELECT * FROM audit_state WHERE id = 1")
        guard let row = stored.map(StoredRow.init) else { throw StoreError(.corrupt, "the audit chain has no state") }
        var state = State(
            first: try row.value("first"), base: try row.value("base"), last: try row.value("last"),
            head: try row.value("head"), adopted: try row.value("adopted"))
        if let problem = try row.optional("damage", as: String.self) {
            state.damage = State.Damage(entry: try row.value("damage_entry"), problem: problem)
        }
        guard state.base.count == 32, state.head.count == 32, state.first >= 1, state.last >= state.first - 1,
            try keys.isSeal(try row.value("seal"), of: state.bytes, for: Self.sealing, in: db)
        else { throw StoreError(.corrupt, "the ends of the audit chain are not sealed by this machine") }
        return state
    }

    private func keep(_ state: State) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO audit_state (id, first, base, last, head, adopted, damage_entry, damage, seal)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                state.first, state.base, state.last, state.head, state.adopted, state.damage?.entry,
                state.damage?.problem, try keys.seal(of: state.bytes, for: Self.sealing, in: db),
            ])
    }

    // MARK: - Beginning

    /// Checks the chain, or begins it, when a store is opened.
    ///
    /// A store that never had a chain gets one, which is based on the current content of the journal. The store's
    /// verifier records under seal that the store has a chain. For this reason, if somebody removes the chain, a new
    /// chain cannot pass for the first one. A chain whose ends are not genuine is restarted, because otherwise no door
    /// could be opened. The first entry of the new chain describes the fault.
    func open() throws {
        guard try keys.isChained(in: db) else {
            try begin(State.empty(before: 1), after: nil)
            return try keys.mark(KeyRing.chained, in: db)
        }
        do {
            _ = try state()
        } catch let error as StoreError where error.code == .corrupt {
            let last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM audit_entry") ?? 0
            // Numbering continues, so that a number that was noted elsewhere is not reused. If hardly any numbers would
            // be left, numbering begins at 1.
            let first = (0..<JSON.largestInteger / 2).contains(last) ? last + 1 : 1
            try begin(State.empty(before: first), after: error.message)
        }
    }

    private func begin(_ empty: State, after damage: String?) throws {
        var state = empty
        try db.execute(sql: "DELETE FROM audit_entry")
        try db.execute(sql: "DELETE FROM audit_span")
        if let damage { try append(.damage(damage), of: Self.noAttempt, to: &state) }
        try adopt(into: &state)
        try keep(state)
    }

    /// Accepts the journal without a check. The first entry has the number of these attempts, so that the reader of a
    /// verdict knows which part is not proved.
    private func adopt(into state: inout State) throws {
        let count = try Int64.fetchOne(db, sql: "SELECT count(*) FROM attempt") ?? 0
        guard count > 0 else { return }
        try append(.adopted(count), of: Self.noAttempt, to: &state)
        state.adopted = count
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM attempt ORDER BY number")
        while let row = try rows.next().map(StoredRow.init) {
            let number = try row.value("number", as: Int64.self)
            do {
                try append(.members(try AttemptRecord(row).auditMembers), of: number, to: &state)
            } catch let error as StoreError where error.code == .corrupt {
                try append(.damage(error.message), of: number, to: &state)
            }
        }
    }

    // MARK: - Changes

    /// Adds an entry for the row that was just inserted.
    func inserted(_ number: Int64) throws {
        var state = try state()
        if try !told(of: number, in: state).isEmpty {
            try append(.damage("entries for an attempt that was never made"), of: number, to: &state)
        }
        let record = try record(of: number)
        try append(.members(record.auditMembers), of: number, to: &state)
        try keep(state)
    }

    /// Changes an attempt's row, and adds an entry with its new content. If `change` changed nothing, it returns false,
    /// and this function then also returns false.
    @discardableResult
    func change(_ attemptID: String, _ change: () throws -> Bool) throws -> Bool {
        let found = try Int64.fetchOne(
            db, sql: "SELECT number FROM attempt WHERE attempt_id = ?", arguments: [attemptID])
        // If there is no such attempt, the change will notice this as well.
        guard let number = found else { return try change() }
        var state = try state()
        let before = try told(of: number, in: state)
        let isSound = try isSound(number, before)
        guard try change() else { return false }
        if !isSound { try append(.damage("an attempt differed from the chain"), of: number, to: &state) }
        let news = try record(of: number).news(since: before.members)
        try append(.members(news), of: number, to: &state)
        try keep(state)
        return true
    }

    /// Removes attempts that are no longer kept, and drops their entries. Also drops all entries that come before the
    /// entries of the first kept attempt. Each row is compared with its entries, and the entries are compared with the
    /// chain. Only an earlier check finds missing rows: see ``SessionStore/note(_:)``.
    func trim(_ attempts: [Int64]) throws {
        guard !attempts.isEmpty else { return }
        var state = try state()
        for number in attempts {
            if try !isSound(number, told(of: number, in: state)) {
                try append(.damage("a removed attempt differed from the chain"), of: number, to: &state)
            }
            try db.cachedStatement(sql: "DELETE FROM attempt WHERE number = ?").execute(arguments: [number])
        }
        try append(.trimmed(attempts), of: Self.noAttempt, to: &state)
        do {
            try letGo(&state)
            try letGo(between: attempts, &state)
        } catch let error as StoreError where error.code == .corrupt {
            try append(.damage(error.message), of: Self.noAttempt, to: &state)
            try removeForeignSpans()
        }
        try keep(state)
    }

    /// Adds an entry for a check's finding, unless an entry already reports it.
    func note(_ damage: String) throws {
        var state = try state()
        let content = Content.damage(damage)
        let isNoted = try Bool.fetchOne(
            db,
            sql:
                "SELECT EXISTS (SELECT 1 FROM audit_entry WHERE attempt = ? AND content = ? AND number BETWEEN ? AND ?)",
            arguments: [Self.noAttempt, content.text, state.first, state.last])
        // Somebody may have planted entries, but the sealed state says whether a genuine entry reports damage.
        guard state.damage == nil || isNoted != true else { return }
        try append(content, of: Self.noAttempt, to: &state)
        // A foreign span over the numbers of later entries would make all these entries look forged.
        try removeForeignSpans()
        try keep(state)
    }

    private func letGo(_ state: inout State) throws {
        let kept = try Int64.fetchOne(
            db,
            sql: """
                SELECT number FROM audit_entry AS entry
                WHERE EXISTS (SELECT 1 FROM attempt WHERE attempt.number = entry.attempt) AND number BETWEEN ? AND ?
                ORDER BY number LIMIT 1
                """, arguments: [state.first, state.last])
        let first = kept ?? state.last
        guard first > state.first else { return }
        let stored = try Data.fetchOne(db, sql: "SELECT hash FROM audit_entry WHERE number = ?", arguments: [first - 1])
        // If the entry before `first` is missing, this has been noted as damage. This call then drops nothing, and a
        // later call with a higher `first` drops the entries.
        guard let base = try stored ?? span(over: first - 1)?.head, base.count == 32 else { return }
        if try follow(from: state.first, state.base, before: first) == nil {
            try append(.damage("a dropped entry had been changed"), of: Self.noAttempt, to: &state)
        }
        try db.execute(sql: "DELETE FROM audit_entry WHERE number < ?", arguments: [first])
        try db.execute(sql: "DELETE FROM audit_span WHERE first < ?", arguments: [first])
        (state.first, state.base) = (first, base)
    }

    func append(_ content: Content, of attempt: Int64, to state: inout State) throws {
        let text = content.text
        state.last += 1
        if case .damage(let problem) = content, state.damage == nil {
            state.damage = State.Damage(entry: state.last, problem: problem)
        }
        state.head = Self.hash(after: state.head, state.last, of: attempt, Array(text.utf8))
        let insertion = "INSERT OR REPLACE INTO audit_entry (number, attempt, content, hash) VALUES (?, ?, ?, ?)"
        try db.cachedStatement(sql: insertion).execute(arguments: [state.last, attempt, text, state.head])
    }

    // MARK: - Reading

    /// The content of the chain's entries about an attempt.
    struct Told {
        /// The attempt's members. Later entries replace the members of earlier entries.
        var members: [String: JSON] = [:]
        /// Whether an entry says that the row was not as it should be.
        var isDamaged = false
        /// Whether an entry does not belong to the chain.
        var isForged = false

        var isEmpty: Bool { members.isEmpty && !isDamaged && !isForged }
    }

    private func record(of number: Int64) throws -> AttemptRecord {
        let statement = try db.cachedStatement(sql: "SELECT * FROM attempt WHERE number = ?")
        let stored = try Row.fetchOne(statement, arguments: [number])
        guard let row = stored else { throw StoreError(.conflict, "there is no such attempt") }
        return try AttemptRecord(StoredRow(row))
    }

    /// Whether the row agrees with the chain. A row that cannot be read agrees only if the chain says that it is
    /// damaged.
    func isSound(_ number: Int64, _ told: Told) throws -> Bool {
        guard !told.isForged else { return false }
        do {
            return try record(of: number).isAs(told.members) && !hasHiddenText(number)
        } catch let error as StoreError where error.code == .corrupt {
            return told.isDamaged && told.members.isEmpty
        }
    }

    private static let hiddenText = {
        let texts = [
            "attempt_id", "session", "method", "credential_id", "credential_name", "entrance_id", "entrance_name",
            "binding_id", "provider", "proximity", "authority", "gate", "outcome", "effect", "confirmation", "reason",
            "debug_description", "later_effect", "later_confirmation", "identity_id", "lock_address", "trace",
        ]
        let all = texts.map { "ifnull(\($0), '')" }.joined(separator: " || ")
        return "SELECT instr(CAST(\(all) AS BLOB), x'00') > 0 FROM attempt WHERE number = ?"
    }()

    /// Whether one of the row's texts continues after a zero byte. A reader of C strings would stop at this byte.
    private func hasHiddenText(_ number: Int64) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: Self.hiddenText), arguments: [number]) ?? false
    }

    /// Whether an entry with this number was dropped, or whether a span that this machine did not seal claims so.
    func isLetGo(_ number: Int64) throws -> Bool {
        do {
            return try span(over: number) != nil
        } catch let error as StoreError where error.code == .corrupt {
            return true
        }
    }

    /// Reads the chain's entries about an attempt.
    func told(of attempt: Int64, in state: State) throws -> Told {
        let statement = try db.cachedStatement(
            sql: "SELECT number, content FROM audit_entry WHERE attempt = ? AND number BETWEEN ? AND ? ORDER BY number")
        let rows = try Row.fetchAll(statement, arguments: [attempt, state.first, state.last]).map(StoredRow.init)
        return try rows.reduce(into: Told()) { told, row in
            // If an entry is in a place where entries were dropped, somebody else has put it there.
            guard try !isLetGo(row.value("number")) else {
                told.isForged = true
                return
            }
            switch try? Content(row.value("content"), attempt: attempt) {
            case .members(let members):
                for member in members { told.members[member.key] = member.value == .null ? nil : member.value }
            case .damage: told.isDamaged = true
            case .trimmed, .adopted, nil: break
            }
        }
    }
}
