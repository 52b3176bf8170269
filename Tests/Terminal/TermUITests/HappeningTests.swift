import Foundation
import TermCore
import TermUI
import Testing

/// Tests keys, time, and views that appear and disappear.
@MainActor @Suite struct HappeningTests {
    private final class Log {
        private(set) var lines: [String] = []

        func note(_ line: String) { lines.append(line) }
    }

    @Test("happening: the nearest view takes a key") func theNearestViewTakesAKey() {
        let log = Log()
        func key(_ name: String, _ result: KeyPress.Result) -> KeyPress.Result {
            log.note(name)
            return result
        }
        let pilot = Pilot(
            ZStack {
                Text("behind").onKeyPress("x") { key("behind", .handled) }
                VStack {
                    Text("inner").onKeyPress("x") { key("inner", .ignored) }
                    Text("dead").onKeyPress("x") { key("dead", .handled) }.disabled(true)
                }
                .onKeyPress("x") { key("outer", .handled) }
            })
        #expect(pilot.press("x"))
        #expect(log.lines == ["inner", "outer"])
        #expect(!pilot.press("y"))
        #expect(!pilot.press("x", modifiers: .control), "with Control it is another key")
    }

    @Test("happening: the second of two keys is for what the first has made")
    func theSecondOfTwoKeysIsForWhatTheFirstHasMade() {
        struct Door: View {
            let log: Log
            @State private var isOpen = true

            var body: some View {
                ZStack {
                    Text("behind").onKeyPress("q") {
                        log.note("behind")
                        return .handled
                    }
                    if isOpen {
                        Text("in front").onKeyPress("q") {
                            log.note("in front")
                            isOpen = false
                            return .handled
                        }
                    }
                }
            }
        }
        let log = Log()
        let graph = ViewGraph(Door(log: log), now: .now)
        graph.resize(to: CellSize(20, 3))
        _ = graph.frame()
        graph.press(KeyPress("q"))
        graph.press(KeyPress("q"))
        #expect(log.lines == ["in front", "behind"])
    }

    @Test("happening: keys of a terminal are keys of views") func keysOfATerminalAreKeysOfViews() throws {
        let named: [(KeyEvent, KeyPress)] = [
            (KeyEvent(.enter), KeyPress(.return)), (KeyEvent(.escape), KeyPress(.escape)),
            (KeyEvent(.character("x")), KeyPress("x")),
            (KeyEvent(.character("c"), .control), KeyPress("c", modifiers: .control)),
            (KeyEvent(.character("x"), [.alt, .superKey]), KeyPress("x", modifiers: [.option, .command])),
            (KeyEvent(.up, .shift), KeyPress(.upArrow, modifiers: .shift)), (KeyEvent(.pageDown), KeyPress(.pageDown)),
            (KeyEvent(.backspace), KeyPress(.delete)), (KeyEvent(.delete), KeyPress(.deleteForward)),
        ]
        for (event, press) in named { #expect(KeyPress(event) == press) }
        #expect(KeyPress(KeyEvent(.function(5))) == nil)
        #expect(KeyPress("é").characters == "é" && KeyPress("c", modifiers: .control).characters.isEmpty)
        for key in [KeyEquivalent.return, .escape, .upArrow, .delete, .deleteForward, .pageUp] {
            #expect(KeyPress(key).characters.isEmpty)
        }
    }

    @Test("happening: time wakes a view and no other") func timeWakesAViewAndNoOther() {
        let log = Log()
        struct Ticking: View {
            let log: Log
            @State private var isOn = true

            var body: some View {
                VStack {
                    if isOn {
                        TimelineView(every: .milliseconds(250)) { _ in
                            log.note("tick")
                            return Text("tick")
                        }
                    }
                }
                .onKeyPress("s") {
                    isOn = false
                    return .handled
                }
            }
        }
        let pilot = Pilot(Ticking(log: log))
        #expect(log.lines.count == 1 && pilot.isWaiting)
        pilot.advance(by: .milliseconds(249))
        #expect(log.lines.count == 1, "never early")
        pilot.advance(by: .milliseconds(1))
        #expect(log.lines.count == 2)
        pilot.advance(by: .seconds(1))
        #expect(log.lines.count == 6)
        pilot.press("s")
        #expect(!pilot.isWaiting, "a screen on which nothing moves sleeps")
    }

    @Test("happening: the cursor is where the focus is") func theCursorIsWhereTheFocusIs() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Text("one")
                Text("two").padding(.leading, 16).cursor()
            }.filling())
        #expect(pilot.cursor == FrameEncoder.Cursor(x: 0, y: 1), "the room that the view has, and not its text")
    }
}
