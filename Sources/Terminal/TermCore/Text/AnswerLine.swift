/// A line from a file, a pipe or a field, such as a token or a code. It does not contain the characters that editors
/// and people add around it.
package enum AnswerLine {
    /// Returns the line without blanks and byte order marks at either end.
    package static func trimmed(_ line: some StringProtocol) -> String {
        func isAround(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
        return String(line.drop(while: isAround).reversed().drop(while: isAround).reversed())
    }

    /// Returns the first line that is not blank, trimmed. The result is empty if all lines are blank.
    package static func first(in text: String) -> String {
        text.split(whereSeparator: \.isNewline).lazy.map { trimmed($0) }.first { !$0.isEmpty } ?? ""
    }
}
