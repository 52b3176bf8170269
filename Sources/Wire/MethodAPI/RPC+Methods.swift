package import RPC
package import Wire

extension RPCClient {
    /// Calls a unary method and waits for its result. A result that breaks the contract becomes `rpc.server_fault`.
    package func call<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params, timeout: Duration? = nil
    ) async throws(WireError) -> Method.Result {
        try await call(Method.name, with: params, timeout: timeout)
    }

    /// Calls a stream method. If the method requires `idem`, the caller must make a new key for each intended call.
    package func stream<Method: TypedStream>(
        _ method: Method.Type, _ params: Method.Params, idem: String? = nil
    ) async throws(WireError) -> MethodItems<Method> {
        MethodItems(try await stream(Method.name, try params.checkedParams(), idem: idem))
    }
}

/// The items of a stream, then its result. Only one task may read them. ``ClientStream`` describes cancellation.
package struct MethodItems<Method: TypedStream>: Sendable {
    /// The underlying stream.
    package let stream: ClientStream

    init(_ stream: ClientStream) {
        self.stream = stream
    }

    /// The next item whose kind is known, or nil if the call has ended with a result. Throws the call's error.
    package func next() async throws(WireError) -> Method.Item? {
        while let item = try await stream.next() {
            if let item = try Method.item(item) { return item }
        }
        return nil
    }

    /// The result of the call. Items that were not read are dropped. Throws the call's error.
    package func result() async throws(WireError) -> Method.Result {
        try Method.result(try await stream.result())
    }

    /// Asks the server to end the call. The call still ends with its one reply.
    package func cancel() { stream.cancel() }
}

extension RPCHandlers {
    /// Adds a method's handler.
    package mutating func answer<Method: TypedMethod>(
        _ method: Method.Type,
        _ body: @escaping @Sendable (RPCContext, Method.Params) async throws(WireError) -> Method.Result
    ) {
        unary(method.name, params: Method.Params.self, body)
    }

    /// Adds the handler for a method that is answered from memory (``unaryAtOnce(_:params:_:)``).
    package mutating func answerAtOnce<Method: TypedMethod>(
        _ method: Method.Type,
        _ body: @escaping @Sendable (RPCContext, Method.Params) throws(WireError) -> Method.Result
    ) {
        unaryAtOnce(method.name, params: Method.Params.self, body)
    }

    /// Adds the handler for a method with items.
    package mutating func answer<Method: TypedStream>(
        _ method: Method.Type,
        _ body: @escaping @Sendable (RPCContext, Method.Params, ItemSink) async throws(WireError) -> Method.Result
    ) {
        stream(method.name, params: Method.Params.self, body)
    }
}
