import Foundation
import TermControls
import TermCore
import TermUI
import TestSupport
import Testing

/// Tests groups of views, and literal texts in programs.
@MainActor @Suite struct GroupCheckTests {
    // Checks 13a and 13c: SwiftUI documents this behaviour.
    @Test("group check: a modifier after a group is one after each member")
    func aModifierAfterAGroupIsOneAfterEachMember() {
        let pilot = Pilot(
            HStack(spacing: 0) {
                Group {
                    Text("a")
                    Text("b")
                }
                .frame(width: 80)
            }, columns: 20, rows: 1)
        #expect(pilot.lines == ["    a         b"])
        let rows = Pilot(
            HStack(spacing: 0) { ForEach(["p", "q"], id: \.self) { Text($0) }.padding(.horizontal, 8) }, columns: 6,
            rows: 1)
        #expect(rows.lines == [" p  q"])
    }

    // Check 13b: SwiftUI behaves in this way, but does not document this behaviour.
    @Test("group check: each member of a group appears") func eachMemberOfAGroupAppears() {
        var count = 0
        let pilot = Pilot(
            VStack {
                Group {
                    Text("a")
                    Text("b")
                }
                .onAppear { count += 1 }
            })
        #expect(count == 2 && pilot.shows("a"))
    }

    // Check 19c: SwiftUI documents this behaviour.
    @Test("group check: a list of sections and conditions is one of rows")
    func aListOfSectionsAndConditionsIsOneOfRows() {
        let pilot = Pilot(
            Turning { turn in
                List {
                    Section("Head") { ForEach(0..<2) { Text("in \($0)") } }
                    if turn % 2 == 1 { Text("at times") }
                    ForEach(["x", "y"], id: \.self) { Text("row \($0)") }
                }
            }, columns: 12, rows: 8)
        #expect(pilot.lines.filter { !$0.isEmpty } == ["Head", "  in 0", "  in 1", "  row x", "  row y"])
        pilot.press("s")
        #expect(
            pilot.lines.filter { !$0.isEmpty } == ["Head", "  in 0", "  in 1", "  at times", "  row x", "  row y"])
    }

    // Check 20: SwiftUI documents this behaviour.
    @Test("group check: a literal may have markdown and a value has none")
    func aLiteralMayHaveMarkdownAndAValueHasNone() {
        let name = "**Ada**"
        let pilot = Pilot(VStack { Text("**bold** *it* `code` \(name)") })
        #expect(pilot.shows("bold it code **Ada**"))
        #expect(pilot.style(of: "bold")?.attributes == .bold && pilot.style(of: "it")?.attributes == .italic)
        #expect(pilot.style(of: "**Ada**")?.attributes == [])
        let inflected = Pilot(Text("^[\(3) keys](inflect: true), ^["))
        #expect(inflected.shows("3 keys, ^[") && !inflected.shows("inflect"))
        for hostile in HostileText.samples { _ = Pilot(Text(LocalizedStringKey(hostile)), columns: 20, rows: 4).text }
    }
}
