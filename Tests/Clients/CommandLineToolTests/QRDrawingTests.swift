import TermCore
import Testing

@testable import CommandLineTool

@Suite("A QR code on a terminal") struct QRDrawingTests {
    private static let text = "LS1:00000000000000000000000000"

    @Test("QR drawing: is dark on light in colours of its own, with its margin") func colours() throws {
        for ink in [QRDrawing.Ink.basic, .fixed] {
            let drawn = try #require(QRDrawing.lines(Self.text, ink, columns: 80))
            let lines = drawn.map { $0.description }
            let (begin, end) = ("\u{1b}[\(ink.rawValue)m", "\u{1b}[0m")
            #expect(lines.allSatisfy { $0.hasPrefix(begin) && $0.hasSuffix(end) })
            let rows = lines.map { String($0.dropFirst(begin.count).dropLast(end.count)) }
            #expect(rows[0].allSatisfy { $0 == " " } && rows[1].allSatisfy { $0 == " " }, "the margin is light")
            #expect(rows[2].hasPrefix("    █▀▀▀▀▀█ ") && rows[3].hasPrefix("    █ ███ █ "), "\(rows[2])")
            #expect(Set(rows.map(\.count)) == [33])
        }
    }

    @Test("QR drawing: is not drawn where it does not fit") func width() {
        #expect(QRDrawing.lines(Self.text, .basic, columns: 33) != nil)
        #expect(QRDrawing.lines(Self.text, .basic, columns: 32) == nil)
    }
}
