import ArgumentParser
import ConfigurationFiles
import Foundation
import Glibc
import LinuxSupport
import LumiKitUI
import SeamSDK
import TermCore
import TermUI

/// The program `seam tui --kiosk`. The program has two processes. The keeper owns the terminal permanently and knows
/// nothing about visitors. The keeper's child serves one visit and ends together with the visit.
package enum KioskProgram {
    /// The exit statuses.
    private enum Status {
        static let staffEnd: CInt = 42
        static let scanAgain: CInt = 43
        static let usage = EX_USAGE
        static let configuration = EX_CONFIG
        static let fault = EX_SOFTWARE
    }

    private static let output = CommandOutput(of: "seam tui")
    private static let mark = "--guarded"

    /// Whether the arguments request a kiosk.
    package static func isMeant(_ arguments: [String]) -> Bool { arguments.contains("--kiosk") }

    /// Runs the program, and returns its exit status. Call it once, on the main thread, after the process has protected
    /// its memory.
    package static func run(_ arguments: [String]) -> CInt {
        let parsed: KioskArguments
        do {
            parsed = try KioskArguments.parse(arguments)
        } catch {
            guard KioskArguments.exitCode(for: error).isSuccess else {
                return output.complain(
                    "\(KioskArguments.message(for: error)); see 'seam-tui --kiosk --help'", Status.usage)
            }
            return output.help(KioskArguments.fullMessage(for: error, columns: HelpPage.unbroken))
        }
        if let file = parsed.pinFile { return setPIN(file) }
        if let console = parsed.console { return lockConsole(console) }
        let (configuration, pin): (KioskConfiguration, StaffPIN?)
        do {
            configuration = try KioskConfiguration.read(parsed.config)
            if let folder = configuration.state, KioskRecord.isPlace(parsed.config, in: folder) {
                return output.complain(
                    "/state is the folder of this file, which would be taken for the record of staff's tries: "
                        + "name another folder",
                    Status.configuration)
            }
            if let theme = configuration.theme { _ = try LMKDesign.load(theme) }
            pin = try configuration.staffPIN.map { try StaffPIN(file: $0) }
        } catch let error as ConfigurationError {
            return output.complain(error.message, Status.configuration)
        } catch {
            return output.complain(TerminalSafe(String(describing: error)).description, Status.configuration)
        }
        if parsed.isCheck { return output.say("\(parsed.config ?? KioskConfiguration.place): correct") }
        guard let device = TTYDevice(STDIN_FILENO) else {
            return output.complain("a kiosk needs a terminal at its standard input", Status.usage)
        }
        return parsed.isGuarded
            ? visit(configuration, pin, asksAgain: parsed.asksAgain, at: device)
            : keep(arguments.filter { $0 != mark }, at: device)
    }

    /// The theme with the configured colours.
    static func theme(_ configuration: KioskConfiguration) -> LMKDesign {
        configuration.theme.flatMap { try? LMKDesign.load($0) } ?? LMKDesign()
    }

    // MARK: - The keeper

    private static func keep(_ arguments: [String], at device: TTYDevice) -> CInt {
        let notifier: ServiceNotifier
        do throws(LinuxError) {
            notifier = try ServiceNotifier(to: try ServiceEnvironment.take().notifySocket)
        } catch {
            return output.complain(error.description, Status.fault)
        }
        // Messages go to the journal, never to the public screen.
        if isatty(STDERR_FILENO) == 1 { silence(STDERR_FILENO) }
        notifier.send(.ready("a public screen"))
        let keeper = TerminalKeeper(
            "/proc/self/exe", arguments + [mark], until: [Status.staffEnd, Status.usage, Status.configuration],
            isWell: { notifier.send(.alive) },
            isTold: { _ = output.complain($0, 0) }, sequels: [Status.scanAgain: "--scan-again"])
        let status = keeper.run(at: device)
        notifier.send(.stopping("the public screen is ending"))
        return status
    }

    private static func silence(_ descriptor: CInt) {
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, descriptor)
        close(null)
    }

    // MARK: - The visit

    private static func visit(
        _ configuration: KioskConfiguration, _ pin: StaffPIN?, asksAgain: Bool, at device: TTYDevice
    ) -> CInt {
        let environment = ProcessInfo.processInfo.environment
        // A systemd unit sets no language, and the kernel's console accepts UTF-8.
        let profile = TerminalProfile(isTerminal: true) { environment[$0] ?? ($0 == "LANG" ? "C.UTF-8" : "") }
            .seen(on: LinuxConsole(STDIN_FILENO))
        guard profile.hasSequences else { return Status.fault }
        LMKThemeManager.shared.apply(theme(configuration))
        var host: RunLoopHost?
        func log(_ line: String) { _ = output.complain(line, 0) }
        let folder = configuration.state ?? environment["STATE_DIRECTORY"]
        let report = KioskReport(folder: folder)
        let staff = KioskStaff(
            pin: pin, folder: folder,
            end: { way in host?.end(way == .end ? Status.staffEnd : 0) }, log: log)
        let desk = SeamDesk(
            socket: configuration.socket, signalSocket: configuration.signalSocket, log: log)
        let hands = KioskHands(
            forget: { reason in
                log("visit: over (\(reason.rawValue))")
                report.ended(reason)
                host?.end(reason == .nextVisitor ? Status.scanAgain : 0)
            }, staff: staff, log: log)
        let model = KioskModel(configuration, desk: desk, hands: hands, asksAgain: asksAgain)
        let screen = KioskScreen(model)
        host = RunLoopHost(
            screen.lmk_themed(), at: device, profile: profile, lifeline: TerminalGuard.lifeline,
            gate: KioskGate(model))
        guard let host else { return Status.fault }
        let asking = Task { await desk.watchDaemon { report.said(model.place) } }
        let beats = beat(while: desk)
        defer {
            asking.cancel()
            beats.cancel()
        }
        return host.run()
    }

    /// Sends a sign of life each second from the drawing loop. It sends none if a request to the daemon has been
    /// unanswered for longer than ``longestAnswer``.
    private static func beat(while desk: SeamDesk) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: .seconds(1), leeway: .milliseconds(100))
        timer.setEventHandler {
            MainActor.assumeIsolated {
                if let since = desk.askedSince, ContinuousClock.now - since > longestAnswer { return }
                var byte: UInt8 = 1
                _ = unsafe write(TerminalKeeper.beats, &byte, 1)
            }
        }
        timer.activate()
        return timer
    }

    /// The longest wait for an answer after which signs of life are still sent. A call gives up long before this time.
    private static let longestAnswer = Duration.seconds(20)

    private static func lockConsole(_ word: String) -> CInt {
        guard let lock = ConsoleLock(rawValue: word) else {
            return output.complain("--console must be lock or unlock", Status.usage)
        }
        do throws(LinuxError) {
            try lock.apply(to: STDIN_FILENO)
            return EX_OK
        } catch {
            return output.complain(error.description, Status.fault)
        }
    }

    // MARK: - Staff's PIN

    private static func setPIN(_ file: String) -> CInt {
        guard let digits = readPIN("PIN: "), let hash = StaffPIN(digits: digits) else {
            return output.complain("a PIN must have six to twelve digits", Status.usage)
        }
        if isatty(STDIN_FILENO) == 1, readPIN("Again: ") != digits {
            return output.complain("the two PINs differ: nothing was written", Status.usage)
        }
        do throws(LinuxError) {
            // The hash is kept secret, because somebody who has it can guess six digits within a day.
            try SecretFile.replace(file, with: Array("\(hash.text)\n".utf8))
        } catch {
            return output.complain(error.description, Status.fault)
        }
        return output.say("\(file): written")
    }

    /// Reads a line from standard input, which a terminal does not echo.
    private static func readPIN(_ prompt: String) -> String? {
        guard let device = TTYDevice(reading: STDIN_FILENO), let before = device.settings() else {
            return sequence(state: (), next: { _ in readLine() }).lazy.map { AnswerLine.trimmed($0) }
                .first { !$0.isEmpty }
        }
        FileHandle.standardError.write(Data(prompt.utf8))
        device.apply(before.silent)
        defer {
            device.apply(before)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine()
    }
}
