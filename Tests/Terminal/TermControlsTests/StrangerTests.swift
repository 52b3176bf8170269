import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests what programs of other people rely on.
@MainActor @Suite struct StrangerTests {
    private static func told(_ pilot: Pilot) -> [String] { pilot.plain.lines.map(\.description) }

    @Test("stranger: several views in a scroll view are in the middle") func severalViewsAreInTheMiddle() {
        let pilot = Pilot(
            ScrollView {
                Text("one")
                Text("longer")
            }, columns: 16, rows: 3)
        #expect(pilot.lines.prefix(2) == ["      one", "     longer"])
    }

    @Test("stranger: a label that the program draws has no brackets") func aDrawnLabelHasNoBrackets() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Button("Words") {}
                Button {
                } label: {
                    HStack {
                        Image(systemName: "plus")
                        Text("New").bold()
                    }
                }
                Button {
                } label: {
                    Text("Drawn").padding(.horizontal, 8).background(Color.blue)
                }
                Button {
                } label: {
                    Text("Asked").padding(.horizontal, 8)
                }
                .buttonStyle(.bordered)
            }, columns: 11, rows: 4)
        #expect(pilot.lines == ["[ Words ]", "[ + New ]", " Drawn", "[  Asked  ]"], "\(pilot.lines)")
    }

    @Test("stranger: lines of a grid with other heights do not cover what follows") func linesDoNotCoverWhatFollows() {
        let pilot = Pilot(
            VStack(spacing: 0) {
                LazyVGrid(columns: [GridItem(.flexible()), GridItem(.flexible())]) {
                    ForEach(0..<6, id: \.self) { Text("\($0)").frame(height: CGFloat(16 + 16 * $0)) }
                }
                Text("next")
            }, columns: 20, rows: 20)
        #expect(pilot.lines.firstIndex { $0.contains("next") } == 15, "\(pilot.text)")
    }

    private struct OldSlider: View {
        @State private var value = 5.0
        @State private var events = ""

        var body: some View {
            VStack(alignment: .leading) {
                Slider(
                    value: $value, in: 0...10, step: 1, onEditingChanged: { events += $0 ? "(" : ")" },
                    minimumValueLabel: Text("0"), maximumValueLabel: Text("10")
                ) {
                    Text("Size")
                }
                Text("\(Int(value)) \(events)")
            }
        }
    }

    @Test("stranger: a slider is made as before, and a drag is one change") func aSliderIsMadeAsBefore() {
        let pilot = Pilot(OldSlider(), columns: 24, rows: 2)
        #expect(Self.told(pilot).first == "1. Size, 5")
        pilot.send("\u{1b}[<0;8;1M\u{1b}[<32;9;1M\u{1b}[<32;12;1M".utf8)
        #expect(pilot.shows("3 ("), "\(pilot.text)")
        pilot.send("\u{1b}[<0;12;1m".utf8)
        #expect(pilot.shows("3 ()"))
    }

    private struct Width: View {
        @Environment(\.horizontalSizeClass) private var width
        @Environment(\.scenePhase) private var phase

        var body: some View { Text("\(width == .compact ? "narrow" : "wide") \(phase == .active ? "active" : "")") }
    }

    @Test("stranger: the width of the screen is known") func theWidthOfTheScreenIsKnown() {
        let pilot = Pilot(Width(), columns: 40, rows: 1)
        #expect(pilot.shows("narrow active"))
        pilot.resize(columns: 80, rows: 1)
        #expect(pilot.shows("wide active"))
    }

    @Test("stranger: actions for people who do not see the screen have numbers") func actionsHaveNumbers() {
        struct Counter: View {
            @State private var count = 0

            var body: some View {
                VStack {
                    Text("Count").accessibility(value: Text("\(count)")).accessibilityAction { count += 1 }
                        .accessibilityAction(named: "Clear") { count = 0 }
                    Group(subviews: ForEach(0..<2, id: \.self) { Text("\($0)") }) { Text("\($0.count) parts") }
                }
            }
        }
        let pilot = Pilot(Counter(), columns: 20, rows: 2)
        #expect(Self.told(pilot) == ["1. Count, 0", "2. Clear", "2 parts"])
        #expect(pilot.plain.perform("1") == .done && pilot.plain.perform("1") == .done)
        #expect(Self.told(pilot).first == "1. Count, 2")
        #expect(pilot.plain.perform("2") == .done)
        #expect(Self.told(pilot).first == "1. Count, 0")
    }
}
