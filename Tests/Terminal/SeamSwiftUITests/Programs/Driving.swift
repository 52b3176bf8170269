import Foundation
import TermCore
import TermUI
import Testing

@MainActor extension Pilot {
    /// The lines that the program writes for a person who cannot see the screen.
    var told: [String] { plain.lines.map(\.description) }

    /// Whether a line consists of `words` after its number.
    func tells(_ words: String) -> Bool { told.contains { Self.unnumbered($0) == words } }

    /// Types a line, unchanged.
    func write(line: String) {
        switch plain.perform(line) {
        case .done, .help: break
        case .back: press(.escape)
        case .write(let text): #expect(plain.write(text))
        case .unknown: Issue.record("\(line) is not known: \(plain.prompt)")
        }
    }

    /// Reads the number of the first line that begins with `words`. Then types this number, followed by `more`.
    func choose(_ words: String, _ more: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
        let line = told.first { $0 != Self.unnumbered($0) && Self.unnumbered($0).hasPrefix(words) }
        guard let number = line?.prefix(while: \.isNumber) else {
            Issue.record("no number for \(words): \(told)", sourceLocation: sourceLocation)
            return
        }
        let answer = plain.perform("\(number) \(more)")
        #expect(answer == .done, "\(words) \(more)", sourceLocation: sourceLocation)
    }

    /// Fills the field whose name begins with `words`.
    func fill(_ words: String, with text: String) {
        choose(words)
        write(line: text)
    }

    private static func unnumbered(_ line: String) -> String {
        let rest = line.drop(while: \.isNumber)
        return rest.hasPrefix(". ") && rest.count < line.count ? String(rest.dropFirst(2)) : line
    }

    /// Lets running tasks continue until `isWanted` returns true. Gives up after ten seconds if a thousand turns have
    /// also passed. Other tests may occupy the main actor for a long time.
    func wait(until isWanted: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        var turns = 0
        while !isWanted() {
            guard ContinuousClock.now < end || turns < 1000 else { return false }
            turns += 1
            await Task.yield()
        }
        return true
    }
}
