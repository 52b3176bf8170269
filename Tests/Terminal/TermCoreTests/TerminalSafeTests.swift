import TermCore
import TestSupport
import Testing

@Suite("Text that is safe for a terminal")
struct TerminalSafeTests {
    @Test("terminal safe: nothing dangerous gets through", arguments: HostileText.samples)
    func hostile(text: String) {
        for safe in [TerminalSafe(text), "key \(text) opens"] {
            for scalar in safe.description.unicodeScalars {
                #expect(!HostileText.isDangerous(scalar), "\(scalar.value)")
            }
            #expect(safe.columns <= TerminalSafe.defaultLimit + 10)
            #expect(safe.description.unicodeScalars.count <= 3 * safe.columns, "what takes no room is bounded, too")
            var marks = 0
            for scalar in safe.description.unicodeScalars {
                marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
                #expect(marks <= 2)
            }
        }
        // Making a text safe a second time changes nothing.
        #expect(TerminalSafe(TerminalSafe(text).description) == TerminalSafe(text))
    }

    @Test(
        "terminal safe: what is harmless stays, what is not can be seen",
        arguments: [
            ("Front Door", "Front Door"), ("Küche", "Küche"), ("玄関", "玄関"), ("e\u{301}", "e\u{301}"),
            ("\u{1b}[31m", "\\u{1b}[31m"), ("a\u{202e}b", "a\\u{202e}b"), ("a\nb", "a b"), ("a\u{ad}b", "ab"),
            ("\u{2764}\u{fe0f}", "\u{2764}"), ("\u{1f44d}\u{1f3fd}", "\u{1f44d}"), ("a\u{3000}b", "a b"),
            ("\u{e000}", "\\u{e000}"), ("a\u{301}\u{302}\u{303}b", "a\u{301}\u{302}b"), ("\u{301}a", "a"),
            ("\u{202e}a", "\\u{202e}a"), ("e\u{200d}\u{200d}\u{301}", "e\u{301}"), ("\u{11AB}a", "a"),
            ("\u{1112}\u{1161}\u{11AB}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"),
        ])
    func spelled(text: String, safe: String) {
        #expect(TerminalSafe(text).description == safe)
    }

    @Test("terminal safe: long text ends in an ellipsis, by columns")
    func cut() {
        #expect(TerminalSafe("abcdef", limit: 6).description == "abcdef")
        #expect(TerminalSafe("abcdefg", limit: 6).description == "abcde…")
        #expect(TerminalSafe("漢漢漢漢", limit: 6).description == "漢漢…")
        #expect(TerminalSafe("漢漢漢", limit: 6).columns == 6)
        #expect(TerminalSafe("ab", limit: 0).description.isEmpty)
    }
}
