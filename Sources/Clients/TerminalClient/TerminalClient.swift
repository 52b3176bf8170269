import ArgumentParser
import Foundation
import Glibc
import Kiosk
import LinuxSupport
import LumiKitUI
import SeamComponents
import TermCore
import TermUI

/// `seam tui`: a person's keys, on the whole of a terminal.
///
/// Two processes: one that guards the terminal, and its child, which has the screen.
package enum TerminalClient {
    private static let usage: CInt = 64
    private static let wrongData: CInt = 65
    private static let fault: CInt = 70

    /// Runs the program and returns its exit status. Call it once, on the main thread.
    package static func run(_ arguments: [String]) -> CInt {
        do throws(LinuxError) {
            try ProcessHygiene.begin()
            try ProcessHygiene.protectMemory()
        } catch {
            return complain("cannot protect this process: \(error.description)", fault)
        }
        if KioskProgram.isMeant(arguments) { return KioskProgram.run(arguments) }
        if arguments.first == "theme" { return ThemeCheck.run(Array(arguments.dropFirst()), output) }
        let parsed: Arguments
        do {
            parsed = try Arguments.parse(arguments)
        } catch {
            guard Arguments.exitCode(for: error).isSuccess else {
                return complain("\(Arguments.message(for: error)); see 'seam tui --help'", usage)
            }
            return output.say(Arguments.fullMessage(for: error))
        }
        do {
            if let theme = parsed.theme { LMKThemeManager.shared.apply(try LMKDesign.load(theme)) }
        } catch {
            return complain(TerminalSafe(error.localizedDescription), wrongData)
        }
        let service = {
            let session = parsed.session.map { SeamConfiguration.Session.named($0) }
            return SeamService(seam: Seam(configuration: SeamConfiguration(session: session ?? .default)))
        }
        let preferences = parsed.preferences
        func screen() -> some View {
            let usual = Preferences.language(in: ProcessInfo.processInfo.environment)
            return Preferred(preferences, usual: usual) { AccessScreen(service: service()) }.lmk_themed()
        }
        if parsed.plain { return inLines(screen()) }
        // Only the child has a session; the guard has none of its secrets.
        let status = TerminalProgram.run(arguments.filter { $0 != TerminalProgram.mark }, isGuarded: parsed.isGuarded) {
            screen()
        }
        // Without a screen, the same is printed in lines.
        return status ?? inLines(screen())
    }

    private static func inLines(_ screen: some View) -> CInt {
        PlainHost(screen, tellsSecret: { SeamReveal.isTold }).run()
    }

    private static let output = CommandOutput(of: "seam tui")

    private static func complain(_ text: TerminalSafe, _ status: CInt) -> CInt {
        output.complain(text.description, status)
    }
}
