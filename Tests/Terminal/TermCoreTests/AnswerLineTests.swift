import TermCore
import Testing

@Suite("What somebody has put into a line")
struct AnswerLineTests {
    @Test(
        "answer line: it is the first line that says something, without what editors and people put around it",
        arguments: [
            ("token", "token"), ("\u{FEFF}token\r\n", "token"), ("\n\r\n \t\n  token \nanother\n", "token"),
            ("\u{FEFF}\r\n\r\ntoken", "token"), ("to ken", "to ken"), ("", ""), ("\n\n", ""),
            ("\u{A0}token\u{A0}", "token"),
        ])
    func first(text: String, line: String) {
        #expect(AnswerLine.first(in: text) == line)
    }
}
