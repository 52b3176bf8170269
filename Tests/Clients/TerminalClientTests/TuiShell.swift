import Foundation
import TestSupport
import Wire

/// Real daemons with a lock, and a person's shell in a terminal.
enum TuiShell {
    /// Starts the daemons, signs a person in, and opens the person's shell.
    static func start(
        columns: Int = 80, rows: Int = 24, signedIn: Bool = true, configuration: JSON = [:]
    ) async throws -> (TestSystem, TmuxTerminal) {
        let system = try await TestSystem(configuration: configuration)
        try await system.bind()
        if signedIn { try await system.signIn() }
        return (system, try await terminal(of: system, columns: columns, rows: rows))
    }

    /// Opens another shell in a new terminal.
    static func terminal(of system: TestSystem, columns: Int = 80, rows: Int = 24) async throws -> TmuxTerminal {
        let folder = URL(filePath: try Products.executable("seam")).deletingLastPathComponent().path(
            percentEncoded: false)
        let terminal = try await TmuxTerminal(columns: columns, rows: rows, path: folder)
        try await terminal.type("export SEAM_SOCKET=\(system.sessionSocket)")
        return terminal
    }

    /// Performs an action every one and a half seconds until `holds` accepts the screen. A person does the same if
    /// their first try came too early.
    static func insist(
        _ terminal: TmuxTerminal, until holds: (String) -> Bool, _ action: () async throws -> Void
    ) async throws {
        for _ in 0..<10 {
            try await action()
            if try await terminal.look(for: .milliseconds(1_500), until: holds) != nil { return }
        }
        throw TestFailure("not as wanted: \(try await terminal.screen())")
    }

    /// Waits until the door of the key `name` can be opened, and selects the key. Keys whose doors can be opened are at
    /// the top of the list. Waits for a second and a half before it presses a key, because a key press opens nothing
    /// shortly after the list has changed.
    static func select(_ name: String, _ terminal: TmuxTerminal) async throws {
        func isShown(_ screen: String, _ text: String) -> Bool {
            screen.split(separator: "\n").contains { $0.contains(text) && $0.contains(" ready") }
        }
        try await terminal.awaitScreen { isShown($0, name) }
        try await terminal.press("Home")
        try await terminal.awaitScreen("\(name), chosen") { isShown($0, "> \(name)") }
        try await terminal.look(for: .milliseconds(1_500))
    }

    /// Opens the search, types `text`, and waits for the result. The text is typed slowly, because the screen does not
    /// treat faster input as key presses.
    static func search(_ text: String, _ terminal: TmuxTerminal) async throws {
        func awaitLine(_ line: String) async throws {
            try await terminal.awaitScreen("a line '\(line)'") { screen in
                screen.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix(line) }
            }
        }
        try await terminal.press("/")
        try await awaitLine("/")
        try await terminal.write(text)
        try await awaitLine("/ \(text)")
        try await terminal.look(for: .milliseconds(600))
    }
}
