import LinuxSupport
import NIOCore
import Wire

/// Shares the time of one event loop between users, so that nobody's requests wait for all of somebody else's: what
/// one user has sent beyond its share waits, connection by connection, while the loop looks after the others. On the
/// loop.
final class LoopShares {
    /// What a user's connections may spend on frames, together, before they wait for their turn.
    static let slice = Duration.microseconds(500)
    /// How long a slice lasts before the next one begins.
    private static let window = Duration.milliseconds(1)
    /// The least time between two rounds. The loop looks after its sockets only when no task is due, and a round
    /// leaves others behind, so a long one is followed by a long pause.
    private static let shortestPause = Duration.microseconds(100)

    private let loop: any EventLoop
    /// Of the users that have connections.
    private var users: [UInt32: WeakUser] = [:]
    /// Those whose connections wait, each once.
    private var waiting: [User] = []
    private var isScheduled = false
    private var pause = LoopShares.shortestPause

    /// What connections put their output together in, one after the other: a little, or much. A connection whose
    /// client does not read holds on to it, so that who has little to say must not take the large one.
    private var small: ByteBuffer?
    private var large: ByteBuffer?
    private static let smallCapacity = 65_536
    /// What connections put their items in, one after the other.
    private var room: [UInt8] = []
    private var isRoomLent = false
    /// As much as a connection may have to write at once, and the double that a growing array asks for.
    private static let keptCapacity = 524_288

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    /// An empty buffer for so many bytes, to be given back with ``keep(_:)`` when it has been written.
    func emptyBuffer(for count: Int, _ allocator: ByteBufferAllocator) -> ByteBuffer {
        guard var buffer = count <= Self.smallCapacity ? small.take() : large.take() else {
            return allocator.buffer(capacity: max(4096, count))
        }
        // Makes a new one, no larger than it has to be, if the channel still holds it.
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

    /// Lends the memory for items to a connection; false if another one has it, or if items wait in the connection's
    /// own.
    func lend(to machine: inout ServerConnection) -> Bool {
        guard !isRoomLent else { return false }
        isRoomLent = machine.borrow(&room)
        return isRoomLent
    }

    /// Takes it back from the connection that has it; false as long as items wait in it.
    func takeBack(from machine: inout ServerConnection) -> Bool {
        guard machine.giveBack(&room) else { return false }
        isRoomLent = false
        if room.capacity > Self.keptCapacity { room = [] }
        return true
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

    /// A slice for each user: many connections that have little to do get it together.
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
    /// What one user's connections share of the loop's time.
    final class User {
        private var windowStart = Duration.zero
        private var spent = Duration.zero
        fileprivate var waiting = CircularBuffer<ServerConnectionHandler>(initialCapacity: 4)
        /// Its connections are being given the slice of a round.
        fileprivate var isServed = false

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
