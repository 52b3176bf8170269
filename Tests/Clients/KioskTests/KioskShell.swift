import Foundation
import TestSupport
import Wire

/// Real daemons with a lock, and a public screen that runs in a terminal.
struct KioskShell {
    let system: TestSystem
    let terminal: TmuxTerminal

    /// The staff's PIN.
    static let pin = "493817"

    /// The PIN's hash, as `--set-pin` writes it. The hash is computed once for all tests.
    private static let hash = Task {
        let directory = try TestDirectory()
        let file = directory.file("kiosk.pin")
        let maker = try ChildProcess(
            try Products.executable("seam-tui"), ["--kiosk", "--set-pin", file], input: "\(pin)\n")
        guard try await maker.awaitExit() == 0 else { throw TestFailure("no PIN: \(maker.errors)") }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    /// Starts the daemons and the screen. The argument `configuration` is added to the kiosk's configuration.
    init(columns: Int = 80, rows: Int = 25, configuration: [String: JSON] = [:]) async throws {
        system = try await TestSystem(kioskUsers: [geteuid()])
        try await system.bind()
        _ = try system.directory.directory("kiosks", mode: 0o700)
        let state = try system.directory.directory("kiosks/tty9", mode: 0o700)
        let pin = try system.directory.write(try await Self.hash.value, to: "kiosk.pin")
        chmod(pin, 0o644)
        var members = JSONObject([
            JSONMember(key: "name", value: "Harbour House"), JSONMember(key: "help", value: "the desk"),
            JSONMember(key: "socket", value: .string(system.sessionSocket)),
            JSONMember(key: "staff_pin", value: .string(pin)), JSONMember(key: "state", value: .string(state)),
        ])
        for (key, value) in configuration.sorted(by: { $0.key < $1.key }) {
            members = JSONObject(members.members + [JSONMember(key: key, value: value)])
        }
        let file = try system.directory.write(JSON.object(members).text, to: "kiosk.json")
        let folder = URL(filePath: try Products.executable("seam-tui")).deletingLastPathComponent()
        terminal = try await TmuxTerminal(columns: columns, rows: rows, path: folder.path(percentEncoded: false))
        try await terminal.type("seam-tui --kiosk --config '\(file)' 2>'\(log)'")
        try await awaitNobody()
    }

    /// The path of the file with the kiosk program's output.
    var log: String { system.directory.file("kiosk.log") }

    /// The contents of the files in which the kiosk program keeps its data.
    func kept() throws -> String {
        try SecretPlace.files(below: system.directory.file("kiosks"))
            .map { String(decoding: $0.content, as: UTF8.self) }.joined()
    }

    /// The exit status and the output of `seam kiosk`, run as the operator.
    func ask(_ arguments: String...) async throws -> (status: CInt, output: String) {
        let answer = try await system.seam(["kiosk"] + arguments)
        return (answer.status, answer.output)
    }

    /// The kiosk program's output so far.
    func said() throws -> String { try String(contentsOfFile: log, encoding: .utf8) }

    /// Waits until the screen is idle. If a visit is in progress, it first has to time out.
    func awaitNobody() async throws {
        if try await terminal.look(for: .seconds(60), until: { $0.contains("Touch the screen") }) != nil { return }
        throw TestFailure("somebody is still there:\n\(try await terminal.screen())")
    }

    /// The process ids of the keeper and of its child. `last` is the child of the previous visit. The child may still
    /// be running.
    func programs(after last: pid_t? = nil) async throws -> (keeper: pid_t, child: pid_t) {
        // Between two visits, only the keeper is running.
        for _ in 0..<100 {
            let all = try await terminal.processes()
            if all.count == 2, all[1] != last { return (all[0], all[1]) }
            try await terminal.look(for: .milliseconds(50))
        }
        throw TestFailure("not two processes: \(try await terminal.processes())")
    }

    /// Types a code as a scanner does.
    func scan(_ code: String) async throws { try await terminal.write("\(code)\r") }

    /// Scans the code repeatedly until `holds` accepts the screen. On a busy machine, the kiosk may take a scan for key
    /// presses. In this case, the test sends the scan again, as a person holds a code to the reader again.
    func scan(_ code: String, until holds: (String) -> Bool) async throws {
        for _ in 0..<5 {
            try await scan(code)
            if try await terminal.look(for: .seconds(6), until: holds) != nil { return }
            if !(try await terminal.screen()).contains("Touch the screen") { try await terminal.press("Escape") }
            try await awaitNobody()
        }
        throw TestFailure("the code is not taken:\n\(try await terminal.screen())")
    }

    /// Signs a person in with their code at an idle screen.
    func signIn(_ code: String = "ADA-2207") async throws {
        try await scan(code) { $0.contains("Front Door") }
    }

    /// Presses a key. If the page appeared only a moment ago, the screen ignores the press, so the key is pressed
    /// again.
    func choose(_ key: String) async throws {
        try await terminal.press(key)
        guard
            try await terminal.look(
                for: .milliseconds(300), until: { $0.contains("Please press again.") || $0.contains("Pulse otra vez") })
                != nil
        else { return }
        try await terminal.look(for: .seconds(1)) { _ in false }
        try await terminal.press(key)
    }

    /// Types a text at a person's pace. The screen shows each key before the test presses the next key, so the kiosk
    /// never takes two keys for a scan.
    func type(_ text: String) async throws {
        for character in text {
            let before = try await terminal.screen()
            try await terminal.press("\(character)")
            try await terminal.look(for: .seconds(2)) { $0 != before }
            try await terminal.look(for: .milliseconds(60))
        }
        try await terminal.press("Enter")
    }

    /// Holds a key down for `time`, so that the keyboard repeats it.
    func hold(_ key: String, for time: Duration) async throws {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end { try await terminal.press(key) }
    }

    /// Holds the key down, several times if necessary, until the screen shows `text`. The time for which the program
    /// sees the key held down depends on the machine.
    func hold(_ key: String, until text: String) async throws {
        for _ in 0..<5 where !(try await terminal.screen()).contains(text) {
            try await hold(key, for: .milliseconds(3_300))
            if try await terminal.look(for: .seconds(2), until: { $0.contains(text) }) != nil { return }
        }
        try await terminal.awaitScreen(text)
    }
}
