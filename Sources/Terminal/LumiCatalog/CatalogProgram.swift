import ArgumentParser
import Foundation
import LinuxSupport
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI

/// The program `lumi-catalog`, which shows LumiKit on a terminal, as lines of text, or as a picture.
package enum CatalogProgram {
    private struct Arguments: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lumi-catalog", abstract: "The components of LumiKit, in a terminal.",
            discussion: """
                Arrows or Tab choose, / searches, Enter opens, Esc goes back, q quits; a mouse works as well. A page \
                shows its code beside it, or, with fewer than 120 columns, instead of it: press c to switch. With \
                --plain or without a terminal, it writes lines instead.

                Exits 0 at the end, 64 for a wrong argument, 65 for a wrong theme, 130 after Ctrl-C.
                """)

        @Option(help: "A theme: \(LMKDesign.builtInNames.joined(separator: ", ")), or a file.")
        var theme: String?
        @Option(help: "Only this page; see --list.")
        var page: String?
        @Option(help: "A PNG or JPEG file for the page 'photo'.")
        var photo: String?
        @Option(help: "Write the page to a new file as SVG, and exit.")
        var snapshot: String?
        @Flag(help: "Write lines instead of a screen, for screen readers and pipes.")
        var plain = false
        @Flag(help: "Write the names of the pages, and exit.")
        var list = false
    }

    /// Runs the program and returns its exit status. It must be called only once, on the main thread.
    package static func run(_ arguments: [String]) -> CInt {
        let parsed: Arguments
        do {
            parsed = try Arguments.parse(arguments)
        } catch {
            guard Arguments.exitCode(for: error).isSuccess else { return refuse(Arguments.message(for: error)) }
            return output.help(Arguments.fullMessage(for: error, columns: HelpPage.unbroken))
        }
        do {
            if let theme = parsed.theme { LMKThemeManager.shared.apply(try LMKDesign.load(theme)) }
        } catch {
            return output.complain(TerminalSafe(error.localizedDescription).description, 65)
        }
        SamplePhoto.file = parsed.photo.map { URL(fileURLWithPath: $0) }
        if parsed.list {
            return output.say(Catalog.pages.map { "\($0.id)\t\($0.section.rawValue)" }.joined(separator: "\n"))
        }
        return show(parsed, arguments)
    }

    private static func show(_ parsed: Arguments, _ arguments: [String]) -> CInt {
        var page: Catalog.Page?
        if let name = parsed.page {
            page = Catalog.pages.first { $0.id == name }
            guard page != nil else { return refuse("there is no page of that name; see --list") }
        }
        let view = (page.map { AnyView(CatalogPageView($0)) } ?? AnyView(CatalogView())).lmk_themed()
        if let file = parsed.snapshot {
            let picture = FrameSVG.picture(of: view, columns: 80, rows: 24)
            do {
                try Data(picture.utf8).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
                return 0
            } catch {
                return refuse("the picture cannot be written: \(error.localizedDescription)")
            }
        }
        if parsed.plain { return PlainHost(view).run() }
        let status = TerminalProgram.run(arguments) { KeyFooter(content: view) }
        return status ?? PlainHost(view).run()
    }

    private static let output = CommandOutput(of: "lumi-catalog")

    private static func refuse(_ text: String) -> CInt { output.complain(TerminalSafe(text).description, 64) }
}
