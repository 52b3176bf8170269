package import NIOCore
import NIOPosix
import Wire

/// The lock side of the virtual radio. It is one connection to the broker's socket. Any number of locks share the
/// connection.
///
/// ``run()`` keeps the connection. If there is no connection, it tries again after 20 ms, and then after twice the time
/// for each attempt, up to 1 s. When the broker is back, ``run()`` registers all locks again.
package actor VirtualRadioLink {
    /// The number of messages that may wait in one port.
    static let portBuffer = 256

    private struct Port {
        /// The profile that the broker knows now: the attached profile, with all later updates.
        var profile: VirtualLockProfile
        var inRange = true
        var connectable = true
        var isLinked = false
        let messages: AsyncStream<RadioMessage>.Continuation
    }

    private let path: String
    private let eventLoopGroup: any EventLoopGroup
    private var ports: [LockAddress: Port] = [:]
    private var connection: Connection?

    /// The current connection and its number. Because of the number, a late failure cannot end a newer connection.
    private struct Connection {
        let channel: any Channel
        let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    }

    /// - Parameters:
    ///   - path: The broker's `--virtual-radio` socket.
    ///   - eventLoopGroup: The group on which the connection runs. The caller shuts it down after ``run()`` has
    ///     returned.
    package init(path: String, eventLoopGroup: any EventLoopGroup) {
        self.path = path
        self.eventLoopGroup = eventLoopGroup
    }

    /// Puts a lock on the air, now or as soon as the broker is available.
    ///
    /// - Throws: `addressTaken` or `tooManyLocks`. In these cases, nothing has changed. A refusal by the broker arrives
    ///   as `refused`.
    package func attach(_ profile: VirtualLockProfile) async throws(VirtualRadioError) -> VirtualRadioPort {
        let address = profile.address
        guard ports[address] == nil else { throw VirtualRadioError(.addressTaken, "\(address) is already attached") }
        guard ports.count < VirtualRadioLimits.locksPerConnection else {
            throw VirtualRadioError(.tooManyLocks, "a connection can play at most \(ports.count) locks")
        }
        let (messages, continuation) = AsyncStream.makeStream(
            of: RadioMessage.self, bufferingPolicy: .bufferingOldest(VirtualRadioLink.portBuffer + 1))
        ports[address] = Port(profile: profile, messages: continuation)
        await write([.register(profile)])
        return VirtualRadioPort(address: address, messages: messages, link: self)
    }

    /// Takes a lock off the air and ends its port's messages. Unknown addresses are ignored.
    package func detach(_ address: LockAddress) async {
        guard let port = ports.removeValue(forKey: address) else { return }
        port.messages.finish()
        await write([.unregister(address)])
    }

    /// Sends a message and returns when the socket has room for more.
    ///
    /// - Throws: `notConnected` if there is no connection, so that nothing was sent. `unknownLock` if the message
    ///   concerns a lock that is not attached here.
    package func send(_ message: LockMessage) async throws(VirtualRadioError) {
        if let address = message.address, ports[address] == nil {
            throw VirtualRadioError(.unknownLock, "\(address) is not attached")
        }
        guard connection != nil, await write([message]) else {
            throw VirtualRadioError(.notConnected, "there is no broker at \(path)")
        }
    }

    func update(_ address: LockAddress, _ update: VirtualLockUpdate) async {
        guard ports[address] != nil else { return }
        ports[address]?.profile.apply(update)
        if let inRange = update.inRange { ports[address]?.inRange = inRange }
        if let connectable = update.connectable { ports[address]?.connectable = connectable }
        await write([.update(address, update)])
    }

    /// Keeps the connection until the task is cancelled. Then the locks disappear.
    package func run() async {
        let shortest = Duration.milliseconds(20)
        var delay = shortest
        while !Task.isCancelled {
            if await runOneConnection() { delay = shortest }
            do { try await Task.sleep(for: delay) } catch { return }
            delay = min(delay * 2, .seconds(1))
        }
    }

    /// Serves one connection from its opening to its end. Returns true if the broker sent its greeting.
    private func runOneConnection() async -> Bool {
        var greeted = false
        do {
            let channel = try await ClientBootstrap(group: eventLoopGroup).connect(unixDomainSocketPath: path) {
                channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
            try await channel.executeThenClose { inbound, outbound in
                var splitter = LineSplitter(limit: VirtualRadioLimits.line)
                for try await buffer in inbound {
                    for line in try splitter.feed(buffer.readableBytesView) {
                        let message = try RadioMessage(json: try JSON(parsing: line))
                        if case .hello = message {
                            greeted = true
                            connection = Connection(channel: channel.channel, outbound: outbound)
                            await write(registrations())
                        } else if !deliver(message) {
                            return
                        }
                    }
                }
            }
        } catch {
            // The broker is missing, is another program, or has ended. The reason does not matter, because the next
            // attempt follows.
        }
        connectionEnded()
        return greeted
    }

    private func registrations() -> [LockMessage] {
        ports.values.flatMap { port -> [LockMessage] in
            let register = LockMessage.register(port.profile)
            guard !port.inRange || !port.connectable else { return [register] }
            let update = VirtualLockUpdate(inRange: port.inRange, connectable: port.connectable)
            return [register, .update(port.profile.address, update)]
        }
    }

    /// Passes a message to its lock. Returns false if the connection must end, because the broker sent a goodbye or
    /// because the lock is too slow.
    private func deliver(_ message: RadioMessage) -> Bool {
        if case .goodbye = message { return false }
        guard let address = message.address, let port = ports[address] else { return true }
        if case .connected = message { ports[address]?.isLinked = true }
        if case .disconnected = message { ports[address]?.isLinked = false }
        // The last place is reserved for the `disconnected` that follows from closing.
        guard case .enqueued(let free) = port.messages.yield(message) else { return false }
        return free > 1
    }

    private func connectionEnded() {
        connection = nil
        for (address, port) in ports where port.isLinked {
            ports[address]?.isLinked = false
            port.messages.yield(.disconnected(address, .adapter))
        }
    }

    /// Writes messages. Returns false if there is no connection, or if it failed during the write.
    @discardableResult
    private func write(_ messages: [LockMessage]) async -> Bool {
        guard let connection, !messages.isEmpty else { return false }
        var buffer = connection.channel.allocator.buffer(capacity: 256 * messages.count)
        for message in messages {
            buffer.writeBytes(message.json.bytes)
            buffer.writeInteger(UInt8(ascii: "\n"))
        }
        do {
            try await connection.outbound.write(buffer)
            return true
        } catch {
            return false
        }
    }
}

extension VirtualLockProfile {
    /// Applies the changes in an update that are part of a registration.
    mutating func apply(_ update: VirtualLockUpdate) {
        if let advertising = update.advertising { self.advertising = advertising }
        if let scanResponse = update.scanResponse { self.scanResponse = scanResponse }
        if let name = update.name { self.name = name }
        if let rssiDBm = update.rssiDBm { self.rssiDBm = rssiDBm }
        if let mtu = update.mtu { self.mtu = mtu }
    }
}
