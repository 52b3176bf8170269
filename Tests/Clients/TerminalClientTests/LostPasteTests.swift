import TermUI
import Testing

@testable import TerminalClient

/// A paste whose end does not come is told, with the ways out.
@MainActor @Suite struct LostPasteTests {
    @Test("lost paste: a paste without its end is told") func aPasteWithoutItsEndIsTold() {
        let words = "A paste did not arrive whole: paste once more, or press Ctrl-C."
        #expect(Desk().live().pilot { $0.isPasteLost = true }.shows(words))
        #expect(!Desk().live().pilot().shows(words))
    }
}
