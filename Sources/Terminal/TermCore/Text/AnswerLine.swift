/// A line that somebody has put into a file, a pipe or a field, such as a token or a code: without what editors and
/// people put around it.
package enum AnswerLine {
    /// Without blanks and byte order marks at both ends.
    package static func trimmed(_ line: some StringProtocol) -> String {
        func isAround(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
        return String(line.drop(while: isAround).reversed().drop(while: isAround).reversed())
    }

    /// The first line that says something, trimmed. Empty if all lines are blank.
    package static func first(in text: String) -> String {
        text.split(whereSeparator: \.isNewline).lazy.map { trimmed($0) }.first { !$0.isEmpty } ?? ""
    }
}
