import QRCodes
import TermCore
import Testing

@testable import CommandLineTool

@Suite("A picture on a terminal") struct PictureDrawingTests {
    @Test("picture drawing: two pixels share a character, and what is clear is not drawn") func pixels() {
        let (red, blue, clear): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255], [9, 9, 9, 0])
        let lines = PictureDrawing.lines(width: 2, height: 2, pixels: red + blue + blue + clear)
        let line = "  \u{1b}[38;2;255;0;0;48;2;0;0;255m▀\u{1b}[;38;2;0;0;255m▀\u{1b}[m"
        #expect(lines.map(\.description) == [line], "\(lines.map { $0.description.debugDescription })")
        #expect(PictureDrawing.lines(width: 2, height: 3, pixels: red + blue + blue + clear + clear + red).count == 2)
    }

    @Test("picture drawing: a code as SVG has its dark modules and its margin") func drawing() throws {
        let code = try #require(QRModules("LS1:00000000000000000000000000"))
        #expect(!code.isDark(0, 0) && !code.isDark(3, 3) && code.isDark(4, 4))
        #expect(code.drawing.contains(" viewBox=\"0 0 \(code.side) \(code.side)\" "))
        #expect(code.drawing.contains("M4 4h7v1H4z") && !code.drawing.contains("M3 4h"))
        #expect(code.pixels(module: 2).count == code.side * code.side * 16)
    }
}
