import Foundation
import Glibc
import TermCore
import TestSupport
import Testing
import Wire

/// Runs `seam tui` on one of the kernel's own consoles, if a console can be opened.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ConsoleTests {
    @Test("console: a door is opened on a console") func aDoorIsOpenedOnAConsole() async throws {
        guard let console = KernelConsole(12) else { return print("no console device can be opened here: not tried") }
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let program = try Products.executable("seam-tui")
        // Runs the program in a shell that is set up like a shell after a login. If that shell works afterwards, a
        // person's shell also works.
        let after = system.directory.file("stty")
        let login = "\"$0\"; echo $? >\(after); stty -a >>\(after)"
        let command = "exec setsid --ctty --wait sh -c '\(login)' \"$0\" <>\(console.path) >&0 2>&0"
        let environment = [
            "SEAM_SOCKET": system.sessionSocket, "TERM": "linux", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        ]
        let shown = try ChildProcess("/bin/sh", ["-c", command, program], environment: environment, input: nil)
        try await console.awaitScreen("* live")
        try await console.awaitScreen { screen in screen.contains { $0.contains("Front Door") && $0.contains("ready") }
        }
        try console.press("\u{1b}[1~")
        try await console.awaitScreen { screen in screen.contains { $0.contains("> Front Door") } }
        #expect(try console.isReversed("> Front Door"), "what is chosen is seen without colour")
        // The program ignores keys in the second after the list has changed.
        poll(nil, 0, 1_500)
        try console.press("\r")
        let open = try await console.awaitScreen("The lock reports that it opened.")
        #expect(open.contains { $0.contains("┌──") }, "corners that the kernel's font has")
        #expect(try system.openings() == 1)
        #expect(LinuxConsole(console.descriptor)?.hasDrawing == true, "the kernel's own font")
        try console.press("qq")
        #expect(try await shown.awaitExit() == 0)
        // A console has no alternate screen, so the program has to erase its own output.
        #expect(!(try console.lines().contains { $0.contains("Door") }), "what was shown does not stay")
        let found = try String(contentsOfFile: after, encoding: .utf8)
        #expect(
            found.hasPrefix("0\n") && found.contains(" icanon") && found.contains(" echo "), "the console is as it was")
    }
}
