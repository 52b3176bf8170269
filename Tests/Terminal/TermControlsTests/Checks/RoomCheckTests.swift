import Foundation
import TermControls
import TermUI
import Testing

private enum WordKey: EnvironmentKey { static let defaultValue = "none" }

extension EnvironmentValues {
    fileprivate var word: String {
        get { self[WordKey.self] }
        set { self[WordKey.self] = newValue }
    }
}

/// Tests the values, the space and the focus that a view gets from its surroundings.
@MainActor @Suite struct RoomCheckTests {
    private struct Reader: View {
        var name = ""
        @Environment(\.isEnabled) private var isEnabled
        @Environment(\.word) private var word

        var body: some View { Text("\(name)\(word) \(isEnabled ? "on" : "off")") }
    }

    // Check 6a: SwiftUI documents this behaviour.
    @Test("room check: the inner value wins") func theInnerValueWins() {
        let pilot = Pilot(Reader().environment(\.word, "fr").environment(\.word, "it"))
        #expect(pilot.shows("fr on"))
    }

    // Check 6b: SwiftUI documents this behaviour.
    @Test("room check: a value is not that of the view beside it") func aValueIsNotThatOfTheViewBesideIt() {
        let pilot = Pilot(
            VStack {
                Reader(name: "1").environment(\.word, "fr")
                Reader(name: "2")
            }
            .environment(\.word, "it"))
        #expect(pilot.shows("1fr on") && pilot.shows("2it on"))
    }

    // Check 6c: SwiftUI documents this behaviour.
    @Test("room check: what is disabled around stays disabled") func whatIsDisabledAroundStaysDisabled() {
        let pilot = Pilot(
            VStack {
                Reader(name: "1").disabled(false).disabled(true)
                Reader(name: "2").disabled(true).disabled(false)
                Reader(name: "3").disabled(false)
            }
            .environment(\.word, "fr"))
        #expect(pilot.shows("1fr off") && pilot.shows("2fr off") && pilot.shows("3fr on"))
    }

    // Check 6d: SwiftUI documents this behaviour.
    @Test("room check: the content of a sheet inherits values") func theContentOfASheetInheritsValues() {
        let pilot = Pilot(
            Text("behind").sheet(isPresented: .constant(true)) { Reader() }.environment(\.word, "fr"))
        #expect(pilot.shows("fr on"))
    }

    // Check 7a: if no height is proposed to a geometry reader, it is 10 points high. SwiftUI behaves in this way
    // without documenting the behaviour.
    @Test("room check: a reader of geometry in a scroll view is small") func aReaderOfGeometryInAScrollViewIsSmall() {
        let pilot = Pilot(
            ScrollView {
                VStack {
                    GeometryReader { proxy in Text("\(Int(proxy.size.height)) high") }
                    Text("below")
                }
            }, columns: 20, rows: 6)
        #expect(pilot.lines[0].contains("16 high") && pilot.lines[1].contains("below"))
    }

    // Check 7b: SwiftUI documents this behaviour.
    @Test("room check: a reader of geometry takes the room that others leave")
    func aReaderOfGeometryTakesTheRoomThatOthersLeave() {
        let pilot = Pilot(
            VStack(spacing: 0) {
                Text("above")
                GeometryReader { proxy in Text("\(Int(proxy.size.width)) x \(Int(proxy.size.height))") }
            }, columns: 20, rows: 6)
        #expect(pilot.lines[1].hasPrefix("160 x 80"), "its content is in the upper left corner")
    }

    // Check 19a: SwiftUI documents this behaviour.
    @Test("room check: the program moves the focus") func theProgramMovesTheFocus() {
        struct Fields: View {
            enum Field: Hashable { case name, code }

            @State private var name = ""
            @State private var code = ""
            @FocusState private var field: Field?

            var body: some View {
                VStack(alignment: .leading) {
                    TextField("name", text: $name).focused($field, equals: .name)
                    TextField("code", text: $code).focused($field, equals: .code)
                    Text("\(name)|\(code)|\(field.map { "\($0)" } ?? "none")")
                }
                .onSubmit { field = .code }
            }
        }
        let pilot = Pilot(Fields())
        #expect(pilot.shows("||name"))
        pilot.type("Ada")
        pilot.press(.return)
        pilot.type("17")
        #expect(pilot.shows("Ada|17|code"))
        pilot.press(.tab)
        pilot.type("x")
        #expect(pilot.shows("Adax|17|name"), "the place in the text is the end")
    }
}
