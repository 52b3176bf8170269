import DaemonCore
import SealedDatabase
import SeamWords
import SignalCore
import SignalStore
import TestSupport
import Testing
import Wire

/// A store with Ada, Ben and Cleo, each signed in as a different user.
final class StoredPeople {
    private(set) var store: SignalStore
    static let (ada, ben, cleo) = (id(1), id(2), id(3))
    private let directory: TestDirectory
    private let operatorAddresses: [ReachAddress]
    private let language: SeamLanguage

    init(operator addresses: [ReachAddress] = [], in language: SeamLanguage = .english) throws {
        (directory, operatorAddresses, self.language) = (try TestDirectory(), addresses, language)
        store = try Self.open(directory, addresses, language)
        for (number, person) in [Self.ada, Self.ben, Self.cleo].enumerated() {
            try signIn(person, "+491511234567\(number)", uid: UInt32(number))
        }
    }

    private static func open(
        _ directory: TestDirectory, _ addresses: [ReachAddress], _ language: SeamLanguage
    ) throws -> SignalStore {
        try SignalStore(
            path: directory.file("store.db"), machineKey: MachineKey(bytes: Array(0..<32)), operator: addresses,
            language: language, now: at(0))
    }

    /// The parts of a person's data that a test can damage on disk.
    enum Part: String {
        case profile = "UPDATE person SET profile = x'00' WHERE id = ?"
        /// The key to everything that the store keeps about a person.
        case key = "UPDATE data_key SET wrapped = x'00' WHERE owner LIKE '%' || lower(hex(?))"
    }

    /// Damages a part of a person's data, so that the store can no longer read it.
    func spoil(_ part: Part, of person: SignalPersonID) async throws {
        try store.close()
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as db:
                print(db.execute(sys.argv[2], [bytes.fromhex(sys.argv[3])]).rowcount)
            """
        let python = try ChildProcess(
            "/usr/bin/python3", ["-c", script, directory.file("store.db"), part.rawValue, Hex.encode(person)])
        #expect(try await python.awaitExit() == 0 && python.output == "1\n", "\(python.errors)")
        store = try Self.open(directory, operatorAddresses, language)
    }

    /// Changes the store's file with SQL. The store does not know of the change.
    func rewrite(_ statements: String) async throws {
        try store.close()
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
        let python = try ChildProcess("/usr/bin/python3", ["-c", script, directory.file("store.db"), statements])
        #expect(try await python.awaitExit() == 0, "\(python.errors)")
        store = try Self.open(directory, operatorAddresses, language)
    }

    static func id(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 16) }

    static func at(_ seconds: Int64) -> Timestamp { Timestamp(millisecondsSince1970: seconds * 1_000) }

    static func session(_ uid: UInt32) throws -> SessionID { try #require(SessionID(uid: uid, name: "default")) }

    func signIn(_ person: SignalPersonID, _ phone: String, uid: UInt32) throws {
        let session = try Self.session(uid)
        let code = PendingSignIn(phone: phone, code: "123456", expiresAt: Self.at(60), isIssued: true)
        try store.save(code, of: session, at: Self.at(0))
        _ = try store.signIn(
            session, pending: nil, code: "123456", isOpen: true, ids: (person, person.map { $0 &+ 100 }),
            at: Self.at(0))
    }

    /// Lets Ada ask another person to be her responder or to have other roles. The other person agrees.
    func agree(
        _ other: SignalPersonID, _ roles: ContactRoles = ContactRoles(isResponder: true), tier: Int = 1
    ) throws {
        let (ticket, ids) = (other.map { $0 + 10 }, (own: other.map { $0 + 20 }, other: other.map { $0 + 30 }))
        _ = try store.lookUp(qr: other.map { $0 + 100 }, by: Self.ada, ticket: ticket, at: Self.at(1))
        _ = try store.addContact(
            ticket: ticket, by: Self.ada, ContactLabels(), roles, tier: tier, ids: ids, at: Self.at(1))
        _ = try store.changeContact(ids.other, of: other, alert: Self.id(99), at: Self.at(1)) { $0.accept() }
    }

    /// Adds an address in a channel for a person, and confirms the address with its code.
    func reach(_ person: SignalPersonID, _ channel: String, _ address: String, at second: Int64 = 1) throws {
        let id = Array(address.utf8) + Array(repeating: 0, count: max(0, 16 - address.utf8.count))
        _ = try store.addReach(
            ReachAddress(known: channel, address), of: person, id: id, code: "123456", at: Self.at(second))
        _ = try store.verifyReach("123456", of: person, at: Self.at(second))
    }

    /// Applies an event for a person without a PIN, and returns the change.
    @discardableResult
    func apply(_ event: SignalEvent, to person: SignalPersonID = ada, _ seconds: Int64) throws -> WatchChange {
        let use = PINUse(nil, isRequired: false, alert: Self.id(99))
        guard case .done(let change) = try store.apply(event, to: person, with: use, at: Self.at(seconds)) else {
            throw TestFailure("somebody without a PIN was asked for one")
        }
        return change
    }

    /// A person's notifications, with the newest first.
    func notes(_ person: SignalPersonID = ada) throws -> [StoredNotification] {
        try store.notifications(of: person, limit: 2_000)
    }
}
