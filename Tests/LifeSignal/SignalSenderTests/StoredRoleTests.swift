import GRDB
import SealedDatabase
import SignalCore
import SignalStore
import Testing
import Wire

/// Tests the rights that a contact has in the store, and the rights that remain if the person has a PIN.
@Suite struct StoredRoleTests {
    private let people: StoredPeople
    private var store: SignalStore { people.store }
    private static let alarm = StoredPeople.id(50)

    /// Ben is told of Ada's alarms. Cleo is not told of Ada's alarms, while Ada is told of Cleo's alarms.
    init() throws {
        people = try StoredPeople()
        try people.agree(StoredPeople.ben)
        try people.agree(StoredPeople.cleo, ContactRoles(isDependent: true))
    }

    @Test("stored role: only a responder answers") func onlyAResponderAnswers() throws {
        try people.apply(.called(Self.alarm), 10)
        func answer(_ event: (SignalPersonID) -> SignalEvent, by person: SignalPersonID) throws -> Bool {
            try store.answer(alert: Self.alarm, word: nil, by: person, at: StoredPeople.at(20), event) != nil
        }
        #expect(try !answer({ .acknowledged(by: .person($0)) }, by: StoredPeople.cleo))
        #expect(try !answer({ .resolved(by: $0) }, by: StoredPeople.cleo))
        let alert = try store.person(StoredPeople.ada)?.watch.alert
        #expect(alert?.id == Self.alarm && alert?.acknowledgedAt == nil)
        #expect(try answer({ .resolved(by: $0) }, by: StoredPeople.ben))
    }

    @Test("stored role: only a responder shows its channels") func onlyAResponderShowsItsChannels() throws {
        for person in [StoredPeople.ben, StoredPeople.cleo] { try people.reach(person, "box", "\(person[0])") }
        let contacts = try store.contacts(of: StoredPeople.ada, at: StoredPeople.at(20))
        #expect(contacts.count == 2)
        for contact in contacts { #expect(contact.channels == (contact.bond.roles.isResponder ? ["box"] : [])) }
    }

    private func cancel(_ pin: String, _ second: Int64) throws -> PINRefusal? {
        let use = PINUse(pin, isRequired: true, alert: StoredPeople.id(98))
        let tried = try store.apply(.cancelled, to: StoredPeople.ada, with: use, at: StoredPeople.at(second))
        if case .refused(let why, _) = tried { return why }
        return nil
    }

    private func setPINs(_ pin: String? = nil) throws {
        let use = PINUse(pin, isRequired: true, alert: StoredPeople.id(98))
        _ = try store.setPINs(real: "2468", forced: "1357", of: StoredPeople.ada, with: use, at: StoredPeople.at(5))
    }

    /// After either of the two right PINs, the earlier wrong tries no longer count.
    @Test("stored role: a right PIN forgets the wrong tries", arguments: ["2468", "1357"])
    func aRightPINForgetsTheWrongTries(_ right: String) throws {
        try setPINs()
        for second in 10..<14 { #expect(try cancel("0000", Int64(second)) == .wrong) }
        #expect(try cancel(right, 20) == nil)
        for second in 30..<34 { #expect(try cancel("0000", Int64(second)) == .wrong) }
        #expect(try cancel(right, 40) == nil)
    }

    /// The store takes the same time with either PIN, because it writes the same number of rows with both. It does so
    /// even if it does not keep these rows.
    @Test("stored role: either PIN makes the store write as much") func eitherPINMakesTheStoreWriteAsMuch() throws {
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

    /// If a person removes a role of a responder under force, the responder only appears to lose the role, and is still
    /// told of alarms.
    @Test("stored role: who has a role less under force is still there")
    func whoHasARoleLessUnderForceIsStillThere() throws {
        try setPINs()
        let ben = StoredPeople.ben.map { $0 + 20 }
        let done = try store.changeContact(
            ben, of: StoredPeople.ada, pin: "1357", alert: Self.alarm, at: StoredPeople.at(10)
        ) { $0.want(ContactRoles(isDependent: true)) }
        guard case .done(.changed(let seen?, _)) = done else { return #expect(Bool(false), "\(done)") }
        #expect(!seen.bond.roles.isResponder && seen.bond.proposal?.isMine == true)
        let known = try store.contacts(of: StoredPeople.ben, at: StoredPeople.at(20))
        #expect(known.map(\.bond.roles.isDependent) == [true] && known.first?.alert?.isConcealed == true)
        let told = try people.apply(.time(jump: .zero, StoredPeople.id(51)), 400).news.notifications
        #expect(told.map(\.person) == [StoredPeople.ben])
    }

    /// If a person was forced, version 1 stored the view that the person sees, and did not store the real state.
    @Test("stored role: what version1 concealed stays so", arguments: ["removed", "lessRole"])
    func whatVersion1ConcealedStaysSo(_ pretence: String) async throws {
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
