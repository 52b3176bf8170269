package import LinuxSupport
package import Wire

/// The data about a call that its handler may use. Any task and thread may use the context until the handler has ended.
/// After that, the context has no effect.
package struct RPCContext: Sendable {
    let control: CallControl

    /// The caller, as the kernel identifies it.
    package var peer: PeerIdentity { control.peer }
    /// The id of the call's connection. It is unique among all connections since the server's start.
    package var connectionID: UInt64 { connection.id }
    package var call: ServerCall { control.call }
    /// The socket at which the call arrived: `session`, `admin`, `radio` or `provider`.
    package var socket: String { connection.socket }
    /// The epoch of the server's cursors.
    package var epoch: String { connection.epoch }

    var connection: ConnectionReference { control.connection }

    package var callID: Int64 { control.call.id }
    package var method: String { control.call.method.name }
    package var idem: String? { control.call.idem }
    package var trace: String? { control.call.trace }
    /// The latest time at which the call ends, on ``LinuxSupport/SystemClock/monotonic()``. The value is nil for a
    /// stream without a deadline.
    package var deadline: Duration? { control.call.deadline }

    /// The remaining time for the call, which is never negative. The value is nil if ``deadline`` is nil.
    package var remaining: Duration? { deadline.map { max(.zero, $0 - SystemClock.monotonic()) } }

    /// The timeout for a call that the handler makes on behalf of this call. It is the remaining time minus 50 ms, but
    /// at least 1 ms.
    package var forwardedTimeout: Duration? { remaining.map { max(.milliseconds(1), $0 - .milliseconds(50)) } }

    /// Why the call was told to stop. The value is nil while it may continue.
    package var cancelCause: CancelCause? { control.cause }

    package var isCancelled: Bool { cancelCause != nil }

    /// Throws the reply's error if the call was told to stop. This may be used only if the call has had no effect yet.
    package func checkCancelled() throws(WireError) {
        if let cause = cancelCause { throw .stopped(by: cause) }
    }

    /// Runs `body` once when the call is told to stop, or immediately if it has already been told. `body` must not
    /// wait. It runs on the connection's event loop or, if the call has already been stopped, on the caller's thread.
    /// The handler's task is cancelled at the same time.
    package func onCancel(_ body: @escaping @Sendable (CancelCause) -> Void) {
        control.onCancel(body)
    }

    /// Runs `body` once when the call's handler has ended in any way. The closure must not wait. It runs on the
    /// connection's event loop.
    package func onEnd(_ body: @escaping @Sendable () -> Void) { control.onEnd(body) }

    /// Runs `body` once when the connection has ended, or immediately if it has already ended. This is for data that
    /// belongs only to ``connectionID``.
    ///
    /// A connection ends when either side or a fault closes its socket. Calls that have passed their commit gate may
    /// still be running then. A half-close does not end a connection, which lives until its running calls have ended.
    /// `body` must not wait. It runs on the connection's event loop, after the calls that are cancelled by this end
    /// have been told to stop. `body` is kept until the connection ends, so it should be registered once per
    /// connection, and not once per call.
    package func onConnectionEnd(_ body: @escaping @Sendable () -> Void) { connection.onEnd(body) }

    /// Declares that the call's purpose has begun to happen and cannot be undone. A stopping server then lets the call
    /// run for the drain time. A cancellation, the deadline and the loss of the client still end the call.
    package func outliveDrain() { connection.outliveDrain(callID) }

    /// Declares that another call shares the effect of this one. If the server ends this call in the handler's place,
    /// because of the deadline or a slow client, the server then reports an unknown effect.
    package func share() { connection.share(callID) }

    /// Passes the commit gate. Returns true if and only if the irreversible step may be taken now. From then on,
    /// neither a cancellation nor the loss of the client stops the call, and its deadline reports an unknown effect.
    package func passCommitGate() async -> Bool {
        await connection.passGate(callID)
    }

    /// Reopens the commit gate if nothing irreversible has happened. From then on, a cancellation or the loss of the
    /// client stops the call again, even if it happened in the meantime. The call may pass the gate again.
    package func reopenCommitGate() async {
        await connection.reopenGate(callID)
    }
}

/// The sink to which the handler of a stream sends its items. Any task and thread may use the sink. One handler's items
/// keep their order.
package struct ItemSink: Sendable {
    let control: CallControl
    let itemLimit: Int

    private var connection: ConnectionReference { control.connection }
    private var callID: Int64 { control.call.id }

    /// Sends an item without waiting. If the credit is used up or the socket is full, the item is queued within the
    /// limits of the stream's policy. Throws if the call has ended. The error says why, and may be rethrown. Throws
    /// `rpc.internal` if the item does not fit into a frame, and then the stream continues.
    package func send(_ item: OutgoingItem) throws(WireError) {
        if let cause = control.cause { throw .stopped(by: cause) }
        guard item.fits(itemLimit) else {
            throw WireError(.internal, "rpc.internal", "an item is too large for its frame")
        }
        connection.send(item, on: callID)
        if let cause = control.cause { throw .stopped(by: cause) }
    }

    /// Sends an item of a kind with `value` as its data (see ``send(_:)``). On the connection's event loop, an item
    /// that can go out immediately is written directly into the output.
    package func send<Value: JSONWritable>(
        _ kind: String, _ value: Value, seq: Int64? = nil, key: String? = nil, count: Int = 1
    ) throws(WireError) {
        if try offer(kind, value, seq: seq, count: count) { return }
        let data = JSONWriter.text { value.write(to: &$0) }
        try send(OutgoingItem(kind, data, seq: seq, key: key, count: count))
    }

    /// Sends an item whose data has already been written as JSON.
    package func send(
        _ kind: String, _ data: JSONText, seq: Int64? = nil, key: String? = nil, count: Int = 1
    ) throws(WireError) {
        if try offer(kind, data, seq: seq, count: count) { return }
        try send(OutgoingItem(kind, data, seq: seq, key: key, count: count))
    }

    /// Sends an item if it can go out immediately, on the connection's event loop. Otherwise, and outside this loop,
    /// returns false without doing anything. To send items at the client's pace:
    ///
    ///     if try !sink.offer("row", row) {
    ///         try await sink.room()
    ///         try sink.send("row", row)
    ///     }
    ///
    /// Throws if the call has ended.
    package func offer<Value: JSONWritable>(
        _ kind: String, _ value: Value, seq: Int64? = nil, count: Int = 1
    ) throws(WireError) -> Bool {
        if let cause = control.cause { throw .stopped(by: cause) }
        return connection.sendAtOnce(kind, seq: seq, count: count, on: callID) { value.write(to: &$0) }
    }

    /// Waits until the next item can go out immediately. Throws if the call has ended.
    package func room() async throws(WireError) {
        if let cause = control.cause { throw .stopped(by: cause) }
        if connection.hasRoom(on: callID) { return }
        await connection.room(on: callID)
        if let cause = control.cause { throw .stopped(by: cause) }
    }
}
