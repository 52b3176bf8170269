import Testing
import Wire

@Suite("Texts as people type and copy them") struct TypedTextTests {
    @Test(
        "typed text: codes and PINs come in groups",
        arguments: [
            ("123456", "123456"), ("123 456", "123456"), ("123-456", "123456"), ("123\u{2011}456", "123456"),
            ("\u{2066}123\u{A0}456\u{2069}", "123456"), ("\u{FF11}\u{FF12}\u{FF13}456", "123456"),
            ("\u{661}\u{662}\u{663}456", "123456"), ("\u{200E}1\u{FE0F}23456", "123456"), ("", ""), ("1é", "1é"),
        ])
    func joined(text: String, plain: String) {
        #expect(TypedText.joined(text) == plain)
    }

    @Test(
        "typed text: a word is the same in full-width letters",
        arguments: [
            ("\u{FF22}\u{FF31}\u{FF32}tna", "BQRtna"), ("BQR\u{200B}TNA", "BQRTNA"), ("a\u{2014}b", "a-b"),
            ("a\u{2003}b", "a b"), ("Zoé", "Zoé"),
        ])
    func plain(text: String, plain: String) {
        #expect(TypedText.plain(text) == plain)
    }

    @Test(
        "typed text: of a name only the marks are left out",
        arguments: [
            ("\u{202A}Ada\u{A0}Moreno\u{202C}", "Ada Moreno"),
            ("\u{2067}\u{5D3}\u{5E0}\u{5D4}\u{2069}", "\u{5D3}\u{5E0}\u{5D4}"),
            ("\u{1F469}\u{200D}\u{1F467}", "\u{1F469}\u{200D}\u{1F467}"), ("\u{FF21}da", "\u{FF21}da"),
            ("Jean\u{2010}Luc", "Jean\u{2010}Luc"),
        ])
    func seen(text: String, seen: String) {
        #expect(TypedText.seen(text).unicodeScalars.elementsEqual(seen.unicodeScalars))
    }
}
