import LinuxSupport
import SignalCore
import SignalStore
import TestSupport
import Testing
import Wire

/// Tests the details that the store adds to the text of an alarm's message. Only people who may see these details get
/// them.
@Suite struct StoredDetailsTests {
    private let people: StoredPeople
    private static let room = [ChannelRoom(name: "box", kind: .program, slots: 16)]
    private static let alarm = StoredPeople.id(50)

    init() throws {
        people = try StoredPeople(operator: [ReachAddress(known: "box", "operator")])
        _ = try people.store.change(StoredPeople.ada, at: StoredPeople.at(1)) {
            ($0.profile.firstName, $0.profile.lastName, $0.profile.note) = ("Ada", "Moreno", "Insulin.")
        }
        for other in [StoredPeople.ben, StoredPeople.cleo] {
            try people.agree(other, tier: Int(other[0]) - 1)
            try people.reach(other, "box", "\(other[0])")
        }
    }

    private func details(_ second: Int64) throws -> [String: String] {
        let claims = try people.store.claim(Self.room, slots: 16, at: StoredPeople.at(second))
        return Dictionary(uniqueKeysWithValues: claims.map { ($0.to.address, $0.details ?? "") })
    }

    @Test("stored details: each reads what they may see") func eachReadsWhatTheyMaySee() throws {
        try people.apply(.called(Self.alarm), 10)
        let ben = try #require(try details(70)["2"])
        let since = try #require(MachineZone.text(10, "%Y-%m-%d %H:%M %Z"))
        #expect(ben.hasPrefix("Ada Moreno calls for help.\nSince: \(since) (1 minute ago)\n"))
        #expect(ben.contains("Number to call: +4915112345670") && ben.contains("> Insulin."))
        #expect(ben.contains("Nobody else has been alerted yet."))
        // The tiers are alerted one after the other, and the operator is alerted last. The operator gets the telephone
        // number, but does not get the note.
        try people.apply(.time(jump: .zero, Self.alarm), 190)
        #expect(try details(190)["3"]?.contains("Also alerted: 1 other responder.") == true)
        try people.apply(.time(jump: .zero, Self.alarm), 370)
        let told = try #require(try details(370)["operator"])
        #expect(told.contains("Number to call: +4915112345670") && !told.contains("Insulin"))
        #expect(told.contains("Also alerted: 2 responders."))
        #expect(told.contains("\n- box: 2 waiting\n") && told.contains("To see each message, run: seam signal deliv"))
    }

    /// The operator reads the best result of the messages to each address, and who cannot be reached. Nobody else reads
    /// this.
    @Test("stored details: the operator reads what was tried") func theOperatorReadsWhatWasTried() throws {
        let people = try StoredPeople(operator: [ReachAddress(known: "box", "operator")])
        for other in [StoredPeople.ben, StoredPeople.cleo] { try people.agree(other, tier: Int(other[0]) - 1) }
        for (channel, address) in [("box", "2"), ("horn", "ben")] {
            try people.reach(StoredPeople.ben, channel, address)
        }
        try people.apply(.called(Self.alarm), 10)
        let first = try people.store.claim(Self.room, slots: 16, at: StoredPeople.at(10))
        #expect(first.map(\.to.address) == ["2"])
        let refusal = StoredReport(number: first[0].number, fence: first[0].fence, outcome: .permanent)
        _ = try people.store.report(refusal, at: StoredPeople.at(11))
        try people.apply(.time(jump: .zero, Self.alarm), 190)
        try people.apply(.time(jump: .zero, Self.alarm), 370)
        let claims = try people.store.claim(Self.room, slots: 16, at: StoredPeople.at(370))
        let told = try #require(claims.first { $0.to.address == "operator" }?.details)
        let lines = told.split(separator: "\n").map(String.init)
        let title = try #require(lines.firstIndex(of: "Messages to responders, by channel:"), "\(told)")
        #expect(
            lines[(title + 1)...].prefix(5) == [
                "- box: 1 failed", "- horn: 1 waiting",
                "A message that was handed over has left this machine. Nobody may have read it.",
                "1 responder has no address, and sees the alarm only on this machine.",
                "To see each message, run: seam signal deliveries",
            ])
    }

    @Test("stored details: a call in secret has no number") func aCallInSecretHasNoNumber() throws {
        try people.apply(.forced(Self.alarm), 10)
        let told = try details(10)
        #expect(Set(told.keys) == ["2", "3", "operator"])
        #expect(told.values.allSatisfy { $0.contains("Do not phone") && !$0.contains("+49") })
    }

    /// If the message is sent again later, it says how long the alarm had lasted at that time. A message that is not an
    /// alarm has no details.
    @Test("stored details: they are as they are when they are claimed")
    func theyAreAsTheyAreWhenTheyAreClaimed() throws {
        try people.apply(.called(Self.alarm), 10)
        _ = try details(10)
        #expect(try details(130)["2"]?.contains("(2 minutes ago)") == true)
        try people.apply(.cancelled, 140)
        #expect(try details(160).isEmpty == false)
        #expect(try details(180).values.allSatisfy { $0.isEmpty })
    }

    /// If the rows of a person cannot be read, an alarm about this person is sent with its short text alone.
    @Test("stored details: what cannot be read is left out") func whatCannotBeReadIsLeftOut() async throws {
        try people.apply(.called(Self.alarm), 10)
        try await people.spoil(.profile, of: StoredPeople.ada)
        #expect(try details(20) == ["2": ""])
    }
}
