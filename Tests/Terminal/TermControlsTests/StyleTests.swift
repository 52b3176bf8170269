import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests buttons, labels and pictures, and the styles that draw them.
@MainActor @Suite struct StyleTests {
    private final class Log {
        var lines: [String] = []
    }

    private struct Loud: ButtonStyle {
        @Environment(\.isEnabled) private var isEnabled

        func makeBody(configuration: Configuration) -> some View {
            HStack {
                configuration.label
                Text(configuration.isPressed ? "down" : isEnabled ? "up" : "off")
                Text(configuration.role == .destructive ? "!" : ".")
            }
        }
    }

    private struct Careful: PrimitiveButtonStyle {
        @State private var count = 0

        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Button("arm \(count)") { count += 1 }
                if count > 0 { Button(configuration) }
            }
        }
    }

    @Test("style: buttons have their looks") func buttonsHaveTheirLooks() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Button("one") {}
                Button("two") {}.buttonStyle(.borderedProminent)
                Button("three", systemImage: "trash", role: .destructive) {}.buttonStyle(.plain)
                Button(role: .close) {}.buttonStyle(.borderless)
                Button("five") {}.buttonStyle(PlainButtonStyle()).buttonBorderShape(.capsule)
                Button("six") {}.buttonStyle(.link)
            }, columns: 20, rows: 6)
        #expect(
            pilot.text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } } == [
                "[ one ]", "[ two ]", "⌫ three", "Close", "five", "six",
            ])
        #expect(pilot.style(of: "two")?.attributes.contains(.reverse) == true)
        #expect(pilot.style(of: "six")?.attributes.contains(.underline) == true)
        #expect(pilot.style(of: "three")?.foreground == .palette(1))
    }

    @Test("style: a style of a program makes the button") func aStyleOfAProgramMakesTheButton() {
        let log = Log()
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Button("go", role: .destructive) { log.lines.append("go") }
                Button("no") {}.disabled(true)
            }
            .buttonStyle(Loud()), columns: 20, rows: 2)
        #expect(pilot.shows("go up !") && pilot.shows("no off ."))
        pilot.press(.return)
        #expect(log.lines == ["go"])
        pilot.click("up")
        #expect(log.lines == ["go", "go"] && pilot.shows("go up"))
    }

    @Test("style: a style may have state and use the button") func aStyleMayHaveStateAndUseTheButton() {
        let log = Log()
        let pilot = Pilot(Button("fire") { log.lines.append("fired") }.buttonStyle(Careful()), columns: 30, rows: 1)
        #expect(!pilot.shows("fire"))
        pilot.click("arm")
        #expect(pilot.shows("[ arm 1 ] [ fire ]"))
        pilot.click("fire")
        #expect(log.lines == ["fired"])
    }

    @Test("style: a label is a picture and a title") func aLabelIsAPictureAndATitle() {
        let label = Label("Trash", systemImage: "trash")
        let pilot = Pilot(
            VStack(alignment: .leading) {
                label
                label.labelStyle(.titleOnly)
                Button {
                } label: {
                    label
                }.labelStyle(.iconOnly).buttonStyle(.plain)
                Button {
                } label: {
                    Image(systemName: "square.and.pencil")
                }.buttonStyle(.plain)
            }, columns: 7, rows: 4)
        #expect(pilot.lines == ["⌫ Trash", "Trash", "⌫", "✎"])
        #expect(pilot.plain.lines.map(\.description) == ["Trash", "Trash", "1. Trash", "2. square and pencil"])
    }

    @Test("style: a picture of the program is its label or a character")
    func aPictureOfTheProgramIsItsLabelOrACharacter() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Image("Welcome Banner").resizable().renderingMode(.template).scaledToFit().frame(width: 160, height: 32)
                Image("star").imageScale(.large).symbolVariant(.fill)
                Image(decorative: "nothing").aspectRatio(contentMode: .fill)
                Image("x", label: Text("a tiny cross")).symbolEffect(.bounce.up, value: 1)
            }, columns: 20, rows: 5)
        #expect(pilot.lines == ["   Welcome Banner", "", "★", "■", "a tiny cross"])
        #expect(pilot.plain.lines.map(\.description) == ["Welcome Banner", "star", "a tiny cross"])
    }

    @Test("style: a shape is kept") func aShapeIsKept() {
        let square = Color.red.aspectRatio(1, contentMode: .fit)
        let pilot = Pilot(square, columns: 20, rows: 4)
        let red = (0..<4).map { y in (0..<20).filter { pilot.frame[$0, y].style.background == .palette(1) }.count }
        #expect(red == [8, 8, 8, 8])
        #expect(Pilot(Color.red.aspectRatio(.nan, contentMode: .fill), columns: 1, rows: 1).text.isEmpty)
    }
}
