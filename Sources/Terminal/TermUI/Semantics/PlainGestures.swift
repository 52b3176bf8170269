extension PlainText {
    /// What can be typed after the number of a view with gestures, in the prompt and in the help.
    func gestureCommands(of parts: [Semantic]) -> [(typed: String, help: String)] {
        let gestures = parts.compactMap(\.gestures)
        var commands: [(typed: String, help: String)] = []
        if gestures.contains(where: { $0.drag != nil }) {
            commands.append(
                (
                    said("number and left, right, up or down"),
                    said("a number, left, right, up or down, and how many steps: drag")
                ))
        }
        if gestures.contains(where: { $0.hold != nil }) {
            commands.append((said("number and hold"), said("a number and hold: press for a while")))
        }
        for count in Set(gestures.flatMap(\.taps.keys)).sorted() {
            commands.append(
                (
                    said("number and tap %@").replacing("%@", with: "\(count)"),
                    said("a number and tap %@: tap so many times").replacing("%@", with: "\(count)")
                ))
        }
        return commands
    }
}

extension Semantic {
    /// The words for the gestures that a number alone does not make.
    func handled(_ said: PlainText.Translation) -> String {
        guard let gestures else { return "" }
        var words: [String] = []
        if gestures.drag != nil { words.append(said("can be dragged")) }
        if gestures.hold != nil { words.append(said("can be held")) }
        for count in gestures.taps.keys.sorted() {
            words.append(said("can be tapped %@ times").replacing("%@", with: "\(count)"))
        }
        return words.map { ", \($0)" }.joined()
    }
}

extension Semantic.Gestures {
    /// Returns the action for the words after a number, such as `left 3`.
    func act(_ words: String, _ said: PlainText.Translation) -> (() -> Void)? {
        let words = words.lowercased().split(separator: " ").map { String($0) }
        guard let verb = words.first, words.count <= 2 else { return nil }
        let number = words.count == 2 ? Int(words[1]) : nil
        guard words.count == 1 || number.map({ $0 > 0 }) == true else { return nil }
        func isVerb(_ word: String) -> Bool { verb == word || verb == said(word).lowercased() }
        if words.count == 1, isVerb("hold") { return hold }
        if let number, isVerb("tap") { return taps[number] }
        guard let drag, let direction = FocusDirection.allCases.first(where: { isVerb($0.word) }) else { return nil }
        return { drag(direction, number) }
    }
}

extension FocusDirection {
    fileprivate var word: String {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        }
    }
}
