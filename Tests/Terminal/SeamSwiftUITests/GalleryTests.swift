import Foundation
import GalleryPages
import TermCore
import TermUI
import Testing

/// Compares each page of the gallery with a file that a reviewer can open. The file contains the page's text, the
/// page's styles at every depth of colour, and its plain text. With `SEAM_GOLDEN=write`, the test writes the files
/// instead.
@MainActor @Suite struct GalleryTests {
    nonisolated private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    @Test("gallery: every page is as it was") func everyPageIsAsItWas() throws {
        let pages = Gallery.pages
        #expect(pages.count >= 4)
        for page in pages {
            var environment = EnvironmentValues()
            environment.colorScheme = .dark
            let pilot = Pilot(page.view, columns: 80, rows: page.rows, environment: environment)
            let text = Self.text(of: pilot)
            let file = Self.folder.appendingPathComponent(page.id + ".txt")
            if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" {
                try Data(text.utf8).write(to: file)
            } else {
                #expect(try text == String(contentsOf: file, encoding: .utf8), "\(page.id)")
            }
        }
    }

    /// Draws the pages on terminals with fewer features. No page may need colours or Unicode to inform a person.
    @Test("gallery: every page is drawn with less") func everyPageIsDrawnWithLess() {
        for page in Gallery.pages {
            for glyphs in TerminalProfile.Glyphs.allCases {
                var environment = EnvironmentValues()
                environment.glyphs = glyphs
                let pilot = Pilot(page.view, columns: 80, rows: page.rows, environment: environment)
                #expect(!pilot.text.isEmpty)
                guard glyphs == .ascii else { continue }
                let strange = pilot.frame.scalars.filter { $0.value > 0x7E && $0 != "…" }
                #expect(strange.isEmpty, "\(page.id): \(strange)")
            }
        }
    }

    @Test("gallery: every page is beside its code") func everyPageIsBesideItsCode() {
        let pilot = Pilot(Gallery.showcase, columns: 180, rows: 40)
        for page in Gallery.pages {
            pilot.press("/")
            pilot.type(page.id)
            pilot.press(.return, .return)
            let type = page.id.prefix(1).uppercased() + page.id.dropFirst() + "Page"
            #expect(pilot.shows("public struct \(type): View {"), "\(pilot.text)")
            pilot.press(.escape, .escape)
        }
    }

    private static func text(of pilot: Pilot) -> String {
        let frame = pilot.frame
        var letters: [CellStyle: Character] = [.plain: "."]
        var legend: [String] = []
        let names =
            Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
            + (0x3B1...0x3C9).compactMap { Unicode.Scalar($0).map { Character($0) } }
            + (0x430...0x44F).compactMap { Unicode.Scalar($0).map { Character($0) } }
        var styles: [String] = []
        for y in 0..<frame.height {
            var line = ""
            for cell in frame.row(y) {
                if letters[cell.style] == nil {
                    letters[cell.style] = legend.count < names.count ? names[legend.count] : "?"
                    let depths = ColorDepth.allCases.reversed().map { "\($0.rawValue) \(sequence(cell.style, $0))" }
                    legend.append("\(letters[cell.style] ?? "?"): " + depths.joined(separator: " | "))
                }
                line.append(letters[cell.style] ?? "?")
            }
            while line.last == "." { line.removeLast() }
            styles.append(line)
        }
        let plain = pilot.plain.lines.map(\.description) + [pilot.plain.prompt.description]
        return [pilot.lines, ["", "styles"], styles, ["", "legend"], legend, ["", "plain reading"], plain]
            .flatMap(\.self).joined(separator: "\n") + "\n"
    }

    /// The sequence that a terminal gets if its colour depth is `depth`.
    private static func sequence(_ style: CellStyle, _ depth: ColorDepth) -> String {
        let shown = CellStyle(
            foreground: depth.nearest(to: style.foreground), background: depth.nearest(to: style.background),
            attributes: style.attributes)
        return String(decoding: SGR.change(from: .plain, to: shown).dropFirst(2).dropLast(), as: UTF8.self)
    }
}

extension CellBuffer {
    /// All characters on the screen.
    fileprivate var scalars: [Unicode.Scalar] {
        (0..<height).flatMap { row($0).flatMap { Array($0.glyph.scalars) } }
    }
}
