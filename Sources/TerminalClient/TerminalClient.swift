import ArgumentParser
import Foundation
import Glibc
import LinuxSupport
import SeamSDK
import TermCore
import TermUI

/// `seam tui`: a person's keys on the whole of a terminal.
///
/// Two processes: one that guards the terminal, and its child, which has the screen.
package enum TerminalClient {
    private static let usage: CInt = 64
    private static let fault: CInt = 70

    /// Runs the program and answers its exit status. To be called once, on the main thread.
    package static func run(_ arguments: [String]) -> CInt {
        do throws(LinuxError) {
            try ProcessHygiene.begin()
            try ProcessHygiene.protectMemory()
        } catch {
            return complain("cannot protect this process: \(error.description)", fault)
        }
        let parsed: Arguments
        do {
            parsed = try Arguments.parse(arguments)
        } catch {
            guard Arguments.exitCode(for: error).isSuccess else {
                return complain("\(Arguments.message(for: error)); see 'seam tui --help'", usage)
            }
            FileHandle.standardOutput.write(Data((Arguments.fullMessage(for: error) + "\n").utf8))
            return 0
        }
        let environment = ProcessInfo.processInfo.environment
        let profile = TerminalProfile(isTerminal: isatty(STDOUT_FILENO) == 1) { environment[$0] ?? "" }
        guard profile.hasSequences, let device = TTYDevice(STDIN_FILENO) else {
            return complain("this needs a terminal; 'seam keys' and 'seam unlock' do not", usage)
        }
        if parsed.isGuarded { return show(parsed, at: device, profile) }
        return TerminalGuard.run("/proc/self/exe", arguments + ["--guarded"], at: device)
            ?? complain("the terminal has gone", fault)
    }

    private static func show(_ arguments: Arguments, at device: TTYDevice, _ profile: TerminalProfile) -> CInt {
        let session = arguments.session.map { SeamConfiguration.Session.named($0) }
        let feed = SessionFeed(Seam(configuration: SeamConfiguration(session: session ?? .default)))
        let root = Root(model: feed.model)
        guard let host = RunLoopHost(root, at: device, profile: profile, lifeline: TerminalGuard.lifeline) else {
            return fault
        }
        return withExtendedLifetime(feed) { host.run() }
    }

    private static func complain(_ text: TerminalSafe, _ status: CInt) -> CInt {
        FileHandle.standardError.write(Data("seam tui: \(text.description)\n".utf8))
        return status
    }
}

/// The screens, and the way out.
private struct Root: View {
    let model: KeysModel

    @Environment(\.exit) private var exit

    var body: some View {
        let exit = exit
        KeysScreen(model: model) { exit($0) }
    }
}
