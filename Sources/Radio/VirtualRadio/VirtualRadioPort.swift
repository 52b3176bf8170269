/// One lock's end of a ``VirtualRadioLink``.
///
/// The lock reads ``messages`` from one task and sends from any. It ends with ``VirtualRadioLink/detach(_:)``.
package struct VirtualRadioPort: Sendable {
    package let address: LockAddress
    /// The broker's messages to this lock, in order. Bounded: a lock that lets 256 messages wait loses the connection
    /// (and gets `disconnected` after them), never a message. `registered` comes after every (re)connection. A lock
    /// that loses the broker while linked gets `disconnected` with reason `adapter`. One consumer. Ends when the lock
    /// is detached.
    package let messages: AsyncStream<RadioMessage>
    private let link: VirtualRadioLink

    init(address: LockAddress, messages: AsyncStream<RadioMessage>, link: VirtualRadioLink) {
        self.address = address
        self.messages = messages
        self.link = link
    }

    /// Sends a message of this lock and returns when the socket has room for more.
    ///
    /// - Throws: `notConnected` when the broker is not there; nothing was sent, and the link of the lock is down.
    package func send(_ message: LockMessage) async throws(VirtualRadioError) {
        try await link.send(message)
    }

    /// Changes what the lock shows on air. The change is kept over reconnections, so this does not fail without a
    /// broker.
    package func update(_ update: VirtualLockUpdate) async {
        await link.update(address, update)
    }
}
