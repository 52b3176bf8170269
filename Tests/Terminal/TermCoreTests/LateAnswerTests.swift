import Foundation
import Glibc
import TermCore
import TestSupport
import Testing

/// Tests answers from a terminal on a slow line. They arrive after the program has ended.
@Suite(.timeLimit(.minutes(1))) struct LateAnswerTests {
    /// A pseudo-terminal with both its ends.
    private struct Pair {
        let master, slave: CInt

        // The requests TIOCSPTLCK and TIOCGPTN from linux/ioctl.h.
        private static let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

        init() throws {
            master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (isLocked, place): (CInt, CInt) = (0, 0)
            guard unsafe ioctl(master, Self.unlock, &isLocked) == 0, unsafe ioctl(master, Self.number, &place) == 0
            else {
                throw TestFailure("no terminal: \(errno)")
            }
            slave = unsafe open("/dev/pts/\(place)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        }

        /// Reads the program's output until it contains `end`.
        static func read(_ master: CInt, until end: String) -> String {
            var (seen, room) = ("", [UInt8](repeating: 0, count: 4096))
            while !seen.contains(end) {
                let count = unsafe Glibc.read(master, &room, room.count)
                guard count > 0 else { break }
                seen += String(decoding: room.prefix(count), as: UTF8.self)
            }
            return seen
        }

        static func write(_ master: CInt, _ text: String) {
            let bytes = Array(text.utf8)
            _ = unsafe Glibc.write(master, bytes, bytes.count)
        }
    }

    /// The cases run one after the other, because a process has only one screen.
    @Test("late answer: answers that come after the end are not left to the shell")
    func answers() throws {
        let profile = TerminalProfile(isTerminal: true) { $0 == "TERM" ? "xterm-256color" : "" }
        for (answer, isWhole) in [("\u{1b}[?2026;2$y\u{1b}[?64;1;2c", true), ("\u{1b}P>|XTerm(390)\u{1b}\\", false)] {
            let pair = try Pair()
            let device = try #require(TTYDevice(pair.slave))
            // Some shells have their own line editor. Puts the terminal in the state in which such a shell leaves it,
            // so that each byte can be read immediately.
            device.apply(try #require(device.settings()).raw)
            guard var screen = TerminalScreen(device, profile: profile) else { throw TestFailure("no screen") }
            let master = pair.master
            let terminal = Thread {
                // Waits until the program has left the screen. The answers arrive only after that.
                _ = Pair.read(master, until: "\u{1b}[?1049l")
                Pair.write(master, answer)
            }
            terminal.start()
            let start = ContinuousClock.now
            screen.end()
            let isBounded = ContinuousClock.now - start < .seconds(10)
            while !terminal.isFinished { poll(nil, 0, 5) }
            #expect(isBounded, "also if the last answer never comes")
            if isWhole {
                var left: CInt = 0
                #expect(unsafe ioctl(pair.slave, UInt(FIONREAD), &left) == 0 && left == 0, "\(left) bytes")
            }
            close(pair.slave)
            close(pair.master)
        }
    }
}
