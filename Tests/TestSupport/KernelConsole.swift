import Foundation
import Glibc

/// A console of the kernel that nobody is using. Each suite uses a console with a different number.
package final class KernelConsole: Sendable {
    /// The path of the console's device.
    package let path: String
    /// An open descriptor of the console's device.
    package let descriptor: CInt
    private let number: Int

    /// Opens a console. Returns nil if no console has this number, or if we have no permission to use it.
    package init?(_ number: Int) {
        self.number = number
        path = "/dev/tty\(number)"
        descriptor = Glibc.open(path, O_RDWR | O_NOCTTY)
        guard descriptor >= 0, isatty(descriptor) == 1, Glibc.access("/dev/vcsu\(number)", R_OK) == 0 else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            return nil
        }
        let reset = Array("\u{1b}c".utf8)
        _ = Glibc.write(descriptor, reset, reset.count)
    }

    deinit { Glibc.close(descriptor) }

    /// Types on the keyboard of the console.
    package func press(_ keys: String) throws {
        for byte in keys.utf8 {
            var byte = byte
            guard ioctl(descriptor, UInt(TIOCSTI), &byte) == 0 else { throw TestFailure("TIOCSTI: \(errno)") }
        }
    }

    private func size() throws -> (rows: Int, columns: Int) {
        let head = try Self.read("/dev/vcsa\(number)")
        return (Int(head[0]), Int(head[1]))
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        return Array(try file.readToEnd() ?? Data())
    }

    /// The content of the console, line by line.
    package func lines() throws -> [String] {
        let (_, columns) = try size()
        let bytes = try Self.read("/dev/vcsu\(number)")
        let scalars = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
            return Unicode.Scalar(value).map { Character($0) } ?? " "
        }
        return stride(from: 0, to: scalars.count, by: columns).map {
            String(scalars[$0..<min($0 + columns, scalars.count)])
        }
    }

    /// Whether `text` has a different background from the rest of the console.
    package func isReversed(_ text: String) throws -> Bool {
        let (_, columns) = try size()
        let cells = Array(try Self.read("/dev/vcsa\(number)").dropFirst(4))
        let lines = try lines()
        guard let row = lines.firstIndex(where: { $0.contains(text) }), let range = lines[row].range(of: text) else {
            return false
        }
        let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
        func background(_ row: Int) -> UInt8 { cells[(row * columns + column) * 2 + 1] >> 4 & 7 }
        return background(row) != background(row + 1)
    }

    /// Waits until the console shows `text`.
    @discardableResult
    package func awaitScreen(_ text: String) async throws -> [String] {
        try await awaitScreen { lines in lines.contains { $0.contains(text) } }
    }

    /// Waits for at most twenty seconds until `holds` accepts the lines. Looks again and again, because the kernel does
    /// not report when something is drawn.
    @discardableResult
    package func awaitScreen(_ holds: ([String]) -> Bool) async throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let lines = try lines()
            if holds(lines) { return lines }
            guard ContinuousClock.now < deadline else { throw TestFailure(lines.joined(separator: "\n")) }
            poll(nil, 0, 60)
        }
    }
}
