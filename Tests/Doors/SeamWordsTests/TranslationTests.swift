import RadioModel
import SeamModel
import SeamWords
import Testing
import Wire

/// Tests the translation tables against the sources that use them.
@Suite struct TranslationTests {
    private static let languages: [SeamLanguage] = [.spanish, .german]

    private static let screens = [
        "Sources/Clients/Kiosk", "Sources/Clients/SeamComponents", "Sources/Clients/SignalScreens",
        "Sources/Clients/TerminalClient",
    ]

    private static func places(_ pattern: String) -> Int {
        Pattern.parts(of: pattern).count { part in if case .place = part { true } else { false } }
    }

    /// The English texts that the screens translate.
    private static func asked() throws -> [String] {
        let literals = try Self.screens.flatMap { try SourceLiteral.all(in: $0).filter(\.hasWords) }
        return literals.compactMap { literal in
            if literal.before.hasSuffix("language.action(") { return SeamLanguage.actionKey(literal.text) }
            let askers = ["language(", "SeamText(", "words(", "one: ", "other: "]
            return askers.contains { literal.before.hasSuffix($0) } ? literal.text : nil
        }
    }

    @Test("languages: each text for which a screen asks is there, with its places")
    func used() throws {
        let asked = try Self.asked()
        #expect(asked.count > 25)
        for language in Self.languages {
            for text in asked {
                let words = language.translations[text]
                #expect(words != nil, "\(language.code) has no \(text)")
                #expect(words.map(Self.places) ?? 0 == Self.places(text), "\(language.code): \(text)")
            }
        }
    }

    /// The folders with all texts of LifeSignal: its messages, and its pages. Code outside the first folder creates no
    /// `Notice`.
    private static let signalTexts = ["Sources/LifeSignal/SignalCore/Texts", "Sources/LifeSignal/SignalWeb/Texts"]

    /// The texts of LifeSignal that are the same in every language.
    private static let commands = [
        "seam signal ack %@%@", "--operator ", "WORD", "ABCDEFGHJKLMNPQRSTUVWXYZ", "%@ %@ UTC", "LifeSignal",
    ]

    @Test("languages: each text of LifeSignal is there, with its places")
    func signal() throws {
        let literals = try Self.signalTexts.flatMap { try SourceLiteral.all(in: $0) }
        let texts = Set(literals.filter(\.hasWords).map(\.text))
        #expect(texts.count > 150 && texts.isSuperset(of: Self.commands))
        for language in Self.languages {
            for text in texts.subtracting(Self.commands) {
                let words = language.translations[text]
                #expect(words != nil, "\(language.code) has no \(text)")
                #expect(words.map(Self.places) ?? 0 == Self.places(text), "\(language.code): \(text)")
            }
        }
    }

    /// Names that are the same in every language.
    private static let names = ["Seam", "LifeSignal", "English", "Español", "Deutsch"]

    @Test("languages: no text that a person reads is written into a screen")
    func noLiterals() throws {
        let readers = [
            "Text(", "Text(verbatim: ", "Button(", "Label(", "ProgressView(", "LMKLoadingState(", "accessibilityLabel(",
            "accessibilityHint(", "prompt: ", "SecureField(", "TextField(", "LMKBanner(.error, ",
        ]
        let literals = try Self.screens.flatMap { try SourceLiteral.all(in: $0) }
        #expect(literals.count > 100)
        for literal in literals where literal.hasWords && !Self.names.contains(literal.text) {
            let reader = readers.first {
                literal.before.hasSuffix($0) && !literal.before.hasSuffix("SeamText(")
            }
            #expect(reader == nil, "\(literal.file): \(reader ?? "")\(literal.text)")
        }
    }

    /// The parts of the terminal's plain mode that have their own texts.
    private static let plainMode = ["Sources/Terminal/TermUI/Host", "Sources/Terminal/TermUI/Semantics"]

    @Test("languages: plain mode's own words are there")
    func plain() throws {
        let literals = try Self.plainMode.flatMap { try SourceLiteral.all(in: $0) }
        let askers = ["said(", "say(", "unknown = "]
        let words = Set(literals.filter { literal in askers.contains { literal.before.hasSuffix($0) } }.map(\.text))
        #expect(words.count > 12)
        for language in Self.languages {
            #expect(words.filter { language.translations[$0] == nil }.sorted() == [], "\(language.code)")
        }
    }

    @Test("languages: each has the same texts with the same places, and none that nobody says")
    func unused() throws {
        var said = Set(Self.said)
        for folder in ["Sources/Doors/SeamWords"] + Self.signalTexts + Self.screens + Self.plainMode {
            for literal in try SourceLiteral.all(in: folder)
            where !literal.file.hasPrefix("Languages/German") && !literal.file.hasPrefix("Languages/Spanish") {
                said.formUnion([literal.text, SeamLanguage.actionKey(literal.text)])
            }
        }
        let keys = Set(SeamLanguage.german.translations.keys)
        #expect(keys.count > 200 && keys == Set(SeamLanguage.spanish.translations.keys))
        #expect(keys.subtracting(said).sorted() == [])
        for language in Self.languages {
            for (english, words) in language.translations {
                #expect(Self.places(words) == Self.places(english) && !words.isEmpty, "\(language.code): \(english)")
            }
        }
    }

    // MARK: - What is said of keys, attempts and refusals

    static let keyWords: [KeyWords] = {
        typealias Action = CredentialError.RequiredUserInteraction
        let actions: [Action] = [
            .completeOtpAuthorization(otpURL: "https://a.b/%@"), .enableInternet, .enableBluetooth,
            .grantBluetoothPermission, .appRestartRequired,
        ]
        let start = Timestamp(millisecondsSince1970: 0)
        let errors: [CredentialError] =
            [
                .awaitingLocalCredential(availableAt: nil), .awaitingLocalCredential(availableAt: start), .expired,
                .contactSeamSupport, .unknown,
            ] + actions.map { .userInteractionRequired($0) }
        let carried: [KeyWords.Carried?] = [nil, .card, .cloudKey, .code(showing: "v")]
        return [.ready] + errors.map { KeyWords($0) } + carried.map { KeyWords(.unsupportedDevice, of: $0) }
            + [KeyWords(.contactSeamSupport, of: .vendorApp)]
    }()

    private static let attempts: [AttemptWords] =
        [.timedOut, .neverAsked, .unknown, .cancelled, .calledOff, .open(nil), .open(.confirmed), .open(.communicated)]
        + AttemptFailure.allCases.map { AttemptWords.failed($0) }

    private static var said: [String] {
        keyWords.flatMap { [$0.title, $0.note, $0.text, $0.remedy] }
            + attempts.flatMap { [$0.title, $0.text, $0.remedy ?? ""] }
            + Refusal.allCases.flatMap { [$0.text, $0.remedy, $0.remedyAtAScreen ?? ""] }
    }

    @Test("languages: all that is said of keys, attempts and refusals", arguments: languages)
    func everything(in language: SeamLanguage) {
        for words in Self.keyWords {
            let said = words.said(in: language)
            #expect(said == words && said.said(in: .english).text == words.text)
            for (one, other) in [(words.title, said.title), (words.text, said.text), (words.remedy, said.remedy)] {
                #expect(one != other, "\(language.code): \(one)")
            }
            #expect(words.note.isEmpty == said.note.isEmpty && (words.note != said.note || said.note.isEmpty))
        }
        for words in Self.attempts {
            let said = words.said(in: language)
            #expect(said == words && said.title != words.title && said.text != words.text, "\(words.text)")
            #expect(said.remedy.map { $0 != words.remedy } ?? (words.remedy == nil), "\(words.text)")
        }
        for refusal in Refusal.allCases {
            #expect(refusal.text(in: language) != refusal.text && refusal.remedy(in: language) != refusal.remedy)
            #expect(refusal.remedyAtAScreen(in: language) != refusal.remedyAtAScreen || refusal.remedyAtAScreen == nil)
        }
    }

    @Test("languages: states have at most 9 characters, notes and badges at most 18", arguments: languages)
    func lengths(in language: SeamLanguage) {
        for words in Self.keyWords.map({ $0.said(in: language) }) {
            #expect(words.title.count <= 9 && words.note.count <= 18, "\(words.title), \(words.note)")
        }
    }

    @Test("languages: what stands in a text is said in each, as it is", arguments: SeamLanguage.allCases)
    func arguments(in language: SeamLanguage) {
        let remedies = Self.keyWords.map { $0.said(in: language).remedy }
        #expect(remedies.contains { $0.contains("https://a.b/%@") } && remedies.contains { $0.contains("1970-01-01") })
        #expect(remedies.contains { $0.hasPrefix("v ") } && remedies.allSatisfy { !$0.contains("$@") })
        let failed = Self.attempts.map { $0.said(in: language).text }
        #expect(Set(failed).count == failed.count)
    }
}
