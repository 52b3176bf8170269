import TermControls
import TermUI
import Testing

/// Tests pages in front of other pages.
@MainActor @Suite struct PageCheckTests {
    private struct Pages: View {
        let log: CheckLog

        var body: some View {
            NavigationStack {
                NavigationLink("On") { Inner(log: log) }
                    .navigationTitle("Root")
                    .onAppear { log.note("root comes") }
                    .onDisappear { log.note("root goes") }
            }
        }
    }

    private struct Inner: View {
        let log: CheckLog
        @Environment(\.dismiss) private var dismiss
        @Environment(\.isPresented) private var isPresented

        var body: some View {
            Button("Back \(isPresented ? "there" : "nowhere")") { dismiss() }
                .navigationTitle("Inner")
                .onAppear { log.note("inner comes") }
                .onDisappear { log.note("inner goes") }
        }
    }

    // Check 10d: SwiftUI behaves in this way, but does not document this behaviour. Check 15a: SwiftUI documents this
    // behaviour.
    @Test("page check: a page that is behind another has disappeared and dismiss goes back")
    func aPageThatIsBehindAnotherHasDisappearedAndDismissGoesBack() {
        let log = CheckLog()
        let pilot = Pilot(Pages(log: log))
        pilot.press(.return)
        #expect(pilot.shows("< Inner") && pilot.shows("Back there"))
        #expect(log.lines == ["root comes", "root goes", "inner comes"])
        pilot.press(.tab, .return)
        #expect(pilot.shows("Root") && !pilot.shows("Inner"))
        #expect(log.lines == ["root comes", "root goes", "inner comes", "inner goes", "root comes"])
    }

    // Check 15b: SwiftUI documents this behaviour.
    @Test("page check: dismiss in a page leaves the sheet around the stack")
    func dismissInAPageLeavesTheSheetAroundTheStack() {
        struct Owner: View {
            let log: CheckLog
            @State private var isShown = true

            var body: some View {
                Text("behind").sheet(isPresented: $isShown, onDismiss: { log.note("closed") }) { Pages(log: log) }
            }
        }
        let log = CheckLog()
        let pilot = Pilot(Owner(log: log))
        pilot.press(.return)
        #expect(pilot.shows("Back there"))
        pilot.click("Back there")
        #expect(pilot.shows("Root") && !log.lines.contains("closed"))
        pilot.press(.escape)
        #expect(!pilot.shows("Root") && log.lines.last == "closed")
    }
}
