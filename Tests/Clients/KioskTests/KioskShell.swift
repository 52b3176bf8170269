import Foundation
import TestSupport
import Wire

/// Real daemons with a lock, and a public screen at a terminal beside them.
struct KioskShell {
    let system: TestSystem
    let terminal: TmuxTerminal

    /// The staff's PIN.
    static let pin = "493817"

    /// The PIN's hash, as `--set-pin` writes it; made once.
    private static let hash = Task {
        let directory = try TestDirectory()
        let file = directory.file("kiosk.pin")
        let maker = try ChildProcess(
            try Products.executable("seam-tui"), ["--kiosk", "--set-pin", file], input: "\(pin)\n")
        guard try await maker.awaitExit() == 0 else { throw TestFailure("no PIN: \(maker.errors)") }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    /// Starts the daemons and the screen. `configuration` is added to the kiosk's configuration.
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

    /// The program's output.
    var log: String { system.directory.file("kiosk.log") }

    /// The contents of the program's own files.
    func kept() throws -> String {
        try SecretPlace.files(below: system.directory.file("kiosks"))
            .map { String(decoding: $0.content, as: UTF8.self) }.joined()
    }

    /// The exit status and the output of `seam kiosk`, run as the operator.
    func ask(_ arguments: String...) async throws -> (status: CInt, output: String) {
        let answer = try await system.seam(["kiosk"] + arguments)
        return (answer.status, answer.output)
    }

    /// The program's output so far.
    func said() throws -> String { try String(contentsOfFile: log, encoding: .utf8) }

    /// Waits until the screen is idle. A visit may first have to end by itself.
    func awaitNobody() async throws {
        if try await terminal.look(for: .seconds(60), until: { $0.contains("Touch the screen") }) != nil { return }
        throw TestFailure("somebody is still there:\n\(try await terminal.screen())")
    }

    /// The keeper and its child, in this order. `last` is the child of a visit that ends, which may still be there.
    func programs(after last: pid_t? = nil) async throws -> (keeper: pid_t, child: pid_t) {
        // Between two visits there is only one process.
        for _ in 0..<100 {
            let all = try await terminal.processes()
            if all.count == 2, all[1] != last { return (all[0], all[1]) }
            try await terminal.look(for: .milliseconds(50))
        }
        throw TestFailure("not two processes: \(try await terminal.processes())")
    }

    /// A scanner types a code.
    func scan(_ code: String) async throws { try await terminal.write("\(code)\r") }

    /// Scans the code until the screen is as wanted. On a busy machine, a scan may be taken for key presses; a person
    /// then holds the code to the reader once more.
    func scan(_ code: String, until holds: (String) -> Bool) async throws {
        for _ in 0..<5 {
            try await scan(code)
            if try await terminal.look(for: .seconds(6), until: holds) != nil { return }
            if !(try await terminal.screen()).contains("Touch the screen") { try await terminal.press("Escape") }
            try await awaitNobody()
        }
        throw TestFailure("the code is not taken:\n\(try await terminal.screen())")
    }

    /// A person signs in with their code at an idle screen.
    func signIn(_ code: String = "ADA-2207") async throws {
        try await scan(code) { $0.contains("Front Door") }
    }

    /// Presses a key, and presses it again if the page has just appeared.
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

    /// A person types at a person's pace. The screen shows each key before the next is pressed, so two keys are never
    /// taken for a scan.
    func type(_ text: String) async throws {
        for character in text {
            let before = try await terminal.screen()
            try await terminal.press("\(character)")
            try await terminal.look(for: .seconds(2)) { $0 != before }
            try await terminal.look(for: .milliseconds(60))
        }
        try await terminal.press("Enter")
    }

    /// A person holds a key down, and the keyboard repeats it.
    func hold(_ key: String, for time: Duration) async throws {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end { try await terminal.press(key) }
    }

    /// Holds the key down until the screen shows a text. For how long the program sees the key held depends on the
    /// machine.
    func hold(_ key: String, until text: String) async throws {
        for _ in 0..<5 where !(try await terminal.screen()).contains(text) {
            try await hold(key, for: .milliseconds(3_300))
            if try await terminal.look(for: .seconds(2), until: { $0.contains(text) }) != nil { return }
        }
        try await terminal.awaitScreen(text)
    }
}
