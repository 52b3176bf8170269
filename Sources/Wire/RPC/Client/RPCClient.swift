import LinuxSupport
package import NIOCore
package import Wire

/// A connection to a server, which any number of tasks can share.
///
/// Each call ends exactly once. The call ends with its reply. If the connection ends first, the call ends with an
/// error, which says whether the call may have had an effect. A connection that has ended cannot be reopened, so a new
/// one must be made.
package final class RPCClient: Sendable {
    private let channel: any Channel
    /// The event loop that serves the connection. If tasks prefer this loop as their executor, each of their calls
    /// needs one change of thread less.
    package let eventLoop: any EventLoop
    private let handler: NIOLoopBound<ClientHandler>

    init(channel: any Channel, handler: NIOLoopBound<ClientHandler>) {
        self.channel = channel
        eventLoop = channel.eventLoop
        self.handler = handler
    }

    deinit { channel.close(promise: nil) }

    /// Calls a unary method and waits for its reply.
    ///
    /// If the task is cancelled, the call is cancelled on the wire. This function still waits for the one reply, but no
    /// longer than the call's patience.
    package func call(_ call: OutgoingCall) async throws(WireError) -> JSONText {
        switch await reply(to: call, params: { $0.params(call.params) }).outcome {
        case .result(let result): return result
        case .error(let error): throw error
        }
    }

    /// Calls a unary method and decodes its result (see ``call(_:)``). The parameters are an object. On the event loop,
    /// they are written directly into the output. Without `timeout`, the method's default applies. Throws
    /// `rpc.server_fault` if the result does not fit `Result`.
    package func call<Params: JSONWritable & Sendable, Result: JSONReadable>(
        _ method: String, with params: Params, timeout: Duration? = nil, idem: String? = nil,
        returning: Result.Type = Result.self
    ) async throws(WireError) -> Result {
        var call = OutgoingCall(unary: method, timeout: timeout, idem: idem)
        call.check = .whenTaken
        switch await reply(to: call, params: { $0.params(params) }) {
        case .raw(let result): return try result.decoded()
        case .outcome(.result(let result)): return try Result(result: result)
        case .outcome(.error(let error)): throw error
        }
    }

    @inline(__always)
    private func reply(
        to call: OutgoingCall, params: @Sendable (inout JSONWriter) -> Void
    ) async -> ClientHandler.Reply {
        let ticket = CallTicket()
        // Every call that the handler gets ends exactly once.
        return await withTaskCancellationHandler {
            await Handover.wait { end in begin(call, ticket, end, params) }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func begin(
        _ call: OutgoingCall, _ ticket: CallTicket, _ end: Handover<ClientHandler.Reply>,
        _ params: (inout JSONWriter) -> Void
    ) {
        if eventLoop.inEventLoop {
            return handler.value.call(call, ticket: ticket, end: end, params: params)
        }
        let handler = handler
        let text = JSONWriter.paramsText(params)
        eventLoop.execute {
            handler.value.call(call, ticket: ticket, end: end) { $0.params(text) }
        }
    }

    /// Calls a unary method (see ``call(_:)``). Without `timeout`, the method's default applies.
    package func call(
        _ method: String, _ params: JSONText = .emptyObject, timeout: Duration? = nil, idem: String? = nil
    ) async throws(WireError) -> JSONText {
        try await call(OutgoingCall(unary: method, params: params, timeout: timeout, idem: idem))
    }

    /// Calls a stream method. A `call` without terms gets the default terms. Returns once the call is being sent. The
    /// items and the reply are read from the returned stream.
    package func stream(_ call: OutgoingCall) async throws(WireError) -> ClientStream {
        var call = call
        call.stream = call.stream ?? StreamTerms()
        let ticket = CallTicket()
        let result = await withTaskCancellationHandler {
            await Handover.wait { made in
                let call = call
                onLoop { handler in
                    made.give(self.begin(call, ticket, on: handler))
                }
            }
        } onCancel: {
            cancel(ticket)
        }
        return try result.get()
    }

    /// Calls a stream method (see ``stream(_:)``). Without `timeout`, the method's default applies. A method may also
    /// have no default.
    package func stream(
        _ method: String, _ params: JSONText = .emptyObject, terms: StreamTerms = StreamTerms(),
        timeout: Duration? = nil, idem: String? = nil
    ) async throws(WireError) -> ClientStream {
        try await stream(OutgoingCall(stream: method, params: params, terms: terms, timeout: timeout, idem: idem))
    }

    /// Waits for the server's welcome, if it has not arrived yet. If the connection ends first, throws the reason.
    package func welcome() async throws(WireError) -> Welcome {
        let result = await Handover.wait { waiter in
            onLoop { $0.welcome(waiter) }
        }
        return try result.get()
    }

    /// Closes the connection. Waiting calls end with `rpc.closed_by_client`. Returns once the descriptor is closed.
    package func close() async {
        onLoop { $0.close() }
        await waitUntilClosed()
    }

    /// Whether calls may still be made. Once the connection has ended, it stays false.
    package var isOpen: Bool { channel.isActive }

    /// Returns once the connection has ended for any reason.
    package func waitUntilClosed() async {
        await Handover.wait { closed in
            channel.closeFuture.whenComplete { _ in closed.give() }
        }
    }

    func cancel(_ ticket: CallTicket) {
        guard let id = ticket.cancel() else { return }
        onLoop { $0.cancel(id) }
    }

    /// Extends the wait for a stream. The wait then lasts for at least `patience` from now.
    func wait(longer patience: Duration, for sink: StreamSink) {
        let id = sink.id
        onLoop { $0.wait(longer: patience, for: id) }
    }

    /// Grants the server `count` more items of a stream.
    func grant(_ count: Int, to sink: StreamSink) {
        let id = sink.id
        onLoop { $0.grant(count, to: id) }
    }

    func onLoop(_ body: @escaping @Sendable (ClientHandler) -> Void) {
        let handler = handler
        if eventLoop.inEventLoop {
            body(handler.value)
        } else {
            eventLoop.execute { body(handler.value) }
        }
    }

    private func begin(
        _ call: OutgoingCall, _ ticket: CallTicket, on handler: ClientHandler
    ) -> Result<ClientStream, WireError> {
        do {
            return .success(ClientStream(client: self, sink: try handler.stream(call, ticket: ticket)))
        } catch {
            return .failure(error)
        }
    }
}
