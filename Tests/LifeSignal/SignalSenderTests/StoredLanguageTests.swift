import Foundation
import GRDB
import LinuxSupport
import SealedDatabase
import SeamWords
import SignalCore
import TestSupport
import Testing
import Wire

@testable import SignalStore

/// Tests the language of stored texts, including texts that earlier versions stored.
@Suite struct StoredLanguageTests {
    private let people: StoredPeople
    private static let alarm = StoredPeople.id(50)
    private static let room = [ChannelRoom(name: "box", kind: .program, slots: 16)]

    /// Ben and Cleo are told of Ada's alarms. Ben reads Spanish.
    init() throws {
        people = try StoredPeople(operator: [ReachAddress(known: "box", "operator")], in: .german)
        _ = try people.store.change(StoredPeople.ada, at: StoredPeople.at(1)) { $0.profile.firstName = "Ada %@" }
        for other in [StoredPeople.ben, StoredPeople.cleo] {
            try people.agree(other)
            try people.reach(other, "box", "\(other[0])")
        }
        _ = try people.store.set(["pings"], .spanish, of: StoredPeople.ben, at: StoredPeople.at(2))
    }

    private func claims(_ second: Int64) throws -> [String: ClaimedDelivery] {
        let claims = try people.store.claim(Self.room, slots: 16, at: StoredPeople.at(second))
        return Dictionary(uniqueKeysWithValues: claims.map { ($0.to.address, $0) })
    }

    @Test("stored language: what is set is kept") func whatIsSetIsKept() async throws {
        try await people.rewrite("")
        let ben = try #require(try people.store.person(StoredPeople.ben))
        #expect(ben.language == .spanish && ben.silenced == ["pings"])
        #expect(try people.store.person(StoredPeople.cleo)?.language == nil)
        _ = try people.store.set([], .some(nil), of: StoredPeople.ben, at: StoredPeople.at(3))
        #expect(try people.store.person(StoredPeople.ben)?.language == nil)
        // If a later version stored an unknown language, the machine's language is used, and the other preferences
        // still count.
        try await people.rewrite("UPDATE person SET preferences = 'alerts language=fr'")
        let other = try #require(try people.store.person(StoredPeople.cleo))
        #expect(other.language == nil && other.silenced == ["alerts"])
    }

    @Test("stored language: each is told in their language") func eachIsToldInTheirLanguage() throws {
        try people.apply(.called(Self.alarm), 10)
        try people.apply(.time(jump: .zero, Self.alarm), 370)
        let told = try claims(370)
        #expect(told.mapValues(\.language) == ["2": .spanish, "3": .german, "operator": .german])
        #expect(told["2"]?.text.hasPrefix("Ada %@ pide ayuda, ") == true)
        #expect(told["2"]?.details?.contains("\nAyude, por favor: ") == true)
        #expect(told["3"]?.text.hasPrefix("Ada %@ ruft um Hilfe, ") == true)
        #expect(told["operator"]?.text.contains("Antwort: seam signal ack --operator ") == true)
        // A stored text is worded in its reader's language at the time of reading.
        let note = try #require(try people.notes(StoredPeople.ben).first)
        #expect(note.message.said(in: .spanish) == told["2"]?.text && note.title.said(in: .english) == "Alarm")
        let message = try #require(try people.store.messages(before: .max, limit: 1).first)
        #expect(message.text.said(in: .german) == told["operator"]?.text)
    }

    @Test("stored language: a language counts for what waits") func aLanguageCountsForWhatWaits() throws {
        try people.apply(.called(Self.alarm), 10)
        _ = try people.store.set([], .english, of: StoredPeople.ben, at: StoredPeople.at(11))
        #expect(try claims(12)["2"]?.text.hasPrefix("Ada %@ calls for help, ") == true)
    }

    /// Replaces the last text that was stored for Ben with a text in the form that an earlier version stored.
    private func keepOld(_ text: String, title: String = "Alarm") throws {
        let store = people.store
        let number = try store.read { db in
            try Int64.fetchOne(
                db, sql: "SELECT max(number) FROM message WHERE recipient = ?",
                arguments: [SignalRecipient.person(StoredPeople.ben).kept]) ?? 0
        }
        let note = try #require(try people.notes(StoredPeople.ben).first).id
        try store.write { db in
            let row = try #require(
                try Row.fetchOne(db, sql: "SELECT * FROM message WHERE number = ?", arguments: [number]))
            let place =
                "\(Hex.encode(Self.alarm))/\(row["recipient"] as String)/\(row["kind"] as String)/\(row["round"] as Int64)"
            let key = try #require(try store.keys.dataKey(of: .messages, in: db))
            let sealed = try Seal.close(Array(text.utf8), key: key, context: SignalStore.messageContext(place))
            try db.execute(sql: "UPDATE message SET text = ? WHERE number = ?", arguments: [sealed, number])
            let own = try #require(try store.keys.dataKey(of: .person(StoredPeople.ben), in: db))
            let json = JSON.members(("title", .string(title)), ("message", .string(text))).bytes
            let context = SignalStore.notificationContext(note, StoredPeople.ben)
            try db.execute(
                sql: "UPDATE notification SET text = ? WHERE id = ?",
                arguments: [try Seal.close(json, key: own, context: context), Data(note)])
        }
    }

    /// A text from an earlier version is shown in the form in which it was stored. This holds for every name of the
    /// person.
    @Test(
        "stored language: what was said before stays",
        arguments: ["Ada", #"["Alarm"]"#, #"["%@ is well.","Ada"]"#, "[", "%@", #"{"text":["Alarm"]}"#])
    func whatWasSaidBeforeStays(_ name: String) throws {
        try people.apply(.called(Self.alarm), 10)
        let text =
            "\(name) calls for help, 1970-01-01 00:00 UTC. Answer: seam signal ack \(AlarmText.word(of: Self.alarm))"
        try keepOld(text)
        #expect(try claims(11)["2"]?.text == text)
        let note = try #require(try people.notes(StoredPeople.ben).first)
        for language in SeamLanguage.spoken {
            #expect(note.message.said(in: language) == text && note.title.said(in: language) == "Alarm")
        }
    }

    /// A text from an earlier version ends with its alarm's word, but JSON never does. A text from a later version
    /// stays in English.
    @Test("stored language: no text is taken for another") func noTextIsTakenForAnother() throws {
        let word = AlarmText.word(of: Self.alarm)
        for name in [#"["Alarm"]"#, "[", "]", #"["Alarm"] ["#, #""Alarm""#, #"""#, "null", "1"] {
            for text in ["\(name) has checked in. \(word)", "\(name) \(word)"] {
                #expect(SignalStore.messageText(Array(text.utf8)) == .plain(text))
            }
        }
        for text in [AlarmText.drill(of: "]", word: word), AlarmText.allClear(.cancelled, of: "]", word: word)] {
            #expect(text.json.text.hasSuffix("]") && SignalStore.messageText(text.json.bytes) == text)
        }
        #expect(SignalStore.messageText(SeamText.plain(word).json.bytes) == .plain(word))
        let later = SignalStore.messageText(Array(#"["%@ has done something new. %@",["somebody"],"ABCDEF"]"#.utf8))
        #expect(later.said(in: .spanish) == "alguien has done something new. ABCDEF")
    }
}
