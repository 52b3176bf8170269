import Dispatch
import LinuxSupport
import NIOPosix
import SignalCore
import Wire

/// A clock that a test moves through a socket. The option is `--virtual-clock SOCKET`, which no systemd unit uses.
///
/// Each line is a JSON object. `advance_ms` moves both clocks. `wall_ms` moves only the wall clock, and `wall_at_ms`
/// sets it. `synchronized` says whether the kernel considers the wall clock synchronized. `boot` names a new boot,
/// whose boot clock starts again. The clock answers `{"time": …}` once the resulting pass is done. One connection is
/// served at a time.
final class VirtualClock: Sendable {
    private let reading: Locked<SignalTime.Reading>
    /// The path of the socket. The path is removed when this value is released.
    private let path: UnixListener
    private let listener: OwnedDescriptor
    private let pool = NIOThreadPool(numberOfThreads: 1)

    /// Binds the socket, which only the daemon's own user can open. The time starts at 2026-01-01 plus `passed`. Then
    /// `order` moves the clocks.
    init(at path: String, passed: Duration, order: JSON? = nil) throws(LinuxError) {
        self.path = try UnixSocket.listen(at: path, mode: 0o600)
        guard let descriptor = self.path.takeDescriptor() else {
            throw LinuxError(.closed, "the virtual clock has no socket")
        }
        listener = descriptor
        reading = Locked(
            SignalTime.Reading(
                wall: Timestamp(millisecondsSince1970: 1_767_225_600_000).advanced(by: passed),
                bootClock: .seconds(1_000) + passed, bootID: "virtual", isSynchronized: true))
        if let order { move(order) }
    }

    /// The current readings of the clocks.
    var now: SignalTime.Reading { reading.withLock { $0 } }

    /// Serves until the process ends. `moved` is called after each move, and returns the time for the answer.
    func serve(_ moved: @escaping @Sendable () async -> Timestamp) {
        pool.start()
        pool.submit { [self] _ in
            while let client = try? UnixSocket.accept(from: listener, deadline: .after(.seconds(3_600))) {
                try? converse(client, moved)
            }
        }
    }

    private func converse(
        _ client: borrowing OwnedDescriptor, _ moved: @escaping @Sendable () async -> Timestamp
    ) throws {
        var line: [UInt8] = []
        while true {
            let bytes = try client.read(upTo: 1, deadline: .after(.seconds(3_600)))
            guard let byte = bytes.first else { return }
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            move(try JSON(parsing: line))
            line = []
            let time = Self.wait(for: moved)
            try client.write(
                Array("\(JSON.members(("time", .string(time.description))).text)\n".utf8),
                deadline: .after(.seconds(10)))
        }
    }

    private func move(_ order: JSON) {
        reading.withLock { reading in
            if let boot = order["boot"]?.stringValue { (reading.bootID, reading.bootClock) = (boot, .seconds(10)) }
            let both = Duration.milliseconds(order["advance_ms"]?.integerValue ?? 0)
            let wall = Duration.milliseconds(order["wall_ms"]?.integerValue ?? 0)
            reading.bootClock += both
            reading.wall = reading.wall.advanced(by: both + wall)
            if let moment = order["wall_at_ms"]?.integerValue {
                reading.wall = Timestamp(millisecondsSince1970: moment)
            }
            if let value = order["synchronized"]?.boolValue { reading.isSynchronized = value }
        }
    }

    /// Blocks the current thread until the pass is done. The thread belongs to the clock.
    private static func wait(for moved: @escaping @Sendable () async -> Timestamp) -> Timestamp {
        let (answer, isThere) = (Locked(Timestamp(millisecondsSince1970: 0)), DispatchSemaphore(value: 0))
        // This task ends with the pass.
        Task {
            let time = await moved()
            answer.withLock { $0 = time }
            isThere.signal()
        }
        isThere.wait()
        return answer.withLock { $0 }
    }
}
