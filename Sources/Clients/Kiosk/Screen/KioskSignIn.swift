import LumiKitUI
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermCore
import TermUI

/// The page on which a visitor signs in with a code. The code comes from keys, arrows, fingers or a scanner, and is
/// never shown.
struct KioskSignIn: View {
    let model: KioskModel
    let refusal: KioskState.Refusal?
    @Environment(\.seamLanguage) private var language
    @Environment(\.kioskRoom) private var room

    var body: some View {
        KioskBeside(padColumns: KioskPad.columns(hasLetters: model.configuration.hasLetters)) {
            Text(verbatim: language("Hold your code to the reader, or type it.")).bold()
            KioskDots(model: model, isPIN: false)
            // On a small screen, only the last line has the message, so that the keypad does not move.
            if let text, !room.isLow { Text(verbatim: text).bold().foregroundColor(LMKColor.warning) }
        } pad: {
            KioskPad(model: model, hasLetters: model.configuration.hasLetters)
        } help: {
            Text(verbatim: language("Help: %@", model.configuration.help)).foregroundColor(LMKColor.textSecondary)
            Text(verbatim: language("/ shows more contrast.")).foregroundColor(LMKColor.textSecondary)
        }
        .modifier(KioskTyping(model: model))
        .onAppear { model.read(text ?? language("Hold your code to the reader, or type it.")) }
    }

    private var text: String? {
        switch refusal {
        case _ where model.isScanned: language("Your code was read. Press OK.")
        case nil: nil
        // The message disappears while the next code is being typed.
        case .code where model.typed > 0: nil
        case .code(let fault): words(fault)
        case .tooMany(let until):
            language.count(
                Int(max(1, (until - model.hands.now()) / .seconds(1)).rounded(.up)),
                one: "Too many tries. Please wait 1 second.", other: "Too many tries. Please wait %@ seconds.")
        case .notPossible: language("Sign-in is not possible now. Please ask for help.")
        }
    }

    private func words(_ fault: KioskState.CodeFault?) -> String {
        switch fault {
        case .unknown: language("This code is unknown. Please check it, and try again.")
        case .used: language("This code was already used. Please ask for a new one.")
        case .expired: language("This code has expired. Please ask for a new one.")
        case nil: language("This code is not accepted. Please check it, or ask for help.")
        }
    }
}

/// A page with words, and with a pad beside them. On a narrow screen, the pad is below the words, and the help is below
/// the pad.
struct KioskBeside<Words: View, Pad: View, Help: View>: View {
    /// The columns that the pad takes.
    let padColumns: Int
    @ViewBuilder let words: Words
    @ViewBuilder let pad: Pad
    @ViewBuilder let help: Help
    @Environment(\.kioskRoom) private var room

    private var wordColumns: Int { 32 }
    private var gap: Int { 4 }

    var body: some View {
        if !room.isLow, room.columns >= wordColumns + gap + padColumns {
            HStack(alignment: .top, spacing: CellMetrics.points(gap, along: .horizontal)) {
                VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
                    words
                    VStack(alignment: .leading, spacing: 0) { help }
                }
                .frame(columns: wordColumns, alignment: .leading)
                pad
            }
        } else {
            ScrollView {
                VStack(alignment: .leading, spacing: 0) {
                    words
                    pad
                    help
                }
            }
        }
    }
}

/// The page that is shown while the operator's desk is being asked.
struct KioskChecking: View {
    let model: KioskModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        let words = language("One moment, please.")
        Text(verbatim: words).bold().busy(true).onAppear { model.read(words) }
    }
}

/// The typed code, with a dot for each character. There are at most eight dots, so that the length of a longer code
/// stays unknown.
struct KioskDots: View {
    let model: KioskModel
    let isPIN: Bool
    @Environment(\.glyphs) private var glyphs
    @Environment(\.kioskRoom) private var room
    @Environment(\.seamLanguage) private var language

    var body: some View {
        let dot = glyphs == .ascii ? "*" : "•"
        let dots = (0..<Self.most).map { $0 < model.typed ? dot : "_" }.joined(separator: " ")
        Group {
            if room.isLow {
                Text(verbatim: dots)
            } else {
                Text(verbatim: dots)
                    .frame(columns: 19, rows: 1, alignment: .center)
                    .lmk_applyBorder(color: LMKColor.textSecondary, cornerRadius: 4)
            }
        }
        .accessibilityLabel(words)
        // A scanned code has its own words, which are read aloud elsewhere.
        .onChange(of: model.typed) { if !model.isScanned { model.read(words) } }
    }

    /// The words for the typed code. For a long code, the words reveal no more than the dots.
    private var words: String {
        guard model.typed <= Self.most else {
            return isPIN ? language("%@ digits typed", "8+") : language("%@ characters typed", "8+")
        }
        return isPIN
            ? language.count(model.typed, one: "1 digit typed", other: "%@ digits typed")
            : language.count(model.typed, one: "1 character typed", other: "%@ characters typed")
    }

    private static let most = 8
}

/// Handles keys on a page where a code is typed. Each typed character is added to the code.
struct KioskTyping: ViewModifier {
    let model: KioskModel

    func body(content: Content) -> some View {
        content.onKeyPress { press in
            guard press.modifiers.isSubset(of: .shift) else { return .ignored }
            switch press.key {
            case .delete, .deleteForward, "*": model.eraseLast()
            default:
                let character = press.key.character
                // Codes with letters may contain hyphens. Otherwise, the hyphen key ends the visit.
                let isHyphen = character == "-" && model.configuration.hasLetters && model.isAtCode
                guard isHyphen || character.isASCII && (character.isLetter || character.isNumber) else {
                    return .ignored
                }
                model.typeByKey(character)
            }
            return .handled
        }
    }
}

/// A pad of keys for fingers, a mouse and arrows. The keypad has digits, and letters beside the digits if codes may
/// contain letters.
struct KioskPad: View {
    let model: KioskModel
    let hasLetters: Bool
    @Environment(\.seamLanguage) private var language
    @Environment(\.kioskRoom) private var room

    /// Whether OK has the focus. OK has the focus at first, and again when somebody types, so that Enter
    /// submits the code for people with a keyboard.
    @FocusState private var isAtEnd: Bool

    private static let letters = ["ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ"]

    /// The columns that the pad takes if its keys have frames.
    static func columns(hasLetters: Bool) -> Int { hasLetters ? 72 : 26 }

    var body: some View {
        if room.isLow || room.columns >= Self.columns(hasLetters: true) {
            HStack(alignment: .top, spacing: CellMetrics.points(room.isLow ? 2 : 4, along: .horizontal)) { keys }
        } else {
            VStack(alignment: .leading, spacing: 0) { keys }
        }
    }

    @ViewBuilder private var keys: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(["123", "456", "789"], id: \.self) { digits in
                HStack(spacing: 8) { ForEach(digits.map(String.init), id: \.self) { key($0, columns: 8) } }
            }
            HStack(spacing: 8) {
                KioskButton("<", columns: 8, spoken: language("delete the last one")) { model.eraseLast() }
                key("0", columns: 8)
                KioskButton(language("OK"), columns: 8, spoken: language("sign in")) { model.submit() }
                    .focused($isAtEnd)
            }
        }
        .onAppear { isAtEnd = true }
        .onChange(of: model.keyed) { isAtEnd = true }
        if hasLetters {
            VStack(alignment: .leading, spacing: 0) {
                ForEach(Self.letters, id: \.self) { row in
                    HStack(spacing: 0) { ForEach(row.map(String.init), id: \.self) { key($0, columns: 6) } }
                }
            }
        }
    }

    private func key(_ character: String, columns: Int) -> some View {
        KioskButton(character, columns: columns) { model.type(Character(character)) }
    }
}
