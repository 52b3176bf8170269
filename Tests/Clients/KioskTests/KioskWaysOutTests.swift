import Foundation
import Glibc
import TestSupport
import Testing
import Wire

@testable import Kiosk

/// Tries forty ways to leave a program at a terminal. No such way may lead out of a kiosk.
@Suite(.timeLimit(.minutes(3))) struct KioskWaysOutTests {
    private enum Way {
        /// Key presses, by the names that tmux uses for the keys.
        case keys([String])
        /// Bytes from a keyboard, a paste or a hostile terminal.
        case bytes(String)
        case child(CInt)
        case keeper(CInt)
        case size(Int, Int)
    }

    private static let ways: [(String, Way)] = [
        ("interrupt", .keys(["C-c"])), ("quit", .keys(["C-\\"])), ("stop", .keys(["C-z"])), ("end", .keys(["C-d"])),
        ("hold the output", .keys(["C-s"])), ("release it", .keys(["C-q"])), ("draw anew", .keys(["C-l"])),
        ("literal next", .keys(["C-v", "C-c"])), ("telnet's escape", .keys(["C-]"])), ("ssh's escape", .bytes("\r~.")),
        ("screen's prefix", .keys(["C-a", "d"])), ("help", .keys(["F1"])), ("menus", .keys(["F9", "F11", "F12"])),
        ("another console", .bytes("\u{1b}[1;3Q\u{1b}[1;3R")), ("alt and a letter", .keys(["M-x", "M-:"])),
        ("shell commands", .bytes(":!sh\r!sh\r/bin/sh\r")), ("ctrl alt del", .bytes("\u{1b}[3;7~")),
        ("kitty's ctrl-c", .bytes("\u{1b}[99;5u\u{1b}[99;5;1u")), ("xterm's ctrl-c", .bytes("\u{1b}[27;5;99~")),
        ("the clipboard is asked", .bytes("\u{1b}]52;c;?\u{7}")),
        ("the clipboard is set", .bytes("\u{1b}]52;c;QQ==\u{7}")),
        ("answers nobody asked for", .bytes("\u{1b}[?62;4c\u{1b}[?2026;2$y\u{1b}[1;1R")),
        ("a title", .bytes("\u{1b}]0;sh\u{7}\u{1b}]l;ls\u{1b}\\")), ("the alternate screen", .bytes("\u{1b}[?1049l")),
        ("a device string", .bytes("\u{1b}P+q436f\u{1b}\\")), ("focus comes and goes", .bytes("\u{1b}[I\u{1b}[O")),
        ("a paste of commands", .bytes("\u{1b}[200~\u{3}exit\n\u{1b}[201~")),
        ("null bytes", .bytes("\u{1}\u{2}\u{1f}")),
        ("a long line", .bytes(String(repeating: "a", count: 20_000))),
        ("a flood of the mouse", .bytes(String(repeating: "\u{1b}[<0;5;5M\u{1b}[<0;5;5m", count: 1_000))),
        ("the mouse outside", .bytes("\u{1b}[<0;9999;9999M\u{1b}[<2;1;1M\u{1b}[<64;1;1M")),
        ("one cell", .size(1, 1)), ("two cells", .size(2, 1)), ("a wall", .size(500, 200)),
        ("the child is interrupted", .child(SIGINT)), ("the child is asked to quit", .child(SIGQUIT)),
        ("the child is stopped", .child(SIGTSTP)), ("the child is hung up on", .child(SIGHUP)),
        ("the child is ended", .child(SIGTERM)), ("the child is killed", .child(SIGKILL)),
        ("the child crashes", .child(SIGSEGV)), ("the keeper is interrupted", .keeper(SIGINT)),
        ("the keeper is asked to quit", .keeper(SIGQUIT)), ("the keeper is stopped", .keeper(SIGTSTP)),
    ]

    @Test("kiosk ways out: none leads out") func noneLeadsOut() async throws {
        #expect(Self.ways.count >= 40)
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        let keeper = try await kiosk.programs().keeper
        for (name, way) in Self.ways {
            try await tryOut(way, kiosk)
            try await kiosk.terminal.resize(columns: 80, rows: 25)
            try await kiosk.terminal.awaitScreen("a kiosk after \(name)") { screen in
                ["Touch the screen", "Hold your code", "One moment"].contains { screen.contains($0) }
            }
            let programs = try await kiosk.programs()
            #expect(programs.keeper == keeper, "\(name)")
        }
        // Checks that the screen still works.
        if !(try await kiosk.terminal.screen()).contains("Touch the screen") {
            try await kiosk.terminal.press("Escape")
            try await kiosk.awaitNobody()
        }
        try await kiosk.signIn()
        let said = try kiosk.said()
        for word in ["exit", "/bin/sh", "Front Door", "ADA"] { #expect(!said.contains(word), "\(said)") }
    }

    private func tryOut(_ way: Way, _ kiosk: KioskShell) async throws {
        switch way {
        case .keys(let keys): for key in keys { try await kiosk.terminal.press(key) }
        case .bytes(let text):
            for start in stride(from: 0, to: text.count, by: 4_000) {
                try await kiosk.terminal.write(String(text.dropFirst(start).prefix(4_000)))
            }
        case .child(let signal): kill(try await kiosk.programs().child, signal)
        case .keeper(let signal): kill(try await kiosk.programs().keeper, signal)
        case .size(let columns, let rows): try await kiosk.terminal.resize(columns: columns, rows: rows)
        }
    }

    /// If the end of a paste never arrives, the program cannot interpret any later input. The visit therefore ends, and
    /// the next visit can begin.
    @Test("kiosk ways out: a paste that never ends ends the visit")
    func aPasteThatNeverEndsEndsTheVisit() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        try await kiosk.signIn()
        try await kiosk.terminal.write("\u{1b}[200~ABC")
        try await kiosk.awaitNobody()
        #expect(try kiosk.said().contains("visit: over (input)"))
    }

    /// When the terminal hangs up, the program ends, and the program's unit starts it again.
    @Test("kiosk ways out: a hang up ends the program") func aHangUpEndsTheProgram() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        try await kiosk.signIn()
        let keeper = try await kiosk.programs().keeper
        kill(keeper, SIGHUP)
        try await kiosk.terminal.awaitPrompt()
        try await kiosk.terminal.type("echo status $?")
        try await kiosk.terminal.awaitScreen("status 129")
        let history = try await kiosk.terminal.history()
        #expect(!history.contains("Front Door"))
    }

    /// Tries ten thousand PINs, of which one is right.
    @Test("kiosk ways out: staffs PIN is not guessed") @MainActor func staffsPINIsNotGuessed() async throws {
        let directory = try TestDirectory()
        let pin = try #require(StaffPIN(digits: "493817"))
        var taken = 0
        for number in 0..<10_000 {
            // Each attempt gets a new ``KioskStaff``, because pressing Esc starts a new process.
            let staff = KioskStaff(
                pin: pin, folder: directory.path, end: { _ in }, log: { _ in }, now: { 1_000 + Double(number) / 10 })
            guard let refusal = await staff.judge(String(490_000 + number)) else {
                taken += 1
                continue
            }
            if number >= 5 { #expect(refusal == .tooMany) }
        }
        #expect(taken == 0)
    }
}
