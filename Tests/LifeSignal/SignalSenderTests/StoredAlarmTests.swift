import SeamWords
import SignalCore
import SignalStore
import TestSupport
import Testing
import Wire

/// Tests the alarms and sessions of several people in the store, and the store's notices of changes, without a daemon.
@Suite struct StoredAlarmTests {
    private let people: StoredPeople
    private var store: SignalStore { people.store }
    private static let alarm = StoredPeople.id(50)

    init() throws { people = try StoredPeople() }

    /// A person whom no message had reached when the alarm ended needs no all-clear.
    @Test("stored alarm: only who was told hears the all clear") func onlyWhoWasToldHearsTheAllClear() throws {
        try people.agree(StoredPeople.ben)
        try people.agree(StoredPeople.cleo, tier: 2)
        try people.apply(.called(Self.alarm), 10)
        let ended = try people.apply(.cancelled, 20)
        #expect(ended.news.messages == [], "nor was the operator told")
        let (ben, cleo) = (try people.notes(StoredPeople.ben), try people.notes(StoredPeople.cleo))
        #expect(ben.compactMap(\.kind) == ["all_clear", "alert"] && cleo.compactMap(\.kind) == [])
    }

    /// An alarm's messages are kept while it is running, and for a month afterwards.
    @Test("stored alarm: what is told of a running alarm stays") func whatIsToldOfARunningAlarmStays() throws {
        try people.agree(StoredPeople.ben)
        try people.apply(.called(Self.alarm), 10)
        let (month, told) = (86_400 * 30 as Int64, try people.notes(StoredPeople.ben).filter { $0.alert != nil })
        #expect(told.count == 1)
        try store.removeWhatIsOver(at: StoredPeople.at(month * 2))
        #expect(try people.notes().map(\.alert) == [Self.alarm] && people.notes(StoredPeople.ben) == told)
        try people.apply(.cancelled, month * 2)
        try store.removeWhatIsOver(at: StoredPeople.at(month * 3 - 1))
        #expect(try people.notes(StoredPeople.ben).compactMap(\.kind) == ["all_clear"])
        try store.removeWhatIsOver(at: StoredPeople.at(month * 3))
        #expect(try people.notes(StoredPeople.ben) == [])
    }

    @Suite(.lane(.signal)) struct SignalLane {
        /// The notifications of a running alarm are never dropped, even if many other notifications come.
        @Test("stored alarm: a thousand others do not hide it") func aThousandOthersDoNotHideIt() throws {
            let people = try StoredPeople()
            try people.apply(.called(StoredAlarmTests.alarm), 10)
            for second in 20...1_020 as ClosedRange<Int64> {
                try people.apply(.reminder(at: StoredPeople.at(second)), second)
                try people.apply(.time(jump: .zero, StoredPeople.id(51)), second)
            }
            let notes = try people.notes()
            #expect(notes.count { $0.alert == nil } == 1_000, "the oldest of the others is gone")
            #expect(notes.last?.alert == StoredAlarmTests.alarm && notes.count == 1_001)
        }
    }

    /// If a person's rows cannot be read, the store tries again a minute later. In the meantime, alarms about other
    /// people are sent.
    @Test("stored alarm: who cannot be read hides nobody") func whoCannotBeReadHidesNobody() async throws {
        for person in [StoredPeople.ada, StoredPeople.ben] { try people.apply(.checkedIn(.manual), to: person, 10) }
        try await people.spoil(.profile, of: StoredPeople.ada)
        let look = try store.lookAtDue(at: StoredPeople.at(86_710), jump: .zero)
        #expect(look.failed == [StoredPeople.ada] && look.changes.map(\.person.id) == [StoredPeople.ben])
        #expect(look.changes.first?.person.watch.alert?.kind == .overdue)
        #expect(try store.lookAtDue(at: StoredPeople.at(86_769), jump: .zero).failed == [])
        #expect(try store.lookAtDue(at: StoredPeople.at(86_770), jump: .zero).failed == [StoredPeople.ada])
    }

    /// If an address refuses a message, the store handles the refusal once, whether or not anyone in the tier can still
    /// be told.
    @Test("stored alarm: what is refused is looked at once") func whatIsRefusedIsLookedAtOnce() throws {
        for other in [StoredPeople.ben, StoredPeople.cleo] { try people.agree(other) }
        for address in ["a", "b"] { try people.reach(StoredPeople.ben, "box", address) }
        try people.apply(.called(Self.alarm), 10)
        let room = ChannelRoom(name: "box", kind: .program, slots: 8)
        for (second, delivery) in try store.claim([room], slots: 8, at: StoredPeople.at(10)).enumerated() {
            let now = StoredPeople.at(11 + Int64(second))
            let report = StoredReport(number: delivery.number, fence: delivery.fence, outcome: .permanent)
            _ = try store.report(report, at: now)
            #expect(try store.lookAtDue(at: now, jump: .zero).changes.flatMap(\.actions) == [])
            #expect(try store.lookAtDue(at: now, jump: .zero).changes == [], "it is not looked at again and again")
        }
    }

    /// If the store cannot write a message for a responder, the operator is told instead. The other responders are told
    /// as usual.
    @Test("stored alarm: who cannot be told is replaced") func whoCannotBeToldIsReplaced() async throws {
        for other in [StoredPeople.ben, StoredPeople.cleo] { try people.agree(other) }
        try await people.spoil(.key, of: StoredPeople.ben)
        let called = try people.apply(.called(Self.alarm), 10)
        #expect(called.news.messages.map(\.kind) == ["alert"])
        #expect(try people.notes(StoredPeople.cleo).contains { $0.kind == "alert" })
    }

    /// A responder can be on the way even if their name cannot be read.
    @Test("stored alarm: who has no name answers") func whoHasNoNameAnswers() async throws {
        try people.agree(StoredPeople.ben)
        try people.apply(.called(Self.alarm), 10)
        try await people.spoil(.profile, of: StoredPeople.ben)
        let answered = try store.answer(
            alert: Self.alarm, word: nil, by: StoredPeople.ben, at: StoredPeople.at(20)
        ) { .acknowledged(by: .person($0)) }
        #expect(answered?.change.person.watch.alert?.acknowledgedBy == .person(StoredPeople.ben))
        #expect(try people.notes().first?.message.said(in: .english) == "somebody is on the way.")
    }

    /// The store may store the mark of an earlier moment late. Even then, the next process continues from the latest
    /// moment.
    @Test("stored alarm: the kept time does not go back") func theKeptTimeDoesNotGoBack() throws {
        func mark(_ seconds: Int64) -> SignalTime.Mark {
            SignalTime.Mark(
                time: StoredPeople.at(seconds), wall: StoredPeople.at(seconds), bootClock: .seconds(seconds),
                bootID: "a", doubtedUntil: StoredPeople.at(seconds + 1))
        }
        for seconds in [100, 200, 150] as [Int64] { try store.save(mark(seconds)) }
        #expect(try store.signalMark() == mark(200))
    }

    /// A ping expires after a day.
    @Test("stored alarm: a ping ends after a day") func aPingEndsAfterADay() throws {
        try people.agree(StoredPeople.ben)
        let (ada, ping) = (StoredPeople.ben.map { $0 + 30 }, StoredPeople.id(60))
        guard case .sent = try store.ping(ada, by: StoredPeople.ben, id: ping, at: StoredPeople.at(100)) else {
            throw TestFailure("not sent")
        }
        let (last, over) = (StoredPeople.at(86_499), StoredPeople.at(86_500))
        #expect(try store.isPending(ping, for: StoredPeople.ada, at: last))
        #expect(try !store.isPending(ping, for: StoredPeople.ada, at: over))
        #expect(try store.contact(ada, of: StoredPeople.ben, at: last)?.status == .pendingPing)
        #expect(try store.contact(ada, of: StoredPeople.ben, at: over)?.status == .active)
        let late = try people.apply(.checkedIn(.responderInitiated), 86_500)
        #expect(late.news.pings == [], "and nobody is told of an answer")
    }

    /// A person can have at most 64 contacts, no matter which of the two people asked for the contact.
    @Test("stored alarm: contacts are64 at most") func contactsAre64AtMost() throws {
        for number in 0..<65 as Range<UInt8> {
            let other = StoredPeople.id(number + 120)
            try people.signIn(other, "+4915112346\(100 + Int(number))", uid: 1_000 + UInt32(number))
            // The test looks up the codes at times that are far apart, because only thirty codes may be looked up in an
            // hour.
            let now = StoredPeople.at(10 + Int64(number) * 121)
            _ = try store.lookUp(qr: other.map { $0 &+ 100 }, by: StoredPeople.ada, ticket: other, at: now)
            let ids = (own: [number] + Array(other.dropFirst()), other: Array(other.dropLast()) + [number])
            let outcome = try store.addContact(
                ticket: other, by: StoredPeople.ada, ContactLabels(), ContactRoles(isResponder: true), tier: 1,
                ids: ids, at: now)
            if case .changed = outcome { #expect(number < 64) } else { #expect(number == 64 && outcome == .full) }
        }
        #expect(try store.contacts(of: StoredPeople.ada, at: StoredPeople.at(9_000)).count == 64)
    }

    /// One transaction handles fifty people, and reports to the caller that there are more.
    @Test("stored alarm: a look says that there is more") func aLookSaysThatThereIsMore() throws {
        for number in 0..<51 as Range<UInt8> {
            let person = StoredPeople.id(number + 60)
            try people.signIn(person, "+4915112346\(100 + Int(number))", uid: 1_000 + UInt32(number))
            try people.apply(.checkedIn(.manual), to: person, 10)
        }
        let looks = try (0..<2).map { _ in try store.lookAtDue(at: StoredPeople.at(86_710), jump: .zero) }
        #expect(looks.map(\.changes.count) == [50, 1] && looks.map(\.isPartial) == [true, false])
        #expect(looks.flatMap(\.changes).allSatisfy { $0.person.watch.alert != nil })
    }

    /// Nobody can read or remove somebody else's notifications.
    @Test("stored alarm: a notification is its owners") func aNotificationIsItsOwners() throws {
        try people.agree(StoredPeople.ben)
        let note = try #require(try people.notes(StoredPeople.ben).first)
        #expect(try !store.markAsRead(note.id, of: StoredPeople.ada))
        #expect(try !store.deleteNotification(note.id, of: StoredPeople.ada))
        #expect(try people.notes(StoredPeople.ben).first == note)
        #expect(try store.markAsRead(note.id, of: StoredPeople.ben))
        #expect(try store.deleteNotification(note.id, of: StoredPeople.ben) && people.notes(StoredPeople.ben) == [])
    }

    /// If a user requests codes for somebody else's number, the requests of the number's owner are not used up.
    @Test("stored alarm: another user's requests lock nobody out") func anotherUsersRequestsLockNobodyOut() throws {
        let phone = "+491511234567"
        for second in 100..<103 as Range<Int64> {
            #expect(try store.request(phone: phone, by: 4, at: StoredPeople.at(second)) == nil)
        }
        #expect(try store.request(phone: phone, by: 4, at: StoredPeople.at(104)) == .seconds(3_596))
        #expect(try store.request(phone: phone, by: 5, at: StoredPeople.at(104)) == nil)
    }

    /// Each user of the machine has their own session with the name `default`.
    @Test("stored alarm: a session is its users") func aSessionIsItsUsers() throws {
        for (uid, person) in [StoredPeople.ada, StoredPeople.ben, StoredPeople.cleo].enumerated() {
            #expect(try store.person(of: StoredPeople.session(UInt32(uid)))?.person.id == person)
        }
        #expect(try store.person(of: StoredPeople.session(3))?.person == nil)
        try store.signOut(StoredPeople.session(1))
        #expect(try store.person(of: StoredPeople.session(1))?.person == nil)
        #expect(try store.person(of: StoredPeople.session(0))?.person.id == StoredPeople.ada)
    }
}
