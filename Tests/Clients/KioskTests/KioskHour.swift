import Foundation
import Glibc
import TestSupport
import Wire

/// Compresses a day at a kiosk into a short time. Visitors with different codes come one after the other and behave
/// like real visitors. In some visits, something fails. After each visit, the test searches every possible place for
/// traces of the visitor.
final class KioskHour {
    /// A visitor's action.
    enum Visitor: CaseIterable {
        /// Signs in, opens a door and ends the visit.
        case opens
        /// Signs in and opens a door, but leaves without ending the visit.
        case opensAndGoes
        /// Leaves while the list of keys is shown.
        case walksOff
        /// Leaves while the door is being opened.
        case walksOffAtTheDoor
        /// Pastes the code instead of typing the code.
        case pastes
        /// Hits the keyboard with both hands, and leaves.
        case bangs
    }

    /// A failure before or during a visit.
    enum Fault: CaseIterable {
        case desk, radio, daemon, program, lock
    }

    let kiosk: KioskShell
    private(set) var openings = 0
    private(set) var visits = 0
    private(set) var killed = 0
    private(set) var failures: [String] = []
    /// The resident memory of the screen's guard process (the keeper) and of the session daemon after each visit, in
    /// KiB.
    private(set) var memory: [(keeper: Int, daemon: Int)] = []
    private var numbers = SplitMix(seed: 46)

    init() async throws {
        kiosk = try await KioskShell(
            configuration: ["languages": ["en"], "idle_ms": 10_000, "after_opening_ms": 20_000])
    }

    /// Runs one visit, with an optional fault.
    func visit(_ visitor: Visitor, _ fault: Fault?) async throws {
        visits += 1
        let mark = (0..<24).map { _ in String("abcdefghijkmnpqrstuvwxyz23456789".randomElement(using: &numbers) ?? "x")
        }
        .joined()
        let isAda = visits.isMultiple(of: 2)
        try settle("code-\(mark)", person: isAda ? TestCloud.ada : TestCloud.ben)
        let before = try opened()
        try await breakSomething(fault)
        let asked = try await act(visitor, fault, "code-\(mark)", own: isAda ? "Back Door" : "Workshop")
        try await mend(fault)
        try await kiosk.awaitNobody()
        let after = try opened()
        if after - before > asked { failures.append("visit \(visits): \(after - before) doors opened, \(asked) asked") }
        openings += after - before
        try await search(mark)
    }

    /// Registers a code for the visitor at the desk.
    private func settle(_ code: String, person: String) throws {
        let row: JSON = ["code": .string(code), "user_identity_id": .string(person)]
        let answer = try kiosk.system.cloud.post("/_dev/rows/put", ["table": "kiosk_codes", "row": row])
        guard answer.status == 200 else { throw TestFailure("the cloud answers \(answer)") }
    }

    /// The number of times that the lock has opened.
    private func opened() throws -> Int {
        try String(contentsOfFile: kiosk.system.lockEventsFile, encoding: .utf8)
            .split(separator: "\n").count { $0.contains("\"unlocked\"") }
    }

    /// Performs the visitor's actions, and returns the number of doors that the visitor tried to open.
    private func act(_ visitor: Visitor, _ fault: Fault?, _ code: String, own: String) async throws -> Int {
        let terminal = kiosk.terminal
        if visitor == .pastes {
            try await terminal.write("\u{1b}[200~\(code)\n\u{1b}[201~")
        } else {
            try await kiosk.scan(code, until: { $0.contains("End now: 0") || $0.contains("not possible") })
        }
        if fault == .desk {
            try await terminal.awaitScreen("Sign-in is not possible now")
            try await terminal.press("Escape")
            return 0
        }
        try await terminal.awaitScreen("End now: 0")
        if fault == .radio {
            // Without the radio, no key can open its door, and the screen says this for each key.
            try await terminal.awaitScreen { $0.contains(own) && $0.contains("ask for help") && !$0.contains("ready") }
            try await kiosk.choose("1")
            try await terminal.press("Escape")
            return 0
        }
        // A visitor reads the list of keys before pressing anything. The visitor's own key cannot open its door yet, so
        // it is on a later page.
        try await kiosk.terminal.look(for: .milliseconds(1_200))
        try await turn(until: own)
        try await turn(until: "ready")
        let asked = try await doAtKeys(visitor)
        if fault == .program {
            kill(try await kiosk.programs().child, SIGKILL)
            killed += 1
        } else if fault == .daemon {
            try await kiosk.system.killSessiond()
            try await terminal.awaitScreen("Temporarily unavailable")
        } else if visitor == .opens || visitor == .pastes {
            try await terminal.press("Escape")
        }
        return asked
    }

    /// Turns the pages of keys until the screen shows `words`.
    private func turn(until words: String) async throws {
        for _ in 0..<4 {
            let screen = try await kiosk.terminal.screen()
            guard !screen.contains(words) else { return }
            try await kiosk.terminal.press("+")
            try await kiosk.terminal.awaitScreen { $0 != screen }
        }
        try await kiosk.terminal.awaitScreen(words)
    }

    private func doAtKeys(_ visitor: Visitor) async throws -> Int {
        let terminal = kiosk.terminal
        switch visitor {
        case .walksOff, .pastes: return 0
        case .bangs:
            for _ in 0..<20 { try await terminal.write(String((0..<6).map { _ in "asdf4567".randomElement() ?? "a" })) }
            return 1
        case .walksOffAtTheDoor:
            try await kiosk.choose("1")
            try await terminal.awaitScreen { !$0.contains("End now: 0") }
            return 1
        case .opens, .opensAndGoes:
            try await kiosk.choose("1")
            // The attempt may end in any way, because the radio may be missing.
            try await terminal.awaitScreen { $0.contains("2  Back to the keys") || $0.contains("Touch the screen") }
            return 1
        }
    }

    private func breakSomething(_ fault: Fault?) async throws {
        switch fault {
        case .desk:
            try kiosk.system.cloud.post("/_dev/faults", ["route": "kiosk/code", "kind": "outage", "status": 503])
        case .radio: try await kiosk.system.killRadiod()
        case .lock: try await kiosk.system.killLocks()
        case .daemon, .program, nil: break
        }
    }

    private func mend(_ fault: Fault?) async throws {
        switch fault {
        case .desk: try kiosk.system.cloud.post("/_dev/clear")
        case .radio: try await kiosk.system.startRadiod()
        case .lock: try await kiosk.system.startLocks()
        case .daemon: try await kiosk.system.startSessiond()
        case .program, nil: break
        }
    }

    /// Looks for traces of a visitor in all these places: the screen and its history, the kiosk program's output and
    /// folder, the memory of the kiosk program's two processes, and the memory of the session daemon.
    private func search(_ mark: String) async throws {
        let history = try await kiosk.terminal.history()
        let places: [(String, String)] = [
            ("the terminal", history), ("the log", try kiosk.said()), ("the state", try kiosk.kept()),
        ]
        for (place, text) in places {
            for word in [mark, "Front Door", "Back Door", "Workshop", "seam_cst", "Moreno", "Okafor"]
            where text.contains(word) { failures.append("visit \(visits): \(word) in \(place)") }
        }
        let programs = try await kiosk.programs()
        let forms = SecretForms("code", Array(mark.utf8))
        let processes = [
            ("the keeper", programs.keeper), ("the next visit", programs.child),
            ("seam-sessiond", kiosk.system.sessiond.pid),
        ]
        let deadline = ContinuousClock.now + .seconds(5)
        for (name, pid) in processes {
            // The session daemon's connection to the cloud may end a little later than the visit, so the code may be in
            // memory for up to five seconds after the visit.
            while try Self.finds(forms, in: pid), ContinuousClock.now < deadline { await Task.yield() }
            if try Self.finds(forms, in: pid) { failures.append("visit \(visits): the code in \(name)") }
        }
        memory.append((Self.resident(programs.keeper), Self.resident(kiosk.system.sessiond.pid)))
    }

    /// Whether the code is in the memory of a process, in any of the code's forms. The process of a visit may have
    /// ended in the meantime. In that case, the process has no memory.
    private static func finds(_ forms: SecretForms, in pid: pid_t) throws -> Bool {
        do {
            return try SecretPlace.memory(of: pid).contains { !forms.found(in: $0).isEmpty }
        } catch {
            guard !hasEnded(pid) else { return false }
            throw error
        }
    }

    /// Whether a process has ended, even if its parent has not noticed the end yet.
    private static func hasEnded(_ pid: pid_t) -> Bool {
        guard kill(pid, 0) == 0, let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else {
            return true
        }
        return status.contains("\nState:\tZ") || status.contains("\nState:\tX")
    }

    private static func resident(_ pid: pid_t) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return Int(line?.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
    }
}
