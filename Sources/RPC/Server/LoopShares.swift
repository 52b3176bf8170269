import LinuxSupport
import NIOCore

/// Shares the time of one event loop between users, so that nobody's requests wait for all of somebody else's: what one user
/// has sent beyond its share waits, connection by connection, while the loop looks after the others. On the loop.
final class LoopShares {
    /// What a user's connections may spend on frames, together, before they wait for their turn.
    static let slice = Duration.microseconds(500)
    /// How long a slice lasts before the next one begins.
    private static let window = Duration.milliseconds(1)
    /// The least time between two rounds. The loop looks after its sockets only when no task is due, and a round leaves others
    /// behind, so a long one is followed by a long pause.
    private static let shortestPause = Duration.microseconds(100)

    private let loop: any EventLoop
    private var windowStart = Duration.zero
    private var spent: [UInt32: Duration] = [:]
    private var waiting: [UInt32: CircularBuffer<ServerConnectionHandler>] = [:]
    private var isScheduled = false
    private var pause = LoopShares.shortestPause

    /// What connections put their output together in, one after the other.
    private var buffer: ByteBuffer?
    private static let keptCapacity = 65_536

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// An empty buffer, to be given back with ``keep(_:)`` when it has been written.
    func emptyBuffer(_ allocator: ByteBufferAllocator) -> ByteBuffer {
        guard var buffer = buffer.take() else { return allocator.buffer(capacity: 4096) }
        // Makes a new one if the channel still holds it.
        buffer.clear()
        return buffer
    }

    func keep(_ buffer: ByteBuffer) {
        if buffer.capacity <= Self.keptCapacity { self.buffer = buffer }
    }

    /// Whether a connection of that user may act at once.
    func admits(_ user: UInt32, at now: Duration) -> Bool {
        guard waiting[user] == nil else { return false }
        if now - windowStart >= Self.window {
            windowStart = now
            spent.removeAll(keepingCapacity: true)
            return true
        }
        return spent[user, default: .zero] < Self.slice
    }

    func spent(_ time: Duration, by user: UInt32) {
        spent[user, default: .zero] += time
    }

    /// The connection is given its share when its turn has come.
    func enqueue(_ connection: ServerConnectionHandler, of user: UInt32) {
        waiting[user, default: CircularBuffer(initialCapacity: 4)].append(connection)
        schedule()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: .nanoseconds(pause.wholeNanoseconds)) { bound.value.round() }
    }

    /// One connection of each user.
    private func round() {
        let start = SystemClock.monotonic()
        for user in waiting.keys {
            guard let connection = waiting[user]?.popFirst() else { continue }
            if waiting[user]?.isEmpty == true { waiting[user] = nil }
            connection.takeShare()
        }
        pause = max(Self.shortestPause, (SystemClock.monotonic() - start) * 2)
        isScheduled = false
        if !waiting.isEmpty { schedule() }
    }
}
