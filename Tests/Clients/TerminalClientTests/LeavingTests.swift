import Foundation
import Glibc
import TestSupport
import Testing

/// The traces that `seam tui` leaves in a terminal, depending on how one of its two processes ends.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LeavingTests {
    private static let code = "482913"

    /// The first test runs `sh`, which does not change the terminal settings that it finds. The tests below use bash,
    /// which applies its own settings at each prompt.
    @Test("leaving: a terminal whose guard was killed is given back")
    func aTerminalWhoseGuardWasKilledIsGivenBack() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("PS1='% ' sh")
        try await terminal.awaitScreen("the shell's prompt") { $0.split(separator: "\n").last == "%" }
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("● live")
        #expect(try await terminal.modes() == "alternate 1, mouse 1")
        try await Self.kill(.guarding, terminal)
        // Presses Enter to get a new prompt, because the shell may have printed the first prompt before the program
        // left the alternate screen.
        try await terminal.press("Enter")
        try await terminal.awaitScreen("a prompt") { $0.split(separator: "\n").last == "%" }
        #expect(try await terminal.modes() == "alternate 0, mouse 0")
        try await terminal.type("stty -a; echo told")
        let screen = try await terminal.awaitScreen("settings") { $0.split(separator: "\n").contains("told") }
        let settings = Set(screen.split { $0 == " " || $0 == "\n" || $0 == ";" })
        #expect(settings.isSuperset(of: ["opost", "isig", "icanon", "echo", "icrnl"]), "\(screen)")
        #expect(try system.openings() == 0)
    }

    /// Uses a terminal without an alternate screen, like the kernel's console.
    @Test("leaving: a code is erased however it ends") func aCodeIsErasedHoweverItEnds() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.takeOtherScreenAway()
        for way in Way.allCases {
            try await terminal.type("clear; seam tui")
            try await terminal.awaitScreen("Letter Room")
            try await TuiShell.search("letter", terminal)
            try await terminal.awaitScreen("> Letter Room")
            try await terminal.press("Tab")
            try await terminal.awaitScreen("v show")
            try await terminal.press("v")
            try await terminal.awaitScreen(Self.code)
            switch way {
            // Repainted content is not kept in the terminal's history.
            case .key: try await terminal.press("C-l", "C-c")
            case .screen, .guarding: try await Self.kill(way, terminal)
            }
            try await terminal.awaitScreen("without a code") { !$0.contains(Self.code) }
            try await terminal.press("Enter")
            try await terminal.awaitPrompt()
            #expect(try await terminal.modes().hasPrefix("alternate 0, mouse 0"), "\(way)")
            #expect(!(try await terminal.history().contains(Self.code)), "\(way)")
        }
        #expect(try system.openings() == 0)
    }

    @Test("leaving: in lines a code is erased or said to stay") func inLinesACodeIsErasedOrSaidToStay() async throws {
        let (system, terminal) = try await TuiShell.start(columns: 100, rows: 60)
        for (name, isErased) in [("tmux-256color", true), ("dumb", false)] {
            try await terminal.type("clear")
            try await terminal.awaitScreen("nothing of the last run") { !$0.contains("Letter Room") }
            try await terminal.type("TERM=\(name) seam tui --plain")
            try await terminal.awaitScreen("Letter Room, ")
            try await terminal.type("/ letter")
            try await terminal.awaitScreen("1 of ")
            try await TuiShell.insist(terminal, until: { $0.contains("Code, ") }) { try await terminal.type("d 1") }
            try await terminal.type("v")
            try await terminal.awaitScreen(Self.code)
            try await terminal.press("C-c")
            try await terminal.awaitPrompt()
            let told = try await terminal.history()
            #expect(told.contains(Self.code) == !isErased, "\(told)")
            #expect(told.contains("A code was printed and") == !isErased, "\(told)")
            #expect(told.contains("1. Front Door"), "what was read before is still there")
        }
        #expect(try system.openings() == 0)
    }

    private enum Way: CaseIterable { case key, screen, guarding }

    /// Kills one of the two processes of `seam tui`, and waits until both processes have ended.
    private static func kill(_ way: Way, _ terminal: TmuxTerminal) async throws {
        let both = try await terminal.processes().suffix(2)
        let killed = try #require(way == .screen ? both.last : both.first)
        Glibc.kill(killed, SIGKILL)
        let deadline = ContinuousClock.now + .seconds(20)
        while try await terminal.processes().contains(where: both.contains)
            || both.contains(where: { access("/proc/\($0)", F_OK) == 0 })
        {
            guard ContinuousClock.now < deadline else { throw TestFailure("\(way): the other one lives on") }
            poll(nil, 0, 60)
        }
    }
}
