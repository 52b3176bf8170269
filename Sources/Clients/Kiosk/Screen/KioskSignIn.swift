import LumiKitUI
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermCore
import TermUI

/// Signing in: a code from keys, arrows, fingers or a scanner. It is never shown.
struct KioskSignIn: View {
    let model: KioskModel
    let refusal: KioskState.Refusal?
    @Environment(\.seamLanguage) private var language

    var body: some View {
        KioskBeside(needed: 72) {
            Text(verbatim: language("Hold your code to the reader, or type it.")).bold()
            Text(verbatim: "")
            KioskDots(model: model, isPIN: false)
            Text(verbatim: "")
            trouble
            Text(verbatim: language("Help: %@", model.configuration.help)).foregroundColor(LMKColor.textSecondary)
            Text(verbatim: language("/ shows more contrast.")).foregroundColor(LMKColor.textSecondary)
        } pad: {
            KioskPad(model: model, hasLetters: model.configuration.hasLetters)
        }
        .modifier(KioskTyping(model: model))
        .onAppear { model.read(text ?? language("Hold your code to the reader, or type it.")) }
    }

    @ViewBuilder private var trouble: some View {
        if let text {
            Text(verbatim: text).bold().foregroundColor(LMKColor.warning)
            Text(verbatim: "")
        }
    }

    private var text: String? {
        switch refusal {
        case nil: nil
        case .code: language("This code is not known, or was used already.")
        case .tooMany(let until):
            language.count(
                Int(max(1, (until - model.hands.now()) / .seconds(1)).rounded(.up)),
                one: "Too many tries. Please wait 1 second.", other: "Too many tries. Please wait %@ seconds.")
        case .notPossible: language("Sign-in is not possible now. Please ask for help.")
        }
    }
}

/// Words with a pad beside them, or below them on a narrow screen.
struct KioskBeside<Words: View, Pad: View>: View {
    /// The columns that both need side by side.
    let needed: Int
    @ViewBuilder let words: Words
    @ViewBuilder let pad: Pad

    var body: some View {
        GeometryReader { proxy in
            if proxy.cells.width >= needed {
                HStack(alignment: .top, spacing: CellMetrics.points(4, along: .horizontal)) {
                    VStack(alignment: .leading, spacing: 0) { words }.frame(columns: 32, alignment: .leading)
                    pad
                }
            } else {
                ScrollView {
                    VStack(alignment: .leading, spacing: 0) {
                        words
                        pad
                    }
                }
            }
        }
    }
}

/// The operator is being asked.
struct KioskChecking: View {
    let model: KioskModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        let words = language("One moment, please.")
        Text(verbatim: words).bold().busy(true).onAppear { model.read(words) }
    }
}

/// The typed code: a dot for each character, eight at most, so that a longer code's length stays unknown.
struct KioskDots: View {
    let model: KioskModel
    let isPIN: Bool
    @Environment(\.glyphs) private var glyphs
    @Environment(\.seamLanguage) private var language

    var body: some View {
        let dot = glyphs == .ascii ? "*" : "•"
        let dots = (0..<Self.most).map { $0 < model.typed ? dot : "_" }.joined(separator: " ")
        Text(verbatim: dots)
            .frame(columns: 19, rows: 1, alignment: .center)
            .lmk_applyBorder(color: LMKColor.textSecondary, cornerRadius: 4)
            .accessibilityLabel(words)
            .onChange(of: model.typed) { model.read(words) }
    }

    /// Says no more about a long code than the dots do.
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

/// The key actions where a code is typed: each character is added to it.
struct KioskTyping: ViewModifier {
    let model: KioskModel

    func body(content: Content) -> some View {
        content.onKeyPress { press in
            guard press.modifiers.isSubset(of: .shift) else { return .ignored }
            switch press.key {
            case .delete, .deleteForward, "*": model.eraseLast()
            default:
                let character = press.key.character
                // Codes with letters may have hyphens; elsewhere, that key ends the visit.
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

/// Keys for fingers, a mouse and arrows: digits, and letters if codes have them.
struct KioskPad: View {
    let model: KioskModel
    let hasLetters: Bool
    @Environment(\.seamLanguage) private var language

    /// Whether OK has the focus: it does at first, and again when somebody types, so that Enter submits the code for
    /// people with a keyboard.
    @FocusState private var isAtEnd: Bool

    private static let letters = ["ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ"]

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(["123", "456", "789"], id: \.self) { digits in
                HStack(spacing: 8) {
                    ForEach(digits.map(String.init), id: \.self) { digit in key(digit) }
                }
            }
            HStack(spacing: 8) {
                KioskButton("<", columns: 8, spoken: language("delete the last one")) { model.eraseLast() }
                key("0")
                KioskButton(language("OK"), columns: 8, spoken: language("sign in")) { model.submit() }
                    .focused($isAtEnd)
            }
            if hasLetters {
                ForEach(Self.letters, id: \.self) { row in
                    HStack(spacing: 8) {
                        ForEach(row.map(String.init), id: \.self) { letter in
                            Button(letter) { model.type(Character(letter)) }
                                .buttonStyle(LMKButtonStyle(.ghost(LMKColor.textPrimary)))
                                .readsFocus(letter)
                        }
                    }
                }
            }
        }
        .onAppear { isAtEnd = true }
        .onChange(of: model.keyed) { isAtEnd = true }
    }

    private func key(_ digit: String) -> some View {
        KioskButton(digit, columns: 8) { model.type(Character(digit)) }
    }
}
