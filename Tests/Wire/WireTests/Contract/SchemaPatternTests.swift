import Testing
import Wire

@Suite("Patterns")
struct SchemaPatternTests {
    @Test(
        "A pattern takes what it spells",
        arguments: [
            ("^[A-Za-z0-9_-]{16,64}$", "abcdefghijklmnop", true),
            ("^[A-Za-z0-9_-]{16,64}$", "abcdefghijklmno", false),
            ("^[A-Za-z0-9_-]{16,64}$", String(repeating: "-", count: 64), true),
            ("^[A-Za-z0-9_-]{16,64}$", String(repeating: "-", count: 65), false),
            ("^[A-Za-z0-9_-]{16,64}$", "abcdefghijklmno\u{E9}", false),
            ("^[a-z0-9._-]{1,32}$", "default", true),
            ("^[a-z0-9._-]{1,32}$", "Default", false),
            ("^[0-9A-F:]{17}$", "54:D2:72:00:00:01", true),
            ("^sha256:[0-9a-f]{4}$", "sha256:00ff", true),
            ("^sha256:[0-9a-f]{4}$", "sha256:00fg", false),
            ("^[a-z]+\\.[a-z]*$", "session.get", true),
            ("^[a-z]+\\.[a-z]*$", "session.", true),
            ("^[a-z]+\\.[a-z]*$", ".get", false),
            ("^-?[0-9]+$", "-12", true),
            ("^-?[0-9]+$", "--12", false),
            ("^$", "", true),
            ("^a{3,}$", "aa", false),
            ("^a{3,}$", "aaaaaaa", true),
            ("^[a-]$", "-", true),
        ])
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try SchemaPattern(pattern).matches(text) == isMatch)
    }

    @Test(
        "A pattern outside the subset is refused",
        arguments: [
            "", "^", "abc", "^abc", "abc$", "^(a)$", "^a|b$", "^a.b$", "^[^a]$", "^[]$", "^[z-a]$", "^[a$", "^a{$",
            "^a{}$",
            "^a{2,1}$", "^a{1$", "^a**$", "^\\d$", "^\u{E9}$", "^[a-z]*[a-z]$", "^[a-z]*0?[a-f]$", "^a{1,70000}$",
            "^a{99999999999999999999}$", "^a$$",
        ])
    func refused(pattern: String) {
        #expect(throws: FieldFault.self) { try SchemaPattern(pattern) }
    }

    @Test("Samples match")
    func samples() throws {
        for text in ["^[A-Za-z0-9_-]{16,64}$", "^[a-z]+\\.[a-z]*$", "^-?[0-9]+$"] {
            let pattern = try SchemaPattern(text)
            let samples = pattern.samples(limit: 64)
            #expect(samples.count == 2)
            for sample in samples { #expect(pattern.matches(sample)) }
        }
    }
}
