import ArgumentParser
import Foundation
import Glibc
import Kiosk
import LifeSignal
import LinuxSupport
import LumiKitUI
import SeamComponents
import SignalScreens
import TermCore
import TermUI

/// The program `seam tui`, which shows a person's keys on the whole terminal.
///
/// The program has two processes. One process guards the terminal, and its child draws the screen.
package enum TerminalClient {
    private static let usage: CInt = 64
    private static let wrongData: CInt = 65
    private static let fault: CInt = 70

    /// Runs the program, and returns its exit status. Call it once, on the main thread.
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
            return output.help(Arguments.fullMessage(for: error, columns: HelpPage.unbroken))
        }
        do {
            if let theme = parsed.theme { LMKThemeManager.shared.apply(try LMKDesign.load(theme)) }
        } catch {
            return complain(TerminalSafe(error.localizedDescription), wrongData)
        }
        guard parsed.ssh else { return show(nil, parsed, arguments) }
        do throws(SSHLogin.Refusal) {
            return show(try SSHLogin.read(ProcessInfo.processInfo.environment), parsed, arguments)
        } catch {
            return complain(TerminalSafe(error.message), error.status)
        }
    }

    /// Shows the screen. A person who logs in over ssh has their own session and settings, and an unused screen ends.
    private static func show(_ login: SSHLogin?, _ parsed: Arguments, _ arguments: [String]) -> CInt {
        if login != nil { takeStopAway() }
        let idle = login.map { _ in LoginIdle() }
        let session = (login?.name ?? parsed.session).map { SeamConfiguration.Session.named($0) } ?? .default
        func screen() -> some View {
            let usual = Preferences.language(in: ProcessInfo.processInfo.environment)
            let service = SeamService(seam: Seam(configuration: SeamConfiguration(session: session)))
            let signal = signal(login?.name ?? parsed.session, isDesk: parsed.signal)
            return Preferred(parsed.preferences, usual: usual) {
                if let signal, parsed.signal {
                    SignalDesk(model: signal)
                } else {
                    let access = AccessScreen(
                        service: service, signal: signal, machine: login == nil ? machine : nil, isLogin: login != nil)
                    if let idle { LoginScreen(idle) { access } } else { access }
                }
            }
            .lmk_themed()
            .environment(\.appStore, login.map { AppStore(file: AppStore.file(of: $0.name)) } ?? unitStore)
        }
        func inLines() -> CInt {
            PlainHost(
                screen(), tellsSecret: { SeamReveal.isTold }, takesLine: { idle?.touched() ?? false },
                said: PlainWords.said
            ).run()
        }
        if parsed.plain { return inLines() }
        // Only the child has a session, so the guard does not have its secrets.
        let status = TerminalProgram.run(
            arguments, gate: idle.map { LoginGate($0) }, screen)
        // If there is no screen, the same content is printed as lines.
        return status ?? inLines()
    }

    /// The settings of a program that a unit has started, in the unit's own directory.
    private static var unitStore: AppStore? {
        ProcessInfo.processInfo.environment["STATE_DIRECTORY"].map { folder in
            AppStore(file: URL(fileURLWithPath: folder, isDirectory: true).appending(path: "values.json"))
        }
    }

    /// The sockets for administrators, or nil if this person may not use the session daemon's.
    private static var machine: (any MachineLink)? {
        let environment = ProcessInfo.processInfo.environment
        func path(_ name: String, _ usual: String) -> String {
            environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? usual
        }
        let paths: [MachineDaemon: String] = [
            .session: path("SEAM_ADMIN_SOCKET", "/run/seam/admin.sock"),
            .signal: path("LIFESIGNAL_ADMIN_SOCKET", "/run/seam/lifesignal-admin.sock"),
        ]
        guard let own = paths[.session], FileManager.default.isWritableFile(atPath: own) else { return nil }
        return AdminLink(paths: paths)
    }

    /// LifeSignal in the session of this name, or nil if this machine does not have LifeSignal. The desk mode shows
    /// nothing else, so it waits for LifeSignal instead.
    private static func signal(_ session: String?, isDesk: Bool) -> SignalModel? {
        let named = ProcessInfo.processInfo.environment["SEAM_SESSION"].flatMap { $0.isEmpty ? nil : $0 }
        let service = BackendService(screenOf: session ?? named)
        guard isDesk || FileManager.default.fileExists(atPath: service.socketPath) else { return nil }
        return SignalModel(service)
    }

    /// Makes Ctrl-Z an ordinary character, because there is no shell to resume a stopped program.
    private static func takeStopAway() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { unsafe $0[Int(VSUSP)] = disabled }
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// The value of `_POSIX_VDISABLE`, which turns a control character off.
    private static let disabled: UInt8 = 0

    private static let output = CommandOutput(of: "seam tui")

    private static func complain(_ text: TerminalSafe, _ status: CInt) -> CInt {
        output.complain(text.description, status)
    }
}
