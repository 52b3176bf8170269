import Foundation
import TestSupport
import Testing
import Wire

/// Runs the public screen on one of the kernel's own consoles, if a console can be opened.
@Suite(.serialized, .timeLimit(.minutes(2))) struct KioskConsoleTests {
    @Test("kiosk console: a visit leaves nothing on the console") func aVisitLeavesNothingOnTheConsole() async throws {
        guard let console = KernelConsole(13) else { return print("no console device can be opened here: not tried") }
        let system = try await TestSystem(kioskUsers: [geteuid()])
        try await system.bind()
        let file = try system.directory.write(
            JSON.members(
                ("name", "Harbour House"), ("help", "the desk"), ("languages", ["en"]),
                ("socket", .string(system.sessionSocket))
            ).text, to: "kiosk.json")
        // The program's path may contain spaces.
        let program = try Products.executable("seam-tui")
        let command = "exec setsid --ctty --wait \"$0\" --kiosk --config \"$1\" <>\(console.path)"
        let kiosk = try ChildProcess(
            "/bin/sh", ["-c", command, program, file], environment: ["TERM": "linux", "PATH": "/usr/bin:/bin"],
            input: nil)
        defer { kill(kiosk.pid, SIGKILL) }
        try await console.awaitScreen("Touch the screen")
        try console.press("ADA-2207\r")
        let keys = try await console.awaitScreen { lines in
            lines.contains { $0.contains("Front Door") } && lines.contains { $0.contains("ready") }
        }
        #expect(keys.contains { $0.contains("┌──") }, "corners that the kernel's font has: \(keys)")
        try console.press("0")
        try await console.awaitScreen("Touch the screen")
        #expect(!(try console.lines().contains { $0.contains("Door") }), "what was shown does not stay")
    }
}
