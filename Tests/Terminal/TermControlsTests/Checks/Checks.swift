import TermUI

// The checks compare our behaviour with SwiftUI's. Each check has a test. The test's comment gives the check's number,
// and says whether SwiftUI documents the behaviour. These are the suites with their checks:
//
// IdentityCheckTests   1a another branch   1b a changed modifier   1c another id   1d, 1d' one view in two places
//                      1e a view before it   1f switch   14a equatable views   14b a change that makes another
//                      16 AnyView   17 State(initialValue:)
// ForEachCheckTests    2a another order   2b another id in a place   2c removal   2d a range   12a $array[1]
//                      12b Binding(get:set:)
// ObjectCheckTests     3a a StateObject is made once and kept   3b released and made again   4a–4c nested objects
//                      13d properties made of others   19b publishers
// AppearanceCheckTests 5 task(id:)   5a task   5b task and id   10a redrawing   10b coming back   11a onChange
//                      order of appearing (promised by nobody)
// RoomCheckTests       6a–6d the environment   7a, 7b GeometryReader   19a @FocusState
// SheetCheckTests      8a a sheet in a sheet   8b another item   8c, 8e onDismiss   8d an alert over a sheet
//                      9b Esc and .cancel   18a–18c the content of sheets
// PageCheckTests       10d a page behind another   15a, 15b dismiss in a page
// GroupCheckTests      13a, 13c modifiers of several views   13b onAppear of several   19c a list of all kinds
//                      20 Markdown in literals

/// Records events in the order in which they happen.
final class CheckLog {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }
}

/// A view that counts how often the key "+" is pressed, and reports each time its body is evaluated.
struct CheckCounter: View {
    var name = "n"
    var asked: (String) -> Void = { _ in }
    @State private var count = 0

    var body: some View {
        asked(name)
        return Text("\(name) \(count)").onKeyPress("+") {
            count += 1
            return .handled
        }
    }
}

/// A view whose content depends on how often the key "s" was pressed.
struct Turning<Content: View>: View {
    @ViewBuilder let content: (Int) -> Content
    @State private var turn = 0

    var body: some View {
        VStack { content(turn) }.onKeyPress("s") {
            turn += 1
            return .handled
        }
    }
}
