import TermUI
import Testing

/// Some lines have shown a secret. Tests the text that the program writes over these lines at its end.
@Suite struct ToldSecretTests {
    private static let erased = "\u{1b}[A\u{1b}[2K"

    @Test("told secret: nothing is erased without a secret") func nothingIsErasedWithoutASecret() {
        var told = ToldSecret()
        told.add("1. Front Door\n", columns: 80)
        #expect(told.farewell(hasSequences: true, columns: 80, height: 24) == "")
        #expect(told.farewell(hasSequences: false, columns: 80, height: 24) == "")
    }

    @Test("told secret: the rows since the secret are erased") func theRowsSinceTheSecretAreErased() {
        var told = ToldSecret()
        told.add("before\n", columns: 80)
        told.add("Code, 1234\nv hides it:\n", hasSecret: true, columns: 80)
        // The next line takes two rows, because the line is wider than the terminal.
        told.add(String(repeating: "x", count: 81) + "\n", columns: 80)
        let erased = "\u{1b}[2K" + String(repeating: Self.erased, count: 6) + "\r"
        #expect(told.farewell(hasSequences: true, columns: 80, height: 24) == erased)
    }

    @Test("told secret: what may have scrolled away is said", arguments: [(80, 6), (79, 24)])
    func whatMayHaveScrolledAwayIsSaid(_ columns: Int, _ height: Int) {
        var told = ToldSecret()
        told.add("Code, 1234\n\n\n\n\n", hasSecret: true, columns: 80)
        let farewell = told.farewell(hasSequences: true, columns: columns, height: height)
        #expect(farewell.contains(Self.erased) && farewell.contains("A code was printed and"))
        let dumb = told.farewell(hasSequences: false, columns: 80, height: 24)
        #expect(dumb.hasPrefix("A code was printed and") && dumb.hasSuffix("\n"))
    }
}
