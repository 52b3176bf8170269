import TermControls
import TermCore
import TermUI
import Testing

/// Tests the form of a screen for people who cannot see it.
@MainActor @Suite struct SemanticTests {
    private final class Log {
        var lines: [String] = []
    }

    private static func lines(_ pilot: Pilot) -> [String] { pilot.plain.lines.map(\.description) }

    @Test("semantic: what stands beside one another is one line") func whatStandsBesideOneAnotherIsOneLine() {
        let pilot = Pilot(
            VStack {
                HStack {
                    Text("Front Door").bold()
                    Spacer()
                    Text("  ready")
                    Text("")
                }
                Divider()
                Text("two\nlines")
                ProgressView(value: 0.5)
                Text("unseen").hidden()
                Text("said").accessibilityHidden(true)
                Image(systemName: "key").accessibilityLabel("a key").accessibilityHint("of brass")
            })
        #expect(Self.lines(pilot) == ["Front Door, ready", "two", "lines", "a key, of brass"])
    }

    @Test("semantic: an element has words and a value") func anElementHasWordsAndAValue() {
        let pilot = Pilot(
            VStack {
                HStack {
                    Text("****")
                    Text("-")
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text("Stars")).accessibilityValue("4 of 5")
                HStack {
                    Text("unsaid")
                    Button("Press") {}
                }
                .accessibilityElement()
                Text("A name").accessibilityIdentifier("name").accessibilityAddTraits(.isHeader)
            })
        #expect(Self.lines(pilot) == ["Stars, 4 of 5", "1. Press", "A name, heading"])
    }

    @Test("semantic: a line names the traits that nothing else shows") func aLineNamesTraits() {
        let pilot = Pilot(
            VStack {
                Text("Doors").accessibilityAddTraits([.isHeader, .isStaticText])
                Text("Front").accessibilityAddTraits([.isButton, .isSelected])
                Text("Page").accessibilityAddTraits(.isLink).accessibilityRemoveTraits(.isLink)
                Button("Open") {}.accessibilityAddTraits([.isButton, .isLink])
                HStack {
                    Text("A")
                    Text("B")
                }
                .accessibilityAddTraits(.isImage).accessibilityLabel("Plan")
                Text("").accessibilityAddTraits(.isHeader)
            })
        #expect(
            Self.lines(pilot) == ["Doors, heading", "Front, button, selected", "Page", "1. Open, link", "Plan, image"])
    }

    @Test("semantic: buttons are numbered and pressed") func buttonsAreNumberedAndPressed() {
        let log = Log()
        let pilot = Pilot(
            VStack {
                Text("Sure?")
                Button("Yes") { log.lines.append("yes") }
                Button("No") { log.lines.append("no") }.accessibilityLabel("No, leave it")
            })
        #expect(Self.lines(pilot) == ["Sure?", "1. Yes", "2. No, leave it"])
        #expect(pilot.plain.prompt.description == "number to press:")
        #expect(pilot.plain.perform("2") == .done && pilot.plain.perform(" 1") == .done)
        #expect(log.lines == ["no", "yes"])
        #expect(pilot.plain.perform("2 \r") == .done && log.lines.removeLast() == "no")
        for line in ["3", "0", "-1", "yes", "1 2", "99999999999999999999"] {
            #expect(pilot.plain.perform(line) == .unknown)
        }
        #expect(pilot.plain.perform("") == .done && log.lines.count == 2)
    }

    private struct Names: View {
        let log: Log
        @State var names = ["Ada", "Ben", "Cleo"]
        @State private var selected: String?
        @State private var text = ""

        var body: some View {
            VStack {
                List(selection: $selected) { ForEach(names, id: \.self) { Text($0) } }
                    .onPrimaryAction { log.lines.append("open \($0)") }
                    .searchable(text: $text, prompt: "name")
                Text(selected.map { "chosen: \($0)" } ?? "nobody")
                Text("looks for \(text)")
                KeyHints(bindings)
            }
            .keyBindings(bindings)
        }

        private var bindings: [KeyBinding] {
            [
                KeyBinding(.tab, "Tab", "detail") { log.lines.append("detail of \(selected ?? "-")") },
                KeyBinding("/", "/", "search") {}, KeyBinding("x", "x", "remove") { names.removeFirst() },
                KeyBinding("d", "d", "drop") { log.lines.append("drop") },
            ]
        }
    }

    @Test("semantic: a number is the row that was told") func aNumberIsTheRowThatWasTold() {
        let log = Log()
        let pilot = Pilot(Names(log: log))
        let told = pilot.plain
        #expect(told.lines.prefix(3).map(\.description) == ["1. Ada", "2. Ben", "3. Cleo"])
        #expect(told.prompt.description == "number to open, e detail, / search, x remove, d drop:")
        pilot.press("x")
        #expect(told.perform("2") == .done && log.lines == ["open Ben"], "though Ben is the first by now")
        #expect(told.perform("1") == .unknown && log.lines.count == 1, "Ada has gone, and nobody is taken for her")
        #expect(pilot.plain.perform("e 2") == .done && log.lines.last == "detail of Cleo")
        #expect(pilot.plain.perform("d") == .done && log.lines.last == "drop")
        let done = log.lines
        for line in ["e 9", "ee", "e Cleo", "d foo", "x 9"] {
            #expect(pilot.plain.perform(line) == .unknown, "\(line)")
        }
        #expect(log.lines == done, "what is not clear is not done")
    }

    @Test("semantic: what is written behind a key goes into its field") func whatIsWrittenBehindAKeyGoesIntoItsField() {
        let pilot = Pilot(Names(log: Log()))
        pilot.press("/")
        #expect(pilot.plain.perform("/ 2") == .write("2") && pilot.plain.perform("/101") == .write("101"))
        #expect(pilot.plain.perform("/ be") == .write("be"))
        #expect(pilot.plain.write("be") && pilot.shows("looks for be"))
        #expect(pilot.plain.prompt.description.hasSuffix(", . back:"))
        #expect(pilot.plain.perform(".") == .back)
        #expect(pilot.plain.write("nobody has this") && pilot.plain.perform("q") == .unknown)
        #expect(pilot.plain.perform(".") == .back, "also where nothing was found")
    }

    @Test("semantic: a field by itself takes the line") func aFieldByItselfTakesTheLine() {
        struct Field: View {
            let log: Log
            @State private var text = ""

            var body: some View {
                SecureField("token", text: $text).onSubmit { log.lines.append(text) }
            }
        }
        let log = Log()
        let pilot = Pilot(Field(log: log))
        #expect(pilot.plain.isSecret && pilot.plain.prompt.description == "token, not shown, ? help, q quit:")
        #expect(pilot.plain.perform("seam_cst1 x") == .done && log.lines == ["seam_cst1 x"])
    }

    @Test("semantic: a key that a screen offers beside a secret is no secret") func aKeyBesideASecret() {
        struct Field: View {
            let log: Log
            @State private var text = ""

            var body: some View {
                SecureField("token", text: $text).onSubmit { log.lines.append(text) }
                    .background {
                        SpokenKeys([KeyBinding("s", "s", "more") { log.lines.append("more") }])
                    }
            }
        }
        let log = Log()
        let pilot = Pilot(Field(log: log))
        #expect(pilot.plain.prompt.description == "token, not shown, s more, ? help, q quit:")
        #expect(pilot.plain.help.map(\.description).first == "s: more")
        #expect(pilot.plain.perform("s") == .done && log.lines == ["more"])
        #expect(pilot.plain.perform("s1") == .done && log.lines == ["more", "s1"])
    }

    /// A view that places its content twice. The first time, it uses more space than is available.
    private struct Twice<Content: View>: @MainActor PrimitiveView, @MainActor NodeBehaviour {
        let content: Content

        func update(_ node: ViewNode) { node.setChildren([content]) }

        func place(in rect: CellRect, _ node: ViewNode) {
            node.placeContent(in: CellRect(x: 0, y: 0, CellSize(200, 1)))
            node.placeContent(in: rect)
        }
    }

    @Test("semantic: what is dropped while it is placed is not waited for")
    func whatIsDroppedWhileItIsPlacedIsNotWaitedFor() {
        let view = Twice(
            content: GeometryReader { proxy in
                if proxy.cells.width > 100 {
                    Text("wide").busy(true).searchable(text: .constant("x"), prompt: "name")
                } else {
                    Text("narrow")
                }
            })
        let graph = ViewGraph(view, now: .now)
        graph.resize(to: CellSize(80, 24))
        graph.update()
        #expect(!graph.isBusy && !graph.hasWayBack)
    }

    @Test("semantic: key hints count columns") func keyHintsCountColumns() {
        let bindings = ["開く", "検索", "更新", "終了"].map { KeyBinding("x", "x", $0 + $0 + $0) {} }
        let pilot = Pilot(KeyHints(bindings), columns: 50, rows: 1)
        #expect(pilot.shows("開く開く開く   ") || pilot.shows("開く開く開く"))
        #expect(!pilot.text.contains("…") && !pilot.shows("終了"), "what does not fit is left out whole")
    }
}
