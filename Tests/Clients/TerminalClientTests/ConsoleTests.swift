import Foundation
import Glibc
import TermCore
import TestSupport
import Testing
import Wire

/// `seam tui` on one of the kernel's own consoles, if one can be opened.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ConsoleTests {
    @Test func aDoorIsOpenedOnAConsole() async throws {
        guard let console = Console() else { return print("no console device can be opened here: not tried") }
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let program = try Products.executable("seam-tui")
        // A login's shell: what works in it afterwards works for a person.
        let after = system.directory.file("stty")
        let login = "\(program); echo $? >\(after); stty -a >>\(after)"
        let command = "exec setsid --ctty --wait sh -c '\(login)' <>\(console.path) >&0 2>&0"
        let environment = [
            "SEAM_SOCKET": system.sessionSocket, "TERM": "linux", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        ]
        let shown = try ChildProcess("/bin/sh", ["-c", command], environment: environment, input: nil)
        try await console.awaitScreen("* live")
        try await console.awaitScreen { screen in screen.contains { $0.contains("Front Door") && $0.contains("ready") }
        }
        try console.press("\u{1b}[1~")
        try await console.awaitScreen { screen in screen.contains { $0.contains("> Front Door") } }
        #expect(try console.isReversed("> Front Door"), "what is chosen is seen without colour")
        // Nobody presses a key in the second in which the list has changed.
        poll(nil, 0, 1_500)
        try console.press("\r")
        let open = try await console.awaitScreen("The lock reports that it opened.")
        #expect(open.contains { $0.contains("┌──") }, "corners that the kernel's font has")
        #expect(try system.openings() == 1)
        #expect(LinuxConsole(console.descriptor)?.hasDrawing == true, "the kernel's own font")
        try console.press("qq")
        #expect(try await shown.awaitExit() == 0)
        // There is no other screen.
        #expect(!(try console.lines().contains { $0.contains("Door") }), "what was shown does not stay")
        let found = try String(contentsOfFile: after, encoding: .utf8)
        #expect(
            found.hasPrefix("0\n") && found.contains(" icanon") && found.contains(" echo "), "the console is as it was")
    }
}

/// The twelfth console, at which nobody looks.
private final class Console: Sendable {
    let path = "/dev/tty12"
    let descriptor: CInt

    /// Nil if there is none, or we may not use it.
    init?() {
        descriptor = Glibc.open("/dev/tty12", O_RDWR | O_NOCTTY)
        guard descriptor >= 0, isatty(descriptor) == 1, Glibc.access("/dev/vcsu12", R_OK) == 0 else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            return nil
        }
        let reset = Array("\u{1b}c".utf8)
        _ = Glibc.write(descriptor, reset, reset.count)
    }

    deinit { Glibc.close(descriptor) }

    /// Types on its keyboard.
    func press(_ keys: String) throws {
        for byte in keys.utf8 {
            var byte = byte
            guard ioctl(descriptor, UInt(TIOCSTI), &byte) == 0 else { throw TestFailure("TIOCSTI: \(errno)") }
        }
    }

    private func size() throws -> (rows: Int, columns: Int) {
        let head = try Self.read("/dev/vcsa12")
        return (Int(head[0]), Int(head[1]))
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        return Array(try file.readToEnd() ?? Data())
    }

    /// What it shows, line by line.
    func lines() throws -> [String] {
        let (_, columns) = try size()
        let bytes = try Self.read("/dev/vcsu12")
        let scalars = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
            return Unicode.Scalar(value).map { Character($0) } ?? " "
        }
        return stride(from: 0, to: scalars.count, by: columns).map {
            String(scalars[$0..<min($0 + columns, scalars.count)])
        }
    }

    /// Whether the text has another background than the rest.
    func isReversed(_ text: String) throws -> Bool {
        let (_, columns) = try size()
        let cells = Array(try Self.read("/dev/vcsa12").dropFirst(4))
        let lines = try lines()
        guard let row = lines.firstIndex(where: { $0.contains(text) }), let range = lines[row].range(of: text) else {
            return false
        }
        let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
        func background(_ row: Int) -> UInt8 { cells[(row * columns + column) * 2 + 1] >> 4 & 7 }
        return background(row) != background(row + 1)
    }

    @discardableResult
    func awaitScreen(_ text: String) async throws -> [String] {
        try await awaitScreen { lines in lines.contains { $0.contains(text) } }
    }

    /// Waits twenty seconds at most. The kernel tells nobody that something was drawn.
    @discardableResult
    func awaitScreen(_ holds: ([String]) -> Bool) async throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let lines = try lines()
            if holds(lines) { return lines }
            guard ContinuousClock.now < deadline else { throw TestFailure(lines.joined(separator: "\n")) }
            poll(nil, 0, 60)
        }
    }
}
