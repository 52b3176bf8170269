import Foundation
import TermCore
import TermUI
import Testing

/// Tests how shapes and styles look in cells.
@MainActor @Suite struct ShapeTests {
    private func environment(
        _ scheme: ColorScheme? = nil, _ glyphs: TerminalProfile.Glyphs = .unicode, _ depth: ColorDepth = .truecolor
    ) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.knownColorScheme = scheme
        (environment.glyphs, environment.colorDepth) = (glyphs, depth)
        return environment
    }

    private let blue = Color(red: 0, green: 0, blue: 1)

    private func backgrounds(_ pilot: Pilot, row: Int = 0) -> [TerminalColor] {
        pilot.frame.row(row).map(\.style.background)
    }

    @Test("shape: a filled rectangle is cells of its colour") func aFilledRectangleIsCellsOfItsColour() {
        let pilot = Pilot(Rectangle().fill(blue).frame(columns: 3, rows: 1), columns: 5, rows: 1)
        #expect(backgrounds(pilot) == [.standard, .rgb(0, 0, 255), .rgb(0, 0, 255), .rgb(0, 0, 255), .standard])
        #expect(pilot.text.isEmpty)
    }

    @Test("shape: text stays on the shape behind it") func textStaysOnTheShapeBehindIt() {
        let pilot = Pilot(Text("on").padding(.horizontal, 8).background(blue, in: Capsule()), columns: 4, rows: 1)
        #expect(pilot.text == " on")
        #expect(backgrounds(pilot) == Array(repeating: .rgb(0, 0, 255), count: 4))
        let stack = Pilot(
            ZStack {
                RoundedRectangle(cornerRadius: 8).fill(blue)
                Text("漢x")
            }, columns: 5, rows: 1)
        #expect(stack.text == " 漢x" && backgrounds(stack) == Array(repeating: .rgb(0, 0, 255), count: 5))
    }

    @Test("shape: without colours a fill is blocks") func withoutColoursAFillIsBlocks() {
        #expect(Pilot(Rectangle(), columns: 3, rows: 1).text == "███", "the style of text")
        let (blue, mono) = (blue, environment(nil, .unicode, .mono))
        #expect(Pilot(Rectangle().fill(blue), columns: 2, rows: 1, environment: mono).text == "░░")
        let ascii = environment(nil, .ascii, .mono)
        #expect(Pilot(Rectangle().fill(blue), columns: 2, rows: 1, environment: ascii).text == "##")
        #expect(Pilot(blue, columns: 2, rows: 1, environment: mono).text.isEmpty, "a background, not a shape")
        #expect(Pilot(Color("unknown"), columns: 2, rows: 1).text.isEmpty)
    }

    @Test("shape: outlines of rectangles are boxes") func outlinesOfRectanglesAreBoxes() {
        func lines(_ view: some View, _ glyphs: TerminalProfile.Glyphs = .unicode) -> [String] {
            Pilot(view, columns: 4, rows: 3, environment: environment(nil, glyphs)).lines
        }
        #expect(lines(Rectangle().stroke()) == ["┌──┐", "│  │", "└──┘"])
        #expect(lines(RoundedRectangle(cornerRadius: 8).stroke(.red)) == ["╭──╮", "│  │", "╰──╯"])
        #expect(lines(RoundedRectangle(cornerRadius: 8).strokeBorder(.red, lineWidth: 3)) == ["┏━━┓", "┃  ┃", "┗━━┛"])
        #expect(lines(Rectangle().stroke(.red, style: StrokeStyle(dash: [4]))) == ["┌┄┄┐", "┆  ┆", "└┄┄┘"])
        #expect(lines(Capsule().stroke(), .ascii) == ["+--+", "|  |", "+--+"])
        #expect(lines(Rectangle().stroke(.red, lineWidth: 2), .console) == ["┌──┐", "│  │", "└──┘"])
        #expect(lines(Rectangle().inset(by: 8).stroke()) == [" ┌┐", " ││", " └┘"])
    }

    @Test("shape: an outline keeps the text under it") func anOutlineKeepsTheTextUnderIt() {
        let pilot = Pilot(
            Text("abcd\nefgh\nijkl").overlay(RoundedRectangle(cornerRadius: 4).stroke(.gray)), columns: 4, rows: 3)
        #expect(pilot.text == "abcd\nefgh\nijkl")
        let padded = Pilot(Text("x").padding().overlay { Rectangle().stroke(.gray) }, columns: 3, rows: 3)
        #expect(padded.text == "┌─┐\n│x│\n└─┘")
    }

    @Test("shape: a border takes a cell where there is room") func aBorderTakesACellWhereThereIsRoom() {
        #expect(Pilot(Text("x").border(.red), columns: 5, rows: 3).text == " ┌─┐\n │x│\n └─┘")
        #expect(Pilot(Text("x").border(Color.red, width: 2), columns: 3, rows: 3).text == "┏━┓\n┃x┃\n┗━┛")
        #expect(Pilot(Text("long").border(.red), columns: 5, rows: 2).text == "long")
    }

    @Test("shape: circles are dots or discs") func circlesAreDotsOrDiscs() {
        #expect(Pilot(Circle().frame(width: 8, height: 8), columns: 3, rows: 1).text == " ●")
        #expect(Pilot(Circle().stroke().frame(width: 8, height: 8), columns: 1, rows: 1).text == "○")
        let ascii = environment(nil, .ascii)
        #expect(Pilot(Circle().fill(.green), columns: 1, rows: 1, environment: ascii).text == "*")
        let disc = Pilot(Circle().fill(blue), columns: 8, rows: 4)
        #expect(disc.lines == [" ▄    ▄", "▟      ▙", "▜      ▛", " ▀    ▀"])
        #expect(backgrounds(disc, row: 0)[3] == .rgb(0, 0, 255))
        #expect(Pilot(Circle().fill(blue), columns: 4, rows: 2).lines == ["▟  ▙", "▜  ▛"])
        #expect(disc.frame[0, 0] == .blank && disc.frame[7, 3] == .blank, "its corners are outside")
        let ring = Pilot(Circle().trim(from: 0, to: 0.5).stroke(blue, lineWidth: 2), columns: 8, rows: 4)
        #expect(ring.lines.prefix(1) == [""], "from the right, over the bottom, to the left")
        #expect(ring.lines[3].unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    }

    @Test("shape: what is smaller than a cell is dots") func whatIsSmallerThanACellIsDots() {
        func filled(_ rect: CGRect) -> String { Pilot(Path(rect).fill(blue), columns: 2, rows: 1).text }
        #expect(filled(CGRect(x: 0, y: 8, width: 16, height: 3)) == "⠤⠤")
        #expect(filled(CGRect(x: 1, y: 1, width: 1, height: 1)) == "⠁")
        #expect(filled(CGRect(x: 0, y: 0, width: 16, height: 0)).isEmpty && filled(.zero).isEmpty)
        #expect(filled(CGRect(x: 100, y: 0, width: 1, height: 1)).isEmpty)
    }

    @Test("shape: an outline is a shape to fill") func anOutlineIsAShapeToFill() {
        let box = Rectangle().stroke(lineWidth: 1).fill(blue)
        #expect(Pilot(box, columns: 3, rows: 3).text == "┌─┐\n│ │\n└─┘")
        let ring = Pilot(Circle().stroke(style: StrokeStyle(lineWidth: 2)).foregroundColor(blue), columns: 4, rows: 2)
        #expect(ring.frame[0, 0].style == CellStyle(foreground: .rgb(0, 0, 255)) && ring.frame[1, 1].glyph != .blank)
        let outline = Path(CGRect(x: 0, y: 0, width: 24, height: 48)).strokedPath(StrokeStyle(lineWidth: 3))
        #expect(Pilot(outline.fill(blue), columns: 3, rows: 3).text == "┏━┓\n┃ ┃\n┗━┛")
    }

    @Test("shape: paths are dots of braille") func pathsAreDotsOfBraille() {
        let diagonal = Path { path in
            path.move(to: .zero)
            path.addLine(to: CGPoint(x: 16, y: 32))
        }
        #expect(Pilot(diagonal.stroke(), columns: 2, rows: 2).text == "⢣\n ⢣")
        let flat = Path { $0.addLines([CGPoint(x: 0, y: 1), CGPoint(x: 15, y: 1)]) }
        #expect(Pilot(flat.stroke(), columns: 2, rows: 1).text == "⠉⠉")
        let ascii = environment(nil, .ascii)
        #expect(Pilot(flat.stroke(), columns: 2, rows: 1, environment: ascii).text == "..")
    }

    @Test("shape: gradients are drawn by cell") func gradientsAreDrawnByCell() throws {
        let colors = [Color(red: 0, green: 0, blue: 0), Color(red: 1, green: 1, blue: 1)]
        let gradient = LinearGradient(colors: colors, startPoint: .leading, endPoint: .trailing)
        let smooth = Pilot(gradient, columns: 4, rows: 1)
        #expect(backgrounds(smooth) == [32, 96, 159, 223].map { .rgb($0, $0, $0) })
        let coarse = Pilot(gradient, columns: 4, rows: 1, environment: environment(nil, .unicode, .ansi16))
        #expect(backgrounds(coarse) == [0, 0, 255, 255].map { .rgb($0, $0, $0) })
        let radial = Pilot(
            RadialGradient(colors: colors, center: .center, startRadius: 0, endRadius: 12), columns: 3, rows: 1)
        #expect(backgrounds(radial).first == backgrounds(radial).last && backgrounds(radial)[1] == .rgb(0, 0, 0))
        let angular = Pilot(AngularGradient(colors: colors, center: .center), columns: 2, rows: 2)
        #expect(angular.frame[1, 1] != angular.frame[1, 0])
        #expect(
            Pilot(LinearGradient(colors: [], startPoint: .top, endPoint: .bottom), columns: 1, rows: 1).text.isEmpty)
    }

    @Test("shape: opacity mixes with a known background") func opacityMixesWithAKnownBackground() {
        let half = Color(red: 1, green: 1, blue: 1).opacity(0.5)
        let dark = Pilot(
            ZStack {
                blue
                Text("x")
                half
            }, columns: 1, rows: 1, environment: environment(.dark))
        #expect(dark.style(of: "x")?.background == .rgb(128, 128, 255), "the text below it stays")
        #expect(
            Pilot(Text("x").foregroundColor(.red.opacity(0.5)), columns: 1, rows: 1)
                .style(of: "x")?.attributes == .dim, "of an unknown background")
        let mixed = Text("x").foregroundColor(Color(red: 1, green: 1, blue: 1).opacity(0.5))
        let known = Pilot(mixed, columns: 1, rows: 1, environment: environment(.dark)).style(of: "x")
        #expect(known == CellStyle(foreground: .rgb(136, 136, 136)), "mixed, and not dim besides")
        #expect(backgrounds(Pilot(Color.red.opacity(0.2), columns: 1, rows: 1)) == [.standard])
        #expect(Pilot(Color.clear, columns: 1, rows: 1).frame[0, 0] == .blank)
    }

    @Test("shape: hierarchical styles come from what is around") func hierarchicalStylesComeFromWhatIsAround() {
        let pilot = Pilot(
            VStack {
                Text("first").foregroundStyle(.primary)
                Text("second").foregroundStyle(.secondary)
                Text("third").foregroundStyle(.tertiary)
            }.foregroundStyle(.red, .blue), columns: 8, rows: 3)
        #expect(pilot.style(of: "first")?.foreground == .palette(1))
        #expect(pilot.style(of: "second")?.foreground == .palette(4))
        #expect(pilot.style(of: "third")?.attributes == .dim)
        let plain = Pilot(Text("x").foregroundStyle(.secondary), columns: 1, rows: 1)
        #expect(plain.style(of: "x") == CellStyle(attributes: .dim))
        let gradient = Gradient(colors: [.red, .green, .blue])
        let text = Text("x").foregroundStyle(.linearGradient(gradient, startPoint: .top, endPoint: .bottom))
        #expect(Pilot(text, columns: 1, rows: 1).style(of: "x")?.foreground == .palette(2))
    }

    @Test("shape: tint is the accent of what is below") func tintIsTheAccentOfWhatIsBelow() {
        func accent(_ view: some View) -> TerminalColor? {
            Pilot(view, columns: 3, rows: 1).style(of: "x")?.foreground
        }
        #expect(accent(Text("x").foregroundStyle(.tint)) == .palette(6))
        #expect(accent(Text("x").foregroundStyle(.tint).tint(.red)) == .palette(1))
        #expect(accent(Text("x").foregroundColor(.accentColor).accentColor(.red)) == .palette(1))
        #expect(accent(Text("x").foregroundStyle(.tint).tint(.accentColor).tint(.red)) == .palette(1))
    }

    @Test("shape: material is a step from the background") func materialIsAStepFromTheBackground() throws {
        let view = Text("x").background(.regularMaterial)
        #expect(Pilot(view, columns: 1, rows: 1).frame[0, 0].style.background == .standard)
        for (scheme, shade) in [(ColorScheme.dark, 40), (.light, 226)] as [(ColorScheme, UInt8)] {
            let pilot = Pilot(view, columns: 1, rows: 1, environment: environment(scheme))
            #expect(pilot.style(of: "x")?.background == .rgb(shade, shade, shade))
        }
    }

    @Test("shape: a mask hides what it does not cover") func aMaskHidesWhatItDoesNotCover() {
        let text = Text("abcdef").mask {
            HStack(spacing: 0) {
                Text("xx"); Spacer(); Rectangle().frame(columns: 1)
            }
        }
        #expect(Pilot(text, columns: 6, rows: 1).text == "ab   f")
        #expect(Pilot(text, columns: 6, rows: 1).plain.lines.contains { $0.description.contains("abcdef") })
        #expect(Pilot(Text("abc").mask(Color.clear), columns: 3, rows: 1).text.isEmpty)
    }

    @Test("shape: named and other colours") func namedAndOtherColours() {
        var named = environment()
        named.namedColors = ["brand": blue, "loop": Color("brand")]
        func shown(_ color: Color) -> TerminalColor? {
            Pilot(Text("x").foregroundColor(color), columns: 1, rows: 1, environment: named).style(of: "x")?.foreground
        }
        #expect(shown(Color("brand")) == .rgb(0, 0, 255))
        #expect(shown(Color("loop")) == .standard && shown(Color("missing")) == .standard)
        #expect(shown(Color(hue: 1.0 / 3, saturation: 1, brightness: 1)) == .rgb(0, 255, 0))
        #expect(shown(Color(white: 0.5)) == .rgb(128, 128, 128))
        #expect(shown(Color(.sRGBLinear, red: 0.2140, green: 2, blue: .nan)) == .rgb(127, 255, 0))
    }
}

/// Tests shapes in frames that are thinner than a cell. Also tests shapes of which only a part is visible.
@MainActor @Suite struct ThinShapeTests {
    private let blue = Color(red: 0, green: 0, blue: 1)

    @Test("thin shape: thin frames are lines") func thinFramesAreLines() {
        let separator = VStack(spacing: 0) {
            Text("a")
            Rectangle().fill(.gray).frame(height: 1)
            Text("b")
        }
        #expect(Pilot(separator, columns: 3, rows: 3).text == " a\n───\n b")
        #expect(Pilot(Color.red.frame(width: 1), columns: 1, rows: 2).text == "│\n│")
        var ascii = EnvironmentValues()
        ascii.glyphs = .ascii
        #expect(Pilot(Capsule().frame(height: 6), columns: 3, rows: 1, environment: ascii).text == "---")
        let gap = VStack(spacing: 0) {
            Text("a")
            Spacer().frame(height: 4)
            Color.clear.frame(height: 1)
            Text("b").frame(height: 16)
        }
        #expect(Pilot(gap, columns: 1, rows: 3).text == "a\nb", "nothing that could be seen")
    }

    @Test("thin shape: a thin bar of progress is seen") func aThinBarOfProgressIsSeen() {
        let bar = GeometryReader { room in
            ZStack(alignment: .leading) {
                Capsule().fill(.gray.opacity(0.3))
                Capsule().fill(blue).frame(width: room.size.width * 0.5)
            }
        }.frame(height: 6)
        let pilot = Pilot(bar, columns: 6, rows: 1)
        #expect(pilot.text == "━━━━━━")
        #expect(
            pilot.frame.row(0).map { $0.style.foreground == .rgb(0, 0, 255) } == [
                true, true, true, false, false, false,
            ])
    }

    @Test("thin shape: opacity mixes what is filled") func opacityMixesWhatIsFilled() {
        var dark = EnvironmentValues()
        dark.knownColorScheme = .dark
        let view = ZStack {
            Color(red: 1, green: 0, blue: 0)
            Rectangle().fill(blue).opacity(0.5)
        }
        #expect(Pilot(view, columns: 1, rows: 1, environment: dark).frame[0, 0].style.background == .rgb(128, 0, 128))
        #expect(Pilot(Rectangle().opacity(0.2), columns: 2, rows: 1).text == "░░")
        #expect(Pilot(Rectangle().opacity(0.999), columns: 2, rows: 1).text == "▓▓")
        #expect(Pilot(Text("x").foregroundColor(.clear), columns: 1, rows: 1).frame[0, 0] == .blank)
    }
}
