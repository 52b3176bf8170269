/// One lock's end of a ``VirtualRadioLink``.
///
/// The lock reads ``messages`` on one task and sends on any. It ends with ``VirtualRadioLink/detach(_:)``.
package struct VirtualRadioPort: Sendable {
    package let address: LockAddress
    /// The broker's messages to this lock, in order. The buffer is bounded: a lock that lets 256 messages wait loses
    /// the connection (and receives `disconnected` after them), never a message. `registered` arrives after every
    /// (re)connection. A lock that loses the broker while linked receives `disconnected` with reason `adapter`. Only
    /// one consumer may read. The stream ends when the lock is detached.
    package let messages: AsyncStream<RadioMessage>
    private let link: VirtualRadioLink

    init(address: LockAddress, messages: AsyncStream<RadioMessage>, link: VirtualRadioLink) {
        self.address = address
        self.messages = messages
        self.link = link
    }

    /// Sends a message from this lock and returns when the socket has room for more.
    ///
    /// - Throws: `notConnected` if the broker is not available; nothing was sent, and the lock's link is down.
    package func send(_ message: LockMessage) async throws(VirtualRadioError) {
        try await link.send(message)
    }

    /// Changes what the lock shows on the air. The change is kept across reconnections, so this does not fail without a
    /// broker.
    package func update(_ update: VirtualLockUpdate) async {
        await link.update(address, update)
    }
}
