import SeamWords
import Testing
import Wire

/// Tests texts with arguments: their form in source code, their translation and their storage.
@Suite struct TextTests {
    @Test("texts: what is interpolated is an argument, and never a pattern")
    func interpolation() {
        let name = "%@ %2$@ somebody"
        let text: SeamText = "\(name) is on the way."
        #expect(text == SeamText("%@ is on the way.", [name]))
        #expect(
            text.said(in: .english) == "\(name) is on the way." && text.said(in: .german) == "\(name) ist unterwegs.")
        let counted: SeamText = "\(3) minutes ago"
        #expect(counted.said(in: .spanish) == "hace 3 minutos")
        #expect(SeamText("\(name)") == .plain(name))
    }

    @Test("texts: one within another is said in the same language")
    func nesting() {
        let (who, age): (SeamText, SeamText) = ("somebody", "just now")
        let text: SeamText = "\(who) is on the way."
        #expect(
            text.said(in: .english) == "somebody is on the way." && text.said(in: .german) == "jemand ist unterwegs.")
        let line: SeamText = "Since: \("\(who) (\(age))" as SeamText)"
        #expect(line.said(in: .spanish) == "Desde: alguien (ahora mismo)")
        #expect(("\(SeamText.plain("Ada")) is well." as SeamText) == SeamText("%@ is well.", ["Ada"]))
    }

    @Test("texts: sentences come one after another, without those that are not there")
    func sentences() {
        let text = SeamText.sentences("Clock corrected.", nil, "", .plain("ABCDEF"))
        #expect(
            text.said(in: .english) == "Clock corrected. ABCDEF" && text.said(in: .german) == "Uhr gestellt. ABCDEF")
        #expect(SeamText.sentences().said(in: .german).isEmpty && SeamText("").said(in: .pseudo).isEmpty)
    }

    /// The first part of a text is shortened last, and only if that helps.
    @Test("texts: one that is too long for a text message is said with its shorter parts")
    func shortening() {
        func said(_ count: Int, in language: SeamLanguage = .english) -> String {
            let text = SeamText(sentences: [
                .plain(String(repeating: "a", count: count)), .shortened("Clock corrected.", to: ""),
                .shortened(.plain("long end."), to: .plain("end")),
            ])
            return String(text.said(in: language).drop { $0 == "a" })
        }
        #expect(said(113) == " Clock corrected. long end." && said(114) == " Clock corrected. end")
        #expect(said(119) == " Clock corrected. end" && said(120) == " long end." && said(130) == " long end.")
        #expect(said(131) == " end" && said(500) == " end")
        #expect(said(116, in: .german) == " Uhr gestellt. long end.", "each language has room of its own")
    }

    @Test("texts: what is kept is read again")
    func kept() throws {
        let name = #"Ada "%@" ["x"] \u{1F469}"#
        let short = SeamText(sentences: [.text("\(name) is well."), .shortened("Clock corrected.", to: "")])
        let texts: [SeamText] = [
            "Alarm", "", .plain(name), .plain(""), "\(name) is on the way.", .sentences("Alarm", .plain(name)), short,
            "\("somebody" as SeamText) is well.",
        ]
        for text in texts {
            let kept = try JSON(parsing: text.json.text.utf8)
            #expect(SeamText(json: kept) == text, "\(kept.text)")
        }
        #expect(SeamText.plain(name).json == .string(name) && ("Alarm" as SeamText).json == ["Alarm"])
        #expect(short.json == ["", ["%@ is well.", .string(name)], ["text": ["Clock corrected."], "short": [""]]])
        let newer = SeamText(json: ["Nobody has translated %@", ["nor this"]])
        #expect(newer?.said(in: .german) == "Nobody has translated nor this")
        for other in [1, [], [1], ["a %@", 1], ["a %@", ["text": "b"]], ["text": "b", "short": "c"]] as [JSON] {
            #expect(SeamText(json: other) == nil, "\(other.text)")
        }
    }
}
