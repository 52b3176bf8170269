import SeamWords
import Testing

/// Tests how a text is translated into each language.
@Suite struct LanguageTests {
    @Test("languages: by their codes, with a country and an encoding, and no others")
    func codes() {
        let known: [(String, SeamLanguage)] = [
            ("en", .english), ("es", .spanish), ("de", .german), ("xx", .pseudo), ("de_AT.UTF-8", .german),
            ("es-MX", .spanish), ("EN-gb", .english), ("de@euro", .german),
        ]
        for (code, language) in known { #expect(SeamLanguage(code: code) == language, "\(code)") }
        for code in ["", "C", "POSIX", "C.UTF-8", "fr", "deu", "d", "-de", "%@", "den_DE"] {
            #expect(SeamLanguage(code: code) == nil, "\(code)")
        }
        #expect(SeamLanguage.allCases.allSatisfy { SeamLanguage(code: $0.code) == $0 })
        #expect(SeamLanguage { ["LC_ALL": "", "LC_MESSAGES": "es_MX.UTF-8", "LANG": "de"][$0] } == .spanish)
        #expect(SeamLanguage { ["LC_ALL": "C.UTF-8", "LANG": "de"][$0] } == nil && SeamLanguage { _ in nil } == nil)
    }

    @Test("languages: arguments stand where the translation wants them, and are no patterns")
    func arguments() {
        #expect(SeamLanguage.english("until %@", "18:00") == "until 18:00")
        #expect(SeamLanguage.german("until %@", "%@ %2$@") == "bis %@ %2$@")
        #expect(SeamLanguage.spanish("%@ of %@", "1", "2") == "1 de 2")
        #expect(SeamLanguage.english("%2$@, %1$@", "a", "b") == "b, a")
        #expect(SeamLanguage.english("%2$@ and %@", "a", "b", "c") == "b and c")
        // A placeholder without an argument is left unchanged. A percent sign has no other special meaning.
        #expect(SeamLanguage.english("%@ %@ 5 %", "a") == "a %@ 5 %" && SeamLanguage.english("100%") == "100%")
        #expect(SeamLanguage.english("%0$@ %$@ %9$@", "a") == "%0$@ %$@ %9$@")
        #expect(SeamLanguage.german("nobody has translated %@", "this") == "nobody has translated this")
    }

    @Test("languages: one and several")
    func plurals() {
        func keys(_ count: Int, _ language: SeamLanguage) -> String {
            language.count(count, one: "1 key", other: "%@ keys")
        }
        #expect([0, 1, 2].map { keys($0, .english) } == ["0 keys", "1 key", "2 keys"])
        #expect([0, 1, 2].map { keys($0, .german) } == ["0 Schlüssel", "1 Schlüssel", "2 Schlüssel"])
        #expect([0, 1, 2].map { keys($0, .spanish) } == ["0 llaves", "1 llave", "2 llaves"])
        #expect(SeamLanguage.german.count(1, one: "1 more", other: "%@ more") == "1 weiterer")
        #expect(SeamLanguage.spanish.count(2, one: "1 more", other: "%@ of %@", "7") == "2 de 7")
    }

    @Test("languages: a word that is a state and an action is two words")
    func actions() {
        #expect(SeamLanguage.german("open") == "offen" && SeamLanguage.german.action("open") == "öffnen")
        #expect(SeamLanguage.spanish("Open") == "Abierta" && SeamLanguage.spanish.action("Open") == "Abrir")
        #expect(SeamLanguage.english.action("Open") == "Open" && SeamLanguage.german.action("Close") == "Schließen")
    }

    @Test("languages: dates in the order in which each writes them")
    func dates() {
        func date(_ language: SeamLanguage) -> String { language.date(day: 27, month: 11, year: 2026, weekday: 6) }
        #expect(date(.english) == "Fri 27 Nov 2026")
        #expect(date(.german) == "Fr 27. Nov. 2026")
        #expect(date(.spanish) == "vie 27 nov 2026")
        #expect(SeamLanguage.german.date(day: 1, month: 3) == "1. März")
        for language in SeamLanguage.allCases {
            #expect(Set((1...7).map(language.weekday)).count == 7 && Set((1...12).map(language.month)).count == 12)
            for number in [0, -1, 13, .min, .max] {
                #expect(!language.month(number).isEmpty && !language.weekday(number).isEmpty)
            }
        }
    }

    @Test("languages: the strange one is longer, has no plain letter, and keeps arguments")
    func pseudo() {
        for english in SeamLanguage.german.translations.keys {
            let letters = english.replacing("%@", with: "").count(where: \.isLetter)
            let words = SeamLanguage.pseudo(english)
            #expect(words.count >= english.count + letters * 2 / 5, "\(words)")
            // The padding of each part between two arguments is computed separately.
            let parts = Pattern.parts(of: english).count { if case .words = $0 { true } else { false } }
            #expect(words.count <= english.count + letters * 2 / 5 + parts, "\(words)")
            #expect(!words.contains { $0.isASCII && $0.isLetter }, "\(words)")
        }
        #expect(SeamLanguage.pseudo("until %@", "May") == "úúñťííł May")
        #expect(SeamLanguage.pseudo("") == "" && SeamLanguage.pseudo("%2$@ %1$@", "a", "b") == "b a")
    }
}
