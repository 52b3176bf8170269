import Foundation
import TestSupport
import Testing
import Wire

/// How a person at a terminal learns three things: the outcome of attempts, the state of sessions, and the state of the
/// machine. The test uses the real daemons and a lock that records whether it opened.
@Suite(.serialized, .timeLimit(.minutes(3))) struct OutcomeSystemTests {
    private static func open(_ system: TestSystem, _ terminal: TmuxTerminal) async throws {
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try await terminal.press("Enter")
    }

    @Test("outcome system: a lock that is far away is tried again") func aLockThatIsFarAwayIsTriedAgain() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try system.fault("out_of_range")
        try await terminal.press("Enter")
        try await terminal.awaitScreen("! No answer")
        try await terminal.awaitScreen("Stand closer")
        #expect(try system.openings() == 0)
        try system.clearFaults()
        // Presses Enter several times, because the program takes an Enter immediately after another Enter for a key
        // that is held down.
        try await TuiShell.insist(terminal, until: { !$0.contains("No answer") }) { try await terminal.press("Enter") }
        try await terminal.awaitScreen("The lock reports that it opened.")
        #expect(try system.openings() == 1)
    }

    /// A person enters the code from the development cloud's page, and the door opens.
    @Test("outcome system: a lock that wants a code shows its page")
    func aLockThatWantsACodeShowsItsPage() async throws {
        let system = try await TestSystem(oneTimeCodes: true)
        try await system.bindToy()
        try await system.signIn()
        let terminal = try await TuiShell.terminal(of: system, rows: 40)
        try await terminal.type("seam tui")
        try await TuiShell.select("Back Door", terminal)
        try await terminal.press("Enter")
        let screen = try await terminal.awaitScreen(
            "Enter the code on this page. The door opens when you have done so.")
        #expect(screen.contains("The toy wants a code.") && screen.contains("█"), "\(screen)")
        let page = try #require(screen.firstMatch(of: /https:[^ │]+\/otp\/toy/).map { String($0.output) })
        try system.cloud.enterCode(at: page)
        try await terminal.awaitScreen("The lock reports that it opened.")
    }

    @Test("outcome system: a connection that breaks before the gate has opened nothing")
    func aConnectionThatBreaksBeforeTheGateHasOpenedNothing() async throws {
        let (system, terminal) = try await TuiShell.start()
        try system.fault("vanish", step: 1, milliseconds: 500)
        try await Self.open(system, terminal)
        try await terminal.awaitScreen("! Not opened")
        #expect(try await terminal.awaitScreen("and nothing was opened.").contains("[ Try again ]"))
        #expect(try system.openings() == 0)
    }

    @Test("outcome system: a lock that falls silent behind the gate may be open")
    func aLockThatFallsSilentBehindTheGateMayBeOpen() async throws {
        let (system, terminal) = try await TuiShell.start()
        try system.fault("vanish", step: 3, milliseconds: 500)
        try await Self.open(system, terminal)
        let screen = try await terminal.awaitScreen("! Look at the door")
        #expect(!screen.contains("[ Try again ]"), "nobody is led to open it twice")
        #expect(try system.openings() == 1)
        try await terminal.press("Escape")
        try await terminal.awaitScreen { !$0.contains("Look at the door") }
        try await terminal.press("a")
        try await terminal.awaitScreen("may be open")
    }

    @Test("outcome system: a radio that goes and comes back is told")
    func aRadioThatGoesAndComesBackIsTold() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try await system.killRadiod()
        try await terminal.awaitScreen { $0.contains("○ no radio") && $0.contains("radio stuck") }
        try await system.startRadiod()
        try await terminal.awaitScreen("● live")
        try await TuiShell.select("Front Door", terminal)
        try await terminal.press("Enter")
        try await terminal.awaitScreen("The lock reports that it opened.")
        #expect(try system.openings() == 1)
    }

    @Test("outcome system: without the cloud the door opens and the screen says since when")
    func withoutTheCloudTheDoorOpensAndTheScreenSaysSinceWhen() async throws {
        let (system, terminal) = try await TuiShell.start(configuration: ["sync_interval_ms": 1_000])
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try system.cloud.post("/_dev/outage", ["route": "*"])
        try await terminal.awaitScreen("○ offline since ")
        try await terminal.press("Enter")
        try await terminal.awaitScreen("The lock reports that it opened.")
        try await terminal.press("Escape")
        try system.cloud.post("/_dev/clear")
        try await terminal.awaitScreen("● live")
        #expect(try system.openings() == 1)
    }

    /// The development cloud contains a key for each kind of error.
    @Test("outcome system: every error of a key is told with its remedy")
    func everyErrorOfAKeyIsToldWithItsRemedy() async throws {
        let (system, terminal) = try await TuiShell.start()
        try await terminal.type("clear; while ! seam keys | grep 'Front Door' | grep ready; do sleep 0.1; done")
        try await terminal.awaitScreen { $0.contains("Front Door") }
        let told = try await system.lines((1...14).map { "d \($0)\n.\n" }.joined() + "q\n")
        #expect(told.status == 0, "\(told)")
        for remedy in [
            "It opens its door from here.", "Not ready yet. Wait, or ask", "Expired. Ask for a new key",
            "Misconfigured. Ask the operator", "A code, typed at the door", "A card, held to the door",
            "Opens nothing from here: its door",
        ] {
            #expect(told.output.contains(remedy), "\(remedy)")
        }
    }

    @Test("outcome system: a key that is taken away goes from the screen")
    func aKeyThatIsTakenAwayGoesFromTheScreen() async throws {
        let (system, terminal) = try await TuiShell.start(configuration: ["sync_interval_ms": 1_000])
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try await terminal.awaitScreen("Ada Moreno · Harbour House (development)")
        try await terminal.press("Tab")
        try await terminal.awaitScreen("Esc back   Enter open")
        try system.cloud.post("/acs/credentials/delete", ["acs_credential_id": "credential_ada_front_door"])
        let screen = try await terminal.awaitScreen { !$0.contains("Front Door") }
        #expect(!screen.contains("Esc back"), "the detail goes with its key")
        // The deleted key's place in the list now shows another key, which the person did not mean to open.
        try await terminal.press("Enter")
        try await terminal.awaitScreen("The list has changed. Press Enter again.")
        #expect(try system.openings() == 0)
    }

    @Test("outcome system: a key that is taken away while its door opens does not open it")
    func aKeyThatIsTakenAwayWhileItsDoorOpensDoesNotOpenIt() async throws {
        let (system, terminal) = try await TuiShell.start(configuration: ["sync_interval_ms": 1_000])
        try await terminal.type("seam tui")
        try await TuiShell.select("Front Door", terminal)
        try system.fault("out_of_range")
        try await terminal.press("Enter")
        // The attempt skips the search phase if the radio received the lock's signal a moment ago.
        try await terminal.awaitScreen { $0.contains("> 1 Finding the lock") || $0.contains("> 2 Connecting") }
        try system.cloud.post("/acs/credentials/delete", ["acs_credential_id": "credential_ada_front_door"])
        // The screen first reports either the end of the attempt, or the loss of the attempt's key. This loss ends the
        // attempt.
        try await terminal.awaitScreen {
            $0.contains("It was cancelled before the lock was told:") || $0.contains("is no longer in the list.")
        }
        try system.clearFaults()
        try await TuiShell.insist(terminal, until: { !$0.contains("Not now") }) { try await terminal.press("Enter") }
        #expect(try system.openings() == 0)
    }

    @Test("outcome system: two terminals of one person show the same")
    func twoTerminalsOfOnePersonShowTheSame() async throws {
        let (system, first) = try await TuiShell.start()
        let second = try await TuiShell.terminal(of: system)
        for terminal in [first, second] {
            try await terminal.type("seam tui")
            try await TuiShell.select("Front Door", terminal)
        }
        try await first.press("Enter")
        try await first.awaitScreen("The lock reports that it opened.")
        try await second.press("a")
        try await second.awaitScreen { screen in
            screen.split(separator: "\n").contains { $0.contains("Front Door") && $0.contains("open ") }
        }
        #expect(try system.openings() == 1)
    }

    @Test("outcome system: two people in two terminals see their own", .enabled(if: canBeOtherUsers))
    func twoPeopleInTwoTerminalsSeeTheirOwn() async throws {
        let users: [UInt32] = [63_061, 63_062]
        let system = try await TestSystem(users: users)
        try await system.bind()
        try await system.signIn(TestCloud.ada, uid: users[0])
        try await system.signIn(TestCloud.ben, uid: users[1])
        var screens: [String] = []
        for user in users {
            let terminal = try await TuiShell.terminal(of: system)
            try await terminal.type("setpriv --reuid \(user) --regid \(user) --clear-groups \"$(command -v seam-tui)\"")
            try await terminal.awaitScreen("● live")
            screens.append(try await terminal.awaitScreen { $0.contains(" keys, ") || $0.contains("1 key, ") })
        }
        #expect(screens[0].contains("Letter Room") && !screens[1].contains("Letter Room"))
        #expect(screens[0].contains("14 keys") && !screens[1].contains("14 keys"), "\(screens[1])")
    }
}
