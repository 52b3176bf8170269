import Foundation
import GalleryPrograms
import SeamSwiftUI
import TermCore
import TermUI
import Testing

/// Tests programs that a person touches, with the reports of a mouse, with the bytes of keys, and in lines.
@MainActor @Suite struct GestureTests {
    private static let keys = ["up": "\u{1b}[A", "down": "\u{1b}[B", "right": "\u{1b}[C", "left": "\u{1b}[D"]

    @Test("gestures: a game is played by swipes, by arrows, and in lines") func aGameIsPlayed() {
        let pilot = Pilot(SwipeGameView(), columns: 40, rows: 12)
        pilot.mouse(.press, 5, 5)
        for x in 6...15 { pilot.mouse(.drag, x, 5) }
        pilot.mouse(.release, 15, 5)
        #expect(pilot.shows("Moves: 1, last: right"))
        pilot.mouse(.press, 5, 5)
        pilot.mouse(.drag, 7, 5)
        pilot.mouse(.release, 7, 5)
        #expect(pilot.shows("Moves: 1, last: right"), "too short")
        for key in ["up", "left", "down"] {
            pilot.keys(Self.keys[key] ?? "")
            #expect(pilot.shows("last: \(key)"), "\(pilot.text)")
        }
        pilot.keys("\t", "\r")
        #expect(pilot.shows("Moves: 0"), "the button inside is pressed")
        #expect(pilot.click("New game") && pilot.shows("Moves: 0"))
        #expect(pilot.tells("area, can be dragged"), "\(pilot.told)")
        pilot.choose("area", "right")
        #expect(pilot.shows("Moves: 1, last: right"))
    }

    @Test("gestures: a pad is drawn on") func aPadIsDrawnOn() {
        let pilot = Pilot(DrawingPadView(), columns: 30, rows: 8)
        pilot.mouse(.press, 2, 1)
        pilot.mouse(.drag, 3, 1)
        pilot.mouse(.drag, 4, 2)
        #expect(pilot.frame.row(1).contains { $0.glyph.base != " " }, "the line is there while it is drawn")
        pilot.mouse(.release, 4, 2)
        #expect(pilot.shows("1 lines, 3 points") && pilot.shows("last at 36, 40"), "\(pilot.text)")
        pilot.keys("\u{1b}[C", "\u{1b}[B")
        #expect(pilot.shows("1 lines"))
        pilot.keys("\r")
        #expect(pilot.shows("2 lines, 6 points") && pilot.shows("last at 136, 64"), "\(pilot.text)")
        pilot.keys("\u{1b}[1;5D", "\u{1b}[C", "\u{1b}")
        #expect(pilot.shows("2 lines"), "the drag is cancelled")
        pilot.choose("Pad", "left 3")
        #expect(pilot.shows("last at 96, 64"), "\(pilot.text)")
    }

    @Test("gestures: a card is thrown, and falls back") func aCardIsThrown() {
        let pilot = Pilot(CardView(), columns: 60, rows: 9)
        pilot.drag("Card", to: (30, 4), release: false)
        #expect(pilot.shows("dragging"))
        pilot.mouse(.release, 30, 4)
        #expect(pilot.shows("at rest") && pilot.shows("Answer: none, offset: 0"), "\(pilot.text)")
        pilot.drag("Card", to: (50, 4))
        #expect(pilot.shows("Answer: yes, offset: 0"), "\(pilot.text)")
        pilot.keys("\u{1b}[D", "\u{1b}[D")
        #expect(pilot.shows("dragging") && pilot.shows("offset: -32"), "\(pilot.text)")
        for _ in 0..<6 { pilot.keys("\u{1b}[D") }
        pilot.keys("\r")
        #expect(pilot.shows("Answer: no, offset: 0") && pilot.shows("at rest"))
        pilot.keys("\u{1b}[1;2C")
        #expect(pilot.shows("Answer: yes"), "Shift swipes")
        pilot.choose("Card", "left 12")
        #expect(pilot.shows("Answer: no"))
    }

    @Test("gestures: a slider, a press, a sequence and a place, by mouse") func byMouse() {
        let pilot = Pilot(TouchingView().filled, columns: 40, rows: 12)
        pilot.mouse(.press, 4, 0)
        #expect(pilot.shows("Volume: 23"), "\(pilot.text)")
        pilot.mouse(.drag, 39, 3)
        pilot.mouse(.release, 39, 3)
        #expect(pilot.shows("Volume: 100"), "the drag goes on outside of the view")
        pilot.click("Message")
        #expect(pilot.shows("Log:") && !pilot.shows("Log: tap"), "it may become a double tap")
        pilot.advance(by: .milliseconds(501))
        #expect(pilot.shows("Log: tap"))
        pilot.click("Message")
        pilot.click("Message")
        #expect(pilot.shows("Log: tap double"), "\(pilot.text)")
        pilot.mouse(.press, 1, 2)
        #expect(pilot.shows("Message (pressed)"))
        pilot.advance(by: .milliseconds(400))
        #expect(pilot.shows("Reply") && !pilot.shows("pressed"))
        pilot.mouse(.release, 1, 2)
        pilot.click("Reply")
        #expect(pilot.shows("Log: tap double reply"), "\(pilot.text)")
        pilot.drag("Pin", to: (9, 4), after: .milliseconds(500), release: false)
        #expect(pilot.shows("taken") && pilot.shows("at 64"), "\(pilot.text)")
        pilot.mouse(.release, 9, 4)
        #expect(pilot.shows("free") && pilot.shows("at 64"))
        pilot.drag("Pin", to: (9, 4), pace: .milliseconds(10))
        #expect(pilot.shows("free") && pilot.shows("at 64"), "without the press there is no drag")
        #expect(!pilot.click("Zoom"))
        pilot.click("Buy")
        pilot.click("Map")
        #expect(pilot.shows("bought 28/24 1 taps"), "\(pilot.text)")
    }

    @Test("gestures: a slider, a press, a sequence and a place, by keys") func byKeys() {
        let pilot = Pilot(TouchingView().filled, columns: 40, rows: 12)
        pilot.keys("\u{1b}[C", "\u{1b}[C")
        #expect(pilot.shows("Volume: 70"), "\(pilot.text)")
        pilot.keys("\u{1b}[D", "\t")
        #expect(pilot.shows("Volume: 60"))
        pilot.keys("\r", "2", "m")
        #expect(pilot.shows("Log: tap double") && pilot.shows("Reply") && !pilot.shows("pressed"), "\(pilot.text)")
        pilot.keys("\t", "\r")
        #expect(pilot.shows("reply"))
        pilot.keys("\t", "\t", "\u{1b}[C")
        #expect(pilot.shows("taken"), "\(pilot.text)")
        pilot.keys("\u{1b}[C", "\r")
        #expect(pilot.shows("at 32") && pilot.shows("free"), "\(pilot.text)")
        pilot.keys("\t", "\r", "\t", "\u{1b}[C", "\u{1b}[A", "\r")
        #expect(pilot.shows("bought 48/8 1 taps"), "\(pilot.text)")
    }

    @Test("gestures: every view is named, and used in lines") func inLines() {
        let pilot = Pilot(TouchingView().filled, columns: 40, rows: 12)
        let wanted = [
            "1. Volume, can be dragged", "Volume: 50", "2. Message, can be held, can be tapped 2 times", "Log: ",
            "3. Pin, can be dragged",
        ]
        #expect(Array(pilot.told.prefix(5)) == wanted, "\(pilot.told)")
        #expect(pilot.plain.prompt.description.contains("number and left, right, up or down, number and hold"))
        pilot.choose("Volume", "right 3")
        #expect(pilot.shows("Volume: 80"), "\(pilot.text)")
        pilot.choose("Message")
        pilot.choose("Message", "tap 2")
        pilot.choose("Message", "hold")
        #expect(pilot.shows("Log: tap double") && pilot.shows("Reply"))
        pilot.choose("Pin", "left 2")
        #expect(pilot.shows("at -32"))
        pilot.choose("Buy")
        pilot.choose("Map")
        #expect(pilot.shows("bought 40/24 1 taps"), "\(pilot.text)")
    }
}

@MainActor extension Pilot {
    fileprivate enum Report: Int { case press = 0, release = 3, drag = 32 }

    /// Sends the bytes with which a terminal reports the left button at a cell.
    fileprivate func mouse(_ report: Report, _ x: Int, _ y: Int) {
        let code = report == .release ? 0 : report.rawValue
        send("\u{1b}[<\(code);\(x + 1);\(y + 1)\(report == .release ? "m" : "M")".utf8)
    }

    /// Types keys as slowly as a person.
    fileprivate func keys(_ keys: String...) {
        for key in keys {
            send(key.utf8)
            advance(by: .seconds(1))
        }
    }

    /// Presses the button on a text, and moves the mouse to a cell, step by step.
    fileprivate func drag(
        _ text: String, to end: (x: Int, y: Int), after wait: Duration = .zero,
        pace: Duration = .milliseconds(300), release: Bool = true
    ) {
        guard let y = lines.firstIndex(where: { $0.contains(text) }),
            let range = lines[y].range(of: text)
        else { return }
        let start = lines[y].distance(from: lines[y].startIndex, to: range.lowerBound) + 1
        mouse(.press, start, y)
        advance(by: wait)
        for x in stride(from: start, through: end.x, by: 1) {
            mouse(.drag, x, end.y)
            advance(by: pace)
        }
        if release { mouse(.release, end.x, end.y) }
    }
}

extension View {
    /// The view in the corner of the screen.
    fileprivate var filled: some View { frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading) }
}
