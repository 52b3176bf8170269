package import LinuxSupport
package import Wire

/// What a handler knows of the call it serves. May be used from any task and thread until the handler has ended, and
/// is of no effect after that.
package struct RPCContext: Sendable {
    let control: CallControl

    /// Who calls, as the kernel says.
    package var peer: PeerIdentity { control.peer }
    /// Unique among the connections of this server since its start.
    package var connectionID: UInt64 { connection.id }
    package var call: ServerCall { control.call }
    /// Which socket the call came in by: `session`, `admin`, `radio` or `provider`.
    package var socket: String { connection.socket }
    /// What the server's cursors begin with.
    package var epoch: String { connection.epoch }

    var connection: ConnectionReference { control.connection }

    package var callID: Int64 { control.call.id }
    package var method: String { control.call.method.name }
    package var idem: String? { control.call.idem }
    package var trace: String? { control.call.trace }
    /// When the call ends at the latest, on ``LinuxSupport/SystemClock/monotonic()``; nil: a stream without an end of
    /// its own.
    package var deadline: Duration? { control.call.deadline }

    /// What is left of the call's time, not negative; nil as for ``deadline``.
    package var remaining: Duration? { deadline.map { max(.zero, $0 - SystemClock.monotonic()) } }

    /// What may be passed on as the timeout of a call made for this one: 50 ms less than what is left, at least 1 ms.
    package var forwardedTimeout: Duration? { remaining.map { max(.milliseconds(1), $0 - .milliseconds(50)) } }

    /// Why the call is to end; nil while it may go on.
    package var cancelCause: CancelCause? { control.cause }

    package var isCancelled: Bool { cancelCause != nil }

    /// Throws the error that answers a call which was told to stop and did nothing.
    package func checkCancelled() throws(WireError) {
        if let cause = cancelCause { throw .stopped(by: cause) }
    }

    /// Runs `body` once when the call is told to stop, at once if it was already. `body` must not wait; it runs on
    /// the connection's event loop or, if it comes late, here. The handler's task is cancelled at the same time.
    package func onCancel(_ body: @escaping @Sendable (CancelCause) -> Void) {
        control.onCancel(body)
    }

    /// Runs `body` once when the call's handler has ended, however it did. `body` must not wait; it runs on the
    /// connection's event loop.
    package func onEnd(_ body: @escaping @Sendable () -> Void) { control.onEnd(body) }

    /// Runs `body` once when the connection has ended, at once if it has: for what belongs to ``connectionID`` and to
    /// nobody after it.
    ///
    /// A connection ends when its socket is closed, by either side or by a fault; calls past their commit gate may
    /// run on. A half-close is no end: the connection lives until its running calls have ended. `body` must not wait;
    /// it runs on the connection's event loop, after the calls that the end cancels were told so. It is kept to the
    /// end of the connection: register what is done for each connection, not for each call.
    package func onConnectionEnd(_ body: @escaping @Sendable () -> Void) { connection.onEnd(body) }

    /// Says that what the call is for has begun to happen, and cannot be taken back: a server that stops leaves it
    /// the drain time. Cancels, the deadline and the client's loss end it as before.
    package func outliveDrain() { connection.outliveDrain(callID) }

    /// Says that another call is for the same effect: should the server end this one in its handler's place, at its
    /// deadline or because its client is slow, it reports effect unknown.
    package func share() { connection.share(callID) }

    /// Passes the commit gate: true exactly if the irreversible step may be taken now. From then on neither a cancel
    /// nor the client's loss stops the call, and its deadline reports effect unknown.
    package func passCommitGate() async -> Bool {
        await connection.passGate(callID)
    }

    /// Takes back that the commit gate was passed, where nothing irreversible came of it: from now on a cancel and
    /// the client's loss stop the call again, also those that came meanwhile. The gate may be passed again.
    package func reopenCommitGate() async {
        await connection.reopenGate(callID)
    }
}

/// Where a stream's handler puts its items. May be used from any task and thread; items of one handler keep their
/// order.
package struct ItemSink: Sendable {
    let control: CallControl
    let itemLimit: Int

    private var connection: ConnectionReference { control.connection }
    private var callID: Int64 { control.call.id }

    /// Sends an item and never waits: what credit or the socket do not take is queued within the bounds of the stream's
    /// policy. Throws when the call is over (the error says why and may be rethrown) and, as `rpc.internal`, when the
    /// item does not fit into a frame; then the stream lives.
    package func send(_ item: OutgoingItem) throws(WireError) {
        if let cause = control.cause { throw .stopped(by: cause) }
        guard item.fits(itemLimit) else {
            throw WireError(.internal, "rpc.internal", "an item is over the limit of its frame")
        }
        connection.send(item, on: callID)
        if let cause = control.cause { throw .stopped(by: cause) }
    }

    /// Sends an item of that kind, with `value` as its data; see ``send(_:)``. On the connection's event loop it is
    /// written where it goes out from, if it goes out at once.
    package func send<Value: JSONWritable>(
        _ kind: String, _ value: Value, seq: Int64? = nil, key: String? = nil, count: Int = 1
    ) throws(WireError) {
        if try offer(kind, value, seq: seq, count: count) { return }
        let data = JSONWriter.text { value.write(to: &$0) }
        try send(OutgoingItem(kind, data, seq: seq, key: key, count: count))
    }

    /// The same for data that is written already.
    package func send(
        _ kind: String, _ data: JSONText, seq: Int64? = nil, key: String? = nil, count: Int = 1
    ) throws(WireError) {
        if try offer(kind, data, seq: seq, count: count) { return }
        try send(OutgoingItem(kind, data, seq: seq, key: key, count: count))
    }

    /// Sends an item that goes out at once, on the connection's event loop; false, with nothing done, if it does not,
    /// and elsewhere. How items are sent at the client's pace:
    ///
    ///     if try !sink.offer("row", row) {
    ///         try await sink.room()
    ///         try sink.send("row", row)
    ///     }
    ///
    /// Throws when the call is over.
    package func offer<Value: JSONWritable>(
        _ kind: String, _ value: Value, seq: Int64? = nil, count: Int = 1
    ) throws(WireError) -> Bool {
        if let cause = control.cause { throw .stopped(by: cause) }
        return connection.sendAtOnce(kind, seq: seq, count: count, on: callID) { value.write(to: &$0) }
    }

    /// Waits until the next item would go out at once. Throws when the call is over.
    package func room() async throws(WireError) {
        if let cause = control.cause { throw .stopped(by: cause) }
        if connection.hasRoom(on: callID) { return }
        await connection.room(on: callID)
        if let cause = control.cause { throw .stopped(by: cause) }
    }
}
