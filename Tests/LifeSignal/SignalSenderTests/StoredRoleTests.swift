import GRDB
import SealedDatabase
import SignalCore
import SignalStore
import Testing
import Wire

/// What the store lets a contact do and see, and what a PIN leaves there.
@Suite struct StoredRoleTests {
    private let people: StoredPeople
    private var store: SignalStore { people.store }
    private static let alarm = StoredPeople.id(50)

    /// Ben is told of Ada's alarms; Cleo is not, but Ada is told of hers.
    init() throws {
        people = try StoredPeople()
        try people.agree(StoredPeople.ben)
        try people.agree(StoredPeople.cleo, ContactRoles(isDependent: true))
    }

    private func setPINs(_ pin: String? = nil) throws {
        let use = PINUse(pin, isRequired: true, alert: StoredPeople.id(98))
        _ = try store.setPINs(real: "2468", forced: "1357", of: StoredPeople.ada, with: use, at: StoredPeople.at(5))
    }

    /// The store is busy for as long with either PIN: as many rows are written, whether they stay or not.
    @Test func eitherPINMakesTheStoreWriteAsMuch() throws {
        try setPINs()
        func rows(_ pin: String) throws -> Int {
            let before = try store.read { $0.totalChangesCount }
            try setPINs(pin)
            return try store.read { $0.totalChangesCount } - before
        }
        let (real, forced) = (try rows("2468"), try rows("1357"))
        #expect(real == forced && real > 3)
        #expect(try people.notes(StoredPeople.ben).count { $0.type == "alert" } == 1, "only the other one calls")
    }

    /// Version 1 kept in the row of somebody who was forced what they see, and not what is so.
    @Test(arguments: ["removed", "lessRole"]) func whatVersion1ConcealedStaysSo(_ pretence: String) async throws {
        let both = ContactRoles(isResponder: true, isDependent: true)
        let (own, other) = (StoredPeople.ben.map { $0 + 20 }, StoredPeople.ben.map { $0 + 30 })
        for (id, owner) in [(own, StoredPeople.ada), (other, StoredPeople.ben)] {
            _ = try store.changeContact(id, of: owner, alert: Self.alarm, at: StoredPeople.at(3)) { $0.want(both) }
        }
        try people.apply(.forced(Self.alarm), 10)
        let ada = "x'\(Hex.encode(StoredPeople.ada))'"
        try await people.rewrite(
            """
            DELETE FROM grdb_migrations WHERE identifier = '3-pretended';
            UPDATE contact SET pretended = '\(pretence)' WHERE owner = \(ada) AND is_responder = 1;
            """)
        let seen = try store.contacts(of: StoredPeople.ada, at: StoredPeople.at(20))
        #expect(seen.count == (pretence == "removed" ? 1 : 2) && seen.allSatisfy { !$0.bond.roles.isResponder })
        let known = try store.contacts(of: StoredPeople.ben, at: StoredPeople.at(20))
        #expect(known.map(\.bond.roles.isDependent) == [true] && known.first?.alert?.isConcealed == true)
        let told = try people.apply(.time(jump: .zero, StoredPeople.id(51)), 400).news.notifications
        #expect(told.map(\.person) == [StoredPeople.ben], "he is told again")
        let answer = try store.answer(
            alert: Self.alarm, word: nil, by: StoredPeople.ben, at: StoredPeople.at(410)
        ) { .resolved(by: $0) }
        #expect(answer != nil)
        let after = try store.contacts(of: StoredPeople.ben, at: StoredPeople.at(420))
        #expect(after.map(\.bond.consent) == [pretence == "removed" ? .ended : .active])
        #expect(after.allSatisfy { !$0.bond.roles.isDependent })
    }
}
