import Foundation
import Glibc
package import Wire

/// The clocks of a spawned program. A test moves them while the program runs. See `Tests/ClockShim`.
package final class ShiftedClock: Sendable {
    private let descriptor: Int32

    /// The environment variables that make the program use these clocks.
    package let environment: [String: String]

    /// Compiles the shim into `directory`. The program's user must have permission to search this directory.
    package init(in directory: TestDirectory) async throws {
        let library = directory.file("clock_shim.so")
        let compiler = try ChildProcess(
            "/usr/bin/gcc",
            [
                "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", library,
                "\(Products.package)Tests/ClockShim/clock_shim.c",
            ])
        guard try await compiler.awaitExit(limit: .seconds(60)) == 0 else { throw TestFailure(compiler.errors) }
        chmod(library, 0o755)
        let file = try directory.write(String(repeating: "\0", count: 16), to: "clock")
        descriptor = open(file, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("\(file) cannot be opened") }
        environment = ["LD_PRELOAD": library, "SEAM_TEST_CLOCK": file]
    }

    deinit { close(descriptor) }

    /// Sets the difference between the program's wall clock and the machine's wall clock.
    package func shiftWall(by shift: Duration) throws { try write(shift, at: 0) }

    /// Sets the program's wall clock to a time.
    package func setWall(to moment: Timestamp) throws { try shiftWall(by: Self.machineTime.duration(to: moment)) }

    /// Sets the difference between the program's boot clock and the machine's boot clock.
    package func shiftBootClock(by shift: Duration) throws { try write(shift, at: 8) }

    /// The machine's own wall clock.
    package static var machineTime: Timestamp {
        Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    private func write(_ shift: Duration, at place: off_t) throws {
        let (seconds, attoseconds) = shift.components
        var milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        guard pwrite(descriptor, &milliseconds, 8, place) == 8 else { throw TestFailure("the clock is not moved") }
    }
}
