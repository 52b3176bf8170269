import Testing
import Wire

@Suite("Patterns")
struct SchemaPatternTests {
    @Test(
        "schema pattern: a pattern takes what it spells",
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
        "schema pattern: a pattern outside the subset is refused",
        arguments: [
            "", "^", "abc", "^abc", "abc$", "^(a)$", "^a|b$", "^a.b$", "^[^a]$", "^[]$", "^[z-a]$", "^[a$", "^a{$",
            "^a{}$",
            "^a{2,1}$", "^a{1$", "^a**$", "^\\d$", "^\u{E9}$", "^[a-z]*[a-z]$", "^[a-z]*0?[a-f]$", "^a{1,70000}$",
            "^a{99999999999999999999}$", "^a$$",
        ])
    func refused(pattern: String) {
        #expect(throws: FieldFault.self) { try SchemaPattern(pattern) }
    }

    @Test("schema pattern: samples match")
    func samples() throws {
        for text in ["^[A-Za-z0-9_-]{16,64}$", "^[a-z]+\\.[a-z]*$", "^-?[0-9]+$"] {
            let pattern = try SchemaPattern(text)
            let samples = pattern.samples(limit: 64)
            #expect(samples.count == 2)
            for sample in samples { #expect(pattern.matches(sample)) }
        }
    }

    @Test("schema pattern: a member is as its rule says, and a rule that is no pattern lets nothing in")
    func rules() throws {
        func read(_ text: String, _ rule: TextRule) throws -> String? {
            var fields = try JSONFields(.members(("pin", .string(text))))
            return try fields.optionalString("pin", as: rule)
        }
        let pin = TextRule("^[0-9]{4,8}$", "four to eight digits")
        #expect(try read("4938", pin) == "4938")
        let fault = #expect(throws: FieldFault.self) { try read("493", pin) }
        #expect(fault == FieldFault("/pin", "must be four to eight digits"))
        let bare = #expect(throws: FieldFault.self) { try read("493", TextRule("^[0-9]{4,8}$", nil)) }
        #expect(bare == FieldFault("/pin", "must match ^[0-9]{4,8}$"))
        #expect(throws: FieldFault.self) { try read("4938", TextRule("(", nil)) }
        var none = try JSONFields(.members())
        #expect(try none.optionalString("pin", as: pin) == nil)
        #expect(throws: FieldFault("/pin", "is missing")) { try none.string("pin", as: pin) }
    }
}
