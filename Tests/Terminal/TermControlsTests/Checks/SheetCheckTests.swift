import TermControls
import TermUI
import Testing

/// Tests sheets and alerts in front of other views.
@MainActor @Suite struct SheetCheckTests {
    private struct Item: Identifiable {
        let id: Int
    }

    /// A view that shows other views in front of itself. The key "s" shows a sheet, the key "i" shows a sheet for an
    /// item, and the key "a" shows an alert.
    private struct Owner: View {
        let log: CheckLog
        @State private var isShown = false
        @State private var isInner = false
        @State private var item: Item?
        @State private var asks = false
        @State private var count = 0

        var body: some View {
            Text("behind \(count)")
                .onKeyPress("s") { does { isShown = true } }
                .onKeyPress("i") { does { item = Item(id: 1) } }
                .sheet(isPresented: $isShown, onDismiss: { log.note("sheet gone") }) {
                    VStack {
                        CheckCounter(name: "of \(count):")
                        Text("outer").onKeyPress("p") { does { count += 1 } }
                        Text("keys").onKeyPress("c") { does { isShown = false } }
                    }
                    .onKeyPress("s") { does { isInner = true } }.onKeyPress("a") { does { asks = true } }
                    .sheet(isPresented: $isInner) { Front() }
                    .alert("Sure?", isPresented: $asks) {
                        Button("Yes") { log.note("yes") }
                        Button("No", role: .cancel) { log.note("no") }
                    } message: {
                        Text("It cannot be undone.")
                    }
                }
                .sheet(item: $item, onDismiss: { log.note("item gone") }) { shown in
                    CheckCounter(name: "item \(shown.id):")
                        .onKeyPress("2") { does { item = Item(id: 2) } }.onKeyPress("c") { does { item = nil } }
                        .interactiveDismissDisabled()
                }
        }

        private func does(_ action: () -> Void) -> KeyPress.Result {
            action()
            return .handled
        }
    }

    private struct Front: View {
        @Environment(\.dismiss) private var dismiss

        var body: some View { Button("inner") { dismiss() } }
    }

    // Check 8a: SwiftUI documents this behaviour.
    @Test("sheet check: a sheet comes in front of a sheet and each goes by itself")
    func aSheetComesInFrontOfASheetAndEachGoesByItself() {
        let log = CheckLog()
        let pilot = Pilot(Owner(log: log))
        pilot.press("s", "s")
        #expect(pilot.shows("inner"))
        pilot.press(.escape)
        #expect(!pilot.shows("inner") && pilot.shows("outer"))
        pilot.press("s", .return)
        #expect(!pilot.shows("inner") && pilot.shows("outer") && log.lines.isEmpty, "dismiss() is for the inner one")
        pilot.press(.escape)
        #expect(!pilot.shows("outer") && log.lines == ["sheet gone"])
    }

    // Check 8b: SwiftUI documents this behaviour.
    @Test("sheet check: a sheet of another item begins anew") func aSheetOfAnotherItemBeginsAnew() {
        let pilot = Pilot(Owner(log: CheckLog()))
        pilot.press("i", "+")
        #expect(pilot.shows("item 1: 1"))
        pilot.press("2")
        #expect(pilot.shows("item 2: 0"))
    }

    // Checks 8c and 8e: SwiftUI documents this behaviour.
    @Test("sheet check: a sheet that the program closes tells so") func aSheetThatTheProgramClosesTellsSo() {
        let log = CheckLog()
        let pilot = Pilot(Owner(log: log))
        pilot.press("s", "c")
        #expect(log.lines == ["sheet gone"] && !pilot.shows("outer"))
        pilot.press("i", .escape)
        #expect(pilot.shows("item 1"), "it stays if the program says so")
        pilot.press("c")
        #expect(log.lines == ["sheet gone", "item gone"] && !pilot.shows("item"))
    }

    // Check 8d: SwiftUI documents this behaviour.
    @Test("sheet check: an alert is in front of a sheet and leaves it") func anAlertIsInFrontOfASheetAndLeavesIt() {
        let log = CheckLog()
        let pilot = Pilot(Owner(log: log))
        pilot.press("s", "a")
        #expect(pilot.shows("Sure?") && pilot.shows("It cannot be undone."))
        pilot.click("Yes")
        #expect(log.lines == ["yes"] && !pilot.shows("Sure?") && pilot.shows("outer"))
    }

    // Check 9b: SwiftUI behaves in this way, but does not document this behaviour.
    @Test("sheet check: escape does what the button does that cancels") func escapeDoesWhatTheButtonDoesThatCancels() {
        let log = CheckLog()
        let pilot = Pilot(Owner(log: log))
        pilot.press("s", "a", .escape)
        #expect(log.lines == ["no"] && !pilot.shows("Sure?") && pilot.shows("outer"))
    }

    // Checks 18a and 18b: SwiftUI documents this behaviour.
    @Test("sheet check: a sheet follows its presenter and keeps its state until it goes")
    func aSheetFollowsItsPresenterAndKeepsItsStateUntilItGoes() {
        let pilot = Pilot(Owner(log: CheckLog()))
        pilot.press("s", "+", "p")
        #expect(pilot.shows("of 1: 1"))
        pilot.press(.escape, "s")
        #expect(pilot.shows("of 1: 0"))
    }

    // Check 18c: SwiftUI shows one of the two sheets and prints a warning, but does not document this behaviour. In a
    // terminal, the later sheet is in front.
    @Test("sheet check: of two sheets at once both can be closed") func ofTwoSheetsAtOnceBothCanBeClosed() {
        struct Both: View {
            @State private var first = true
            @State private var second = true

            var body: some View {
                Text("\(first ? "first" : "") \(second ? "second" : "") behind")
                    .sheet(isPresented: $first) { Text("one") }.sheet(isPresented: $second) { Text("two") }
            }
        }
        let pilot = Pilot(Both())
        pilot.press(.escape, .escape)
        #expect(!pilot.shows("first") && !pilot.shows("second") && pilot.shows("behind"))
    }
}
