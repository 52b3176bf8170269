import Foundation
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Runs a public screen on real daemons. Visitors come and go, and leave nothing behind.
@Suite(.timeLimit(.minutes(5))) struct KioskSystemTests {
    @Test("kiosk system: a visitor opens a door and nothing stays")
    func aVisitorOpensADoorAndNothingStays() async throws {
        let kiosk = try await KioskShell()
        let terminal = kiosk.terminal
        // The first key press only wakes the screen.
        try await terminal.press("x")
        try await terminal.awaitScreen("1  English")
        try await terminal.press("2")
        try await terminal.awaitScreen("Acerque su código")
        let first = try await kiosk.programs()
        try await kiosk.signIn()
        let keys = try await terminal.screen()
        #expect(keys.contains("End now") == false && keys.contains("Terminar: 0"), "\(keys)")
        try await kiosk.choose("1")
        try await terminal.awaitScreen("Abierta")
        try await terminal.awaitScreen("Termina solo en")
        try await terminal.awaitScreen("2  Volver")
        try await terminal.press("Escape")
        let second = try await kiosk.programs(after: first.child)
        try await kiosk.awaitNobody()
        let after = try await terminal.history()
        for word in ["Front Door", "Ada", "Abierta", "seam_cst"] { #expect(!after.contains(word), "\(after)") }
        #expect(first.keeper == second.keeper && first.child != second.child)
        let said = try kiosk.said()
        #expect(said.contains("visit: over (ended)") && !said.contains("seam_cst") && !said.contains("Front"))
    }

    @Test("kiosk system: one code opens doors and checks in, and a door can count as a check-in")
    func oneCode() async throws {
        let folder = try TestDirectory(mode: 0o755)
        let secret = try folder.write(TestCloud.passSecret + "\n", to: "desk-secret", mode: 0o600)
        let bench = try await SignalBench(
            configuration: ["desk": ["secret": .string(secret)]], isVirtual: false, in: folder)
        // Ada has LifeSignal somewhere else, and lets doors count.
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        _ = try client.call(CheckInSet.self, .init(countsDoors: true))
        let kiosk = try await KioskShell(
            configuration: ["languages": ["en"], "lifesignal_socket": .string(bench.socket)])
        let terminal = kiosk.terminal
        // A pass that was made within a second after the daemon's start is refused, so the visitor comes again.
        for _ in 0..<5 {
            try await kiosk.signIn()
            if try await terminal.look(for: .seconds(3), until: { $0.contains("*  I am all right") }) != nil { break }
            try await terminal.press("Escape")
            try await kiosk.awaitNobody()
        }
        try await terminal.awaitScreen("No deadline is running.")
        try await kiosk.choose("1")
        try await terminal.awaitScreen("2  Back to the keys")
        try await kiosk.choose("2")
        try await terminal.awaitScreen("Check in by")
        let sources = try client.call(CheckInList.self, .init()).checkIns.map(\.source)
        #expect(sources == ["automatic"], "\(sources)")
        try await terminal.press("Escape")
        try await kiosk.awaitNobody()
        let after = try await terminal.history()
        for word in ["I am all right", "Front Door", "Check in"] { #expect(!after.contains(word), "\(after)") }
        let said = try kiosk.said()
        #expect(!said.contains("ls1.") && !said.contains(SignalBench.ada), "\(said)")
    }

    @Test("kiosk system: a token is a code too") func aTokenIsACodeToo() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        try await kiosk.scan(try kiosk.system.cloud.token())
        try await kiosk.terminal.awaitScreen("Front Door")
    }

    @Test("kiosk system: wrong codes are slowed down") func wrongCodesAreSlowedDown() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        for number in 1...6 {
            try await kiosk.scan("WRONG-\(number)") { $0.contains("This code is unknown") || $0.contains("Too many") }
            try await kiosk.terminal.press("Escape")
            try await kiosk.awaitNobody()
        }
        try await kiosk.scan("WRONG-7") { $0.contains("Too many tries") }
        let screen = try await kiosk.terminal.screen()
        #expect(!screen.contains("WRONG"))
        #expect(!(try kiosk.said()).contains("WRONG"))
    }

    @Test("kiosk system: a scan during another visit ends it, and the visitor is asked to scan again")
    func aScanDuringAVisitAsksAgain() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        try await kiosk.signIn()
        try await kiosk.scan("BEN-1841")
        let screen = try await kiosk.terminal.awaitScreen("Please scan your code again.")
        #expect(!screen.contains("Front Door"))
        try await kiosk.scan("BEN-1841")
        try await kiosk.terminal.awaitScreen("Front Door")
        #expect(!(try kiosk.said()).contains("status 43"))
    }

    @Test("kiosk system: a desk that is away says who helps") func aDeskThatIsAwaySaysWhoHelps() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        kill(kiosk.system.cloud.process.pid, SIGKILL)
        try await kiosk.scan("ADA-2207")
        try await kiosk.terminal.awaitScreen("Sign-in is not possible now")
    }

    @Test("kiosk system: keys that leave other programs leave nothing here")
    func keysThatLeaveOtherProgramsLeaveNothingHere() async throws {
        let kiosk = try await KioskShell()
        let before = try await kiosk.programs()
        try await kiosk.signIn()
        for key in ["C-c", "C-z", "C-\\", "C-d", "C-l", "C-s", "C-q", "F1", "F12", "M-x", "IC"] {
            try await kiosk.terminal.press(key)
        }
        let screen = try await kiosk.terminal.awaitScreen("Front Door")
        #expect(screen.contains("End now: 0"))
        #expect(try await kiosk.programs() == before)
    }

    @Test("kiosk system: whatever happens to the program it comes back")
    func whateverHappensToTheProgramItComesBack() async throws {
        let kiosk = try await KioskShell()
        for signal in [SIGKILL, SIGSEGV, SIGSTOP, SIGTERM] {
            try await kiosk.signIn()
            let before = try await kiosk.programs()
            let begun = ContinuousClock.now
            kill(before.child, signal)
            try await kiosk.awaitNobody()
            #expect(ContinuousClock.now - begun < .seconds(7), "signal \(signal)")
            let history = try await kiosk.terminal.history()
            #expect(!history.contains("Front Door"), "signal \(signal): \(history)")
            #expect(try await kiosk.programs().keeper == before.keeper)
        }
    }

    @Test("kiosk system: a daemon that goes ends the visit and comes back")
    func aDaemonThatGoesEndsTheVisitAndComesBack() async throws {
        let kiosk = try await KioskShell()
        try await kiosk.signIn()
        try await kiosk.system.killSessiond()
        let screen = try await kiosk.terminal.awaitScreen("Temporarily unavailable")
        #expect(!screen.contains("Front Door"))
        try await kiosk.system.startSessiond()
        try await kiosk.awaitNobody()
        #expect(try kiosk.said().contains("visit: over (lost)"))
    }

    @Test("kiosk system: who runs the machine looks and takes it out")
    func whoRunsTheMachineLooksAndTakesItOut() async throws {
        let kiosk = try await KioskShell(configuration: ["languages": ["en"]])
        try await kiosk.signIn()
        try await kiosk.terminal.press("0")
        try await kiosk.awaitNobody()
        // The kiosk delays a single digit for a moment, because the digit may be the beginning of a scan.
        var told = ""
        for _ in 0..<50 where !told.contains("\"ended\":1") {
            told = try await kiosk.ask("status", "--json").output
            try await kiosk.terminal.look(for: .milliseconds(100))
        }
        #expect(told.contains("\"kiosk\":\"tty9\"") && told.contains("\"state\":\"waiting\""), "\(told)")
        #expect(!told.contains("ADA") && !told.contains("Front Door"))
        #expect(try await kiosk.ask("out-of-service", "on").status == 0)
        try await kiosk.terminal.awaitScreen("Out of service. Please ask for help.")
        var status: CInt = 0
        for _ in 0..<50 where status != 75 {
            status = try await kiosk.ask("status").status
            try await kiosk.terminal.look(for: .milliseconds(100))
        }
        #expect(status == 75)
        #expect(try await kiosk.ask("message", "The lift is closed.").status == 0)
        try await kiosk.terminal.awaitScreen("The lift is closed.")
        // The screen stays out of service after a restart of the program.
        kill(try await kiosk.programs().child, SIGKILL)
        try await kiosk.terminal.awaitScreen("The lift is closed.")
        try await kiosk.terminal.awaitScreen("Out of service. Please ask for help.")
        #expect(try await kiosk.ask("out-of-service", "off").status == 0)
        try await kiosk.awaitNobody()
        try await kiosk.terminal.awaitScreen("The lift is closed.")
    }

    @Test("kiosk system: only staff leave") func onlyStaffLeave() async throws {
        let kiosk = try await KioskShell()
        let terminal = kiosk.terminal
        try await kiosk.hold("F10", until: "Staff: the PIN")
        try await kiosk.type("000000")
        try await terminal.awaitScreen("4 tries left")
        try await kiosk.type(KioskShell.pin)
        try await terminal.awaitScreen("Out of service")
        try await kiosk.choose("1")
        try await terminal.awaitScreen("In service again")
        try await terminal.press("4")
        try await terminal.awaitScreen("Out of service. Please ask for help.")
        try await kiosk.hold("F10", until: "Staff: the PIN")
        try await kiosk.type(KioskShell.pin)
        try await terminal.awaitScreen("In service again")
        try await terminal.press("3")
        try await terminal.awaitPrompt()
        try await terminal.type("echo status $?")
        try await terminal.awaitScreen("status 42")
        let said = try kiosk.said()
        #expect(said.contains("staff: wrong PIN, 4 tries left") && said.contains("staff: identified by the PIN"))
        #expect(!said.contains(KioskShell.pin) && !said.contains("000000"))
    }
}
