import Foundation
import TermCore
import TermUI
import TestSupport
import Testing

/// All controls at once, and somebody who presses anything.
@MainActor @Suite struct EveryControlTests {
    private struct Everything: View {
        @State private var isOn = true
        @State private var number = 0.4
        @State private var count = 3
        @State private var text = "漢字 and words"
        @State private var chosen: Int? = 1
        @State private var date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        @State private var color = Color.green

        var body: some View {
            VStack(alignment: .leading) {
                HStack {
                    Button("Go", systemImage: "star") { count += 1 }.buttonStyle(.borderedProminent)
                    Toggle("On", isOn: $isOn).toggleStyle(.switch)
                    Menu("Menu") {
                        Button("Add") { count += 1 }
                        Picker("Inner", selection: $chosen) { Text("one").tag(1) }
                    }
                }
                Picker("Pick", selection: $chosen) {
                    Text("none").tag(Int?.none)
                    ForEach(0..<30) { Text("row \($0)").tag($0) }
                }
                Picker("Few", selection: $count) { ForEach(1..<4) { Text("\($0)").tag($0) } }.pickerStyle(.segmented)
                TextField("Name", text: $text, axis: .vertical).lineLimit(1...3).textFieldStyle(.roundedBorder)
                TextEditor(text: $text).frame(height: 32)
                Slider(value: $number) { Text("Level") }
                Stepper("Count \(count)", value: $count, in: 0...9)
                Gauge(value: number) { Text("Gauge") }
                ProgressView("Done", value: number)
                DatePicker("Date", selection: $date)
                ColorPicker("Colour", selection: $color)
                LabeledContent("Value", value: number, format: .number)
            }
        }
    }

    private static let keys: [KeyEquivalent] = [
        .return, .space, .tab, .upArrow, .downArrow, .leftArrow, .rightArrow, .home, .end, .pageDown, .delete, .escape,
        "x", "+", "-", "漢",
    ]

    @Test(arguments: [(40, 24), (80, 30), (13, 7), (2, 5), (1, 1), (0, 0)])
    func whatIsDrawnInPartsIsWhatIsDrawnAsAWhole(_ columns: Int, _ rows: Int) {
        for glyphs in [TerminalProfile.Glyphs.unicode, .console, .ascii] {
            var environment = EnvironmentValues()
            environment.glyphs = glyphs
            let graph = ViewGraph(Everything(), environment: environment, now: .now)
            graph.resize(to: CellSize(columns, rows))
            var random = SplitMix(seed: UInt64(columns))
            for step in 0..<80 {
                if step % 4 == 3, columns > 0 {
                    let (x, y) = (Int.random(in: 0..<columns, using: &random), Int.random(in: 0..<rows, using: &random))
                    graph.mouse(MouseEvent(.press(.left), x: x, y: y))
                    graph.update()
                    graph.mouse(MouseEvent(step % 8 == 7 ? .drag(.left) : .release(.left), x: x, y: y))
                } else {
                    graph.press(KeyPress(Self.keys.randomElement(using: &random) ?? .tab))
                }
                let part = graph.frame()
                let whole = graph.wholeFrame()
                #expect(part.cells == whole.cells && part.cursor == whole.cursor, "\(glyphs), step \(step)")
            }
            #expect(!PlainText(graph.semantics, hasWayBack: graph.hasWayBack).lines.isEmpty)
        }
    }

    @Test func nothingIsDrawnOutsideOfAControl() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Toggle("A toggle with many words", isOn: .constant(true)).frame(width: 64)
                Picker("A picker", selection: .constant(1)) { Text("with many words").tag(1) }.frame(width: 64)
                Slider(value: .constant(0.5)) { Text("A slider") }.frame(width: 64)
                Stepper("A stepper with many words", value: .constant(1)).frame(width: 64)
                Image("a picture with many words").frame(width: 64)
            }
            .filling(), columns: 30, rows: 12)
        for line in pilot.lines { #expect(line.count <= 8, "\(line)") }
    }
}
