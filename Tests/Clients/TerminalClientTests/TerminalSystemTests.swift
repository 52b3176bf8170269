import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Runs `seam tui` in a real terminal, with the real daemons and a lock. The lock's own record shows whether the lock
/// opened.
@Suite(.serialized, .timeLimit(.minutes(3))) struct TerminalSystemTests {
    /// Expects that the shell has got its terminal back, and that the program's exit status is printed as `text`.
    private static func expectShell(_ terminal: TmuxTerminal, says text: String) async throws {
        try await terminal.awaitPrompt()
        try await terminal.type("echo \"ended $?\"; stty -a | grep -o '[ -]icanon'")
        let screen = try await terminal.awaitScreen("a shell that says '\(text)'") {
            $0.contains(text) && $0.split(separator: "\n").contains(" icanon")
        }
        #expect(!screen.contains("Enter open"))
    }

    @Test("terminal system: a door is opened with two keys") func aDoorIsOpenedWithTwoKeys() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        #expect(try await terminal.awaitScreen("● live").contains("Enter open"))
        try await terminal.press("Enter")
        try await terminal.awaitScreen("Open")
        try await terminal.awaitScreen("The lock reports that it opened.")
        #expect(try system.openings() == 1)
        try await terminal.press("q", "q")
        try await Self.expectShell(terminal, says: "ended 0")
    }

    @Test("terminal system: escape before the gate keeps the door shut")
    func escapeBeforeTheGateKeepsTheDoorShut() async throws {
        let (system, terminal) = try await TuiShell.start()
        try system.fault("slow", step: 2, milliseconds: 4000)
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try await terminal.press("Enter")
        try await terminal.awaitScreen("> 2 Connecting to the lock")
        try await terminal.press("Escape")
        try await terminal.awaitScreen("Cancelled. Nothing was opened.")
        #expect(try system.openings() == 0)
        try await terminal.press("C-c")
        try await Self.expectShell(terminal, says: "ended 130")
    }

    @Test("terminal system: it outlives the daemon") func itOutlivesTheDaemon() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("● live")
        try await system.killSessiond()
        try await terminal.awaitScreen("○ no daemon")
        #expect(try await terminal.screen().contains("Front Door"), "the keys are as they were")
        try await system.startSessiond()
        try await terminal.awaitScreen("● live")
    }

    @Test("terminal system: it stops and goes on and survives its own end")
    func itStopsAndGoesOnAndSurvivesItsOwnEnd() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("● live")
        try await terminal.press("C-z")
        try await terminal.awaitScreen("Stopped")
        try await terminal.resize(columns: 60, rows: 12)
        try await terminal.type("fg")
        try await terminal.awaitScreen { $0.contains("● live") && $0.contains("Enter open") }
        // The child process draws the screen. When the child is killed, the guard process restores the terminal.
        let child = try #require(try await terminal.processes().last)
        kill(child, SIGKILL)
        try await terminal.awaitScreen { !$0.contains("Enter open") }
        try await Self.expectShell(terminal, says: "ended 137")
        #expect(try system.openings() == 0)
    }

    /// In this test, the dynamic loader of each process writes to standard error.
    @Test("terminal system: what it writes to its standard error is told when it has ended")
    func whatItWritesToItsStandardErrorIsToldWhenItHasEnded() async throws {
        let (system, terminal) = try await TuiShell.start(columns: 100, rows: 50)
        let mark = "total startup time in dynamic loader"
        func count(_ screen: String) -> Int { screen.components(separatedBy: mark).count - 1 }
        try await terminal.type("clear; LD_DEBUG=statistics seam-tui")
        let shown = try await terminal.awaitScreen("● live")
        #expect(count(shown) == 0, "nothing stands in the middle of the screen")
        try await terminal.press("q")
        try await terminal.awaitScreen("two processes' words") { count($0) == 2 }
        #expect(try system.openings() == 0)
    }

    @Test("terminal system: five rows are enough to open a door") func fiveRowsAreEnoughToOpenADoor() async throws {
        let (system, terminal) = try await TuiShell.start(columns: 40, rows: 5)
        try await terminal.type("clear; seam tui")
        try await TuiShell.select("Front Door", terminal)
        try await terminal.press("Enter")
        try await terminal.awaitScreen { _ in (try? system.openings()) == 1 }
    }

    @Test("terminal system: who is signed out sees their keys when they sign in")
    func whoIsSignedOutSeesTheirKeysWhenTheySignIn() async throws {
        let (system, terminal) = try await TuiShell.start(signedIn: false)
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("Nobody is signed in.")
        try await system.signIn()
        try await terminal.awaitScreen("Front Door")
    }

    @Test("terminal system: a person signs in finds a door and sees that it opened")
    func aPersonSignsInFindsADoorAndSeesThatItOpened() async throws {
        let (system, terminal) = try await TuiShell.start(signedIn: false)
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("Nobody is signed in.")
        let token = try system.cloud.token()
        try await terminal.write(token)
        let shown = try await terminal.awaitScreen("••••")
        #expect(!shown.contains(token.suffix(8)))
        try await terminal.press("Enter")
        try await TuiShell.select("Front Door", terminal)
        try await TuiShell.search("front", terminal)
        try await terminal.awaitScreen { $0.contains("/ front") && !$0.contains("Gym") }
        try await terminal.press("Enter")
        try await terminal.awaitScreen("The lock reports that it opened.")
        // Waits for the effect of Esc, because Esc counts as a key of its own only if no byte follows it.
        try await terminal.press("Escape")
        try await terminal.awaitScreen { !$0.contains("The lock reports") }
        try await TuiShell.insist(terminal, until: { !$0.contains("/ front") }) {
            try await terminal.press("Escape")
        }
        try await terminal.press("a")
        try await terminal.awaitScreen { screen in
            screen.split(separator: "\n").contains {
                $0.contains("Front Door") && $0.contains("open ") && $0.contains("today")
            }
        }
        #expect(try system.openings() == 1)
    }

    @Test("terminal system: a wrong token is refused in words") func aWrongTokenIsRefusedInWords() async throws {
        let (system, terminal) = try await TuiShell.start(signedIn: false)
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("Nobody is signed in.")
        try await terminal.write("seam_cst1nobody_knows_it")
        try await terminal.press("Enter")
        let screen = try await terminal.awaitScreen("The cloud does not know the client session token.")
        #expect(screen.contains("Nobody is signed in.") && !screen.contains("nobody_knows"))
        #expect(!system.logs.contains("nobody_knows"))
    }

    @Test("terminal system: a code is shown to its owner and hidden again")
    func aCodeIsShownToItsOwnerAndHiddenAgain() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await terminal.awaitScreen("Letter Room")
        try await TuiShell.search("letter", terminal)
        try await terminal.awaitScreen("> Letter Room")
        try await terminal.press("Tab")
        #expect(!(try await terminal.awaitScreen("v show").contains("482913")))
        try await terminal.press("v")
        try await terminal.awaitScreen("482913")
        try await terminal.press("Escape")
        try await terminal.awaitScreen { !$0.contains("482913") }
        #expect(try system.openings() == 0)
    }

    @Test("terminal system: a door is opened with the mouse") func aDoorIsOpenedWithTheMouse() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        // A person hesitates before the first click, but makes the second click quickly.
        try await terminal.look(for: .milliseconds(600))
        let lines = try await terminal.screen().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("Front Door") })
        try await terminal.click(x: 6, y: row)
        try await terminal.click(x: 6, y: row)
        try await terminal.awaitScreen("The lock reports that it opened.")
        #expect(try system.openings() == 1)
    }

    @Test("terminal system: two clicks that are far apart open nothing")
    func twoClicksThatAreFarApartOpenNothing() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        let lines = try await terminal.screen().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("Front Door") })
        for _ in 0..<3 {
            try await terminal.click(x: 6, y: row)
            try await terminal.look(for: .milliseconds(700))
        }
        #expect(try await terminal.screen().contains("Enter open"))
        #expect(try system.openings() == 0)
    }

    // MARK: - In lines

    @Test("terminal system: over a pipe a door is opened and what came of it is told")
    func overAPipeADoorIsOpenedAndWhatCameOfItIsTold() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("clear; while ! seam keys | grep 'Front Door' | grep ready; do sleep 0.1; done")
        try await terminal.awaitScreen { $0.contains("Front Door") }
        let told = try await system.lines("1\n\n.\na\nq\n")
        #expect(told.status == 0, "\(told)")
        #expect(told.output.contains("1. Front Door, ready, strong signal, until "))
        #expect(told.output.contains("\nOpen\nThe lock reports that it opened.\n"))
        #expect(told.output.contains("Front Door, open"), "the journal has it")
        #expect(try system.openings() == 1)
        for scalar in told.output.unicodeScalars { #expect(scalar == "\n" || !HostileText.isDangerous(scalar)) }
    }

    @Test("terminal system: over a pipe a person signs in and the end of the input is the end")
    func overAPipeAPersonSignsInAndTheEndOfTheInputIsTheEnd() async throws {
        let (system, _) = try await TuiShell.start(signedIn: false)
        let token = try system.cloud.token()
        let told = try await system.lines("\(token)\n")
        #expect(told.status == 0 && told.output.contains("Nobody is signed in."), "\(told)")
        #expect(told.output.contains("14 keys") && !told.output.contains(token))
        // Every command still works after the help has been shown.
        let helped = try await system.lines("?\nd 1\n?\nq\n99\n")
        #expect(helped.status == 0 && helped.output.contains("1 to 14: open\n"), "\(helped)")
        #expect(helped.output.contains("\nValid, ") && helped.output.contains("h: history\n"), "\(helped)")
        #expect(!helped.output.contains("This line means nothing here."), "\(helped)")
        let again = try await system.lines("d 1\n99\n")
        #expect(again.status == 0 && again.output.contains("This line means nothing here."), "\(again)")
        #expect(try system.openings() == 0)
    }

    @Test("terminal system: without a daemon it says so in lines and ends")
    func withoutADaemonItSaysSoInLinesAndEnds() async throws {
        let program = try ChildProcess(
            try Products.executable("seam"), ["tui", "--plain"],
            environment: ["SEAM_SOCKET": "/nonexistent/session.sock", "PATH": "/usr/bin"], input: "")
        #expect(try await program.awaitExit() == 0)
        #expect(program.output.contains("The session daemon is not running."), "\(program.output)\(program.errors)")
    }

    @Test("terminal system: in a terminal that is read out nothing moves and a token is not seen")
    func inATerminalThatIsReadOutNothingMovesAndATokenIsNotSeen() async throws {
        let (system, terminal) = try await TuiShell.start(columns: 100, rows: 80, signedIn: false)
        try await terminal.type("clear; TERM=dumb seam tui")
        try await terminal.awaitScreen("client session token, not shown, ? help, q quit:")
        let token = try system.cloud.token()
        try await terminal.type(token)
        let screen = try await terminal.awaitScreen { $0.contains("1. Front Door, ready") }
        #expect(!screen.contains(token.suffix(8)))
        // If the numbers have just changed, the program asks the person to read them first.
        try await TuiShell.insist(terminal, until: { $0.contains("Finding the lock") }) { try await terminal.type("1") }
        try await terminal.awaitScreen("The lock reports that it opened.")
        try await terminal.type(".")
        try await terminal.awaitScreen { $0.components(separatedBy: "14 keys, 1 to open").count > 2 }
        try await terminal.type("q")
        try await terminal.awaitPrompt()
        #expect(try system.openings() == 1)
    }

    @Test("terminal system: lines are broken at words") func linesAreBrokenAtWords() async throws {
        let (system, terminal) = try await TuiShell.start(columns: 40, rows: 60)
        try await terminal.type("clear; seam tui --plain")
        let screen = try await terminal.awaitScreen { $0.contains("settings, g cards:") }
        let words = screen.split(whereSeparator: \.isWhitespace)
        for word in ["detail,", "search,", "refresh,", "activity,", "help,", "quit,"] as [Substring] {
            #expect(words.contains(word), "\(screen)")
        }
        try await terminal.type("q")
        try await terminal.awaitPrompt()
        #expect(try system.openings() == 0)
    }

    @Test("terminal system: a terminal that does not show what is typed is given back", arguments: ["C-c", "C-z"])
    func aTerminalThatDoesNotShowWhatIsTypedIsGivenBack(_ key: String) async throws {
        let (system, terminal) = try await TuiShell.start(columns: 100, rows: 40, signedIn: false)
        // Runs `sh`, which keeps the terminal settings that the last program left. Input that arrives before the prompt
        // of `sh` goes to the outer shell.
        try await terminal.type("PS1='sh$ ' sh")
        try await terminal.awaitScreen("the shell's prompt") { $0.split(separator: "\n").last == "sh$" }
        try await terminal.type("clear; seam tui --plain")
        try await terminal.awaitScreen("client session token, not shown, ? help, q quit:")
        try await terminal.press(key)
        try await terminal.awaitPrompt()
        try await terminal.type("stty -a | grep -o '[ -]echo '")
        try await terminal.awaitScreen { $0.split(separator: "\n").contains { $0.hasPrefix(" echo") } }
        #expect(try system.openings() == 0)
    }

    @Test("terminal system: what it does not take it refuses") func whatItDoesNotTakeItRefuses() async throws {
        let seam = try Products.executable("seam")
        for arguments in [["tui", "--session", "NO"], ["tui", "extra"]] {
            let process = try ChildProcess(seam, arguments)
            #expect(try await process.awaitExit() == 64)
            #expect(
                process.errors.hasPrefix("seam") && process.errors.split(separator: "\n").count == 1,
                "\(process.errors)")
        }
    }
}

extension TestSystem {
    /// The output of `seam tui` when it reads `input` from a pipe.
    func lines(_ input: String) async throws -> (status: CInt, output: String) {
        let program = try ChildProcess(
            try Products.executable("seam"), ["tui"], environment: ["SEAM_SOCKET": sessionSocket, "PATH": "/usr/bin"],
            input: input)
        return (try await program.awaitExit(limit: .seconds(150)), program.output + program.errors)
    }
}
