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
    /// Of the users that have connections.
    private var users: [UInt32: WeakUser] = [:]
    /// Those whose connections wait, each once.
    private var waiting: [User] = []
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

    /// What the user's connections share, for as long as one of them keeps it.
    func user(_ id: UInt32) -> User {
        if let user = users[id]?.user { return user }
        users = users.filter { $0.value.user != nil }
        let user = User()
        users[id] = WeakUser(user: user)
        return user
    }

    /// The connection is given its share when its turn has come.
    func enqueue(_ connection: ServerConnectionHandler, of user: User) {
        if user.waiting.isEmpty { waiting.append(user) }
        user.waiting.append(connection)
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
        let round = waiting
        waiting = []
        for user in round {
            let connection = user.waiting.popFirst()
            if !user.waiting.isEmpty { waiting.append(user) }
            connection?.takeShare()
        }
        pause = max(Self.shortestPause, (SystemClock.monotonic() - start) * 2)
        isScheduled = false
        if !waiting.isEmpty { schedule() }
    }
}

extension LoopShares {
    /// What one user's connections share of the loop's time.
    final class User {
        private var windowStart = Duration.zero
        private var spent = Duration.zero
        fileprivate var waiting = CircularBuffer<ServerConnectionHandler>(initialCapacity: 4)

        fileprivate init() {}

        /// Whether a connection of the user's may act at once.
        func admits(at now: Duration) -> Bool {
            guard waiting.isEmpty else { return false }
            if now - windowStart >= window {
                windowStart = now
                spent = .zero
            }
            return spent < slice
        }

        func spend(_ time: Duration) {
            spent += time
        }
    }

    private struct WeakUser {
        weak var user: User?
    }
}
