/// One lock's end of a ``VirtualRadioLink``.
///
/// The lock reads ``messages`` on one task and sends on any task. The port ends with ``VirtualRadioLink/detach(_:)``.
package struct VirtualRadioPort: Sendable {
    package let address: LockAddress
    /// The broker's messages to this lock, in order. The buffer is limited. A lock that lets 256 messages wait loses
    /// the connection, and gets `disconnected` after these messages, but it never loses a message. `registered` arrives
    /// after every connection and reconnection. A linked lock that loses the broker gets `disconnected` with the reason
    /// `adapter`. Only one consumer may read. The stream ends when the lock is detached.
    package let messages: AsyncStream<RadioMessage>
    private let link: VirtualRadioLink

    init(address: LockAddress, messages: AsyncStream<RadioMessage>, link: VirtualRadioLink) {
        self.address = address
        self.messages = messages
        self.link = link
    }

    /// Sends a message from this lock and returns when the socket has room for more.
    ///
    /// - Throws: `notConnected` if the broker is not available. In this case, nothing was sent, and the lock's link is
    ///   down.
    package func send(_ message: LockMessage) async throws(VirtualRadioError) {
        try await link.send(message)
    }

    /// Changes the lock's appearance on the air. The change is kept across reconnections, so this does not fail without
    /// a broker.
    package func update(_ update: VirtualLockUpdate) async {
        await link.update(address, update)
    }
}
