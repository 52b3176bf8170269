package import TermCore

/// A screen as lines of text, together with the effects of typed lines. It offers the same information and actions to
/// people with a screen reader, and to pipes.
package struct PlainText {
    /// The lines, which are safe to print. Rows and buttons are numbered.
    package private(set) var lines: [TerminalSafe] = []
    /// The possible replies, in one line.
    package private(set) var prompt: TerminalSafe
    /// Whether the current input must not be echoed.
    package private(set) var isSecret = false
    private var numbered: [Semantic] = []
    private var letters: [(letter: String, key: Semantic)] = []
    private var field: Semantic?
    /// The action that a number performs on its row.
    private var verb: String
    private let hasWayBack: Bool
    let said: Translation

    /// Translates this type's own English words.
    package typealias Translation = (String) -> String

    /// The command that closes the frontmost layer, or ends a search.
    package static let back = "."
    /// The command that starts a search. The text to search for follows.
    private static let search = "/"
    /// The command that lists the possible inputs.
    private static let help = "?"
    /// Ends the program.
    package static let end = "q"

    /// Creates the lines of a screen. The argument `hasWayBack` is true if there is a layer or a search that a person
    /// can leave.
    package init(_ semantics: [Semantic], hasWayBack: Bool, in said: @escaping Translation = { $0 }) {
        (prompt, self.hasWayBack, self.said) = ("", hasWayBack, said)
        verb = said("open")
        var keys = semantics.filter { if case .key = $0.kind { true } else { false } }
        // Two views may name the same key. The last view has the program's own wording.
        keys = keys.enumerated().filter { place, key in !keys[(place + 1)...].contains { $0.kind == key.kind } }
            .map(\.element)
        let asked = semantics.first(where: \.isAsked)
        let fields = semantics.filter(\.isField)
        // A field has a number if there are other controls and no key begins the input into the field.
        let isForm = fields.count + semantics.count { $0.kind == .button || $0.kind == .row } > 1
        let numbersFields = isForm && !keys.contains { $0.kind == .key(Self.search) }
        for part in semantics {
            switch part.kind {
            case .text:
                let words = part.text + part.named(said)
                lines += words.split(separator: "\n").map { TerminalSafe(String($0), limit: 2000) }
            case .row, .button:
                numbered.append(part)
                lines.append(
                    "\(numbered.count). \(TerminalSafe(part.spoken + part.named(said) + part.handled(said), limit: 2000))"
                )
            case .key: break
            case .field where numbersFields && asked == nil:
                numbered.append(part)
                let words = part.value.isEmpty ? part.text : "\(part.text): \(part.value)"
                lines.append("\(numbered.count). \(TerminalSafe(words, limit: 2000))")
            case .field where asked != nil && !part.isAsked: break
            case .field(let isSecret):
                field = part
                self.isSecret = isSecret
                if !part.value.isEmpty { lines.append("\(part.text): \(part.value)") }
            }
        }
        let enter = keys.first { $0.kind == .key("Enter") }?.text
        // If a number already runs the action of its row, there is no second command for the selected row.
        if numbered.contains(where: { $0.select != nil && $0.perform != nil }) {
            keys.removeAll { $0.kind == .key("Enter") }
            verb = enter ?? verb
        }
        letters = Self.letters(keys)
        if asked != nil { numbered = [] }
        isSecret = isSecret && numbered.isEmpty
        if takesLine, let field {
            prompt = TerminalSafe("\(field.text)\(isSecret ? secrecy : ""):")
        } else {
            prompt = commands
        }
    }

    private var commands: TerminalSafe {
        var parts: [String] = []
        if numbered.contains(where: { $0.select != nil }) {
            let isDone = numbered.contains { $0.select != nil && $0.perform != nil }
            parts.append(said("number to %@").replacing("%@", with: isDone ? verb : said("choose")))
        } else if !numbered.isEmpty {
            parts.append(said("number to %@").replacing("%@", with: verbOfControls))
        }
        if numbered.contains(where: { $0.adjust != nil }) { parts.append(said("number and + or -")) }
        parts += gestureCommands(of: numbered).map(\.typed)
        parts += letters.map { "\($0.letter) \($0.key.text)" }
        if hasWayBack, !letters.contains(where: { $0.letter == Self.back }) {
            parts.append("\(Self.back) \(said("back"))")
        }
        return TerminalSafe(parts.joined(separator: ", ") + ":")
    }

    /// The words after the name of a secret. Only here can a line be a command although the program has asked for text.
    private var secrecy: String {
        let keys = commandsBesideSecret.map { ", \($0.letter) \($0.key.text)" }.joined()
        return "\(said(", not shown"))\(keys), \(Self.help) \(said("help")), \(Self.end) \(said("quit"))"
    }

    /// The keys that can be typed although the program has asked for a secret. A secret is longer than one character.
    private var commandsBesideSecret: [(letter: String, key: Semantic)] {
        guard isSecret else { return [] }
        return letters.filter { letter, key in
            ![Self.help, Self.end].contains(letter) && key.kind == .key(letter) && key.perform != nil
        }
    }

    /// The word for the action that a number performs on a control.
    private var verbOfControls: String { said(numbered.allSatisfy(\.isField) ? "write" : "press") }

    /// The possible inputs, with a line for each.
    package var help: [TerminalSafe] {
        var lines: [String] = []
        if takesLine, let field {
            // Every other line is the text of the field, so no other letter and no number is a command.
            let keys = commandsBesideSecret.map { "\($0.letter): \($0.key.text)" }
            return
                (keys + [said("any other line: %@").replacing("%@", with: field.text), "\(Self.end): \(said("quit"))"])
                .map { TerminalSafe($0, limit: 2000) }
        }
        if !numbered.isEmpty {
            let numbers = numbered.count > 1 ? said("1 to %@").replacing("%@", with: "\(numbered.count)") : "1"
            let rows = numbered.filter { $0.select != nil }
            let action =
                rows.isEmpty ? verbOfControls : rows.contains { $0.perform != nil } ? verb : said("choose")
            lines.append("\(numbers): \(action)")
        }
        if numbered.contains(where: { $0.adjust != nil }) { lines.append(said("a number and + or -: change")) }
        lines += gestureCommands(of: numbered).map(\.help)
        for (letter, key) in letters where letter != Self.help {
            lines.append("\(letter == Self.search ? said("/ and words") : letter): \(key.text)")
        }
        if hasWayBack, !letters.contains(where: { $0.letter == Self.back }) {
            lines.append("\(Self.back): \(said("back"))")
        }
        if !letters.contains(where: { $0.letter == Self.end }) { lines.append("\(Self.end): \(said("quit"))") }
        if let letter = letters.first(where: { $0.letter.first?.isLetter == true })?.letter,
            numbered.contains(where: { $0.select != nil })
        {
            lines.append(
                said("To use a letter on one line, type the line's number after it: %@ 1").replacing("%@", with: letter)
            )
        }
        return lines.map { TerminalSafe($0, limit: 2000) }
    }

    /// Returns the letter for each key. It is the key's name if a person can type the name. Otherwise, it is the first
    /// letter of the key's action that no other key uses.
    private static func letters(_ keys: [Semantic]) -> [(letter: String, key: Semantic)] {
        let names = keys.map { if case .key(let name) = $0.kind { name } else { "" } }
        var taken = Set(names.filter { $0.count == 1 })
        return zip(names, keys).map { name, key in
            if name.count == 1 { return (name, key) }
            if name == "Esc" { return (back, key) }
            let letter = key.text.map { String($0) }.first { $0 != " " && !taken.contains($0) } ?? name
            taken.insert(letter)
            return (letter, key)
        }
    }

    /// The outcome of a typed line.
    package enum Answer: Equatable {
        case done
        case back
        /// The caller must show the possible inputs. The screen stays as it is.
        case help
        case unknown
        /// The caller must write the text into the field that exists once all earlier changes are shown.
        case write(String)
    }

    /// Carries out a typed line: a number, a letter, a letter and a number, `/` and a text, or the text of a field. If
    /// the line is not clear, nothing is done.
    package func perform(_ line: String) -> Answer {
        if takesLine, let command = commandsBesideSecret.first(where: { $0.letter == line.trimmed }) {
            command.key.perform?()
            return .done
        }
        if takesLine, let field, !(isSecret && [Self.help, Self.end].contains(line.trimmed)) {
            field.write?(line)
            field.ask?(false)
            field.perform?()
            return .done
        }
        let line = line.trimmed
        guard !line.isEmpty else { return .done }
        if line == Self.help { return .help }
        if line == Self.back, !letters.contains(where: { $0.letter == Self.back }) { return .back }
        if let part = part(line) { return Self.perform(part) }
        if let answer = change(line) { return answer }
        guard let key = letters.first(where: { line.hasPrefix($0.letter) }) else { return .unknown }
        let rest = String(line.dropFirst(key.letter.count)).trimmed
        if rest.isEmpty || key.letter == Self.search {
            key.key.perform?()
            return rest.isEmpty ? .done : .write(rest)
        }
        guard let part = part(rest), let select = part.select, select() else { return .unknown }
        key.key.perform?()
        return .done
    }

    private static func perform(_ part: Semantic) -> Answer {
        if let select = part.select, !select() { return .unknown }
        if part.isField, let ask = part.ask {
            ask(true)
            return .done
        }
        guard part.select != nil || part.perform != nil else { return .unknown }
        part.perform?()
        return .done
    }

    /// Changes the value of the control whose number begins the line. The value changes by steps, or to the typed
    /// value.
    private func change(_ line: String) -> Answer? {
        let digits = line.prefix { $0.isNumber }
        let rest = String(line.dropFirst(digits.count)).trimmed
        guard let part = part(String(digits)), !rest.isEmpty else { return nil }
        if let adjust = part.adjust, rest.allSatisfy({ $0 == "+" }) || rest.allSatisfy({ $0 == "-" }) {
            adjust(rest.first == "+" ? rest.count : -rest.count)
            return .done
        }
        if let gesture = part.gestures?.act(rest, said) {
            gesture()
            return .done
        }
        // If a secret is typed after a number, it would be visible. For this reason, the number alone makes the program
        // ask for the secret.
        if case .field(isSecret: false) = part.kind, let write = part.write {
            write(rest)
            return .done
        }
        return part.set?(rest) == true ? .done : nil
    }

    /// Whether the whole line goes to the field. This is so if the field is secret or is the only control.
    private var takesLine: Bool {
        field?.isAsked == true || field != nil && (isSecret || letters.isEmpty && numbered.isEmpty)
    }

    /// Whether the numbers mean the same as in `other`.
    package func hasSameRows(as other: PlainText) -> Bool { numbered.map(\.text) == other.numbered.map(\.text) }

    /// Whether so many numbers have another meaning than in `other` that another page is shown.
    package func isOtherPage(than other: PlainText) -> Bool {
        let changed = zip(numbered, other.numbered).count { $0.text != $1.text }
        return changed + abs(numbered.count - other.numbered.count) > max(2, numbered.count / 4)
    }

    /// Returns the part with a number.
    private func part(_ text: String) -> Semantic? {
        guard let number = Int(text), numbered.indices.contains(number - 1) else { return nil }
        return numbered[number - 1]
    }

    /// Writes a text into the current field. Returns false if there is no field.
    package func write(_ text: String) -> Bool {
        guard let field else { return false }
        field.write?(text)
        return true
    }
}

extension Semantic {
    fileprivate var isField: Bool { if case .field = kind { true } else { false } }

    /// The words for the traits that the line does not show in another way: a number already stands for a button.
    fileprivate func named(_ said: PlainText.Translation) -> String {
        let words: [(AccessibilityTraits, String)] = [
            (kind == .text ? .isButton : [], said("button")), (.isHeader, said("heading")), (.isLink, said("link")),
            (.isSearchField, said("search field")), (.isImage, said("image")), (.isSelected, said("selected")),
        ]
        return words.filter { !$0.0.isEmpty && !text.isEmpty && traits.contains($0.0) }.map { ", \($0.1)" }.joined()
    }
}

extension String {
    /// The text without blanks or other systems' line terminators at both ends.
    fileprivate var trimmed: String {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
