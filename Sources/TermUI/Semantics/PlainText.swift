package import TermCore

/// A screen in lines, and what a line that somebody writes does with it: the same facts and the same actions, for whoever has the
/// screen read to them, and for a pipe.
package struct PlainText {
    /// The lines, safe to be printed: rows and buttons are numbered.
    package private(set) var lines: [TerminalSafe] = []
    /// What can be written, in one line; nil where nothing can.
    package private(set) var prompt: TerminalSafe
    /// What is written now is not to be seen.
    package private(set) var isSecret = false
    private var numbered: [Semantic] = []
    private var letters: [(letter: String, key: Semantic)] = []
    private var field: Semantic?

    /// Goes back from what is in front, and ends a search.
    package static let back = "."

    /// Of a screen. `hasWayBack`: there is something to go back from.
    package init(_ semantics: [Semantic], hasWayBack: Bool) {
        prompt = ""
        var keys: [Semantic] = []
        for part in semantics {
            switch part.kind {
            case .text: lines += part.text.split(separator: "\n").map { TerminalSafe(String($0), limit: 2000) }
            case .row, .button:
                numbered.append(part)
                lines.append("\(numbered.count). \(TerminalSafe(part.text, limit: 2000))")
            case .key: keys.append(part)
            case .field(let isSecret):
                field = part
                self.isSecret = isSecret
                if !part.value.isEmpty { lines.append("\(part.text): \(part.value)") }
            }
        }
        letters = Self.letters(keys)
        // Beside rows a line chooses, and is written into the field only behind a key.
        if let field, numbered.isEmpty {
            prompt = TerminalSafe("\(field.text)\(isSecret ? ", not shown" : ""):")
            return
        }
        isSecret = false
        prompt = commands(hasWayBack)
    }

    private func commands(_ hasWayBack: Bool) -> TerminalSafe {
        var parts: [String] = []
        let enter = letters.first { $0.key.kind == .key("Enter") }?.key.text
        if numbered.contains(where: { $0.select != nil }) {
            let isDone = numbered.contains { $0.perform != nil }
            parts.append(isDone ? "number to \(enter ?? "open")" : "number to choose")
        } else if !numbered.isEmpty {
            parts.append("number to press")
        }
        parts += letters.map { "\($0.letter) \($0.key.text)" }
        if hasWayBack, !letters.contains(where: { $0.letter == Self.back }) { parts.append("\(Self.back) back") }
        return TerminalSafe(parts.joined(separator: ", ") + ":")
    }

    /// A key's name where one can write it, else the first letter of what it does that no other key has.
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

    /// What came of a line.
    package enum Answer: Equatable {
        case done
        /// What is in front is to go.
        case back
        /// Nothing has that name.
        case unknown
        /// Text for the field that there is when what was done so far is shown.
        case write(String)
    }

    /// Does what the line says: a number, a letter, a letter and a number, a letter and a text, or a field's text.
    package func perform(_ line: String) -> Answer {
        if let field, numbered.isEmpty {
            field.write?(line)
            field.perform?()
            return .done
        }
        let line = line.trimmingPrefix { $0 == " " }
        guard !line.isEmpty else { return .done }
        if line == Self.back, !letters.contains(where: { $0.letter == Self.back }) { return .back }
        if let part = part(String(line)) {
            part.select?()
            part.perform?()
            return part.select == nil && part.perform == nil ? .unknown : .done
        }
        guard let key = letters.first(where: { line.hasPrefix($0.letter) }) else { return .unknown }
        let rest = String(line.dropFirst(key.letter.count).drop { $0 == " " })
        if rest.isEmpty {
            key.key.perform?()
            return .done
        }
        guard line.dropFirst(key.letter.count).first == " " || Int(rest) != nil else { return .unknown }
        if let part = part(rest), let select = part.select {
            select()
            key.key.perform?()
            return .done
        }
        guard Int(rest) == nil else { return .unknown }
        key.key.perform?()
        return .write(rest)
    }

    /// The one with that number.
    private func part(_ text: String) -> Semantic? {
        guard let number = Int(text), numbered.indices.contains(number - 1) else { return nil }
        return numbered[number - 1]
    }

    /// Writes into the field that there is; false if there is none.
    package func write(_ text: String) -> Bool {
        guard let field else { return false }
        field.write?(text)
        return true
    }
}
