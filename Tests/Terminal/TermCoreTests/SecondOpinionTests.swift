import Foundation
import TermCore
import TestSupport
import Testing

/// Compares our terminal emulator with one by another author. Both must show the same, and both must show the frame.
@Suite struct SecondOpinionTests {
    private static let python = "\(Products.package).build/python/pyte/bin/python"
    private static let howToGet: Comment = "deploy/python/environments makes .build/python, which this needs"

    static var isThere: Bool {
        FileManager.default.isExecutableFile(atPath: python)
            || ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
    }

    private struct Answer: Decodable, Equatable {
        var lines: [String]
        var cells: [String]
        var x: Int
        var y: Int
    }

    @Test("second opinion: pyte shows the same", .enabled(if: isThere, howToGet)) func pyteShowsTheSame() async throws {
        var (orders, expected) = ("", [Answer]())
        for seed in 0..<10 as Range<UInt64> {
            let (width, height) = (Int(seed) * 5 + 10, Int(seed % 4) + 2)
            // The frames are plain, because pyte supports neither dim text nor combining marks. It also gives one of
            // the bright backgrounds a wrong name.
            var source = RandomFrames(seed: seed, width: width, height: height, isPlain: true)
            let depth: ColorDepth = seed % 2 == 0 ? .truecolor : .ansi8
            var encoder = FrameEncoder(for: .init(depth: depth, erasesWithBackground: true))
            for number in 0..<40 {
                let frame = source.change()
                let cursor = FrameEncoder.Cursor(x: number % width, y: number % height, isShown: true)
                let bytes = encoder.encode(frame, cursor: cursor)
                orders += (number == 0 ? "\(width) \(height) " : "") + (bytes.isEmpty ? [0x0D] : bytes).hex + "\n"
                expected.append(Self.answer(frame, depth, cursor))
            }
        }
        let script = "\(Products.package)Tests/Terminal/TermCoreTests/pyte_screen.py"
        let pyte = try ChildProcess(Self.python, [script], input: orders)
        #expect(try await pyte.awaitExit(limit: .seconds(60)) == 0, "\(pyte.errors)")
        let answers = try pyte.output.split(separator: "\n").map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
        #expect(answers.count == expected.count)
        for (number, (answer, wanted)) in zip(answers, expected).enumerated() where answer != wanted {
            Issue.record("frame \(number): \(answer) instead of \(wanted)")
            break
        }
    }

    /// The answer that pyte should give for the frame.
    private static func answer(_ frame: CellBuffer, _ depth: ColorDepth, _ cursor: FrameEncoder.Cursor) -> Answer {
        var cells: [String] = []
        var lines: [String] = []
        for y in 0..<frame.height {
            var line = String.UnicodeScalarView()
            for x in 0..<frame.width {
                let cell = frame[x, y]
                let isBlank = cell.glyph == .blank || cell.span == .trailing
                if cell.span != .trailing { line.append(contentsOf: cell.glyph.scalars) }
                let background = name(depth.nearest(to: cell.style.background))
                let foreground = isBlank ? "-" : name(depth.nearest(to: cell.style.foreground))
                let all = Int(cell.style.attributes.subtracting(.dim).rawValue)
                let flags = isBlank ? all & 56 : all
                guard !isBlank || background != "default" || flags != 0 || cell.span == .trailing else { continue }
                cells.append("\(x) \(y) \(foreground) \(background) \(flags)")
            }
            lines.append(String(line))
        }
        return Answer(lines: lines, cells: cells, x: cursor.x, y: cursor.y)
    }

    private static let names = ["black", "red", "green", "brown", "blue", "magenta", "cyan", "white"]

    private static func name(_ color: TerminalColor) -> String {
        switch color.kind {
        case .standard: "default"
        case .palette(let number) where number < 8: names[Int(number)]
        case .palette(let number) where number < 16: "bright" + names[Int(number) - 8]
        case .palette(let number):
            hex([Palette.parts[Int(number)].red, Palette.parts[Int(number)].green, Palette.parts[Int(number)].blue])
        case .rgb(let red, let green, let blue): hex([red, green, blue])
        }
    }

    private static func hex(_ parts: [UInt8]) -> String { parts.hex }
}

extension [UInt8] {
    fileprivate var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
