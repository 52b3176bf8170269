import LinuxSupport
import NIOCore
import Wire

/// Shares the time of one event loop between users. If one user floods the server with requests, this does not delay
/// the other users. Requests beyond a user's share wait, connection by connection, while the loop serves the others.
/// This object may be used only on the loop.
final class LoopShares {
    /// How long all connections of one user together may work on frames. After this time, they must wait for their
    /// turn.
    static let slice = Duration.microseconds(500)
    /// The time after which a user gets the next slice.
    private static let window = Duration.milliseconds(1)
    /// The shortest time between two rounds. The loop checks its sockets only when no task is due, and each round
    /// leaves work behind, so a long round is followed by a long pause.
    private static let shortestPause = Duration.microseconds(100)

    private let loop: any EventLoop
    /// The users that have connections.
    private var users: [UInt32: WeakUser] = [:]
    /// The users whose connections are waiting, without repetitions.
    private var waiting: [User] = []
    private var isScheduled = false
    private var pause = LoopShares.shortestPause

    /// The buffers in which connections assemble their output, one connection after another. One of the buffers is for
    /// short output, and the other is for long output. If a client does not read, its connection keeps the buffer. A
    /// connection with short output must therefore not take the large buffer.
    private var small: ByteBuffer?
    private var large: ByteBuffer?
    private static let smallCapacity = 65_536
    /// The memory in which connections assemble their items, one connection after another.
    private var room: [UInt8] = []
    private var isRoomLent = false
    /// The largest capacity that is kept. It is twice as large as the largest single write of a connection, because an
    /// array that grows doubles its capacity.
    private static let keptCapacity = 524_288

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// Returns an empty buffer for `count` bytes. The caller must give the buffer back with ``keep(_:)`` when it has
    /// been written.
    func emptyBuffer(for count: Int, _ allocator: ByteBufferAllocator) -> ByteBuffer {
        guard var buffer = count <= Self.smallCapacity ? small.take() : large.take() else {
            return allocator.buffer(capacity: max(4096, count))
        }
        // If the channel still uses the buffer, this allocates a new one that is no larger than necessary.
        buffer.clear(minimumCapacity: count)
        return buffer
    }

    func keep(_ buffer: ByteBuffer) {
        if buffer.capacity <= Self.smallCapacity {
            small = buffer
        } else if buffer.capacity <= Self.keptCapacity {
            large = buffer
        }
    }

    /// Wipes written output from the buffers. After that, the buffers may be unused for a long time. If a channel still
    /// uses a part of a buffer, that part stays, and the buffer is replaced.
    func wipe() {
        Self.wipe(&small)
        Self.wipe(&large)
    }

    private static func wipe(_ buffer: inout ByteBuffer?) {
        guard let count = buffer?.writerIndex, count > 0 else { return }
        buffer?.clear(minimumCapacity: count)
        unsafe buffer?.withUnsafeMutableWritableBytes { room in
            unsafe _ = UnsafeMutableRawBufferPointer(rebasing: room[..<count]).initializeMemory(
                as: UInt8.self, repeating: 0)
        }
    }

    /// Lends the memory for items to a connection. Returns false if another connection has this memory, or if items are
    /// waiting in the connection's own memory.
    func lend(to machine: inout ServerConnection) -> Bool {
        guard !isRoomLent else { return false }
        isRoomLent = machine.borrow(&room)
        return isRoomLent
    }

    /// Takes the memory back from the connection that has it. Returns false as long as items are waiting in this
    /// memory.
    func takeBack(from machine: inout ServerConnection) -> Bool {
        guard machine.giveBack(&room) else { return false }
        isRoomLent = false
        if room.capacity > Self.keptCapacity { room = [] }
        return true
    }

    /// Returns the state that a user's connections share. The state exists as long as at least one of the connections
    /// refers to it.
    func user(_ id: UInt32) -> User {
        if let user = users[id]?.user { return user }
        users = users.filter { $0.value.user != nil }
        let user = User(on: loop)
        users[id] = WeakUser(user: user)
        return user
    }

    /// Queues a connection, which gets its share when its turn comes.
    func enqueue(_ connection: ServerConnectionHandler, of user: User) {
        if user.waiting.isEmpty, !user.isServed { waiting.append(user) }
        user.waiting.append(connection)
        schedule()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: .nanoseconds(pause.wholeNanoseconds)) { bound.value.round() }
    }

    /// Gives each user a slice. A user's connections share the slice. If many connections have only a little to do,
    /// they all fit into one slice.
    private func round() {
        let start = SystemClock.monotonic()
        let round = waiting
        waiting = []
        for user in round { serve(user) }
        pause = max(Self.shortestPause, (SystemClock.monotonic() - start) * 2)
        isScheduled = false
        if !waiting.isEmpty { schedule() }
    }

    private func serve(_ user: User) {
        user.isServed = true
        var now = SystemClock.monotonic()
        let end = now + Self.slice
        while now < end, let connection = user.waiting.popFirst() {
            connection.takeShare(until: end)
            now = SystemClock.monotonic()
        }
        user.isServed = false
        if !user.waiting.isEmpty { waiting.append(user) }
    }
}

extension LoopShares {
    /// The share of the loop's time for one user's connections.
    final class User {
        private var windowStart = Duration.zero
        private var spent = Duration.zero
        fileprivate var waiting = CircularBuffer<ServerConnectionHandler>(initialCapacity: 4)
        /// Whether the user's connections are now getting their slice of the round.
        fileprivate var isServed = false
        /// The executor that runs the handlers of the user's calls.
        let executor: EventLoopTaskExecutor

        fileprivate init(on loop: any EventLoop) { executor = EventLoopTaskExecutor(loop) }

        /// Whether one of the user's connections may act immediately.
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
