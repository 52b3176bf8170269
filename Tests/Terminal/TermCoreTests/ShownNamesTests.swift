import TermCore
import TestSupport
import Testing

/// Tests a search for many names together. It must give the same result as a search for each name alone.
@Suite struct ShownNamesTests {
    private static func names(_ all: [[String]]) -> ShownNames {
        var names = ShownNames()
        for these in all { names.append(these.map { ShownName($0) }) }
        return names
    }

    private static func found(_ wanted: String, in all: [[String]]) -> [Int] {
        names(all).things(containing: ShownName(wanted))
    }

    private static let doors = [
        ["Front Door", "Harbour House"], ["Back door", "Harbour House"], ["Café", "Harbour  House"], ["", ""],
        ["Door", "Straße 3"], ["Lift\nA", "e\u{301}tage"],
    ]

    @Test(
        "shown names: names and places are found",
        arguments: [
            ("door", [0, 1, 4]), ("DOOR ", [0, 1, 4]), ("harbour house", [0, 1, 2]), ("front", [0]), ("café", [2]),
            ("cafe", []), ("strasse", [4]), ("e", [0, 1, 2, 4, 5]), ("é", [2, 5]), ("doorharbour", []),
            ("door\nharbour", []),
            ("fro…", [0]), ("…", []), ("", [0, 1, 2, 3, 4, 5]), ("\u{0}", []),
        ])
    func namesAndPlacesAreFound(wanted: String, things: [Int]) {
        #expect(Self.found(wanted, in: Self.doors) == things)
    }

    @Test(
        "shown names: signs that are the same are one",
        arguments: [("a;b", "A\u{37E}B"), ("a`b", "a\u{1FEF}b"), ("kelvin", "\u{212A}elvin")])
    func signsThatAreTheSameAreOne(name: String, wanted: String) {
        #expect(ShownName(name) == ShownName(wanted) && ShownName(name).contains(ShownName(wanted)))
        #expect(ShownName(wanted).contains(ShownName(name)) && Self.found(wanted, in: [["x"], [name]]) == [1])
    }

    @Test("shown names: many are found as one by one") func manyAreFoundAsOneByOne() {
        var random = SplitMix(seed: 20_261_128)
        let parts = ["a", "ab", "b", "A", " ", "  ", "é", "e\u{301}", "…", "ß", "🚪", "\n", "0", "\u{202E}"]
        func word() -> String {
            let count = Int.random(in: 0...5, using: &random)
            return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<300 {
            let all = (0..<Int.random(in: 0...12, using: &random)).map { _ in [word(), word()] }
            let wanted = ShownName(word())
            let expected = all.indices.filter { thing in
                wanted.isEmpty || all[thing].contains { ShownName($0).contains(wanted) }
            }
            #expect(Self.names(all).things(containing: wanted) == expected)
        }
    }

    @Test("shown names: a name of ASCII contains what its text does") func aNameOfASCIIContainsWhatItsTextDoes() {
        for (name, wanted, isThere) in [
            ("front door", "t d", true), ("front door", "door ", true), ("front door", "doors", false),
            ("aaab", "aab", true), ("abc", "abcd", false), ("a  b", "a b", true), ("~{}", "{", true),
        ] {
            #expect(ShownName(name).contains(ShownName(wanted)) == isThere, "\(name): \(wanted)")
        }
    }
}
