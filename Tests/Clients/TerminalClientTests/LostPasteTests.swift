import TermUI
import Testing

@testable import TerminalClient

/// If the end of a paste does not arrive, the screen reports the loss and shows the next step.
@MainActor @Suite struct LostPasteTests {
    @Test("lost paste: a paste without its end is told") func aPasteWithoutItsEndIsTold() {
        let words = "The paste is incomplete: paste it again, or press Ctrl-C."
        #expect(Desk().live().pilot { $0.isPasteLost = true }.shows(words))
        #expect(!Desk().live().pilot().shows(words))
    }
}
