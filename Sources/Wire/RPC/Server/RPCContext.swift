package import LinuxSupport
package import Wire

/// The data about a call that its handler may use. Until the handler has ended, any task and any thread may use the
/// context. After that, the context has no effect.
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

    /// The timeout for a call that the handler itself makes to answer this call. It is the remaining time minus 50 ms,
    /// but at least 1 ms.
    package var forwardedTimeout: Duration? { remaining.map { max(.milliseconds(1), $0 - .milliseconds(50)) } }

    /// Why the call was told to stop. The value is nil while it may continue.
    package var cancelCause: CancelCause? { control.cause }

    package var isCancelled: Bool { cancelCause != nil }

    /// Throws the error that becomes the call's reply if the call was told to stop. This may be used only if the call
    /// has had no effect yet.
    package func checkCancelled() throws(WireError) {
        if let cause = cancelCause { throw .stopped(by: cause) }
    }

    /// Runs `body` once when the call is told to stop. If the call has already been told, runs `body` immediately.
    /// `body` must not wait. It runs on the connection's event loop. If the call has already been told to stop, it runs
    /// on the caller's thread. The handler's task is cancelled at the same time.
    package func onCancel(_ body: @escaping @Sendable (CancelCause) -> Void) {
        control.onCancel(body)
    }

    /// Runs `body` once when the call's handler has ended in any way. The closure must not wait. It runs on the
    /// connection's event loop.
    package func onEnd(_ body: @escaping @Sendable () -> Void) { control.onEnd(body) }

    /// Runs `body` once when the connection has ended. If the connection has already ended, runs `body` immediately.
    /// This is for data that belongs only to ``connectionID``.
    ///
    /// A connection ends when its socket is closed, whether by one of the two sides or because of a fault. Calls that
    /// have passed their commit gate may still be running then. A half-close does not end a connection. The connection
    /// lives until its running calls have ended. `body` must not wait. It runs on the connection's event loop. By then,
    /// the calls that the end of the connection cancels have been told to stop. `body` is kept until the connection
    /// ends, so it should be registered only once per connection. It should not be registered once per call.
    package func onConnectionEnd(_ body: @escaping @Sendable () -> Void) { connection.onEnd(body) }

    /// Declares that the effect for which the call was made has begun and cannot be undone. A stopping server then lets
    /// the call run for the drain time. A cancellation, the deadline and the loss of the client still end the call.
    package func outliveDrain() { connection.outliveDrain(callID) }

    /// Declares that another call shares the effect of this one. The server may end this call in the handler's place,
    /// because of the deadline or a slow client. In this case, the server reports an unknown effect.
    package func share() { connection.share(callID) }

    /// Passes the commit gate. Returns true if and only if the irreversible step may be taken now. After that, neither
    /// a cancellation nor the loss of the client stops the call, and if its deadline passes, an unknown effect is
    /// reported.
    package func passCommitGate() async -> Bool {
        await connection.passGate(callID)
    }

    /// Reopens the commit gate if nothing irreversible has happened. After that, a cancellation or the loss of the
    /// client can stop the call again. This includes a cancellation or loss in the meantime. The call may pass the gate
    /// again.
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

    /// Sends an item without waiting. If the credit is used up or the socket is full, the item is queued. The stream's
    /// policy limits the queue. Throws if the call has ended. The error says why, and may be rethrown. Throws
    /// `rpc.internal` if the item does not fit into a frame. The stream then continues.
    package func send(_ item: OutgoingItem) throws(WireError) {
        if let cause = control.cause { throw .stopped(by: cause) }
        guard item.fits(itemLimit) else {
            throw WireError(.internal, "rpc.internal", "an item is too large for its frame")
        }
        connection.send(item, on: callID)
        if let cause = control.cause { throw .stopped(by: cause) }
    }

    /// Sends an item of a kind with `value` as its data (see ``send(_:)``). On the connection's event loop, an item is
    /// written directly into the output if it can be sent immediately.
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

    /// Sends an item on the connection's event loop, if the item can be sent immediately. If it cannot, or outside this
    /// loop, returns false without doing anything. To send items at the client's pace:
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
